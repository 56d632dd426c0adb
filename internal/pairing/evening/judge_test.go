package evening

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tourney/internal/tournament"
)

func TestJudge(t *testing.T) {
	e := clubEvening()
	e.Rules.Rematch = tournament.RematchNever
	e.People = []Person{
		{ID: 1, Strength: 0, Since: ago(10)}, {ID: 2, Strength: -1, Since: ago(8)}, {ID: 3, Strength: -8, Since: ago(6)},
		{ID: 4, Strength: -9, Since: ago(4)}, {ID: 5, Strength: -20, Since: ago(2), Resting: true}, {ID: 6}, {ID: 7},
		{ID: 8, Since: ago(1), Leaves: ago(-10)},
	}
	e.Games = []Game{{Table: 3, A: 6, B: 7, Ends: ago(-30)}}
	e.Met = []Meeting{{A: 1, B: 3, Tonight: 1, Last: ago(50)}}
	for _, tt := range []struct {
		a, b    tournament.PlayerID
		against []Reason
		loss    bool
	}{
		{1, 2, nil, false},
		{1, 4, nil, true},
		{4, 5, []Reason{{TooFarApart, 0, 11}}, false},
		{1, 3, []Reason{{RematchForbidden, 0, 1}}, false},
		{1, 6, []Reason{{IsPlaying, 6, 3}}, false},
		{6, 7, []Reason{{IsPlaying, 6, 3}, {IsPlaying, 7, 3}, {RematchForbidden, 0, 1}}, false},
		{1, 8, []Reason{{LeavesBefore, 8, 10}}, false},
	} {
		v, err := Judge(context.Background(), e, tt.a, tt.b)
		if err != nil || !slices.Equal(v.Against, tt.against) || v.Loss.Seconds > 0 != tt.loss {
			t.Errorf("players %d and %d: %+v, %v; want against it %v", tt.a, tt.b, v, err, tt.against)
		}
	}
	if _, err := Judge(context.Background(), e, 1, 9); !errors.Is(err, ErrInput) {
		t.Errorf("an absent player: %v", err)
	}
}
