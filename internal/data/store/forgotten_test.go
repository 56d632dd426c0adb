package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"tourney/internal/tournament"
)

// forgetOne erases the third player of the cup, as director does.
func forgetOne(t *testing.T, s *Store, tn *tournament.Tournament) {
	t.Helper()
	kept, err := s.StoredTournament(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	player := tn.Players[2].ID
	err = s.Tx(t.Context(), func(tx *Tx) error {
		if err := tx.NoteErased("cup", player, at); err != nil {
			return err
		}
		now := Rewriting{Now: tournament.Whole{Tournament: kept.Tournament.Clone()}, Log: kept.Log[:1]}
		for _, c := range now.Log[0].Changes {
			if c.Player != nil && c.Player.New.ID == player {
				c.Player.New.Forgotten = true
			}
		}
		_, err := tx.Rewrite(kept.Tournament, now, Entry{By: "Anna", At: at, Action: "player.forget", Args: []any{fmt.Sprint("Player ", int(player))}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A restore copies the list of erased players from a database that is damaged elsewhere, and from one of an earlier
// program, which has no list. From an unreadable database it reports that the list is lost.
func TestForgottenInDamagedData(t *testing.T) {
	execute := func(s *Store, statements ...string) error {
		var err error
		for _, statement := range statements {
			err = errors.Join(err, s.writer.Exec(statement).Error)
		}
		return err
	}
	for name, tt := range map[string]struct {
		spoil func(s *Store, path string) error
		open  bool
		want  int
	}{
		"another table gone, open": {func(s *Store, _ string) error { return execute(s, "drop table access_log") }, true, 1},
		"another table gone":       {func(s *Store, _ string) error { return errors.Join(execute(s, "drop table access_log"), s.Close()) }, false, 1},
		"its table gone, open":     {func(s *Store, _ string) error { return execute(s, "drop table forgotten") }, true, -1},
		"no database any more": {func(s *Store, path string) error {
			return errors.Join(s.Close(), os.WriteFile(path, bytes.Repeat([]byte("damaged "), 1000), 0o600))
		}, false, -1},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			s := freshFile(t, path)
			tn := sample(t, "cup", 5)
			create(t, s, tn)
			backup := filepath.Join(t.TempDir(), "backup.db")
			if _, err := s.Backup(t.Context(), backup); err != nil {
				t.Fatal(err)
			}
			forgetOne(t, s, tn)
			if err := tt.spoil(s, path); err != nil {
				t.Fatal(err)
			}
			var lost error
			if tt.open {
				r, err := s.Replacement(t.Context(), backup)
				if err != nil {
					t.Fatal(err)
				}
				_, losses, err := r.Apply(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				lost = losses.Erased
			} else {
				done, err := Restore(t.Context(), backup, path, nothing)
				if err != nil {
					t.Fatal(err)
				}
				lost = done.LostForgotten
			}
			if (lost != nil) != (tt.want < 0) {
				t.Errorf("the list was lost: %v", lost)
			}
			if list, err := FindReappeared(t.Context(), reopen(t, path)); err != nil || len(list) != max(tt.want, 0) {
				t.Errorf("%v are to be forgotten again, %v", list, err)
			}
		})
	}
}
