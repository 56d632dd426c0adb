package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// A Replacement is a verified copy of a backup, ready to replace an open database. It must be discarded or applied.
type Replacement struct {
	// Report describes its content.
	Report Report
	store  *Store
	fresh  string
}

// Replacement prepares a backup, of this program or an older one, to replace the open database, which stays as it is
// until Apply. It returns the faults of Verify, and "database.restore.unsound".
func (s *Store) Replacement(ctx context.Context, backup string) (*Replacement, error) {
	r, err := SoundBackup(ctx, backup)
	if err != nil {
		return nil, err
	}
	fresh := database.FreeName(s.Path(), "part")
	if _, err := Backup(ctx, backup, fresh); err != nil {
		return nil, err
	}
	if err := Migrate(ctx, fresh); err != nil {
		return nil, errors.Join(err, os.Remove(fresh))
	}
	return &Replacement{r, s, fresh}, nil
}

// Discard deletes the prepared file.
func (r *Replacement) Discard() error { return durable.Remove(r.fresh) }

// RestoreErrors are the errors of copying data from a damaged database into the restored one; a nil field means no
// loss.
type RestoreErrors struct {
	// Access concerns the logins, Erased the list of erased players.
	Access, Erased error
}

// Apply closes the store and puts the backup in the place of its database, which is renamed to dated names that it
// returns. Logins and the list of erased players stay as they are, but for losses. After an error the database is in
// its place unchanged. The store is unusable afterwards. "database.held" if another program has it open.
func (r *Replacement) Apply(ctx context.Context) (aside []string, lost RestoreErrors, err error) {
	lost = r.takeOver(ctx)
	if !r.store.isFile() {
		_, err = r.store.replaceServer(ctx, r.fresh, func() error { return nil })
		return nil, lost, errors.Join(err, r.store.Close(), r.Discard())
	}
	path := r.store.file.Path()
	// An error of closing a damaged file must not stop the replacement.
	_ = r.store.Close()
	release, err := database.Claim(path)
	if err != nil {
		return nil, lost, errors.Join(err, r.Discard())
	}
	defer release()
	// The file before its log: a log alone shows that something is missing, a file alone does not.
	if aside, err = database.SetAside(path, "", database.WALSuffix, database.IndexSuffix); err == nil {
		err = durable.Replace(r.fresh, path)
	}
	if err == nil {
		return aside, lost, nil
	}
	for _, name := range aside {
		suffix := ""
		for _, s := range []string{database.WALSuffix, database.IndexSuffix} {
			if strings.HasSuffix(name, s) {
				suffix = s
			}
		}
		err = errors.Join(err, os.Rename(name, path+suffix))
	}
	return nil, lost, errors.Join(err, r.Discard())
}

// takeOver copies the rows that a restore keeps from the open database into the prepared one. The list of erased
// players is read separately: damage elsewhere must not restore an erased name.
func (r *Replacement) takeOver(ctx context.Context) (lost RestoreErrors) {
	// From the open file, even if its path does not exist.
	var forgotten database.Rows
	lost.Erased = r.store.file.Rescue(func(conn gorm.ConnPool) (err error) {
		forgotten, err = database.ReadRows(ctx, conn, "forgotten")
		return err
	})
	if lost.Erased == nil {
		lost.Erased = putForgotten(ctx, r.fresh, forgotten)
	}
	var rows access
	lost.Access = r.store.file.Rescue(func(conn gorm.ConnPool) (err error) {
		rows, err = readAccess(ctx, conn)
		return err
	})
	if lost.Access == nil {
		lost.Access = putAccess(ctx, r.fresh, rows)
	}
	return lost
}

// accessTables hold the users with their roles and logins, parents first, and the leadership. They survive a restore:
// it locks no user out, and gives no access to removed users or old passwords.
var accessTables = []string{"users", "members", "guests", "sessions", "setup_tokens", "invitations", "tokens", "passkeys", "webhooks", reachedTable, "access_log", "reigns", "partners"}

// reachedTable holds the progress of webhooks. Their cursors detect a different history, see changefeed.Cursor.
const reachedTable = "webhook_reached"

// addedTables hold the secrets and organisations that rows of both databases refer to: the rows of the backup stay,
// others are added. The open database's secrets that prove the leader replace the backup's, if it has any.
var addedTables = []string{"secrets", "organisations"}

// access are the rows of the access tables, and the slugs of the tournaments that they refer to.
type access struct {
	tables      map[string]database.Rows
	tournaments map[any]string
}

// readAccess reads the access tables of a database.
func readAccess(ctx context.Context, conn gorm.ConnPool) (a access, err error) {
	a.tables = map[string]database.Rows{}
	for _, table := range slices.Concat(addedTables, accessTables) {
		if a.tables[table], err = database.ReadRows(ctx, conn, table); err != nil {
			return a, err
		}
	}
	a.tournaments, err = namesOf(ctx, conn)
	return a, err
}

// namesOf returns the slugs of the tournaments of a database, deleted or not, by their numbers.
func namesOf(ctx context.Context, conn gorm.ConnPool) (map[any]string, error) {
	names := map[any]string{}
	err := database.Query(ctx, conn, "select id, slug from tournaments", func(_ []string, values []any) error {
		slug, _ := values[1].(string)
		names[values[0]], _, _ = strings.Cut(slug, deletedMark)
		return nil
	})
	return names, wrap("list tournaments", err)
}

