package settings

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/templates"
)

// registered returns the effect of settings on players of the given ranks, a line each.
func registered(t *testing.T, now tournament.Settings, ranks ...rank.Rank) string {
	t.Helper()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	open := &tournament.Tournament{Settings: now}
	for i, r := range ranks {
		open.Players = append(open.Players, tournament.Player{ID: tournament.PlayerID(i + 1), Rank: r})
	}
	v := newRegisteredView(catalog.Language("en"), open)
	if v == nil {
		return ""
	}
	lines := []string{v.Title}
	for _, part := range v.Parts {
		for _, row := range part.Rows {
			lines = append(lines, fmt.Sprintf("%s: %s", row.Name, row.Value))
		}
	}
	return strings.Join(lines, "\n")
}

func TestRegistered(t *testing.T) {
	presets := tournament.Presets()
	with := func(system tournament.System, change func(s *tournament.Settings)) tournament.Settings {
		s := presets[0].Settings.WithSystem(system)
		s.Rounds, s.Handicap.Basis, s.Handicap.Correction, s.Handicap.Ceiling = 5, "rank", 0, 9
		s.Handicap.Threshold, s.Handicap.Table, s.Handicap.Steps = 0, "", nil
		change(&s)
		return s
	}
	d, k := rank.Dan, rank.Kyu
	for name, tt := range map[string]struct {
		settings tournament.Settings
		ranks    []rank.Rank
		want     []string
	}{
		"groups at the bar and the floor": {
			with(tournament.McMahon, func(s *tournament.Settings) { s.Bar, s.Floor = d(2), k(2) }),
			[]rank.Rank{d(5), d(3), d(2), d(1), k(1), k(2), k(2), k(9)},
			[]string{"In this field of 8 players", "2d and stronger: 3 players", "1d: 1 player", "1k: 1 player", "2k and weaker: 3 players",
				"Unbeaten in the top group after round 5: at most 1",
				"Even games: 17 %", "Handicap 1 to 3: 50 %", "Handicap 7 and more: 33 %"},
		},
		"many groups in one row": {
			with(tournament.McMahon, func(s *tournament.Settings) { s.Bar, s.Floor, s.Handicap.Ceiling = d(1), k(20), 0 }),
			[]rank.Rank{d(1), k(1), k(2), k(3), k(4), k(5), k(5), k(6), k(7), k(8)},
			[]string{"In this field of 10 players", "1d and stronger: 1 player", "7 groups between: 1 to 2 each", "8k: 1 player"},
		},
		"many groups of one size": {
			with(tournament.McMahon, func(s *tournament.Settings) { s.Bar, s.Floor, s.Handicap.Ceiling = d(1), k(20), 0 }),
			[]rank.Rank{d(1), k(1), k(2), k(3), k(4), k(5), k(6), k(7), k(8)},
			[]string{"In this field of 9 players", "1d and stronger: 1 player", "7 groups between: 1 player each", "8k: 1 player"},
		},
		"a limit of the handicap": {
			with(tournament.Swiss, func(s *tournament.Settings) { s.Rounds, s.Handicap.Ceiling = 1, 5 }),
			[]rank.Rank{d(1), k(1), k(9)},
			[]string{"In this field of 3 players", "Unbeaten after round 1: at most 2",
				"Handicap 1 to 3: 33 %", "Handicap 4 to 6: 67 %", "More than 5 would be needed: 67 %"},
		},
		"one player": {with(tournament.Swiss, func(*tournament.Settings) {}), []rank.Rank{d(1)}, nil},
	} {
		if got := registered(t, tt.settings, tt.ranks...); got != strings.Join(tt.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, strings.Join(tt.want, "\n"))
		}
	}
}
