package changefeed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

var anna = director.Actor{Name: "Anna Secretly"}

// A hall is a director with a tournament of four players.
type hall struct {
	*testing.T
	*director.Director
	feed Feed
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{T: t, Director: director.New(databasetest.Open(t, store.OpenScratch), time.Now)}
	h.feed = New(h.Director)
	settings, err := tournament.PresetNamed("swiss")
	h.check(err)
	settings.Rounds = 3
	_, err = h.Create(t.Context(), anna, director.Creation{Info: tournament.Info{Slug: "cup", Name: "Cup"}, Settings: settings})
	h.check(err)
	for i, name := range []string{"Ek", "Aho", "Salo", "Lind"} {
		h.add(tournament.Player{Family: name, Given: "Given", Rank: rank.Dan(4 - i), Status: tournament.CheckedIn})
	}
	return h
}

func (h *hall) check(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hall) desk() *director.Editor { return h.On(anna, "cup") }

func (h *hall) add(p tournament.Player) tournament.PlayerID {
	h.Helper()
	id, err := h.desk().AddPlayer(h.Context(), p, tournament.RefuseNamesakes, "")
	h.check(err)
	return id
}

func (h *hall) state() *tournament.Tournament {
	h.Helper()
	s, err := h.Snapshot(h.Context(), "cup")
	h.check(err)
	return s.Tournament
}

// end is the cursor of the present state.
func (h *hall) end() Cursor {
	h.Helper()
	c := Cursor{}
	for p := (Page{More: true}); p.More; c = p.Next {
		p = h.read(c)
	}
	return c
}

func (h *hall) read(after Cursor) Page {
	h.Helper()
	p, err := h.feed.Read(h.Context(), "cup", after)
	h.check(err)
	return p
}

// enter enters a result at a table.
func (h *hall) enter(round, table int, result string) {
	h.Helper()
	r, err := tournament.ParseResult(result)
	h.check(err)
	g := h.state().Round(round).Games[table-1]
	_, err = h.desk().Because("misread").Enter(h.Context(), tournament.Entry{Round: round, Table: table, Seen: g.Revision, Result: r})
	h.check(err)
}

// publicChanges returns the changes that a step adds to the feed.
func (h *hall) told(step func()) []Change {
	h.Helper()
	was := h.end()
	step()
	p := h.read(was)
	if p.Anew || p.More || p.Next.Version != h.state().Version {
		h.Errorf("the page ends at %v of %d: %+v", p.Next, h.state().Version, p)
	}
	var all []Change
	for _, e := range p.Entries {
		if e.Version <= was.Version || e.At.IsZero() {
			h.Errorf("entry %d of %v comes after %v", e.Version, e.At, was)
		}
		all = append(all, e.Changes...)
	}
	return all
}

