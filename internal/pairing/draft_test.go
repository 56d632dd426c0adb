package pairing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// drafted returns a tournament of n players with round 1 drawn.
func drafted(t failer, n int) *tournament.Tournament {
	tn := event(t, settings(t, "finnish"), ranks(n)...)
	d := draw(t, tn, 1)
	if err := tn.SetDraft(1, d.Drafted(), d.Byes, d.Drawn("test")); err != nil {
		t.Fatal(err)
	}
	return tn
}

func TestSwap(t *testing.T) {
	tn := drafted(t, 7)
	r := tn.Round(1)
	first, second, bye := r.Games[0], r.Games[1], r.Byes[0]
	next, err := Swap(tn, 1, first.Black, second.White)
	if err != nil {
		t.Fatal(err)
	}
	for i, pair := range [][2]tournament.PlayerID{{second.White, first.White}, {second.Black, first.Black}} {
		g, was := next.Games[i], []tournament.Game{first, second}[i]
		want := NewGame(tn, 1, pair[0], pair[1])
		if g.ID != was.ID || g.Table != was.Table || g.Revision != was.Revision+1 {
			t.Errorf("table %d became %+v", was.Table, g)
		}
		if g.Black != want.Black || g.White != want.White || g.Handicap != want.Handicap || g.Komi != want.Komi {
			t.Errorf("table %d: %+v, want the terms %+v", g.Table, g, want)
		}
	}
	if !slices.Equal(next.Byes, r.Byes) || r.Games[0] != first {
		t.Errorf("byes %v, and the round itself has %+v", next.Byes, r.Games[0])
	}

	next, err = Swap(tn, 1, bye, first.White)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(next.Byes, []tournament.PlayerID{first.White}) || !next.Games[0].Has(bye) || !next.Games[0].Has(first.Black) {
		t.Errorf("after a swap with the bye: %+v, byes %v", next.Games[0], next.Byes)
	}

	for _, tt := range []struct {
		a, b tournament.PlayerID
		key  string
	}{
		{first.Black, first.White, "pairing.swap.together"}, {bye, bye, "pairing.swap.nothing"},
		{first.Black, 99, "player.missing"},
	} {
		t.Run(tt.key, func(t *testing.T) {
			if _, err := Swap(tn, 1, tt.a, tt.b); !fault.Is(err, tt.key) {
				t.Errorf("swap %d and %d: %v, want fault %s", tt.a, tt.b, err, tt.key)
			}
		})
	}
	if _, err := Swap(tn, 2, 1, 2); !fault.Is(err, "round.missing") {
		t.Errorf("round 2: %v", err)
	}

	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: first.Table, Result: blackWon}); err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]tournament.PlayerID{{first.Black, second.Black}, {second.Black, first.Black}, {bye, first.Black}} {
		if _, err := Swap(tn, 1, pair[0], pair[1]); !fault.Is(err, "game.finished") {
			t.Errorf("a finished game: %v", err)
		}
	}
	if _, err := Unpair(tn, 1, first.Table); !fault.Is(err, "game.finished") {
		t.Errorf("a finished game: %v", err)
	}
}

func TestUnpairAndPairAnew(t *testing.T) {
	tn := drafted(t, 6)
	set := redraft(t, tn)
	one, two := tn.Round(1).Games[0], tn.Round(1).Games[1]
	set(Unpair(tn, 1, one.Table))
	set(Unpair(tn, 1, two.Table))
	set(Pair(tn, 1, one.Black, two.Black))
	made := tn.Round(1).At(1)
	if made == nil || !made.Has(one.Black) || !made.Has(two.Black) || !made.Locked || made.ID == 0 {
		t.Fatalf("the new game is %+v", made)
	}
	set(GiveBye(tn, 1, one.White))
	if _, err := Pair(tn, 1, one.Black, one.White); !fault.Is(err, "player.paired") {
		t.Errorf("a player twice: %v", err)
	}
	if _, err := Pair(tn, 1, one.White, one.White); !fault.Is(err, "player.twice") {
		t.Errorf("a player against himself: %v", err)
	}
	if _, err := TakeBye(tn, 1, one.Black); !fault.Is(err, "player.paired") {
		t.Errorf("no bye for a paired player: %v", err)
	}
	next, err := GiveBye(tn, 1, one.Black, two.White)
	if err != nil || !slices.Equal(next.Byes, []tournament.PlayerID{one.White, one.Black, two.White}) ||
		slices.ContainsFunc(next.Games, func(g tournament.Game) bool { return g.Has(one.Black) || g.Has(two.Black) }) {
		t.Errorf("byes for two, one of them paired: %+v, %v", next, err)
	}
	if _, err := Unpair(tn, 1, 77); !fault.Is(err, "game.missing") {
		t.Errorf("table 77: %v", err)
	}
	set(GiveBye(tn, 1, two.White))
	set(TakeBye(tn, 1, two.White))
	if byes := tn.Round(1).Byes; !slices.Equal(byes, []tournament.PlayerID{one.White}) {
		t.Errorf("byes %v", byes)
	}
	set(Pair(tn, 1, two.White, one.White))
	if r := tn.Round(1); len(r.Byes) != 0 || len(r.Games) != 3 {
		t.Errorf("%d games, byes %v", len(r.Games), r.Byes)
	}
}

