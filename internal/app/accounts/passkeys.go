package accounts

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tourney/internal/app/passkey"
	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// mostPasskeys bounds the passkeys of one person.
const mostPasskeys = 20

// Passkeys implements logins with the passkeys of people's devices, without a password. It is safe for concurrent use.
type Passkeys struct {
	access *Access
	store  store.People
}

// Passkeys returns the passkeys of all people.
func (a *Access) Passkeys() *Passkeys { return &Passkeys{a, a.store.People()} }

// A Passkey is one passkey of a person.
type Passkey = store.Passkey

// Of returns the passkeys of a person, the oldest first.
func (p *Passkeys) Of(ctx context.Context, user int) ([]Passkey, error) {
	return p.store.Passkeys(ctx, user)
}

// BeginRegistration returns the challenge for a new passkey of a logged-in person. It requires the password again, so
// that a passer-by at an unattended laptop gets no key. Faults: "login.password.wrong", "passkey.most".
func (p *Passkeys) BeginRegistration(ctx context.Context, at passkey.Origin, by Session, password string) (passkey.Challenge, error) {
	user, err := p.access.confirmed(ctx, by.UserID, password)
	if err != nil {
		return passkey.Challenge{}, err
	}
	all, err := p.Of(ctx, user.ID)
	if err != nil {
		return passkey.Challenge{}, err
	}
	if len(all) >= mostPasskeys {
		return passkey.Challenge{}, fault.New(fault.Conflict, "passkey.most", mostPasskeys)
	}
	keys := make([]passkey.Key, len(all))
	for i, k := range all {
		keys[i] = passkey.Key{ID: k.ID, Credential: k.Credential}
	}
	return p.access.passkeys.BeginRegistration(ctx, at, ownerOfKeys(user), keys)
}

// Add stores the passkey that a browser has made on the challenge of BeginRegistration, under a name. Faults:
// "passkey.failed", "people.label", "passkey.known" for a passkey that already has an owner.
func (p *Passkeys) Add(ctx context.Context, by Session, label string, made passkey.Response) error {
	label = strings.Join(strings.Fields(label), " ")
	if n := utf8.RuneCountInString(label); n == 0 || n > longestLabel {
		return fault.New(fault.Invalid, "people.label", longestLabel)
	}
	user, _, err := p.store.UserByID(ctx, by.UserID)
	if err != nil {
		return err
	}
	key, err := p.access.passkeys.FinishRegistration(ctx, ownerOfKeys(user), made)
	if err != nil {
		return err
	}
	now := p.access.now()
	k := Passkey{ID: key.ID, UserID: user.ID, Label: label, Credential: key.Credential, Created: now}
	return p.access.store.Tx(ctx, func(tx *store.Tx) error {
		switch added, err := tx.People().AddPasskey(k); {
		case err != nil:
			return err
		case !added:
			return fault.New(fault.Conflict, "passkey.known")
		}
		return p.note(tx, user, EventPasskey, label)
	})
}

// Remove deletes a passkey of the logged-in person; a missing one is not an error.
func (p *Passkeys) Remove(ctx context.Context, by Session, id string) error {
	all, err := p.Of(ctx, by.UserID)
	if err != nil {
		return err
	}
	k := slices.IndexFunc(all, func(k Passkey) bool { return k.ID == id })
	if k < 0 {
		return nil
	}
	return p.access.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.People().DropPasskey(id), p.note(tx, store.User{ID: by.UserID, Name: by.User}, EventPasskeyRemoved, all[k].Label))
	})
}

// removeAll deletes all passkeys of a person.
func (p *Passkeys) removeAll(tx *store.Tx, of store.User) error {
	labels, err := tx.People().DropPasskeys(of.ID)
	for _, label := range labels {
		err = errors.Join(err, p.note(tx, of, EventPasskeyRemoved, label))
	}
	return err
}

// note adds an entry about a passkey to the log of access.
func (p *Passkeys) note(tx *store.Tx, who store.User, event store.Event, label string) error {
	e := p.access.entry(who.Name, event)
	e.Subject = label
	return noteForPerson(tx, who.ID, e)
}

// BeginLogin returns the challenge for a login with any passkey.
func (p *Passkeys) BeginLogin(ctx context.Context, at passkey.Origin) (passkey.Challenge, error) {
	return p.access.passkeys.BeginLogin(ctx, at)
}

// Owner returns the name of the person whose passkey an answer claims to be, "" for an unknown passkey.
func (p *Passkeys) Owner(ctx context.Context, answer []byte) (name string, err error) {
	k, ok, err := p.store.Passkey(ctx, passkey.ID(answer))
	if err != nil || !ok {
		return "", err
	}
	user, _, err := p.store.UserByID(ctx, k.UserID)
	return user.Name, err
}

// login returns the token of a new session of the person whose passkey has answered: "passkey.failed" for an unknown
// one as for a wrong answer.
func (p *Passkeys) login(ctx context.Context, c Credentials) (token string, err error) {
	failed := fault.New(fault.Denied, "passkey.failed")
	was, ok, err := p.store.Passkey(ctx, passkey.ID(c.Passkey.Answer))
	if err != nil || !ok {
		return "", cmp.Or(err, failed)
	}
	user, ok, err := p.store.UserByID(ctx, was.UserID)
	if err != nil || !ok || user.Name != c.Name {
		return "", cmp.Or(err, failed)
	}
	now, err := p.access.passkeys.FinishLogin(ctx, ownerOfKeys(user), passkey.Key{ID: was.ID, Credential: was.Credential}, *c.Passkey)
	if errors.Is(err, passkey.ErrCloned) {
		noted := p.access.store.Tx(ctx, func(tx *store.Tx) error { return p.note(tx, user, EventPasskeyCopied, was.Label) })
		err = cmp.Or(noted, err)
	}
	if err != nil {
		return "", err
	}
	return p.access.begin(ctx, user, c, func(tx *store.Tx) error {
		switch used, err := tx.People().UsePasskey(was, now.Credential, p.access.now()); {
		case err != nil:
			return err
		case !used:
			return failed
		}
		return p.note(tx, user, EventPasskeyLogin, was.Label)
	})
}

// ownerOfKeys is the identity of a person on their devices. The handle is constant as long as the person is in the
// data, and different in other data, so that no device confuses two people: all servers on laptops have the host name
// "localhost".
func ownerOfKeys(u store.User) passkey.Person {
	handle := sha256.Sum256(fmt.Appendf(nil, "tourney %d %d", u.ID, u.Created.UnixMicro()))
	return passkey.Person{Handle: handle[:], Name: u.Name}
}
