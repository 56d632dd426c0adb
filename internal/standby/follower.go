package standby

import (
	"context"
	"net/http"
	"sync"
	"time"

	"tourney/internal/database"
	"tourney/internal/fault"
	"tourney/internal/line"
)

// A Follower follows another computer. Its State may be asked for at any time.
type Follower struct {
	replica *database.Replica
	ask     Ask
	wire    wire
	// unknown is set while the other computer does not know what has changed.
	unknown bool

	mu    sync.Mutex
	state State
}

// A State is how far a follower has come.
type State struct {
	// Ready is set once there is a copy to go on with.
	Ready bool
	// Whole is when it last had everything, zero before.
	Whole time.Time
	// Trouble is why it does not follow, nil if it does.
	Trouble error
}

// Follow returns who follows the computer at an address into a replica, with a token of the other computer. ask says
// who it is.
func Follow(replica *database.Replica, address, token string, ask Ask) *Follower {
	return &Follower{replica: replica, ask: ask, wire: wire{address, token, line.Client(patience, http.DefaultMaxIdleConnsPerHost)}, state: State{Ready: replica.Mark() != database.Mark{}}}
}

// State returns how far it has come.
func (f *Follower) State() State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state
}

const firstPause, longestPause = 100 * time.Millisecond, time.Second

// Run follows until ctx ends.
func (f *Follower) Run(ctx context.Context) {
	defer f.wire.client.CloseIdleConnections()
	pause := firstPause
	for ctx.Err() == nil {
		err := f.step(ctx)
		if ctx.Err() != nil {
			return
		}
		f.note(err)
		if err == nil {
			pause = firstPause
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

func (f *Follower) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Trouble = err
	f.state.Ready = f.replica.Mark() != database.Mark{}
	if err == nil && !f.unknown && f.state.Ready {
		f.state.Whole = time.Now()
	}
}

// step brings the copy to a later state, or nearer to one.
func (f *Follower) step(ctx context.Context) error {
	ask := f.ask
	ask.Mark = f.replica.Mark()
	f.unknown = f.unknown || ask.Mark == database.Mark{}
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
		return nil
	case err != nil || set.Size == 0:
		return err
	case !f.unknown:
		return f.replica.Take(set)
	}
	err = f.replica.Fill(set)
	f.unknown = err != nil || set.More
	return err
}
