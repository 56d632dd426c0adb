package database

import (
	"context"
	"maps"
	"sync"
	"time"
)

// A Follower is a copy of a file on another computer.
type Follower struct {
	// Mark is the state that it has, Heard when it said so.
	Mark  Mark
	Heard time.Time
	// Behind is since when it may lack something that was acknowledged. It is zero while nothing is acknowledged before the
	// copy has it.
	Behind time.Time
}

// followers are those who follow a file.
type followers struct {
	mu  sync.Mutex
	all map[string]Follower
	// news is closed after the next change.
	news chan struct{}
}

// patienceForFollowers is how long a writer waits for those who follow. Who does not have the change by then does not
// follow any more, and nobody waits for them until they have everything again.
const patienceForFollowers = 1500 * time.Millisecond

// Confirm notes that a follower has a state. Once that is the last one it follows; one that is still catching up, or does not
// get on, holds up nobody.
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
			now, _ = p.Now() // again, for nobody is told meanwhile that they need not wait for it
		}
		if mark == now {
			f.Behind = time.Time{}
		}
		return f
	})
}

// Compare notes that a follower compares all pages. Nobody waits for it meanwhile.
func (p *Pages) Compare(name string) {
	p.followers.change(name, func(f Follower) Follower {
		f.Heard = time.Now()
		return f.lost()
	})
}

// Lose notes that a follower cannot be heard any more.
func (p *Pages) Lose(name string) {
	p.followers.change(name, Follower.lost)
}

// Forget forgets a follower.
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

// Followers returns who has followed since the file was opened, by name.
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

// lacking returns who follows but does not have a state yet, and a channel that is closed after the next change.
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

// Confirmed waits until those who follow have all that was committed, but not for long.
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
