package site

import (
	"context"
	"sync"
)

// A Joint shares one computation among concurrent requests with the same key. It runs in the first of them. If that
// client disconnects it is cancelled, and another request restarts it; without requests none runs. The zero value is
// ready.
type Joint[T any] struct {
	mu    sync.Mutex
	under map[PageKey]*jointWork[T]
}

type jointWork[T any] struct {
	over chan struct{} // closed at the end, the rest is set before
	made T
	err  error
	left bool
}

// Do returns the result of do, run in this request or in an earlier one with the same key. It waits until ctx is done;
// do must return then too.
func (j *Joint[T]) Do(ctx context.Context, key PageKey, do func() (T, error)) (made T, err error) {
	for {
		one, mine := j.join(key)
		if mine {
			defer j.end(ctx, key, one)
			one.made, one.err = do()
			return one.made, one.err
		}
		select {
		case <-one.over:
			if !one.left {
				return one.made, one.err
			}
		case <-ctx.Done():
			return made, ctx.Err()
		}
	}
}

// join returns the computation of a key, and whether the caller must run it.
func (j *Joint[T]) join(key PageKey) (one *jointWork[T], mine bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if one = j.under[key]; one != nil {
		return one, false
	}
	if j.under == nil {
		j.under = map[PageKey]*jointWork[T]{}
	}
	one = &jointWork[T]{over: make(chan struct{}), err: errBrokeOff}
	j.under[key] = one
	return one, true
}

func (j *Joint[T]) end(ctx context.Context, key PageKey, one *jointWork[T]) {
	j.mu.Lock()
	defer j.mu.Unlock()
	one.left = one.err != nil && ctx.Err() != nil
	delete(j.under, key)
	close(one.over)
}
