package pairing

import (
	"context"
	"slices"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// halved lets the team of the smaller number win the odd boards and lose the
// even ones.
func halved(tn *tournament.Tournament) func(g *tournament.Game) tournament.Result {
	return func(g *tournament.Game) tournament.Result {
		board, m := tn.Board(g.Round, g.Black)
		smaller := tn.TeamOf(g.Black).ID == min(m.A, m.B)
		if smaller == (board%2 == 1) {
			return blackWon
		}
		return whiteWon
	}
}

// A knockout of teams on four boards continues after drawn matches: by the
// settings' tie-breaks, or once the director has decided.
func TestDrawnMatches(t *testing.T) {
	for _, tt := range []struct {
		name  string
		order []tournament.TieBreak
		komi  int
	}{
		{"as usual", nil, 13},
		{"with jigo on the boards", nil, 14},
		{"by the director", []tournament.TieBreak{tournament.TieBerlin, tournament.TieDirector}, 13},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := of(t, tournament.Knockout, 2)
			s.Handicap.Ceiling, s.Handicap.EvenKomi = 0, 13
			if tt.komi == 14 {
				s.Handicap.EvenKomi = 14
			}
			s.Teams.TieBreaks = tt.order
			tn := squads(t, s, 4, 4, 4)
			teams := Seeds(tn, 1)
			drafted := tn.Clone()
			if err := draw(t, drafted, 1).Draft(drafted, "test"); err != nil {
				t.Fatal(err)
			}
			if c := found(drafted, 1, "team.check.drawn"); c == nil || c.Grave {
				t.Errorf("%s: nothing tells how drawn matches are decided", tt.name)
			}
			asked := slices.Contains(tt.order, tournament.TieDirector)
			if asked { // all boards drawn: only a person can decide
				tn.Settings.Handicap.EvenKomi = 14
				take(t, tn, 1, func(*tournament.Game) tournament.Result { return tournament.Result{Outcome: tournament.Jigo} })
			} else {
				take(t, tn, 1, halved(tn))
			}
			if found(tn, 1, "team.check.drawn") != nil {
				t.Errorf("%s: the round has been played", tt.name)
			}
			undecided := UndecidedMatches(tn, 1)
			if len(undecided) != 2 {
				t.Fatalf("%s: matches %+v", tt.name, undecided)
			}
			if asked {
				if _, err := Make(context.Background(), tn, 2, Options{}); !fault.Is(err, "system.drawn") {
					t.Fatalf("%s: %v", tt.name, err)
				}
				for _, m := range undecided {
					if err := tn.Advance(1, max(m.A, m.B)); err != nil || m.Advancing != 0 {
						t.Fatalf("%s: %+v, %v", tt.name, m, err)
					}
				}
				undecided = UndecidedMatches(tn, 1)
			}
			var on []tournament.PlayerID
			for _, m := range undecided {
				on = append(on, m.Advancing)
			}
			take(t, tn, 2, stronger)
			matches, _ := tn.Matches(2)
			if len(matches) != 1 || !slices.Contains(on, matches[0].A) || !slices.Contains(on, matches[0].B) {
				t.Errorf("%s: %v go on, but %+v meet", tt.name, on, matches)
			}
			if got, want := slices.Max(on) == slices.Max(teams), asked; got != want {
				t.Errorf("%s: %v of %v go on", tt.name, on, teams)
			}
			rows := results.By(tn.OfTeams(), 2, []tournament.Criterion{tournament.StageReached}).Rows
			if tree, _ := Tree(tn, 2); tree.Winner() == 0 || rows[0].Player != tree.Winner() || rows[1].Place != 2 || rows[2].Place != 3 {
				t.Errorf("%s: won by %d, the standings say %v", tt.name, tree.Winner(), rows)
			}
			if v, err := Verify(context.Background(), tn, 2, nil); err != nil || !v.Reproduced() || len(v.Differences) > 0 {
				t.Errorf("%s: drawn again %+v, %v", tt.name, v, err)
			}
		})
	}
}

