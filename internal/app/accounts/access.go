package accounts

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"tourney/internal/app/passkey"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/spelling"
)

// SessionLife is the longest life of a login, idleLife its life without a request: long
// enough for the night between two days of a tournament.
const (
	SessionLife = 30 * 24 * time.Hour
	idleLife    = 24 * time.Hour
	// SeenEvery is the interval at which the latest request of a session is stored.
	SeenEvery = 10 * time.Minute
)

// SetupLife is the life of a set-up token, except the first one of all.
const SetupLife = 24 * time.Hour

// Bounds of names and passwords, in letters.
const (
	shortestPassword = 8
	longestPassword  = 200
	longestUser      = 60
)

// Access handles passwords, passkeys, logins, desks and devices. It is safe for
// concurrent use.
type Access struct {
	// HashCost is the cost of new passwords. Only tests change it, before the first password.
	HashCost HashCost

	store *store.Store
	now   func() time.Time
	// unknownDevices and knownDevices hash passwords, so that attempts from unknown
	// devices do not delay known ones: those have half of the processors for themselves.
	unknownDevices, knownDevices *hashQueue
	passkeys                     *passkey.Checker
	failures                     failures
	// uses has the time of the last use of each token on this instance, by its number.
	uses sync.Map
}

// New returns the Access of a database. now returns the present time.
func New(s *store.Store, now func() time.Time) *Access {
	return &Access{
		HashCost: leastCost,
		store:    s, now: now, unknownDevices: newHashQueue(max(1, runtime.GOMAXPROCS(0)/2)), knownDevices: newHashQueue(1), passkeys: passkey.New(now, s.KeyValue),
	}
}

// HasUsers reports whether a user exists.
func (a *Access) HasUsers(ctx context.Context) (bool, error) { return a.store.HasUsers(ctx) }

// SetupToken returns a one-time token for setting the first password, as long as no user exists. Every call makes a new
// token and voids earlier ones.
func (a *Access) SetupToken(ctx context.Context) (token string, needed bool, err error) {
	has, err := a.store.HasUsers(ctx)
	if err != nil || has {
		return "", false, err
	}
	token, err = a.setupToken(ctx, store.User{})
	return token, err == nil, err
}

// ResetToken returns a new one-time token for a person with a lost password, and voids earlier ones. Only the owner of
// the database file may get it. Fault: "login.unknown" for an unknown name.
func (a *Access) ResetToken(ctx context.Context, name string) (token string, err error) {
	user, known, err := a.store.User(ctx, userKey(name))
	switch {
	case err != nil:
		return "", err
	case !known:
		return "", fault.New(fault.NotFound, "login.unknown", fault.Clip(name))
	}
	return a.setupToken(ctx, user)
}

func (a *Access) setupToken(ctx context.Context, user store.User) (token string, err error) {
	token, hash := newToken()
	err = a.store.Tx(ctx, func(tx *store.Tx) error {
		if user.ID > 0 {
			if err := tx.People().NoteAccess(a.entry(user.Name, EventResetLink)); err != nil {
				return err
			}
		}
		return tx.SetSetupToken(hash, user.ID, a.now())
	})
	return token, err
}

// entry returns an entry of the log of access about the whole server.
func (a *Access) entry(who string, event store.Event) store.AccessEntry {
	return store.AccessEntry{At: a.now(), Who: who, Event: event}
}

// CheckSetup returns the name of the person whose password the token sets, "" for the first one of all. Unless
// SetPassword would accept the token now, it returns "setup.token", or "setup.used" if a user exists already.
func (a *Access) CheckSetup(ctx context.Context, token string) (name string, err error) {
	user, err := a.setupUser(ctx, token)
	return user.Name, err
}

func (a *Access) setupUser(ctx context.Context, token string) (user store.User, err error) {
	has, err := a.store.HasUsers(ctx)
	if err != nil {
		return user, err
	}
	refused := fault.New(fault.Denied, "setup.token")
	if has {
		refused = fault.New(fault.Denied, "setup.used")
	}
	found, ok, err := a.store.SetupToken(ctx, hashToken(token))
	switch {
	case err != nil:
		return user, err
	case !ok, found.User == 0 && has: // the first link of all does not expire, but is good for one person only
		return user, refused
	case found.User == 0:
		return user, nil
	case a.now().Sub(found.Made) > SetupLife:
		return user, refused
	}
	user, ok, err = a.store.People().UserByID(ctx, found.User)
	if err == nil && !ok {
		err = refused
	}
	return user, err
}

