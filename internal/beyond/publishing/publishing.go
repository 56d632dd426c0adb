// Package publishing manages the publications of this computer's tournaments, and receives the tournaments that other
// computers publish here.
//
//	p := publishing.New(director)
//	err := p.Begin(ctx, "spring-cup", "https://hub.example.org", token) // to a hub
//	answer, err := p.Receive(ctx, from, sent)                           // as a hub
//
// A received tournament looks like any other to readers, and cannot be changed: see store.Receive.
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

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Publishing is safe for concurrent use.
type Publishing struct {
	director *director.Director
	store    *store.Store
	// sender returns the name of this installation.
	sender func() string
	// changed has the slug of a tournament after the begin or end of its publication.
	changed chan string
	// reported is closed after the next report; mu guards it.
	mu       sync.Mutex
	reported chan struct{}
}

// New returns the publishing of a director. Published tournaments cannot be deleted.
func New(d *director.Director) *Publishing {
	sender := sync.OnceValue(func() string {
		is, _ := installation(context.Background(), d.Store())
		return is.Name
	})
	p := &Publishing{director: d, store: d.Store(), sender: sender, changed: make(chan string, mostChanged), reported: make(chan struct{})}
	d.BeforeDelete(p.CheckEnded)
	return p
}

// Sender returns the name of this installation for hubs.
func (p *Publishing) Sender() string { return p.sender() }

// A Publication is a tournament of this computer that is published at a hub.
type Publication = store.Publication

// All returns the current publications of this computer; none after a take-over by another computer.
func (p *Publishing) All(ctx context.Context) ([]Publication, error) {
	if p.store.Leadership().Yielded {
		return nil, nil
	}
	all, err := store.Publications(ctx, p.store)
	return slices.DeleteFunc(all, func(p Publication) bool { return p.Ended }), err
}

// IsSentHere reports whether this installation sends a publication: a copy of its data does not, until Begin is called
// there.
func (p *Publishing) IsSentHere(is Publication) bool {
	return is.Sender == "" || is.Sender == p.sender()
}

// IsLeaving reports whether this installation must withdraw a publication from its hub.
func (p *Publishing) IsLeaving(is Publication) bool {
	return is.Ended && is.Address != "" && p.IsSentHere(is)
}

// Leaving returns the publications to withdraw from their hubs; none after a take-over by another computer.
func (p *Publishing) Leaving(ctx context.Context) ([]Publication, error) {
	if p.store.Leadership().Yielded {
		return nil, nil
	}
	all, err := store.Publications(ctx, p.store)
	return slices.DeleteFunc(all, func(is Publication) bool { return !p.IsLeaving(is) }), err
}

// Of returns the publication of a tournament, including an Ended one, and whether it has one.
func (p *Publishing) Of(ctx context.Context, slug string) (Publication, bool, error) {
	return store.PublicationOf(ctx, p.store, slug)
}

// Known returns the hub and the token of a tournament's publication, including an Ended one; otherwise of the latest
// publication in its organisation, or "".
func (p *Publishing) Known(ctx context.Context, slug string) (hub, token string, err error) {
	if was, found, err := p.Of(ctx, slug); found || err != nil {
		return was.Hub, was.Token, err
	}
	people := p.store.People()
	here, _, err := people.RolesIn(ctx, 0, slug)
	if err != nil {
		return "", "", err
	}
	all, err := p.All(ctx)
	for _, other := range slices.Backward(all) {
		there, known, err := people.RolesIn(ctx, 0, other.Slug)
		if err != nil || known && there.Organisation == here.Organisation {
			return other.Hub, other.Token, err
		}
	}
	return "", "", err
}

// CheckEnded returns "hub.ends.first" while this installation publishes a tournament, or must withdraw it from a hub.
func (p *Publishing) CheckEnded(ctx context.Context, slug string) error {
	is, found, err := p.Of(ctx, slug)
	if err == nil && found && (p.IsLeaving(is) || !is.Ended && p.IsSentHere(is)) {
		err = fault.New(fault.Conflict, "hub.ends.first", is.Name, is.Hub)
	}
	return err
}

// Changed returns a channel with the slug of a tournament after the begin or end of its publication.
func (p *Publishing) Changed() <-chan string { return p.changed }

// Begin publishes a tournament at a hub with a token, from this installation. It replaces an earlier hub or
// installation, but the origin never changes. Fault: "hub.leaving.first" during a withdrawal from another hub.
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
		begun.Stamp = was.Stamp // each hub has separate stamps
	}
	if !found {
		begun.Origin = newKey()
	}
	err = p.store.Tx(ctx, func(tx *store.Tx) error { return tx.Publish(slug, begun) })
	p.signal(slug)
	return err
}