// Each step adds its public changes, by numbers.
func TestSteps(t *testing.T) {
	h := newHall(t)
	p := h.read(Cursor{})
	if len(p.Entries) != 5 || p.Entries[0].Changes[0].Kind != Anew || p.Entries[4].Changes[0].ID != 4 {
		t.Errorf("from the beginning: %+v", p)
	}
	ctx, desk := t.Context(), h.desk()
	edit := func(change func(p *tournament.Player)) func() {
		return func() { h.check(desk.EditPlayer(ctx, 4, tournament.RefuseNamesakes, change)) }
	}
	published := func() tournament.Game { return h.state().Rounds[0].Games[0] }
	for _, c := range []struct {
		name string
		step func()
		want func() []Change
	}{
		{"a draft", func() { h.check(desk.Round(1).Pair(ctx, 1)) }, nil},
		{"a swap in it", func() { h.check(desk.Round(1).SwapColours(ctx, 1)) }, nil},
		{"published", func() { h.check(desk.Round(1).Publish(ctx)) }, func() []Change { return []Change{{Kind: Round, Round: 1}} }},
		{"a result", func() { h.enter(1, 1, "B+R") }, func() []Change {
			g := published()
			return []Change{{Kind: Result, ID: g.ID, Round: 1, Table: 1, Black: g.Black, White: g.White, Result: "B+R", Revision: g.Revision}}
		}},
		{"corrected", func() { h.enter(1, 1, "W+3.5") }, func() []Change {
			g := published()
			return []Change{{Kind: Result, ID: g.ID, Round: 1, Table: 1, Black: g.Black, White: g.White, Result: "W+3.5", Revision: g.Revision}}
		}},
		{"cleared", func() { h.enter(1, 1, "?") }, func() []Change {
			g := published()
			return []Change{{Kind: Result, ID: g.ID, Round: 1, Table: 1, Black: g.Black, White: g.White, Result: "?", Revision: g.Revision}}
		}},
		{"notes", edit(func(p *tournament.Player) { p.Notes, p.Contact, p.Mail, p.Born = "n", "c", "m@example.org", 2001 }), nil},
		{"a club", edit(func(p *tournament.Player) { p.Club = "Hel" }), func() []Change { return []Change{{Kind: Player, ID: 4, Status: "checked-in"}} }},
		{"no name any more", edit(func(p *tournament.Player) { p.Hiding = consent.Anonymous }), func() []Change { return []Change{{Kind: Player, ID: 4, Status: "checked-in"}} }},
		{"a hidden name", edit(func(p *tournament.Player) { p.Family, p.Rating, p.EGD = "Berg", rank.Points(1234), "14000001" }), nil},
		{"a wish", func() {
			now := h.state()
			s := now.Clone().Settings
			s.Constraints.Wishes = []tournament.Wish{{A: 1, B: 2, Kind: tournament.Apart}}
			h.check(desk.SetUp(ctx, now.Info, s))
		}, nil},
		{"a name of the tournament", func() {
			now := h.state()
			info := now.Info
			info.Name = "Great Cup"
			h.check(desk.SetUp(ctx, info, now.Settings))
		}, func() []Change { return []Change{{Kind: About}} }},
		{"a round more", func() {
			now := h.state()
			s := now.Clone().Settings
			s.Rounds = 4
			h.check(desk.SetUp(ctx, now.Info, s))
		}, func() []Change { return []Change{{Kind: Settings}} }},
		{"withdrawn", func() { h.check(desk.SetStatus(ctx, 3, tournament.Withdrawn)) }, func() []Change { return []Change{{Kind: Player, ID: 3, Status: "withdrawn"}} }},
		{"an incident", func() {
			h.check(desk.Day().AddIncident(ctx, tournament.Incident{Kind: tournament.Warned, Player: 1, Note: "secret"}, ""))
		}, nil},
		{"hidden", func() {
			now := h.state()
			info := now.Info
			info.Hidden = true
			h.check(desk.SetUp(ctx, info, now.Settings))
		}, func() []Change { return []Change{{Kind: Hidden}} }},
		{"while it is hidden", func() { h.enter(1, 1, "B+R") }, nil},
		{"seen again", func() {
			now := h.state()
			info := now.Info
			info.Hidden = false
			h.check(desk.SetUp(ctx, info, now.Settings))
		}, func() []Change { return []Change{{Kind: Anew}} }},
		{"undone", func() { h.check(desk.Undo(ctx, h.state().Version)) }, func() []Change { return []Change{{Kind: Hidden}} }},
	} {
		var want []Change
		got := h.told(c.step)
		if c.want != nil {
			want = c.want()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s tells (-want +got):\n%s", c.name, diff)
		}
	}
	h.feed.Insider = true
	if got := h.told(func() { h.enter(1, 1, "W+R") }); len(got) != 1 || got[0].Kind != Result {
		t.Errorf("who sees the hidden tournament is told %+v", got)
	}
}

