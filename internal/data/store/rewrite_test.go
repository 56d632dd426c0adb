package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/tournament"
)

func TestOlderFiles(t *testing.T) {
	dir := t.TempDir()
	s := freshFile(t, filepath.Join(dir, "cup.db"))
	backups := copies.Folder(fileOf(t, s).Path())
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cup.db.schema-3.bak", "other.db", "cup-backups/cup-20260502-093000Z-by-clock.db", "cup-backups/notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, f := range s.OlderFiles(backups, filepath.Join(dir, "missing")) {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	if want := []string{filepath.Join("cup-backups", "cup-20260502-093000Z-by-clock.db"), "cup.db.schema-3.bak"}; !slices.Equal(names, want) {
		t.Errorf("older files are %q, want %q", names, want)
	}
}

// TestPurgeLeavesNothing rewrites a tournament and searches every byte for the old data.
func TestPurgeLeavesNothing(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "cup.db")
	s := freshFile(t, path)
	tn := everythingNow()[0]
	tn.Players[0].Notes = strings.Repeat("Zyxwv ", 5000) // fills several pages
	whole := tournament.Whole{Tournament: tn.Clone(), Records: map[string]string{"old": "(;C[Zyxwv])"}, Draws: map[string][]byte{"old": []byte("Zyxwv")}}
	err := s.Tx(ctx, func(tx *Tx) error {
		_, err := tx.Save(&tournament.Tournament{}, whole, Entry{By: "Anna", Action: "tournament.create", At: at, Reason: "Zyxwv"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := s.StoredTournament(ctx, tn.Info.Slug)
	if err != nil || len(kept.Log) != 1 || kept.Records["old"] == "" || len(kept.Draws) != 1 {
		t.Fatalf("kept are %+v, %v", kept, err)
	}
	now := kept.Tournament.Clone()
	now.Players[0].Notes = ""
	e := kept.Log[0]
	e.Reason, e.Changes = "", (&tournament.Tournament{}).Diff(now)
	r := Rewriting{Now: tournament.Whole{Tournament: now, Records: map[string]string{"new": "(;)"}}, Log: []LogEntry{e}, Records: []string{"old"}, Draws: []string{"old"}}
	err = s.Tx(ctx, func(tx *Tx) error {
		_, err := tx.Rewrite(kept.Tournament, r, Entry{By: "Anna", Action: "player.forget", At: at})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	free := func() (pages int) {
		t.Helper()
		if err := s.reader.Raw("pragma freelist_count").Scan(&pages).Error; err != nil {
			t.Fatal(err)
		}
		return pages
	}
	for _, statement := range []string{"insert into secrets (name, value) values ('long', hex(zeroblob(100000)))", "delete from secrets where name = 'long'"} {
		if err := s.writer.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	if free() == 0 {
		t.Fatal("the file has no page that was used: the test shows nothing")
	}
	if err := s.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	if n := free(); n > 0 {
		t.Errorf("the file has %d pages that were used", n)
	}
	if _, due, err := s.Secret(ctx, purgeDue); due || err != nil {
		t.Errorf("a purge is due after the purge: %v", err)
	}
	for _, name := range []string{path, path + database.WALSuffix} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "Zyxwv") {
			t.Errorf("%s keeps what was deleted", filepath.Base(name))
		}
	}
	after, err := s.StoredTournament(ctx, tn.Info.Slug)
	if err != nil || len(after.Log) != 2 || after.Tournament.Version != 2 || after.Records["new"] != "(;)" || len(after.Records) != 1 || len(after.Draws) != 0 {
		t.Errorf("kept are %+v, %v", after, err)
	}
	if err := s.Verify(ctx); err != nil {
		t.Error(err)
	}
}
