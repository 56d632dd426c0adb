package upload

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/sites"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

var anna = director.Actor{Name: "Anna"}

// css is a file that never changes.
const css = "body {}"

// A hall is a director with a tournament whose pages contain its version.
type hall struct {
	*testing.T
	director *director.Director
	sent     *sites.Sites
	disk     string
	written  atomic.Int32
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{T: t, disk: filepath.Join(t.TempDir(), "cup"), director: director.New(databasetest.Open(t, store.OpenScratch), time.Now)}
	h.sent = sites.New(h.director, func() string { return "this" })
	h.create("cup", h.disk)
	return h
}

// create creates a tournament with pages in a folder.
func (h *hall) create(slug, disk string) {
	h.Helper()
	settings, err := tournament.PresetNamed("egf")
	h.check(err)
	_, err = h.director.Create(h.Context(), anna, director.Creation{Info: tournament.Info{Slug: slug, Name: "Cup"}, Settings: settings})
	h.check(err)
	h.check(h.sent.Begin(h.Context(), slug, sites.Site{Address: disk, Language: "en"}))
}

func (h *hall) check(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hall) uploader() *Uploader {
	return New(h.director, h.sent, slog.New(slog.DiscardHandler), func(_ context.Context, p Pages) (fs.FS, error) {
		h.written.Add(1)
		return fstest.MapFS{"index.html": {Data: fmt.Append(nil, p.Snapshot.Tournament.Version)}, "app.css": {Data: []byte(css)}}, nil
	})
}

// sites returns the stored sites.
func (h *hall) sites() []sites.Site {
	h.Helper()
	list, err := h.sent.All(h.Context())
	h.check(err)
	return list
}

// run runs an uploader until stop is called.
func (h *hall) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(h.Context()))
	u := h.uploader()
	done := make(chan struct{})
	go func() {
		u.Run(ctx)
		close(done)
	}()
	return func() {
		cancel()
		<-done
	}
}

func (h *hall) rename(name string) int {
	h.Helper()
	s, err := h.director.Snapshot(h.Context(), "cup")
	h.check(err)
	info := s.Tournament.Info
	info.Name = name
	h.check(h.director.On(anna, "cup").SetUp(h.Context(), info, s.Tournament.Settings))
	return s.Tournament.Version + 1
}

// arrives waits until a version has arrived and is stored as sent.
func (h *hall) arrives(version int) {
	h.Helper()
	var text []byte
	var s sites.Site
	for range 1000 {
		text, _ = os.ReadFile(filepath.Join(h.disk, "index.html"))
		var err error
		s, _, err = h.sent.Of(h.Context(), "cup")
		h.check(err)
		if string(text) == fmt.Sprint(version) && s.Sent == version && s.Failing.IsZero() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.Fatalf("version %q is there, %d is noted, want %d", text, s.Sent, version)
}

// Changes in one debounce interval are rendered once; changes made while the program was stopped are sent at its start.
func TestChangesComeTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	h := newHall(t)
	stop := h.run()
	h.arrives(1)
	before, version := h.written.Load(), 0
	for i := range 30 {
		version = h.rename(fmt.Sprint("Cup ", i))
	}
	h.arrives(version)
	if n := h.written.Load() - before; n > 6 {
		t.Errorf("30 changes were written %d times", n)
	}
	stop()
	version = h.rename("Cup of tea")
	defer h.run()()
	h.arrives(version)
}