// A reader that goes page by page, from any position, receives each change once and in order.
func TestPages(t *testing.T) {
	h := newHall(t)
	for i := range 130 {
		h.check(h.desk().EditPlayer(t.Context(), 1, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Club = strings.Repeat("x", i%7) }))
	}
	version := h.state().Version
	for from := 0; from <= version; from += 13 {
		var got, want []int
		for v := from + 1; v <= version; v++ {
			want = append(want, v)
		}
		pages, p := 0, Page{Next: Cursor{Version: from}, More: true}
		for ; p.More; pages++ {
			p = h.read(p.Next)
			for _, e := range p.Entries {
				got = append(got, e.Version)
			}
		}
		if !slices.Equal(got, want) || pages != max(1, (version+MostEntries-1)/MostEntries-from/MostEntries) || p.Anew {
			t.Errorf("from %d in %d pages: %v", from, pages, got)
		}
	}
	h.feed.Farthest = 20
	if p := h.read(Cursor{Version: version - 20}); p.Anew || len(p.Entries) != 20 {
		t.Errorf("20 versions back: %+v", p)
	}
	if p := h.read(Cursor{Version: version - 21}); !p.Anew || p.Next.Version != version {
		t.Errorf("too far back: %+v", p)
	}
	if end := h.end(); end.At.IsZero() || !h.read(end).Next.At.Equal(end.At) {
		t.Errorf("the end is %v", end)
	}
}

// A reader with a version that is not in the data must start again, also if there is another version of its number.
func TestAnew(t *testing.T) {
	h := newHall(t)
	end := h.end()
	for _, c := range []Cursor{{Version: end.Version + 1}, {Version: 1 << 30}, {end.Version, end.At.Add(time.Second)}, {2, end.At}} {
		if p := h.read(c); !p.Anew || p.More || len(p.Entries) > 0 || p.Next.String() != end.String() {
			t.Errorf("after %v: %+v", c, p)
		}
	}
	if _, err := h.feed.Read(t.Context(), "none", Cursor{}); !fault.Is(err, "tournament.missing") {
		t.Errorf("of no tournament: %v", err)
	}
}

// No byte of private data is in the feed, whatever was done.
func TestPrivacy(t *testing.T) {
	h := newHall(t)
	id := h.add(tournament.Player{
		Family: "Kaikkonen", Given: "Vihtori", Rank: rank.Kyu(2), Hiding: consent.Initials, Mail: "vihtori@example.org", Contact: "040 555", Notes: "allergic", Born: 1987, Status: tournament.CheckedIn,
	})
	h.check(h.desk().Round(1).Pair(t.Context(), 1))
	draft := h.state().Rounds[0].Games
	h.check(h.desk().EditPlayer(t.Context(), id, tournament.RefuseNamesakes, func(p *tournament.Player) { p.Family, p.Notes = "Möttönen", "vegan" }))
	h.check(h.desk().Day().AddIncident(t.Context(), tournament.Incident{Kind: tournament.Warned, Player: id, Note: "shouted"}, ""))
	h.check(h.desk().Because("asked for it").RemovePlayer(t.Context(), h.add(tournament.Player{Family: "Zuckermandel", Given: "Z", Rank: rank.Kyu(3)})))
	entries := h.read(Cursor{}).Entries
	for i := range entries {
		entries[i].At = time.Time{} // its digits are arbitrary
	}
	text, err := json.Marshal(entries)
	h.check(err)
	for _, private := range []string{"Kaikkonen", "Vihtori", "Möttönen", "example.org", "555", "allergic", "vegan", "1987", "shouted", "asked for it", "Anna", "Zuckermandel", "K.", "V."} {
		if strings.Contains(string(text), private) {
			t.Errorf("the feed says %q: %s", private, text)
		}
	}
	for _, e := range h.read(Cursor{}).Entries {
		for _, c := range e.Changes {
			if c.Kind == Pairing || c.Kind == Round {
				t.Errorf("the draft of %d games is told: %+v", len(draft), c)
			}
		}
	}
}

func FuzzCursor(f *testing.F) {
	for _, text := range []string{"0", "17", "17-ge5x", "-1", "1-", "01", "2147483648", "1--5", "1-zzzzzzzzzzzzzz", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCursor(text)
		if err == nil && c.String() != text {
			t.Errorf("%q is read as %q", text, c)
		}
		if err != nil && !fault.Is(err, "changes.after") {
			t.Error(err)
		}
	})
}

