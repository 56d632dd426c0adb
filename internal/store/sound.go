package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/copies"
	"tourney/internal/database"
)

// LatestSound returns the sound one among the backups that were made of a database by themselves
// whose last change is the latest, what it holds, and whether there is one. They lie in the folder of
// backups and perhaps in others, "" for none. A file that somebody has sent may be of other data, and
// is none of them. What was written before the last restore may be what nobody wanted, and comes after
// everything since; the data that a restore replaced come last.
func LatestSound(ctx context.Context, path string, others ...string) (sound copies.Copy, holds Report, found bool) {
	var list []copies.Copy
	for _, folder := range append([]string{copies.Folder(path)}, others...) {
		if folder == "" {
			continue
		}
		listed, _ := copies.List(folder, path) // it is only advice
		list = append(list, listed...)
	}
	changed := map[string]time.Time{}
	list = slices.DeleteFunc(list, func(c copies.Copy) bool {
		if c.Reason == copies.Uploaded {
			return true
		}
		r, err := Glance(ctx, c.Path)
		changed[c.Path] = r.Changed
		return err != nil
	})
	restored := lastRestore(path, list)
	worth := func(c copies.Copy) int {
		switch {
		case c.Reason == copies.BeforeRestore:
			return 0
		case c.At.Before(restored):
			return 1
		}
		return 2
	}
	// Of those with the same last change the latest file stays first.
	slices.SortStableFunc(list, func(a, b copies.Copy) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), changed[b.Path].Compare(changed[a.Path]))
	})
	const tries = 5
	tried := map[string]bool{} // the same file may be in two folders
	for _, c := range list {
		if state := fmt.Sprint(c.Name(), c.Size); tried[state] || len(tried) == tries {
			continue
		} else {
			tried[state] = true
		}
		if report, err := Verify(ctx, c.Path); err == nil && len(report.Findings) == 0 {
			return c, report, true
		}
	}
	return sound, holds, false
}

// lastRestore returns when data were last replaced by a backup: by a server, which backs them up
// before, or at the command line, which sets them aside. It is zero if that never happened.
func lastRestore(path string, list []copies.Copy) (at time.Time) {
	for _, c := range list {
		if c.Reason == copies.BeforeRestore && c.At.After(at) {
			at = c.At
		}
	}
	for _, name := range database.Beside(path, ".aside-") {
		if set := database.SetAsideAt(name); set.After(at) {
			at = set
		}
	}
	return at
}

// Glance returns what a backup holds without verifying it.
func Glance(ctx context.Context, path string) (r Report, err error) {
	db, err := database.ReadOnly(path)
	if err != nil {
		return r, err
	}
	defer func() { _ = database.Close(db) }() // read only
	db = db.WithContext(ctx)
	if err := refuseAlien(db); err != nil {
		return r, err
	}
	const query = "select slug, name, version, (select count(*) from players where tournament_id = tournaments.id) as players from tournaments order by id"
	if err := db.Raw(query).Scan(&r.Tournaments).Error; err != nil {
		return r, fmt.Errorf("list tournaments: %w", err)
	}
	var last []time.Time
	if err := db.Raw("select at from log order by at desc limit 1").Scan(&last).Error; err != nil {
		return r, fmt.Errorf("find the last change: %w", err)
	}
	if len(last) > 0 {
		r.Changed = last[0]
	}
	return r, nil
}

// fingerprinted are the columns that tell one state of the database from another, by table. What
// belongs to a tournament follows its version and the time of its last change, or is only added. Logins, what links are signed with,
// the time of a use, and the log of access do not count.
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
	{"publications", "tournament_id, hub, token, origin", ""},
	{"sites", "tournament_id, address, login, secret, private_key, host_key, language, public, sender", ""},
}

// newDatabase is what the rows of fingerprinted are where nothing was ever done: one organisation
// without a name.
const newDatabase = `[1,"","",0]`

// fingerprint is a text that differs whenever two states of a database differ in more than
// logins; "" for one in which nothing was ever done.
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

// FingerprintOf returns the fingerprint of a backup, to be compared with that of a Pin; "" if it
// cannot be read.
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
