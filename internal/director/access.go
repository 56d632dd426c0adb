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
	"tourney/internal/spelling"
	"tourney/internal/store"
)

// SessionLife is the life of a login.
const SessionLife = 30 * 24 * time.Hour

// SetupLife is the life of a set-up token, once there is a user.
const SetupLife = 24 * time.Hour

// Bounds of names and passwords, in letters.
const (
	shortestPassword = 8
	longestPassword  = 200
	longestUser      = 60
)

// Access handles passwords, logins, desks and devices. It is safe for
// concurrent use.
type Access struct {
	store *store.Store
	now   func() time.Time
	// unknownDevices and knownDevices hash passwords, so that attempts from unknown
	// devices do not delay known ones.
	unknownDevices, knownDevices *hashQueue
}

// Access returns the handler of logins.
func (d *Director) Access() *Access { return &d.access }

// SetupToken returns a one-time token for setting the first password, if there
// is no user yet. Every call makes a new token and voids earlier ones.
func (a *Access) SetupToken(ctx context.Context) (token string, needed bool, err error) {
	has, err := a.store.HasUsers(ctx)
	if err != nil || has {
		return "", false, err
	}
	token, err = a.ResetToken(ctx)
	return token, err == nil, err
}

// ResetToken returns a new one-time token for a person who has forgotten the
// password, and voids earlier ones. Only the owner of the database file may get
// it.
func (a *Access) ResetToken(ctx context.Context) (token string, err error) {
	token, hash := newToken()
	err = a.store.Tx(ctx, func(tx *store.Tx) error { return tx.SetSetupToken(hash, a.now()) })
	return token, err
}

// CheckSetup returns "setup.token" unless SetPassword would accept the token
// now.
func (a *Access) CheckSetup(ctx context.Context, token string) error {
	made, ok, err := a.store.SetupToken(ctx, hashToken(token))
	if err != nil {
		return err
	}
	if ok && a.now().Sub(made) > SetupLife {
		// The first set-up link of all does not expire.
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

// SetPassword uses the token up and sets the password of a user, new or known.
// A known user's logins end. Faults: "setup.token", "login.name.long",
// "login.password.short", "login.password.long".
func (a *Access) SetPassword(ctx context.Context, token, name, password string) error {
	name = strings.Join(strings.Fields(name), " ")
	key := userKey(name)
	switch n := utf8.RuneCountInString(password); {
	case key == "" || utf8.RuneCountInString(name) > longestUser:
		return fault.New(fault.Invalid, "login.name.long", longestUser)
	case n < shortestPassword:
		return fault.New(fault.Invalid, "login.password.short", shortestPassword)
	case n > longestPassword:
		return fault.New(fault.TooLarge, "login.password.long", longestPassword)
	}
	if err := a.CheckSetup(ctx, token); err != nil {
		return err
	}
	var hash string
	if err := a.knownDevices.run(ctx, func() { hash = hashPassword(password) }); err != nil {
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

// userKey is a name for look-ups: case and accents do not matter.
func userKey(name string) string { return spelling.Fold(name) }

// Credentials are the input of a login.
type Credentials struct {
	Name, Password string
	// Known is set if this person has logged in on the same device before;
	// unknown devices then cannot delay the login.
	Known bool
	// Desk is the wanted name of the desk. If another one has it, a number is
	// added.
	Desk string
	// Ends is the token of the previous session in the same browser; may be
	// empty.
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
		user.Password = dummyHash
	}
	var right bool
	queue := a.unknownDevices
	if c.Known {
		queue = a.knownDevices
	}
	if err := queue.run(ctx, func() { right = checkPassword(user.Password, c.Password) }); err != nil {
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

// Session returns the session of a token, and whether it is valid.
func (a *Access) Session(ctx context.Context, token string) (s Session, ok bool, err error) {
	if token == "" {
		return Session{}, false, nil
	}
	return a.store.Session(ctx, hashToken(token), a.now())
}

// Logout ends a session; an unknown token is no error.
func (a *Access) Logout(ctx context.Context, token string) error {
	return a.store.Tx(ctx, func(tx *store.Tx) error { return tx.EndSession(hashToken(token)) })
}

// newToken returns 256 random bits as text, and their hash for storing.
func newToken() (token, hash string) {
	var bits [32]byte
	rand.Read(bits[:]) // never fails
	token = hex.EncodeToString(bits[:])
	return token, hashToken(token)
}

// hashToken needs no salt and no slow hash: a token cannot be guessed.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
