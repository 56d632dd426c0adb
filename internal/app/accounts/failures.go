package accounts

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"tourney/internal/data/store"
)

// A burst of failed logins ends when burstEnds passes without another one. A longer burst is noted in parts of
// longestBurst, so that guessing makes at most one entry an hour for a name.
const (
	burstEnds    = 10 * time.Minute
	longestBurst = time.Hour
	// mostNetworks is how many networks an entry names.
	mostNetworks = 3
)

// failures collects failed logins for the log of access: an entry for each burst with the name of a person, and one for
// all unknown names. Unknown names are not stored, because people type passwords there by mistake. Nothing is written
// for a single try. It is safe for concurrent use.
type failures struct {
	mu     sync.Mutex
	bursts map[int]burst // by the number of the person, 0 for unknown names
}

// A burst is a number of failed logins with one name.
type burst struct {
	user        store.User // ID is 0 for unknown names
	first, last time.Time
	times       int
	// networks are the first ones of these logins, more is set if there are others.
	networks []string
	more     bool
}

// add counts a failed login. An unknown name takes as long.
func (f *failures) add(user store.User, network string, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, ok := f.bursts[user.ID]
	if !ok {
		b = burst{user: user, first: at}
	}
	b.last = at
	b.times++
	b.from(network)
	if f.bursts == nil {
		f.bursts = map[int]burst{}
	}
	f.bursts[user.ID] = b
}

func (b *burst) from(network string) {
	switch {
	case network == "" || slices.Contains(b.networks, network):
	case len(b.networks) < mostNetworks:
		b.networks = append(slices.Clip(b.networks), network)
	default:
		b.more = true
	}
}

// take removes the bursts for which due is true, and returns them, the earliest end first.
func (f *failures) take(due func(b burst) bool) (list []burst) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, b := range f.bursts {
		if due(b) {
			list = append(list, b)
			delete(f.bursts, id)
		}
	}
	slices.SortFunc(list, func(a, b burst) int { return cmp.Or(a.last.Compare(b.last), cmp.Compare(a.user.ID, b.user.ID)) })
	return list
}

// putBack undoes take, when the log of access could not be written.
func (f *failures) putBack(list []burst) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range list {
		if later, ok := f.bursts[b.user.ID]; ok {
			b.last, b.times, b.more = later.last, b.times+later.times, b.more || later.more
			for _, network := range later.networks {
				b.from(network)
			}
		}
		f.bursts[b.user.ID] = b
	}
}

// pending returns a copy of all bursts, the latest first.
func (f *failures) pending() []burst {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []burst
	for _, b := range f.bursts {
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b burst) int { return cmp.Or(b.last.Compare(a.last), cmp.Compare(a.user.ID, b.user.ID)) })
	return list
}

// entry returns the entry of a burst in the log of access.
func (b burst) entry() store.AccessEntry {
	e := store.AccessEntry{At: b.last, Who: b.user.Name, Event: EventLoginFailed, Times: b.times, Subject: strings.Join(b.networks, ", ")}
	if b.user.ID == 0 {
		e.Who, e.Event = "–", EventLoginUnknown
	}
	if b.more {
		e.Subject += ", …"
	}
	return e
}

// noteBursts adds the entries of bursts.
func noteBursts(tx *store.Tx, list []burst) error {
	for _, b := range list {
		if err := noteForPerson(tx, b.user.ID, b.entry()); err != nil {
			return err
		}
	}
	return nil
}

// NoteFailures adds the bursts of failed logins that are over to the log of access, or all of them.
func (a *Access) NoteFailures(ctx context.Context, all bool) error {
	now := a.now()
	list := a.failures.take(func(b burst) bool { return all || now.Sub(b.last) >= burstEnds || now.Sub(b.first) >= longestBurst })
	if len(list) == 0 {
		return nil
	}
	err := a.store.Tx(ctx, func(tx *store.Tx) error { return noteBursts(tx, list) })
	if err != nil {
		a.failures.putBack(list)
	}
	return err
}

// RunFailureLog calls NoteFailures every minute for ended bursts until ctx ends, then for all.
func (a *Access) RunFailureLog(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			_ = a.NoteFailures(ctx, false) // tried again in a minute
		case <-ctx.Done():
			_ = a.NoteFailures(context.WithoutCancel(ctx), true) // the disk may refuse writes
			return
		}
	}
}

// pendingEntries returns the entries of bursts that are not in the log of an organisation yet.
func (p *People) pendingEntries(ctx context.Context, organisation int) (list []store.AccessEntry, err error) {
	for _, b := range p.access.failures.pending() {
		e := b.entry()
		theirs, wrong := p.store.OrganisationsOf(ctx, b.user.ID)
		err = errors.Join(err, wrong)
		if own := len(theirs) == 0 && organisation == store.FirstOrganisation; own || slices.Contains(theirs, organisation) {
			list = append(list, e)
		}
	}
	return list, err
}