// The model takes every change that the director makes, and EvaluateWithBest adds up.
func TestAnyChangeIsADraft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := drafted(t, rapid.IntRange(2, 9).Draw(t, "players"))
		player := rapid.Custom(func(t *rapid.T) tournament.PlayerID {
			return tn.Players[rapid.IntRange(0, len(tn.Players)-1).Draw(t, "player")].ID
		})
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			var next *tournament.Round
			var err error
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				next, err = Swap(tn, 1, player.Draw(t, "a"), player.Draw(t, "b"))
			case 1:
				next, err = Unpair(tn, 1, rapid.IntRange(1, 4).Draw(t, "table"))
			case 2:
				next, err = Pair(tn, 1, player.Draw(t, "a"), player.Draw(t, "b"))
			case 3:
				bye := GiveBye
				if !rapid.Bool().Draw(t, "give") {
					bye = TakeBye
				}
				next, err = bye(tn, 1, player.Draw(t, "a"))
			case 4:
				d := draw(t, tn, 1)
				next = copied(tn.Round(1))
				next.Games, next.Byes = d.Drafted(), d.Byes
			}
			if err != nil {
				if _, ok := fault.As(err); !ok {
					t.Fatal(err)
				}
				continue
			}
			redraft(t, tn)(next, nil)
			d, err := EvaluateWithBest(context.Background(), tn, 1)
			if err != nil {
				t.Fatal(err)
			}
			if free := len(tn.Players) - len(next.Byes); (free%2 == 0) != (d.Best != nil) {
				t.Fatalf("%d to pair, best %v", free, d.Best)
			}
			if d.Best != nil && d.Total.Cmp(d.Best) > 0 {
				t.Fatalf("total %v is more than the best %v", d.Total, d.Best)
			}
			for _, p := range d.Games {
				sum := int64(1)
				for _, s := range p.Shares {
					sum += s.Value
					if s.Value > s.Most {
						t.Fatalf("%s is %d of %d", s.Criterion, s.Value, s.Most)
					}
				}
				if sum != p.Weight {
					t.Fatalf("shares add up to %d, weight is %d", sum, p.Weight)
				}
			}
		}
	})
}

func TestEvaluateShowsTheCostOfAChange(t *testing.T) {
	tn := drafted(t, 8)
	was := draw(t, tn, 1)
	redraft(t, tn)(Swap(tn, 1, tn.Round(1).Games[0].White, tn.Round(1).Games[3].White))
	d, err := EvaluateWithBest(context.Background(), tn, 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.Best.Cmp(was.Total) != 0 || d.Total.Cmp(d.Best) >= 0 {
		t.Errorf("total %v, best %v, before %v", d.Total, d.Best, was.Total)
	}
	if d.Inputs != tn.Round(1).Drawn.Inputs {
		t.Error("a swap changes the hash of the inputs")
	}
	if _, err := EvaluateWithBest(context.Background(), tn, 2); !fault.Is(err, "round.missing") {
		t.Errorf("round 2: %v", err)
	}
}

// listed formats checks by key, count, tables and players.
func listed(checks []Check) string {
	var lines []string
	for _, c := range checks {
		lines = append(lines, fmt.Sprint(c.Key, " ", c.Args, " ", c.Tables, " ", c.Players))
	}
	return strings.Join(lines, "\n")
}

func TestChecksOfASoundDraw(t *testing.T) {
	tn := drafted(t, 8)
	if got := Checks(tn, 1); len(got) != 0 {
		t.Errorf("a fresh draw is found fault with:\n%s", listed(got))
	}
	if got := Checks(tn, 2); got != nil {
		t.Errorf("a round that is not there: %v", got)
	}
}

func TestChecks(t *testing.T) {
	s := settings(t, "swiss")
	s.Rounds = 4
	tn := event(t, s, ranks(12)...)
	byDefault := tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByForfeit}
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6), met(7, 8), met(9, 10)}, []tournament.PlayerID{11}, blackWon, blackWon, blackWon, blackWon)
	play(t, tn, 2, []tournament.Game{met(1, 3), met(2, 4), met(5, 7), met(6, 8), met(9, 11)}, nil, blackWon, blackWon, blackWon, byDefault, blackWon)
	games := []tournament.Game{met(1, 2), met(3, 8), met(5, 4), met(6, 7), met(9, 12)}
	games[1].Handicap = 2
	games[4].Table = 7
	if err := tn.SetDraft(3, games, []tournament.PlayerID{11}, tournament.Drawn{Inputs: "other"}); err != nil {
		t.Fatal(err)
	}
	tn.Players[1].Status, tn.Players[2].Status, tn.Players[3].Absent = tournament.Preliminary, tournament.Withdrawn, 1<<3
	tn.Players[4].Family, tn.Players[3].Family = "Järvi", "Jarvi"
	tn.Players[5].Club, tn.Players[6].Club = "Oulu", "oulu"
	want := `check.results.missing [1 1] [5] []
check.presence.unpaired [1] [] [10]
check.presence.preliminary [1] [] [2]
check.presence.away [2] [] [3 4]
check.bye.given [1] [] [11]
check.bye.wasted [2] [] [11 10]
check.bye.again [1] [] [11]
check.rematch.again [1] [1] [1 2]
check.rematch.family [1] [3] [5 4]
check.rematch.club [1] [4] [6 7]
check.gap.score [1] [3] [5 4]
check.gap.group [3] [1 4 7] [1 2 6 7 9 12]
check.gap.handicap [1 0] [2] [3 8]
check.noshow [1] [] [6]
check.colours [4] [] [1 5 4 9]
check.tables.gap [2] [5 6] []
check.ranks.changed [] [] []
check.ranks.terms [1] [2] [3 8]`
	checks := Checks(tn, 3)
	if got := listed(checks); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	subjects := Subjects()
	for _, c := range checks {
		i := slices.Index(subjects, c.Subject)
		if i < 0 {
			t.Errorf("%s comes out of turn", c.Subject)
			continue
		}
		subjects = subjects[i:]
	}
}

