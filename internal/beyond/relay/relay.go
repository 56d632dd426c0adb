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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/outbox"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/fault"
)

// A Relay sends publications. It is safe for concurrent use.
type Relay struct {
	director   *director.Director
	publishing *publishing.Publishing
	log        *slog.Logger
	box        outbox.Outbox[string, publishing.Publication, *worker] // by origin

	mu sync.Mutex
	// leaving has the errors of the last attempts to withdraw ended publications, by origin.
	leaving map[string]error
}

// A worker sends one publication.
type worker struct {
	relay  *Relay
	origin string
	wire   *client
	// wake ends the pause of the worker.
	wake func()
	// fresh is set once the hub has accepted a state from this program: stamps stored by an earlier one may belong to
	// other data, here or there.
	fresh bool
	// sent is the time of the last state.
	sent time.Time
	// shown records the live games at the hub.
	shown shown
	// stale is set if the hub has another state than the last one sent.
	stale atomic.Bool
	// trouble is guarded by Relay.mu.
	trouble Trouble
	// claims is set while the worker claims the publication; Relay.mu guards it.
	claims bool
	// found is closed and replaced when the hub is reachable again, by sending or by listening; Relay.mu guards it.
	found chan struct{}
}

// Trouble holds the current errors of a publication; a nil field means no error.
type Trouble struct {
	// Sending is the error of the last state or withdrawal, Boards of moves of live games, Reports of requests for
	// reports.
	Sending, Boards, Reports error
}

// New returns the relay of a director.
func New(d *director.Director, p *publishing.Publishing, log *slog.Logger) *Relay {
	r := &Relay{director: d, publishing: p, log: log}
	r.box = outbox.Outbox[string, publishing.Publication, *worker]{
		List: p.All, Key: func(p publishing.Publication) string { return p.Origin }, Slug: func(p publishing.Publication) string { return p.Slug },
		New: r.worker, Listed: r.listed, Changed: p.Changed(), Every: lookAgain, Subscribe: d.Subscribe,
		Pace: outbox.Pace{First: firstPause, Longest: longestPause, Patience: patienceFor}, Log: log,
	}
	return r
}

// worker returns the worker of a publication; wake ends its pause.
func (r *Relay) worker(p publishing.Publication, wake func()) *worker {
	return &worker{relay: r, origin: p.Origin, wire: newClient(p.Hub, p.Token, r.publishing.Sender()), claims: p.Claim, wake: wake, found: make(chan struct{})}
}

// listed has the state sent again that a user publishes again, or that another instance has sent.
func (r *Relay) listed(w *worker, p publishing.Publication) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.Claim && !w.claims || w.trouble.Sending != nil && p.Failing.IsZero() && !p.Claim {
		w.claims = p.Claim
		w.again()
	}
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
	r.box.Run(ctx)
}

// Trouble returns the current errors of a publication. "relay.another" does not count if another instance of this
// installation has sent the newest state.
func (r *Relay) Trouble(p publishing.Publication) Trouble {
	w, found := r.box.Worker(p.Origin)
	r.mu.Lock()
	defer r.mu.Unlock()
	if !found {
		return Trouble{Sending: r.leaving[p.Origin]}
	}
	t := w.trouble
	for _, why := range []*error{&t.Sending, &t.Reports} {
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
		w.wake()
	}
	*of = err
}

// reached returns the channel that is closed when the hub is reachable again.
func (w *worker) reached() <-chan struct{} {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	return w.found
}

// accepted records that the hub has the publication from this sender.
func (w *worker) accepted() {
	w.relay.mu.Lock()
	defer w.relay.mu.Unlock()
	w.claims = false
	if fault.Is(w.trouble.Reports, "relay.none") || fault.Is(w.trouble.Reports, "relay.another") {
		w.set(&w.trouble.Reports, nil)
	}
}

// Withdraw removes an ended publication from its hub, after taking the reports that wait there.
func (r *Relay) Withdraw(ctx context.Context, p publishing.Publication) error {
	w := r.worker(p, func() {})
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
				gone = r.publishing.NoteWithdrawn(ctx, p)
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
		case <-time.After(outbox.Jitter(pause)):
		}
	}
}

// Serves reports whether a publication is at the same hub.
func (w *worker) Serves(p publishing.Publication) bool {
	return w.wire.hub == p.Hub && w.wire.token == p.Token
}

// Note stores the outcome of an attempt to send.
func (w *worker) Note(err error) { w.note(&w.trouble.Sending, err) }

// Pauses returns the pauses after a success.
func (w *worker) Pauses() outbox.Pauses { return outbox.Pauses{Most: w.shown.wait()} }

// Attend takes the reports of players.
func (w *worker) Attend(ctx context.Context) { w.listen(ctx) }

// Close ends the connections to the hub.
func (w *worker) Close() { w.wire.close() }

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

// Send sends the newest state and the moves of live games to the hub, and stores the outcome. It fails if the hub
// misses the state.
func (w *worker) Send(ctx context.Context, p publishing.Publication) error {
	if w.stale.Swap(false) {
		w.fresh = false
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(w.sent.Add(statePause))):
	}
	s, err := w.relay.director.Snapshot(ctx, p.Slug)
	if err == nil && (!w.fresh || s.Tournament.Version != p.Sent || !p.Failing.IsZero() || p.Claim) {
		err = w.sendState(ctx, &p, s)
	}
	if err == nil {
		err = w.keepShown(ctx, p, s)
	}
	return err
}

// sendState sends a state to the hub, completes the publication and stores it.
func (w *worker) sendState(ctx context.Context, p *publishing.Publication, s *director.Snapshot) error {
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
		w.accepted()
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
