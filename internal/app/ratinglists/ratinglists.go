// Package ratinglists manages the rating lists of organisations: it stores, replaces and drops them, reads them into
// memory and searches them.
package ratinglists

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"tourney/internal/app/accounts"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

// A List describes a stored list, without its players.
type List = store.RatingList

// Lists are the lists for the tournaments of an organisation: its own, and the lists of the first organisation, which
// runs the server, except for an origin and name that it has too. They are safe for concurrent use.
type Lists struct {
	*AllLists
	organisation int
}

// AllLists holds the lists of all organisations.
type AllLists struct {
	store   *store.Store
	now     func() time.Time
	access  *accounts.Access
	backups *backup.Keeper

	mu sync.Mutex
	// read caches the lists read so far, by their ID.
	read map[int]searchable
}

// New returns the lists of a store. Before a list is dropped or replaced the keeper makes a backup.
func New(s *store.Store, now func() time.Time, access *accounts.Access, backups *backup.Keeper) *AllLists {
	return &AllLists{store: s, now: now, access: access, backups: backups}
}

// Common returns the lists of the first organisation, which all organisations of the server share.
func (a *AllLists) Common() Lists { return Lists{a, store.FirstOrganisation} }

// At returns the lists for a tournament, by its organisation: "tournament.missing".
func (a *AllLists) At(ctx context.Context, slug string) (Lists, error) {
	owner, err := a.access.People().Owner(ctx, slug)
	return Lists{a, owner}, err
}

// A searchable is a list in memory, with the findings from reading it.
type searchable struct {
	list     List
	index    *ratinglist.Index
	findings []ratinglist.Finding
}

// All lists the rating lists, federations' lists first.
func (ls Lists) All(ctx context.Context) ([]List, error) {
	all, err := ls.store.RatingLists(ctx)
	return ls.visible(all), err
}

// Owns reports whether a list is the organisation's own, which it may replace and drop.
func (ls Lists) Owns(l List) bool { return l.Organisation == ls.organisation }

// visible returns the lists that the organisation uses.
func (ls Lists) visible(all []List) (seen []List) {
	for _, l := range all {
		same := func(own List) bool { return ls.Owns(own) && own.Origin == l.Origin && own.Name == l.Name }
		if ls.Owns(l) || l.Organisation == store.FirstOrganisation && !slices.ContainsFunc(all, same) {
			seen = append(seen, l)
		}
	}
	return seen
}

// A File is an uploaded rating list.
type File struct {
	// Name is for a table; if empty, the name of the file. Lists of federations
	// are named by their origin.
	Name string
	// File is the name of the file; may be empty.
	File string
	Data []byte
	// Reading is how to parse a table; open fields are guessed.
	Reading roster.Reading
}

// TableName is the name for a table in the file.
func (f File) TableName() string {
	name := strings.Join(strings.Fields(f.Name), " ")
	if name == "" {
		name = strings.TrimSuffix(f.File, filepath.Ext(f.File))
	}
	return strings.TrimSpace(name)
}

// Limits of the stored tables of an organisation.
const (
	mostTables      = 50
	longestListName = 60 // letters
)

// Keep stores a rating list for the tournaments of the organisation, and adds an entry to the log of access. It
// replaces the organisation's list of the same origin and name. Besides the faults of format.ReadRatingList it has
// "ratinglist.named" for a table whose name is empty or too long, "ratinglist.federation" for one with the name of a
// federation's list, and "ratinglist.tables" for too many.
func (ls Lists) Keep(ctx context.Context, by tournament.Actor, f File) (List, error) {
	read, err := format.ReadRatingList(f.Data, f.Reading)
	if err != nil {
		return List{}, err
	}
	list := read.List
	kept := List{
		Organisation: ls.organisation, Origin: list.Origin, Name: list.Origin, Format: string(list.Format), File: f.File, Date: list.Date, Players: len(list.Entries),
		Taken: ls.now(), By: by.Name,
	}
	if read.Table != nil {
		if kept.Name, err = ls.nameTable(ctx, f); err != nil {
			return List{}, err
		}
		reading, err := json.Marshal(read.Table.Reading)
		if err != nil {
			return List{}, err
		}
		kept.Reading = string(reading)
	}
	packed, err := store.PackRatingList(f.Data)
	if err != nil {
		return List{}, err
	}
	err = ls.change(ctx, func(tx *store.Tx) (err error) {
		replaced := false
		if kept.ID, replaced, err = tx.SaveRatingList(kept, packed); err != nil || !replaced {
			return err
		}
		return ls.note(tx, by, accounts.EventListReplaced, kept)
	})
	return kept, err
}

