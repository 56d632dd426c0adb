package standby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"tourney/internal/accounts"
	"tourney/internal/database"
	"tourney/internal/durable"
	"tourney/internal/fault"
	"tourney/internal/store"
)

// A Succession is how a copy becomes the data of a computer that takes over. Once it is decided, it is carried out
// whatever happens.
type Succession struct {
	// Reign is the one to begin.
	Reign store.Reign `json:"reign"`
	// Old is the address of the computer that was followed.
	Old string `json:"old"`
}

// longestRelief is how long somebody who takes over waits for the computer that was followed.
const longestRelief = 10 * time.Second

// Relieve tells the computer that is followed that this one takes over, so that nothing is written there any more, and
// fetches what is still missing. Run must have ended. The succession holds after an error too: then the other computer
// could not be told, and the copy has what State says.
func (f *Follower) Relieve(ctx context.Context, now time.Time) (Succession, error) {
	s := Succession{store.Reign{Holder: f.ask.ID, Name: f.ask.Name, At: now.UTC().Truncate(time.Second)}, f.wire.address}
	if len(f.ask.Addresses) > 0 {
		s.Reign.Address = f.ask.Addresses[0]
	}
	ctx, cancel := context.WithTimeout(ctx, longestRelief)
	defer cancel()
	is, err := f.wire.status(ctx, rand.Text())
	if err != nil {
		return s, err
	}
	s.Reign.Epoch = is.Epoch + 1
	last, err := f.wire.yield(ctx, s.Reign)
	for err == nil && f.replica.Mark() != last {
		err = f.step(ctx)
	}
	f.note(err)
	return s, err
}

// takingSuffix is that of the file beside a copy whose succession is decided.
const takingSuffix = "-taking"

// Decide decides that a copy becomes the data of this computer. The replica must be closed.
func (s Succession) Decide(path string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write the succession: %w", err)
	}
	return durable.Write(path+takingSuffix, text)
}

// Succeed carries out what was decided about a copy, and returns its data; nil if nothing was. Their computer writes to them from now on.
func Succeed(ctx context.Context, path string) (_ *store.Store, err error) {
	text, err := os.ReadFile(path + takingSuffix)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var s Succession
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "database.open")
	}
	for _, suffix := range []string{database.JournalSuffix, database.PartSuffix} {
		if err := durable.Remove(path + suffix); err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "database.open")
		}
	}
	kept, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err = s.begin(ctx, kept); err == nil {
		err = durable.Remove(path + takingSuffix)
	}
	if err != nil {
		_ = kept.Close()
		return nil, err
	}
	return kept, nil
}

// begin begins the reign, unless it has begun.
func (s Succession) begin(ctx context.Context, kept *store.Store) error {
	is, r := store.ReignOf(kept), s.Reign
	if is.Holder == r.Holder && is.At.Equal(r.At) && !is.Yielded {
		return nil
	}
	r.Epoch = max(r.Epoch, is.Epoch+1) // what was fetched may have the other computer's note of it
	return store.Reigns(ctx, kept, r, func(tx *store.Tx) error {
		if err := store.DropPartner(tx, r.Holder); err != nil {
			return err
		}
		if err := store.KeepPartner(tx, store.Partner{ID: s.Old, Addresses: []string{s.Old}}); err != nil {
			return err
		}
		return tx.People().NoteAccess(store.AccessEntry{At: r.At, Organisation: store.FirstOrganisation, Event: accounts.EventTakenOver, Subject: r.Name})
	})
}
