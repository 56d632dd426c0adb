package store

import (
	"context"
	"time"

	"gorm.io/gorm/clause"
)

// A Passkey lets a person log in without a password. Its ID is unique in the world; Credential is its public half, as
// the library for WebAuthn writes it. Used is zero until the first login.
type Passkey struct {
	ID            string
	UserID        int
	Label         string
	Credential    string
	Created, Used time.Time
}

type passkeyRow struct {
	ID                string `gorm:"primaryKey"`
	UserID            int
	Label, Credential string
	Created           time.Time
	Used              *time.Time
}

func (passkeyRow) TableName() string { return "passkeys" }

func (r passkeyRow) passkey() Passkey {
	return Passkey{r.ID, r.UserID, r.Label, r.Credential, r.Created, loadedTime(r.Used)}
}

// Passkey returns the passkey of that name, and whether there is one.
func (p People) Passkey(ctx context.Context, id string) (Passkey, bool, error) {
	var row passkeyRow
	ok, err := take(p.store.reader.WithContext(ctx).Where("id = ?", id), &row)
	return row.passkey(), ok, during("find passkey", err)
}

// Passkeys returns those of a person, the oldest first.
func (p People) Passkeys(ctx context.Context, user int) ([]Passkey, error) {
	var rows []passkeyRow
	err := p.store.reader.WithContext(ctx).Where("user_id = ?", user).Order("created, label").Find(&rows).Error
	all := make([]Passkey, len(rows))
	for i, row := range rows {
		all[i] = row.passkey()
	}
	return all, during("list passkeys", err)
}

// AddPasskey keeps a passkey; false if it is somebody's already.
func (tx PeopleTx) AddPasskey(k Passkey) (bool, error) {
	row := passkeyRow{ID: k.ID, UserID: k.UserID, Label: k.Label, Credential: k.Credential, Created: storedTime(k.Created)}
	done := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	return done.RowsAffected == 1, during("save passkey", done.Error)
}

// UsePasskey keeps that a passkey has been used, with its new credential; false if it is not as it was any more:
// removed, or used by somebody else meanwhile.
func (tx PeopleTx) UsePasskey(was Passkey, credential string, at time.Time) (bool, error) {
	done := tx.db.Model(&passkeyRow{}).Where("id = ? and credential = ?", was.ID, was.Credential).
		Updates(map[string]any{"credential": credential, "used": storedTime(at)})
	return done.RowsAffected == 1, during("note use of passkey", done.Error)
}

// DropPasskey deletes a passkey, if there is one.
func (tx PeopleTx) DropPasskey(id string) error {
	return during("delete passkey", tx.db.Where("id = ?", id).Delete(&passkeyRow{}).Error)
}

// DropPasskeys deletes those of a person and returns their labels.
func (tx PeopleTx) DropPasskeys(user int) (labels []string, err error) {
	err = tx.db.Model(&passkeyRow{}).Where("user_id = ?", user).Order("created, label").Pluck("label", &labels).Error
	if err == nil {
		err = tx.db.Where("user_id = ?", user).Delete(&passkeyRow{}).Error
	}
	return labels, during("delete passkeys", err)
}