// UndoWithdrawal restores a publication that should leave its hub, unless it was published again since.
func (p *Publishing) UndoWithdrawal(ctx context.Context, leaving, was Publication) error {
	err := p.Note(ctx, leaving, was)
	p.signal(was.Slug)
	return err
}

// NoteWithdrawn stores that a publication was withdrawn from its hub, unless it was published again since.
func (p *Publishing) NoteWithdrawn(ctx context.Context, leaving Publication) error {
	gone := leaving
	gone.Address, gone.Claim = "", false
	return p.Note(ctx, leaving, gone)
}

// End ends a publication. The tournament stays at the hub.
func (p *Publishing) End(ctx context.Context, slug string) error {
	_, _, err := p.end(ctx, slug, func(ended *Publication) {
		ended.Address = ""
		ended.Stamp++ // so that UndoWithdrawal has no effect on a withdrawal in progress
	})
	return err
}

// BeginWithdrawal ends a publication, and stores that it must be withdrawn from the hub, until NoteWithdrawn. It
// returns the new and the former publication; both are empty for a tournament without one.
func (p *Publishing) BeginWithdrawal(ctx context.Context, slug string) (leaving, was Publication, err error) {
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
	err = p.store.Tx(ctx, func(tx *store.Tx) error { return tx.Publish(slug, ended) })
	p.signal(slug)
	return ended, was, err
}

// Note stores the progress of a publication since it was read, unless Begin was called again since.
func (p *Publishing) Note(ctx context.Context, was, now Publication) error {
	return p.store.Tx(ctx, func(tx *store.Tx) error { return tx.NotePublication(was, now) })
}

// mostChanged limits the unread changes; package relay finds further ones in the list.
const mostChanged = 16

func (p *Publishing) signal(slug string) {
	select {
	case p.changed <- slug:
	default: // found in the list later
	}
}

// newKey returns a unique random name.
func newKey() string {
	const enough = 16 // bytes
	bits := make([]byte, enough)
	_, _ = rand.Read(bits) // never fails
	return hex.EncodeToString(bits)
}

// A From is the source of a state: the organisation of the token, and the origin of the publication.
type From struct {
	Organisation int
	Origin       string
}

// Receive stores a state that was published here, unless the stored one is newer, and returns the stored one. Faults:
// "publication.other" if another organisation has the publication, "publication.another" if another installation sends
// it, "publication.deleted" if it was deleted here, "publication.changed" if a text was dropped in the meantime, and
// the faults of a file.
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

// kept returns the stored texts among the hashes of a state.
func (p *Publishing) kept(ctx context.Context, from From, sent *publication.Sent) (texts publication.Texts) {
	m, found, err := store.MirrorOf(ctx, p.store, from.Origin)
	if err != nil || !found || m.Organisation != from.Organisation {
		return texts // receive returns the fault
	}
	texts.Records, _ = p.store.Records(ctx, m.Slug, sent.Records)
	texts.Pictures, _ = p.store.Pictures(ctx, m.Slug, sent.Pictures)
	return texts
}

// mirrorOf returns the stored state of an organisation's publication.
func mirrorOf(tx *store.Tx, from From) (store.Mirror, bool, error) {
	m, found, err := tx.FindMirror(from.Origin)
	if err == nil && found && m.Organisation != from.Organisation {
		return m, false, fault.New(fault.Denied, "publication.other")
	}
	return m, found, err
}

// acceptedMirror is mine for a received state. A publication that was deleted here, or withdrawn by another
// installation, is stored again only if it is published again.
func acceptedMirror(tx *store.Tx, from From, sent *publication.Sent) (store.Mirror, bool, error) {
	m, found, err := mirrorOf(tx, from)
	if err == nil && !found {
		return m, false, checkWithdrawn(tx, from, sent)
	}
	switch {
	case err != nil:
		return m, false, err
	case m.Deleted && !sent.Claims:
		return m, false, fault.New(fault.Conflict, "publication.deleted")
	case m.Deleted:
		return m, false, errors.Join(tx.Catalogue().Drop(m.Number), tx.DropWithdrawn(from.Origin))
	case m.Sender != sent.Sender && !sent.Claims && sent.After <= m.Stamp:
		return m, false, fault.New(fault.Conflict, "publication.another")
	}
	return m, true, nil
}

