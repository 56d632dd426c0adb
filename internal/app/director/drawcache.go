package director

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"tourney/internal/data/store"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// draws makes the draws of all tournaments and keeps recent ones in memory.
type draws struct {
	store *store.Store
	// program is the version for Drawn.Program.
	program string
	// turns bound the concurrent draws.
	turns *turns

	mu sync.Mutex
	// recent are the tournaments last used, the latest first.
	recent []*drawMemory
}

const (
	// mostMemories bounds recent; one of 5,000 players takes some 100 MB.
	mostMemories = 4
	// mostAtOnce bounds the tournaments drawn at the same time.
	mostAtOnce = 4
)

// A drawMemory is the memory of a tournament's draws.
type drawMemory struct {
	slug string
	// session computes like the functions of package pairing, but much faster after a change of the draft. Only the
	// holder of the tournament's turn may use it.
	session pairing.Session
	// originals holds the original draws of rounds, before changes by hand, since
	// remaking one takes long. draws.mu guards it.
	originals map[int]originalDraw // by round
}

// An originalDraw is the original draw of a round.
type originalDraw struct {
	drawn tournament.Drawn
	draw  *pairing.Draw
}

// memory returns the memory of a tournament's draws. It drops the least recently used memories.
func (d *draws) memory(slug string) *drawMemory {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.memoryLocked(slug)
}

// memoryLocked is memory with d.mu held.
func (d *draws) memoryLocked(slug string) *drawMemory {
	i := slices.IndexFunc(d.recent, func(r *drawMemory) bool { return r.slug == slug })
	if i < 0 {
		i = len(d.recent)
		d.recent = append(d.recent, &drawMemory{slug: slug})
	}
	found := d.recent[i]
	d.recent = slices.Insert(slices.Delete(d.recent, i, i+1), 0, found)
	if len(d.recent) > mostMemories {
		d.recent = slices.Clone(d.recent[:mostMemories])
	}
	return found
}

// drop discards the draws of a tournament, of all for "", with the names in them.
func (d *draws) drop(slug string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.recent = slices.DeleteFunc(slices.Clone(d.recent), func(r *drawMemory) bool { return slug == "" || r.slug == slug })
}

// keepOriginal stores the original draw of a round.
func (d *draws) keepOriginal(slug string, r *tournament.Round, draw *pairing.Draw) {
	d.mu.Lock()
	defer d.mu.Unlock()
	known := d.memoryLocked(slug)
	if known.originals[r.Number].drawn == r.Drawn {
		return
	}
	if known.originals == nil {
		known.originals = map[int]originalDraw{}
	}
	known.originals[r.Number] = originalDraw{r.Drawn, &pairing.Draw{Games: draw.Games}} // without the large evaluation
}

// cachedOriginal returns the original draw of a round, nil if it is not in memory.
func (d *draws) cachedOriginal(slug string, r *tournament.Round) *pairing.Draw {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was := d.memoryLocked(slug).originals[r.Number]; was.drawn == r.Drawn {
		return was.draw
	}
	return nil
}

// original returns the original draw of round n, remade if need be.
func (d *draws) original(ctx context.Context, t *tournament.Tournament, n int) (*pairing.Draw, error) {
	slug, r := t.Info.Slug, t.Round(n)
	if made := d.cachedOriginal(slug, r); made != nil {
		return made, nil
	}
	v, err := d.verify(ctx, t, n)
	if err != nil {
		return nil, err
	}
	d.keepOriginal(slug, r, v.Draw)
	return v.Draw, nil
}

// turns serialise the draws of one tournament, while several tournaments are drawn concurrently.
type turns struct {
	all *semaphore.Weighted

	mu    sync.Mutex
	taken map[string]*turn // by slug
}

func newTurns() *turns {
	return &turns{all: semaphore.NewWeighted(mostAtOnce), taken: map[string]*turn{}}
}

// A turn is the lock of one tournament. It exists while a caller holds it or waits for it.
type turn struct {
	one           *semaphore.Weighted
	holders       int // guarded by turns.mu
	paired, total atomic.Int64
}

// run calls f during the tournament's turn, or returns the context's error.
// Waiting for a turn does not delay other tournaments.
func (t *turns) run(ctx context.Context, slug string, f func() error) error {
	turn := t.claim(slug)
	defer t.leave(slug)
	return inSlot(ctx, turn.one, func() error {
		return inSlot(ctx, t.all, func() error {
			turn.setProgress(0, 0)
			return f()
		})
	})
}

func (t *turns) claim(slug string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken[slug] == nil {
		t.taken[slug] = &turn{one: semaphore.NewWeighted(1)}
	}
	t.taken[slug].holders++
	return t.taken[slug]
}

func (t *turns) leave(slug string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken[slug].holders--; t.taken[slug].holders == 0 {
		delete(t.taken, slug)
	}
}

// get returns the turn of a tournament, or nil if it is free.
func (t *turns) get(slug string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken[slug]
}

// setProgress stores the progress of the draw. It is the callback pairing.Options.Progress.
func (t *turn) setProgress(paired, total int) {
	t.paired.Store(int64(paired))
	t.total.Store(int64(total))
}

// Progress returns the number of players that the running draw of a tournament has paired so far, and their total; both
// are 0 at first. The number may fall before the end.
func (d *Director) Progress(slug string) (paired, total int) {
	if t := d.draws.turns.get(slug); t != nil {
		return int(t.paired.Load()), int(t.total.Load())
	}
	return 0, 0
}
