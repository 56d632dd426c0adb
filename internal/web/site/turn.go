package site

import (
	"sync"
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
	// mostFilesWaiting bounds the requests that wait for their turn, longestTurn how long they do.
	mostFilesWaiting = 50
	longestTurn      = 10 * time.Second
)

// turns are places for what reads a large file.
type turns struct {
	made             sync.Once
	working, waiting chan struct{}
}

func (t *turns) make() {
	t.working, t.waiting = make(chan struct{}, filesAtOnce), make(chan struct{}, mostFilesWaiting)
}

// InTurn returns the action that waits until few enough others read large files, so that many
// files that come together do not take the memory of many. A file that waits lies on the disk.
// Fault: "form.busy".
func (u *Uploads) InTurn(a Action) Action {
	return func(c *gin.Context) error {
		busy := fault.New(fault.TooMany, "form.busy", int(longestTurn.Seconds()))
		t := &u.turns
		t.made.Do(t.make)
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
		case <-time.After(longestTurn):
			<-t.waiting
			return busy
		case <-c.Request.Context().Done():
			<-t.waiting
			return c.Request.Context().Err()
		}
	}
}
