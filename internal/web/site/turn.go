package site

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

const (
	// largeForm is from which size on a form waits for its turn, in bytes.
	largeForm = 4 << 20
	// filesAtOnce is the number of files that are read at the same time: one takes up to some
	// hundred MB meanwhile.
	filesAtOnce = 2
	// mostFilesWaiting bounds the requests that wait for their turn, longestTurn how long forms do.
	mostFilesWaiting = 50
	longestTurn      = 10 * time.Second
)

// Turns are places for what takes much memory or time, such as reading large files.
type Turns struct {
	working, waiting chan struct{}
	longest          time.Duration
}

// NewTurns returns places for files that are waited for so long.
func NewTurns(longest time.Duration) *Turns {
	return NewTurnsOf(filesAtOnce, mostFilesWaiting, longest)
}

// NewTurnsOf returns some places, for which so many wait at most, and so long.
func NewTurnsOf(places, waiting int, longest time.Duration) *Turns {
	return &Turns{make(chan struct{}, places), make(chan struct{}, waiting), longest}
}

// Enter waits for a place, which is free again after leave. If too many wait, or it takes too long, it returns the fault
// of a message that says after how many seconds to try again.
func (t *Turns) Enter(ctx context.Context, busy string) (leave func(), err error) {
	refused := fault.New(fault.TooMany, busy, int(t.longest.Seconds()))
	select {
	case t.waiting <- struct{}{}:
	default:
		return nil, refused
	}
	defer func() { <-t.waiting }()
	late := time.NewTimer(t.longest)
	defer late.Stop()
	select {
	case t.working <- struct{}{}:
		return func() { <-t.working }, nil
	case <-late.C:
		return nil, refused
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// InTurn returns the action that waits until few enough others read large files, so that many
// files that come together do not take the memory of many. A file that waits lies on the disk.
// Fault: "form.busy".
func (t *Turns) InTurn(a Action) Action {
	return func(c *gin.Context) error {
		leave, err := t.Enter(c.Request.Context(), "form.busy")
		if err != nil {
			return err
		}
		defer leave()
		return a(c)
	}
}

// InTurn is Turns.InTurn among all files that people send.
func (u *Uploads) InTurn(a Action) Action {
	u.made.Do(func() { u.turns = NewTurns(longestTurn) })
	return u.turns.InTurn(a)
}
