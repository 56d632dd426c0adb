package form

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A NameView is a player or team that a field can name: the label that fields suggest
// and parse, and details that distinguish namesakes.
type NameView struct {
	ID            tournament.PlayerID
	Name, Label   string
	Detail        string
	family, given string
	// keys are label, name, given name first, and the text for a part of a name, as they are compared.
	keys [4]string
}

// NameViews returns the names that fields can have, sorted: the teams if teams play,
// else the players. Labels of namesakes have more than the name.
func NameViews(lang *i18n.Language, t *tournament.Tournament) []NameView {
	t = t.Entrants()
	list := make([]NameView, len(t.Players))
	names, labels := map[string]int{}, map[string]int{}
	for i := range t.Players {
		p := &t.Players[i]
		known := slices.DeleteFunc([]string{p.Rank.String(), p.Country, p.Club}, func(text string) bool { return text == "" })
		list[i] = NameView{ID: p.ID, Name: p.Name(), Detail: strings.Join(known, " "), family: p.Family, given: p.Given}
		names[spelling.Fold(list[i].Name)]++
	}
	for i := range list {
		v := &list[i]
		v.Label = v.Name
		if names[spelling.Fold(v.Name)] > 1 {
			v.Label += " (" + v.Detail + ")"
		}
		labels[spelling.Fold(v.Label)]++
	}
	for i := range list {
		v := &list[i]
		if labels[spelling.Fold(v.Label)] > 1 {
			v.Label += " " + strconv.Itoa(int(v.ID))
		}
		v.keys = [4]string{
			spelling.Fold(v.Label), spelling.Fold(v.Name), spelling.Fold(v.given + " " + v.family), spelling.SearchText(v.Name) + spelling.Fold(v.Label),
		}
	}
	i18n.Sort(lang, list, func(v NameView) string { return v.Label })
	return list
}

// parseName finds a player or team by a label, a name, or an unambiguous part of a
// name.
func parseName(list []NameView, text string) (tournament.PlayerID, error) {
	typed := spelling.Fold(text)
	words := strings.Fields(typed)
	for _, fits := range []func(v NameView) bool{
		func(v NameView) bool { return v.keys[0] == typed },
		func(v NameView) bool { return v.keys[1] == typed },
		func(v NameView) bool { return v.keys[2] == typed },
		func(v NameView) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(v.keys[3], w) })
		},
	} {
		var found []NameView
		for _, v := range list {
			if fits(v) {
				found = append(found, v)
			}
		}
		switch {
		case len(found) == 1:
			return found[0].ID, nil
		case len(found) > 1:
			return 0, fault.New(fault.Invalid, "constraint.page.several", fault.Clip(text), labelsOf(found))
		}
	}
	var alike spelling.Names
	for _, v := range list {
		alike.Add(v.family, v.given)
	}
	var found []NameView
	for _, i := range alike.Like(typed, "") {
		found = append(found, list[i])
	}
	if len(found) > 0 {
		return 0, fault.New(fault.NotFound, "constraint.page.alike", fault.Clip(text), labelsOf(found))
	}
	return 0, fault.New(fault.NotFound, "constraint.page.unknown", fault.Clip(text))
}

func labelsOf(list []NameView) string {
	const most = 4
	var labels []string
	for _, v := range list[:min(most, len(list))] {
		labels = append(labels, v.Label)
	}
	if len(list) > most {
		labels = append(labels, "…")
	}
	return strings.Join(labels, "; ")
}

// ParseNames parses fields, each with any number of names and semicolons between
// them.
func ParseNames(list []NameView, fields []string) ([]tournament.PlayerID, error) {
	var ids []tournament.PlayerID
	for _, field := range fields {
		for text := range strings.FieldsFuncSeq(field, func(r rune) bool { return r == ';' || r == '\n' }) {
			if spelling.Fold(text) == "" {
				continue
			}
			id, err := parseName(list, text)
			if err != nil {
				return nil, err
			}
			if ids = append(ids, id); len(ids) > MostNames {
				return nil, fault.New(fault.TooLarge, "constraint.page.many", MostNames)
			}
		}
	}
	return ids, nil
}

// MostNames limits the players that one form can name.
const MostNames = 60
