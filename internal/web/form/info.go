package form

import (
	"time"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// InfoFields are what a form can say about the tournament itself.
var InfoFields = []Field[tournament.Info]{
	TextField("name", func(i *tournament.Info) *string { return &i.Name }),
	TextField("slug", func(i *tournament.Info) *string { return &i.Slug }),
	TextField("short", func(i *tournament.Info) *string { return &i.ShortName }),
	TextField("place", func(i *tournament.Info) *string { return &i.Place }),
	CountryField(func(i *tournament.Info) *string { return &i.Country }),
	dayField("begin", func(i *tournament.Info) *time.Time { return &i.Begin }),
	dayField("end", func(i *tournament.Info) *time.Time { return &i.End }),
	TextField("zone", func(i *tournament.Info) *string { return &i.Zone }),
	TextField("director", func(i *tournament.Info) *string { return &i.Director }),
	CheckField("hidden", func(i *tournament.Info) *bool { return &i.Hidden }),
}

// dayField is a day, empty for none.
func dayField[T any](name string, at func(*T) *time.Time) Field[T] {
	return Field[T]{Name: name, Kind: "date",
		Write: func(from *T) string { return page.Day(*at(from)) },
		Read: func(to *T, text string) error {
			*at(to) = time.Time{}
			if text == "" {
				return nil
			}
			d, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return fault.New(fault.Invalid, "field.day", tournament.Field(name), fault.Clip(text))
			}
			*at(to) = d
			return nil
		},
	}
}

// A PresetView is one way to run a tournament, in a sentence.
type PresetView struct {
	Name, Title, Text string
	Current           bool
}

// A PresetGroup are presets for one occasion.
type PresetGroup struct {
	Name    string
	Presets []PresetView
}

// PresetGroups lists all presets by occasion.
func PresetGroups(lang *i18n.Language, current string) []PresetGroup {
	groups := []PresetGroup{{Name: lang.T("founding.open")}, {Name: lang.T("founding.titles")}, {Name: lang.T("founding.own")}}
	for _, p := range tournament.Presets() {
		g := &groups[0]
		switch s := p.Settings; {
		case s.System == tournament.Free:
			g = &groups[2]
		case s.System.Planned(), s.System == tournament.Cup, len(s.Stages) > 0:
			g = &groups[1]
		}
		g.Presets = append(g.Presets, PresetView{p.Name, lang.T("preset." + p.Name), lang.T("preset.text." + p.Name), p.Name == current})
	}
	return groups
}
