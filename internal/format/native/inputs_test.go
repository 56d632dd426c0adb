package native_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tourney/internal/format/native"
	"tourney/internal/handicap"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// TestHashesOfDraws holds both hashes of draws of every system: they prove published draws, so they never change.
func TestHashesOfDraws(t *testing.T) {
	var lines strings.Builder
	for _, system := range tournament.Systems() {
		if system == tournament.Open {
			continue // nothing is drawn
		}
		tn := drawable(t, system)
		for n := 1; n <= 3; n++ {
			d, err := pairing.Make(context.Background(), tn, n, pairing.Options{Seed: 1<<63 + 7})
			if err != nil {
				t.Fatalf("%s, round %d: %v", system, n, err)
			}
			made, _, err := native.PackDraw(pairing.Inputs(tn, n))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&lines, "%s, round %d: %d games, total %s, inputs %s, made from %s\n", system, n, len(d.Games), d.Total, d.Inputs, made)
			if len(d.Games) == 0 {
				break
			}
			playOut(t, tn, d)
		}
	}
	golden.Check(t, "draws.golden", lines.String())
}

// drawable returns a tournament of nine players with a value in most fields that draws read.
func drawable(t *testing.T, system tournament.System) *tournament.Tournament {
	t.Helper()
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	s.System, s.Rounds, s.Floor, s.Bar = system, 5, rank.Kyu(20), rank.Dan(4)
	s.Pairing, s.Criteria = tournament.DefaultPairing(system), tournament.DefaultCriteria(system)
	s.Categories = []rank.Rank{rank.Dan1}
	s.Handicap = handicap.Policy{Basis: handicap.ByRank, Correction: 1, Ceiling: 9, Threshold: rank.Dan(3), EvenKomi: 13, HandicapKomi: 1}
	s.Pairing.ClubGroups = []tournament.ClubGroup{{Name: "Savo", Clubs: []string{"Kuopio", "Iisalmi"}}}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup", Place: "Oulu"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 9 {
		p := tournament.Player{
			Family: string(rune('A'+i)) + "ho", Given: "Aino", Rank: rank.Kyu(i + 1), Rating: rank.Points(2000 - 100*i), Country: "FI",
			Club: []string{"Kuopio", "Iisalmi", "Oulu"}[i%3], EGD: fmt.Sprint(12345670 + i), Status: tournament.CheckedIn, Notes: "vegetarian",
		}
		if i == 8 && system != tournament.Knockout {
			p.Absent, p.HalfByes = 1<<2|1<<4, 1<<2
		}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// playOut publishes a draw. White wins at every second table.
func playOut(t *testing.T, tn *tournament.Tournament, d *pairing.Draw) {
	t.Helper()
	if d.Seeds != nil {
		if err := tn.SetSeeds(d.Round, d.Seeds); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(d.Round); err != nil {
		t.Fatal(err)
	}
	for i, g := range tn.Round(d.Round).Games {
		r := tournament.Result{Outcome: tournament.BlackWins}
		if i%2 == 1 {
			r = tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByPoints, Margin: 7}
		}
		if _, _, err := tn.Record(tournament.Entry{Round: d.Round, Table: g.Table, Result: r}); err != nil {
			t.Fatal(err)
		}
	}
}
