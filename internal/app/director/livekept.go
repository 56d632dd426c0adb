package director

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"tourney/internal/rules/live"
	"tourney/internal/tournament"
)

// A liveKey names a live game for ever: slugs are reused, numbers of tournaments are not.
type liveKey struct{ tournament, live int }

// LiveGames are the games that are recorded while they are played.
type LiveGames struct {
	director *Director

	// recording is held while a step is entered.
	recording sync.Mutex

	mu    sync.Mutex
	steps map[liveKey][]live.Step
	// forgotten counts how often steps were dropped.
	forgotten atomic.Int64
	// entering is the game to which a step is being added, enteredAt when that was entered:
	// until all see it, nobody sees what becomes public later.
	entering  liveKey
	enteredAt time.Time
	// followed are the tournaments whose delays are watched.
	followed map[string]bool
	// told is the number of published steps that subscribers know of.
	told map[liveKey]int
	// releasing is held while subscribers are told, so that they hear of each step once.
	releasing sync.Mutex
}

// mostLiveKept bounds the live games in memory.
const mostLiveKept = 200

func (l *LiveGames) follow(slug string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.followed[slug] = true
}

func (l *LiveGames) unfollow(slug string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.followed, slug)
}

// forget drops the steps in memory of the tournament with a number, of all for 0; they are loaded again.
func (l *LiveGames) forget(number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.steps, func(key liveKey, _ []live.Step) bool { return number == 0 || key.tournament == number })
	l.forgotten.Add(1)
}

// keep keeps steps unless more are known, and returns those. Steps that were looked at before others were dropped,
// by the count then, are not kept: they may have been written anew.
func (l *LiveGames) keep(key liveKey, steps []live.Step, seen int64) []live.Step {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.steps[key]; len(known) > len(steps) {
		return known
	}
	if l.steps == nil || len(l.steps) >= mostLiveKept {
		l.steps = map[liveKey][]live.Step{} // they can be loaded again
	}
	if seen == l.forgotten.Load() {
		l.steps[key] = steps
	}
	return steps
}

// news notes how many steps are published and reports whether that is another number.
func (l *LiveGames) news(key liveKey, published int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.told[key]
	l.told[key] = published
	return was != published
}

// loaded returns the steps of a live game, from memory if they are there, and the moment
// at which they are looked at: no step of an earlier time is added to them later.
func (l *LiveGames) loaded(ctx context.Context, t *tournament.Tournament, id int) (steps []live.Step, now time.Time, err error) {
	number, err := l.director.store.Number(ctx, t.Info.Slug)
	if err != nil {
		return nil, now, err
	}
	key := liveKey{number, id}
	l.mu.Lock()
	now = l.instant()
	if l.entering == key && l.enteredAt.Before(now) {
		now = l.enteredAt
	}
	steps, ok := l.steps[key]
	seen := l.forgotten.Load()
	l.mu.Unlock()
	if ok {
		return steps, now, nil
	}
	games, err := l.director.store.LiveSteps(ctx, t.Info.Slug, id)
	if err != nil {
		return nil, now, err
	}
	return l.keep(key, games[id], seen), now, nil
}

// instant returns the time as the data file keeps it.
func (l *LiveGames) instant() time.Time { return l.director.now().UTC().Truncate(time.Microsecond) }

// stamp returns the time of a step that is being entered.
func (l *LiveGames) stamp(ctx context.Context, slug string, id int) (time.Time, error) {
	number, err := l.director.store.Number(ctx, slug)
	if err != nil {
		return time.Time{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entering, l.enteredAt = liveKey{number, id}, l.instant()
	return l.enteredAt, nil
}

// clear ends the entering of a step.
func (l *LiveGames) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entering = liveKey{}
}
