package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"tourney/internal/copies"
	"tourney/internal/database"
	"tourney/internal/jsoncolumn"
	"tourney/internal/store/logargs"
	"tourney/internal/tournament"
)

// A Kept is everything that is kept of one tournament: its state, its log from the first entry on, and the texts of
// game records and the inputs of draws by their hashes, those among them that only the log names.
type Kept struct {
	Tournament *tournament.Tournament
	Log        []LogEntry
	Records    map[string]string
	Draws      map[string][]byte
}

// Kept returns everything that is kept of a tournament, or "tournament.missing".
func (s *Store) Kept(ctx context.Context, slug string) (kept Kept, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		kept, err = loadKept(db, slug)
		return err
	})
	return kept, err
}

// Kept is Store.Kept within the transaction.
func (tx *Tx) Kept(slug string) (Kept, error) { return loadKept(tx.db, slug) }

func loadKept(db *gorm.DB, slug string) (kept Kept, err error) {
	if kept.Tournament, err = load(db, slug); err != nil {
		return kept, err
	}
	row, err := findRow(db.Select("id"), slug)
	if err != nil {
		return kept, err
	}
	if kept.Log, err = findEntries(db.Where("slug = ?", slug).Order("log.version")); err != nil {
		return kept, err
	}
	var records []recordRow
	var draws []drawRow
	mine := db.Where("tournament_id = ?", row.ID).Session(&gorm.Session{})
	if err := cmp.Or(mine.Find(&records).Error, mine.Find(&draws).Error); err != nil {
		return kept, fmt.Errorf("load records and draws: %w", err)
	}
	kept.Records, kept.Draws = map[string]string{}, map[string][]byte{}
	for _, r := range records {
		kept.Records[r.Hash] = r.Text
	}
	for _, d := range draws {
		kept.Draws[d.Hash] = d.Inputs
	}
	return kept, nil
}

// A Rewriting replaces what is kept of a tournament, its log too, as nothing else does: it
// is for what must not be kept any longer.
type Rewriting struct {
	// Now are the new state and the texts that come with it.
	Now tournament.Whole
	// Log are the entries with other args, changes and reasons.
	Log []LogEntry
	// Records, Draws and Pictures are the hashes of what goes.
	Records, Draws, Pictures []string
}

// Rewrite replaces what is kept of a tournament, and adds an entry to the log that has no
// changes. Once it is committed, Purge clears the file of what was there before.
func (tx *Tx) Rewrite(was *tournament.Tournament, r Rewriting, e Entry) (LogEntry, error) {
	normalise(r.Now.Tournament, was)
	changes := tournament.Diff(was, r.Now.Tournament)
	r.Now.Version, r.Now.Origin = was.Version+1, ""
	id, err := tx.saveTournament(was, r.Now.Tournament)
	if err != nil {
		return LogEntry{}, err
	}
	for _, step := range []func() error{
		func() error { return tx.saveChanges(id, changes) },
		func() error { return tx.saveDay(id, changes) },
		func() error { return deleteHashed[recordRow](tx.db, id, r.Records) },
		func() error { return deleteHashed[drawRow](tx.db, id, r.Draws) },
		func() error { return deleteHashed[pictureRow](tx.db, id, r.Pictures) },
		func() error { return tx.saveRecords(id, r.Now.Records) },
		func() error { return tx.saveDraws(id, r.Now.Draws) },
		func() error { return tx.rewriteLog(id, r.Log) },
		func() error { return tx.db.Save(&secretRow{purgeDue, rand.Text()}).Error },
	} {
		if err := step(); err != nil {
			return LogEntry{}, err
		}
	}
	return tx.log(id, r.Now.Tournament, e, []tournament.Change{})
}

func deleteHashed[R any](db *gorm.DB, id int, hashes []string) error {
	for _, hash := range hashes {
		if err := db.Where("tournament_id = ? and hash = ?", id, hash).Delete(new(R)).Error; err != nil {
			return fmt.Errorf("delete %s: %w", hash, err)
		}
	}
	return nil
}

func (tx *Tx) rewriteLog(id int, entries []LogEntry) error {
	for _, e := range entries {
		args, err := logargs.Format(e.Args)
		if err != nil {
			return fmt.Errorf("rewrite log %d: %w", e.Version, err)
		}
		changes, err := jsoncolumn.Format(e.Changes)
		if err != nil {
			return fmt.Errorf("rewrite log %d: %w", e.Version, err)
		}
		err = tx.db.Model(&logRow{}).Where("tournament_id = ? and version = ?", id, e.Version).
			Updates(map[string]any{"args": args, "changes": changes, "reason": e.Reason}).Error
		if err != nil {
			return fmt.Errorf("rewrite log %d: %w", e.Version, err)
		}
	}
	return nil
}

// purgeDue is the name under which the database says that Purge has something to clear. What it holds
// is another text after each rewriting.
const purgeDue = "purge"

// Purge leaves nothing in the file and its write-ahead log but what is kept now, if something was
// rewritten since the last time: it writes the file anew. Writers wait meanwhile. A reader of an older
// state delays the last step, which then follows by itself.
func (s *Store) Purge(ctx context.Context) error {
	mark, due, err := s.Secret(ctx, purgeDue)
	if err != nil || !due {
		return err
	}
	if whole, err := s.file.Renew(ctx); err != nil || !whole {
		return err // the mark stays: if the program ends now, the next start does it again
	}
	return s.Tx(ctx, func(tx *Tx) error {
		return during("note that the file is new", tx.db.Where("name = ? and value = ?", purgeDue, mark).Delete(&secretRow{}).Error)
	})
}

// An OlderFile is a file that holds an earlier state of the data: a backup, or a copy made before an upgrade.
type OlderFile struct {
	// Name is that of the file, of a backup with its folder before it.
	Name string
	At   time.Time
}

// OlderFiles lists the files with earlier states beside the data file and in folders of
// backups, as far as their names tell, the earliest first; nobody knows of others.
func (s *Store) OlderFiles(folders ...string) (files []OlderFile) {
	path := s.file.Path()
	base := copies.Base(path)
	for i, folder := range append([]string{filepath.Dir(path)}, folders...) {
		entries, _ := os.ReadDir(folder) // a missing folder has none
		for _, e := range entries {
			name := filepath.Join(folder, e.Name())
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || !strings.HasPrefix(e.Name(), base) ||
				name == path || name == path+database.WALSuffix || name == path+"-shm" {
				continue
			}
			shown := e.Name()
			if i > 0 {
				shown = filepath.Join(filepath.Base(folder), shown)
			}
			files = append(files, OlderFile{shown, info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b OlderFile) int { return a.At.Compare(b.At) })
	return files
}
