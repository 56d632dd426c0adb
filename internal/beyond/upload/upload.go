// Package upload sends the pages of tournaments as files to folders and web spaces.
//
//	u := upload.New(director, sites, log, write)
//	go u.Run(ctx)
//
// The data file stores which pages are sent and which have arrived, so nothing is lost when the program ends or the
// connection breaks. Only the newest pages are sent.
package upload

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"tourney/internal/app/director"
	"tourney/internal/beyond/outbox"
	"tourney/internal/beyond/sites"
	"tourney/internal/beyond/webspace"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Pages are the arguments of a Writer.
type Pages struct {
	Snapshot *director.Snapshot
	Whole    tournament.Whole
	// Language is the language of the first page.
	Language string
}

// A Writer returns the public pages of a tournament as files.
type Writer func(ctx context.Context, p Pages) (fs.FS, error)

// An Uploader sends pages. It is safe for concurrent use.
type Uploader struct {
	director *director.Director
	sites    *sites.Sites
	log      *slog.Logger
	write    Writer
	// writing and sending limit the concurrent workers in these steps.
	writing, sending *semaphore.Weighted
	box              outbox.Outbox[int, sites.Site, *worker]
}

// A worker sends the pages of one tournament.
type worker struct {
	*Uploader
	site sites.Site // at the start of the worker
	// sent is set once this program has sent pages: pages of an earlier program may differ, or may be damaged since.
	sent bool
	// took is the duration of the last rendering.
	took time.Duration

	mu sync.Mutex
	// trouble is the error of the last attempt, nil after a success.
	trouble error
	// progress is the progress of the last attempt.
	progress Progress
}

// Progress counts the files at a place. At is the time of the last success.
type Progress struct {
	Written, Files int
	At             time.Time
}

const (
	// lookAgain is the polling interval for changes by another program.
	lookAgain = 5 * time.Second
	// debounce is the debounce interval for changes. After rendering, the worker pauses for pauseFactor times its
	// duration, so that a large tournament does not slow down the desks.
	debounce    = 500 * time.Millisecond
	pauseFactor = 2
	// mostSending limits the concurrent transfers.
	mostSending = 2
)

// pace has a long pause after an error that a person has to correct, because servers block clients after too many wrong
// passwords.
var pace = outbox.Pace{First: 200 * time.Millisecond, Longest: 15 * time.Second, Patience: func(err error) time.Duration {
	if f, known := fault.As(err); known && f.Kind != fault.Unavailable {
		return 2 * time.Minute
	}
	return 0
}}

// New returns the uploader of a director.
func New(d *director.Director, s *sites.Sites, log *slog.Logger, write Writer) *Uploader {
	u := &Uploader{director: d, sites: s, log: log, write: write, writing: semaphore.NewWeighted(1), sending: semaphore.NewWeighted(mostSending)}
	u.box = outbox.Outbox[int, sites.Site, *worker]{
		List: s.All, Key: func(s sites.Site) int { return s.Number }, Slug: func(s sites.Site) string { return s.Slug },
		New:     func(s sites.Site, _ func()) *worker { return &worker{Uploader: u, site: s} },
		Changed: s.Changed(), Every: lookAgain, Subscribe: d.Subscribe, Pace: pace, Log: log,
	}
	return u
}

// Run sends pages until ctx ends.
func (u *Uploader) Run(ctx context.Context) { u.box.Run(ctx) }

// Serves reports whether two sites are equal except for their progress.
func (w *worker) Serves(now sites.Site) bool {
	was := w.site
	if was.HostKey == "" { // the first key is trusted
		was.HostKey = now.HostKey
	}
	was.Slug, was.Name, was.Version, was.Sent, was.Failing = now.Slug, now.Name, now.Version, now.Sent, now.Failing
	return was == now
}

