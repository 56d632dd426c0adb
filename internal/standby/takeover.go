package standby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"tourney/internal/accounts"
	"tourney/internal/database"
	"tourney/internal/durable"
	"tourney/internal/fault"
	"tourney/internal/store"
)

// A succession is how a copy becomes the data of a computer that takes over. Once it is decided, it is carried out
// whatever happens.
type succession struct {
	// Reign is the one to begin.
	Reign store.Reign `json:"reign"`
	// Old is the address of the computer that was followed.
	Old string `json:"old"`
}

// longestRelief is how long somebody who takes over waits for the computer that was followed, if it answers at all
// within reachable.
const longestRelief, reachable = 10 * time.Second, 3 * time.Second

// A Taking is how a computer takes over: the path of its copy, the time, and whether it does so although the other
// computer is there and refuses.
type Taking struct {
	Path   string
	At     time.Time
	Anyway bool
}

// TakeOver has this computer go on with the data, and returns them. The other computer is told,
// so that nothing is written there any more, and what is still missing is fetched; if it does not answer the copy is as
// State says. It is done whatever happens once it is decided, by Succeed after the next start at the latest. Faults:
// "standby.early" without a copy to go on with; "standby.passed" or "standby.refused" if another computer has taken over
// already, and "standby.refused" if the other one answers and refuses, unless that is not to matter. Then this one
// follows as before.
func (f *Follower) TakeOver(ctx context.Context, t Taking) (*store.Store, error) {
	f.mu.Lock()
	if f.interrupt != nil {
		f.interrupt()
	}
	f.mu.Unlock()
	f.turn.Lock()
	defer f.turn.Unlock()
	if !f.State().Ready {
		return nil, fault.New(fault.Conflict, "standby.early")
	}
	if !f.taken {
		s, err := f.relieve(ctx, t.At)
		if errors.Is(err, errPassed) || fault.Is(err, "standby.refused") && !t.Anyway {
			return nil, err
		}
		if err := s.decide(t.Path); err != nil {
			return nil, err // this one follows as before
		}
		f.taken = true
		if err := f.replica.Close(); err != nil {
			return nil, err
		}
	}
	return Succeed(ctx, t.Path)
}

// relieve tells the computer that is followed that this one takes over, and fetches what is still missing. The
// succession holds after an error too, unless that is errPassed: then the other computer could not be told, or not all
// was fetched.
func (f *Follower) relieve(ctx context.Context, now time.Time) (s succession, err error) {
	s, began := succession{f.who().reign(now), f.wire.address}, time.Now()
	var last database.Mark
	for answered := false; ; {
		if last == (database.Mark{}) {
			last, err = f.tell(ctx, &s)
		} else {
			err = f.step(ctx)
		}
		answered = answered || err == nil
		took := time.Since(began)
		switch {
		case err == nil && f.replica.Mark() == last, errors.Is(err, errPassed), ctx.Err() != nil, took > longestRelief, took > reachable && !answered:
			f.note(time.Now(), err)
			return s, err
		case err != nil:
			time.Sleep(firstPause)
		}
	}
}

// tell tells the computer that is followed that this one takes over, and returns the last state of the data there.
func (f *Follower) tell(ctx context.Context, s *succession) (last database.Mark, err error) {
	is, err := f.wire.status(ctx, rand.Text(), "")
	switch {
	case err != nil:
		return last, err
	case is.Yielded && is.Holder != s.Reign.Holder:
		return last, fault.Wrap(errPassed, fault.Conflict, "standby.passed", is.Name, fault.Moment(is.At))
	case is.Yielded: // to this one, which was killed before it had decided
		s.Reign.Epoch, s.Reign.At = is.Epoch, is.At
	default:
		s.Reign.Epoch = is.Epoch + 1
	}
	return f.wire.yield(ctx, s.Reign)
}

// reign is one of the computer that begins now, without its epoch.
func (a Ask) reign(now time.Time) store.Reign {
	r := store.Reign{Holder: a.ID, Name: a.Name, At: now.UTC().Truncate(time.Second)}
	if len(a.Addresses) > 0 {
		r.Address = a.Addresses[0]
	}
	return r
}

