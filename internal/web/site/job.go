package site

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
)

// Jobs are long computations in the background, such as draws: one of each tournament at a time. They outlast the
// requests that started them, and all instances show their progress. About is the description of one, Result its
// result. Jobs are safe for concurrent use.
type Jobs[About, Result any] struct {
	keyValue director.KeyValue
	kind     string
	log      *slog.Logger
	// languages are the languages of failure messages.
	languages func() []*i18n.Language

	mu sync.Mutex
	// here has the cancel functions of this instance's jobs, by their tokens.
	here map[string]context.CancelFunc
}

// NewJobs returns the jobs of a kind, which is a word. Instances with the same key-value store share them.
func NewJobs[About, Result any](s *Site, on director.KeyValue, kind string) *Jobs[About, Result] {
	return &Jobs[About, Result]{
		keyValue: on, kind: kind, log: s.Log, languages: func() []*i18n.Language { return s.Catalog.Languages() }, here: map[string]context.CancelFunc{},
	}
}

const (
	// jobLease is how long a job counts as running after the last heartbeat of its instance; jobHeartbeat is the
	// interval of the heartbeat.
	jobLease     = 6 * time.Second
	jobHeartbeat = time.Second
	// jobPollInterval is the interval at which another instance polls for the end.
	jobPollInterval = 200 * time.Millisecond
	// jobRetention is how long the end is shown.
	jobRetention = 24 * time.Hour
)

// A Progress is the progress of a job; Waiting is set while it is queued.
type Progress struct {
	Done    int  `json:"done,omitempty"`
	Total   int  `json:"total,omitempty"`
	Waiting bool `json:"waiting,omitempty"`
}

// A JobState is the shared state of a job.
type JobState[About, Result any] struct {
	// Token identifies the job.
	Token string `json:"token"`
	About About  `json:"about"`
	Progress
	// Over is set after its end. It has a result then, or was Stopped, or has Failed.
	Over    bool `json:"over,omitempty"`
	Stopped bool `json:"stopped,omitempty"`
	// Failed has the error messages by language code.
	Failed map[string]string `json:"failed,omitempty"`
	Result Result            `json:"result"`
	// Stop requests a stop from its instance. Watched is the time of the last request for its page.
	Stop    bool      `json:"stop,omitempty"`
	Watched time.Time `json:"watched,omitzero"`
}

// A Task is the task of a job.
type Task[About, Result any] struct {
	Slug  string
	About About
	// Do runs the task until its context is done. Progress returns the progress; it may be nil.
	Do       func(ctx context.Context) (Result, error)
	Progress func() Progress
	// Unwatched is the time without requests for its page after which it is stopped, 0 for never.
	Unwatched time.Duration
	// Forgets is set if a success need not be shown.
	Forgets bool
}

// A Handle is a job at the instance that requested it.
type Handle[About, Result any] struct {
	About About
	token string
	jobs  *Jobs[About, Result]
	slug  string
	// done is closed at the end, err set before; nil for a job of another instance.
	done chan struct{}
	err  error
}

func (w *Jobs[A, R]) key(slug string) string { return w.kind + "/" + slug }

func decodeJob[A, R any](value []byte) (*JobState[A, R], error) {
	if value == nil {
		return nil, nil
	}
	one := &JobState[A, R]{}
	if err := json.Unmarshal(value, one); err != nil {
		return nil, fmt.Errorf("read what another instance is doing: %w", err)
	}
	return one, nil
}

// change changes the shared state of a tournament's job; do returns nil to delete it.
func (w *Jobs[A, R]) change(ctx context.Context, slug string, do func(was *JobState[A, R]) (now *JobState[A, R], err error)) error {
	return w.keyValue.Change(ctx, w.key(slug), func(value []byte) ([]byte, time.Duration, error) {
		was, _ := decodeJob[A, R](value) // the state of another program version counts as missing
		now, err := do(was)
		if err != nil || now == nil {
			return nil, 0, err
		}
		keep := jobLease
		if now.Over {
			keep = jobRetention
		}
		text, err := json.Marshal(now)
		return text, keep, err
	})
}

// errUnchanged leaves the shared state of a job unchanged.
var errUnchanged = errors.New("unchanged")

// Begin starts a job, which runs until ctx is done. If the tournament has a running job, at any instance, it returns
// that one instead.
func (w *Jobs[A, R]) Begin(ctx context.Context, j Task[A, R]) (*Handle[A, R], error) {
	h := &Handle[A, R]{About: j.About, token: rand.Text(), jobs: w, slug: j.Slug, done: make(chan struct{})}
	err := w.change(ctx, j.Slug, func(was *JobState[A, R]) (*JobState[A, R], error) {
		if was != nil && !was.Over {
			h.About, h.token, h.done = was.About, was.Token, nil
			return nil, errUnchanged
		}
		return &JobState[A, R]{Token: h.token, About: j.About, Progress: Progress{Waiting: true}, Watched: time.Now()}, nil
	})
	switch {
	case errors.Is(err, errUnchanged):
		return h, nil
	case err != nil:
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	w.mu.Lock()
	w.here[h.token] = stop
	w.mu.Unlock()
	go h.run(ctx, j)
	return h, nil
}

// stop stops a job of this instance.
func (w *Jobs[A, R]) stop(token string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if stop := w.here[token]; stop != nil {
		stop()
		delete(w.here, token)
	}
}

// run runs the job and keeps its shared state up to date.
func (h *Handle[A, R]) run(ctx context.Context, j Task[A, R]) {
	defer close(h.done)
	defer h.jobs.stop(h.token)
	var result R
	ended := make(chan error, 1)
	go func() {
		var err error
		result, err = recovered(ctx, j.Do)
		ended <- err
	}()
	ticker := time.NewTicker(jobHeartbeat)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.tick(ctx, j)
		case h.err = <-ended:
			h.end(j, result)
			return
		}
	}
}

