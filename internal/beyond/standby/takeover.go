package standby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// A takeOver is a take-over with a copy. Once it is decided, it is carried out, also after a crash.
type takeOver struct {
	// Leadership is the new leadership.
	Leadership store.Leadership `json:"reign"`
	// Old is the address of the former leader.
	Old string `json:"old"`
}

// TakeOverOptions describe a take-over: the path of the copy, the time, and whether to proceed if the leader is
// reachable but no page can be fetched, see State.Blocked.
type TakeOverOptions struct {
	Path   string
	At     time.Time
	Anyway bool
}

// TakeOver makes a copy the data of this computer, and returns its store. It fetches the missing changes first, without
// a time limit. The leader writes until few are missing, then it yields: its data become read-only. Without a response
// of the leader the copy stays as State reports. A decided take-over is completed, by CompleteTakeOver after the next
// start at the latest. Faults: "standby.early" for an incomplete copy; "standby.passed" or "standby.refused" if another
// computer has taken over, and the errors of Blocked, unless t.Anyway is set. After a fault, or if ctx ends before the
// request to yield, this computer continues to follow.
func (f *Follower) TakeOver(ctx context.Context, t TakeOverOptions) (*store.Store, error) {
	f.mu.Lock()
	if f.interrupt != nil {
		f.interrupt()
	}
	f.mu.Unlock()
	f.stepping.Lock()
	defer f.stepping.Unlock()
	if !f.State().Ready {
		return nil, fault.New(fault.Conflict, "standby.early")
	}
	if !f.taken {
		s, err := f.requestTakeOver(ctx, t)
		if errors.Is(err, errPassed) || isBlocked(err) && !t.Anyway {
			return nil, err
		}
		if err := ctx.Err(); err != nil && !f.yieldSent {
			return nil, err
		}
		if err := s.decide(t.Path); err != nil {
			return nil, err // this computer continues to follow
		}
		f.taken = true
		if err := f.replica.Close(); err != nil {
			return nil, err
		}
	}
	return CompleteTakeOver(context.WithoutCancel(ctx), t.Path)
}

// Hurry makes a running take-over skip the changes that are not fetched yet. The leader still gets the request to
// yield.
func (f *Follower) Hurry() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hurry != nil {
		f.hurry()
	}
}