// Pages arrive once a missing folder exists, and after their removal once a person requests it.
func TestPagesAfterTrouble(t *testing.T) {
	h := newHall(t)
	missing := filepath.Join(t.TempDir(), "disk")
	h.disk = filepath.Join(missing, "cup")
	h.check(h.sent.Begin(t.Context(), "cup", sites.Site{Address: h.disk, Language: "en"}))
	defer h.run()()
	for range 1000 {
		if s, _, err := h.sent.Of(t.Context(), "cup"); err == nil && !s.Failing.IsZero() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.check(os.Mkdir(missing, 0o700))
	h.check(h.sent.Begin(t.Context(), "cup", sites.Site{Address: h.disk, Language: "en"})) // the button
	h.arrives(1)
	h.check(os.RemoveAll(h.disk))
	h.check(h.sent.Begin(t.Context(), "cup", sites.Site{Address: h.disk, Language: "en"}))
	h.arrives(1)
}

// Damaged pages are sent again at the start of the program, and after a failure of the place.
func TestDamagedPages(t *testing.T) {
	h := newHall(t)
	style, away := filepath.Join(h.disk, "app.css"), h.disk+" away"
	mended := func(when string) {
		t.Helper()
		if text, err := os.ReadFile(style); string(text) != css {
			t.Errorf("%s the style is %q, %v", when, text, err)
		}
	}
	h.check(h.uploader().box.Sync(h.sites(), "")[0].Worker.Send(t.Context(), h.sites()[0]))
	h.check(os.Truncate(style, 0))
	w := h.uploader().box.Sync(h.sites(), "")[0].Worker
	h.check(w.Send(t.Context(), h.sites()[0]))
	mended("after a start")
	h.rename("Open")
	h.check(os.Rename(h.disk, away))
	h.check(os.WriteFile(h.disk, nil, 0o600))
	if err := w.Send(t.Context(), h.sites()[0]); !fault.Is(err, "webspace.folder") {
		t.Fatal(err)
	}
	h.check(os.Remove(h.disk))
	h.check(os.Rename(away, h.disk))
	h.check(os.Truncate(style, 0))
	h.check(w.Send(t.Context(), h.sites()[0]))
	mended("after trouble")
}

// A tournament that is restored soon after its deletion is sent again once a person requests it.
func TestBroughtBack(t *testing.T) {
	h := newHall(t)
	u, catalogue := h.uploader(), h.director.Catalogue()
	first, site := u.box.Sync(h.sites(), "")[0], h.sites()[0]
	if err := catalogue.Delete(t.Context(), store.Session{User: "Anna"}, "cup"); !fault.Is(err, "hub.ends.first") {
		t.Errorf("what is sent is deleted: %v", err)
	}
	h.check(h.sent.End(t.Context(), "cup"))
	h.check(catalogue.Delete(t.Context(), store.Session{User: "Anna"}, "cup"))
	u.box.Work(t.Context(), first) // finds no stored site
	gone, err := catalogue.Deleted(t.Context(), []int{store.FirstOrganisation})
	h.check(err)
	_, err = catalogue.Restore(t.Context(), store.Session{User: "Anna"}, gone[0])
	h.check(err)
	h.check(h.sent.Begin(t.Context(), "cup", site))
	if begun := u.box.Sync(h.sites(), ""); len(begun) != 1 {
		t.Errorf("%d workers send what was brought back", len(begun))
	}
}

// A change of one site does not render the pages of the others.
func TestOneSiteOfSeveralChanges(t *testing.T) {
	h := newHall(t)
	h.create("open", filepath.Join(t.TempDir(), "open"))
	u, changed := h.uploader(), h.sent.Changed()
	begun := u.box.Sync(h.sites(), "")
	for range begun {
		<-changed
	}
	h.check(h.sent.Begin(t.Context(), "open", h.sites()[1]))
	if again := u.box.Sync(h.sites(), <-changed); len(again) > 0 {
		t.Errorf("%d other workers", len(again))
	}
	for _, w := range begun {
		if woken := len(w.Woken) > 0; woken != (w.Worker.site.Slug == "open") {
			t.Errorf("%s is woken: %v", w.Worker.site.Slug, woken)
		}
	}
}

// Another installation with the same data sends no pages. A request made during a transfer is not lost.
func TestSentFromOneInstallation(t *testing.T) {
	h := newHall(t)
	w, s := h.uploader().box.Sync(h.sites(), "")[0].Worker, h.sites()[0]
	if s.Sent != 0 || !h.sent.IsSentHere(s) {
		t.Fatalf("what was begun here is %+v", s)
	}
	h.check(w.Send(t.Context(), s))
	if s = h.sites()[0]; s.Sent != 1 {
		t.Errorf("what was sent is %+v", s)
	}
	before := s
	h.check(h.sent.Begin(t.Context(), "cup", s))
	before.Failing = time.Now()
	h.check(h.sent.Note(t.Context(), s, before))
	if s = h.sites()[0]; s.Sent != 0 || !s.Failing.IsZero() {
		t.Errorf("what was begun again is %+v", s)
	}
	s.Sender, s.Failing = "another", time.Now()
	written := h.written.Load()
	if err := w.Send(t.Context(), s); !fault.Is(err, "webspace.another") || h.written.Load() != written {
		t.Errorf("another installation: %v", err)
	}
}

// Two tournaments with one place by mistake take turns there; the second finds the files of the first.
func TestOnePlaceForTwo(t *testing.T) {
	h := newHall(t)
	h.create("open", h.disk)
	h.create("other", filepath.Join(t.TempDir(), "other"))
	turns := &turns{KeyValue: h.director.KeyValue}
	h.director.KeyValue = turns
	wrong := 0
	for _, s := range h.sites() {
		w := &worker{Uploader: h.uploader(), site: s}
		if err := w.Send(t.Context(), s); fault.Is(err, "webspace.other") {
			wrong++
		} else {
			h.check(err)
		}
	}
	if wrong != 1 {
		t.Errorf("%d tournaments of two have found the pages of the other one", wrong)
	}
	if slices.Sort(turns.names); len(turns.names) != 3 || len(slices.Compact(turns.names)) != 2 {
		t.Errorf("the turns are %q", turns.names)
	}
}

// turns records the locks taken.
type turns struct {
	director.KeyValue
	names []string
}

func (t *turns) Lock(ctx context.Context, name string) (func(), error) {
	t.names = append(t.names, name)
	return t.KeyValue.Lock(ctx, name)
}

// Pauses grow without a connection, and are long for errors that a person has to correct.
func TestPauses(t *testing.T) {
	unreachable, login := fault.New(fault.Unavailable, "webspace.unreachable"), fault.New(fault.Denied, "webspace.login")
	for _, tt := range []struct {
		was  time.Duration
		why  error
		want time.Duration
	}{
		{pace.First, unreachable, pace.First},
		{pace.Longest, errors.New("disk"), pace.Longest},
		{pace.First, login, 2 * time.Minute},
		{2 * time.Minute, unreachable, pace.Longest},
	} {
		if got := pace.After(tt.was, tt.why); got != tt.want {
			t.Errorf("after %v and %v it waits %v, want %v", tt.was, tt.why, got, tt.want)
		}
	}
}