// change runs do in a transaction, with a backup of the state before.
func (ls Lists) change(ctx context.Context, do func(tx *store.Tx) error) error {
	settle, ok := func(bool) {}, false
	defer func() { settle(ok) }()
	err := ls.store.Tx(ctx, func(tx *store.Tx) error {
		settle(false) // of the transaction before, if this one is a retry
		settle = ls.backups.Before(ctx, copies.BeforeImport)
		return do(tx)
	})
	ok = err == nil
	return err
}

// note adds an event of a list to the log of access.
func (ls Lists) note(tx *store.Tx, by tournament.Actor, event store.Event, l List) error {
	return tx.People().NoteAccess(store.AccessEntry{At: ls.now(), Organisation: ls.organisation, Who: by.Name, Event: event, Subject: l.Name})
}

// nameTable returns the name for the table in a file.
func (ls Lists) nameTable(ctx context.Context, f File) (string, error) {
	name := f.TableName()
	if n := utf8.RuneCountInString(name); n == 0 || n > longestListName {
		return "", fault.New(fault.Invalid, "ratinglist.named", longestListName)
	}
	kept, err := ls.All(ctx)
	if err != nil {
		return "", err
	}
	others, taken := 0, ratinglist.Origins()
	for _, l := range kept {
		switch {
		case l.Origin != "":
			taken = append(taken, l.Name)
		case ls.Owns(l) && l.Name != name:
			others++
		}
	}
	if slices.ContainsFunc(taken, func(origin string) bool { return strings.EqualFold(origin, name) }) {
		return "", fault.New(fault.Conflict, "ratinglist.federation", name)
	}
	if others >= mostTables {
		return "", fault.New(fault.TooLarge, "ratinglist.tables", mostTables)
	}
	return name, nil
}

// KnownReading returns how to parse the next edition of a table: like the stored one of that name, if headings and
// number of columns are equal; else the zero Reading.
func (ls Lists) KnownReading(
	ctx context.Context, f File, t *roster.ListTable,
) (r roster.Reading, err error) {
	kept, err := ls.All(ctx)
	i := slices.IndexFunc(kept, func(l List) bool { return l.Origin == "" && l.Name == f.TableName() })
	if err != nil || i < 0 {
		return r, err
	}
	read, err := ls.readKept(ctx, kept[i])
	switch {
	case fault.Is(err, "ratinglist.gone"):
		return r, nil
	case err != nil:
		return r, err
	}
	was, above := read.Table, read.Table.From-1
	if above < 1 || above > len(t.Rows) || len(was.Columns) != len(t.Columns) ||
		!slices.EqualFunc(was.Rows[:above], t.Rows[:above], slices.Equal[[]string]) {
		return r, nil
	}
	return roster.Reading{From: was.From, Columns: was.Columns}, nil
}

// Drop deletes a list of the organisation and adds an entry to the log of access. An unknown list is not an error.
// Fault: "ratinglist.foreign" for a list of another organisation.
func (ls Lists) Drop(ctx context.Context, by tournament.Actor, id int) error {
	all, err := ls.store.RatingLists(ctx)
	k := slices.IndexFunc(all, func(l List) bool { return l.ID == id })
	switch {
	case err != nil || k < 0:
		return err
	case !ls.Owns(all[k]):
		return fault.New(fault.Denied, "ratinglist.foreign")
	}
	return ls.change(ctx, func(tx *store.Tx) error {
		dropped, err := tx.DropRatingList(ls.organisation, id)
		if err != nil || !dropped {
			return err
		}
		return ls.note(tx, by, accounts.EventListDropped, all[k])
	})
}

