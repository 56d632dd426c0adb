// Package relay sends the public state of tournaments to the hubs where they are published.
//
//	r := relay.New(director, publishing, log)
//	go r.Run(ctx)
//
// The data file stores which states are sent and which have arrived, so nothing is lost when the program ends or the
// connection breaks. Only the newest state is sent, followed by the public moves of live games.
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

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/fault"
)

// A Relay sends publications. It is safe for concurrent use.
type Relay struct {
	director   *director.Director
	publishing *publishing.Publishing
	log        *slog.Logger

	mu      sync.Mutex
	working map[string]*worker // by origin
	// leaving has the errors of the last attempts to withdraw ended publications, by origin.
	leaving map[string]error
}

// A worker sends one publication.
type worker struct {
	relay  *Relay
	origin string
	wire   *wire
	// ctx is done when the publication ends or moves to another hub.
	ctx    context.Context
	cancel context.CancelFunc
	// fresh is set once the hub has accepted a state from this program: stamps stored by an earlier one may belong to
	// other data, here or there.
	fresh bool
	// sent is the time of the last state.
	sent time.Time
	// shown records the live games at the hub.
	shown shown
	// stale has an element if the hub has another state than the last one sent.
	stale chan struct{}
	// trouble is guarded by Relay.mu.
	trouble Trouble
	// claims is set for a worker that started to claim the publication, until it succeeds; Relay.mu guards it.
	claims bool
	// found is closed and replaced when the hub is reachable again, by sending or by listening; Relay.mu guards it.
	found chan struct{}
}

// Trouble holds the current errors of a publication; a nil field means no error.
type Trouble struct {
	// Sending is the error of the last state or withdrawal, Showing of moves of live games, Hearing of requests for
	// reports.
	Sending, Showing, Hearing error
}

// New returns the relay of a director.
func New(d *director.Director, p *publishing.Publishing, log *slog.Logger) *Relay {
	return &Relay{director: d, publishing: p, log: log, working: map[string]*worker{}}
}

const (
	// lookAgain is the polling interval for publications started by another program.
	lookAgain = 5 * time.Second
	// firstPause and longestPause limit the backoff between retries.
	firstPause   = 100 * time.Millisecond
	longestPause = time.Second
	// statePause is the least time between two states, boardsPause between two requests with moves: together one
	// tournament stays below a hub's limit for a token. Several tournaments may have to wait there.
	statePause, boardsPause = 160 * time.Millisecond, 300 * time.Millisecond
	// idlePause is the pause after an error that a person has to correct.
	idlePause = 30 * time.Second
)

// Run sends publications until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	if err := r.publishing.Remember(ctx); err != nil && ctx.Err() == nil {
		r.log.Warn("this installation has another name once the computer has", "error", err)
	}
	all.Go(func() { r.takeOff(ctx) })
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	for {
		list, err := r.publishing.All(ctx)
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
		case <-r.publishing.Changed():
		case <-ticker.C:
		}
	}
}

// employ stops the workers of publications that ended or moved, and returns workers for new ones. A failed worker
// retries if another instance has succeeded.
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
		case w.trouble.Sending != nil && p.Failing.IsZero() && !p.Claim: // another instance has succeeded
			w.again()
		}
	}
	for origin, p := range wanted {
		if r.working[origin] != nil || ctx.Err() != nil {
			continue
		}
		w := &worker{relay: r, origin: origin, wire: newWire(p.Hub, p.Token, r.publishing.Sender()), claims: p.Claim, stale: make(chan struct{}, 1), found: make(chan struct{})}
		w.ctx, w.cancel = context.WithCancel(ctx)
		r.working[origin] = w
		begun = append(begun, w)
	}
	return begun
}

// Trouble returns the current errors of a publication. "relay.another" does not count if another instance of this
// installation has sent the newest state.
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

// note stores an error or nil as trouble, and logs an error when it changes.
func (w *worker) note(of *error, err error) {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	if err != nil && (*of == nil || (*of).Error() != err.Error()) {
		w.relay.log.Warn("publishing", "hub", w.wire.name(), "why", err)
	}
	w.set(of, err)
}

// set stores an error or nil as trouble. A recovery ends the pauses of other retries. Relay.mu is held.
func (w *worker) set(of *error, err error) {
	if err == nil && *of != nil {
		close(w.found)
		w.found = make(chan struct{})
	}
	*of = err
}

// reached returns the channel that is closed when the hub is reachable again.
func (w *worker) reached() <-chan struct{} {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	return w.found
}

// taken records that the hub has the publication from this sender.
func (w *worker) taken() {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	w.claims = false
	if fault.Is(w.trouble.Hearing, "relay.none") || fault.Is(w.trouble.Hearing, "relay.another") {
		w.set(&w.trouble.Hearing, nil)
	}
}

// Withdraw removes an ended publication from its hub, after taking the reports that wait there.
func (r *Relay) Withdraw(ctx context.Context, p publishing.Publication) error {
	w := &worker{relay: r, origin: p.Origin, wire: newWire(p.Hub, p.Token, r.publishing.Sender()), stale: make(chan struct{}, 1)}
	defer w.wire.close()
	return w.withdraw(ctx, &p)
}

