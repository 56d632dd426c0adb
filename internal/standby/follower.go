package standby

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"tourney/internal/certificate"
	"tourney/internal/database"
	"tourney/internal/fault"
	"tourney/internal/line"
)

// A Follower follows another computer. Its State may be asked for at any time.
type Follower struct {
	replica *database.Replica
	// who says who it is, run is that of this program.
	who  func() Ask
	run  string
	wire wire
	// turn is held during a step, and while this computer takes over.
	turn sync.Mutex
	// unknown is set while the other computer does not know what has changed, and whenever all is compared: at the
	// start, and when that was done last at compared and is long ago, whatever may have happened to either file.
	unknown  bool
	compared time.Time
	// taken is set once it is decided that this computer takes over. began is when it was made.
	taken    bool
	began    time.Time
	timeouts timeouts

	mu    sync.Mutex
	state State
	// interrupt ends the step that goes on; nil before the first one. hurry ends the fetching of what is missing; nil
	// unless this computer takes over.
	interrupt, hurry context.CancelFunc
	// telling is set, while this computer takes over, once the other one is being told.
	telling bool
}

// A State is how far a follower has come.
type State struct {
	// Ready is set once there is a copy to go on with.
	Ready bool
	// Whole is a moment until which it has everything that was acknowledged, the latest one that is known; zero
	// before the first.
	Whole time.Time
	// Trouble is why it does not follow, nil if it does.
	Trouble error
	// Taking is set while what is missing is fetched, before this computer takes over. Percent is how much of the data has
	// been compared, and fetched where it differed: 100 unless that takes several steps.
	Taking  bool
	Percent int
}

// Blocked reports whether it does not follow although the other computer is there: it refuses this one, or nothing can be kept
// here. Who takes over then leaves behind what was changed there since, and has to want that.
func (s State) Blocked() bool { return isBlocked(s.Trouble) }

func isBlocked(err error) bool {
	is, known := fault.As(err)
	if !known {
		return err != nil
	}
	return slices.Contains([]string{"standby.refused", "standby.twin", "database.disk.failed"}, is.Key)
}

// HasAll reports whether it has had everything since it began.
func (s State) HasAll() bool { return s.Ready && !s.Whole.IsZero() }

// phase is what it does: two states of one phase are the same to whoever looks on.
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

// A told is the phase that was told last, and the present one with its begin.
type told struct {
	last, is string
	since    time.Time
}

// settled is how long a phase lasts before it is told: lines come and go.
const settled = 5 * time.Second

// isNews reports whether the phase of now is to be told: the first one at once, another one once it lasts.
func (t *told) isNews(phase string, now time.Time) bool {
	if phase != t.is {
		t.is, t.since = phase, now
	}
	if phase == t.last || t.last != "" && now.Sub(t.since) < settled {
		return false
	}
	t.last = phase
	return true
}

// A Source is a computer that is followed: its address, a token of it, and the fingerprint of its certificate if it has
// signed that itself.
type Source struct{ Address, Token, Fingerprint string }

// Reachable is the usual timeout of a take-over for the first answer of the other computer.
const Reachable = 3 * time.Second

// Follow returns who follows a computer into a replica. who says who it is, again and again: addresses change. A take-over
// gives up the other computer if it gives no answer within reachable.
func Follow(replica *database.Replica, from Source, who func() Ask, reachable time.Duration) *Follower {
	client := line.Client(patience, http.DefaultMaxIdleConnsPerHost)
	if from.Fingerprint != "" {
		client.Transport.(*http.Transport).TLSClientConfig = certificate.Only(from.Fingerprint)
	}
	return &Follower{
		replica: replica, who: who, run: rand.Text(), wire: wire{from.Address, from.Token, client},
		state: State{Ready: replica.Whole()}, began: time.Now(), timeouts: timeoutsWith(reachable),
	}
}

// State returns how far it has come.
func (f *Follower) State() State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

// compareAgain is after which time all is compared again.
const compareAgain = time.Hour

// timeouts are the timeouts and pauses of a follower.
type timeouts struct {
	// silence is the timeout of a take-over since the other computer failed to answer, reachable the one for its first answer.
	silence, reachable time.Duration
	// The pause between two retries is first, doubles up to longest, and is refused after a refusal.
	first, longest, refused time.Duration
}

func timeoutsWith(reachable time.Duration) timeouts {
	return timeouts{silence: 10 * time.Second, reachable: reachable, first: 100 * time.Millisecond, longest: time.Second, refused: 10 * time.Second}
}

// Run follows until ctx ends or this computer takes over. tell is told how that begins, and of each change that lasts.
func (f *Follower) Run(ctx context.Context, tell func(State)) {
	defer f.wire.client.CloseIdleConnections()
	var last told
	pause := f.timeouts.first
	for {
		on, err := f.inTurn(ctx)
		if !on {
			return
		}
		if is := f.State(); !f.isSettling(err) && last.isNews(is.phase(), time.Now()) {
			tell(is)
		}
		if err == nil {
			pause = f.timeouts.first
			continue
		}
		if fault.Is(err, "standby.refused") {
			pause = f.timeouts.refused // somebody has to do something first
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, f.timeouts.longest)
	}
}

// inTurn does a step, and reports whether others are to follow.
func (f *Follower) inTurn(ctx context.Context) (on bool, err error) {
	f.turn.Lock()
	defer f.turn.Unlock()
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

// isSettling reports whether an error is that the other computer takes this one for another, as it does for a while if the
// program was started anew: it waits until the one before is silent.
func (f *Follower) isSettling(err error) bool {
	const settling = 2 * silent
	return fault.Is(err, "standby.twin") && time.Since(f.began) < settling
}

// note keeps how a step ended. What was acknowledged before it began is in what it has brought.
func (f *Follower) note(began time.Time, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Trouble = err
	f.state.Ready = f.replica.Whole()
	if err == nil && !f.unknown && f.replica.Mark() != (database.Mark{}) {
		f.state.Whole = began
	}
}

// step brings the copy to a later state, or nearer to one.
func (f *Follower) step(ctx context.Context) error {
	ask := f.who()
	ask.Addresses = servers(ask.Addresses) // older programs take no others
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
	if n := len(set.Numbers); err == nil && n > 0 { // they are sent in order
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
