package standby

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
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

// A wire speaks to the computer that is followed.
type wire struct {
	address, token string
	client         *http.Client
}

const (
	patience = 1500 * time.Millisecond
	// slowest are the bytes a second of the slowest line.
	slowest = 8 << 10
	// mostAnswer bounds the bytes of an answer.
	mostAnswer = 64 << 20
)

// ask asks for pages. Faults: those of Answer, "standby.unreachable", "standby.answer" if it does not answer as a
// computer does that is followed, "standby.refused" with what it says.
func (w wire) ask(ctx context.Context, ask Ask) (set database.PageSet, err error) {
	body, err := ask.packed()
	if err != nil {
		return set, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(patience+LongestWait+time.Duration(len(body))*time.Second/slowest, cancel)
	defer silence.Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.address+"/api/v1/standby", bytes.NewReader(body))
	if err != nil {
		return set, fault.Wrap(err, fault.Invalid, "standby.unreachable", w.address)
	}
	r.Header.Set("Authorization", "Bearer "+w.token)
	answer, err := w.client.Do(r)
	if err != nil {
		w.client.CloseIdleConnections()
		return set, fault.Wrap(err, fault.Unavailable, "standby.unreachable", w.address)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(heard{answer.Body, silence}, mostAnswer))
	switch {
	case err != nil:
		return set, fault.Wrap(err, fault.Unavailable, "standby.unreachable", w.address)
	case answer.StatusCode == http.StatusNoContent:
		return set, nil
	case answer.StatusCode != http.StatusOK:
		return set, refusal(text)
	}
	set, _, whole := database.ReadEntry(text)
	if !whole {
		return set, fault.New(fault.Unavailable, "standby.answer")
	}
	return set, nil
}

// A heard is an answer that may take its time as long as some of it comes.
type heard struct {
	io.Reader
	silence *time.Timer
}

// Read reads what has come.
func (h heard) Read(p []byte) (n int, err error) {
	if n, err = h.Reader.Read(p); n > 0 {
		h.silence.Reset(patience)
	}
	return n, err
}

// refusal is what another computer says when it does not answer.
func refusal(text []byte) error {
	var said struct{ Error, Code string }
	switch err := json.Unmarshal(text, &said); {
	case err != nil:
		return fault.Wrap(err, fault.Unavailable, "standby.answer")
	case said.Code == "standby.unknown":
		return fault.New(fault.Conflict, said.Code)
	}
	return fault.New(fault.Unavailable, "standby.refused", fault.Clip(said.Error))
}
