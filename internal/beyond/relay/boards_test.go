package relay

import (
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
)

// lacking batches complete games up to the limit, only games with steps missing at the hub, and removes games that are
// not public.
func TestLackingBoards(t *testing.T) {
	s := &director.Snapshot{Tournament: &tournament.Tournament{Rounds: []tournament.Round{{Number: 1}}}}
	games := map[int]director.LiveGame{}
	for i, steps := range []int{0, 10, live.MostSteps, 20, 30, 7} {
		id := i + 1
		s.Tournament.Rounds[0].Games = append(s.Tournament.Rounds[0].Games, tournament.Game{ID: id, Live: tournament.LiveGame{ID: 10 * id}})
		games[id] = director.LiveGame{Public: live.Publication{Shown: make([]live.Shown, steps)}}
	}
	w := &worker{shown: shown{steps: map[int]int{60: 7, 50: 29, 70: 5}}}
	all := w.lacking(s, games)
	want := [][]int{{20}, {30}, {40, 50}}
	if len(all) != len(want) {
		t.Fatalf("%d times are sent, want %d", len(all), len(want))
	}
	for i, ids := range want {
		if len(all[i]) != len(ids) {
			t.Errorf("%d games go together, want %v", len(all[i]), ids)
		}
		for _, id := range ids {
			if len(all[i][id]) != len(games[id/10].Public.Shown) {
				t.Errorf("game %d has %d steps", id, len(all[i][id]))
			}
		}
	}
	if _, still := w.shown.steps[70]; still || w.shown.steps[50] != 29 {
		t.Errorf("the hub has %v", w.shown.steps)
	}
}
