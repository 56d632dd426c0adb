package database

import (
	"context"
	"maps"
	"sync"
	"time"
)

// A Follower is a copy of a file on another computer.
type Follower struct {
	// Mark is the state of the copy, Heard the time of its last request.
	Mark  Mark
	Heard time.Time
	// Behind is the time since which the copy may miss an acknowledged change. It is zero while the acknowledgement of
	// each change waits for the copy.
	Behind time.Time
}

// followers are the copies that follow a file.
type followers struct {
	mu  sync.Mutex
	all map[string]Follower
	// news is closed after the next change.
	news chan struct{}
}

// patienceForFollowers is the timeout of a writer for its followers. A follower that exceeds it stops following:
// writers do not wait for it until it has every change again.
const patienceForFollowers = 1500 * time.Millisecond

// Confirm stores the state of a follower. It follows once that is the last commit; writers do not wait for a follower
// that is still catching up or makes no progress.
func (p *Pages) Confirm(name string, mark Mark) {
	now, _ := p.Now()
	p.followers.change(name, func(f Follower) Follower {
		follows := !f.Heard.IsZero() && f.Behind.IsZero()
		f.Mark, f.Heard = mark, time.Now()
		if mark == (Mark{}) || mark.Opening != now.Opening {
			return f.lost()
		}
		if follows {
			return f
		}
		f = f.lost()
		if mark == now {
			now, _ = p.Now() // again, because a writer does not yet wait for it
		}
		if mark == now {
			f.Behind = time.Time{}
		}
		return f
	})
}

// Compare stores that a follower compares all pages. Writers do not wait for it until Confirm.
func (p *Pages) Compare(name string) {
	p.followers.change(name, func(f Follower) Follower {
		f.Heard = time.Now()
		return f.lost()
	})
}

// Lose stores that a follower is disconnected.
func (p *Pages) Lose(name string) {
	p.followers.change(name, Follower.lost)
}

// Forget removes a follower.
func (p *Pages) Forget(name string) {
	p.followers.mu.Lock()
	defer p.followers.mu.Unlock()
	delete(p.followers.all, name)
}

func (f Follower) lost() Follower {
	if f.Behind.IsZero() {
		f.Behind = time.Now()
	}
	return f
}

// Followers returns the followers since the file was opened, by name.
func (p *Pages) Followers() map[string]Follower {
	p.followers.mu.Lock()
	defer p.followers.mu.Unlock()
	return maps.Clone(p.followers.all)
}

func (f *followers) change(name string, change func(Follower) Follower) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[string]Follower{}
	}
	f.all[name] = change(f.all[name])
	if f.news != nil {
		close(f.news)
		f.news = nil
	}
}

// lacking returns the followers that miss a state, and a channel that is closed after the next change.
func (f *followers) lacking(now Mark) (names []string, news <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name, is := range f.all {
		if is.Behind.IsZero() && (is.Mark.Opening != now.Opening || is.Mark.Change < now.Change) {
			names = append(names, name)
		}
	}
	if len(names) > 0 && f.news == nil {
		f.news = make(chan struct{})
	}
	return names, f.news
}

// Confirmed waits until the followers have every commit, at most patienceForFollowers.
func (p *Pages) Confirmed(ctx context.Context) {
	if p == nil || !p.followers.any() {
		return
	}
	p.mu.Lock()
	now := p.now
	p.mu.Unlock()
	patience := time.NewTimer(patienceForFollowers)
	defer patience.Stop()
	for {
		names, news := p.followers.lacking(now)
		if len(names) == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-news:
		case <-patience.C:
			for _, name := range names {
				p.Lose(name)
			}
			return
		}
	}
}

func (f *followers) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.all) > 0
}
