package simulate

import (
	"math"
	"math/rand/v2"
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// On 19×19 with the usual komi the chances equal the expectations of the rating system.
func TestOddsAreThoseOfTheRatingSystem(t *testing.T) {
	s := &tournament.Settings{Size: 19, Tie: tournament.TieIsJigo}
	for stones := range 10 {
		komi := handicap.Komi(13)
		if stones > 0 {
			komi = 0
		}
		want, _ := rating.EGF2021.Expected(1700, 2000, stones)
		o := oddsOf(s, 1700, 2000, handicap.Terms{Number: stones, Komi: komi})
		if half := o.black + o.jigo()/2; math.Abs(half-want) > 1e-4 {
			t.Errorf("%d stones: %.5f, the rating system expects %.5f", stones, half, want)
		}
		if (o.jigo() > 0) != (stones > 0) {
			t.Errorf("%d stones: jigo %.4f", stones, o.jigo())
		}
	}
}

// The terms of the tables of small boards make fair games.
func TestTablesOfSmallBoardsAreFair(t *testing.T) {
	for _, tt := range []struct {
		system string
		within float64 // of an even chance
	}{{"hunt-9", 0.002}, {"hunt-13", 0.002}, {"playstrategy-9", 0.12}, {"playstrategy-13", 0.03}, {"sensei-13", 0.16}} {
		t.Run(tt.system, func(t *testing.T) {
			system, err := handicap.Named(tt.system)
			if err != nil {
				t.Fatal(err)
			}
			s := &tournament.Settings{Size: system.Size, Tie: tournament.TieIsJigo, Handicap: system.Policy}
			for d := range 6 {
				o := oddsOf(s, 1500-100*float64(d), 1500, system.Policy.At(d))
				if even := o.black + o.jigo()/2; math.Abs(even-0.5) > tt.within {
					t.Errorf("%s, %d apart: Black wins %.3f", tt.system, d, even)
				}
			}
		})
	}
}

// Komi and the rule for ties change the chances.
func TestOddsUseKomiAndTies(t *testing.T) {
	s := &tournament.Settings{Size: 9, Tie: tournament.TieIsJigo}
	at := func(komi handicap.Komi) odds { return oddsOf(s, 1500, 1500, handicap.Terms{Number: 1, Komi: komi}) }
	if at(-8).black < at(0).black+0.1 || at(0).black < at(11).black+0.1 {
		t.Errorf("Black wins %.2f with 4 points, %.2f without komi, %.2f against 5.5", at(-8).black, at(0).black, at(11).black)
	}
	both := at(12)
	s.Tie = tournament.TieWhiteWins
	white := at(12)
	s.Tie = tournament.TieBlackWins
	black := at(12)
	if both.jigo() < 0.02 || white.jigo() != 0 || black.jigo() != 0 || white.black != both.black || black.white != both.white {
		t.Errorf("jigo %+v, ties White's %+v, Black's %+v", both, white, black)
	}
}

// Games with whole komi can end in jigo, unless a player wins ties.
func TestSimulatedJigo(t *testing.T) {
	for tie, want := range map[tournament.Tie]bool{tournament.TieIsJigo: true, tournament.TieWhiteWins: false} {
		t.Run(string(tie), func(t *testing.T) {
			tn := invented(t, "finnish", 12)
			tn.Settings.Tie = tie
			chance, jigo := rand.New(rand.NewPCG(1, 2)), 0
			for range 2000 {
				g := handicap.Terms{Number: 1 + chance.IntN(5)}
				if oddsOf(&tn.Settings, 1500, 1500, g).result(chance).Outcome == tournament.Jigo {
					jigo++
				}
			}
			if (jigo > 0) != want {
				t.Errorf("ties %s: %d games are tied", tie, jigo)
			}
		})
	}
}
