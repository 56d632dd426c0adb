package settings

import (
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/pairing/simulate"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, g := range settingGroups {
		if g.name != secondaryGroup { // it has no heading
			keys = append(keys, g.name)
		}
		if g.name != stagesGroup { // its fields use the keys of other groups
			keys = append(keys, fieldKeys(g.fields)...)
		}
	}
	keys = append(keys, fieldKeys(simulationFields)...)
	for _, s := range tournament.Systems() {
		keys = append(keys, "system."+string(s))
	}
	for _, s := range handicap.Systems() {
		keys = append(keys, "handicap.name."+s.Name)
	}
	for _, p := range tournament.Presets() {
		keys = append(keys, "preset."+p.Name)
	}
	for _, part := range objectiveParts {
		keys = append(keys, "field."+part.weight, "help."+part.weight)
	}
	for _, tie := range []tournament.Tie{tournament.TieIsJigo, tournament.TieWhiteWins, tournament.TieBlackWins} {
		keys = append(keys, "meaning.tie."+string(tie))
	}
	for _, m := range simulate.Measures() {
		keys = append(keys, "simulate.of."+m.Name, "simulate.says."+m.Name)
	}
	webtest.HasMessages(t, keys...)
}

// fieldKeys returns the keys of the labels and options of a form.
func fieldKeys[T any](fields []form.Field[T]) []string {
	var keys []string
	for _, f := range fields {
		if f.Label == nil {
			keys = append(keys, "field."+f.Name)
		}
		for _, o := range f.Options {
			if o.Text != "" {
				keys = append(keys, o.Text)
			}
		}
	}
	return keys
}
