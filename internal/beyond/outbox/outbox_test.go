package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tourney/internal/app/updates"
)

// A row is sent to an address.
type row struct{ slug, address string }

type sender struct {
	row    row
	sent   atomic.Int32
	fails  atomic.Bool
	closed atomic.Bool
}

func (s *sender) Serves(r row) bool { return r.address == s.row.address }
func (s *sender) Send(context.Context, row) error {
	s.sent.Add(1)
	if s.fails.Load() {
		return errors.New("unreachable")
	}
	return nil
}
func (s *sender) Note(error)             {}
func (s *sender) Pauses() Pauses         { return Pauses{Most: time.Hour} }
func (s *sender) Attend(context.Context) {}
func (s *sender) Close()                 { s.closed.Store(true) }

// A row has one worker from its begin to its end, and another one at another address. A change is sent at once, a
// failure again after a growing pause.
func TestWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rows atomic.Pointer[[]row]
		rows.Store(&[]row{{"cup", "a"}})
		events, changed := make(chan updates.Event), make(chan string)
		var made []*sender
		box := &Outbox[string, row, *sender]{
			List: func(context.Context) ([]row, error) { return *rows.Load(), nil },
			Key:  func(r row) string { return r.slug }, Slug: func(r row) string { return r.slug },
			New: func(r row, _ func()) *sender {
				made = append(made, &sender{row: r})
				return made[len(made)-1]
			},
			Changed: changed, Every: time.Second, Log: slog.New(slog.DiscardHandler),
			Subscribe: func(string) (<-chan updates.Event, func()) { return events, func() {} },
			Pace:      Pace{First: time.Second, Longest: 4 * time.Second, Patience: func(error) time.Duration { return 0 }},
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { box.Run(ctx); close(ended) }()
		sent := func(want int32) {
			t.Helper()
			synctest.Wait()
			if w := made[len(made)-1]; w.sent.Load() != want {
				t.Errorf("%d attempts, want %d", w.sent.Load(), want)
			}
		}
		sent(1)
		events <- updates.Event{}
		sent(2)
		made[0].fails.Store(true)
		changed <- "other"
		sent(2)
		changed <- "cup"
		sent(3)
		time.Sleep(3 * time.Second / 2) // the first pause and its jitter
		sent(4)
		changed <- "cup"
		sent(5)
		rows.Store(&[]row{{"cup", "b"}})
		changed <- ""
		sent(1)
		if !made[0].closed.Load() || len(made) != 2 {
			t.Errorf("%d workers at two addresses", len(made))
		}
		rows.Store(&[]row{})
		time.Sleep(time.Second)
		synctest.Wait()
		if _, found := box.Worker("cup"); found || !made[1].closed.Load() {
			t.Error("a row that ended has a worker")
		}
		stop()
		<-ended
	})
}
