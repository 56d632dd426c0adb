// Package sites stores where the pages of tournaments are published as files: in a local folder, or at a web space.
//
//	s := sites.New(director, sender)
//	err := s.Begin(ctx, "spring-cup", sites.Site{Address: "/srv/www/cup", Language: "fi"})
package sites

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"tourney/internal/app/director"
	"tourney/internal/beyond/webspace"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// Sites is safe for concurrent use.
type Sites struct {
	store *store.Store
	// sender returns the name of this installation.
	sender func() string
	// changed has the slug of a tournament after a change of its site.
	changed chan string
}

// mostChanged limits the unread changes; package upload finds further ones in the list.
const mostChanged = 16

// New returns the sites of a director in an installation, see publishing.Sender. Published tournaments cannot be
// deleted.
func New(d *director.Director, sender func() string) *Sites {
	s := &Sites{store: d.Store(), sender: sender, changed: make(chan string, mostChanged)}
	d.BeforeDelete(s.CheckEnded)
	return s
}

// A Site is a tournament whose pages are published as files.
type Site = store.Site

// Place returns the place of a site, with its credentials.
func Place(s Site) webspace.Place {
	return webspace.Place{Address: s.Address, Login: s.Login, Secret: s.Secret, Key: s.Key, HostKey: s.HostKey}
}

// All returns the sites of all tournaments; none after a take-over by another computer.
func (s *Sites) All(ctx context.Context) ([]Site, error) {
	if s.store.Leadership().Yielded {
		return nil, nil
	}
	return store.Sites(ctx, s.store)
}

// Of returns the site of a tournament, and whether it has one.
func (s *Sites) Of(ctx context.Context, slug string) (Site, bool, error) {
	return store.SiteOf(ctx, s.store, slug)
}

// IsSentHere reports whether this installation sends a site: a copy of its data does not, until Begin is called there.
func (s *Sites) IsSentHere(is Site) bool { return is.Sender == s.sender() }

// CheckEnded returns "hub.ends.first" while this installation sends the pages of a tournament.
func (s *Sites) CheckEnded(ctx context.Context, slug string) error {
	is, found, err := s.Of(ctx, slug)
	if err == nil && found && s.IsSentHere(is) {
		err = fault.New(fault.Conflict, "hub.ends.first", is.Name, is.Address)
	}
	return err
}

// Changed returns a channel with the slug of a tournament after a change of its site.
func (s *Sites) Changed() <-chan string { return s.changed }

// Begin sends the pages of a tournament to the place of a site, from this installation. It replaces an earlier place or
// installation. Without a secret and a key it uses the stored ones for the same place: "webspace.secret" if there are
// none. It returns the faults of webspace.Place.CheckKey and CheckFolder.
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
	number, born, err := s.store.Catalogue().Identity(ctx, slug)
	if err != nil {
		return err
	}
	is.Origin, is.Sender, is.Sent = origin(number, born.UnixMicro()), s.sender(), 0
	return s.tx(ctx, slug, func(tx *store.Tx) error { return tx.KeepSite(slug, is) })
}

// origin returns the origin of the pages of a tournament, which is unique.
func origin(number int, born int64) string {
	const enough = 16 // bytes
	sum := sha256.Sum256(fmt.Appendf(nil, "pages of tournament %d, %d", number, born))
	return hex.EncodeToString(sum[:enough])
}

// Trust accepts a new host key of the server, instead of the former one.
func (s *Sites) Trust(ctx context.Context, slug, hostKey string) error {
	is, found, err := s.Of(ctx, slug)
	if err != nil || !found {
		return err
	}
	is.HostKey = hostKey
	return s.tx(ctx, slug, func(tx *store.Tx) error { return tx.KeepSite(slug, is) })
}

// End stops sending the pages of a tournament. The files stay at their place.
func (s *Sites) End(ctx context.Context, slug string) error {
	return s.tx(ctx, slug, func(tx *store.Tx) error { return tx.DropSite(slug) })
}

// Note stores the progress of a site since it was read, unless Begin was called again since.
func (s *Sites) Note(ctx context.Context, was, now Site) error {
	return s.store.Tx(ctx, func(tx *store.Tx) error { return tx.NoteSite(was, now) })
}

func (s *Sites) tx(ctx context.Context, slug string, do func(tx *store.Tx) error) error {
	err := s.store.Tx(ctx, do)
	select {
	case s.changed <- slug:
	default: // found in the list later
	}
	return err
}
