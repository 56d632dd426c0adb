package director

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// SessionLife is how long a login lasts.
const SessionLife = 30 * 24 * time.Hour

// SetupLife is how long a token lets set a password once somebody has one.
const SetupLife = 24 * time.Hour

// Bounds of names and passwords, in letters.
const (
	shortestPassword = 8
	longestPassword  = 200
	longestUser      = 60
)

// Access answers who may come in: passwords, logins, desks and devices. It is
// safe for concurrent use.
type Access struct {
	store *store.Store
	now   func() time.Time
	// strangers and friends hash passwords: those who try where they have never
	// logged in hold up nobody on a device that is known.
	strangers, friends *counter
}

// Access returns what decides who may come in.
func (d *Director) Access() *Access { return &d.access }

// SetupToken returns the one-time token that lets the first person set a
// password, when nobody has one yet. Every call makes a new token and voids
// those before.
func (a *Access) SetupToken(ctx context.Context) (token string, needed bool, err error) {
	has, err := a.store.HasUsers(ctx)
	if err != nil || has {
		return "", false, err
	}
	token, err = a.ResetToken(ctx)
	return token, err == nil, err
}

// ResetToken returns a new one-time token for a person who has forgotten the
// password, and voids those before. It is for who holds the database file.
func (a *Access) ResetToken(ctx context.Context) (token string, err error) {
	token, hash := newToken()
	err = a.store.Tx(ctx, func(tx *store.Tx) error { return tx.SetSetupToken(hash, a.now()) })
	return token, err
}

// CheckSetup returns "setup.token" unless SetPassword would take the token now.
func (a *Access) CheckSetup(ctx context.Context, token string) error {
	made, ok, err := a.store.SetupToken(ctx, hashToken(token))
	if err != nil {
		return err
	}
	if ok && a.now().Sub(made) > SetupLife {
		// The first set-up link of all waits for whoever comes.
		if ok, err = a.store.HasUsers(ctx); err != nil {
			return err
		}
		ok = !ok
	}
	if !ok {
		return fault.New(fault.Denied, "setup.token")
	}
	return nil
}

// SetPassword uses the token up and lets the person of that name in with the
// password from now on. Somebody known under that name gets a new password,
// and his logins end. Faults: "setup.token", "user.name", "password.short",
// "password.long".
func (a *Access) SetPassword(ctx context.Context, token, name, password string) error {
	name = strings.Join(strings.Fields(name), " ")
	key := userKey(name)
	switch n := utf8.RuneCountInString(password); {
	case key == "" || utf8.RuneCountInString(name) > longestUser:
		return fault.New(fault.Invalid, "user.name", longestUser)
	case n < shortestPassword:
		return fault.New(fault.Invalid, "password.short", shortestPassword)
	case n > longestPassword:
		return fault.New(fault.TooLarge, "password.long", longestPassword)
	}
	if err := a.CheckSetup(ctx, token); err != nil {
		return err
	}
	var hash string
	if err := a.friends.serve(ctx, func() { hash = hashPassword(password) }); err != nil {
		return err
	}
	return a.store.Tx(ctx, func(tx *store.Tx) error {
		switch ok, err := tx.TakeSetupToken(hashToken(token)); {
		case err != nil:
			return err
		case !ok:
			return fault.New(fault.Denied, "setup.token")
		}
		return tx.SetUser(store.User{Name: name, Key: key, Password: hash}, a.now())
	})
}

// userKey is a name as it is looked up: case and accents do not matter.
func userKey(name string) string { return tournament.Fold(name) }

// Credentials are what somebody logs in with.
type Credentials struct {
	Name, Password string
	// Known says that this person has logged in on the same device before, and
	// so waits behind no stranger.
	Known bool
	// Desk is what the desk wants to be called. Where another one has the name,
	// it gets a number.
	Desk string
	// Ends is the token of the session that this one follows in the same
	// browser; may be empty.
	Ends string
}

// Login returns the token of a new session, or "login.failed" for a wrong name
// as for a wrong password, after the same time. Other faults: "login.busy".
func (a *Access) Login(ctx context.Context, c Credentials) (token string, err error) {
	failed := fault.New(fault.Denied, "login.failed")
	if utf8.RuneCountInString(c.Name) > longestUser || utf8.RuneCountInString(c.Password) > longestPassword {
		return "", failed
	}
	user, known, err := a.store.User(ctx, userKey(c.Name))
	if err != nil {
		return "", err
	}
	if !known {
		user.Password = nobody
	}
	var right bool
	queue := a.strangers
	if c.Known {
		queue = a.friends
	}
	if err := queue.serve(ctx, func() { right = checkPassword(user.Password, c.Password) }); err != nil {
		return "", err
	}
	if !known || !right {
		return "", failed
	}
	token, hash := newToken()
	now := a.now()
	err = a.store.Tx(ctx, func(tx *store.Tx) error {
		if err := tx.EndSession(hashToken(c.Ends)); err != nil {
			return err
		}
		desks, err := tx.DeskNames(now)
		if err != nil {
			return err
		}
		s := store.Session{Desk: newID(), DeskName: freeName(desks, c.Desk)}
		return tx.AddSession(hash, user.Key, s, store.Period{From: now, Until: now.Add(SessionLife)})
	})
	return token, err
}

// Session returns the session that a token names, and whether it is good.
func (a *Access) Session(ctx context.Context, token string) (s Session, ok bool, err error) {
	if token == "" {
		return Session{}, false, nil
	}
	return a.store.Session(ctx, hashToken(token), a.now())
}

// Logout ends a session; a token that names none is no mistake.
func (a *Access) Logout(ctx context.Context, token string) error {
	return a.store.Tx(ctx, func(tx *store.Tx) error { return tx.EndSession(hashToken(token)) })
}

// newToken returns 256 random bits as text, and the hash that is kept of it.
func newToken() (token, hash string) {
	var bits [32]byte
	if _, err := rand.Read(bits[:]); err != nil {
		panic(err) // crypto/rand ends the program before it fails
	}
	token = hex.EncodeToString(bits[:])
	return token, hashToken(token)
}

// hashToken needs no salt and no time: a token cannot be guessed.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