func TestTheSameColourTwice(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(6)...)
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6)}, nil, blackWon, blackWon, blackWon)
	if err := tn.SetDraft(2, []tournament.Game{met(1, 4), met(6, 3), met(2, 5)}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 2)); !strings.HasSuffix(got, "\ncheck.colours [2] [] [1 4]") {
		t.Errorf("got\n%s", got)
	}
}

// Half a point more than one is a gap, and so are ranks further apart than the handicap reaches.
func TestLargeGaps(t *testing.T) {
	s := settings(t, "swiss")
	s.Handicap = handicap.Policy{Basis: handicap.ByRank, Ceiling: 2, EvenKomi: 13, HandicapKomi: 1}
	tn := event(t, s, rank.Dan(3), rank.Dan(2), rank.Dan(2), rank.Kyu(5))
	whole := func(black, white tournament.PlayerID) tournament.Game {
		g := met(black, white)
		g.Komi = 14
		return g
	}
	jigo := tournament.Result{Outcome: tournament.Jigo}
	play(t, tn, 1, []tournament.Game{met(1, 2), whole(3, 4)}, nil, blackWon, jigo)
	g := met(4, 1)
	g.Handicap, g.Komi = 2, 1
	if err := tn.SetDraft(2, []tournament.Game{g, met(3, 2)}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 2)); !strings.Contains(got, "check.gap.cut [1 2] [1] [4 1]") || strings.Contains(got, "check.gap.score") {
		t.Errorf("a handicap that was cut: got\n%s", got)
	}
	play(t, tn, 2, []tournament.Game{whole(1, 4), met(3, 2)}, nil, jigo, blackWon)
	if err := tn.SetDraft(3, []tournament.Game{met(1, 2), met(3, 4)}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 3)); !strings.Contains(got, "check.gap.score [1] [1] [1 2]") {
		t.Errorf("1½ points apart: got\n%s", got)
	}
}

func TestByeForTheTop(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(5)...)
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4)}, []tournament.PlayerID{5}, blackWon, blackWon)
	if err := tn.SetDraft(2, []tournament.Game{met(3, 5), met(2, 4)}, []tournament.PlayerID{1}, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 2)); !strings.Contains(got, "check.bye.top [1] [] [1]") {
		t.Errorf("got\n%s", got)
	}
}

func TestInputsChangeWithWhatCounts(t *testing.T) {
	base := func(t *testing.T) *tournament.Tournament { return event(t, settings(t, "egf"), ranks(6)...) }
	was := draw(t, base(t), 1).Inputs
	for name, tt := range map[string]struct {
		change func(*tournament.Tournament)
		same   bool
	}{
		"a rank":   {func(tn *tournament.Tournament) { tn.Players[0].Rank = rank.Kyu(9) }, false},
		"a club":   {func(tn *tournament.Tournament) { tn.Players[0].Club = "Turku" }, false},
		"the bar":  {func(tn *tournament.Tournament) { tn.Settings.Bar = rank.Dan1 }, false},
		"a weight": {func(tn *tournament.Tournament) { tn.Settings.Pairing.Colour = 7 }, false},
		"absence":  {func(tn *tournament.Tournament) { tn.Players[0].Absent = 1 << 1 }, false},
		"later":    {func(tn *tournament.Tournament) { tn.Players[0].Absent = 1 << 3 }, true},
		"a note":   {func(tn *tournament.Tournament) { tn.Players[0].Notes = "vegetarian" }, true},
		"a clock":  {func(tn *tournament.Tournament) { tn.Settings.Clock.Periods = 9 }, true},
	} {
		t.Run(name, func(t *testing.T) {
			tn := base(t)
			tt.change(tn)
			if got := draw(t, tn, 1).Inputs; (got == was) != tt.same {
				t.Errorf("%s: the same hash: %v, want %v", name, got == was, tt.same)
			}
		})
	}
}