// checkWithdrawn permits a publication without a stored state, unless it was withdrawn after this state.
func checkWithdrawn(tx *store.Tx, from From, sent *publication.Sent) error {
	was, found, err := tx.FindWithdrawn(from.Origin)
	if err != nil || !found {
		return err
	}
	if !sent.Claims && (was.Sender != sent.Sender || was.Stamp >= sent.Stamp) {
		return fault.New(fault.Conflict, "publication.deleted")
	}
	return tx.DropWithdrawn(from.Origin)
}

func (p *Publishing) receive(tx *store.Tx, from From, sent *publication.Sent, now tournament.Whole) (answer publication.Answer, err error) {
	m, found, err := acceptedMirror(tx, from, sent)
	if err != nil {
		return answer, err
	}
	was := &tournament.Tournament{}
	if found {
		if was, err = tx.Tournament(m.Slug); err != nil {
			return answer, err
		}
		now.Info.Slug = m.Slug // the address stays
		// another installation's clock may give the same stamp
		if m.Stamp > sent.Stamp || m.Stamp == sent.Stamp && m.Sender == sent.Sender {
			return publication.Answer{Stamp: m.Stamp, Version: was.Version, Address: address(m.Slug)}, nil
		}
	} else {
		if now.Info.Slug, err = tx.FreeSlug(now.Info.Slug, p.director.Now()); err != nil {
			return answer, err
		}
		tx.CreateFor(from.Organisation)
	}
	changes, err := tx.Receive(was, now, store.Stamped{Stamp: sent.Stamp, Sender: sent.Sender, Links: sent.Links})
	if err != nil {
		return answer, err
	}
	r := director.Received{Slug: now.Info.Slug, Now: now.Tournament, Changes: changes, Anew: found && now.Version <= was.Version}
	p.director.Announce(tx, r)
	return publication.Answer{Stamp: sent.Stamp, Version: now.Version, Address: address(r.Slug)}, nil
}

func address(slug string) string { return "/t/" + slug }

// SentAt returns the time at which the stored state of a publication was sent, by the clock of its sender.
func (p *Publishing) SentAt(ctx context.Context, origin string) (time.Time, error) {
	m, _, err := store.MirrorOf(ctx, p.store, origin)
	return time.UnixMilli(m.Stamp), err
}

// A Withdrawal is a request to remove a publication from a hub.
type Withdrawal struct {
	// Sender is the installation with the publication. Stamp is the time of the request: earlier states are refused.
	Sender string
	Stamp  int64
	// Taken are the keys of reports that the sender has taken. Anyway is set to drop other waiting reports, Claims to
	// withdraw the publication of another, lost installation.
	Taken          []string
	Anyway, Claims bool
}

// Withdraw removes a publication from this hub, if it exists. Faults: "publication.other", "publication.another" if
// another installation sends it now, and "publication.waiting" while the sender could take waiting reports.
func (p *Publishing) Withdraw(ctx context.Context, from From, w Withdrawal) error {
	if !publication.OriginPattern.MatchString(from.Origin) {
		return fault.New(fault.Invalid, "publication.origin")
	}
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		m, found, err := mirrorOf(tx, from)
		switch {
		case err != nil || found && m.Deleted:
			return err
		case !found:
			return withdrawAgain(tx, from, w)
		case m.Sender != w.Sender && !w.Claims:
			return fault.New(fault.Conflict, "publication.another")
		}
		waiting, err := tx.DropReports(m.Number, w.Taken)
		if err == nil && waiting > 0 && !w.Anyway {
			err = fault.New(fault.Conflict, "publication.waiting", waiting)
		}
		if err != nil {
			return err
		}
		p.director.Announce(tx, director.Received{Slug: m.Slug, Now: &tournament.Tournament{}, Anew: true})
		return errors.Join(tx.Withdraw(m), tx.KeepWithdrawn(from.Origin, w.note()))
	})
}

// note returns the record that refuses earlier states, which may still arrive.
func (w Withdrawal) note() store.Withdrawn { return store.Withdrawn{Sender: w.Sender, Stamp: w.Stamp} }

// withdrawAgain stores the later request for a publication without a stored state.
func withdrawAgain(tx *store.Tx, from From, w Withdrawal) error {
	was, noted, err := tx.FindWithdrawn(from.Origin)
	if err != nil || noted && (was.Sender != w.Sender || was.Stamp > w.Stamp) {
		return err
	}
	return tx.KeepWithdrawn(from.Origin, w.note())
}
