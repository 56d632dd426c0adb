package evening

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
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
func newHall(seed uint64, rematch tournament.Rematch) *hall {
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