// SetPassword uses the token up. The first token of all adds the person of that name as owner of the first
// organisation. Any other token sets the password of the person for whom it was made, whatever the name, ends their
// sessions and removes their passkeys: an intruder is logged out. Faults: the faults of CheckSetup, "login.name.long",
// "login.password.short", "login.password.long", "login.password.common".
func (a *Access) SetPassword(ctx context.Context, token, name, password string) error {
	user, err := a.setupUser(ctx, token)
	if err != nil {
		return err
	}
	if user.ID == 0 {
		if user, err = newUser(name); err != nil {
			return err
		}
	}
	if user.Password, err = a.hash(ctx, user.Name, password); err != nil {
		return err
	}
	return a.store.Tx(ctx, func(tx *store.Tx) error {
		switch ok, err := tx.UseSetupToken(hashToken(token)); {
		case err != nil:
			return err
		case !ok:
			return fault.New(fault.Denied, "setup.used")
		case user.ID > 0:
			return errors.Join(tx.SetPassword(user.ID, user.Password, ""), noteForPerson(tx, user.ID, a.entry(user.Name, EventPassword)), a.Passkeys().removeAll(tx, user))
		}
		id, _, err := tx.AddUser(user, a.now())
		if err != nil {
			return err
		}
		return tx.People().SetMember(store.FirstOrganisation, id, role.Owner)
	})
}

// newUser returns a person of that name, still without a password.
func newUser(name string) (store.User, error) {
	name = strings.Join(strings.Fields(name), " ")
	u := store.User{Name: name, Key: userKey(name)}
	if u.Key == "" || utf8.RuneCountInString(name) > longestUser {
		return u, fault.New(fault.Invalid, "login.name.long", longestUser)
	}
	return u, nil
}

// hash returns the hash of a new password for a person of that name:
// "login.password.short", "login.password.long", "login.password.common".
func (a *Access) hash(ctx context.Context, name, password string) (hash string, err error) {
	switch n := utf8.RuneCountInString(password); {
	case n < shortestPassword:
		return "", fault.New(fault.Invalid, "login.password.short", shortestPassword)
	case n > longestPassword:
		return "", fault.New(fault.TooLarge, "login.password.long", longestPassword)
	}
	switch common, err := isCommon(password, name); {
	case err != nil:
		return "", err
	case common:
		return "", fault.New(fault.Invalid, "login.password.common")
	}
	err = a.knownDevices.run(ctx, 0, func() { hash = a.HashCost.hash(password) })
	return hash, err
}

// ChangePassword sets the password of the session's user and ends their other sessions; token is the token of this
// session. Passkeys stay. Faults: "login.password.wrong", and the faults of SetPassword.
func (a *Access) ChangePassword(ctx context.Context, token, old, password string) error {
	session, ok, err := a.Session(ctx, token)
	if err != nil || !ok {
		return cmp.Or[error](err, fault.New(fault.Denied, "login.needed"))
	}
	user, err := a.confirmed(ctx, session.UserID, old)
	if err != nil {
		return err
	}
	hash, err := a.hash(ctx, user.Name, password)
	if err != nil {
		return err
	}
	return a.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.SetPassword(user.ID, hash, hashToken(token)), noteForPerson(tx, user.ID, a.entry(user.Name, EventPassword)))
	})
}

// confirmed returns a logged-in person after checking the password typed again: "login.password.wrong".
func (a *Access) confirmed(ctx context.Context, id int, password string) (user store.User, err error) {
	wrong := fault.New(fault.Denied, "login.password.wrong")
	if utf8.RuneCountInString(password) > longestPassword {
		return user, wrong
	}
	if user, _, err = a.store.People().UserByID(ctx, id); err != nil {
		return user, err
	}
	var right bool
	err = a.knownDevices.run(ctx, 0, func() { right = checkPassword(user.Password, password) })
	if err == nil && !right {
		err = wrong
	}
	return user, err
}

// userKey is a name for look-ups: case and accents do not matter.
func userKey(name string) string { return spelling.Fold(name) }

// Credentials are the input of a login.
type Credentials struct {
	Name, Password string
	// Passkey is the answer of a browser with a passkey of that person, instead of the
	// password; nil without one.
	Passkey *passkey.Response
	// Known is set if this person has logged in on the same device before;
	// unknown devices then cannot delay the login.
	Known bool
	// Failed is the number of recent failed logins from the same address: clients with fewer failures are served first.
	Failed int
	// From is the network of the client, for the log of access.
	From string
	// Desk is the wanted name of the desk. If another one has it, a number is
	// added.
	Desk string
	// Browser describes the browser.
	Browser string
	// Ends is the desk of the previous session of this person in the same browser, "" without one.
	Ends string
}

// Login returns the token of a new session, or "login.failed" for a wrong name as for a wrong password, after the same
// time; "passkey.failed" for any error of a passkey. Other faults: "login.busy". The log of access has the failures,
// many in one entry.
func (a *Access) Login(ctx context.Context, c Credentials) (token string, err error) {
	var user store.User
	var known bool
	if utf8.RuneCountInString(c.Name) <= longestUser {
		if user, known, err = a.store.User(ctx, userKey(c.Name)); err != nil {
			return "", err
		}
	}
	switch {
	case utf8.RuneCountInString(c.Name) > longestUser, utf8.RuneCountInString(c.Password) > longestPassword:
		err = fault.New(fault.Denied, "login.failed")
	case c.Passkey != nil:
		token, err = a.Passkeys().login(ctx, c)
	default:
		token, err = a.loginByPassword(ctx, c, user, known)
	}
	if fault.Is(err, "login.failed") || fault.Is(err, "passkey.failed") {
		a.failures.add(user, c.From, a.now())
	}
	return token, err
}

