package evening

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

var tuesday = time.Date(2026, 11, 24, 19, 30, 0, 0, time.UTC)

// clubEvening returns an evening without players, with the usual rules.
func clubEvening() *Evening {
	system, err := handicap.Named("finnish")
	if err != nil {
		panic(err)
	}
	return &Evening{
		Now: tuesday, Handicap: system.Policy, Length: 40 * time.Minute,
		Rules: Rules{Rematch: tournament.RematchOnce, Promise: 20 * time.Minute, Widest: 9},
	}
}

func ago(minutes int) time.Time { return tuesday.Add(-time.Duration(minutes) * time.Minute) }

func next(t testing.TB, e *Evening) Plan {
	t.Helper()
	plan, err := Next(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// anyEvening draws an evening of up to most players, waiting, playing and resting.
func anyEvening(rt *rapid.T, most int) *Evening {
	number := func(low, high int, name string) int { return rapid.IntRange(low, high).Draw(rt, name) }
	e := clubEvening()
	e.Rules.Rematch = rapid.SampledFrom(tournament.Rematches()).Draw(rt, "rematch")
	e.Rules.Promise = time.Duration(number(1, 60, "promise")) * time.Minute
	e.Rules.Widest = number(0, 12, "widest")
	e.Handicap.Ceiling = number(0, 9, "ceiling")
	e.Length = time.Duration(number(1, 90, "length")) * time.Minute
	people, games := number(0, most, "people"), number(0, most/4, "games")
	for i := range people {
		p := Person{
			ID: tournament.PlayerID(i + 1), Strength: number(-25, 4, "strength"), Games: number(0, 4, "games"),
			Colours: number(-2, 2, "colours"), Resting: number(0, 9, "resting") == 0,
			// Different seconds, so that no two players are the same.
			Since: ago(number(0, 40, "since")).Add(-time.Duration(i) * time.Second),
		}
		if number(0, 4, "leaves") == 0 {
			p.Leaves = ago(-number(0, 120, "leaving"))
		}
		e.People = append(e.People, p)
	}
	for k := range min(games, people/2) {
		e.Games = append(e.Games, Game{
			Table: k + 1, A: tournament.PlayerID(2*k + 1), B: tournament.PlayerID(2*k + 2),
			Ends: ago(-number(-5, 60, "ends")).Add(time.Duration(k) * time.Second),
		})
	}
	for i := range people {
		for j := range i {
			if number(0, 2, "met") == 0 {
				e.Met = append(e.Met, Meeting{
					A: tournament.PlayerID(i + 1), B: tournament.PlayerID(j + 1), Tonight: number(0, 2, "tonight"),
					Last: ago(60 * 24 * number(0, 90, "days")), Black: tournament.PlayerID(i + 1),
				})
			}
		}
	}
	return e
}

// bruteForce returns the least cost of all plans of the players from i on, by trying all.
func bruteForce(o *objective, taken []bool, i int) int64 {
	for i < len(taken) && taken[i] {
		i++
	}
	if i == len(taken) {
		return 0
	}
	taken[i] = true
	least := o.alone(&o.field[i]) + bruteForce(o, taken, i+1)
	for k := i + 1; k < len(taken); k++ {
		if !taken[k] && o.eligible(&o.field[i], &o.field[k]) {
			taken[k] = true
			least = min(least, o.cost(&o.field[i], &o.field[k])+bruteForce(o, taken, i+1))
			taken[k] = false
		}
	}
	taken[i] = false
	return least
}

func TestPlanEqualsBruteForce(t *testing.T) {
	check := func(t failer, e *Evening) {
		o := newObjective(e)
		mate, err := o.solve(context.Background(), o.solver())
		if err != nil {
			t.Fatalf("%v", err)
		}
		if got, want := o.total(mate), bruteForce(o, make([]bool, len(o.field)), 0); got != want {
			t.Fatalf("the plan costs %d, the best %d", got, want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, anyEvening(rt, 9)) })
	// Twelve waiting players, each a possible opponent of each other.
	e := clubEvening()
	for i := range 12 {
		e.People = append(e.People, Person{ID: tournament.PlayerID(i + 1), Strength: -(i * 7 % 10), Since: ago(i * 5 % 13), Games: i % 3})
	}
	for i := range 11 {
		e.Met = append(e.Met, Meeting{A: tournament.PlayerID(i + 1), B: tournament.PlayerID(i + 2), Tonight: i % 2, Last: ago(100 * i)})
	}
	check(t, e)
}

type failer interface {
	Fatalf(format string, args ...any)
}

func TestPlansKeepTheRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyEvening(rt, 24)
		plan := next(t, e)
		o := newObjective(e)
		seen := map[tournament.PlayerID]bool{}
		for _, g := range e.Games {
			seen[g.A], seen[g.B] = true, true
		}
		once := func(id tournament.PlayerID) {
			if seen[id] {
				rt.Fatalf("player %d is twice in the plan or plays: %+v", id, plan)
			}
			seen[id] = true
		}
		for _, g := range plan.Games {
			once(g.Black)
			once(g.White)
			v, err := Judge(context.Background(), e, g.White, g.Black)
			if err != nil || len(v.Against) > 0 || v.Loss != (Loss{}) || v.Terms != g.Terms {
				rt.Fatalf("the proposed game %+v is judged %+v, %v", g, v, err)
			}
			if white, black := o.field[o.place(g.White)], o.field[o.place(g.Black)]; !o.eligible(&white, &black) || white.Resting || black.Resting {
				rt.Fatalf("game of %+v and %+v", white, black)
			}
			if len(g.Reasons) == 0 {
				rt.Fatalf("game %+v without a reason", g)
			}
		}
		for _, w := range plan.Waits {
			once(w.Player)
			if w.For != nil && w.For.Player != w.Player {
				rt.Fatalf("wait %+v for another's game", w)
			}
		}
		if len(seen) != len(e.People) {
			rt.Fatalf("%d of %d players in games, plan and waits", len(seen), len(e.People))
		}
	})
}

