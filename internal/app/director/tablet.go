package director

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Tablet is the shared device at the door of a tournament. The zero Tablet means that the desk has not opened one.
type Tablet struct {
	// Token is the token of the link that pins a device; a pinned device stores it.
	Token string
	// Code is needed to leave the page on the device.
	Code string
}

// Tablet returns the tablet of a tournament.
func (d *Director) Tablet(ctx context.Context, slug string) (Tablet, error) {
	name, err := d.tabletSecret(ctx, slug)
	if err != nil {
		return Tablet{}, err
	}
	token, ok, err := d.store.Secret(ctx, name)
	if err != nil || !ok {
		return Tablet{}, err
	}
	sum := hmac.New(sha256.New, []byte(token))
	const codes = 10000
	return Tablet{Token: token, Code: fmt.Sprintf("%04d", binary.BigEndian.Uint32(sum.Sum(nil))%codes)}, nil
}

// tabletSecret returns the name of the secret with the token of the tablet.
func (d *Director) tabletSecret(ctx context.Context, slug string) (string, error) {
	number, born, err := d.store.Catalogue().Identity(ctx, slug)
	return fmt.Sprint("tablet ", number, " ", born.UnixMicro()), err
}

// OpenTablet makes the link of a tournament's tablet. An existing one stays.
func (d *Director) OpenTablet(ctx context.Context, office *accounts.OrganisationAdmin, slug string) error {
	token := make([]byte, 16) // 128 bits cannot be guessed
	rand.Read(token)          // never fails
	name, err := d.tabletSecret(ctx, slug)
	if err != nil {
		return err
	}
	return office.Noting(ctx, accounts.EventTablet, slug, func(tx *store.Tx) error { return tx.SetSecret(name, hex.EncodeToString(token)) })
}

// EndTablet invalidates the link, and with it the right of every device that it has pinned.
func (d *Director) EndTablet(ctx context.Context, office *accounts.OrganisationAdmin, slug string) error {
	name, err := d.tabletSecret(ctx, slug)
	if err != nil {
		return err
	}
	return office.Noting(ctx, accounts.EventTabletEnded, slug, func(tx *store.Tx) error { return tx.DropSecret(name) })
}

// IsTablet reports whether a token is the token of a tournament's tablet; false for a missing tournament.
func (d *Director) IsTablet(ctx context.Context, slug, token string) (bool, error) {
	tablet, err := d.Tablet(ctx, slug)
	if fault.Is(err, "tournament.missing") {
		return false, nil
	}
	return tablet.Token != "" && hmac.Equal([]byte(tablet.Token), []byte(token)), err
}

// OnTablet returns the editor for the player of a touched name, 0 for a new player.
func (d *Director) OnTablet(slug string, id tournament.PlayerID) *Editor {
	return d.On(Actor{Name: tournament.ByPlayerOn(id, tournament.OnTablet)}, slug)
}

// CheckInOnTablet checks a player in, as the desk does. Faults: "link.reserve" for a reserve, and "link.withdrawn".
func (d *Director) CheckInOnTablet(ctx context.Context, slug string, id tournament.PlayerID) error {
	return d.OnTablet(slug, id).player(ctx, store.Entry{Action: statusActions[tournament.CheckedIn]}, id, func(t *tournament.Tournament) error {
		switch {
		case t.Player(id).Status == tournament.Withdrawn:
			return fault.New(fault.Conflict, "link.withdrawn")
		case t.Places().Reserve(id) > 0:
			return fault.New(fault.Conflict, "link.reserve")
		}
		return t.SetStatus(id, tournament.CheckedIn)
	})
}
