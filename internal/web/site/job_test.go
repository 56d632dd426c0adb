package site

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/templates"
)

// A shape is the description of a job in these tests.
type shape struct {
	Form  string `json:"form"`
	Round int    `json:"round"`
}

type testWorks = Jobs[shape, string]

// instances returns the jobs of two instances that share a key-value store.
func instances(t *testing.T, log io.Writer) (here, there *testWorks) {
	t.Helper()
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	keyValue := director.NewKeyValue()
	s := &Site{Catalog: catalog, Log: slog.New(slog.NewTextHandler(log, nil))}
	return NewJobs[shape, string](s, keyValue, "draw"), NewJobs[shape, string](s, keyValue, "draw")
}

// waiting is a job that ends with its context.
func waiting(slug string) Task[shape, string] {
	return Task[shape, string]{Slug: slug, About: shape{"pair", 3}, Do: func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}}
}

// begin begins a job.
func begin(t *testing.T, w *testWorks, j Task[shape, string]) *Handle[shape, string] {
	t.Helper()
	h, err := w.Begin(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// shown returns the shared job of a tournament.
func shown(t *testing.T, w *testWorks, slug string) *JobState[shape, string] {
	t.Helper()
	one, err := w.Of(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

// ended waits for the end of a job.
func ended(t *testing.T, h *Handle[shape, string]) {
	t.Helper()
	if over, err := h.Wait(t.Context(), time.Minute); !over || err != nil {
		t.Fatalf("it does not end: %v", err)
	}
}

// A tournament has one job at a time, over all instances.
func TestOneWorkAtATime(t *testing.T) { synctest.Test(t, oneWorkAtATime) }

func oneWorkAtATime(t *testing.T) {
	here, there := instances(t, io.Discard)
	first := begin(t, here, waiting("cup"))
	for _, w := range []*testWorks{here, there} {
		j := waiting("cup")
		j.About = shape{"another", 4}
		again := begin(t, w, j)
		if again.token != first.token || again.About != first.About {
			t.Errorf("a second work of the same tournament was begun: %+v", again.About)
		}
		if over, err := again.Wait(t.Context(), time.Millisecond); over || err != nil {
			t.Errorf("a work that goes on is over: %v, %v", over, err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if over, err := again.Wait(gone, time.Minute); over || !errors.Is(err, context.Canceled) {
			t.Errorf("a request that was left waited: %v, %v", over, err)
		}
	}
	other := begin(t, there, waiting("open"))
	if other.token == first.token {
		t.Error("another tournament was given the work")
	}
	if one := shown(t, there, "cup"); one == nil || one.Token != first.token || one.Over || one.About != first.About {
		t.Errorf("the other instance shows %+v", one)
	}
	if err := there.Stop(t.Context(), "none"); err != nil {
		t.Error(err)
	}
	// Stopped at another instance, it ends at its own.
	if err := there.Stop(t.Context(), "cup"); err != nil {
		t.Error(err)
	}
	ended(t, first)
	if !errors.Is(first.Err(), context.Canceled) {
		t.Errorf("it ended with %v", first.Err())
	}
	if one := shown(t, here, "cup"); one == nil || !one.Over || !one.Stopped {
		t.Errorf("after it was stopped is shown %+v", one)
	}
	if next := begin(t, there, waiting("cup")); next.token == first.token {
		t.Error("what was stopped is in the way of the next work")
	}
}

// The end of a job, good or bad, is visible at all instances.
func TestWorksEnd(t *testing.T) {
	for _, tt := range []struct {
		what  string
		do    func(ctx context.Context) (string, error)
		keeps bool
		want  func(one *JobState[shape, string]) bool
	}{
		{"a result", func(context.Context) (string, error) { return "drawn", nil }, true, func(one *JobState[shape, string]) bool {
			return one.Over && !one.Stopped && one.Failed == nil && one.Result == "drawn"
		}},
		{"nothing to show", func(context.Context) (string, error) { return "drawn", nil }, false, func(one *JobState[shape, string]) bool { return one == nil }},
		{"a refusal", func(context.Context) (string, error) { return "", fault.New(fault.NotFound, "round.missing", 7) }, true, func(one *JobState[shape, string]) bool {
			return one.Over && strings.Contains(one.Failed["en"], "7") && one.Failed["fi"] != "" && one.Failed["fi"] != one.Failed["en"]
		}},
		{"a panic", func(context.Context) (string, error) { panic("broken") }, true, func(one *JobState[shape, string]) bool {
			return one.Over && one.Failed["en"] != "" && !strings.Contains(one.Failed["en"], "broken")
		}},
	} {
		var log strings.Builder
		here, there := instances(t, &log)
		ready := make(chan struct{})
		h := begin(t, here, Task[shape, string]{Slug: "cup", Forgets: !tt.keeps, Do: func(ctx context.Context) (string, error) {
			<-ready
			return tt.do(ctx)
		}})
		same := begin(t, there, waiting("cup"))
		close(ready)
		ended(t, h)
		ended(t, same)
		if one := shown(t, there, "cup"); !tt.want(one) {
			t.Errorf("%s: the other instance shows %+v", tt.what, one)
		}
		if logged := strings.Contains(log.String(), "broken"); logged != (tt.what == "a panic") {
			t.Errorf("%s: the log says %q", tt.what, log.String())
		}
		if err := there.Forget(t.Context(), same); err != nil || shown(t, here, "cup") != nil {
			t.Errorf("%s: it is not forgotten: %v", tt.what, err)
		}
	}
}

// The progress of a job is stored each second; a job with Unwatched stops without requests for its page.
func TestWorksAreWatched(t *testing.T) { synctest.Test(t, worksAreWatched) }

func worksAreWatched(t *testing.T) {
	here, there := instances(t, io.Discard)
	j := waiting("cup")
	j.Progress = func() Progress { return Progress{Done: 3, Total: 8} }
	h := begin(t, here, j)
	if one := shown(t, there, "cup"); !one.Waiting {
		t.Errorf("at first is shown %+v", one.Progress)
	}
	for one := shown(t, there, "cup"); one.Progress != (Progress{Done: 3, Total: 8}); one = shown(t, there, "cup") {
		time.Sleep(10 * time.Millisecond)
	}
	here.stop(h.token)
	ended(t, h)
	j = waiting("open")
	j.Unwatched = time.Nanosecond
	h = begin(t, here, j)
	ended(t, h)
	if one := shown(t, there, "open"); !one.Stopped {
		t.Errorf("when nobody looked, it ended as %+v", one)
	}
	j.Unwatched = time.Minute
	h = begin(t, here, j)
	was := shown(t, there, "open").Watched
	time.Sleep(time.Second)
	if one, err := there.Watch(t.Context(), "open"); err != nil || !one.Watched.After(was) {
		t.Errorf("a look is not noted: %+v, %v", one, err)
	}
	here.stop(h.token)
	ended(t, h)
}

// Jobs end with the program, and the job of a lost instance blocks others only for a short time.
func TestWorksEndWithTheProgram(t *testing.T) { synctest.Test(t, worksEndWithTheProgram) }

func worksEndWithTheProgram(t *testing.T) {
	here, there := instances(t, io.Discard)
	ctx, end := context.WithCancel(t.Context())
	h, err := here.Begin(ctx, waiting("cup"))
	if err != nil {
		t.Fatal(err)
	}
	end()
	ended(t, h)
	if one := shown(t, there, "cup"); !one.Stopped {
		t.Errorf("the other instance shows %+v", one)
	}
	lost := begin(t, here, waiting("open"))
	err = here.change(t.Context(), "open", func(was *JobState[shape, string]) (*JobState[shape, string], error) {
		was.Token = "of an instance that was lost"
		return was, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ended(t, lost) // another has replaced it
	if one := shown(t, there, "open"); one == nil || one.Over {
		t.Fatalf("is shown %+v", one)
	}
	ended(t, begin(t, there, waiting("open")))
	if one := shown(t, there, "open"); one != nil {
		t.Errorf("after its lease is shown %+v", one)
	}
}
