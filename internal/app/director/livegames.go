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

// A liveKey identifies a live game in memory by number, because a later tournament may take a slug.
type liveKey struct{ tournament, live int }

// LiveGames holds the games with live recording.
type LiveGames struct {
	director *Director

	// recording is held during the entry of a step.
	recording sync.Mutex

	mu    sync.Mutex
	steps map[liveKey][]live.Step
	// forgotten counts the calls that drop steps.
	forgotten atomic.Int64
	// entering is the game that gets a step now, enteredAt the time of that step. No reader sees the game at a later
	// time before all readers see the step.
	entering  liveKey
	enteredAt time.Time
	// followed holds the tournaments with delayed moves.
	followed map[string]bool
	// told is the number of published steps sent to subscribers.
	told map[liveKey]int
	// releasing is held while subscribers are notified, so that each step is sent once.
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

// forget drops the steps of the tournament with a number, of all for 0; later calls load them again.
func (l *LiveGames) forget(number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.steps, func(key liveKey, _ []live.Step) bool { return number == 0 || key.tournament == number })
	l.forgotten.Add(1)
}

// keep caches steps and returns them, or longer cached ones. seen is the count of forgotten at the time of reading; if
// it has changed since, keep caches nothing, because the steps may have been rewritten.
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

// news stores the number of published steps and reports whether it has changed.
func (l *LiveGames) news(key liveKey, published int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.told[key]
	l.told[key] = published
	return was != published
}

// loaded returns the steps of a live game, from memory if possible, and a time: no step that is added later has an
// earlier time.
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

// instant returns the time with the precision of the data file.
func (l *LiveGames) instant() time.Time { return l.director.now().UTC().Truncate(time.Microsecond) }

// stamp returns the time of a new step, and sets entering and enteredAt.
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

// clear ends the entry of a step.
func (l *LiveGames) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entering = liveKey{}
}
