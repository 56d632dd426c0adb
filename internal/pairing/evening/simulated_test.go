package evening

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"tourney/internal/tournament"
)

// inRow returns the waiting players, the longest wait first.
func inRow(o *objective) (row []*entrant) {
	for i := range o.field {
		if p := &o.field[i]; !p.playing {
			row = append(row, p)
		}
	}
	slices.SortStableFunc(row, func(a, b *entrant) int {
		return cmp.Or(cmp.Compare(b.waited, a.waited), cmp.Compare(a.ID, b.ID))
	})
	return row
}

// mayStart reports whether a policy may begin a game. With hold it keeps the engine's rule about rematches.
func mayStart(o *objective, hold bool, a, b *entrant) bool {
	return o.forbidden(a, b) == "" && (!hold || o.eligible(a, b))
}

// pegBoard is first come, first served: the first of the row plays with the next one whom the rules allow, preferably
// not a rematch; then the next of the row. If strict, all others wait while the first one has no opponent.
func pegBoard(strict, hold bool) policyOf {
	return func(_ testing.TB, _ *hall, o *objective) (games [][2]tournament.PlayerID) {
		row := inRow(o)
		for len(row) > 1 {
			first, best := row[0], -1
			for k, q := range row[1:] {
				if mayStart(o, hold, first, q) && (best < 0 || o.history[key(first.ID, q.ID)].Tonight < o.history[key(first.ID, row[best].ID)].Tonight) {
					best = k + 1
				}
			}
			if best < 0 && strict {
				break
			}
			if best > 0 {
				games = append(games, [2]tournament.PlayerID{first.ID, row[best].ID})
				row = slices.Delete(row, best, best+1)
			}
			row = row[1:]
		}
		return games
	}
}

// greedy begins the best game of the waiting players, then the best of the others: not a rematch, then the least
// difference, then the longest wait.
func greedy(hold bool) policyOf {
	return func(_ testing.TB, _ *hall, o *objective) (games [][2]tournament.PlayerID) {
		for row := inRow(o); ; {
			a, b, least := -1, -1, int64(0)
			for i := range row {
				for k := range i {
					if c := o.comfort(row[i], row[k]); mayStart(o, hold, row[i], row[k]) && (a < 0 || c < least) {
						a, b, least = i, k, c
					}
				}
			}
			if a < 0 {
				return games
			}
			games = append(games, [2]tournament.PlayerID{row[a].ID, row[b].ID})
			row = slices.Delete(row, a, a+1)
			row = slices.Delete(row, b, b+1)
		}
	}
}

// engineOf begins the games of Next, with a change of its input.
func engineOf(change func(*hall, *Evening)) policyOf {
	return func(t testing.TB, h *hall, o *objective) (games [][2]tournament.PlayerID) {
		change(h, o.e)
		plan, err := Next(context.Background(), o.e)
		if err != nil {
			t.Error(err)
		}
		for _, g := range plan.Games {
			games = append(games, [2]tournament.PlayerID{g.Black, g.White})
		}
		return games
	}
}

// policies are the ways to pair. With holds, a policy keeps the engine's rule about rematches.
var policies = []struct {
	name  string
	holds bool
	only  tournament.Rematch // the rule to try it with, "" for all
	play  policyOf
}{
	{"peg board, strict", false, "", pegBoard(true, false)},
	{"peg board", false, "", pegBoard(false, false)},
	{"peg board, no avoidable rematch", true, "", pegBoard(false, true)},
	{"greedy", false, "", greedy(false)},
	{"greedy, no avoidable rematch", true, "", greedy(true)},
	{"tourney, all ends known", false, tournament.RematchNever, engineOf(func(h *hall, e *Evening) {
		for k := range e.Games {
			e.Games[k].Ends = h.guests[e.Games[k].A-1].until
		}
	})},
	{"tourney", false, "", engineOf(func(*hall, *Evening) {})},
}

