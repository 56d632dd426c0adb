// Package relay sends the public state of tournaments to the hubs where they are published.
//
//	r := relay.New(director, log)
//	go r.Run(ctx)
//
// The data file says what is to be sent and what has arrived; so nothing is lost when the program ends
// or there is no line, and the newest state is all that is ever sent. With it go the moves of live games, once they are
// public.
package relay

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/publishing"
)

// A Relay sends what is published. It is safe for concurrent use.
type Relay struct {
	director *director.Director
	log      *slog.Logger

	mu      sync.Mutex
	working map[string]*worker // by origin
	// leaving are the reasons why publications could not be taken off at the last try, by origin.
	leaving map[string]error
}

// A worker sends one publication.
type worker struct {
	relay  *Relay
	origin string
	wire   *wire
	// ctx is done when the publication ends, or goes to another place.
	ctx    context.Context
	cancel context.CancelFunc
	// fresh is set once the hub has taken a state of this program: what an earlier one has noted may be of other
	// data, here or there.
	fresh bool
	// sent is when a state was sent last.
	sent time.Time
	// shown is what the hub has of live games.
	shown shown
	// stale has an element if the hub has another state than was sent last.
	stale chan struct{}
	// trouble is guarded by Relay.mu.
	trouble Trouble
	// claims is set for a worker that was begun to claim the publication, until it has; Relay.mu guards it.
	claims bool
	// found is closed when the hub is reached by sending or by listening after that had failed, and made anew;
	// Relay.mu guards it.
	found chan struct{}
}

// Trouble is what is wrong with a publication; nil is what is well.
type Trouble struct {
	// Sending is why the last state was not taken, or the publication not taken off, Showing why moves of live games are not, and Hearing why no reports
	// come from there.
	Sending, Showing, Hearing error
}

// New returns the relay of a director.
func New(d *director.Director, log *slog.Logger) *Relay {
	return &Relay{director: d, log: log, working: map[string]*worker{}}
}

const (
	// lookAgain is how often is looked for publications that another program has begun.
	lookAgain = 5 * time.Second
	// firstPause and longestPause bound the time between two tries.
	firstPause   = 100 * time.Millisecond
	longestPause = time.Second
	// statePause is the least time between two states, boardsPause between two times that moves are sent: both of one
	// tournament do not use a token more often than a hub allows. Those of several may have to wait there.
	statePause, boardsPause = 160 * time.Millisecond, 300 * time.Millisecond
	// idlePause is the time between two tries where somebody has to do something first.
	idlePause = 30 * time.Second
)

// Run sends until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	if err := r.director.Publishing.Remember(ctx); err != nil && ctx.Err() == nil {
		r.log.Warn("this installation has another name once the computer has", "error", err)
	}
	all.Go(func() { r.takeOff(ctx) })
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	for {
		list, err := r.director.Publishing.All(ctx)
		if err != nil && ctx.Err() == nil {
			r.log.Warn("publications cannot be read", "error", err)
		} else if err == nil {
			for _, w := range r.employ(ctx, list) {
				all.Go(w.run)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-r.director.Publishing.Changed():
		case <-ticker.C:
		}
	}
}

// employ ends the workers whose publications have ended, or go to another place, and returns new ones for those
// that have none. Who has failed tries again where another instance has not.
func (r *Relay) employ(ctx context.Context, list []publishing.Publication) (begun []*worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	wanted := map[string]publishing.Publication{}
	for _, p := range list {
		wanted[p.Origin] = p
	}
	for origin, w := range r.working {
		switch p, still := wanted[origin]; {
		case !still || w.wire.hub != p.Hub || w.wire.token != p.Token || p.Claim && !w.claims:
			w.cancel()
			delete(r.working, origin)
		case w.trouble.Sending != nil && p.Failing.IsZero() && !p.Claim: // another instance has brought everything there
			w.again()
		}
	}
	for origin, p := range wanted {
		if r.working[origin] != nil || ctx.Err() != nil {
			continue
		}
		w := &worker{relay: r, origin: origin, wire: newWire(p.Hub, p.Token, r.director.Publishing.Sender()), claims: p.Claim, stale: make(chan struct{}, 1), found: make(chan struct{})}
		w.ctx, w.cancel = context.WithCancel(ctx)
		r.working[origin] = w
		begun = append(begun, w)
	}
	return begun
}

// Trouble returns what is wrong with a publication. What another instance of this installation has brought to the hub,
// nobody else sends, also while this one does not know it yet.
func (r *Relay) Trouble(p publishing.Publication) Trouble {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.working[p.Origin]
	if w == nil {
		return Trouble{Sending: r.leaving[p.Origin]}
	}
	t := w.trouble
	for _, why := range []*error{&t.Sending, &t.Hearing} {
		if p.Sent > 0 && p.Failing.IsZero() && fault.Is(*why, "relay.another") {
			*why = nil
		}
	}
	return t
}

