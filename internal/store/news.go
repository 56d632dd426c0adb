package store

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"gorm.io/gorm"

	"tourney/internal/database"
)

// News are what an instance tells the others of a change.
type News struct {
	// Slug is the address of the tournament before the change, "" for all tournaments.
	Slug string `json:"slug,omitempty"`
	// Version is the new one, 0 if there is no tournament at that address any more.
	Version int `json:"version,omitempty"`
	// Topics are what the change is about, in the words of the director.
	Topics []string `json:"topics,omitempty"`
	// Anew is set if what was true of earlier versions is not true any more.
	Anew bool `json:"anew,omitempty"`
}

// An Ear takes in what changes in a database.
type Ear struct {
	// Own is called for a change of this instance, before Tx returns, with the error of its transaction.
	Own func(n News, err error)
	// Heard is called for a change of another instance.
	Heard func(n News)
	// Sure is called with true when every change will be heard from now on, and with false when that
	// ends or cannot begin: anything may have changed then.
	Sure func(is bool)
}

// ears are those that listen.
type ears struct {
	mu  sync.Mutex
	all map[*Ear]bool
}

// listen adds an ear until leave is called.
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

// told tells all of what this instance has changed, unless err says that it has not.
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

// Tell has all instances hear of a change once the transaction is committed.
func (tx *Tx) Tell(n News) { tx.news = append(tx.news, n) }

// tell sends what instances hear once the transaction is committed.
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

// Listen takes in what changes in the database until ctx ends.
func (s *Store) Listen(ctx context.Context, e Ear) {
	defer s.ears.listen(&e)()
	s.file.Listen(ctx, database.Ear{Sure: e.Sure, Heard: func(text string) {
		var n News
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			n = News{} // of a newer program: anything may have changed
		}
		e.Heard(n)
	}})
}
