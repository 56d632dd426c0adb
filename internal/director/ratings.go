package director

import (
	"context"
	"reflect"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/ratinglist"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// UpdateRatings gives players what a rating list says about them, all in one
// step, and returns how many it changed. chosen names the line of the list for
// each player; players and lines that are not there are faults
// "player.missing" and "list.entry".
func (ed *Editor) UpdateRatings(
	ctx context.Context, list int, chosen map[tournament.PlayerID]int, once string,
) (n int, err error) {
	ix, _, err := ed.director.lists.Index(ctx, list)
	if err != nil {
		return 0, err
	}
	e := store.Entry{Action: "player.ratings", Once: once}
	done, err := ed.change(ctx, e, func(t *tournament.Tournament, e *store.Entry) error {
		n, err := fillAll(t, ix.List(), chosen)
		e.Args = []any{n, ix.List().Name}
		return err
	})
	return len(done.Changes), err
}

// fillAll fills the chosen players and returns how many that changed.
func fillAll(t *tournament.Tournament, list *ratinglist.List, chosen map[tournament.PlayerID]int) (n int, err error) {
	ids := make([]tournament.PlayerID, 0, len(chosen))
	for id := range chosen {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		p, e := t.Player(id), list.At(chosen[id])
		if p == nil {
			return 0, fault.New(fault.NotFound, "player.missing", int(id))
		}
		if e == nil {
			return 0, fault.New(fault.NotFound, "list.entry", chosen[id])
		}
		filled := list.Fill(*p, e)
		if reflect.DeepEqual(filled, *p) {
			continue
		}
		if err := t.EditPlayer(filled, tournament.AllowNamesakes); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