// takeOff withdraws publications whose withdrawal was interrupted by the end of a program or by a take-over.
func (r *Relay) takeOff(ctx context.Context) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, idlePause) {
		left, err := r.publishing.Leaving(ctx)
		stay := map[string]error{}
		for _, p := range left {
			gone := r.Withdraw(ctx, p)
			if gone == nil {
				gone = r.publishing.HasLeft(ctx, p)
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

// run sends the newest state after each change of the tournament.
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
		reached := w.reached() // before the request to the hub
		p, found, err := w.publication(ctx)
		if err == nil && !found {
			return
		}
		changed, leave := w.relay.director.Subscribe(p.Slug) // before the state is read
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

// apart adds up to half of a pause to it, so that failed requests do not retry at the same time.
func apart(pause time.Duration) time.Duration {
	return pause + rand.N(pause/2) // #nosec G404 -- only to separate them
}

// patienceFor returns the least pause after an error: 0 for a broken connection, longer where a person has to correct
// something.
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

// leave makes the origin free for a new worker.
func (w *worker) leave() {
	w.wire.close()
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	if w.relay.working[w.origin] == w {
		delete(w.relay.working, w.origin)
	}
}

// publication returns the stored publication of the worker, and whether it still exists.
func (w *worker) publication(ctx context.Context) (publishing.Publication, bool, error) {
	list, err := w.relay.publishing.All(ctx)
	for _, p := range list {
		if p.Origin == w.origin {
			return p, true, nil
		}
	}
	return publishing.Publication{}, false, err
}

// bring sends the newest state and the moves of live games to the hub, and stores the outcome. It fails if the hub
// misses the state.
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

// bringState sends a state to the hub, completes the publication and stores it.
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
	case fault.Is(err, "relay.another") && p.Sent > 0: // a computer that takes over does not send it either
		p.Sent, p.Failing = 0, cmp.Or(p.Failing, w.relay.director.Now())
	case !p.Failing.IsZero():
		return err // the begin of the failure is stored already
	default:
		p.Failing = w.relay.director.Now()
	}
	if noted := w.relay.publishing.Note(ctx, was, *p); err == nil {
		err = noted
	}
	return err
}

// withdraw removes the tournament from the hub, and sets the stamp of the removal. It first takes the reports that wait
// there; while an acceptable report fails, the tournament stays at the hub.
func (w *worker) withdraw(ctx context.Context, p *publishing.Publication) error {
	wish := publishing.Withdrawal{Sender: w.relay.publishing.Sender(), Stamp: max(p.Stamp, w.relay.director.Now().UnixMilli()-1) + 1, Claims: p.Claim}
	for range mostTries {
		err := w.wire.withdraw(ctx, w.origin, wish)
		if err == nil {
			p.Stamp = wish.Stamp
		}
		if !errors.Is(err, errWaiting) {
			return err
		}
		were, err := w.take(ctx, *p, settled{})
		if wish.Taken = were.taken; fault.Is(err, "tournament.missing") { // a deleted tournament takes no reports
			break
		}
		if err != nil {
			return err
		}
	}
	wish.Anyway, p.Stamp = true, wish.Stamp
	return w.wire.withdraw(ctx, w.origin, wish)
}

// mostTries limits the immediate retries of a state with texts missing at the hub, and of a withdrawal with waiting
// reports.
const mostTries = 4

// lastStamp is the greatest plausible stamp of a hub, of the year 2200: greater ones would exhaust the stamps that hubs
// accept.
const lastStamp = 7_258_118_400_000

// send sends a state, or withdraws a hidden tournament, and completes the publication. It sends a text only after the
// hub has reported it missing.
func (w *worker) send(ctx context.Context, p *publishing.Publication, s *director.Snapshot) error {
	if !w.relay.publishing.IsSentHere(*p) {
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
	links, err := w.relay.director.LinkHashes(ctx, s.Tournament)
	if err != nil {
		return err
	}
	lacks, stamp := map[string]bool{}, max(p.Stamp, w.relay.director.Now().UnixMilli()-1)
	for range mostTries {
		whole, err := w.relay.director.Published(ctx, s, lacks)
		if err != nil {
			return err
		}
		stamp++
		state := publication.State{Stamp: stamp, Whole: whole, Links: links, Sender: w.relay.publishing.Sender(), Claims: p.Claim}
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
		default: // a state from before a restore here, or of another instance: read the newest one again
			was := *p
			if answer.Stamp > lastStamp {
				return fault.New(fault.Unavailable, "relay.answer", w.wire.name())
			}
			p.Stamp = answer.Stamp
			if err := w.relay.publishing.Note(ctx, was, *p); err != nil {
				return err
			}
			return fault.New(fault.Unavailable, "relay.overtaken", w.wire.name())
		}
	}
	return fault.New(fault.Unavailable, "relay.answer", w.wire.name())
}