// note keeps what is wrong, and writes it into the log when it has changed.
func (w *worker) note(of *error, err error) {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	if err != nil && (*of == nil || (*of).Error() != err.Error()) {
		w.relay.log.Warn("publishing", "hub", w.wire.name(), "why", err)
	}
	w.set(of, err)
}

// set keeps what is wrong. Once that is well again, whoever else waits to try again need not wait. Relay.mu is held.
func (w *worker) set(of *error, err error) {
	if err == nil && *of != nil {
		close(w.found)
		w.found = make(chan struct{})
	}
	*of = err
}

// reached returns what is closed when the hub is reached after a failure.
func (w *worker) reached() <-chan struct{} {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	return w.found
}

// taken notes that the hub has the publication, and knows who sends it.
func (w *worker) taken() {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	w.claims = false
	if fault.Is(w.trouble.Hearing, "relay.none") || fault.Is(w.trouble.Hearing, "relay.another") {
		w.set(&w.trouble.Hearing, nil)
	}
}

// Withdraw removes what is at a hub of a publication that was ended, once the reports that wait there are taken.
func (r *Relay) Withdraw(ctx context.Context, p publishing.Publication) error {
	w := &worker{relay: r, origin: p.Origin, wire: newWire(p.Hub, p.Token, r.director.Publishing.Sender()), stale: make(chan struct{}, 1)}
	defer w.wire.close()
	return w.withdraw(ctx, &p)
}

// takeOff withdraws what was to be withdrawn when a program ended, or another computer took over, before it was.
func (r *Relay) takeOff(ctx context.Context) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, idlePause) {
		left, err := r.director.Publishing.Leaving(ctx)
		stay := map[string]error{}
		for _, p := range left {
			gone := r.Withdraw(ctx, p)
			if gone == nil {
				gone = r.director.Publishing.HasLeft(ctx, p)
			}
			if gone == nil || ctx.Err() != nil {
				continue
			}
			if was := r.Trouble(p).Sending; was == nil || was.Error() != gone.Error() {
				r.log.Warn("taking off", "hub", p.Hub, "why", gone)
			}
			stay[p.Origin] = gone
		}
		if err == nil && len(stay) == 0 {
			pause = idlePause
		}
		r.mu.Lock()
		r.leaving = stay
		r.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(apart(pause)):
		}
	}
}

// run sends the newest state whenever the tournament has changed.
func (w *worker) run() {
	ctx := w.ctx
	defer w.leave()
	var listening sync.WaitGroup
	defer listening.Wait()
	defer w.cancel()
	listening.Go(func() { w.listen(ctx) })
	pause := firstPause
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(w.sent.Add(statePause))):
		}
		reached := w.reached() // before the hub is asked
		p, found, err := w.publication(ctx)
		if err == nil && !found {
			return
		}
		changed, leave := w.relay.director.Subscribe(p.Slug) // before the state is looked at
		if err == nil {
			err = w.bring(ctx, p)
		}
		if ctx.Err() != nil {
			leave()
			return
		}
		w.note(&w.trouble.Sending, err)
		wait := w.shown.wait()
		if err != nil {
			wait, changed = apart(max(pause, patienceFor(err))), nil
			pause = min(2*pause, longestPause)
		} else {
			pause, reached = firstPause, nil
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-reached:
		case <-w.stale:
			w.fresh = false
		case <-time.After(wait):
		}
		leave()
	}
}

// apart returns a time or half of it more, so that not all who have failed at once try again at once.
func apart(pause time.Duration) time.Duration {
	return pause + rand.N(pause/2) // #nosec G404 -- only to part them
}

// patienceFor returns how long to wait after a failure: hardly, for a line that may be back at once; longer where
// somebody has to do something first.
func patienceFor(err error) time.Duration {
	f, known := fault.As(err)
	switch {
	case !known || f.Kind == fault.Unavailable:
		return 0
	case f.Kind == fault.TooMany:
		return longestPause
	}
	return idlePause
}

// leave makes room for a worker that sends the same publication again.
func (w *worker) leave() {
	w.wire.close()
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	if w.relay.working[w.origin] == w {
		delete(w.relay.working, w.origin)
	}
}

// publication returns the worker's publication as it is kept, and whether it still is.
func (w *worker) publication(ctx context.Context) (publishing.Publication, bool, error) {
	list, err := w.relay.director.Publishing.All(ctx)
	for _, p := range list {
		if p.Origin == w.origin {
			return p, true, nil
		}
	}
	return publishing.Publication{}, false, err
}

