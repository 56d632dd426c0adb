// Package publishing keeps where the tournaments of this computer are published, and takes in those
// that are run on other computers and published here.
//
//	p := publishing.New(store, time.Now, changed)
//	err := p.Begin(ctx, "spring-cup", "https://hub.example.org", token) // here it is run
//	answer, err := p.Receive(ctx, from, sent)                           // here it is shown
//
// A tournament that is published here is a tournament as any other for those who read, and cannot be
// changed: see store.Receive.
package publishing

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"tourney/internal/fault"
	"tourney/internal/publication"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A Publishing is safe for concurrent use.
type Publishing struct {
	store *store.Store
	now   func() time.Time
	hooks Hooks
	// sender returns the name of this installation.
	sender func() string
	// changed has an element after a publication has begun or ended.
	changed chan struct{}
	// reported is closed after the next report here, mu guards it.
	mu       sync.Mutex
	reported chan struct{}
}

// A Received is a state that was taken in.
type Received struct {
	Slug    string
	Now     *tournament.Tournament
	Changes []tournament.Change
	// Live is set if nothing but moves of its live games came, Refused if nothing but why reports were refused.
	Live, Refused bool
	// Number is that of the tournament in the data, set with Live.
	Number int
	// Anew is set if it is not later than the one before, as after a backup was restored where the
	// tournament is run.
	Anew bool
}

// Hooks tell others of states that are taken in.
type Hooks struct {
	// Current returns a tournament as it is kept, from memory where it is there.
	Current func(tx *store.Tx, slug string) (*tournament.Tournament, error)
	// News returns what other instances hear.
	News func(r Received) store.News
	// Kept is called once the state is kept, before anybody writes again.
	Kept func(r Received)
}

// New returns what publishes the tournaments of a store.
func New(s *store.Store, now func() time.Time, hooks Hooks) *Publishing {
	sender := sync.OnceValue(func() string {
		is, _ := installation(context.Background(), s)
		return is.Name
	})
	return &Publishing{store: s, now: now, hooks: hooks, sender: sender, changed: make(chan struct{}, 1), reported: make(chan struct{})}
}

// Sender is the name of this installation, as hubs know it.
func (p *Publishing) Sender() string { return p.sender() }

// A Publication is a tournament of this computer that is published at a hub.
type Publication = store.Publication

// All returns the tournaments of this computer that are published; none once another one has taken over.
func (p *Publishing) All(ctx context.Context) ([]Publication, error) {
	if store.ReignOf(p.store).Yielded {
		return nil, nil
	}
	all, err := store.Publications(ctx, p.store)
	return slices.DeleteFunc(all, func(p Publication) bool { return p.Ended }), err
}

// IsSentHere reports whether this installation sends a publication: a copy of its data does not, until somebody begins
// it there.
func (p *Publishing) IsSentHere(is Publication) bool {
	return is.Sender == "" || is.Sender == p.sender()
}

// IsLeaving reports whether this installation is to take a publication off its hub.
func (p *Publishing) IsLeaving(is Publication) bool {
	return is.Ended && is.Address != "" && p.IsSentHere(is)
}

// Leaving returns the tournaments that this installation is to take off their hubs; none once another one has taken over.
func (p *Publishing) Leaving(ctx context.Context) ([]Publication, error) {
	if store.ReignOf(p.store).Yielded {
		return nil, nil
	}
	all, err := store.Publications(ctx, p.store)
	return slices.DeleteFunc(all, func(is Publication) bool { return !p.IsLeaving(is) }), err
}

// Of returns how a tournament is published, or was until it was Ended, and whether it ever was.
func (p *Publishing) Of(ctx context.Context, slug string) (Publication, bool, error) {
	return store.PublicationOf(ctx, p.store, slug)
}

