package tournament

import (
	"testing"

	"tourney/internal/fault"
	"tourney/internal/handicap"
)

// Settings that make a round impossible are refused with the name of the setting. Presets, and settings of drawn
// rounds, are accepted.
func TestSettingsThatNoDrawCouldUse(t *testing.T) {
	for _, p := range Presets() {
		if err := p.Settings.CheckDrawable(0); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	of := func(system System, rounds int) Settings {
		s, err := PresetNamed("swiss")
		if err != nil {
			t.Fatal(err)
		}
		s.System, s.Rounds = system, rounds
		return s
	}
	for _, tt := range []struct {
		name   string
		change func(s *Settings)
		from   Settings
		drawn  int
		key    string
	}{
		{"twenty stones", func(s *Settings) { s.Handicap = handicap.Policy{Basis: handicap.ByRank, Ceiling: 20} }, of(Swiss, 5), 0, "handicap.ceiling"},
		{"nine stones", func(s *Settings) { s.Handicap = handicap.Policy{Basis: handicap.ByRank, Ceiling: 9} }, of(Swiss, 5), 0, ""},
		{"beyond a table", func(s *Settings) { s.Handicap.Table, s.Handicap.Ceiling = "playstrategy-9", 10 }, of(Swiss, 5), 0, "handicap.ceiling.table"},
		{"a knockout with whole komi", func(s *Settings) { s.Handicap.EvenKomi = 14 }, of(Knockout, 3), 0, "system.jigo"},
		{"the same, White wins a tied score", func(s *Settings) { s.Handicap.EvenKomi, s.Tie = 14, TieWhiteWins }, of(Knockout, 3), 0, ""},
		{"the same, all drawn", func(s *Settings) { s.Handicap.EvenKomi = 14 }, of(Knockout, 3), 3, ""},
		{"the same of teams", func(s *Settings) { s.Handicap.EvenKomi, s.Teams.Boards = 14, 3 }, of(Knockout, 3), 0, ""},
		{"a final with whole komi", func(s *Settings) {
			s.Handicap.EvenKomi, s.Stages = 14, []Stage{{From: 4, System: Knockout, Qualify: 4}}
		}, of(Swiss, 5), 0, "system.jigo"},
		{"a knockout with a step of whole komi", func(s *Settings) {
			s.Handicap.Ceiling, s.Handicap.Steps = 2, []handicap.Terms{{Komi: 13}, {Number: 1}, {Number: 2, Komi: 1}}
		}, of(Knockout, 3), 0, "system.jigo.stones"},
		{"a cup of 14 rounds", func(*Settings) {}, of(Cup, 14), 0, "system.cup.rounds"},
		{"a cup of 13 rounds", func(*Settings) {}, of(Cup, 13), 0, ""},
		{"a cup followed by a Swiss", func(s *Settings) { s.Stages = []Stage{{From: 6, System: Swiss}} }, of(Cup, 20), 0, ""},
	} {
		s := tt.from
		tt.change(&s)
		if err := s.CheckDrawable(tt.drawn); tt.key == "" && err != nil || tt.key != "" && !fault.Is(err, tt.key) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.key)
		}
	}
}
