package pairing

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// shown formats a draw as people see it: the games, their reasons, the
// sentences for the players, and the checks.
func goldenText(t *testing.T, tn *tournament.Tournament, d *Draw) string {
	t.Helper()
	catalog, err := i18n.Load(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	english := catalog.Language(i18n.Fallback)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	line := func(indent int, format string, args ...any) {
		fmt.Fprintf(&text, strings.Repeat("  ", indent)+format+"\n", args...)
	}
	best := ""
	if d.Best != nil {
		best = " of " + d.Best.String()
	}
	line(0, "%s, round %d, total %v%s", d.System, d.Round, d.Total, best)
	for _, p := range d.Games {
		g := p.Game
		line(0, "\n%d. %s – %s, handicap %d, komi %v", g.Table, tn.NameOf(g.Black), tn.NameOf(g.White), g.Handicap, g.Komi)
		e := d.Explain(g.Table)
		for _, r := range e.Reasons {
			line(1, "%s %d of %d: %s", r.Criterion, r.Value, r.Most, english.T(r.Key, r.Args...))
		}
		for _, s := range e.Plan {
			line(1, "plan: %s", english.T(s.Key, s.Args...))
		}
		for _, s := range e.Black {
			line(1, "%s: %s", tn.NameOf(g.Black), english.T(s.Key, s.Args...))
		}
		for _, s := range e.White {
			line(1, "%s: %s", tn.NameOf(g.White), english.T(s.Key, s.Args...))
		}
	}
	for _, id := range d.Byes {
		s, _ := d.ExplainBye(id)
		line(0, "\n%s has a bye: %s", tn.NameOf(id), english.T(s.Key, s.Args...))
	}
	for _, id := range d.Absent {
		line(0, "\n%s is absent", tn.NameOf(id))
	}
	for _, c := range Checks(tn, d.Round) {
		line(0, "\n%s, grave %v: %s", c.Subject, c.Grave, english.T(c.Key, c.Args...))
	}
	return text.String()
}

// evening is a small tournament with typical difficulties: nine players of
// three clubs and seven ranks, one of whom comes late.
func evening(t *testing.T, preset string) *tournament.Tournament {
	t.Helper()
	tn := event(t, settings(t, preset))
	for _, p := range []tournament.Player{
		{Family: "Aalto", Given: "Aino", Rank: rank.Dan(3), Club: "North", Country: "FI"},
		{Family: "Berg", Given: "Bo", Rank: rank.Dan(2), Club: "North", Country: "FI"},
		{Family: "Cap", Given: "Dana", Rank: rank.Dan1, Club: "East", Country: "CZ"},
		{Family: "Dudek", Given: "Ewa", Rank: rank.Dan1, Club: "East", Country: "PL"},
		{Family: "Eklund", Given: "Ida", Rank: rank.Kyu(2), Club: "North", Country: "FI"},
		{Family: "Forst", Given: "Jan", Rank: rank.Kyu(3), Club: "South", Country: "FI"},
		{Family: "Gran", Given: "Kaj", Rank: rank.Kyu(3), Club: "South", Country: "FI"},
		{Family: "Holm", Given: "Lea", Rank: rank.Kyu(8), Club: "South", Country: "FI"},
		{Family: "Ivars", Given: "Mia", Rank: rank.Kyu(12), Club: "North", Country: "FI", Absent: tournament.Rounds(0).With(1)},
	} {
		p.Status = tournament.CheckedIn
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// The third round: groups of a few, an odd number in some, one player too many.
func TestGoldenDraws(t *testing.T) {
	for _, preset := range []string{"finnish", "egf", "swiss"} {
		t.Run(preset, func(t *testing.T) {
			tn := evening(t, preset)
			take(t, tn, 1, stronger)
			take(t, tn, 2, stronger)
			golden.Check(t, preset+".golden", goldenText(t, tn, draw(t, tn, 3)))
		})
	}
}

// The first round of two pools of four, and the semi-finals that come of them.
func TestGoldenPoolsAndKnockout(t *testing.T) {
	tn := event(t, pooled(t, 2, 3, 4), ranks(8)...)
	text := goldenText(t, tn, draw(t, tn, 1))
	for n := 1; n <= 3; n++ {
		take(t, tn, n, stronger)
	}
	golden.Check(t, "pools.golden", text+"\n"+goldenText(t, tn, draw(t, tn, 4)))
}
