package director

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"tourney/internal/fault"
	"tourney/internal/lists"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A RatingList is what is known of a list that is kept, without its players.
type RatingList = store.RatingList

// A shelf holds the lists that are searched, by their ID. They are read when
// first asked for.
type shelf struct {
	mu    sync.Mutex
	lists map[int]searchable
}

// A searchable is a list that was read, with what is odd in it.
type searchable struct {
	index *lists.Index
	notes []lists.Note
}

// RatingLists lists the rating lists that are kept, those of federations first.
func (d *Director) RatingLists(ctx context.Context) ([]RatingList, error) {
	return d.store.RatingLists(ctx)
}

// KeepRatingList takes in a rating list, plain or zipped, in place of the one
// of the same origin. It belongs to all tournaments. Faults are those of
// lists.Read.
func (d *Director) KeepRatingList(ctx context.Context, by Actor, file string, data []byte) (RatingList, error) {
	list, _, err := lists.Read(data)
	if err != nil {
		return RatingList{}, err
	}
	packed, err := store.PackRatingList(data)
	if err != nil {
		return RatingList{}, err
	}
	kept := RatingList{
		Origin: list.Origin, Format: string(list.Format), File: file, Date: list.Date, Players: len(list.Entries),
		Taken: d.now(), By: by.Name,
	}
	err = d.store.Tx(ctx, func(tx *store.Tx) error {
		kept.ID, err = tx.SaveRatingList(kept, packed)
		return err
	})
	return kept, err
}

// DropRatingList removes the list of an origin.
func (d *Director) DropRatingList(ctx context.Context, origin string) error {
	return d.store.Tx(ctx, func(tx *store.Tx) error { return tx.DropRatingList(origin) })
}

// RatingIndex returns a list to be searched, with what is odd in it, or
// "list.gone" when it is no longer kept. The first call after a start reads the
// list, which takes up to a second.
func (d *Director) RatingIndex(ctx context.Context, id int) (*lists.Index, []lists.Note, error) {
	d.shelf.mu.Lock()
	defer d.shelf.mu.Unlock()
	kept, err := d.store.RatingLists(ctx)
	if err != nil {
		return nil, nil, err
	}
	isKept := func(id int) bool { return slices.ContainsFunc(kept, func(l RatingList) bool { return l.ID == id }) }
	for old := range d.shelf.lists {
		if !isKept(old) {
			delete(d.shelf.lists, old)
		}
	}
	if found, ok := d.shelf.lists[id]; ok {
		return found.index, found.notes, nil
	}
	data, err := d.store.RatingListContent(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	list, notes, err := lists.Read(data)
	if err != nil {
		return nil, nil, fmt.Errorf("read rating list %d again: %w", id, err)
	}
	if d.shelf.lists == nil {
		d.shelf.lists = map[int]searchable{}
	}
	d.shelf.lists[id] = searchable{lists.NewIndex(list), notes}
	return d.shelf.lists[id].index, notes, nil
}

// UpdateRatings gives players what a rating list says about them, all in one
// step, and returns how many it changed. chosen names the line of the list for
// each player; players and lines that are not there are faults
// "player.missing" and "list.entry".
func (d *Director) UpdateRatings(
	ctx context.Context, by Actor, slug string, list int, chosen map[tournament.PlayerID]int, once string,
) (n int, err error) {
	ix, _, err := d.RatingIndex(ctx, list)
	if err != nil {
		return 0, err
	}
	e := store.Entry{By: by.Name, Action: "player.ratings", Once: once}
	done, err := d.change(ctx, slug, e, func(t *tournament.Tournament, e *store.Entry) error {
		n, err := fillAll(t, ix.List(), chosen)
		e.Args = []any{n, ix.List().Origin}
		return err
	})
	return len(done.Changes), err
}

// fillAll fills the chosen players and returns how many that changed.
func fillAll(t *tournament.Tournament, list *lists.List, chosen map[tournament.PlayerID]int) (n int, err error) {
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
		if err := t.EditPlayer(filled, true); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
