package director

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"tourney/internal/pairing"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// draws makes the draws of all tournaments and remembers those at hand.
type draws struct {
	store *store.Store
	// program is the version that draws are signed with.
	program string
	// turns bound how many draws are made at the same time.
	turns *turns

	mu sync.Mutex
	// recent are the tournaments asked about, the last one first.
	recent []*drawing
}

const (
	// mostDrawings is of how many tournaments the draw at hand is remembered;
	// one of 5,000 players takes some 100 MB.
	mostDrawings = 4
	// mostAtOnce is how many tournaments are drawn at the same time.
	mostAtOnce = 4
)

// A drawing is what is remembered of a tournament's draw.
type drawing struct {
	slug string
	// session answers as the functions of package pairing do, and after a change
	// of the draft in a small part of the time. It is for who has the turn of the
	// tournament.
	session pairing.Session
	// made are rounds as the program drew them, before changes by hand: to make
	// them again takes as long as it took. It is held by draws.mu.
	made map[int]made // by round
}

// A made is the games of a round as the program drew them.
type made struct {
	drawn tournament.Drawn
	draw  *pairing.Draw
}

// drawing returns the memory of a tournament's draw. Those of tournaments not
// asked about for long are forgotten.
func (d *draws) drawing(slug string) *drawing {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.recall(slug)
}

func (d *draws) recall(slug string) *drawing {
	i := slices.IndexFunc(d.recent, func(r *drawing) bool { return r.slug == slug })
	if i < 0 {
		i = len(d.recent)
		d.recent = append(d.recent, &drawing{slug: slug})
	}
	found := d.recent[i]
	d.recent = slices.Insert(slices.Delete(d.recent, i, i+1), 0, found)
	if len(d.recent) > mostDrawings {
		d.recent = slices.Clone(d.recent[:mostDrawings])
	}
	return found
}

// keepMade remembers a round as it was drawn.
func (d *draws) keepMade(slug string, r *tournament.Round, draw *pairing.Draw) {
	d.mu.Lock()
	defer d.mu.Unlock()
	known := d.recall(slug)
	if known.made[r.Number].drawn == r.Drawn {
		return
	}
	if known.made == nil {
		known.made = map[int]made{}
	}
	known.made[r.Number] = made{r.Drawn, &pairing.Draw{Games: draw.Games}} // what they were weighed by is great
}

// made returns the games of a round as they were drawn, nil when they are not
// remembered.
func (d *draws) madeDraw(slug string, r *tournament.Round) *pairing.Draw {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was := d.recall(slug).made[r.Number]; was.drawn == r.Drawn {
		return was.draw
	}
	return nil
}

// original returns the games of round n as they were drawn.
func (d *draws) original(ctx context.Context, t *tournament.Tournament, n int) (*pairing.Draw, error) {
	slug, r := t.Info.Slug, t.Round(n)
	if made := d.madeDraw(slug, r); made != nil {
		return made, nil
	}
	v, err := d.verify(ctx, t, n)
	if err != nil {
		return nil, err
	}
	d.keepMade(slug, r, v.Draw)
	return v.Draw, nil
}

// turns let the draws of one tournament be computed one after the other, and
// those of several at the same time.
type turns struct {
	all slots

	mu    sync.Mutex
	taken map[string]*turn // by slug
}

func newTurns() *turns { return &turns{all: make(slots, mostAtOnce), taken: map[string]*turn{}} }

// A turn is of one tournament, while somebody has it or waits for it.
type turn struct {
	one           slots
	claims        int // held by turns.mu
	paired, total atomic.Int64
}

// run computes f when it is the tournament's turn, or returns the context's
// error. Who waits for his turn keeps no other tournament waiting.
func (t *turns) run(ctx context.Context, slug string, f func() error) error {
	mine := t.claim(slug)
	defer t.leave(slug)
	return mine.one.run(ctx, func() error {
		return t.all.run(ctx, func() error {
			mine.tell(0, 0)
			return f()
		})
	})
}

func (t *turns) claim(slug string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken[slug] == nil {
		t.taken[slug] = &turn{one: make(slots, 1)}
	}
	t.taken[slug].claims++
	return t.taken[slug]
}

func (t *turns) leave(slug string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken[slug].claims--; t.taken[slug].claims == 0 {
		delete(t.taken, slug)
	}
}

// of returns the turn of a tournament, or nil when nobody has it.
func (t *turns) of(slug string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken[slug]
}

// tell notes how far the draw has come; it is a pairing.Options.Progress.
func (t *turn) tell(paired, total int) {
	t.paired.Store(int64(paired))
	t.total.Store(int64(total))
}

// Progress returns how many players of a tournament the draw that is being made
// has paired so far, and of how many; both are 0 while nobody is paired yet. The
// number may fall before the end.
func (d *Director) Progress(slug string) (paired, total int) {
	if t := d.draws.turns.of(slug); t != nil {
		return int(t.paired.Load()), int(t.total.Load())
	}
	return 0, 0
}
