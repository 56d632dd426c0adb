package director

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"tourney/internal/exchange"
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

// KeepRatingList takes in a rating list in place of the one of the same origin;
// it belongs to all tournaments. A table is kept with its reading, what is open
// in it being guessed. Faults are those of exchange.ReadRatingList.
func (d *Director) KeepRatingList(ctx context.Context, by Actor, file string, data []byte, r exchange.Reading) (RatingList, error) {
	read, err := exchange.ReadRatingList(data, r)
	if err != nil {
		return RatingList{}, err
	}
	packed, err := store.PackRatingList(data)
	if err != nil {
		return RatingList{}, err
	}
	list := read.List
	kept := RatingList{
		Origin: list.Origin, Format: string(list.Format), File: file, Date: list.Date, Players: len(list.Entries),
		Taken: d.now(), By: by.Name,
	}
	if read.Table != nil {
		reading, err := json.Marshal(read.Table.Reading)
		if err != nil {
			return RatingList{}, err
		}
		kept.Reading = string(reading)
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
	at := func(id int) int { return slices.IndexFunc(kept, func(l RatingList) bool { return l.ID == id }) }
	for old := range d.shelf.lists {
		if at(old) < 0 {
			delete(d.shelf.lists, old)
		}
	}
	if at(id) < 0 {
		return nil, nil, fault.New(fault.NotFound, "list.gone")
	}
	if found, ok := d.shelf.lists[id]; ok {
		return found.index, found.notes, nil
	}
	read, err := d.readKept(ctx, kept[at(id)])
	if err != nil {
		return nil, nil, err
	}
	if d.shelf.lists == nil {
		d.shelf.lists = map[int]searchable{}
	}
	d.shelf.lists[id] = searchable{lists.NewIndex(read.List), read.Notes}
	return d.shelf.lists[id].index, read.Notes, nil
}

// readKept reads a list that was taken in.
func (d *Director) readKept(ctx context.Context, kept RatingList) (*exchange.RatingList, error) {
	data, err := d.store.RatingListContent(ctx, kept.ID)
	if err != nil {
		return nil, err
	}
	var reading exchange.Reading
	if kept.Reading != "" {
		if err := json.Unmarshal([]byte(kept.Reading), &reading); err != nil {
			return nil, fmt.Errorf("reading of rating list %d: %w", kept.ID, err)
		}
	}
	read, err := exchange.ReadRatingList(data, reading)
	if err != nil {
		return nil, fmt.Errorf("read rating list %d again: %w", kept.ID, err)
	}
	return read, nil
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