// Known returns the hub at which a tournament is published, or was, and the token for it; else those of the last one of
// its organisation that is published. They are empty where there is none.
func (p *Publishing) Known(ctx context.Context, slug string) (hub, token string, err error) {
	if was, found, err := p.Of(ctx, slug); found || err != nil {
		return was.Hub, was.Token, err
	}
	people := p.store.People()
	here, _, err := people.Standing(ctx, 0, slug)
	if err != nil {
		return "", "", err
	}
	all, err := p.All(ctx)
	for _, other := range slices.Backward(all) {
		there, known, err := people.Standing(ctx, 0, other.Slug)
		if err != nil || known && there.Organisation == here.Organisation {
			return other.Hub, other.Token, err
		}
	}
	return "", "", err
}

// CheckEnded returns "hub.ends.first" while this installation publishes a tournament, or is to take it off a hub.
func (p *Publishing) CheckEnded(ctx context.Context, slug string) error {
	is, found, err := p.Of(ctx, slug)
	if err == nil && found && (p.IsLeaving(is) || !is.Ended && p.IsSentHere(is)) {
		err = fault.New(fault.Conflict, "hub.ends.first", is.Name, is.Hub)
	}
	return err
}

// Changed has an element after a publication has begun or ended.
func (p *Publishing) Changed() <-chan struct{} { return p.changed }

// Begin publishes a tournament at a hub that takes the token, in place of where it was published before, and
// from this installation in place of any other. It is the same publication for ever. Fault: "hub.leaving.first" while it is
// being taken off another hub.
func (p *Publishing) Begin(ctx context.Context, slug, hub, token string) error {
	was, found, err := p.Of(ctx, slug)
	if err != nil {
		return err
	}
	if p.IsLeaving(was) && was.Hub != hub {
		return fault.New(fault.Conflict, "hub.leaving.first", was.Hub)
	}
	begun := Publication{Hub: hub, Token: token, Origin: was.Origin, Sender: p.sender(), Claim: true}
	if was.Hub == hub {
		begun.Stamp = was.Stamp // another hub has stamps of its own
	}
	if !found {
		begun.Origin = newKey()
	}
	err = p.store.Tx(ctx, func(tx *store.Tx) error { return store.Publish(tx, slug, begun) })
	p.signal()
	return err
}

// Stay puts a tournament back as it was before it was to leave, unless it was published again meanwhile.
func (p *Publishing) Stay(ctx context.Context, leaving, was Publication) error {
	err := p.Note(ctx, leaving, was)
	p.signal()
	return err
}

// HasLeft notes that a tournament has left its hub, unless it was published again meanwhile.
func (p *Publishing) HasLeft(ctx context.Context, leaving Publication) error {
	gone := leaving
	gone.Address, gone.Claim = "", false
	return p.Note(ctx, leaving, gone)
}

// End publishes a tournament no longer. What is at the hub stays.
func (p *Publishing) End(ctx context.Context, slug string) error {
	_, _, err := p.end(ctx, slug, func(ended *Publication) {
		ended.Address = ""
		ended.Stamp++ // what is being taken off meanwhile does not stay by Stay
	})
	return err
}

// Leave publishes a tournament no longer, and keeps that it is to be taken off the hub, until HasLeft notes that it is. It
// returns what is kept, and what was before; nothing if the tournament was never published.
func (p *Publishing) Leave(ctx context.Context, slug string) (leaving, was Publication, err error) {
	return p.end(ctx, slug, func(*Publication) {})
}

func (p *Publishing) end(ctx context.Context, slug string, how func(*Publication)) (ended, was Publication, err error) {
	was, found, err := p.Of(ctx, slug)
	if err != nil || !found {
		return ended, was, err
	}
	ended = was
	ended.Ended, ended.Failing = true, time.Time{}
	how(&ended)
	err = p.store.Tx(ctx, func(tx *store.Tx) error { return store.Publish(tx, slug, ended) })
	p.signal()
	return ended, was, err
}

// Note keeps how far a publication has come since it was looked at, unless it was begun anew meanwhile.
func (p *Publishing) Note(ctx context.Context, was, now Publication) error {
	return p.store.Tx(ctx, func(tx *store.Tx) error { return store.NotePublication(tx, was, now) })
}

func (p *Publishing) signal() {
	select {
	case p.changed <- struct{}{}:
	default: // one is enough
	}
}

