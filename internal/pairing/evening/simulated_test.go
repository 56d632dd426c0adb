package evening

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// A board is an evening's size of board, with its clock and the median length of its games in minutes.
type board struct {
	size   int
	clock  tournament.Clock
	median float64
}

var boards = []board{
	{19, tournament.Clock{Main: tournament.Span(20 * time.Minute), Overtime: tournament.Fischer, Period: tournament.Span(10 * time.Second)}, 50},
	{13, tournament.Clock{Main: tournament.Span(10 * time.Minute), Overtime: tournament.Fischer, Period: tournament.Span(5 * time.Second)}, 22},
	{9, tournament.Clock{Main: tournament.Span(5 * time.Minute), Overtime: tournament.Fischer, Period: tournament.Span(3 * time.Second)}, 11},
}

// A guest is a player of a simulated evening.
type guest struct {
	Person
	arrives time.Time
	state   guestState
	until   time.Time // the end of the game, or of the rest
	game    int       // the number of the game in hall.games
	// could is set if a permitted opponent waited at a moment of this wait.
	could bool
}

type guestState int

const (
	away guestState = iota
	waits
	plays
	rests
	home
)

// A hall is a simulated evening: its guests, and the figures of the policy that pairs them.
type hall struct {
	seed   uint64
	board  board
	rules  Rules
	policy handicap.Policy
	now    time.Time
	guests []guest // by ID − 1
	games  []Game  // running
	began  []time.Time
	met    map[[2]tournament.PlayerID]Meeting
	done   []time.Duration
	figures
}

// figures are the sums of one or more evenings.
type figures struct {
	evenings, waits, late, avoidable, games, rematches, needless, stones, beyond int
	wait, longest                                                                time.Duration
}

func (f *figures) add(g figures) {
	f.evenings += g.evenings
	f.waits += g.waits
	f.late += g.late
	f.avoidable += g.avoidable
	f.games += g.games
	f.rematches += g.rematches
	f.needless += g.needless
	f.stones += g.stones
	f.beyond += g.beyond
	f.wait += g.wait
	f.longest = max(f.longest, g.longest)
}

// chanceOf returns a source of chance for one subject of an evening, the same under every policy.
func chanceOf(seed uint64, subject ...int) *rand.Rand {
	for _, s := range subject {
		seed = (seed ^ uint64(s)) * 0x9e3779b97f4a7c15
		seed ^= seed >> 31
	}
	return rand.New(rand.NewPCG(seed, 43))
}

// newHall returns an evening from 18:00 to 22:30. 16 to 60 guests of 25k to 5d arrive during the first hour. A third of
// them leaves early, not before two hours have passed.
func newHall(seed uint64, rematch Rematch) *hall {
	chance := chanceOf(seed, 0)
	system, err := handicap.Named("finnish")
	if err != nil {
		panic(err)
	}
	opens := time.Date(2026, 11, 24, 18, 0, 0, 0, time.UTC)
	h := &hall{
		seed: seed, board: boards[[]int{0, 0, 0, 1, 1, 2}[chance.IntN(6)]], policy: system.Policy, now: opens,
		rules: Rules{Rematch: rematch, Promise: 20 * time.Minute, Widest: 9}, met: map[[2]tournament.PlayerID]Meeting{},
	}
	for i := range 16 + chance.IntN(45) {
		g := guest{arrives: opens.Add(time.Duration(chance.IntN(3600)) * time.Second)}
		g.ID = tournament.PlayerID(i + 1)
		g.Strength = min(max(int(math.Round(7*chance.NormFloat64()-6)), -25), 4)
		g.Leaves = opens.Add(270 * time.Minute)
		if chance.IntN(3) == 0 {
			g.Leaves = opens.Add(time.Duration(120+chance.IntN(150)) * time.Minute)
		}
		h.guests = append(h.guests, g)
	}
	return h
}

// A policyOf returns the games that begin now.
type policyOf func(t testing.TB, h *hall, o *objective) [][2]tournament.PlayerID

