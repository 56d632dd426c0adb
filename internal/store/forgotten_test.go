package store

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// Who was forgotten by an earlier program is in the list as if this one had done it: the migration
// finds them in the logs. The list has no name.
func TestForgottenBeforeTheList(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := reopen(t, path)
	tn := sample(t, "cup", 5)
	create(t, s, tn)
	create(t, s, sample(t, "bowl", 5))
	kept, err := s.Kept(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	player := tn.Players[2].ID
	err = s.Tx(t.Context(), func(tx *Tx) error {
		if err := tx.NoteForgotten("cup", player, at); err != nil {
			return err
		}
		e := Entry{By: "Anna", At: at, Action: "player.forget", Args: []any{fmt.Sprint("Player ", int(player))}}
		_, err := tx.Rewrite(kept.Tournament, Rewriting{Now: tournament.Whole{Tournament: kept.Tournament.Clone()}}, e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list := func() []string {
		t.Helper()
		rows, err := texts(t.Context(), s.reader.ConnPool, "select json_array(slug, began, player, added, at) from forgotten")
		if err != nil || len(rows) != 1 || strings.Contains(rows[0], tn.Players[2].Family) {
			t.Fatalf("the list is %q, %v", rows, err)
		}
		return rows
	}
	want := list()
	migration, err := fs.ReadFile(migrations(), "00029_forgotten.sql")
	if err != nil {
		t.Fatal(err)
	}
	text := string(migration)
	from := strings.Index(text, "insert or ignore")
	seed := text[from : from+strings.Index(text[from:], ";")]
	for _, statement := range []string{"delete from forgotten", seed} {
		if err := s.writer.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	if got := list(); !slices.Equal(got, want) {
		t.Errorf("the migration finds %q, want %q", got, want)
	}
}
