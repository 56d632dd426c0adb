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

	"tourney/internal/app/director"
	"tourney/internal/app/updates"
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
	writing, sending chan struct{}

	mu      sync.Mutex
	working map[int]*worker // by the number of the tournament
}

// A worker sends the pages of one tournament.
type worker struct {
	*Uploader
	site   sites.Site // at the start of the worker
	cancel context.CancelFunc
	// wake has an element to end the pause of the worker.
	wake chan struct{}
	// brought is set once this program has sent pages: pages of an earlier program may differ, or may be damaged since.
	brought bool
	// took is the duration of the last rendering.
	took time.Duration
	// trouble is the error of the last attempt, nil after a success; Uploader.mu guards it.
	trouble error
}

const (
	// lookAgain is the polling interval for changes by another program.
	lookAgain = 5 * time.Second
	// gather is the debounce interval for changes. After rendering, the worker pauses for rests times its duration, so
	// that a large tournament does not slow down the desks.
	gather = 500 * time.Millisecond
	rests  = 2
	// firstPause and longestPause limit the backoff between retries. patientPause follows an error that a person has to
	// correct, because servers block clients after too many wrong passwords.
	firstPause   = 200 * time.Millisecond
	longestPause = 15 * time.Second
	patientPause = 2 * time.Minute
	// mostSending limits the concurrent transfers.
	mostSending = 2
)

// New returns the uploader of a director.
func New(d *director.Director, s *sites.Sites, log *slog.Logger, write Writer) *Uploader {
	return &Uploader{
		director: d, sites: s, log: log, write: write, writing: make(chan struct{}, 1), sending: make(chan struct{}, mostSending), working: map[int]*worker{},
	}
}

// Run sends pages until ctx ends.
func (u *Uploader) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	changed := ""
	for {
		list, err := u.sites.All(ctx)
		if err != nil && ctx.Err() == nil {
			u.log.Warn("sites cannot be read", "error", err)
		} else if err == nil {
			for _, w := range u.employ(list, changed) {
				mine, cancel := context.WithCancel(ctx)
				w.cancel = cancel
				all.Go(func() { w.run(mine) })
			}
		}
		select {
		case <-ctx.Done():
			return
		case changed = <-u.sites.Changed():
		case <-ticker.C:
			changed = ""
		}
	}
}

// employ stops the workers of sites that have ended or changed, and returns workers for new ones. It wakes the worker
// of the tournament with the slug changed, "" for none.
func (u *Uploader) employ(list []sites.Site, changed string) (begun []*worker) {
	u.mu.Lock()
	defer u.mu.Unlock()
	wanted := map[int]sites.Site{}
	for _, s := range list {
		wanted[s.Number] = s
	}
	for number, w := range u.working {
		if s, still := wanted[number]; !still || !same(w.site, s) {
			w.cancel()
			delete(u.working, number)
		} else if s.Slug == changed {
			select {
			case w.wake <- struct{}{}:
			default: // it is awake already
			}
		}
	}
	for number, s := range wanted {
		if u.working[number] == nil {
			w := &worker{Uploader: u, site: s, wake: make(chan struct{}, 1)}
			u.working[number] = w
			begun = append(begun, w)
		}
	}
	return begun
}

// same reports whether two sites are equal except for their progress.
func same(a, b sites.Site) bool {
	if a.HostKey == "" { // the first key is trusted
		a.HostKey = b.HostKey
	}
	a.Slug, a.Name, a.Version, a.Sent, a.Failing = b.Slug, b.Name, b.Version, b.Sent, b.Failing
	return a == b
}

// Trouble returns the error of the last attempt for a tournament, nil after a success.
func (u *Uploader) Trouble(s sites.Site) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if w := u.working[s.Number]; w != nil {
		return w.trouble
	}
	return nil
}

func (w *worker) setTrouble(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trouble = err
}

