package main

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/tournament"
)

// A secret is private text that must never be at the hub: its kind, and its forms in files, which occur nowhere else.
type secret struct {
	kind  string
	forms []string
}

func (s *secret) isIn(text []byte) bool {
	return slices.ContainsFunc(s.forms, func(form string) bool { return bytes.Contains(text, []byte(form)) })
}

// deskName is the name of the desk in all entries.
const deskName = "Secretdesk"

// secrets are the private data except random keys. Numbers have the forms of rows and of JSON.
var secrets = []secret{
	{"a note of the desk", []string{"secret note"}},
	{"a contact", []string{"secret-phone"}},
	{"an address for mail", []string{"secret@example.org"}},
	{"a year of birth", []string{"players.born=1907\n", `"born":1907`}},
	{"a player with initials", []string{"Hiddenname"}},
	{"an anonymous player", []string{"Nameless"}},
	{"the club of one", []string{"secret club"}},
	{"a number of a federation", []string{"98705432"}},
	{"a tag of somebody hidden", []string{"secret tag"}},
	{"why a fee is lower", []string{"secret fee"}},
	{"a wish", []string{`"a":57,"b":59`}},
	{"a draft", []string{"games.komi=77\n", `"komi":38.5`, `"komi":77`}},
	{"what a player asks for", []string{"secret request"}},
	{"what the desk answers", []string{"secret answer"}},
	{"an incident", []string{"secret incident"}},
	{"a note on what was sent", []string{"secret sending"}},
	{"who is at the desk", []string{deskName}},
}

// secretOnce is the start of the key of each step of the live game.
const secretOnce = "secret-once"

// stepKey is a secret that exists only after the start of the game.
var stepKey = secret{"the key of a step", []string{secretOnce}}

// addSecrets puts secrets into a tournament whose first round is published.
func addSecrets(t *testing.T, tn *tournament.Tournament) {
	t.Helper()
	for i := range tn.Players {
		p := &tn.Players[i]
		p.Notes, p.Contact, p.Mail = "secret note", "secret-phone", "secret@example.org"
		p.Born, p.Fee.Reason = 1907, "secret fee"
		switch i % 10 {
		case 3:
			p.Family, p.Hiding = fmt.Sprint("Hiddenname", i), "initials"
			p.EGD, p.Tags = fmt.Sprint("98705432", i), []string{"secret tag"}
		case 7:
			p.Family, p.Hiding, p.Club = fmt.Sprint("Nameless", i), "anonymous", "secret club"
		}
	}
	draft := slices.Clone(tn.Rounds[0].Games)
	for i := range draft {
		draft[i] = tournament.Game{Table: i + 1, Black: draft[i].White, White: draft[i].Black, Komi: 77}
	}
	if err := tn.SetDraft(2, draft, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	tn.Settings.Constraints.Wishes = []tournament.Wish{{A: 57, B: 59, Kind: tournament.Apart}}
	tn.Day.Requests = []tournament.Request{{
		ID: 1, Kind: tournament.AskSkip, Player: 5, Name: tn.NameOf(5), Round: 5, Note: "secret request",
		From: tournament.FromPlayer, By: deskName, Answer: "secret answer", State: tournament.RequestRefused,
	}}
	tn.Day.Incidents = []tournament.Incident{{ID: 1, Kind: tournament.Otherwise, Player: 5, Round: 1, Note: "secret incident", By: deskName}}
	tn.Day.Sendings = []tournament.Sending{{ID: 1, To: "EGD", State: tournament.Sent, Note: "secret sending", By: deskName}}
}

// keys are the random secrets: the key of links, and the tokens.
func (d *badDay) keys(tokens ...string) (list []secret) {
	d.hall().use(func(_ *director.Director, kept *store.Store) error {
		key, err := accounts.SigningKey(d.Context(), kept, "links")
		list = append(list, secret{"what links are made from", []string{string(key), hex.EncodeToString(key)}})
		return err
	})
	for _, token := range tokens {
		list = append(list, secret{"a token", []string{token}})
	}
	return list
}

// search looks for secrets in all stored data of an unused folder. It calls found for each one, and returns the kinds
// that it did not find.
func search(t *testing.T, dir string, all []secret, found func(s secret, where string)) (lacks []string) {
	t.Helper()
	there := map[string]bool{}
	stored(t, dir, func(where string, text []byte) {
		for _, s := range all {
			if s.isIn(text) {
				there[s.kind] = true
				found(s, where)
			}
		}
	})
	for _, s := range all {
		if !there[s.kind] {
			lacks = append(lacks, s.kind)
		}
	}
	return lacks
}

// stored calls found with all stored data of a folder: each file, the rows of databases with their logs, and the
// unpacked content of both. It reads databases from a copy, since opening one writes.
func stored(t *testing.T, dir string, found func(where string, text []byte)) {
	t.Helper()
	copied := t.TempDir()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.CopyFS(copied, os.DirFS(dir)))
	var databases []string
	check(filepath.WalkDir(copied, func(path string, is fs.DirEntry, err error) error {
		if err != nil || is.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.HasPrefix(data, []byte("SQLite format 3\x00")) {
			databases = append(databases, path)
		}
		found(path, data)
		unpacked(data, func(text []byte) { found(path+", unpacked", text) })
		return err
	}))
	if databases == nil {
		t.Fatalf("%s has no database", dir)
	}
	for _, path := range databases {
		rows, err := rowsOf(path)
		check(err)
		found(path+", rows", rows)
		unpacked(rows, func(text []byte) { found(path+", rows, unpacked", text) })
	}
}