// GoOn has this computer, which who describes, write again to data from which another one has taken over, as when that
// one is lost with all that was written there. If it comes back it hears of it, and writes nothing any more. Faults:
// "standby.needless" if no other computer has taken over, "standby.alive" if that one still answers.
func GoOn(ctx context.Context, kept *store.Store, who Ask, now time.Time) error {
	was := store.ReignOf(kept)
	if !was.Yielded {
		return fault.New(fault.Conflict, "standby.needless")
	}
	known, err := NewMaster(kept).keys(ctx)
	if err != nil {
		return err
	}
	client := partnerClient()
	defer client.CloseIdleConnections()
	if is, _, err := (wire{address: was.Address, client: client}).proven(ctx, known, false); err == nil && !is.Yielded && is.Holder == was.Holder {
		return fault.New(fault.Conflict, "standby.alive", was.Name, was.Address)
	}
	s := succession{who.reign(now), was.Address}
	s.Reign.Epoch = was.Epoch + 2 // that one began one later than it told, see begin
	return s.begin(ctx, kept)
}

// takingSuffix is that of the file beside a copy whose succession is decided.
const takingSuffix = "-taking"

// IsCopy reports whether a file follows the data of another computer, IsDecided whether it is decided that it becomes
// the data of this one.
func IsCopy(path string) bool    { return durable.Exists(path + database.JournalSuffix) }
func IsDecided(path string) bool { return durable.Exists(path + takingSuffix) }

// decide decides that a copy becomes the data of this computer.
func (s succession) decide(path string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write the succession: %w", err)
	}
	return durable.Write(path+takingSuffix, text)
}

// Succeed carries out what was decided about a copy, and returns its data, to which this computer writes from now on,
// unless another one that followed too has taken over before; nil if nothing was decided.
func Succeed(ctx context.Context, path string) (_ *store.Store, err error) {
	text, err := os.ReadFile(path + takingSuffix)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var s succession
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "database.open")
	}
	if err := completeCopy(path); err != nil {
		return nil, err
	}
	kept, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err = s.beginUnlessAnother(ctx, kept); err == nil {
		err = durable.Remove(path + takingSuffix)
	}
	if err != nil {
		_ = kept.Close()
		return nil, err
	}
	return kept, nil
}

// completeCopy brings what was taken last into a copy, for the journal alone may have it on the disk, and ends it as one.
func completeCopy(path string) error {
	if IsCopy(path) {
		replica, err := database.OpenReplica(path)
		if err == nil {
			err = replica.Close()
		}
		if err != nil {
			return err
		}
	}
	for _, suffix := range []string{database.JournalSuffix, database.PartSuffix} {
		if err := durable.Remove(path + suffix); err != nil {
			return fault.Wrap(err, fault.Unavailable, "database.open")
		}
	}
	return nil
}

// beginUnlessAnother begins the reign, unless a computer that followed too has taken over already and still answers: then
// these data are of before, and nothing is written to them.
func (s succession) beginUnlessAnother(ctx context.Context, kept *store.Store) error {
	m := NewMaster(kept)
	was := m.Reign()
	if err := m.Look(ctx); err != nil {
		return err
	}
	if is := m.Reign(); was.Before(is) && is.Holder != s.Reign.Holder {
		return nil
	}
	return s.begin(ctx, kept)
}

// begin begins the reign, unless it has begun.
func (s succession) begin(ctx context.Context, kept *store.Store) error {
	is, r := store.ReignOf(kept), s.Reign
	if is.Holder == r.Holder && is.At.Equal(r.At) && !is.Yielded {
		return nil
	}
	r.Epoch = max(r.Epoch, is.Epoch+1) // what was fetched may have the other computer's note of it
	old := store.Partner{ID: s.Old, Addresses: []string{s.Old}}
	dropped, err := NewMaster(kept).dispensable(ctx, old.ID, true)
	if err != nil {
		return err
	}
	all, err := store.Reaches(ctx, kept)
	if err != nil {
		return err
	}
	return store.Reigns(ctx, kept, r, func(tx *store.Tx) error {
		err := errors.Join(store.DropPartner(tx, r.Holder), store.DropPartner(tx, dropped), store.KeepPartner(tx, old),
			store.DropSecret(tx, heardName(old)), noteReached(tx, all))
		if err != nil {
			return err
		}
		return tx.People().NoteAccess(store.AccessEntry{At: r.At, Organisation: store.FirstOrganisation, Event: accounts.EventTakenOver, Subject: r.Name})
	})
}
