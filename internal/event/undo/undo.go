// Package undo finds the later changes to undo before a given one can be undone.
//
//	versions := undo.Find(t, entries, 57) // [81 60 57]: undo these in this order
package undo

import (
	"fmt"
	"slices"

	"tourney/internal/tournament"
	"tourney/internal/tournament/merge"
)

// An Entry is one change of a tournament in its log.
type Entry struct {
	// Version is the version that the change made.
	Version int
	Changes []tournament.Change
	// Undone is set if it has been undone.
	Undone bool
}

// most bounds the length of a chain.
const most = 60

// Find returns the versions whose changes have to be undone, the latest first, so that the change of one version, the
// last, can be undone. It is the version alone if nothing contradicts it. Find leaves each version out if the others
// suffice. It returns nil without such a chain of at most 60 changes. Entries are the entries of the log from the
// latest down to the version at least.
func Find(t *tournament.Tournament, entries []Entry, version int) []int {
	f := finder{t: t, entries: entries}
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.Version == version })
	if at < 0 || entries[at].Undone {
		return nil
	}
	in := []int{at} // indexes of entries, the latest change first
	for {
		failed := f.try(in)
		if failed < 0 {
			break
		}
		next := f.cause(failed, in)
		if next < 0 || len(in) == most {
			return nil
		}
		in = append(in, next)
		slices.Sort(in)
	}
	for _, i := range slices.Clone(in) {
		without := slices.DeleteFunc(slices.Clone(in), func(j int) bool { return j == i })
		if i != at && f.try(without) < 0 {
			in = without
		}
	}
	var versions []int
	for _, i := range in {
		versions = append(versions, entries[i].Version)
	}
	return versions
}

type finder struct {
	t       *tournament.Tournament
	entries []Entry
}

// try undoes changes one after the other, and returns the index of the first refused one, or -1.
func (f *finder) try(in []int) int {
	now := f.t
	for _, i := range in {
		next, err := now.Undone(f.entries[i].Changes)
		if err != nil {
			return i
		}
		now = next
	}
	return -1
}

// cause returns the index of the change that most likely prevents undoing one: the latest that touched the same parts,
// else the latest about the same round or players, else the latest; -1 without another change.
func (f *finder) cause(of int, in []int) int {
	for _, meets := range []func(a, b []tournament.Change) bool{samePart, sameSubject, func(_, _ []tournament.Change) bool { return true }} {
		for i, e := range f.entries[:of] {
			if !e.Undone && !slices.Contains(in, i) && meets(e.Changes, f.entries[of].Changes) {
				return i
			}
		}
	}
	return -1
}

// samePart reports whether two lists of changes both touched a part of an element.
func samePart(a, b []tournament.Change) bool {
	mine := map[string]bool{}
	for _, c := range b {
		for _, part := range partsOf(c) {
			mine[part] = true
		}
	}
	return slices.ContainsFunc(a, func(c tournament.Change) bool {
		return slices.ContainsFunc(partsOf(c), func(part string) bool { return mine[part] })
	})
}

// partsOf names the parts that a change touched. An added or removed element counts as one part.
func partsOf(c tournament.Change) []string {
	switch {
	case c.Info != nil:
		return parts("info", c.Info)
	case c.Settings != nil:
		return parts("settings", c.Settings)
	case c.Team != nil:
		return parts(fmt.Sprint("team ", c.Team.Value().ID), c.Team)
	case c.Player != nil:
		return parts(fmt.Sprint("player ", c.Player.Value().ID), c.Player)
	case c.Round != nil:
		return parts(fmt.Sprint("round ", c.Round.Value().Number), c.Round)
	case c.Game != nil:
		return parts(fmt.Sprint("game ", c.Game.Value().ID), c.Game)
	}
	return nil
}

func parts[T any](of string, e *tournament.Edit[T]) []string {
	if e.Old == nil || e.New == nil {
		return []string{of}
	}
	names := []string{of}
	for _, part := range merge.Touched(e.Old, e.New) {
		if part != ".Revision" {
			names = append(names, of+part)
		}
	}
	return names[1:]
}

// sameSubject reports whether two lists of changes both concern a round or a player.
func sameSubject(a, b []tournament.Change) bool {
	mine := subjects(b)
	return slices.ContainsFunc(subjects(a), func(s string) bool { return slices.Contains(mine, s) })
}

func subjects(changes []tournament.Change) (names []string) {
	player := func(ids ...tournament.PlayerID) {
		for _, id := range ids {
			names = append(names, fmt.Sprint("player ", id))
		}
	}
	for _, c := range changes {
		if n := c.InRound(); n > 0 {
			names = append(names, fmt.Sprint("round ", n))
		}
		switch {
		case c.Player != nil:
			player(c.Player.Value().ID)
		case c.Team != nil:
			player(c.Team.Value().Members...)
		case c.Round != nil:
			player(c.Round.Value().Byes...)
		case c.Game != nil:
			player(c.Game.Value().Black, c.Game.Value().White)
		case c.Request != nil:
			player(c.Request.Value().Player)
		case c.Incident != nil:
			player(c.Incident.Value().Player)
		}
	}
	return names
}
