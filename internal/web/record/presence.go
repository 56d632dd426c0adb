package record

import (
	"fmt"
	"sync"
	"time"

	"tourney/internal/tournament"
)

// present is how long a player counts as present after the last request of their own device. An open page asks again with
// each step of the game.
const present = 20 * time.Minute

// mostPresent bounds the players who are remembered.
const mostPresent = 10000

// A presence remembers when the devices of players last asked for the page of their game. The zero value is ready.
type presence struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

func presenceKey(t *tournament.Tournament, g *tournament.Game, id tournament.PlayerID) string {
	return fmt.Sprint(t.Info.Slug, " ", g.ID, " ", id)
}

// note notes a request of a player's device.
func (p *presence) note(key string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil || len(p.seen) >= mostPresent {
		was := p.seen
		p.seen = map[string]time.Time{}
		for k, at := range was {
			if now.Sub(at) < present && len(p.seen) < mostPresent/2 {
				p.seen[k] = at
			}
		}
	}
	p.seen[key] = now
}

// forget forgets a player whose device says that it is another's.
func (p *presence) forget(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.seen, key)
}

// has reports whether a player's own device has asked lately.
func (p *presence) has(key string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.seen[key]
	return ok && now.Sub(at) < present
}