// about returns the rows of a table, except rows of a tournament whose number is missing among names, or belongs to
// another slug there.
func (a access) about(table string, names map[any]string) database.Rows {
	rows := a.tables[table]
	kept := database.Rows{Table: table, Columns: rows.Columns}
	for i, values := range rows.Values {
		if id := rows.Value(i, "tournament_id"); id == nil || table == reachedTable || names[id] != "" && names[id] == a.tournaments[id] {
			kept.Values = append(kept.Values, values)
		}
	}
	return kept
}

// putAccess replaces the access rows of a database.
func putAccess(ctx context.Context, path string, rows access) (err error) {
	db, err := database.Migrating(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	return db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		names, err := namesOf(ctx, tx.Statement.ConnPool)
		if err != nil {
			return err
		}
		for _, table := range slices.Backward(accessTables) {
			if err := tx.Exec("delete from " + table).Error; err != nil {
				return fmt.Errorf("empty %s: %w", table, err)
			}
		}
		follows := slices.ContainsFunc(rows.tables["secrets"].Values, func(row []any) bool { return slices.Contains(row, any("standby")) })
		if err := tx.Exec("delete from secrets where ? and (name = 'standby' or name like 'standby %')", follows).Error; err != nil {
			return wrap("empty secrets", err)
		}
		for _, table := range slices.Concat(addedTables, accessTables) {
			if err := rows.about(table, names).Insert(tx, slices.Contains(addedTables, table)); err != nil {
				return err
			}
		}
		return dropStrays(tx)
	})
}

// dropStrays deletes the access rows that refer to missing rows, such as a role in a tournament that is not in the
// backup.
func dropStrays(tx *gorm.DB) error {
	for _, table := range accessTables {
		var keys []struct{ From, To, Table string }
		const query = "select \"from\", coalesce(\"to\", 'id') as \"to\", \"table\" from pragma_foreign_key_list(?)"
		if err := tx.Raw(query, table).Scan(&keys).Error; err != nil {
			return fmt.Errorf("check %s: %w", table, err)
		}
		for _, k := range keys {
			stray := fmt.Sprintf("delete from %s where %s is not null and %s not in (select %s from %s)", table, k.From, k.From, k.To, k.Table)
			if err := tx.Exec(stray).Error; err != nil {
				return fmt.Errorf("drop from %s: %w", table, err)
			}
		}
	}
	return nil
}

// A Difference is the effect of restoring a backup on one tournament.
type Difference struct {
	Slug, Name string
	// There is the number of changes in the backup, 0 if it does not have the tournament.
	There int
	// Lost is the number of changes that only the open database has, Back the number that only the backup has.
	Lost, Back int
	// Returns is set if the tournament was deleted since, Disappears if it is deleted in the backup alone.
	Returns, Disappears bool
}

// Compare returns the effect of restoring a backup on each tournament, first for the tournaments of the open database.
func Compare(ctx context.Context, s *Store, backup string) (list []Difference, err error) {
	db, err := database.ReadOnly(backup)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, database.Close(db)) }()
	there, err := histories(db.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	var here []history
	if err := s.file.Read(ctx, func(db *gorm.DB) error { here, err = histories(db); return err }); err != nil {
		return nil, err
	}
	for _, h := range here {
		d := Difference{Slug: h.slug, Name: h.name, Lost: len(h.changes)}
		if n := slices.IndexFunc(there, h.isSame); n >= 0 {
			common := h.common(there[n])
			d.There, d.Lost, d.Back = len(there[n].changes), len(h.changes)-common, len(there[n].changes)-common
			d.Returns, d.Disappears = h.deleted() && !there[n].deleted(), there[n].deleted() && !h.deleted()
			there = slices.Delete(there, n, n+1)
		}
		list = append(list, d)
	}
	for _, h := range there {
		list = append(list, Difference{Slug: h.slug, Name: h.name, There: len(h.changes), Back: len(h.changes)})
	}
	return list, nil
}

// A history is the log of one tournament without the content of the changes.
type history struct {
	slug, name string
	changes    []string // time and action of each; the names and values may have been erased since
}

// isSame reports whether two histories have the same first change.
func (h history) isSame(other history) bool { return h.common(other) > 0 }

func (h history) deleted() bool { return strings.Contains(h.slug, deletedMark) }

// common returns the number of equal changes at the start of both.
func (h history) common(other history) (n int) {
	for n < min(len(h.changes), len(other.changes)) && h.changes[n] == other.changes[n] {
		n++
	}
	return n
}

func histories(db *gorm.DB) (list []history, err error) {
	var rows []struct {
		Slug, Name, Action string
		At                 time.Time
	}
	const query = "select slug, name, log.at, action from tournaments " +
		"join log on tournament_id = tournaments.id order by tournaments.id, log.version"
	if err := db.Raw(query).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("read logs: %w", database.Translate(err))
	}
	for _, r := range rows {
		if len(list) == 0 || list[len(list)-1].slug != r.Slug {
			list = append(list, history{slug: r.Slug, name: r.Name})
		}
		last := &list[len(list)-1]
		last.changes = append(last.changes, r.At.UTC().Format(time.RFC3339Nano)+" "+r.Action)
	}
	return list, nil
}

// SoundBackup verifies a file before a restore. It returns the faults of Verify and "database.restore.unsound".
func SoundBackup(ctx context.Context, path string) (Report, error) {
	r, err := Verify(ctx, path)
	return r, cmp.Or(err, r.sound(fault.Invalid, "database.restore.unsound"))
}
