package standby

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"tourney/internal/beyond/remote"
	"tourney/internal/data/certificate"
	"tourney/internal/data/database"
	"tourney/internal/fault"
)

// A Follower copies the data of another computer, the leader. State is safe for concurrent use.
type Follower struct {
	replica *database.Replica
	// who describes this computer; run identifies this start of the program.
	who  func() Request
	run  string
	wire peerClient
	// stepping is locked during a step and during a take-over.
	stepping sync.Mutex
	// unknown is set while all pages are compared: at the start, after a mark unknown to the leader, and an hour after
	// compared, the time of the last comparison. Either file may be damaged.
	unknown  bool
	compared time.Time
	// taken is set once the take-over is decided. began is the time of Follow.
	taken    bool
	began    time.Time
	timeouts timeouts

	mu    sync.Mutex
	state State
	// interrupt cancels the running step; nil before the first one. hurry cancels the fetching of missing pages; nil
	// except during a take-over.
	interrupt, hurry context.CancelFunc
	// yieldSent is set during a take-over when the request to yield is sent.
	yieldSent bool
}

// A State is the progress of a follower.
type State struct {
	// Ready is set once the copy is complete enough for a take-over.
	Ready bool
	// Whole is the latest moment up to which the copy has every acknowledged change; zero before the first.
	Whole time.Time
	// Trouble is the current error, nil while following.
	Trouble error
	// Taking is set while a take-over fetches missing pages. Percent is the share of the pages that are compared, and
	// fetched if they differed: 100 after a comparison.
	Taking  bool
	Percent int
}

// Blocked reports whether following fails although the leader is reachable: the leader refuses this computer, or the
// disk fails here. A take-over then loses later changes, and needs TakeOverOptions.Anyway.
func (s State) Blocked() bool { return isBlocked(s.Trouble) }

func isBlocked(err error) bool {
	is, known := fault.As(err)
	if !known {
		return err != nil
	}
	return slices.Contains([]string{"standby.refused", "standby.twin", "database.disk.failed"}, is.Key)
}

// HasAll reports whether the copy has had every change at some moment since the start.
func (s State) HasAll() bool { return s.Ready && !s.Whole.IsZero() }

// phase names the activity of the follower. Two states of one phase make no difference to people.
func (s State) phase() string {
	f, known := fault.As(s.Trouble)
	switch {
	case known:
		return fmt.Sprint(f.Key, f.Args)
	case s.Trouble != nil:
		return "fails"
	case s.HasAll():
		return "follows"
	}
	return "copies"
}

// A reporter holds the last reported phase, and the present one with its begin.
type reporter struct {
	last, is string
	since    time.Time
}

// settled is how long a phase lasts before it is reported: connections break and recover.
const settled = 5 * time.Second

// shouldReport reports whether to report the phase: the first one at once, a later one when it persists.
func (t *reporter) shouldReport(phase string, now time.Time) bool {
	if phase != t.is {
		t.is, t.since = phase, now
	}
	if phase == t.last || t.last != "" && now.Sub(t.since) < settled {
		return false
	}
	t.last = phase
	return true
}

// A Source is a leader: its address, a token for it, and the fingerprint of a self-signed certificate.
type Source struct {
	Address     string `json:"address"`
	Token       string `json:"token"`
	Fingerprint string `json:"fingerprint,omitempty"`
	// run is the program that Try has introduced, "" for none.
	run string
}

// client returns the client of the leader.
func (from Source) client() peerClient {
	client := remote.Client(patience, http.DefaultMaxIdleConnsPerHost)
	if from.Fingerprint != "" {
		client.Transport.(*http.Transport).TLSClientConfig = certificate.Only(from.Fingerprint)
	}
	return peerClient{from.Address, from.Token, client}
}

// Try sends a first request to a leader, and returns nil if this computer may follow it. For the leader, a later Follow
// with the same source is the same program. Faults: as Answer, and of the connection.
func Try(ctx context.Context, from *Source, ask Request) error {
	from.run = rand.Text()
	ask.Run, ask.Addresses = from.run, servers(ask.Addresses)
	wire := from.client()
	defer wire.client.CloseIdleConnections()
	_, err := wire.ask(ctx, ask) // Follow fetches the pages
	if fault.Is(err, "standby.unknown") {
		return nil
	}
	return err
}

// Reachable is the usual timeout of a take-over for the first response of the leader.
const Reachable = 3 * time.Second

