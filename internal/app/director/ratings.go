package director

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format/ratinglist"
	"tourney/internal/tournament"
)

// UpdateRatings updates players from a rating list in one step, and returns the number of changes. chosen maps players
// to lines of the list. After the freeze of the settings stated ratings stay. Faults: "player.missing", "ratinglist.entry" for a missing line, and "ratinglist.gone" for a
// list that does not belong to the tournament.
func (ed *Editor) UpdateRatings(
	ctx context.Context, list int, chosen map[tournament.PlayerID]int, once string,
) (n int, err error) {
	lists, err := ed.director.RatingLists().At(ctx, ed.slug)
	if err != nil {
		return 0, err
	}
	ix, _, err := lists.Index(ctx, list)
	if err != nil {
		return 0, err
	}
	e := store.Entry{Action: "player.ratings", Once: once}
	done, err := ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		fill := ix.List().Fill
		if t.Settings.Rating.FrozenOn(t.Info.DateAt(ed.director.Now())) {
			fill = ix.List().FillFrozen
		}
		n, err := fillAll(t.Tournament, ix.List(), fill, chosen)
		e.Args = []any{n, ix.List().Name}
		return err
	})
	return len(done.Changes), err
}

// A filler returns a player with data of an entry.
type filler func(p tournament.Player, e *ratinglist.Entry) tournament.Player

// fillAll updates the chosen players and returns the number of changes.
func fillAll(t *tournament.Tournament, list *ratinglist.List, fill filler, chosen map[tournament.PlayerID]int) (n int, err error) {
	for _, id := range slices.Sorted(maps.Keys(chosen)) {
		p, e := t.Player(id), list.At(chosen[id])
		if p == nil {
			return 0, fault.New(fault.NotFound, "player.missing", int(id))
		}
		if e == nil {
			return 0, fault.New(fault.NotFound, "ratinglist.entry", chosen[id])
		}
		filled := fill(*p, e)
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
