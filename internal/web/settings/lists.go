package settings

import (
	"net/url"
	"slices"
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A listView is a field with a list of criteria in their order: each can be moved and removed, and others added.
type listView struct {
	form.FieldView
	Lang   *i18n.Language
	Action string // the address of the form
	Rows   []listRow
	// Add are the criteria that are not in the list.
	Add []form.OptionView
}

// A listRow is one element of a list; Number counts from 1.
type listRow struct {
	Number      int
	Name, Text  string
	First, Last bool
}

// moveLists moves the list fields to the group's lists, in a tournament of teams on boards boards, or of players if
// boards is 0.
func (g *settingsGroup) moveLists(lang *i18n.Language, boards int) {
	g.Fields = slices.DeleteFunc(slices.Clone(g.Fields), func(f form.FieldView) bool {
		if f.Kind == "list" {
			g.Lists = append(g.Lists, newListView(lang, f, boards))
		}
		return f.Kind == "list"
	})
}

func newListView(lang *i18n.Language, f form.FieldView, boards int) listView {
	v := listView{FieldView: f, Lang: lang}
	names := form.SplitList(f.Value)
	shown := page.Criteria(lang, form.CriteriaNamed(names))
	for i, name := range names {
		row := listRow{Number: i + 1, Name: name, First: i == 0, Last: i+1 == len(names)}
		if key := "criterion." + name; lang.Has(key) {
			row.Name, row.Text = shown[i].Name, lang.T(key)
		}
		v.Rows = append(v.Rows, row)
	}
	offered := tournament.OfferedCriteria(boards)
	words := page.Criteria(lang, offered)
	for i, c := range page.ExactCriteria(lang, offered) {
		if !slices.Contains(names, c.Name) {
			v.Add = append(v.Add, form.OptionView{Value: c.Name, Text: words[i].Name + ": " + c.Help})
		}
	}
	return v
}

// editList runs a button of a list: "criteria up 2", "criteria remove 2" or "criteria add". The field with the ending
// "-add" holds the addition.
func editList(sent url.Values, ask string) {
	words := strings.Fields(ask)
	if len(words) < 2 {
		return
	}
	field := words[0]
	names := form.SplitList(sent.Get(field))
	if words[1] == "add" {
		if name := sent.Get(field + "-add"); name != "" {
			names = append(names, name)
		}
		sent.Set(field, strings.Join(names, ", "))
		return
	}
	i := 0
	if len(words) == 3 {
		i = page.Natural(words[2]) - 1
	}
	if i < 0 || i >= len(names) {
		return
	}
	switch {
	case words[1] == "remove":
		names = slices.Delete(names, i, i+1)
	case words[1] == "up" && i > 0:
		names[i-1], names[i] = names[i], names[i-1]
	}
	sent.Set(field, strings.Join(names, ", "))
}
