package draw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tourney/internal/fault"
)

func newTestRuns(ctx context.Context) *runs {
	return newRuns(ctx, slog.New(slog.NewTextHandler(io.Discard, nil)))
}

// waiting is a draw that ends with its context.
func waiting(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestOneRunAtATime(t *testing.T) {
	r := newTestRuns(t.Context())
	first := r.begin("cup", run{form: "pair", round: 3, version: 5}, waiting)
	if again := r.begin("cup", run{form: "draft", round: 3, version: 5}, waiting); again != first {
		t.Error("a second draw of the same tournament was begun")
	}
	if other := r.begin("open", run{round: 1}, waiting); other == first {
		t.Error("another tournament was given the draw")
	}
	if over, err := first.wait(t.Context(), 0); over || err != nil {
		t.Errorf("a draw that goes on is over: %v, %v", over, err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if over, err := first.wait(gone, time.Minute); over || !errors.Is(err, context.Canceled) {
		t.Errorf("a request that was left waited: %v, %v", over, err)
	}
	for _, tt := range []struct {
		slug       string
		n, version int
		want       *run
	}{
		{"cup", 3, 5, first}, {"cup", 3, 9, first}, {"cup", 2, 5, nil}, {"open", 3, 5, nil}, {"other", 3, 5, nil},
	} {
		t.Run(fmt.Sprintf("round %d of %s, version %d", tt.n, tt.slug, tt.version), func(t *testing.T) {
			if got := r.of(tt.slug, tt.n, tt.version); got != tt.want {
				t.Errorf("round %d of %s, version %d: %v", tt.n, tt.slug, tt.version, got)
			}
		})
	}
}

func TestRunIsStopped(t *testing.T) {
	r := newTestRuns(t.Context())
	one := r.begin("cup", run{round: 3, version: 5}, waiting)
	r.stop("other")
	if one.over() {
		t.Fatal("to stop the draw of another tournament ended it")
	}
	r.stop("cup")
	if !one.over() || !errors.Is(one.err, context.Canceled) {
		t.Errorf("after it was stopped: over %v, %v", one.over(), one.err)
	}
	if r.of("cup", 3, 5) != one || r.of("cup", 3, 6) != nil {
		t.Error("a draw that was stopped is shown until the tournament changes, and no longer")
	}
	r.stop("cup")
	if next := r.begin("cup", run{round: 3, version: 5}, waiting); next == one {
		t.Error("what was stopped is in the way of the next draw")
	}
}

func TestRunsEndWithTheProgram(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	one := newTestRuns(ctx).begin("cup", run{}, waiting)
	end()
	if <-one.done; one.err == nil {
		t.Error("a draw outlasts the program")
	}
}

func TestEndedRuns(t *testing.T) {
	refusal := fault.New(fault.Conflict, "draw.pick.nobody")
	var log strings.Builder
	r := newRuns(t.Context(), slog.New(slog.NewTextHandler(&log, nil)))
	for _, tt := range []struct {
		name   string
		draw   func(context.Context) error
		kept   bool
		logged string
	}{
		{"good", func(context.Context) error { return nil }, false, ""},
		{"refused", func(context.Context) error { return refusal }, true, ""},
		{"broken", func(context.Context) error { panic("no luck") }, true, "panic: no luck"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log.Reset()
			one := r.begin("cup", run{round: 3, version: 5}, tt.draw)
			<-one.done
			if kept := r.of("cup", 3, 5) == one; kept != tt.kept {
				t.Errorf("%s: kept %v", tt.name, kept)
			}
			if got := log.String(); (got == "") != (tt.logged == "") || !strings.Contains(got, tt.logged) {
				t.Errorf("%s: the log says %q", tt.name, got)
			}
			_, refused := fault.As(one.err)
			if want := tt.name == "refused"; refused != want {
				t.Errorf("%s: ends with %v", tt.name, one.err)
			}
		})
	}
}