// fetching returns the context for fetching missing changes, which Hurry or ctx cancels, and a function that ends the
// fetching. After the request to yield no computer writes, so the end of ctx cancels only timeouts.silence later.
func (f *Follower) fetching(ctx context.Context) (context.Context, func()) {
	fetching, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Taking, f.hurry, f.yieldSent = true, cancel, false
	ends := context.AfterFunc(ctx, func() {
		f.mu.Lock()
		sent := f.yieldSent
		f.mu.Unlock()
		if sent {
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

// requestTakeOver fetches the missing changes, and sends the leader the request to yield. An error other than errPassed
// leaves the take-over valid: the leader was unreachable, or changes are missing.
func (f *Follower) requestTakeOver(ctx context.Context, t TakeOverOptions) (s takeOver, err error) {
	s = takeOver{f.who().leadership(t.At), f.wire.address}
	fetching, end := f.fetching(ctx)
	defer end()
	err = f.retry(ctx, f.timeouts.reachable, func() (bool, error) {
		err := f.checkLeader(ctx, &s)
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

// catchUp fetches missing changes while the leader writes, until the copy had all of them a moment ago.
func (f *Follower) catchUp(fetching context.Context) error {
	return f.retry(fetching, f.timeouts.silence, func() (near bool, err error) {
		err = f.step(fetching)
		if errors.Is(err, errPassed) { // the copy is complete; finish requests the present leader
			return true, nil
		}
		return err == nil && !f.unknown && f.replica.Mark() != (database.Mark{}), err
	})
}

// finish sends the request to yield, and fetches the last changes. If catchUp has failed, which near reports, a failed
// request is not repeated.
func (f *Follower) finish(ctx, fetching context.Context, s *takeOver, near bool) error {
	var last database.Mark
	return f.retry(context.WithoutCancel(ctx), f.timeouts.silence, func() (done bool, err error) {
		if last == (database.Mark{}) {
			last, err = f.requestYield(ctx, s)
			return err == nil && f.has(last) || err != nil && !near || fetching.Err() != nil, err
		}
		err = f.step(fetching)
		if errors.Is(err, errPassed) { // the leader has a later state than it reported
			last, err = database.Mark{}, nil
		}
		if fetching.Err() != nil {
			return true, nil
		}
		return f.has(last), err
	})
}

// has reports whether the copy has reached a state.
func (f *Follower) has(last database.Mark) bool {
	is := f.replica.Mark()
	return last != (database.Mark{}) && is.Opening == last.Opening && is.Change >= last.Change
}

// retry retries a step until it is done, or fails for a time. A response that breaks off restarts that time.
func (f *Follower) retry(ctx context.Context, long time.Duration, do func() (done bool, err error)) error {
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

// checkLeader requests the leader's status, and sets the epoch of the take-over.
func (f *Follower) checkLeader(ctx context.Context, s *takeOver) error {
	is, err := f.wire.status(ctx, rand.Text())
	switch {
	case err != nil:
	case is.Yielded && is.Holder != s.Leadership.Holder:
		err = fault.Wrap(errPassed, fault.Conflict, "standby.passed", is.Name, fault.Moment(is.At))
	case is.Yielded: // to this computer, which was killed before its decision
		s.Leadership.Epoch, s.Leadership.At = is.Epoch, is.At
	default:
		s.Leadership.Epoch = is.Epoch + 1
	}
	return err
}

// requestYield sends the leader the request to yield, unless ctx has ended before, and returns the last state of its
// data.
func (f *Follower) requestYield(ctx context.Context, s *takeOver) (last database.Mark, err error) {
	if err = f.checkLeader(ctx, s); err != nil {
		return last, err
	}
	f.mu.Lock()
	err = ctx.Err()
	f.yieldSent = err == nil || f.yieldSent
	f.mu.Unlock()
	if !f.yieldSent {
		return last, err
	}
	last, err = f.wire.yield(context.WithoutCancel(ctx), s.Leadership)
	if err == nil && last == (database.Mark{}) { // the leader cannot read its log
		err = fault.New(fault.Unavailable, "standby.answer")
	}
	return last, err
}

// leadership returns a leadership of the computer that begins now, without its epoch.
func (a Request) leadership(now time.Time) store.Leadership {
	r := store.Leadership{Holder: a.ID, Name: a.Name, At: now.UTC().Truncate(time.Second)}
	if at := servers(a.Addresses); len(at) > 0 {
		r.Address = at[0]
	}
	return r
}

// Resume makes the data of this computer writable again after another computer has taken over, as when that computer
// is lost with all its changes. who describes this computer. A returning leader then yields. Faults:
// "standby.needless" if no other computer has taken over, "standby.alive" if the other computer still responds.
func Resume(ctx context.Context, kept *store.Store, who Request, now time.Time) error {
	was := kept.Leadership()
	if !was.Yielded {
		return fault.New(fault.Conflict, "standby.needless")
	}
	known, err := NewLeader(kept).keys(ctx)
	if err != nil {
		return err
	}
	client := followerClient()
	defer client.CloseIdleConnections()
	if is, _, err := (peerClient{address: was.Address, client: client}).proven(ctx, known); err == nil && !is.Yielded && is.Holder == was.Holder {
		return fault.New(fault.Conflict, "standby.alive", was.Name, was.Address)
	}
	s := takeOver{who.leadership(now), was.Address}
	s.Leadership.Epoch = was.Epoch + 2 // the other leadership began one epoch later than its request, see begin
	return s.begin(ctx, kept)
}

// takingSuffix ends the name of the file beside a copy with the decided take-over.
const takingSuffix = "-taking"

// IsCopy reports whether a file is a copy of another computer's data, IsDecided whether its take-over is decided.
func IsCopy(path string) bool    { return durable.Exists(path + database.JournalSuffix) }
func IsDecided(path string) bool { return durable.Exists(path + takingSuffix) }

// decide stores the take-over, which decides it.
func (s takeOver) decide(path string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write the take-over: %w", err)
	}
	return durable.Write(path+takingSuffix, text)
}

// CompleteTakeOver completes the decided take-over of a copy, and returns its store; nil if none is decided. This
// computer then writes to the data, unless another follower has taken over before.
func CompleteTakeOver(ctx context.Context, path string) (_ *store.Store, err error) {
	text, err := os.ReadFile(path + takingSuffix)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var s takeOver
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

// completeCopy writes the last changes into a copy, because only its journal may have them on the disk, and ends it.
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

// beginUnlessAnother begins the leadership, unless another follower has taken over already and still responds: then
// these data are outdated and stay read-only.
func (s takeOver) beginUnlessAnother(ctx context.Context, kept *store.Store) error {
	m := NewLeader(kept)
	was := m.Leadership()
	if err := m.Poll(ctx); err != nil {
		return err
	}
	if is := m.Leadership(); was.Before(is) && is.Holder != s.Leadership.Holder {
		return nil
	}
	return s.begin(ctx, kept)
}

// begin stores the leadership, unless that is done.
func (s takeOver) begin(ctx context.Context, kept *store.Store) error {
	is, r := kept.Leadership(), s.Leadership
	if is.Holder == r.Holder && is.At.Equal(r.At) && !is.Yielded {
		return nil
	}
	r.Epoch = max(r.Epoch, is.Epoch+1) // the copy may have the leader's record of this leadership
	old := store.Follower{ID: s.Old, Addresses: []string{s.Old}}
	dropped, err := NewLeader(kept).dispensable(ctx, old.ID, true)
	if err != nil {
		return err
	}
	return store.TakeOver(ctx, kept, r, func(tx *store.Tx) error {
		err := errors.Join(tx.DeleteFollower(r.Holder), tx.DeleteFollower(dropped), tx.SaveFollower(old),
			tx.DropSecret(notifiedKey(old)))
		if err != nil {
			return err
		}
		return tx.People().NoteAccess(store.AccessEntry{At: r.At, Organisation: store.FirstOrganisation, Event: accounts.EventTakenOver, Subject: r.Name})
	})
}