// newKey returns a name that nothing else has.
func newKey() string {
	const enough = 16 // bytes
	bits := make([]byte, enough)
	_, _ = rand.Read(bits) // never fails
	return hex.EncodeToString(bits)
}

// A From is where a state comes from: the organisation of the token, and the name of the publication.
type From struct {
	Organisation int
	Origin       string
}

// Receive keeps a state that was published here, unless a newer one is kept, and says what is kept
// then. Faults: "publication.other" if another organisation has the publication, "publication.another" if
// another installation sends it, "publication.deleted" if it was deleted here, "publication.changed" if a text was
// dropped meanwhile, and those of a file.
func (p *Publishing) Receive(ctx context.Context, from From, sent *publication.Sent) (answer publication.Answer, err error) {
	if !publication.OriginPattern.MatchString(from.Origin) {
		return answer, fault.New(fault.Invalid, "publication.origin")
	}
	kept := p.kept(ctx, from, sent)
	whole, missing, err := sent.Complete(kept)
	if err != nil || len(missing) > 0 {
		return publication.Answer{Missing: missing}, err
	}
	maps.DeleteFunc(whole.Records, func(hash, _ string) bool { return kept.Records[hash] != "" })
	maps.DeleteFunc(whole.Pictures, func(hash string, _ []byte) bool { return kept.Pictures[hash] != nil })
	whole.Origin, whole.Info.Hidden = from.Origin, false
	whole.Version = max(whole.Version, 1)
	err = p.store.Tx(ctx, func(tx *store.Tx) error {
		answer, err = p.receive(tx, from, sent, whole)
		return err
	})
	return answer, err
}

// kept returns the texts that are here of those that a state names.
func (p *Publishing) kept(ctx context.Context, from From, sent *publication.Sent) (texts publication.Texts) {
	m, found, err := store.MirrorOf(ctx, p.store, from.Origin)
	if err != nil || !found || m.Organisation != from.Organisation {
		return texts // what is wrong is said when the state is kept
	}
	texts.Records, _ = p.store.Records(ctx, m.Slug, sent.Records)
	texts.Pictures, _ = p.store.Pictures(ctx, m.Slug, sent.Pictures)
	return texts
}

// mine finds a publication of an organisation.
func mine(tx *store.Tx, from From) (store.Mirror, bool, error) {
	m, found, err := store.FindMirror(tx, from.Origin)
	if err == nil && found && m.Organisation != from.Organisation {
		return m, false, fault.New(fault.Denied, "publication.other")
	}
	return m, found, err
}

// claimed is mine for what an installation sends. One that was deleted here, or taken off by another installation,
// comes back only if somebody publishes it again.
func claimed(tx *store.Tx, from From, sent *publication.Sent) (store.Mirror, bool, error) {
	m, found, err := mine(tx, from)
	if err == nil && !found {
		return m, false, broughtBack(tx, from, sent)
	}
	switch {
	case err != nil:
		return m, false, err
	case m.Deleted && !sent.Claims:
		return m, false, fault.New(fault.Conflict, "publication.deleted")
	case m.Deleted:
		return m, false, errors.Join(tx.Catalogue().Drop(m.Number), store.DropWithdrawn(tx, from.Origin))
	case m.Sender != sent.Sender && !sent.Claims && sent.After <= m.Stamp:
		return m, false, fault.New(fault.Conflict, "publication.another")
	}
	return m, true, nil
}

// broughtBack lets in a publication that is not shown, unless it was taken off since it was sent.
func broughtBack(tx *store.Tx, from From, sent *publication.Sent) error {
	was, found, err := store.FindWithdrawn(tx, from.Origin)
	if err != nil || !found {
		return err
	}
	if !sent.Claims && (was.Sender != sent.Sender || was.Stamp >= sent.Stamp) {
		return fault.New(fault.Conflict, "publication.deleted")
	}
	return store.DropWithdrawn(tx, from.Origin)
}

