package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/database"
)

// fingerprinted are the columns whose values identify a state of the database, by table. Rows that belong to a
// tournament change with its version and the time of its last change, or are only added. Logins, keys for signing
// links, times of use, and the log of access do not count.
var fingerprinted = []struct{ table, columns, group string }{
	{"tournaments left join log on tournament_id = id and log.version = tournaments.version", "id, tournaments.version, slug, organisation_id, at", ""},
	{"live_steps", "tournament_id, live, max(number)", "group by tournament_id, live"},
	{"rating_lists", "id", ""},
	{"organisations", "id, name, minors, minors_age", ""},
	{"users", "id, key, name, password", ""},
	{"members", "organisation_id, user_id, role", ""},
	{"guests", "tournament_id, user_id, role, team", ""},
	{"invitations", "hash", ""},
	{"tokens", "id, hash, name, scope", ""},
	{"passkeys", "id, label", ""},
	{"publications", "tournament_id, hub, token, origin, sender", ""},
	{"webhooks", "id, organisation_id, address, secret, sender", ""},
	{"sites", "tournament_id, address, login, secret, private_key, host_key, language, public, sender", ""},
}

// newDatabase is the value of the fingerprinted rows in a new database: one organisation without a name.
const newDatabase = `[1,"","",0]`

// fingerprint returns a text that differs whenever two states of a database differ in more than logins. It is "" for a
// new database.
func fingerprint(ctx context.Context, db gorm.ConnPool) (string, error) {
	sum, all := sha256.New(), ""
	for _, f := range fingerprinted {
		rows, err := states(ctx, db, "select "+f.columns+" from "+f.table+" "+f.group)
		if err != nil {
			return "", fmt.Errorf("compare states: %w", err)
		}
		fmt.Fprintf(sum, "%s %q\n", f.table, rows)
		all += strings.Join(rows, "")
	}
	if all == newDatabase {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// states returns the rows of a query as texts, sorted.
func states(ctx context.Context, conn gorm.ConnPool, query string) (rows []string, err error) {
	err = database.Query(ctx, conn, query, func(_ []string, values []any) error {
		for i, v := range values {
			if at, ok := v.(time.Time); ok {
				values[i] = at.UTC()
			}
		}
		text, err := json.Marshal(values)
		rows = append(rows, string(text))
		return err
	})
	slices.Sort(rows)
	return rows, err
}

// FingerprintOf returns the fingerprint of a backup, to compare with a Pin's; "" if it cannot be read.
func FingerprintOf(ctx context.Context, path string) string {
	db, err := database.ReadOnly(path)
	if err != nil {
		return ""
	}
	defer func() { _ = database.Close(db) }() // read only
	text, err := fingerprint(ctx, db.ConnPool)
	if err != nil {
		return "" // of an older program
	}
	return text
}