// Trouble returns the error of the last attempt for a tournament, nil after a success.
func (u *Uploader) Trouble(s sites.Site) error {
	w, found := u.box.Worker(s.Number)
	if !found {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trouble
}

// Progress returns the progress for a tournament since the start of the program.
func (u *Uploader) Progress(s sites.Site) Progress {
	w, found := u.box.Worker(s.Number)
	if !found {
		return Progress{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.progress
}

// advance stores the progress of an attempt.
func (w *worker) advance(change func(*Progress)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.progress)
}

// Remove removes the pages of an ended site from its place.
func (u *Uploader) Remove(ctx context.Context, s sites.Site) error {
	release, err := u.director.KeyValue.Lock(ctx, lockOf(s))
	if err != nil {
		return err
	}
	defer release()
	_, err = webspace.Sync(ctx, sites.Place(s), webspace.Site{Origin: s.Origin, Sender: s.Sender})
	return err
}

// Note stores the outcome of an attempt.
func (w *worker) Note(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trouble = err
}

// Pauses returns the pauses after a success.
func (w *worker) Pauses() outbox.Pauses {
	return outbox.Pauses{Debounce: debounce, Least: max(debounce, pauseFactor*w.took), Most: lookAgain}
}

// Attend does nothing.
func (w *worker) Attend(context.Context) {}

// Close does nothing.
func (w *worker) Close() {}

// Send sends the newest pages to the place, and stores the outcome.
func (w *worker) Send(ctx context.Context, s sites.Site) error {
	snapshot, err := w.director.Snapshot(ctx, s.Slug)
	if err != nil {
		return err
	}
	version := snapshot.Tournament.Version
	if version == s.Sent && s.Failing.IsZero() && w.sent {
		return nil
	}
	was := s
	hostKey, err := w.send(ctx, s, snapshot)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	note := err == nil || s.Failing.IsZero() || s.HostKey == "" && hostKey != ""
	s.HostKey = hostKey
	if err == nil {
		s.Sent, s.Failing, w.sent = version, time.Time{}, true
		w.advance(func(p *Progress) { p.At = w.director.Now() })
	} else if s.Failing.IsZero() {
		s.Failing = w.director.Now()
	}
	if note {
		if noted := w.sites.Note(ctx, was, s); err == nil {
			err = noted
		}
	}
	return err
}

// send sends pages, or removes the pages of a hidden tournament, and returns the host key of the server. After a
// failure it has doubts about the place, which may have lost power.
func (w *worker) send(ctx context.Context, s sites.Site, snapshot *director.Snapshot) (hostKey string, err error) {
	if !w.sites.IsSentHere(s) {
		return "", fault.New(fault.Conflict, "webspace.another")
	}
	site := webspace.Site{Origin: s.Origin, Sender: s.Sender, Claims: s.Sent == 0, Doubts: !w.sent || !s.Failing.IsZero()}
	site.Progress = func(written, all int) {
		w.advance(func(p *Progress) { p.Written, p.Files = written, all })
	}
	if !snapshot.Tournament.Info.Hidden {
		if site.Files, err = w.pages(ctx, s, snapshot); err != nil {
			return "", fmt.Errorf("write pages: %w", err)
		}
	}
	if err := w.sending.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer w.sending.Release(1)
	release, err := w.director.KeyValue.Lock(ctx, lockOf(s))
	if err != nil {
		return "", err
	}
	defer release()
	return webspace.Sync(ctx, sites.Place(s), site)
}

// lockOf returns the name of the lock of a place. Other instances send there too, and other tournaments may by mistake:
// without the lock both could find the place empty.
func lockOf(s sites.Site) string { return "site/" + s.Address }

// pages renders the pages, for one tournament at a time.
func (w *worker) pages(ctx context.Context, s sites.Site, snapshot *director.Snapshot) (fs.FS, error) {
	if err := w.writing.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer w.writing.Release(1)
	whole, err := w.director.Whole(ctx, snapshot.Tournament)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	files, err := w.write(ctx, Pages{snapshot, whole, s.Language})
	w.took = time.Since(begun)
	return files, err
}