func (p *Publishing) receive(tx *store.Tx, from From, sent *publication.Sent, now tournament.Whole) (answer publication.Answer, err error) {
	m, found, err := claimed(tx, from, sent)
	if err != nil {
		return answer, err
	}
	was := &tournament.Tournament{}
	if found {
		if was, err = tx.Tournament(m.Slug); err != nil {
			return answer, err
		}
		now.Info.Slug = m.Slug // addresses stay
		// another installation's clock may have shown the same
		if m.Stamp > sent.Stamp || m.Stamp == sent.Stamp && m.Sender == sent.Sender {
			return publication.Answer{Stamp: m.Stamp, Version: was.Version, Address: address(m.Slug)}, nil
		}
	} else {
		if now.Info.Slug, err = store.FreeSlug(tx, now.Info.Slug, p.now()); err != nil {
			return answer, err
		}
		tx.CreateFor(from.Organisation)
	}
	changes, err := store.Receive(tx, was, now, store.Stamped{Stamp: sent.Stamp, Sender: sent.Sender, Links: sent.Links})
	if err != nil {
		return answer, err
	}
	r := Received{Slug: now.Info.Slug, Now: now.Tournament, Changes: changes, Anew: found && now.Version <= was.Version}
	p.tell(tx, r)
	return publication.Answer{Stamp: sent.Stamp, Version: now.Version, Address: address(r.Slug)}, nil
}

// tell tells others of a state once it is kept.
func (p *Publishing) tell(tx *store.Tx, r Received) {
	tx.Tell(p.hooks.News(r))
	tx.Then(func() { p.hooks.Kept(r) })
}

func address(slug string) string { return "/t/" + slug }

// SentAt returns when the state that is kept of a publication was sent, by the clock of who sent it.
func (p *Publishing) SentAt(ctx context.Context, origin string) (time.Time, error) {
	m, _, err := store.MirrorOf(ctx, p.store, origin)
	return time.UnixMilli(m.Stamp), err
}

// A Withdrawal is a wish to take a publication off.
type Withdrawal struct {
	// Sender is the installation that has it, Stamp that of the moment: states that were sent before are too late.
	Sender string
	Stamp  int64
	// Taken are the keys of reports that the sender has taken. Anyway is set if others that wait are to go too, Claims if
	// another installation has sent it before, which is no more.
	Taken          []string
	Anyway, Claims bool
}

// Withdraw removes what was published here, if there is any. Faults: "publication.other", "publication.another" if
// another installation sends it now, and "publication.waiting" while reports wait that the sender could take first.
func (p *Publishing) Withdraw(ctx context.Context, from From, w Withdrawal) error {
	if !publication.OriginPattern.MatchString(from.Origin) {
		return fault.New(fault.Invalid, "publication.origin")
	}
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		m, found, err := mine(tx, from)
		switch {
		case err != nil || found && m.Deleted:
			return err
		case !found:
			return withdrawAgain(tx, from, w)
		case m.Sender != w.Sender && !w.Claims:
			return fault.New(fault.Conflict, "publication.another")
		}
		waiting, err := store.DropReports(tx, m.Number, w.Taken)
		if err == nil && waiting > 0 && !w.Anyway {
			err = fault.New(fault.Conflict, "publication.waiting", waiting)
		}
		if err != nil {
			return err
		}
		r := Received{Slug: m.Slug, Now: &tournament.Tournament{}, Anew: true}
		tx.Tell(store.News{Slug: m.Slug, Anew: true})
		tx.Then(func() { p.hooks.Kept(r) })
		return errors.Join(store.Withdraw(tx, m), store.KeepWithdrawn(tx, from.Origin, w.note()))
	})
}

// note keeps out what was sent before: it may still be on its way.
func (w Withdrawal) note() store.Withdrawn { return store.Withdrawn{Sender: w.Sender, Stamp: w.Stamp} }

// withdrawAgain keeps the later wish to take off what is not there.
func withdrawAgain(tx *store.Tx, from From, w Withdrawal) error {
	was, noted, err := store.FindWithdrawn(tx, from.Origin)
	if err != nil || noted && (was.Sender != w.Sender || was.Stamp > w.Stamp) {
		return err
	}
	return store.KeepWithdrawn(tx, from.Origin, w.note())
}