// run sends the newest pages whenever the tournament has changed.
func (w *worker) run(ctx context.Context) {
	defer w.leave()
	pause := firstPause
	for ctx.Err() == nil {
		s, found, err := w.kept(ctx)
		if err == nil && !found {
			return
		}
		changed, leave := w.director.Subscribe(s.Slug) // before the state is read
		if err == nil {
			err = w.bring(ctx, s)
		}
		if ctx.Err() == nil {
			w.setTrouble(err)
			if err == nil {
				pause = firstPause
				w.rest(ctx, changed)
			} else {
				pause = w.wait(ctx, pause, err)
			}
		}
		leave()
	}
}

// leave makes room for a new worker of the tournament, which may be restored.
func (w *worker) leave() {
	w.cancel()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.working[w.site.Number] == w {
		delete(w.working, w.site.Number)
	}
}

// rest waits until there may be changes to send, and for the debounce interval.
func (w *worker) rest(ctx context.Context, changed <-chan updates.Event) {
	rested := time.After(max(gather, rests*w.took))
	select {
	case <-ctx.Done():
		return
	case <-w.wake:
		return
	case <-time.After(lookAgain):
		return
	case <-changed:
	}
	for _, until := range []<-chan time.Time{time.After(gather), rested} {
		select {
		case <-ctx.Done():
			return
		case <-until:
		}
	}
}

// wait waits before the next attempt, and returns the pause for the attempt after that.
func (w *worker) wait(ctx context.Context, pause time.Duration, why error) time.Duration {
	pause = pauseAfter(pause, why)
	select {
	case <-ctx.Done():
	case <-w.wake:
		return firstPause
	case <-time.After(pause):
	}
	return 2 * pause
}

// pauseAfter returns the pause after an error, from the pause of the backoff.
func pauseAfter(pause time.Duration, why error) time.Duration {
	if f, known := fault.As(why); known && f.Kind != fault.Unavailable {
		return patientPause
	}
	return min(pause, longestPause)
}

// kept returns the stored site of the worker, and whether it is unchanged.
func (w *worker) kept(ctx context.Context) (sites.Site, bool, error) {
	list, err := w.sites.All(ctx)
	for _, s := range list {
		if s.Number == w.site.Number {
			return s, same(w.site, s), nil
		}
	}
	return sites.Site{}, false, err
}

// bring sends the newest pages to the place, and stores the outcome.
func (w *worker) bring(ctx context.Context, s sites.Site) error {
	snapshot, err := w.director.Snapshot(ctx, s.Slug)
	if err != nil {
		return err
	}
	version := snapshot.Tournament.Version
	if version == s.Sent && s.Failing.IsZero() && w.brought {
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
		s.Sent, s.Failing, w.brought = version, time.Time{}, true
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
	site := webspace.Site{Origin: s.Origin, Sender: s.Sender, Claims: s.Sent == 0, Doubts: !w.brought || !s.Failing.IsZero()}
	if !snapshot.Tournament.Info.Hidden {
		if site.Files, err = w.pages(ctx, s, snapshot); err != nil {
			return "", fmt.Errorf("write pages: %w", err)
		}
	}
	if err := enter(ctx, w.sending); err != nil {
		return "", err
	}
	defer func() { <-w.sending }()
	release, err := w.director.Shelf.Lock(ctx, turnOf(s))
	if err != nil {
		return "", err
	}
	defer release()
	return webspace.Bring(ctx, sites.Place(s), site)
}

// turnOf returns the name of the lock of a place. Other instances send there too, and other tournaments may by mistake:
// without the lock both could find the place empty.
func turnOf(s sites.Site) string { return "site/" + s.Address }

// pages renders the pages, for one tournament at a time.
func (w *worker) pages(ctx context.Context, s sites.Site, snapshot *director.Snapshot) (fs.FS, error) {
	if err := enter(ctx, w.writing); err != nil {
		return nil, err
	}
	defer func() { <-w.writing }()
	whole, err := w.director.Whole(ctx, snapshot.Tournament)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	files, err := w.write(ctx, Pages{snapshot, whole, s.Language})
	w.took = time.Since(begun)
	return files, err
}

// enter waits for a free slot.
func enter(ctx context.Context, room chan struct{}) error {
	select {
	case room <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
