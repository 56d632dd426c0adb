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

// A Taking is how a computer takes over: the path of its copy, the time, and whether it does so although the other
// computer is there and nothing can be fetched, see State.Blocked.
type Taking struct {
	Path   string
	At     time.Time
	Anyway bool
}

// TakeOver has this computer go on with the data, and returns them. What is missing is fetched, however long that takes;
// the other computer goes on until little is missing, and is told then, so that nothing is written there any more. If it
// does not answer the copy is as State says. It is done whatever happens once it is decided, by Succeed after the next
// start at the latest. Faults: "standby.early" without a copy to go on with; "standby.passed" or "standby.refused" if
// another computer has taken over already, and what Blocked tells of, unless that is not to matter. Then, and if ctx
// ends before the other one is told, this one follows as before.
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
		s, err := f.relieve(ctx, t)
		if errors.Is(err, errPassed) || isBlocked(err) && !t.Anyway {
			return nil, err
		}
		if err := ctx.Err(); err != nil && !f.telling {
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
	return Succeed(context.WithoutCancel(ctx), t.Path)
}

// Hurry has this computer, if it is taking over, do so without what it has not fetched yet. The other one is told all the
// same.
func (f *Follower) Hurry() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hurry != nil {
		f.hurry()
	}
}

// fetching returns what is to end the fetching of what is missing, by Hurry or with ctx, and how to end the time in which
// that is so. Once the other computer is being told nobody writes there, so that a program that ends goes on for a while.
func (f *Follower) fetching(ctx context.Context) (context.Context, func()) {
	fetching, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Taking, f.hurry, f.telling = true, cancel, false
	ends := context.AfterFunc(ctx, func() {
		f.mu.Lock()
		telling := f.telling
		f.mu.Unlock()
		if telling {
			select {
			case <-fetching.Done():
			case <-time.After(f.timeouts.silence):
			}
		}
		cancel()
	})
	return fetching, func() {
		ends()
		cancel()
		f.mu.Lock()
		defer f.mu.Unlock()
		f.state.Taking, f.hurry = false, nil
	}
}

// relieve fetches what is missing, and tells the computer that is followed that this one takes over. The succession
// holds after an error too, unless that is errPassed: then the other computer could not be told, or not all was fetched.
func (f *Follower) relieve(ctx context.Context, t Taking) (s succession, err error) {
	s = succession{f.who().reign(t.At), f.wire.address}
	fetching, end := f.fetching(ctx)
	defer end()
	err = f.insist(ctx, f.timeouts.reachable, func() (bool, error) {
		err := f.look(ctx, &s)
		return err == nil, err
	})
	if err == nil {
		if err = f.catchUp(fetching); t.Anyway || !isBlocked(err) {
			err = f.finish(ctx, fetching, &s, err == nil)
		}
	}
	if fetching.Err() == nil {
		f.note(time.Now(), err)
	}
	return s, err
}

// catchUp fetches what is missing while the other computer goes on, until it had everything a moment ago.
func (f *Follower) catchUp(fetching context.Context) error {
	return f.insist(fetching, f.timeouts.silence, func() (near bool, err error) {
		err = f.step(fetching)
		if errors.Is(err, errPassed) { // it has everything, and has yielded: to whom is asked next
			return true, nil
		}
		return err == nil && !f.unknown && f.replica.Mark() != (database.Mark{}), err
	})
}

// finish tells the other computer, and fetches what it has written last. One of which not even what is older could be
// fetched is told, but not waited for.
func (f *Follower) finish(ctx, fetching context.Context, s *succession, near bool) error {
	var last database.Mark
	return f.insist(context.WithoutCancel(ctx), f.timeouts.silence, func() (done bool, err error) {
		if last == (database.Mark{}) {
			last, err = f.tell(ctx, s)
			return err == nil && f.has(last) || err != nil && !near || fetching.Err() != nil, err
		}
		err = f.step(fetching)
		if errors.Is(err, errPassed) { // it has more by now than it said
			last, err = database.Mark{}, nil
		}
		if fetching.Err() != nil {
			return true, nil
		}
		return f.has(last), err
	})
}

// has reports whether the copy is in a state, or in a later one.
func (f *Follower) has(last database.Mark) bool {
	is := f.replica.Mark()
	return last != (database.Mark{}) && is.Opening == last.Opening && is.Change >= last.Change
}

// insist does something again and again until it is done, or has failed for so long. What brings something may take its time.
func (f *Follower) insist(ctx context.Context, long time.Duration, do func() (done bool, err error)) error {
	for failing := time.Now(); ; {
		done, err := do()
		switch {
		case done, errors.Is(err, errPassed), ctx.Err() != nil:
			return err
		case err == nil:
			failing = time.Now()
			continue
		case errors.Is(err, errBroken):
			failing = time.Now()
		case time.Since(failing) > long:
			return err
		}
		time.Sleep(f.timeouts.first)
	}
}

// look asks the computer that is followed which one writes there, and sets the epoch of the succession.
func (f *Follower) look(ctx context.Context, s *succession) error {
	is, err := f.wire.status(ctx, rand.Text(), "")
	switch {
	case err != nil:
	case is.Yielded && is.Holder != s.Reign.Holder:
		err = fault.Wrap(errPassed, fault.Conflict, "standby.passed", is.Name, fault.Moment(is.At))
	case is.Yielded: // to this one, which was killed before it had decided
		s.Reign.Epoch, s.Reign.At = is.Epoch, is.At
	default:
		s.Reign.Epoch = is.Epoch + 1
	}
	return err
}

// tell tells the computer that is followed that this one takes over, unless ctx has ended before, and returns the last state
// of the data there.
func (f *Follower) tell(ctx context.Context, s *succession) (last database.Mark, err error) {
	if err = f.look(ctx, s); err != nil {
		return last, err
	}
	f.mu.Lock()
	err = ctx.Err()
	f.telling = err == nil || f.telling
	f.mu.Unlock()
	if !f.telling {
		return last, err
	}
	last, err = f.wire.yield(context.WithoutCancel(ctx), s.Reign)
	if err == nil && last == (database.Mark{}) { // it cannot read its log
		err = fault.New(fault.Unavailable, "standby.answer")
	}
	return last, err
}

// reign is one of the computer that begins now, without its epoch.
func (a Ask) reign(now time.Time) store.Reign {
	r := store.Reign{Holder: a.ID, Name: a.Name, At: now.UTC().Truncate(time.Second)}
	if at := servers(a.Addresses); len(at) > 0 {
		r.Address = at[0]
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