func (a *Access) loginByPassword(ctx context.Context, c Credentials, user store.User, known bool) (token string, err error) {
	if !known {
		user.Password = a.HashCost.dummy()
	}
	var right bool
	queue := a.unknownDevices
	if c.Known {
		queue = a.knownDevices
	}
	if err := queue.run(ctx, c.Failed, func() { right = checkPassword(user.Password, c.Password) }); err != nil {
		return "", err
	}
	if !known || !right {
		return "", fault.New(fault.Denied, "login.failed")
	}
	return a.begin(ctx, user, c, func(tx *store.Tx) error { return noteForPerson(tx, user.ID, a.entry(user.Name, EventLogin)) })
}

// begin starts a session of an authenticated person; note adds the log entry of the login. Failed logins with their
// name before it are noted first.
func (a *Access) begin(ctx context.Context, user store.User, c Credentials, note func(tx *store.Tx) error) (token string, err error) {
	token, hash := newToken()
	now := a.now()
	failed := a.failures.take(func(b burst) bool { return b.user.ID == user.ID })
	err = a.store.Tx(ctx, func(tx *store.Tx) error {
		if c.Ends != "" {
			if err := tx.EndSessionOf(user.ID, c.Ends); err != nil {
				return err
			}
		}
		desks, err := tx.DeskNames(now, now.Add(-idleLife))
		if err != nil {
			return err
		}
		s := store.Session{UserID: user.ID, Desk: newID(), DeskName: freeName(desks, c.Desk), Browser: fault.Clip(c.Browser), Created: now}
		if err := tx.AddSession(hash, s, now.Add(SessionLife)); err != nil {
			return err
		}
		if err := noteBursts(tx, failed); err != nil {
			return err
		}
		return note(tx)
	})
	if err != nil {
		a.failures.putBack(failed)
	}
	return token, err
}

// noteForPerson adds an entry to the log of every organisation in which, or in a tournament of which, a person has a
// role, else to the server's.
func noteForPerson(tx *store.Tx, user int, e store.AccessEntry) error {
	all, err := tx.People().OrganisationsOf(user)
	if err != nil {
		return err
	}
	for _, e.Organisation = range all {
		if err := tx.People().NoteAccess(e); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return tx.People().NoteAccess(e)
	}
	return nil
}

// PeekSession returns the session of a token, and whether it is valid. It does not count as a use, so an unused session
// still expires.
func (a *Access) PeekSession(ctx context.Context, token string) (s Session, ok bool, err error) {
	if token == "" {
		return Session{}, false, nil
	}
	now := a.now()
	return a.store.Session(ctx, hashToken(token), now, now.Add(-idleLife))
}

// Session returns the session of a token, and whether it is valid, and uses it.
func (a *Access) Session(ctx context.Context, token string) (s Session, ok bool, err error) {
	now := a.now()
	s, ok, err = a.PeekSession(ctx, token)
	if err != nil || !ok || now.Sub(s.Seen) < SeenEvery {
		return s, ok, err
	}
	// A disk that refuses writes must not log a user out.
	_ = a.store.Tx(ctx, func(tx *store.Tx) error { return tx.NoteSeen(hashToken(token), now) }, store.Unconfirmed)
	return s, ok, nil
}

// SessionAt returns the session at a desk, and whether it is valid. A desk is not a secret, and grants no access.
func (a *Access) SessionAt(ctx context.Context, desk string) (s Session, ok bool, err error) {
	now := a.now()
	return a.store.People().SessionAt(ctx, desk, now, now.Add(-idleLife))
}

// Sessions returns the valid sessions of a person, the latest used first.
func (a *Access) Sessions(ctx context.Context, user int) ([]Session, error) {
	now := a.now()
	return a.store.People().Sessions(ctx, user, now, now.Add(-idleLife))
}

// EndSession ends a person's login at a desk, or for desk "" all of them.
func (a *Access) EndSession(ctx context.Context, by Session, user int, desk string) error {
	return a.store.Tx(ctx, func(tx *store.Tx) error {
		if err := tx.EndSessionOf(user, desk); err != nil {
			return err
		}
		return noteForPerson(tx, user, a.entry(by.User, EventLoginEnded))
	})
}

// Logout ends a session; an unknown token is not an error.
func (a *Access) Logout(ctx context.Context, token string) error {
	session, ok, err := a.Session(ctx, token)
	if err != nil || !ok {
		return err
	}
	return a.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.EndSession(hashToken(token)), noteForPerson(tx, session.UserID, a.entry(session.User, EventLogout)))
	})
}

// NoteSwitch logs a change of the person who uses a browser.
func (a *Access) NoteSwitch(ctx context.Context, from, to Session) error {
	e := a.entry(to.User, EventSwitched)
	e.Subject = from.User
	return a.store.Tx(ctx, func(tx *store.Tx) error { return noteForPerson(tx, to.UserID, e) })
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
