// Package changefeed lists the public changes of a tournament for programs.
//
//	feed := changefeed.New(director)
//	page, err := feed.Read(ctx, "spring-cup", after)
//
// The feed is computed from the log and the states of the tournament; no data are stored for it.
package changefeed

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Cursor is a position in the changes of a tournament: after the change that made a version.
type Cursor struct {
	Version int
	// At is the time of that change, zero if unknown. It distinguishes the version from one of the same number in
	// another backup, or in another tournament of that address.
	At time.Time
}

// ParseCursor parses the number of a version or what String returns, or returns "changes.after".
func ParseCursor(text string) (c Cursor, err error) {
	const base, most = 36, 1 << 31
	number, mark, marked := strings.Cut(text, "-")
	c.Version, err = strconv.Atoi(number)
	if err == nil && marked {
		var micro int64
		if micro, err = strconv.ParseInt(mark, base, 64); err == nil {
			c.At = time.UnixMicro(micro).UTC()
		}
	}
	if err != nil || c.Version < 0 || c.Version >= most || c.String() != text {
		return Cursor{}, fault.New(fault.Invalid, "changes.after", fault.Clip(text))
	}
	return c, nil
}

// String returns the cursor in the form that programs store.
func (c Cursor) String() string {
	const base = 36
	if c.At.IsZero() {
		return strconv.Itoa(c.Version)
	}
	return strconv.Itoa(c.Version) + "-" + strconv.FormatInt(c.At.UnixMicro(), base)
}

const (
	// MostEntries limits the changes of a page.
	MostEntries = 100
	// mostCompared limits the players and games compared for a page, counted once for each of its versions. A page
	// takes up to some tenths of a second.
	mostCompared = 50_000
)

// A Page is a range of public changes, the first one first.
type Page struct {
	Entries []Entry
	// Next is the cursor at its end, More is set if there are changes after it.
	Next Cursor
	More bool
	// Anew is set if the changes between the requested cursor and the present state are unavailable. Next is at the
	// present state.
	Anew bool
}

// A Feed reads the changes of tournaments. It caches computed changes. It is safe for concurrent use, and its copies
// share the cache.
type Feed struct {
	director *director.Director
	cache    *cache
	// Insider is set for a reader with access to hidden tournaments; such a reader gets the same data as the public
	// gets of others.
	Insider bool
	// Farthest is the largest number of versions back for which changes are read, 0 for all: readers farther behind
	// must start again.
	Farthest int
}

// New returns a public feed of the tournaments of a director, without a limit of versions.
func New(d *director.Director) Feed { return Feed{director: d, cache: newCache()} }

// pageLength returns the number of versions of a page.
func pageLength(t *tournament.Tournament) int {
	size := len(t.Players)
	for i := range t.Rounds {
		size += len(t.Rounds[i].Games)
	}
	return max(1, min(MostEntries, mostCompared/max(size, 1)))
}

// Read returns the changes of a tournament after a cursor, or "tournament.missing". Pages before the present state end
// at multiples of the page length, whatever their start, so that they are computed from the same past state.
func (f Feed) Read(ctx context.Context, slug string, after Cursor) (Page, error) {
	d := f.director
	now, err := d.Snapshot(ctx, slug)
	if err != nil {
		return Page{}, err
	}
	version := now.Tournament.Version
	switch {
	case now.Tournament.Origin != "": // the log is on the computer that runs it
		return Page{Next: Cursor{Version: version}, Anew: after.Version != version}, nil
	case after.Version > version, f.Farthest > 0 && version-after.Version > f.Farthest:
		return restartPage(ctx, d, now)
	}
	length := pageLength(now.Tournament)
	end := min(version, (after.Version/length+1)*length)
	entries, err := logged(ctx, d, slug, director.LogFilter{After: max(after.Version, 1) - 1, Before: end + 1})
	if err != nil {
		return Page{}, err
	}
	if len(entries) != end-max(after.Version, 1)+1 {
		return restartPage(ctx, d, now)
	}
	if after.Version > 0 { // the first entry is the cursor's own
		first := entries[len(entries)-1]
		if !after.At.IsZero() && !after.At.Equal(first.At.Truncate(time.Microsecond)) {
			return restartPage(ctx, d, now)
		}
		if len(entries) == 1 {
			return Page{Next: Cursor{end, first.At}}, nil
		}
		entries = entries[:len(entries)-1]
	}
	told, err := f.publicChanges(ctx, slug, entries)
	if err != nil {
		return Page{}, err
	}
	return Page{Entries: told, Next: Cursor{end, entries[0].At}, More: end < version}, nil
}

// restartPage returns the page for a reader that must start again from the present state.
func restartPage(ctx context.Context, d *director.Director, now *director.Snapshot) (Page, error) {
	t := now.Tournament
	p := Page{Next: Cursor{Version: t.Version}, Anew: true}
	last, err := logged(ctx, d, t.Info.Slug, director.LogFilter{After: t.Version - 1, Before: t.Version + 1})
	for _, e := range last {
		p.Next.At = e.At
	}
	return p, err
}

// logged returns the entries of a log that pass a filter, the latest first.
func logged(ctx context.Context, d *director.Director, slug string, f director.LogFilter) (all []director.LogEntry, err error) {
	for n, more := 0, true; more; n++ {
		var page []director.LogEntry
		if page, more, err = d.Log(ctx, slug, n, f); err != nil {
			return nil, err
		}
		all = append(all, page...)
	}
	return all, nil
}

// publicChanges returns the public changes of entries of the log, the latest first.
func (f Feed) publicChanges(ctx context.Context, slug string, entries []director.LogEntry) (all []Entry, err error) {
	changes, missing := make([][]Change, len(entries)), make([]bool, len(entries))
	last := -1 // the last missing one
	for i, e := range entries {
		if changes[i], missing[i] = f.cache.find(f.keyOf(slug, e)); missing[i] {
			last = i
		}
	}
	if last >= 0 {
		to, err := f.director.Past(ctx, slug, entries[0].Version)
		if err != nil {
			return nil, err
		}
		t, seen := to.Tournament.Clone(), f.seen(to.Tournament)
		for i, e := range entries[:last+1] {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			t.Rewind(e.Changes)
			t.Version = e.Version - 1
			before := f.seen(t) // it shares nothing with t
			if missing[i] {
				changes[i] = Between(before, seen)
				f.cache.keep(f.keyOf(slug, e), changes[i])
			}
			seen = before
		}
	}
	for i, e := range slices.Backward(entries) {
		if len(changes[i]) > 0 {
			all = append(all, Entry{e.Version, e.At, changes[i]})
		}
	}
	return all, nil
}

// seen returns the reader's view of a state, nil for none. It is privacy.Published, so that the feed can contain
// nothing else.
func (f Feed) seen(t *tournament.Tournament) *tournament.Tournament {
	if t.Version == 0 || t.Info.Hidden && !f.Insider {
		return nil
	}
	return privacy.Published(t)
}
