// Package changefeed tells programs what has changed in a tournament, as everybody may know it.
//
//	feed := changefeed.Feed{Director: director}
//	page, err := feed.Read(ctx, "spring-cup", after)
//
// It is made from the log and the states of the tournament; nothing is kept for it.
package changefeed

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/privacy"
	"tourney/internal/tournament"
)

// A Cursor is a place in the changes of a tournament: after the one that made a version.
type Cursor struct {
	Version int
	// At is when that was, zero if nobody has said: it tells a version from one of the same number that another
	// backup, or another tournament of that address, has.
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

// String returns the cursor as programs keep it.
func (c Cursor) String() string {
	const base = 36
	if c.At.IsZero() {
		return strconv.Itoa(c.Version)
	}
	return strconv.Itoa(c.Version) + "-" + strconv.FormatInt(c.At.UnixMicro(), base)
}

// MostEntries bounds the changes of a page.
const MostEntries = 100

// A Page is a range of changes, the first one first. Those that nobody sees are left out.
type Page struct {
	Entries []Entry
	// Next is where it ends, More is set if there are changes after it.
	Next Cursor
	More bool
	// Anew is set if nothing leads from where it was to begin to the present state, where Next is.
	Anew bool
}

// A Feed reads the changes of tournaments.
type Feed struct {
	Director *director.Director
	// Insider is set for who sees hidden tournaments too, as everybody sees the others.
	Insider bool
	// Farthest is how many versions back the changes are read, 0 for all: whoever is farther behind starts anew.
	Farthest int
}

// Read returns the changes of a tournament after a cursor, or "tournament.missing".
func (f Feed) Read(ctx context.Context, slug string, after Cursor) (Page, error) {
	d := f.Director
	now, err := d.Snapshot(ctx, slug)
	if err != nil {
		return Page{}, err
	}
	version := now.Tournament.Version
	switch {
	case now.Tournament.Origin != "": // its log is where it is run
		return Page{Next: Cursor{Version: version}, Anew: after.Version != version}, nil
	case after.Version > version, f.Farthest > 0 && version-after.Version > f.Farthest:
		return anew(ctx, d, now)
	}
	end := min(version, after.Version+MostEntries)
	entries, err := logged(ctx, d, slug, director.LogFilter{After: max(after.Version, 1) - 1, Before: end + 1})
	if err != nil {
		return Page{}, err
	}
	if len(entries) != end-max(after.Version, 1)+1 {
		return anew(ctx, d, now)
	}
	if after.Version > 0 { // the first entry is the one that the cursor is after
		first := entries[len(entries)-1]
		if !after.At.IsZero() && !after.At.Equal(first.At.Truncate(time.Microsecond)) {
			return anew(ctx, d, now)
		}
		if len(entries) == 1 {
			return Page{Next: Cursor{end, first.At}}, nil
		}
		entries = entries[:len(entries)-1]
	}
	if end < version {
		if now, err = d.Past(ctx, slug, end); err != nil {
			return Page{}, err
		}
	}
	return Page{Entries: f.told(now, entries), Next: Cursor{end, entries[0].At}, More: end < version}, nil
}

// anew returns the page for whoever has to start anew from a state.
func anew(ctx context.Context, d *director.Director, now *director.Snapshot) (Page, error) {
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

// told returns what everybody sees of entries of the log, the latest first, that lead to a state.
func (f Feed) told(to *director.Snapshot, entries []director.LogEntry) (all []Entry) {
	now := to.Tournament
	seen := f.seen(now)
	for _, e := range entries {
		was := now.Clone()
		was.Rewind(e.Changes)
		was.Version = e.Version - 1
		before := f.seen(was)
		if changes := Between(before, seen); len(changes) > 0 {
			all = append(all, Entry{e.Version, e.At, changes})
		}
		now, seen = was, before
	}
	slices.Reverse(all)
	return all
}

// seen returns what the reader sees of a state, nil if nothing. It is what may leave this computer, so that nothing else
// can be in the feed.
func (f Feed) seen(t *tournament.Tournament) *tournament.Tournament {
	if t.Version == 0 || t.Info.Hidden && !f.Insider {
		return nil
	}
	return privacy.Published(t)
}
