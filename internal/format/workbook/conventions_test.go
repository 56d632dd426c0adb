package workbook

import (
	"slices"
	"testing"

	"tourney/internal/tournament"
)

func TestConventions(t *testing.T) {
	stones := func(ceiling int, plain bool) func(*tournament.Settings) {
		return func(s *tournament.Settings) { s.Handicap.Ceiling, s.Scoring.PlainSOS = ceiling, plain }
	}
	half := func(s *tournament.Settings) { s.Handicap.Ceiling, s.Scoring.UnplayedHalf = 0, true }
	even := func(ceiling int) func(*tournament.Settings) {
		return func(s *tournament.Settings) { s.Handicap.Ceiling, s.Scoring.EvenDC = ceiling, true }
	}
	list := func(c ...tournament.Criterion) []tournament.Criterion { return c }
	for _, tt := range []struct {
		name  string
		set   func(*tournament.Settings)
		shown []tournament.Criterion
		want  []string
	}{
		{"stones in SOS", stones(9, false), list(tournament.MMS, tournament.SOSM1), []string{"standings.stones"}},
		{"in SODOS", stones(9, false), list(tournament.SODOSM), []string{"standings.stones"}},
		{"in SOSTS", stones(9, false), list(tournament.SOSTS), []string{"standings.stones"}},
		{"no stones in SOS", stones(9, true), list(tournament.SOSOSM), []string{"standings.stones.none"}},
		{"no handicaps", stones(0, true), list(tournament.SOSM), nil},
		{"wins know no stones", stones(9, false), list(tournament.NBW, tournament.SOSW, tournament.SODOSW, tournament.CUSSM, tournament.MMS, tournament.SOST), nil},
		{"half for unplayed", half, list(tournament.SOSW2), []string{"standings.unplayed"}},
		{"half without sums", half, list(tournament.MMS, tournament.CUSSM), nil},
		{"even games only", even(9), list(tournament.MMS, tournament.SDC), []string{"standings.even"}},
		{"even games without DC", even(9), list(tournament.MMS, tournament.DCEGF), nil},
		{"only even games there are", even(0), list(tournament.DC), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := &tournament.Tournament{}
			tt.set(&tn.Settings)
			if got := Conventions(tn, tt.shown); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
	byHand := &tournament.Tournament{Rounds: []tournament.Round{{Games: []tournament.Game{{}, {Handicap: 2}}}}}
	if got := Conventions(byHand, list(tournament.SOSM)); !slices.Equal(got, []string{"standings.stones"}) {
		t.Errorf("a handicap given by hand: %v", got)
	}
}