// simulate plays evenings under one rule by one policy.
func simulate(t testing.TB, evenings int, rule tournament.Rematch, policy policyOf) (sum figures) {
	var lock sync.Mutex
	var group sync.WaitGroup
	seeds := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for seed := range seeds {
				f := newHall(seed, rule).play(t, policy)
				lock.Lock()
				sum.add(f)
				lock.Unlock()
			}
		})
	}
	for seed := range evenings {
		seeds <- uint64(seed + 1)
	}
	close(seeds)
	group.Wait()
	return sum
}

// TestEvenings compares the policies. The columns are: mean wait and longest wait in minutes, rematches of an evening,
// avoidable ones, percent of waits within the promise, percent of waits within it or without a permitted opponent,
// handicap and games of an evening. TOURNEY_EVENINGS is the number of evenings, 1000 in docs/performance.md.
func TestEvenings(t *testing.T) {
	evenings, _ := strconv.Atoi(os.Getenv("TOURNEY_EVENINGS"))
	if evenings == 0 {
		evenings = 4
	}
	for _, rule := range []tournament.Rematch{tournament.RematchNever, tournament.RematchOnce, tournament.RematchAtOnce} {
		t.Run(string(rule), func(t *testing.T) {
			for _, p := range policies {
				if p.only != "" && p.only != rule || rule == tournament.RematchNever && p.holds {
					continue // the same as another row
				}
				f := simulate(t, evenings, rule, p.play)
				t.Log(p.name, f)
				if p.name == "tourney" {
					f.check(t)
				}
			}
		})
	}
}

// String returns the row of a table.
func (f figures) String() string {
	each := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	return fmt.Sprintf("| %.2f | %.0f | %.1f | %.1f | %.2f | %.2f | %.2f | %.1f |", f.wait.Minutes()/float64(max(f.waits, 1)),
		f.longest.Minutes(), each(f.rematches, f.evenings), each(f.needless, f.evenings), 100-100*each(f.late, f.waits),
		100-100*each(f.avoidable, f.waits), each(f.stones, f.games), each(f.games, f.evenings))
}

// check fails for figures of the engine outside its promises.
func (f figures) check(t *testing.T) {
	t.Helper()
	if f.needless > 0 {
		t.Errorf("%d avoidable rematches", f.needless)
	}
	if f.late*100 > f.waits {
		t.Errorf("%d of %d waits exceed the promise", f.late, f.waits)
	}
}

// randomBoard is a peg board whose players choose any permitted opponent, in a row with exchanged neighbours.
func randomBoard(run uint64) policyOf {
	call := 0
	return func(_ testing.TB, h *hall, o *objective) (games [][2]tournament.PlayerID) {
		call++
		chance, row := chanceOf(h.seed, 3, int(run), call), inRow(o)
		for i := 1; i < len(row); i++ {
			if chance.IntN(2) == 0 {
				row[i], row[i-1] = row[i-1], row[i]
			}
		}
		for len(row) > 1 {
			var permitted []int
			for k := 1; k < len(row); k++ {
				if o.eligible(row[0], row[k]) {
					permitted = append(permitted, k)
				}
			}
			if len(permitted) > 0 {
				k := permitted[chance.IntN(len(permitted))]
				games = append(games, [2]tournament.PlayerID{row[0].ID, row[k].ID})
				row = slices.Delete(row, k, k+1)
			}
			row = row[1:]
		}
		return games
	}
}

// TestHindsight plays each evening 60 times by chance and takes the run with the least wait. The choice after the evening
// makes it better than any of the 60 is; it is not a bound for other policies.
func TestHindsight(t *testing.T) {
	evenings, _ := strconv.Atoi(os.Getenv("TOURNEY_EVENINGS"))
	if evenings == 0 {
		t.Skip("TOURNEY_EVENINGS is not set")
	}
	for _, rule := range []tournament.Rematch{tournament.RematchNever, tournament.RematchOnce} {
		var best figures
		for seed := range evenings {
			var least figures
			for run := range 60 {
				f := newHall(uint64(seed+1), rule).play(t, randomBoard(uint64(run)))
				if run == 0 || f.wait < least.wait {
					least = f
				}
			}
			best.add(least)
		}
		t.Log(rule, best)
	}
}