// Follow returns a follower with a replica. It calls who before each request, because addresses change. A take-over
// stops retrying if the leader sends no response within reachable.
func Follow(replica *database.Replica, from Source, who func() Request, reachable time.Duration) *Follower {
	return &Follower{
		replica: replica, who: who, run: cmp.Or(from.run, rand.Text()), wire: from.client(),
		state: State{Ready: replica.Whole()}, began: time.Now(), timeouts: timeoutsWith(reachable),
	}
}

// State returns the current progress.
func (f *Follower) State() State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

// compareAgain is the interval between full comparisons.
const compareAgain = time.Hour

type timeouts struct {
	// silence is the timeout of a take-over after a failed request, reachable the timeout for the first response.
	silence, reachable time.Duration
	// The pause between two retries is first, doubles up to longest, and is refused after a refusal.
	first, longest, refused time.Duration
}

func timeoutsWith(reachable time.Duration) timeouts {
	return timeouts{silence: 10 * time.Second, reachable: reachable, first: 100 * time.Millisecond, longest: time.Second, refused: 10 * time.Second}
}

// Run follows until ctx ends or a take-over. It calls tell with the first state, and when a new phase lasts.
func (f *Follower) Run(ctx context.Context, tell func(State)) {
	defer f.wire.client.CloseIdleConnections()
	var last reporter
	pause := f.timeouts.first
	for {
		on, err := f.inTurn(ctx)
		if !on {
			return
		}
		if is := f.State(); !f.isSettling(err) && last.shouldReport(is.phase(), time.Now()) {
			tell(is)
		}
		if err == nil {
			pause = f.timeouts.first
			continue
		}
		if fault.Is(err, "standby.refused") {
			pause = f.timeouts.refused // a person has to correct something first
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, f.timeouts.longest)
	}
}

// inTurn runs one step, and reports whether Run continues.
func (f *Follower) inTurn(ctx context.Context) (on bool, err error) {
	f.stepping.Lock()
	defer f.stepping.Unlock()
	if f.taken || ctx.Err() != nil {
		return false, nil
	}
	step, cancel := context.WithCancel(ctx)
	defer cancel()
	f.mu.Lock()
	f.interrupt = cancel
	f.mu.Unlock()
	began := time.Now()
	if err = f.step(step); step.Err() == nil && !f.isSettling(err) {
		f.note(began, err)
	}
	return true, err
}

// isSettling reports whether the leader refuses this program as a second one. After a restart it does so until the
// earlier program times out.
func (f *Follower) isSettling(err error) bool {
	const settling = 2 * silent
	return fault.Is(err, "standby.twin") && time.Since(f.began) < settling
}

// note stores the outcome of a step. After a success the copy has every change acknowledged before began.
func (f *Follower) note(began time.Time, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Trouble = err
	f.state.Ready = f.replica.Whole()
	if err == nil && !f.unknown && f.replica.Mark() != (database.Mark{}) {
		f.state.Whole = began
	}
}

// step sends one request, and writes the pages of the response to the replica.
func (f *Follower) step(ctx context.Context) error {
	ask := f.who()
	ask.Addresses = servers(ask.Addresses) // older programs refuse a request with any other address
	ask.Run, ask.Mark, ask.AtOnce = f.run, f.replica.Mark(), f.State().Taking
	f.unknown = f.unknown || ask.Mark == database.Mark{} || time.Since(f.compared) > compareAgain
	if f.unknown {
		hashes, err := f.replica.Hashes()
		if err != nil {
			return err
		}
		for _, h := range hashes {
			ask.Hashes = append(ask.Hashes, h[:]...)
		}
	}
	set, err := f.wire.ask(ctx, ask)
	switch {
	case fault.Is(err, "standby.unknown"):
		f.unknown = true
		f.noteCompared(0)
		return nil
	case err != nil || set.Size == 0:
		return err
	case !f.unknown:
		return f.replica.Take(set)
	}
	err = f.replica.Fill(set)
	if f.unknown = err != nil || set.More; !f.unknown {
		f.compared = time.Now()
	}
	if n := len(set.Numbers); err == nil && n > 0 { // pages are sent in ascending order
		f.noteCompared(int(100 * int64(set.Numbers[n-1]) / int64(set.Count)))
	}
	if !f.unknown {
		f.noteCompared(100)
	}
	return err
}

func (f *Follower) noteCompared(percent int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Percent = percent
}
