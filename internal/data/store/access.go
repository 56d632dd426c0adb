package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// A User may log in. Password is a hash; Key is the name for look-ups. ID is 0 and Created zero until the user is kept.
type User struct {
	ID                  int
	Name, Key, Password string
	Created             time.Time
}

type userRow struct {
	ID       int
	Name     string
	Key      string
	Password string
	Created  time.Time
}

func (userRow) TableName() string { return "users" }

func (r userRow) user() User { return User(r) }

// A Session is one login. Desk is its own identity, DeskName the name on pages.
type Session struct {
	UserID               int
	User, Desk, DeskName string
	// Browser names the browser of the login, Seen is the time of the latest request.
	Browser       string
	Created, Seen time.Time
}

type sessionRow struct {
	Hash           string `gorm:"primaryKey"`
	UserID         int
	Created        time.Time
	Expires        time.Time
	Desk, DeskName string
	Browser        string
	Seen           time.Time
}

func (sessionRow) TableName() string { return "sessions" }

type setupRow struct {
	Hash    string `gorm:"primaryKey"`
	Created time.Time
	UserID  *int
}

func (setupRow) TableName() string { return "setup_tokens" }

// HasUsers reports whether there is any user.
func (s *Store) HasUsers(ctx context.Context) (bool, error) {
	var n int64
	err := s.reader.WithContext(ctx).Model(&userRow{}).Count(&n).Error
	return n > 0, wrap("count users", err)
}

// User returns the user with a key, and whether it exists.
func (s *Store) User(ctx context.Context, key string) (User, bool, error) {
	row, ok, err := findUser(s.reader.WithContext(ctx), key)
	return row.user(), ok, err
}

func findUser(db *gorm.DB, key string) (userRow, bool, error) {
	var row userRow
	ok, err := take(db.Where("key = ?", key), &row)
	return row, ok, wrap("find user", err)
}

// take reads one row, and reports whether there is one.
func take(query *gorm.DB, row any) (bool, error) {
	err := query.Take(row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return false, nil
	}
	return err == nil, err
}

// UserByID returns a user, and whether it exists.
func (p People) UserByID(ctx context.Context, id int) (User, bool, error) {
	var row userRow
	ok, err := take(p.store.reader.WithContext(ctx).Where("id = ?", id), &row)
	return row.user(), ok, wrap("find user", err)
}

// AddUser adds a user and returns the number; ok is false if the name is taken.
func (tx *Tx) AddUser(u User, now time.Time) (id int, ok bool, err error) {
	row := userRow{Name: u.Name, Key: u.Key, Password: u.Password, Created: storedTime(now)}
	done := tx.db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "key"}}, DoNothing: true}).Create(&row)
	return row.ID, done.RowsAffected == 1, wrap("save user", done.Error)
}

// SetPassword changes the hash of a user's password, and ends the user's sessions but the one with the hash except.
func (tx *Tx) SetPassword(user int, password, except string) error {
	if err := tx.db.Model(&userRow{}).Where("id = ?", user).Update("password", password).Error; err != nil {
		return fmt.Errorf("save password: %w", err)
	}
	return wrap("end sessions", tx.db.Where("user_id = ? and hash <> ?", user, except).Delete(&sessionRow{}).Error)
}

// SetSetupToken replaces the only token that permits setting a password. User 0 is the first person.
func (tx *Tx) SetSetupToken(hash string, user int, now time.Time) error {
	if err := tx.db.Where("true").Delete(&setupRow{}).Error; err != nil {
		return fmt.Errorf("drop set-up tokens: %w", err)
	}
	row := setupRow{Hash: hash, Created: storedTime(now)}
	if user > 0 {
		row.UserID = &user
	}
	return wrap("save set-up token", tx.db.Create(&row).Error)
}

// A Setup is a token that permits setting a password. User is 0 for the first person.
type Setup struct {
	Made time.Time
	User int
}

// SetupToken returns the token with a hash, and whether it exists.
func (s *Store) SetupToken(ctx context.Context, hash string) (found Setup, ok bool, err error) {
	var row setupRow
	ok, err = take(s.reader.WithContext(ctx).Where("hash = ?", hash), &row)
	found.Made = row.Created
	if row.UserID != nil {
		found.User = *row.UserID
	}
	return found, ok, wrap("find set-up token", err)
}

// UseSetupToken deletes the token, and reports whether it was valid.
func (tx *Tx) UseSetupToken(hash string) (bool, error) {
	done := tx.db.Where("hash = ?", hash).Delete(&setupRow{})
	return done.RowsAffected == 1, wrap("use set-up token", done.Error)
}