// A player whose promise ends never waits on beside a waiting permitted opponent.
func TestPromiseComesFirst(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyEvening(rt, 16)
		e.Rules.Rematch = tournament.RematchNever
		plan := next(t, e)
		o := newObjective(e)
		playing := map[tournament.PlayerID]bool{}
		for _, g := range plan.Games {
			playing[g.White], playing[g.Black] = true, true
		}
		for i := range o.field {
			p := &o.field[i]
			if p.playing || playing[p.ID] || p.waited < o.promise {
				continue
			}
			for k := range o.field {
				q := &o.field[k]
				// Now q has no game, or one with a player whose wait is not due.
				if k != i && !q.playing && !playing[q.ID] && o.forbidden(p, q) == "" {
					rt.Fatalf("players %d and %d wait, and the wait of %d is due", p.ID, q.ID, p.ID)
				}
			}
		}
	})
}

func TestOrderAndNumbersDoNotCount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyEvening(rt, 20)
		plan := next(t, e)
		numbers := rapid.Permutation(rangeOf(len(e.People))).Draw(rt, "numbers")
		moved := *e
		id := func(p tournament.PlayerID) tournament.PlayerID {
			if p == 0 {
				return 0
			}
			return tournament.PlayerID(numbers[p-1] + 100)
		}
		moved.People, moved.Games, moved.Met = nil, nil, nil
		for _, i := range rapid.Permutation(rangeOf(len(e.People))).Draw(rt, "order") {
			p := e.People[i]
			p.ID = id(p.ID)
			moved.People = append(moved.People, p)
		}
		for _, g := range slices.Backward(e.Games) {
			moved.Games = append(moved.Games, Game{Table: g.Table, A: id(g.B), B: id(g.A), Ends: g.Ends})
		}
		for _, m := range slices.Backward(e.Met) {
			moved.Met = append(moved.Met, Meeting{A: id(m.B), B: id(m.A), Tonight: m.Tonight, Last: m.Last, Black: id(m.Black)})
		}
		other := next(t, &moved)
		if got, want := pairsOf(other.Games, func(p tournament.PlayerID) tournament.PlayerID { return p }), pairsOf(plan.Games, id); !reflect.DeepEqual(got, want) {
			o, m := newObjective(e), newObjective(&moved)
			rt.Fatalf("games %v, want %v (%d and %d players)", got, want, len(o.field), len(m.field))
		}
	})
}