// play runs the evening to its end. The policy is called after each arrival, rest and game, and each minute.
func (h *hall) play(t testing.TB, policy policyOf) figures {
	h.evenings = 1
	for {
		next := h.now.Add(time.Minute)
		busy := false
		for i := range h.guests {
			g := &h.guests[i]
			busy = busy || g.state != home
			switch at := g.until; g.state {
			case away:
				next = earlier(next, g.arrives)
			case plays, rests:
				next = earlier(next, at)
			}
		}
		if !busy {
			return h.figures
		}
		h.now = next
		h.move()
		waiting := 0
		for i := range h.guests {
			if h.guests[i].state == waits {
				waiting++
			}
		}
		if waiting < 2 {
			continue
		}
		o := newObjective(h.evening())
		for _, pair := range policy(t, h, o) {
			h.begin(t, o, pair[0], pair[1])
		}
		h.remember(o)
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// move lets guests arrive, finish games and rests, and go home.
func (h *hall) move() {
	for i := range h.guests {
		g := &h.guests[i]
		switch {
		case g.state == away && !h.now.Before(g.arrives), g.state == rests && !h.now.Before(g.until):
			g.state, g.Since, g.could = waits, h.now, false
		case g.state == plays && !h.now.Before(g.until):
			h.finish(g)
		}
		if g.state == waits && h.now.Add(h.lengths().Expected()).After(g.Leaves) {
			if h.now.After(g.Since) {
				h.waited(g)
			}
			g.state = home
		}
	}
}

// finish ends a guest's game. One guest in five rests for 5 to 15 minutes.
func (h *hall) finish(g *guest) {
	g.Games++
	g.state, g.Since, g.could = waits, h.now, false
	if chance := chanceOf(h.seed, 1, int(g.ID), g.Games); chance.IntN(5) == 0 {
		g.state, g.until = rests, h.now.Add(time.Duration(300+chance.IntN(600))*time.Second)
	}
	for k, r := range h.games {
		if r.A == g.ID || r.B == g.ID {
			other := &h.guests[r.A+r.B-g.ID-1]
			if other.state != plays || other.game != g.game { // the second of the two
				m := h.met[key(r.A, r.B)]
				m.A, m.B, m.Tonight, m.Last = r.A, r.B, m.Tonight+1, h.now
				h.met[key(r.A, r.B)] = m
				h.done = append(h.done, h.now.Sub(h.began[k]))
				h.games, h.began = slices.Delete(h.games, k, k+1), slices.Delete(h.began, k, k+1)
			}
			return
		}
	}
}

func (h *hall) lengths() Lengths { return NewLengths(h.board.clock, h.board.size, h.done) }

// waited counts a wait that ends.
func (h *hall) waited(g *guest) {
	d := h.now.Sub(g.Since)
	h.figures.waits++
	h.wait += d
	h.longest = max(h.longest, d)
	if d > h.rules.Promise {
		h.late++
		if g.could {
			h.avoidable++
		}
	}
}

// evening returns the state that the engine reads.
func (h *hall) evening() *Evening {
	lengths := h.lengths()
	e := &Evening{Now: h.now, Handicap: h.policy, Rules: h.rules, Length: lengths.Expected()}
	for _, g := range h.guests {
		if g.state == waits || g.state == plays {
			e.People = append(e.People, g.Person)
		}
	}
	for k, g := range h.games {
		g.Ends = lengths.End(h.began[k], h.now)
		e.Games = append(e.Games, g)
	}
	for _, pair := range slices.SortedFunc(maps.Keys(h.met), func(a, b [2]tournament.PlayerID) int { return slices.Compare(a[:], b[:]) }) {
		e.Met = append(e.Met, h.met[pair])
	}
	return e
}

// begin starts a game. The test fails if the rules forbid it.
func (h *hall) begin(t testing.TB, o *objective, first, second tournament.PlayerID) {
	a, b := &h.guests[first-1], &h.guests[second-1]
	p, _ := o.present(first)
	q, _ := o.present(second)
	if why := o.forbidden(p, q); why != "" || a.state != waits || b.state != waits || first == second {
		t.Errorf("evening %d at %v: game of %+v and %+v, against it: %q", h.seed, h.now, a, b, why)
	}
	met := h.met[key(first, second)].Tonight
	length := h.board.median * 60 * math.Exp(0.35*chanceOf(h.seed, 2, int(min(first, second)), int(max(first, second)), met).NormFloat64())
	h.figures.games++
	if met > 0 {
		h.rematches++
		if p, q := o.field[o.place(first)], o.field[o.place(second)]; p.fresh && q.fresh {
			h.needless++
		}
	}
	even, beyond := o.differences(p, q)
	h.stones, h.beyond = h.stones+even, h.beyond+beyond
	for _, g := range []*guest{a, b} {
		h.waited(g)
		g.state, g.until, g.game = plays, h.now.Add(time.Duration(length)*time.Second), h.figures.games
	}
	h.games = append(h.games, Game{Table: h.figures.games, A: first, B: second})
	h.began = append(h.began, h.now)
}

// remember marks the waits with a chance: two permitted opponents who both wait.
func (h *hall) remember(o *objective) {
	for i := range o.field {
		for k := range i {
			a, b := &o.field[i], &o.field[k]
			if h.guests[a.ID-1].state == waits && h.guests[b.ID-1].state == waits && o.forbidden(a, b) == "" {
				h.guests[a.ID-1].could, h.guests[b.ID-1].could = true, true
			}
		}
	}
}

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
	only  Rematch // the rule to try it with, "" for all
	play  policyOf
}{
	{"peg board, strict", false, "", pegBoard(true, false)},
	{"peg board", false, "", pegBoard(false, false)},
	{"peg board, no avoidable rematch", true, "", pegBoard(false, true)},
	{"greedy", false, "", greedy(false)},
	{"greedy, no avoidable rematch", true, "", greedy(true)},
	{"tourney, all ends known", false, Never, engineOf(func(h *hall, e *Evening) {
		for k := range e.Games {
			e.Games[k].Ends = h.guests[e.Games[k].A-1].until
		}
	})},
	{"tourney", false, "", engineOf(func(*hall, *Evening) {})},
}

// simulate plays evenings under one rule by one policy.
func simulate(t testing.TB, evenings int, rule Rematch, policy policyOf) (sum figures) {
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
	for _, rule := range []Rematch{Never, Once, AtOnce} {
		t.Run(string(rule), func(t *testing.T) {
			for _, p := range policies {
				if p.only != "" && p.only != rule || rule == Never && p.holds {
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

// TestHindsight plays each evening 60 times by chance and takes the run with the least wait: an estimate of the wait
// that no policy avoids.
func TestHindsight(t *testing.T) {
	evenings, _ := strconv.Atoi(os.Getenv("TOURNEY_EVENINGS"))
	if evenings == 0 {
		t.Skip("TOURNEY_EVENINGS is not set")
	}
	for _, rule := range []Rematch{Never, Once} {
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
