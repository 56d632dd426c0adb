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

// Notification is a notification of a change to the other instances.
type Notification struct {
	// Slug is the address of the tournament before the change, "" for all tournaments.
	Slug string `json:"slug,omitempty"`
	// Version is the new version, 0 if the tournament was deleted or renamed.
	Version int `json:"version,omitempty"`
	// Topics are the topics of the change, as package updates names them.
	Topics []string `json:"topics,omitempty"`
	// Refresh is set if facts about earlier versions may be wrong now.
	Refresh bool `json:"anew,omitempty"`
}

// A Subscriber subscribes to changes in a database.
type Subscriber struct {
	// Own is called for a change of this instance, before Tx returns, with the error of its transaction.
	Own func(n Notification, err error)
	// Other is called for a change of another instance.
	Other func(n Notification)
	// Complete is called with true when the subscription is complete from now on, and with false when it breaks or
	// cannot start: any change may be missed then.
	Complete func(is bool)
}

// subscribers is the set of subscribers.
type subscribers struct {
	mu  sync.Mutex
	all map[*Subscriber]bool
}

// add adds a subscriber until leave is called.
func (e *subscribers) add(ear *Subscriber) (leave func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all = map[*Subscriber]bool{}
	}
	e.all[ear] = true
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.all, ear)
	}
}

// notify notifies all subscribers of changes by this instance. err is the error of their transaction.
func (e *subscribers) notify(news []Notification, err error) {
	e.mu.Lock()
	listening := slices.Collect(maps.Keys(e.all))
	e.mu.Unlock()
	for _, ear := range listening {
		for _, n := range news {
			ear.Own(n, err)
		}
	}
}

// Notify notifies all instances of a change once the transaction is committed.
func (tx *Tx) Notify(n Notification) { tx.news = append(tx.news, n) }

// notify sends the notifications to the instances once the transaction is committed.
func notify(to database.Database, tx *gorm.DB, news []Notification) error {
	for _, n := range news {
		text, err := json.Marshal(n)
		if err == nil {
			err = to.Notify(tx, string(text))
		}
		if err != nil {
			return fmt.Errorf("tell other instances: %w", err)
		}
	}
	return nil
}

// Listen subscribes to changes in the database until ctx is done.
func (s *Store) Listen(ctx context.Context, e Subscriber) {
	defer s.subscribers.add(&e)()
	s.file.Listen(ctx, database.Listener{Complete: e.Complete, Message: func(text string) {
		var n Notification
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			n = Notification{} // of a newer program: any data may have changed
		}
		e.Other(n)
	}})
}