func TestCursor(t *testing.T) {
	for _, c := range []Cursor{{}, {Version: 17}, {17, time.Date(2026, 5, 2, 9, 30, 0, 123456000, time.UTC)}} {
		if got, err := ParseCursor(c.String()); got != c || err != nil {
			t.Errorf("%q is %v, %v", c, got, err)
		}
	}
	for _, text := range []string{"", "-1", "1.5", "2147483648", "1-", "1-!", "007"} {
		if c, err := ParseCursor(text); !fault.Is(err, "changes.after") {
			t.Errorf("%q is %v, %v", text, c, err)
		}
	}
}

// A page of the changes of a large tournament.
func BenchmarkRead(b *testing.B) {
	d := director.New(databasetest.Open(b, store.OpenScratch), time.Now)
	settings, _ := tournament.PresetNamed("egf")
	if _, err := d.Create(b.Context(), anna, director.Creation{Info: tournament.Info{Slug: "cup", Name: "Cup"}, Settings: settings}); err != nil {
		b.Fatal(err)
	}
	for i := range 400 {
		if _, err := d.On(anna, "cup").AddPlayer(b.Context(), tournament.Player{Family: "P", Given: fmt.Sprint("x", i), Rank: rank.Kyu(1 + i%20), Status: tournament.CheckedIn}, tournament.AllowNamesakes, ""); err != nil {
			b.Fatal(err)
		}
	}
	if err := errors.Join(d.On(anna, "cup").Round(1).Pair(b.Context(), 1), d.On(anna, "cup").Round(1).Publish(b.Context())); err != nil {
		b.Fatal(err)
	}
	for _, from := range []int{0, 300} {
		b.Run(fmt.Sprint("after ", from), func(b *testing.B) {
			for b.Loop() {
				if p, err := New(d).Read(b.Context(), "cup", Cursor{Version: from}); err != nil || len(p.Entries) == 0 {
					b.Fatal(len(p.Entries), err)
				}
			}
		})
	}
}

// newFestival returns a director with a tournament of many players, imported as one list, and some later versions.
func newFestival(b testing.TB, players, versions int) *director.Director {
	b.Helper()
	check := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	s := databasetest.Open(b, store.OpenScratch)
	settings, err := tournament.PresetNamed("egf")
	check(err)
	t := &tournament.Tournament{}
	save := func(step func(t *tournament.Tournament)) {
		b.Helper()
		now := t.Clone()
		step(now)
		check(s.Tx(b.Context(), func(tx *store.Tx) error {
			_, err := tx.Save(t, tournament.Whole{Tournament: now}, store.Entry{By: "Anna", At: time.Now(), Action: "player.edit"})
			return err
		}))
		t = now
	}
	save(func(t *tournament.Tournament) {
		t.Info, t.Settings = tournament.Info{Slug: "cup", Name: "Cup"}, settings
	})
	save(func(t *tournament.Tournament) {
		for i := range players {
			t.Players = append(t.Players, tournament.Player{
				ID: tournament.PlayerID(i + 1), Family: fmt.Sprint("Family", i), Given: "Given", Rank: rank.Kyu(1 + i%20), Club: "Hel", Country: "FI",
				Status: tournament.CheckedIn, Tags: []string{"student"},
			})
		}
	})
	for i := range versions {
		save(func(t *tournament.Tournament) { t.Players[i%players].Club = fmt.Sprint("Club ", i) })
	}
	return director.New(s, time.Now)
}

// The larger a tournament is, the fewer versions has a page. A reader that continues at its end receives each change
// once.
func TestPagesOfLargeTournament(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	players := func(n int) *tournament.Tournament {
		return &tournament.Tournament{Players: make([]tournament.Player, n)}
	}
	for n, want := range map[int]int{0: MostEntries, 500: MostEntries, 2000: 25, 4500: 11, 100_000: 1} {
		if got := pageLength(players(n)); got != want {
			t.Errorf("with %d players a page has %d versions, want %d", n, got, want)
		}
	}
	const last = 42
	d := newFestival(t, 2000, last-2)
	feed := New(d)
	for from := range last {
		var got []int
		for p := (Page{Next: Cursor{Version: from}, More: true}); p.More; {
			was, err := p.Next, error(nil)
			if p, err = feed.Read(t.Context(), "cup", was); err != nil {
				t.Fatal(err)
			}
			if n := p.Next.Version - was.Version; n > 25 || n < 1 || p.Anew {
				t.Fatalf("after %v a page of %d versions", was, n)
			}
			for _, e := range p.Entries {
				got = append(got, e.Version)
			}
		}
		for i, v := range got {
			if v != from+i+1 {
				t.Fatalf("from %d: %v", from, got)
			}
		}
		if len(got) != last-from {
			t.Errorf("from %d: %v", from, got)
		}
	}
}

