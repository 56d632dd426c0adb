package record

import (
	"fmt"
	"sync"
	"time"

	"tourney/internal/tournament"
)

// presenceTimeout is how long a player counts as present after the last request of the device. An open page requests
// the game again after each step.
const presenceTimeout = 20 * time.Minute

// mostPresent bounds the stored players.
const mostPresent = 10000

// A presence stores the times of the last requests from the devices of players. The zero value is ready.
type presence struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

func presenceKey(t *tournament.Tournament, g *tournament.Game, id tournament.PlayerID) string {
	return fmt.Sprint(t.Info.Slug, " ", g.ID, " ", id)
}

// note stores a request of a player's device.
func (p *presence) note(key string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil || len(p.seen) >= mostPresent {
		was := p.seen
		p.seen = map[string]time.Time{}
		for k, at := range was {
			if now.Sub(at) < presenceTimeout && len(p.seen) < mostPresent/2 {
				p.seen[k] = at
			}
		}
	}
	p.seen[key] = now
}

// forget deletes a player after the device was assigned to another person.
func (p *presence) forget(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.seen, key)
}

// has reports whether the player's device sent a request within the time of present.
func (p *presence) has(key string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.seen[key]
	return ok && now.Sub(at) < presenceTimeout
}