// tick stores the progress of the job. It stops the job after a request to stop, if another job has replaced it, or
// if its page is unwatched.
func (h *Handle[A, R]) tick(ctx context.Context, j Task[A, R]) {
	one := &JobState[A, R]{Token: h.token, About: j.About, Watched: time.Now()}
	if j.Progress != nil {
		one.Progress = j.Progress()
	}
	_ = h.jobs.change(ctx, h.slug, func(was *JobState[A, R]) (*JobState[A, R], error) { // retried in a second
		switch {
		case was == nil: // the server has lost it
			return one, nil
		case was.Token != h.token:
			h.jobs.stop(h.token)
			return nil, errUnchanged
		case was.Stop || j.Unwatched > 0 && time.Since(was.Watched) > j.Unwatched:
			h.jobs.stop(h.token)
		}
		was.Progress = one.Progress
		return was, nil
	})
}

// end stores the outcome of the job.
func (h *Handle[A, R]) end(j Task[A, R], result R) {
	one := &JobState[A, R]{Token: h.token, About: j.About, Over: true, Result: result}
	if j.Progress != nil {
		one.Progress = j.Progress()
	}
	switch _, refused := fault.As(h.err); {
	case h.err == nil:
		if j.Forgets {
			one = nil
		}
	case errors.Is(h.err, context.Canceled):
		one.Stopped = true
	default:
		if !refused {
			h.jobs.log.Error("work failed", slog.String("work", h.jobs.kind), slog.Any("error", h.err))
		}
		one.Failed = map[string]string{}
		for _, lang := range h.jobs.languages() {
			one.Failed[lang.Code()] = lang.Error(h.err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), jobLease) // the program may be shutting down
	defer cancel()
	_ = h.jobs.change(ctx, h.slug, func(was *JobState[A, R]) (*JobState[A, R], error) { // after an error its lease expires soon
		if was != nil && was.Token != h.token {
			return nil, errUnchanged
		}
		return one, nil
	})
}

// recovered calls do and returns its panic as an error, so that it ends the job and not the program.
func recovered[R any](ctx context.Context, do func(ctx context.Context) (R, error)) (result R, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("panic: %v\n%s", broken, debug.Stack())
		}
	}()
	return do(ctx)
}

// Wait waits for the end, for patience at most, and reports whether the job has ended. Only the instance that runs it
// has the outcome: Err.
func (h *Handle[A, R]) Wait(ctx context.Context, patience time.Duration) (over bool, err error) {
	late := time.After(patience)
	look := time.NewTicker(jobPollInterval)
	defer look.Stop()
	for {
		if h.done == nil {
			one, err := h.jobs.Of(ctx, h.slug)
			if err != nil || one == nil || one.Token != h.token || one.Over {
				return err == nil, err
			}
		}
		select {
		case <-h.done:
			return true, nil
		case <-late:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		case <-look.C:
		}
	}
}

// Err returns the error of a job after Wait has reported its end.
func (h *Handle[A, R]) Err() error { return h.err }

// Of returns the last job of a tournament, nil without one.
func (w *Jobs[A, R]) Of(ctx context.Context, slug string) (*JobState[A, R], error) {
	value, err := w.keyValue.Get(ctx, w.key(slug))
	if err != nil {
		return nil, err
	}
	one, _ := decodeJob[A, R](value) // of another program version
	return one, nil
}

// Watch is Of for a request by the job's page: it extends the time for Unwatched.
func (w *Jobs[A, R]) Watch(ctx context.Context, slug string) (one *JobState[A, R], err error) {
	err = w.change(ctx, slug, func(was *JobState[A, R]) (*JobState[A, R], error) {
		if one = was; was == nil || was.Over {
			return nil, errUnchanged
		}
		was.Watched = time.Now()
		return was, nil
	})
	if errors.Is(err, errUnchanged) {
		err = nil
	}
	return one, err
}

// Forget deletes a job whose end need not be shown.
func (w *Jobs[A, R]) Forget(ctx context.Context, h *Handle[A, R]) error {
	err := w.change(ctx, h.slug, func(was *JobState[A, R]) (*JobState[A, R], error) {
		if was == nil || was.Token != h.token {
			return nil, errUnchanged
		}
		return nil, nil
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// Stop stops the job of a tournament, if it has one, and waits for its end.
func (w *Jobs[A, R]) Stop(ctx context.Context, slug string) error {
	token := ""
	err := w.change(ctx, slug, func(was *JobState[A, R]) (*JobState[A, R], error) {
		if was == nil || was.Over {
			return nil, errUnchanged
		}
		token, was.Stop = was.Token, true
		return was, nil
	})
	if err != nil {
		if errors.Is(err, errUnchanged) {
			return nil
		}
		return err
	}
	w.stop(token)
	_, err = (&Handle[A, R]{token: token, jobs: w, slug: slug}).Wait(ctx, 2*jobLease)
	return err
}