// Cached changes are not computed again, whatever the start; changes of another history are.
func TestToldBefore(t *testing.T) {
	h := newHall(t)
	first := h.read(Cursor{})
	if len(h.feed.cache.all) != len(first.Entries) {
		t.Fatalf("known are %v", h.feed.cache.all)
	}
	mark := []Change{{Kind: Player, ID: 77}}
	for key := range h.feed.cache.all {
		h.feed.cache.all[key] = mark
	}
	for from := range 4 {
		for _, e := range h.read(Cursor{Version: from}).Entries {
			if e.Version <= from || !slices.Equal(e.Changes, mark) {
				t.Errorf("from %d version %d is made out again: %+v", from, e.Version, e)
			}
		}
	}
	h.add(tournament.Player{Family: "New", Given: "X", Rank: rank.Kyu(1)})
	if p := h.read(first.Next); len(p.Entries) != 1 || p.Entries[0].Changes[0].ID != 5 {
		t.Errorf("what is new is told as %+v", p)
	}
	h.feed.Insider = true
	if p := h.read(Cursor{}); len(p.Entries) != 6 || p.Entries[1].Changes[0].ID == 77 {
		t.Errorf("who sees more is told %+v", p)
	}
	h.feed.Insider = false
	for key, changes := range h.feed.cache.all {
		delete(h.feed.cache.all, key)
		key.at = key.at.Add(time.Second)
		h.feed.cache.all[key] = changes
	}
	if p := h.read(Cursor{}); p.Entries[1].Changes[0].ID == 77 {
		t.Errorf("of another history: %+v", p)
	}
}

// The cache is limited by the number of changes in it.
func TestKnownIsBounded(t *testing.T) {
	k := newCache()
	for v := range 10 {
		k.keep(entryKey{slug: "cup", version: v}, make([]Change, mostCached/4))
	}
	if size := len(k.all) * (mostCached / 4); size > mostCached || k.size > mostCached || size == 0 {
		t.Errorf("%d changes are kept, %d counted", size, k.size)
	}
	if _, missing := k.find(entryKey{slug: "cup", version: 9}); missing {
		t.Error("the last one is missing")
	}
}

// Nothing is computed after the client has disconnected.
func TestWhoAskedHasGone(t *testing.T) {
	h := newHall(t)
	entries, err := logged(t.Context(), h.Director, "cup", director.LogFilter{})
	h.check(err)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := h.feed.publicChanges(gone, "cup", entries); !errors.Is(err, context.Canceled) || len(h.feed.cache.all) > 0 {
		t.Errorf("%v, and %d are made out", err, len(h.feed.cache.all))
	}
}

// BenchmarkFestival measures a request from some version in a very large tournament: the first one, and later ones.
func BenchmarkFestival(b *testing.B) {
	d := newFestival(b, 4500, 300)
	for _, from := range []int{0, 1, 150, 301} {
		for _, again := range []bool{false, true} {
			b.Run(fmt.Sprintf("after %d, again %v", from, again), func(b *testing.B) {
				b.ReportAllocs()
				feed, told := New(d), 0
				if _, err := feed.Read(b.Context(), "cup", Cursor{Version: from}); err != nil { // loads the present state
					b.Fatal(err)
				}
				for b.Loop() {
					if !again {
						feed = New(d)
					}
					p, err := feed.Read(b.Context(), "cup", Cursor{Version: from})
					if err != nil || len(p.Entries) == 0 {
						b.Fatal(len(p.Entries), err)
					}
					told = len(p.Entries)
				}
				b.ReportMetric(float64(told), "versions")
			})
		}
	}
}
