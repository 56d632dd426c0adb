package store

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"gorm.io/gorm"

	"tourney/internal/data/database"
)

// News is a notification of a change to the other instances.
type News struct {
	// Slug is the address of the tournament before the change, "" for all tournaments.
	Slug string `json:"slug,omitempty"`
	// Version is the new version, 0 if the tournament was deleted or renamed.
	Version int `json:"version,omitempty"`
	// Topics are the topics of the change, as package director names them.
	Topics []string `json:"topics,omitempty"`
	// Anew is set if facts about earlier versions may be wrong now.
	Anew bool `json:"anew,omitempty"`
}

// An Ear is a subscriber to changes in a database.
type Ear struct {
	// Own is called for a change of this instance, before Tx returns, with the error of its transaction.
	Own func(n News, err error)
	// Heard is called for a change of another instance.
	Heard func(n News)
	// Sure is called with true when the subscription is complete from now on, and with false when it breaks or cannot
	// start: any change may be missed then.
	Sure func(is bool)
}

// ears is the set of subscribers.
type ears struct {
	mu  sync.Mutex
	all map[*Ear]bool
}

// listen adds a subscriber until leave is called.
func (e *ears) listen(ear *Ear) (leave func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all = map[*Ear]bool{}
	}
	e.all[ear] = true
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.all, ear)
	}
}

// told notifies all subscribers of changes by this instance. err is the error of their transaction.
func (e *ears) told(news []News, err error) {
	e.mu.Lock()
	listening := slices.Collect(maps.Keys(e.all))
	e.mu.Unlock()
	for _, ear := range listening {
		for _, n := range news {
			ear.Own(n, err)
		}
	}
}

// Tell notifies all instances of a change once the transaction is committed.
func (tx *Tx) Tell(n News) { tx.news = append(tx.news, n) }

// tell sends the notifications to the instances once the transaction is committed.
func tell(to database.Database, tx *gorm.DB, news []News) error {
	for _, n := range news {
		text, err := json.Marshal(n)
		if err == nil {
			err = to.Tell(tx, string(text))
		}
		if err != nil {
			return fmt.Errorf("tell other instances: %w", err)
		}
	}
	return nil
}

// Listen subscribes to changes in the database until ctx is done.
func (s *Store) Listen(ctx context.Context, e Ear) {
	defer s.ears.listen(&e)()
	s.file.Listen(ctx, database.Ear{Sure: e.Sure, Heard: func(text string) {
		var n News
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			n = News{} // of a newer program: any data may have changed
		}
		e.Heard(n)
	}})
}
