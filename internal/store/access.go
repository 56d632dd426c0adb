package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// A User may log in. Password is a hash; Key is the name for look-ups.
type User struct {
	Name, Key, Password string
}

type userRow struct {
	ID       int
	Name     string
	Key      string
	Password string
	Created  time.Time
}

func (userRow) TableName() string { return "users" }

// A Session is one login. Desk is its own identity, DeskName the name on pages.
type Session struct {
	User, Desk, DeskName string
}

type sessionRow struct {
	Hash           string `gorm:"primaryKey"`
	UserID         int
	Created        time.Time
	Expires        time.Time
	Desk, DeskName string
}

func (sessionRow) TableName() string { return "sessions" }

type setupRow struct {
	Hash    string `gorm:"primaryKey"`
	Created time.Time
}

func (setupRow) TableName() string { return "setup_tokens" }

// HasUsers reports whether there is any user.
func (s *Store) HasUsers(ctx context.Context) (bool, error) {
	var n int64
	err := s.reader.WithContext(ctx).Model(&userRow{}).Count(&n).Error
	return n > 0, during("count users", err)
}

// User returns the user with that key, and whether there is one.
func (s *Store) User(ctx context.Context, key string) (User, bool, error) {
	row, ok, err := findUser(s.reader.WithContext(ctx), key)
	return User{row.Name, row.Key, row.Password}, ok, err
}

func findUser(db *gorm.DB, key string) (userRow, bool, error) {
	var row userRow
	ok, err := take(db.Where("key = ?", key), &row)
	return row, ok, during("find user", err)
}

// take reads one row, and reports whether there is one.
func take(query *gorm.DB, row any) (bool, error) {
	err := query.Take(row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return false, nil
	}
	return err == nil, err
}

// SetUser adds a user or changes the password, and ends the user's sessions.
func (tx *Tx) SetUser(u User, now time.Time) error {
	row := userRow{Name: u.Name, Key: u.Key, Password: u.Password, Created: storedTime(now)}
	err := tx.db.Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "key"}}, DoUpdates: clause.AssignmentColumns([]string{"name", "password"}),
	}).Create(&row).Error
	if err != nil {
		return fmt.Errorf("save user: %w", err)
	}
	err = tx.db.Where("user_id = (select id from users where key = ?)", u.Key).Delete(&sessionRow{}).Error
	return during("end sessions", err)
}

// SetSetupToken replaces the only token that permits setting a password.
func (tx *Tx) SetSetupToken(hash string, now time.Time) error {
	if err := tx.db.Where("true").Delete(&setupRow{}).Error; err != nil {
		return fmt.Errorf("drop set-up tokens: %w", err)
	}
	return during("save set-up token", tx.db.Create(&setupRow{hash, storedTime(now)}).Error)
}

// SetupToken returns the time of the token, and whether it is valid.
func (s *Store) SetupToken(ctx context.Context, hash string) (made time.Time, ok bool, err error) {
	var row setupRow
	ok, err = take(s.reader.WithContext(ctx).Where("hash = ?", hash), &row)
	return row.Created, ok, during("find set-up token", err)
}

// TakeSetupToken deletes the token, and reports whether it was valid.
func (tx *Tx) TakeSetupToken(hash string) (bool, error) {
	done := tx.db.Where("hash = ?", hash).Delete(&setupRow{})
	return done.RowsAffected == 1, during("use set-up token", done.Error)
}

// A Period is the life of a session.
type Period struct{ From, Until time.Time }

// AddSession begins a session of the user with that key at the desk of s.
func (tx *Tx) AddSession(hash, userKey string, s Session, p Period) error {
	user, ok, err := findUser(tx.db, userKey)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("begin session: no such user")
	}
	if err := tx.db.Create(&sessionRow{hash, user.ID, storedTime(p.From), storedTime(p.Until), s.Desk, s.DeskName}).Error; err != nil {
		return fmt.Errorf("begin session: %w", err)
	}
	return nil
}

// DeskNames deletes the sessions expired by now, and returns the names of the
// other desks by their identities.
func (tx *Tx) DeskNames(now time.Time) (map[string]string, error) {
	if err := tx.db.Where("expires <= ?", storedTime(now)).Delete(&sessionRow{}).Error; err != nil {
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

// NameDesk renames a desk, if there is one.
func (tx *Tx) NameDesk(desk, name string) error {
	return during("name desk", tx.db.Model(&sessionRow{}).Where("desk = ?", desk).Update("desk_name", name).Error)
}

// EndSession ends a session, if there is one.
func (tx *Tx) EndSession(hash string) error {
	return during("end session", tx.db.Where("hash = ?", hash).Delete(&sessionRow{}).Error)
}

// Session returns the session with that hash, and whether there is one that has
// not expired.
func (s *Store) Session(ctx context.Context, hash string, now time.Time) (found Session, ok bool, err error) {
	var row struct{ Name, Desk, DeskName string }
	ok, err = take(s.reader.WithContext(ctx).Table("sessions").Joins("join users on users.id = sessions.user_id").
		Select("users.name, sessions.desk, sessions.desk_name").Where("hash = ? and expires > ?", hash, storedTime(now)), &row)
	return Session{row.Name, row.Desk, row.DeskName}, ok, during("find session", err)
}

type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (secretRow) TableName() string { return "secrets" }

// Secret returns the value under a name, and whether there is one.
func (s *Store) Secret(ctx context.Context, name string) (value string, ok bool, err error) {
	var row secretRow
	ok, err = take(s.reader.WithContext(ctx).Where("name = ?", name), &row)
	return row.Value, ok, during("find secret", err)
}

// SetSecret stores a value under a name, unless there is one.
func (tx *Tx) SetSecret(name, value string) error {
	return during("save secret", tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&secretRow{name, value}).Error)
}