// bring brings the hub to the newest state and the moves of its live games, and notes how that went. It fails if the
// hub lacks the state.
func (w *worker) bring(ctx context.Context, p publishing.Publication) error {
	s, err := w.relay.director.Snapshot(ctx, p.Slug)
	if err == nil && (!w.fresh || s.Tournament.Version != p.Sent || !p.Failing.IsZero() || p.Claim) {
		err = w.bringState(ctx, &p, s)
	}
	if err == nil {
		err = w.keepShown(ctx, p, s)
	}
	return err
}

// bringState brings the hub to a state, completes what is to be noted, and notes it.
func (w *worker) bringState(ctx context.Context, p *publishing.Publication, s *director.Snapshot) error {
	was := *p
	w.sent = time.Now()
	err := w.send(ctx, p, s)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		if !w.fresh {
			w.shown = shown{}
		}
		p.Failing, p.Claim, w.fresh = time.Time{}, false, true
		w.taken()
	case fault.Is(err, "relay.another") && p.Sent > 0: // nor does who takes over from here send it
		p.Sent, p.Failing = 0, cmp.Or(p.Failing, w.relay.director.Now())
	case !p.Failing.IsZero():
		return err // since when is noted already
	default:
		p.Failing = w.relay.director.Now()
	}
	if noted := w.relay.director.Publishing.Note(ctx, was, *p); err == nil {
		err = noted
	}
	return err
}

// withdraw removes what is at the hub, and sets the stamp of that. Reports that wait there are taken before, if the
// tournament takes them: while one that it might take fails, it stays.
func (w *worker) withdraw(ctx context.Context, p *publishing.Publication) error {
	wish := publishing.Withdrawal{Sender: w.relay.director.Publishing.Sender(), Stamp: max(p.Stamp, w.relay.director.Now().UnixMilli()-1) + 1, Claims: p.Claim}
	for range mostTries {
		err := w.wire.withdraw(ctx, w.origin, wish)
		if err == nil {
			p.Stamp = wish.Stamp
		}
		if !errors.Is(err, errWaiting) {
			return err
		}
		were, err := w.take(ctx, *p, settled{})
		if wish.Taken = were.taken; fault.Is(err, "tournament.missing") { // nobody takes reports of one that is deleted
			break
		}
		if err != nil {
			return err
		}
	}
	wish.Anyway, p.Stamp = true, wish.Stamp
	return w.wire.withdraw(ctx, w.origin, wish)
}

// mostTries bounds how often a state is sent again at once, since the hub lacks a text, and how often reports are taken
// before it is taken off.
const mostTries = 4

// lastStamp is the greatest stamp that a hub is believed to have, of the year 2200: greater ones would use up those that
// hubs take.
const lastStamp = 7_258_118_400_000

// send sends a state, or has the hub withdraw a tournament that is hidden, and completes what is to be noted. It
// sends no text before the hub says that it lacks it.
func (w *worker) send(ctx context.Context, p *publishing.Publication, s *director.Snapshot) error {
	if !w.relay.director.Publishing.IsSentHere(*p) {
		return fault.New(fault.Conflict, "relay.another")
	}
	version := s.Tournament.Version
	if s.Tournament.Info.Hidden {
		if err := w.withdraw(ctx, p); err != nil {
			return err
		}
		p.Sent, p.Address = version, ""
		return nil
	}
	lacks, stamp := map[string]bool{}, max(p.Stamp, w.relay.director.Now().UnixMilli()-1)
	for range mostTries {
		state, err := director.Published(ctx, w.relay.director, s, lacks)
		if err != nil {
			return err
		}
		stamp++
		state.Stamp, state.Sender, state.Claims = stamp, w.relay.director.Publishing.Sender(), p.Claim
		if p.Sent > 0 && !p.Claim {
			state.After = p.Stamp
		}
		answer, err := w.wire.put(ctx, w.origin, state, func(hash string) bool { return !lacks[hash] })
		switch {
		case err != nil:
			return err
		case len(answer.Missing) > 0:
			for _, hash := range answer.Missing {
				lacks[hash] = true
			}
		case answer.Stamp == state.Stamp && strings.HasPrefix(answer.Address, "/t/"):
			p.Stamp, p.Sent, p.Address = state.Stamp, version, answer.Address
			return nil
		default: // a state of before a backup was restored here, or of another instance: look at the newest one again
			was := *p
			if answer.Stamp > lastStamp {
				return fault.New(fault.Unavailable, "relay.answer", w.wire.name())
			}
			p.Stamp = answer.Stamp
			if err := w.relay.director.Publishing.Note(ctx, was, *p); err != nil {
				return err
			}
			return fault.New(fault.Unavailable, "relay.overtaken", w.wire.name())
		}
	}
	return fault.New(fault.Unavailable, "relay.answer", w.wire.name())
}
