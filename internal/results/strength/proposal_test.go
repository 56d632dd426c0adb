package strength

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestProposalHasItsReason(t *testing.T) {
	ranks := []Declared{{Person: 1, Rank: rank.Kyu(9)}, {Person: 2, Rank: rank.Kyu(5)}, {Person: 3, Rank: rank.Kyu(12)}}
	var games []Game
	play := func(day, times int, black, white, number int, result tournament.Result) {
		for range times {
			games = append(games, Game{Day: day, Black: black, White: white, Terms: handicap.Terms{Number: number}, Result: result})
		}
	}
	play(7, 5, 1, 2, 4, black)
	play(14, 1, 1, 2, 4, jigo)
	play(14, 4, 3, 1, 3, white)
	h := Estimate(games, ranks)
	p := h.Proposals(14)[0]
	want := []Record{{4, 6, 11}, {-3, 4, 8}}
	if diff := cmp.Diff(want, p.By); diff != "" || p.Person != 1 || p.Games != 10 || p.Won != 19 || p.Present != rank.Kyu(9) || p.Proposed <= rank.Kyu(8) || p.Proposed != p.Strength.Rank() {
		t.Errorf("%+v: %s", p, diff)
	}
	if p.Expected < 4 || p.Expected > 7 {
		t.Errorf("%v points expected of 10", p.Expected)
	}
	// Accepted, the proposal adds no evidence, and the games begin again.
	ranks = append(ranks, Declared{Person: 1, Day: 14, Rank: p.Proposed, Accepted: true})
	again := Estimate(games, ranks)
	if a, b := h.At(1, 14), again.At(1, 14); math.Abs(a.Ranks-b.Ranks) > 0.3 {
		t.Errorf("an accepted proposal changes the strength from %+v to %+v", a, b)
	}
	for _, q := range again.Proposals(14) {
		if q.Person == 1 {
			t.Errorf("proposed again: %+v", q)
		}
	}
	if rows := h.Handicaps(); len(rows) != 2 || rows[0].Handicap != 3 || rows[1].Games != 6 || rows[1].Black != 11 || rows[1].Low < 0.5 {
		t.Errorf("%+v", rows)
	}
}

// After a proposal, accepted or not, three games with the opposite result do not bring the opposite proposal.
func TestProposalsDoNotFlip(t *testing.T) {
	proposed := 0
	rapid.Check(t, func(t *rapid.T) {
		d := []Declared{}
		for id := range 5 {
			d = append(d, Declared{Person: id, Rank: rank.FromIndex(rapid.IntRange(-25, 6).Draw(t, "rank"))})
		}
		day := rapid.IntRange(0, 30).Draw(t, "day")
		var g []Game
		lost := rapid.Bool().Draw(t, "lost")
		play := func(day int, lost bool, times int) {
			for i := range times {
				other := rapid.IntRange(1, 4).Draw(t, fmt.Sprint("opponent ", i))
				game := Game{Day: day, Black: other, White: 0, Terms: handicap.Terms{Number: rapid.IntRange(0, 9).Draw(t, "number")}, Result: white}
				if lost {
					game.Result = black
				}
				g = append(g, game)
			}
		}
		play(day, lost, rapid.IntRange(4, 12).Draw(t, "games"))
		find := func(day int) (Proposal, bool) {
			for _, p := range Estimate(g, d).Proposals(day) {
				if p.Person == 0 {
					return p, true
				}
			}
			return Proposal{}, false
		}
		first, ok := find(day)
		if !ok {
			return
		}
		proposed++
		if rapid.Bool().Draw(t, "accept") {
			d = append(d, Declared{Person: 0, Day: day, Rank: first.Proposed, Accepted: true})
		}
		play(day+7, !lost, 3)
		if second, ok := find(day + 7); ok && (second.Proposed > second.Present) != (first.Proposed > first.Present) {
			t.Fatalf("%+v\nthen %+v", first, second)
		}
	})
	if proposed == 0 {
		t.Error("no proposal")
	}
}

// A 14 kyu loses nine even games, so that 16 kyu is proposed, then beats a 1 dan three times. The opposite
// proposal follows only after a fourth game.
func TestProposalIsHeldBack(t *testing.T) {
	ranks := []Declared{{Person: 0, Rank: rank.Kyu(14)}, {Person: 1, Rank: rank.Dan1}, {Person: 4, Rank: rank.Kyu(16)}}
	var games []Game
	play := func(day, opponent, times int, result tournament.Result) {
		for range times {
			games = append(games, Game{Day: day, Black: opponent, White: 0, Result: result})
		}
	}
	change := func(day int) int {
		for _, p := range Estimate(games, ranks).Proposals(day) {
			if p.Person == 0 {
				return rank.Steps(p.Proposed, p.Present)
			}
		}
		return 0
	}
	play(0, 1, 4, black)
	play(0, 4, 5, black)
	if got := change(0); got >= 0 {
		t.Errorf("after nine losses a change of %d ranks", got)
	}
	play(7, 1, 3, white)
	if h := Estimate(games, ranks); len(h.due(7)) == 0 || h.At(0, 7).Ranks < -13 {
		t.Errorf("the three wins are too few for a proposal: %+v", h.At(0, 7))
	}
	if got := change(7); got != 0 {
		t.Errorf("after three wins a change of %d ranks", got)
	}
	play(14, 1, 1, white)
	if got := change(14); got <= 0 {
		t.Errorf("after a fourth win a change of %d ranks", got)
	}
}

func TestFairKomi(t *testing.T) {
	h := Estimate(nil, nil)
	if got := h.FairKomi(); got != -7 {
		t.Errorf("without games a komi of %v, want -3.5", got)
	}
	for edge, want := range map[float64]handicap.Komi{0: -13, 0.5: 1, 0.99: 13, 3: 13, -2: -27} {
		h.edge.Ranks = edge
		if got := h.FairKomi(); got != want {
			t.Errorf("edge %v: a komi of %v, want %v", edge, got, want)
		}
	}
}
