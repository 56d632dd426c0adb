package site

import (
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

// Turns are places for what reads large files.
type Turns struct {
	working, waiting chan struct{}
	longest          time.Duration
}

// NewTurns returns places that are waited for so long.
func NewTurns(longest time.Duration) *Turns {
	return &Turns{make(chan struct{}, filesAtOnce), make(chan struct{}, mostFilesWaiting), longest}
}

// InTurn returns the action that waits until few enough others read large files, so that many
// files that come together do not take the memory of many. A file that waits lies on the disk.
// Fault: "form.busy".
func (t *Turns) InTurn(a Action) Action {
	return func(c *gin.Context) error {
		busy := fault.New(fault.TooMany, "form.busy", int(t.longest.Seconds()))
		select {
		case t.waiting <- struct{}{}:
		default:
			return busy
		}
		select {
		case t.working <- struct{}{}:
			<-t.waiting
			defer func() { <-t.working }()
			return a(c)
		case <-time.After(t.longest):
			<-t.waiting
			return busy
		case <-c.Request.Context().Done():
			<-t.waiting
			return c.Request.Context().Err()
		}
	}
}

// InTurn is Turns.InTurn among all files that people send.
func (u *Uploads) InTurn(a Action) Action {
	u.made.Do(func() { u.turns = NewTurns(longestTurn) })
	return u.turns.InTurn(a)
}
