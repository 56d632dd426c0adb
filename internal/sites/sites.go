// Package sites keeps where the pages of tournaments are kept as files: in a folder of this machine, or at a web space.
//
//	s := sites.New(store, sender)
//	err := s.Begin(ctx, "spring-cup", sites.Site{Address: "/srv/www/cup", Language: "fi"})
package sites

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/webspace"
)

// Sites is safe for concurrent use.
type Sites struct {
	store *store.Store
	// sender returns the name of this installation.
	sender func() string
	// changed has the slug of a tournament after its site has begun, ended or been changed.
	changed chan string
}

// mostChanged bounds the changes that wait for whoever listens; those beyond it are found in the list.
const mostChanged = 16

// New returns the sites of a store in an installation, see publishing.Sender.
func New(s *store.Store, sender func() string) *Sites {
	return &Sites{store: s, sender: sender, changed: make(chan string, mostChanged)}
}

// A Site is a tournament whose pages are kept as files.
type Site = store.Site

// Place returns where the pages of a site are, and what lets in there.
func Place(s Site) webspace.Place {
	return webspace.Place{Address: s.Address, Login: s.Login, Secret: s.Secret, Key: s.Key, HostKey: s.HostKey}
}

// All returns the tournaments whose pages are kept somewhere; none once another computer has taken over.
func (s *Sites) All(ctx context.Context) ([]Site, error) {
	if store.ReignOf(s.store).Yielded {
		return nil, nil
	}
	return store.Sites(ctx, s.store)
}

// Of returns where the pages of a tournament are kept, and whether they are.
func (s *Sites) Of(ctx context.Context, slug string) (Site, bool, error) {
	return store.SiteOf(ctx, s.store, slug)
}

// IsSentHere reports whether this installation sends a site: a copy of its data does not, until somebody begins the
// site there.
func (s *Sites) IsSentHere(is Site) bool { return is.Sender == s.sender() }

// CheckEnded returns "hub.ends.first" while this installation keeps the pages of a tournament somewhere.
func (s *Sites) CheckEnded(ctx context.Context, slug string) error {
	is, found, err := s.Of(ctx, slug)
	if err == nil && found && s.IsSentHere(is) {
		err = fault.New(fault.Conflict, "hub.ends.first", is.Name, is.Address)
	}
	return err
}

// Changed has the slug of a tournament after its site has begun, ended or been changed.
func (s *Sites) Changed() <-chan string { return s.changed }

// Begin keeps the pages of a tournament at the place of a site, instead of where they were kept before, and sends them
// from this installation, instead of any other. Without a secret and a key those go on that are kept for this place:
// "webspace.secret" if there are none. What is wrong with a key or a folder
// is said as webspace.Place.CheckKey and CheckFolder do.
func (s *Sites) Begin(ctx context.Context, slug string, is Site) error {
	was, found, err := s.Of(ctx, slug)
	if err != nil {
		return err
	}
	if found && was.Address == is.Address && was.Login == is.Login {
		is.HostKey, is.Failing = was.HostKey, was.Failing
		if is.Secret == "" && is.Key == "" {
			is.Secret, is.Key = was.Secret, was.Key
		}
	}
	place := Place(is)
	if !place.IsFolder() && is.Secret == "" && is.Key == "" {
		return fault.New(fault.Invalid, "webspace.secret")
	}
	if err := cmp.Or(place.CheckKey(), place.CheckFolder()); err != nil {
		return err
	}
	number, born, err := s.store.Catalogue().Birth(ctx, slug)
	if err != nil {
		return err
	}
	is.Origin, is.Sender, is.Sent = origin(number, born.UnixMicro()), s.sender(), 0
	return s.tx(ctx, slug, func(tx *store.Tx) error { return store.KeepSite(tx, slug, is) })
}

// origin returns the name of the pages of a tournament, which another tournament does not get.
func origin(number int, born int64) string {
	const enough = 16 // bytes
	sum := sha256.Sum256(fmt.Appendf(nil, "pages of tournament %d, %d", number, born))
	return hex.EncodeToString(sum[:enough])
}

// Trust goes on with a server that shows another key than before, if it shows this one.
func (s *Sites) Trust(ctx context.Context, slug, hostKey string) error {
	is, found, err := s.Of(ctx, slug)
	if err != nil || !found {
		return err
	}
	is.HostKey = hostKey
	return s.tx(ctx, slug, func(tx *store.Tx) error { return store.KeepSite(tx, slug, is) })
}

// End sends the pages of a tournament no longer. What is there stays.
func (s *Sites) End(ctx context.Context, slug string) error {
	return s.tx(ctx, slug, func(tx *store.Tx) error { return store.DropSite(tx, slug) })
}

// Note keeps how far the pages have come since a site was looked at, unless it was begun anew meanwhile.
func (s *Sites) Note(ctx context.Context, was, now Site) error {
	return s.store.Tx(ctx, func(tx *store.Tx) error { return store.NoteSite(tx, was, now) })
}

func (s *Sites) tx(ctx context.Context, slug string, do func(tx *store.Tx) error) error {
	err := s.store.Tx(ctx, do)
	select {
	case s.changed <- slug:
	default: // nobody listens
	}
	return err
}
