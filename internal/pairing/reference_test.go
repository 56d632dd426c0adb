package pairing

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/testkit/golden"
)

func TestStandingsOfTheReference(t *testing.T) {
	for _, s := range samples {
		tn := sample(t, s.name)
		seen := 0
		for _, row := range golden.Rows(t, "opengotha", "derived", s.name+"_standings.csv") {
			after := number(t, row["after_round"])
			standings := results.After(tn, after)
			i := slices.IndexFunc(standings.Rows, func(r results.Row) bool { return tn.Player(r.Player).Name() == row["player"] })
			if i < 0 {
				t.Fatalf("%s: nobody is called %q", s.name, row["player"])
			}
			got := &standings.Rows[i]
			if want := number(t, row["place"]); got.Place != want {
				t.Errorf("%s after %d, %s: place %d, want %d", s.name, after, row["player"], got.Place, want)
			}
			if got.NBW.String() != row["NBW"] || row["MMS"] != "" && got.MMS.String() != row["MMS"] {
				t.Errorf("%s after %d, %s: NBW %v MMS %v, want %s %s", s.name, after, row["player"], got.NBW, got.MMS, row["NBW"], row["MMS"])
			}
			for c, name := range standings.Criteria {
				if want, ok := row[string(name)]; ok && got.Text(c) != want {
					t.Errorf("%s after %d, %s: %s is %s, want %s", s.name, after, row["player"], name, got.Text(c), want)
				}
			}
			seen++
		}
		if seen != len(tn.Players)*len(tn.Rounds) {
			t.Errorf("%s: %d lines compared for %d players and %d rounds", s.name, seen, len(tn.Players), len(tn.Rounds))
		}
	}
}

func TestGroupsOfTheReference(t *testing.T) {
	for _, s := range samples {
		tn := sample(t, s.name)
		fields := map[int]*objective{}
		for _, row := range golden.Rows(t, "opengotha", "derived", s.name+"_groups.csv") {
			round := number(t, row["round"])
			o := fields[round]
			if o == nil {
				o = newObjective(tn, round, 0, nil)
				fields[round] = o
			}
			i := slices.IndexFunc(o.field, func(e entrant) bool { return e.player.Name() == row["player"] })
			if i < 0 {
				t.Fatalf("%s round %d: %s is not in the field", s.name, round, row["player"])
			}
			e := &o.field[i]
			got := fmt.Sprint(e.group, e.position, e.size, o.groups, e.record.Main.Floor(), e.record.MovedUp, e.record.MovedDown, e.record.Colours)
			want := strings.Join([]string{
				row["group"], row["position"], row["group_size"], row["groups_total"], row["main_score"],
				row["draw_ups"], row["draw_downs"], row["white_minus_black"],
			}, " ")
			if got != want {
				t.Errorf("%s round %d, %s: %s, want %s", s.name, round, row["player"], got, want)
			}
		}
	}
}

// dump reads OpenGotha's weights of a round: a pair's names, smaller first, to
// its ten numbers, the total last.
func dump(t testing.TB, name string, round int) map[[2]string][criteria + 1]int64 {
	t.Helper()
	f, err := os.Open(golden.Sample(t, "opengotha", name, fmt.Sprintf("%s_weights_R%d.txt", name, round)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	places := map[string]int{
		"baseDuplicateGameCost": duplicate, "baseRandomCost": random, "baseBWBalanceCost": colour, "mainCategoryCost": category,
		"mainScoreDiffCost": score, "mainDUDDCost": movedUpDown, "mainSeedCost": seeding, "secHandiCost": lowHandicap,
		"secGeoCost": geography, "totalCost": criteria,
	}
	all := map[[2]string][criteria + 1]int64{}
	var pair [2]string
	var numbers [criteria + 1]int64
	for scan := bufio.NewScanner(f); scan.Scan(); {
		key, value, found := strings.Cut(scan.Text(), "=")
		place, known := places[key]
		switch {
		case key == "Player1Name":
			pair[0] = value
		case key == "Player2Name":
			pair[1] = value
			slices.Sort(pair[:])
		case found && known:
			if _, err := fmt.Sscan(value, &numbers[place]); err != nil {
				t.Fatal(err)
			}
			if place == criteria {
				all[pair] = numbers
			}
		}
	}
	return all
}

func TestWeightsOfTheReference(t *testing.T) {
	pairs := 0
	for _, s := range samples {
		tn := sample(t, s.name)
		for round := 1; round <= len(s.totals); round++ {
			want := dump(t, s.name, round)
			draw, err := Make(context.Background(), tn, round, Options{})
			if err != nil {
				t.Fatal(err)
			}
			n, wrong := 0, 0
			for w := range draw.Weights() {
				names := [2]string{tn.Player(w.A).Name(), tn.Player(w.B).Name()}
				slices.Sort(names[:])
				theirs, ok := want[names]
				if !ok {
					t.Fatalf("%s round %d: no weight of %v", s.name, round, names)
				}
				n++
				for c, value := range append(slices.Clone(w.Shares), w.Total) {
					tolerance := int64(0)
					if c == geography || c == criteria {
						tolerance = 1
					}
					if off := value - theirs[c]; off > tolerance || off < -tolerance {
						if wrong++; wrong < 6 {
							t.Errorf("%s round %d, %v: criterion %d is %d, want %d", s.name, round, names, c, value, theirs[c])
						}
					}
				}
			}
			if n != len(want) {
				t.Errorf("%s round %d: %d pairs, want %d", s.name, round, n, len(want))
			}
			pairs += n
		}
	}
	t.Logf("%d pairs compared", pairs)
}

func TestTotalsOfTheReference(t *testing.T) {
	for _, s := range samples {
		tn := sample(t, s.name)
		for round, want := range s.totals {
			draw, err := Make(context.Background(), tn, round+1, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if draw.Total.String() != want {
				t.Errorf("%s round %d: total %v, want %s", s.name, round+1, draw.Total, want)
			}
			for _, p := range draw.Games {
				if p.Shares[duplicate].Value == 0 {
					t.Errorf("%s round %d: a repeat at table %d", s.name, round+1, p.Game.Table)
				}
			}
			if recorded := tn.Rounds[round].Byes; !slices.Equal(draw.Byes, recorded) {
				t.Errorf("%s round %d: bye %v, want %v", s.name, round+1, draw.Byes, recorded)
			}
		}
	}
}

func TestTermsOfTheReference(t *testing.T) {
	games := 0
	for _, s := range samples {
		tn := sample(t, s.name)
		for _, r := range tn.Rounds {
			o := newObjective(tn, r.Number, 0, nil)
			for _, g := range r.Games {
				got := o.terms(o.index[g.White], o.index[g.Black])
				if got.Handicap != g.Handicap || got.Black != g.Black {
					t.Errorf("%s round %d table %d: handicap %d, Black %s, want %d, %s", s.name, r.Number, g.Table,
						got.Handicap, tn.Player(got.Black).Name(), g.Handicap, tn.Player(g.Black).Name())
				}
				games++
			}
		}
	}
	t.Logf("%d games compared", games)
}