// Index returns a list for searching, with the findings from reading it, or
// "ratinglist.gone". The first call after a start reads the list, which takes up to a
// second.
func (ls Lists) Index(ctx context.Context, id int) (*ratinglist.Index, []ratinglist.Finding, error) {
	found, err := ls.inMemory(ctx, id)
	switch {
	case err != nil:
		return nil, nil, err
	case len(found) == 0:
		return nil, nil, fault.New(fault.NotFound, "ratinglist.gone")
	}
	return found[0].index, found[0].findings, nil
}

// inMemory returns one of the lists, or all of them for 0, and drops deleted ones of any
// organisation from memory.
func (ls Lists) inMemory(ctx context.Context, only int) (found []searchable, err error) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	kept, err := ls.store.RatingLists(ctx)
	if err != nil {
		return nil, err
	}
	was := ls.read
	ls.read = map[int]searchable{}
	for _, l := range kept {
		if s, ok := was[l.ID]; ok && s.list == l { // they differ after a restore by another instance
			ls.read[l.ID] = s
		}
	}
	for _, l := range ls.visible(kept) {
		if only != 0 && l.ID != only {
			continue
		}
		if _, ok := ls.read[l.ID]; !ok {
			read, err := ls.readKept(ctx, l)
			if fault.Is(err, "ratinglist.gone") {
				continue // replaced since it was listed
			}
			if err != nil {
				return nil, err
			}
			ls.read[l.ID] = searchable{l, ratinglist.NewIndex(read.List), read.Findings}
		}
		found = append(found, ls.read[l.ID])
	}
	return found, nil
}

// A Listed is a player found in one of the lists.
type Listed struct {
	List int // its ID
	ratinglist.Hit
}

// Key identifies the player in forms and addresses, such as "3-120", see Lists.ByKey.
func (l Listed) Key() string { return fmt.Sprintf("%d-%d", l.List, l.Entry.Line) }

// ByKey returns the player with a Key and their list, or the faults "ratinglist.entry" and "ratinglist.gone".
func (ls Lists) ByKey(ctx context.Context, key string) (*ratinglist.List, *ratinglist.Entry, error) {
	list, line, _ := strings.Cut(key, "-")
	id, err := strconv.Atoi(list)
	at, err2 := strconv.Atoi(line)
	if err != nil || err2 != nil || id < 1 {
		return nil, nil, fault.New(fault.Invalid, "ratinglist.entry", fault.Clip(key))
	}
	index, _, err := ls.Index(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	e := index.List().At(at)
	if e == nil {
		return nil, nil, fault.New(fault.NotFound, "ratinglist.entry", fault.Clip(line))
	}
	return index.List(), e, nil
}

// Lookup finds players in all lists, as ratinglist.SearchAll does. Partial is a remark if only a family name of the query matched,
// else nil.
func (ls Lists) Lookup(ctx context.Context, query string, limit int) (all []Listed, partial *ratinglist.Finding, err error) {
	found, err := ls.inMemory(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	indexes, ids := make([]*ratinglist.Index, len(found)), map[*ratinglist.List]int{}
	for i, f := range found {
		indexes[i] = f.index
		ids[f.index.List()] = f.list.ID
	}
	hits := ratinglist.SearchAll(indexes, query, limit)
	for _, hit := range hits {
		all = append(all, Listed{ids[hit.List], hit})
	}
	if note, ok := ratinglist.PartialNote(hits); ok {
		partial = &note
	}
	return all, partial, nil
}

// readKept reads a stored list.
func (a *AllLists) readKept(ctx context.Context, kept List) (*roster.RatingList, error) {
	data, err := a.store.RatingListContent(ctx, kept.ID)
	if err != nil {
		return nil, err
	}
	var reading roster.Reading
	if kept.Reading != "" {
		if err := jsoncolumn.Parse(kept.Reading, &reading, "rating_lists", strconv.Itoa(kept.ID)); err != nil {
			return nil, err
		}
	}
	read, err := format.ReadRatingList(data, reading)
	if err != nil {
		return nil, fmt.Errorf("read rating list %d again: %w", kept.ID, err)
	}
	read.List.Name = kept.Name
	return read, nil
}