func rangeOf(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func pairsOf(games []Proposal, id func(tournament.PlayerID) tournament.PlayerID) (list []string) {
	for _, g := range games {
		a, b := id(g.Black), id(g.White)
		if g.Nigiri {
			a, b = min(a, b), max(a, b)
		}
		list = append(list, fmt.Sprint(a, b, g.Terms, g.Nigiri, g.Difference))
	}
	slices.Sort(list)
	return list
}

// The evening of the picture: two games begin, one player rests, and a shorter handicap is five minutes away.
func TestAnEvening(t *testing.T) {
	e := clubEvening()
	const jagoda, zofie, kerttu, maelle, otso, hanna, tymon = 1, 2, 3, 4, 5, 6, 7
	e.People = []Person{
		{ID: jagoda, Strength: -4, Since: ago(19), Games: 2}, {ID: zofie, Strength: -3, Since: ago(14), Games: 2},
		{ID: kerttu, Strength: -7, Since: ago(11), Games: 1}, {ID: maelle, Strength: -3, Since: ago(6), Resting: true},
		{ID: otso, Strength: -6, Since: ago(0)}, {ID: hanna, Strength: -8}, {ID: tymon, Strength: -12},
	}
	e.Games = []Game{{Table: 2, A: hanna, B: tymon, Ends: ago(-5)}}
	e.Met = []Meeting{{A: jagoda, B: zofie, Tonight: 1, Last: ago(80)}}
	plan := next(t, e)
	if len(plan.Games) != 2 || len(plan.Waits) != 1 || plan.Waits[0] != (Wait{Player: maelle, Minutes: 6, Why: IsResting}) {
		t.Fatalf("%+v", plan)
	}
	first := plan.Games[0]
	if first.Reasons[0] != (Reason{PromiseDue, jagoda, 19}) && first.Reasons[0] != (Reason{WaitedLongest, jagoda, 19}) {
		t.Errorf("the first game is %+v, want the longest wait as its first reason", first)
	}
	for _, g := range plan.Games {
		if g.White == zofie && g.Black == jagoda || g.White == jagoda && g.Black == zofie {
			t.Errorf("a rematch although others wait: %+v", g)
		}
		if g.Black == kerttu && (g.Instead == nil || *g.Instead != Later{
			Player: kerttu, Other: hanna, Table: 2, Minutes: 5, Terms: handicap.Terms{Number: 1},
		}) {
			t.Errorf("instead of the game of Kerttu: %+v", g.Instead)
		}
	}
}

func TestColoursAlternate(t *testing.T) {
	for name, tt := range map[string]struct {
		colours int // of player 1
		black   tournament.PlayerID
		want    Proposal
	}{
		"no game so far":                 {0, 0, Proposal{Black: 2, White: 1, Nigiri: true}},
		"the first had White more often": {1, 0, Proposal{Black: 1, White: 2}},
		"the first had Black more often": {-1, 1, Proposal{Black: 2, White: 1}},
		"the first had Black last":       {0, 1, Proposal{Black: 2, White: 1}},
		"the second had Black last":      {0, 2, Proposal{Black: 1, White: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			e := clubEvening()
			e.People = []Person{{ID: 1, Since: ago(1), Colours: tt.colours}, {ID: 2, Since: ago(0)}}
			e.Met = []Meeting{{A: 1, B: 2, Last: ago(60 * 24 * 30), Black: tt.black}}
			g := next(t, e).Games[0]
			if g.Black != tt.want.Black && !tt.want.Nigiri || g.Nigiri != tt.want.Nigiri || g.Terms != (handicap.Terms{Komi: 13}) {
				t.Errorf("%+v, want %+v", g, tt.want)
			}
		})
	}
}

// Two players without other opponents play again, and wait while another opponent is near.
func TestRematchOnlyWithoutOtherOpponents(t *testing.T) {
	e := clubEvening()
	e.People = []Person{{ID: 1, Since: ago(0)}, {ID: 2, Since: ago(0)}, {ID: 3}, {ID: 4}}
	e.Games = []Game{{Table: 1, A: 3, B: 4, Ends: ago(-5)}}
	e.Met = []Meeting{{A: 1, B: 2, Tonight: 1, Last: ago(0)}}
	if plan := next(t, e); len(plan.Games) > 0 || len(plan.Waits) != 2 || plan.Waits[0].For == nil || plan.Waits[0].For.Minutes != 5 {
		t.Errorf("a table ends in five minutes: %+v", plan)
	}
	e.Games[0].Ends = ago(-50)
	if plan := next(t, e); len(plan.Games) != 1 {
		t.Errorf("the table ends after the promise: %+v", plan)
	}
	e.Rules.Rematch = tournament.RematchNever
	if plan := next(t, e); len(plan.Games) > 0 {
		t.Errorf("no rematch is allowed: %+v", plan)
	}
}

// Among players who all met, the fewest rematches come before the difference.
func TestFewestRematches(t *testing.T) {
	e := clubEvening()
	e.Rules.Rematch = tournament.RematchAtOnce
	e.People = []Person{{ID: 1, Since: ago(5)}, {ID: 2, Strength: -9, Since: ago(4)}, {ID: 3, Since: ago(5)}}
	e.Met = []Meeting{{A: 1, B: 2, Tonight: 1}, {A: 1, B: 3, Tonight: 2}, {A: 2, B: 3, Tonight: 3}}
	if plan := next(t, e); len(plan.Games) != 1 || plan.Games[0].Black != 2 || plan.Games[0].White != 1 {
		t.Errorf("%+v, want the game of players 1 and 2", plan)
	}
}

func TestRefusedInput(t *testing.T) {
	two := []Person{{ID: 1}, {ID: 2}}
	for name, change := range map[string]func(e *Evening){
		"promise":  func(e *Evening) { e.Rules.Promise = 0 },
		"rematch":  func(e *Evening) { e.Rules.Rematch = "" },
		"length":   func(e *Evening) { e.Length = 0 },
		"number":   func(e *Evening) { e.People = []Person{{}} },
		"twice":    func(e *Evening) { e.People = []Person{{ID: 1}, {ID: 1}} },
		"strength": func(e *Evening) { e.People = []Person{{ID: 1, Strength: 101}} },
		"absent":   func(e *Evening) { e.People, e.Games = two, []Game{{A: 1, B: 3}} },
		"at two tables": func(e *Evening) {
			e.People, e.Games = append(two, Person{ID: 3}), []Game{{A: 1, B: 2}, {A: 1, B: 3}}
		},
		"people": func(e *Evening) { e.People = make([]Person, MostPeople+1) },
		"policy": func(e *Evening) { e.Handicap = handicap.Policy{} },
	} {
		e := clubEvening()
		change(e)
		if _, err := Next(context.Background(), e); !errors.Is(err, ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkNext measures an answer: half of the players wait and the others play, or all wait.
func BenchmarkNext(b *testing.B) {
	for _, tt := range []struct{ people, waiting int }{{60, 30}, {60, 60}, {MostPeople, MostPeople / 2}} {
		b.Run(fmt.Sprint(tt.people, "/", tt.waiting), func(b *testing.B) {
			e := clubEvening()
			for i := range tt.people {
				p := Person{ID: tournament.PlayerID(i + 1), Strength: 4 - i*17%30, Since: ago(i * 7 % 19), Games: i % 4}
				e.People = append(e.People, p)
				if i >= tt.waiting && i%2 == 0 && i+1 < tt.people {
					e.Games = append(e.Games, Game{Table: i, A: p.ID, B: p.ID + 1, Ends: ago(-i * 11 % 40)})
				}
				for k := 1; k < 4 && k < i; k++ {
					e.Met = append(e.Met, Meeting{A: p.ID, B: tournament.PlayerID(1 + (i*k+3)%i), Tonight: 1, Last: ago(60)})
				}
			}
			for b.Loop() {
				next(b, e)
			}
		})
	}
}
