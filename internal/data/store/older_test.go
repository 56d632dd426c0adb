package store

import (
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
)

// unpacked returns the content of a packed file of testdata.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name))
	check(t, err)
	defer packed.Close()
	content, err := gzip.NewReader(packed)
	check(t, err)
	data, err := io.ReadAll(content)
	check(t, err)
	return data
}

// olderFile returns the path of a file of schema 36. It has two tournaments with a value in every field of that time.
// The log of the second has changed and removed elements.
func olderFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	check(t, os.WriteFile(path, unpacked(t, "schema-36.db.gz"), 0o600))
	return path
}

// olderServer returns the address of a server with the rows of olderFile in schema 36.
func olderServer(t *testing.T) string {
	t.Helper()
	address := atServer(t)
	plain, err := url.Parse(address)
	check(t, err)
	options := plain.Query()
	options.Del("folder") // an option of ours
	plain.RawQuery = options.Encode()
	db, err := sql.Open("pgx", plain.String())
	check(t, err)
	for statement := range strings.SplitSeq(string(unpacked(t, "schema-36-server.sql.gz")), ";\n") {
		_, err := db.ExecContext(t.Context(), statement)
		check(t, err)
	}
	check(t, db.Close())
	return address
}

// TestOlderData brings data over: every value of the tournaments and the logs is there, and a copy of a file is kept.
func TestOlderData(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Run("server", func(t *testing.T) { checkOlder(t, reopen(t, olderServer(t))) })
	path := olderFile(t)
	checkOlder(t, reopen(t, path))
	listed, err := copies.List(copies.Folder(path), path)
	if err != nil || len(listed) != 1 || listed[0].Reason != copies.BeforeUpgrade {
		t.Fatalf("%v, %v", listed, err)
	}
	if r, err := Verify(t.Context(), listed[0].Path); err != nil || r.Schema != 36 || len(r.Findings) > 0 || len(r.Tournaments) != 2 {
		t.Errorf("the copy: %+v, %v", r, err)
	}
}

// checkOlder compares the data with a file, and adds a tournament and a list with new numbers.
func checkOlder(t *testing.T, s *Store) {
	t.Helper()
	check(t, s.Verify(t.Context()))
	var text strings.Builder
	write := func(v any) {
		line, err := json.MarshalIndent(v, "", " ")
		check(t, err)
		fmt.Fprintf(&text, "%s\n", line)
	}
	for _, slug := range []string{"whole", "everything"} {
		now := load1(t, s, slug)
		write([]any{now.Info, now.Settings, now.Players, now.Rounds, now.Day, now.LastID, now.Version})
		for n := range now.Version {
			e, err := s.Logged(t.Context(), slug, n+1)
			check(t, err)
			write([]any{fmt.Sprintf("%T %v", e.Args, e.Args), e.Changes, e.Reason, e.By, e.At})
		}
	}
	file := filepath.Join("testdata", "schema-36.golden")
	if *update {
		check(t, os.WriteFile(file, []byte(text.String()), 0o600))
	}
	want, err := os.ReadFile(file)
	check(t, err)
	if d := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), text.String()); d != "" {
		t.Errorf("(-golden +read):\n%s", d)
	}
	create(t, s, sample(t, "cup", 3))
	check(t, s.Tx(t.Context(), func(tx *Tx) error {
		_, _, err := tx.SaveRatingList(RatingList{Organisation: FirstOrganisation, Name: "next", Taken: at}, []byte{1})
		return err
	}))
	if found, err := s.Catalogue().Find(t.Context(), Search{Archived: true, Visibility: Visibility{Hidden: []int{1}}}, Page{Most: 9}); err != nil || len(found) != 3 {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestWebhooksOfOlderFile delivers to the webhooks of schema 32 the changes from now on.
func TestWebhooksOfOlderFile(t *testing.T) {
	path := olderFile(t)
	for _, statement := range []string{
		"drop table webhook_reached", "delete from goose_db_version where version_id > 32",
		"insert into webhooks (organisation_id, address, secret, kinds, nearby, made_by, created, sender) values (1, '', '', '[]', false, '', '2026-05-01', '')",
	} {
		execute(t, path, statement)
	}
	s := reopen(t, path)
	if heads := due(t, s, 1); len(heads) != 0 || toldRows(t, s) != 2 {
		t.Errorf("it is to be told %+v, %d rows", heads, toldRows(t, s))
	}
}

// TestOlderFileIsRefused leaves files as they are that are too old or cannot be read.
func TestOlderFileIsRefused(t *testing.T) {
	for spoil, key := range map[string]string{
		"delete from goose_db_version where version_id > 28":                     "database.older",
		"update tournaments set settings = '{\"later\":1}' where slug = 'whole'": "database.kept.unknown",
	} {
		path := olderFile(t)
		execute(t, path, spoil)
		for range 2 {
			_, err := Open(t.Context(), path)
			wantFault(t, err, key)
		}
		db, err := database.ReadOnly(path)
		check(t, err)
		var games int
		check(t, db.Raw("select count(*) from games where komi > 0").Scan(&games).Error)
		if check(t, database.Close(db)); games != 1 {
			t.Errorf("%s: %d games are left", key, games)
		}
	}
}

// TestEverySchemaHasAFile asks for a database of every schema before the latest, made by the program that had it.
func TestEverySchemaHasAFile(t *testing.T) {
	for n := oldestSchema; n < firstSchema; n++ {
		for _, kind := range []string{"db.gz", "txt"} {
			if _, err := os.Stat(filepath.Join("testdata", "schemas", fmt.Sprintf("%d.%s", n, kind))); err != nil {
				t.Errorf("%v: run internal/data/store/testdata/schemas/add", err)
			}
		}
	}
}