// A match without a winner makes neither player advance, and the winner of the game for third place is placed before
// its loser.
func TestStageWaitsForTheWinner(t *testing.T) {
	drawn := func(*tournament.Game) tournament.Result { return tournament.Result{Outcome: tournament.NoResult} }
	for _, teams := range []bool{false, true} {
		s := of(t, tournament.Knockout, 2)
		s.Format.ThirdPlace = true
		s.Handicap.Ceiling, s.Teams.TieBreaks = 0, []tournament.TieBreak{tournament.TieDirector}
		tn := event(t, s, ranks(4)...)
		if teams {
			tn = squads(t, s, 4, 2, 2)
		}
		check := func(n int, when string, want ...string) {
			t.Helper()
			view := tn
			if teams {
				view = tn.OfTeams()
			}
			var reached []string
			for _, row := range results.By(view, n, []tournament.Criterion{tournament.StageReached}).Rows {
				reached = append(reached, row.Text(0))
			}
			if !slices.Equal(reached, want) {
				t.Errorf("teams %v, %s: reached %v, want %v", teams, when, reached, want)
			}
		}
		decide := func(n int) {
			for _, m := range UndecidedMatches(tn, n) {
				if err := tn.Advance(n, max(m.A, m.B)); err != nil {
					t.Fatal(err)
				}
			}
		}
		take(t, tn, 1, drawn)
		check(1, "semi-finals without winners", "1", "1", "1", "1")
		decide(1)
		check(1, "semi-finals decided", "2", "2", "1", "1")
		take(t, tn, 2, drawn)
		check(2, "final without a winner", "2", "2", "1", "1")
		decide(2)
		check(2, "all decided", "3", "2", "1.5", "1")
	}
}

// The only player present at the game for third place wins it, too.
func TestThirdPlaceWithoutAGame(t *testing.T) {
	s := of(t, tournament.Knockout, 2)
	s.Format.ThirdPlace = true
	tn := event(t, s, ranks(4)...)
	take(t, tn, 1, stronger)
	tn.Player(3).Absent = tn.Player(3).Absent.With(2)
	take(t, tn, 2, stronger)
	rows := results.By(tn, 2, []tournament.Criterion{tournament.StageReached}).Rows
	if rows[2].Player != 4 || rows[2].Place != 3 || rows[3].Place != 4 {
		t.Errorf("the standings: %+v", rows)
	}
}

// A draw after drawn matches is repeated from its stored inputs: the lots fall the same, and the director has decided
// the same.
func TestVerifyReproducesTies(t *testing.T) {
	for _, order := range [][]tournament.TieBreak{nil, {tournament.TieLot}, {tournament.TieDirector}} {
		for seed := range uint64(6) {
			s := of(t, tournament.Knockout, 2)
			s.Handicap.Ceiling, s.Handicap.EvenKomi, s.Teams.TieBreaks = 0, 13, order
			tn := squads(t, s, 4, 4, 4)
			take(t, tn, 1, halved(tn))
			tn.Round(1).Drawn.Seed = seed
			for i, m := range UndecidedMatches(tn, 1) {
				if m.Advancing == 0 || order == nil && i == 0 { // the director overrules
					if err := tn.Advance(1, max(m.A, m.B)); err != nil {
						t.Fatal(err)
					}
				}
			}
			from := Inputs(tn, 2)
			take(t, tn, 2, stronger)
			v, err := Verify(context.Background(), tn, 2, from)
			if err != nil || !v.Reproduced() || len(v.Differences)+len(v.Changes)+v.ByHand > 0 {
				t.Fatalf("%v, seed %d: drawn again %+v, %v", order, seed, v, err)
			}
			m := UndecidedMatches(tn, 1)[0]
			if err := tn.Advance(1, m.A+m.B-m.Advancing); err != nil {
				t.Fatal(err)
			}
			v, err = Verify(context.Background(), tn, 2, from)
			if err != nil || !v.Reproduced() || len(v.Differences) > 0 || len(v.Changes) != 1 || v.Changes[0].Key != "explain.since.goeson" {
				t.Fatalf("%v, seed %d: another goes on since, and %+v, %v", order, seed, v, err)
			}
		}
	}
}

// The director decides a game of a knockout that ended without a winner.
func TestJigoInAKnockout(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 2), ranks(4)...)
	take(t, tn, 1, stronger)
	g := tn.Round(1).Game(2)
	if err := tn.SetTerms(1, g.Table, 0, 14); err != nil {
		t.Fatal(err)
	}
	g.Result = tournament.Result{Outcome: tournament.Jigo}
	if _, err := Make(context.Background(), tn, 2, Options{}); !fault.Is(err, "system.drawn") {
		t.Fatalf("jigo: %v", err)
	}
	if err := tn.Advance(1, 3); err != nil {
		t.Fatal(err)
	}
	if d := take(t, tn, 2, stronger); len(d.Games) != 1 || !d.Games[0].Game.Has(1) || !d.Games[0].Game.Has(3) {
		t.Errorf("the final: %+v", d.Drafted())
	}
	if rows := results.After(tn, 2).Rows; rows[1].Player != 3 || rows[1].Place != 2 {
		t.Errorf("the standings: %+v", rows)
	}
}
