package store

import (
	"context"
	"time"

	"gorm.io/gorm/clause"
)

// A Passkey is a login without a password. Its ID is unique in the world; Credential is its public half, as the library
// for WebAuthn writes it. Used is zero until the first login.
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

// Passkey returns the passkey with an ID, and whether it exists.
func (p People) Passkey(ctx context.Context, id string) (Passkey, bool, error) {
	var row passkeyRow
	ok, err := take(p.store.reader.WithContext(ctx).Where("id = ?", id), &row)
	return row.passkey(), ok, wrap("find passkey", err)
}

// Passkeys returns the passkeys of a person, the oldest first.
func (p People) Passkeys(ctx context.Context, user int) ([]Passkey, error) {
	var rows []passkeyRow
	err := p.store.reader.WithContext(ctx).Where("user_id = ?", user).Order("created, label").Find(&rows).Error
	all := make([]Passkey, len(rows))
	for i, row := range rows {
		all[i] = row.passkey()
	}
	return all, wrap("list passkeys", err)
}

// AddPasskey stores a passkey; false if its ID exists already.
func (tx PeopleTx) AddPasskey(k Passkey) (bool, error) {
	row := passkeyRow{ID: k.ID, UserID: k.UserID, Label: k.Label, Credential: k.Credential, Created: storedTime(k.Created)}
	done := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	return done.RowsAffected == 1, wrap("save passkey", done.Error)
}

// UsePasskey records the use of a passkey and its new credential. It returns false if the passkey was removed or used
// since it was read.
func (tx PeopleTx) UsePasskey(was Passkey, credential string, at time.Time) (bool, error) {
	done := tx.db.Model(&passkeyRow{}).Where("id = ? and credential = ?", was.ID, was.Credential).
		Updates(map[string]any{"credential": credential, "used": storedTime(at)})
	return done.RowsAffected == 1, wrap("note use of passkey", done.Error)
}

// DropPasskey deletes a passkey; an unknown ID is not an error.
func (tx PeopleTx) DropPasskey(id string) error {
	return wrap("delete passkey", tx.db.Where("id = ?", id).Delete(&passkeyRow{}).Error)
}

// DropPasskeys deletes the passkeys of a person and returns their labels.
func (tx PeopleTx) DropPasskeys(user int) (labels []string, err error) {
	err = tx.db.Model(&passkeyRow{}).Where("user_id = ?", user).Order("created, label").Pluck("label", &labels).Error
	if err == nil {
		err = tx.db.Where("user_id = ?", user).Delete(&passkeyRow{}).Error
	}
	return labels, wrap("delete passkeys", err)
}
