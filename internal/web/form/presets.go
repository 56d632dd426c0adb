package form

import (
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A PresetView is one way to run a tournament.
type PresetView struct {
	Name, Title, Text string
	Current           bool
}

// A PresetGroup is the presets for one occasion.
type PresetGroup struct {
	Name    string
	Presets []PresetView
}

// PresetGroups returns all presets by occasion.
func PresetGroups(lang *i18n.Language, current string) []PresetGroup {
	groups := []PresetGroup{
		{Name: lang.T("founding.open")}, {Name: lang.T("founding.titles")}, {Name: lang.T("founding.own")},
	}
	for _, p := range tournament.Presets() {
		g := &groups[0]
		switch s := p.Settings; {
		case s.System == tournament.Open:
			g = &groups[2]
		case s.System.Planned(), s.System == tournament.Cup, len(s.Stages) > 0:
			g = &groups[1]
		}
		g.Presets = append(g.Presets, PresetView{
			p.Name, lang.T("preset." + p.Name), lang.T("preset.text." + p.Name), p.Name == current,
		})
	}
	return groups
}
