package site

import (
	"context"
	"sync"
)

// A Joint does what several requests ask for at once a single time, in the first of them. Once that has gone the work ends,
// and another one of them begins it anew; when all have gone nobody works any more. The zero value is ready.
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

// Do returns what do returns in this request or in another one that came earlier with the same key. It waits until ctx
// ends; do has to end then too.
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

// join returns the work with a key, and whether it is now that of who asks.
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