// AddSession begins a session of s.UserID from s.Created to expires.
func (tx *Tx) AddSession(hash string, s Session, expires time.Time) error {
	created := storedTime(s.Created)
	row := sessionRow{hash, s.UserID, created, storedTime(expires), s.Desk, s.DeskName, s.Browser, created}
	return wrap("begin session", tx.db.Create(&row).Error)
}

// DeskNames deletes the sessions expired by now or unused since idle, and returns the names
// of the other desks by their identities.
func (tx *Tx) DeskNames(now, idle time.Time) (map[string]string, error) {
	if err := tx.db.Where("expires <= ? or seen <= ?", storedTime(now), storedTime(idle)).Delete(&sessionRow{}).Error; err != nil {
		return nil, fmt.Errorf("clear sessions: %w", err)
	}
	var rows []sessionRow
	if err := tx.db.Select("desk", "desk_name").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list desks: %w", err)
	}
	names := make(map[string]string, len(rows))
	for _, row := range rows {
		names[row.Desk] = row.DeskName
	}
	return names, nil
}

// NameDesk renames a desk; an unknown desk is not an error.
func (tx *Tx) NameDesk(desk, name string) error {
	return wrap("name desk", tx.db.Model(&sessionRow{}).Where("desk = ?", desk).Update("desk_name", name).Error)
}

// EndSession deletes a session; an unknown hash is not an error.
func (tx *Tx) EndSession(hash string) error {
	return wrap("end session", tx.db.Where("hash = ?", hash).Delete(&sessionRow{}).Error)
}

// EndSessionOf ends the session of a user at a desk, or for desk "" all of them.
func (tx *Tx) EndSessionOf(user int, desk string) error {
	return wrap("end session", tx.db.Where("user_id = ? and (desk = ? or ? = '')", user, desk, desk).Delete(&sessionRow{}).Error)
}

// NoteSeen stores the time of the latest request of a session.
func (tx *Tx) NoteSeen(hash string, now time.Time) error {
	return wrap("note login", tx.db.Model(&sessionRow{}).Where("hash = ?", hash).Update("seen", storedTime(now)).Error)
}

// Session returns the session with a hash, unless it has expired or was last used before idle.
func (s *Store) Session(ctx context.Context, hash string, now, idle time.Time) (found Session, ok bool, err error) {
	var row namedSession
	ok, err = take(sessions(s.reader.WithContext(ctx), now, idle).Where("hash = ?", hash), &row)
	return row.session(), ok, wrap("find session", err)
}

// SessionAt returns the session at a desk, under the same conditions.
func (p People) SessionAt(ctx context.Context, desk string, now, idle time.Time) (found Session, ok bool, err error) {
	var row namedSession
	ok, err = take(sessions(p.store.reader.WithContext(ctx), now, idle).Where("desk = ?", desk), &row)
	return row.session(), ok, wrap("find session", err)
}

// Sessions returns the valid sessions of a user, the latest used first.
func (p People) Sessions(ctx context.Context, user int, now, idle time.Time) ([]Session, error) {
	var rows []namedSession
	err := sessions(p.store.reader.WithContext(ctx), now, idle).Where("user_id = ?", user).Order("seen desc").Find(&rows).Error
	all := make([]Session, len(rows))
	for i, row := range rows {
		all[i] = row.session()
	}
	return all, wrap("list sessions", err)
}

type namedSession struct {
	UserID         int
	Name           string
	Desk, DeskName string
	Browser        string
	Created, Seen  time.Time
}

func (r namedSession) session() Session {
	return Session{r.UserID, r.Name, r.Desk, r.DeskName, r.Browser, r.Created, r.Seen}
}

func sessions(db *gorm.DB, now, idle time.Time) *gorm.DB {
	return db.Table("sessions").Joins("join users on users.id = sessions.user_id").
		Select("sessions.user_id, users.name, sessions.desk, sessions.desk_name, sessions.browser, sessions.created, sessions.seen").
		Where("expires > ? and seen > ?", storedTime(now), storedTime(idle))
}

type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (secretRow) TableName() string { return "secrets" }

// Secret returns the value under a name, and whether it exists.
func (s *Store) Secret(ctx context.Context, name string) (value string, ok bool, err error) {
	var row secretRow
	ok, err = take(s.reader.WithContext(ctx).Where("name = ?", name), &row)
	return row.Value, ok, wrap("find secret", err)
}

// SetSecret stores a value under a name; an existing value stays.
func (tx *Tx) SetSecret(name, value string) error {
	return wrap("save secret", tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&secretRow{name, value}).Error)
}

// DropSecret deletes the value under a name.
func (tx *Tx) DropSecret(name string) error {
	return wrap("drop secret", tx.db.Where("name = ?", name).Delete(&secretRow{}).Error)
}
