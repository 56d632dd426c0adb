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

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/data/store/logargs"
	"tourney/internal/tournament"
)

// A StoredTournament has all stored data of one tournament: its state and its whole log, the texts of game records and
// the inputs of draws. Records and Draws are keyed by hash, and include those named only by the log.
type StoredTournament struct {
	Tournament *tournament.Tournament
	Log        []LogEntry
	Records    map[string]string
	Draws      map[string][]byte
}

// StoredTournament returns all stored data of a tournament, or "tournament.missing".
func (s *Store) StoredTournament(ctx context.Context, slug string) (kept StoredTournament, err error) {
	err = s.file.Read(ctx, func(db *gorm.DB) error {
		kept, err = loadStored(db, slug)
		return err
	})
	return kept, err
}

// StoredTournament is Store.StoredTournament within the transaction.
func (tx *Tx) StoredTournament(slug string) (StoredTournament, error) { return loadStored(tx.db, slug) }

func loadStored(db *gorm.DB, slug string) (kept StoredTournament, err error) {
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

// A Rewriting replaces the stored data of a tournament including its log, to erase data. No other write changes the
// log.
type Rewriting struct {
	// Now are the new state and its texts.
	Now tournament.Whole
	// Log are the entries with other args, changes and reasons.
	Log []LogEntry
	// Records, Draws and Pictures are the hashes of the deleted texts.
	Records, Draws, Pictures []string
}

// Rewrite replaces the stored data of a tournament, and adds an entry without changes to the log. Once it is committed,
// Purge clears the old data from the file.
func (tx *Tx) Rewrite(was *tournament.Tournament, r Rewriting, e Entry) (LogEntry, error) {
	normalise(r.Now.Tournament, was)
	changes := was.Diff(r.Now.Tournament)
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

// purgeDue is the name of the secret that marks a pending Purge. Its value changes with each rewriting.
const purgeDue = "purge"

// Purge removes erased data from the file and its write-ahead log, by rewriting the file, if a rewriting is pending.
// Writers wait for it. A reader of an older state delays the last step, which then runs in the background.
func (s *Store) Purge(ctx context.Context) error {
	mark, due, err := s.Secret(ctx, purgeDue)
	if err != nil || !due {
		return err
	}
	if whole, err := s.file.Vacuum(ctx); err != nil || !whole {
		return err // the mark stays: if the program ends now, the next start does it again
	}
	return s.Tx(ctx, func(tx *Tx) error {
		return wrap("note that the file is new", tx.db.Where("name = ? and value = ?", purgeDue, mark).Delete(&secretRow{}).Error)
	})
}

// An OlderFile is a file that holds an earlier state of the data: a backup, or a copy made before an upgrade.
type OlderFile struct {
	// Name is the file name, for a backup preceded by its folder.
	Name string
	At   time.Time
}

// OlderFiles lists the files with earlier states beside the data file and in folders of backups, recognised by name,
// the earliest first. Files elsewhere are not found.
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