// unpacked calls found with the unpacked content of each gzip stream within data, as far as it is complete.
func unpacked(data []byte, found func(text []byte)) {
	magic := []byte{0x1f, 0x8b, 8}
	for i := bytes.Index(data, magic); i >= 0; {
		if z, err := gzip.NewReader(bytes.NewReader(data[i:])); err == nil {
			z.Multistream(false)
			text, _ := io.ReadAll(z) // ignore later or incomplete data
			found(text)
		}
		next := bytes.Index(data[i+1:], magic)
		if next < 0 {
			return
		}
		i += 1 + next
	}
}

// rowsOf returns all rows of a database, a line for each value: "players.born=1907".
func rowsOf(path string) ([]byte, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var tables []string
	names, err := db.Query("select name from sqlite_schema where type = 'table'")
	if err != nil {
		return nil, err
	}
	for names.Next() {
		var name string
		if err := names.Scan(&name); err != nil {
			return nil, err
		}
		tables = append(tables, name)
	}
	var all bytes.Buffer
	for _, table := range tables {
		if err := addRows(&all, db, table); err != nil {
			return nil, fmt.Errorf("%s: %w", table, err)
		}
	}
	return all.Bytes(), names.Err()
}

func addRows(to *bytes.Buffer, db *sql.DB, table string) error {
	rows, err := db.Query(fmt.Sprintf("select * from %q", table))
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, column := range columns {
			fmt.Fprintf(to, "%s.%s=%s\n", table, column, values[i])
		}
	}
	return rows.Err()
}

// searchHub searches all stored data of the stopped hub for private text.
func (d *badDay) searchHub(when string) {
	d.Helper()
	search(d.T, d.hub.dir, d.secrets, func(s secret, where string) {
		d.Errorf("%s the hub has %s: %s", when, s.kind, where)
	})
	d.searches.Add(1)
}

// mustHave checks that the stopped hall has the secrets: otherwise a search of the hub would prove nothing.
func (d *badDay) mustHave(all []secret) {
	d.Helper()
	for _, kind := range search(d.T, d.hall().dir, all, func(secret, string) {}) {
		d.Errorf("the hall does not have %s", kind)
	}
}

// searchEnd ends the hub, and searches its stored and received data.
func (d *badDay) searchEnd() {
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	d.hub.is.interrupt(d.T)
	for _, link := range d.links {
		d.secrets = append(d.secrets, secret{"the link of a slip", []string{link}})
	}
	d.searchHub("at the end")
	if n := d.line.told.Load(); n > 0 {
		d.Errorf("%d requests had something private", n)
	}
}
