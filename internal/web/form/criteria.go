package form

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// FormatCriteria formats a list of criteria by their names.
func FormatCriteria(list []tournament.Criterion) string {
	var names []string
	for _, c := range list {
		names = append(names, string(c))
	}
	return strings.Join(names, ", ")
}

// CriteriaNamed returns the criteria with the given names.
func CriteriaNamed(names []string) []tournament.Criterion {
	list := make([]tournament.Criterion, len(names))
	for i, name := range names {
		list[i] = tournament.Criterion(name)
	}
	return list
}

// CriteriaWords lists criteria in the words of players.
func CriteriaWords(lang *i18n.Language, list []tournament.Criterion) string {
	var names []string
	for _, c := range page.Criteria(lang, list) {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// ParseCriteria parses a list of criteria by their names in any case, with commas,
// semicolons or blanks between them.
func ParseCriteria(text string) ([]tournament.Criterion, error) {
	var list []tournament.Criterion
	known := slices.Concat(tournament.Criteria(), tournament.TeamCriteria())
	for _, name := range SplitList(text) {
		i := slices.IndexFunc(known, func(c tournament.Criterion) bool { return strings.EqualFold(string(c), name) })
		switch {
		case i < 0:
			return nil, fault.New(fault.Invalid, "settings.criterion", fault.Clip(name))
		case slices.Contains(list, known[i]):
			return nil, fault.New(fault.Invalid, "settings.criteria.twice", string(known[i]))
		}
		list = append(list, known[i])
	}
	return list, nil
}

// SplitList splits a list at commas, semicolons and blanks.
func SplitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
}

// SwitchTeamCriteria replaces the criteria in now by the default ones if teams begin
// or cease to play, unless the form changed the criteria too.
func SwitchTeamCriteria(was, now *tournament.Settings) {
	if teams := now.Teams.Boards > 0; teams != (was.Teams.Boards > 0) && slices.Equal(was.Criteria, now.Criteria) {
		now.Criteria, now.PairingCriteria = tournament.DefaultCriteria(now.System), nil
		if teams {
			now.Criteria = tournament.DefaultTeamCriteria(now.System, now.Teams.Boards)
		}
	}
}
