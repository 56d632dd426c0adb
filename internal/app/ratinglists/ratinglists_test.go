package ratinglists

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/accounts"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/store"
	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

var anna = tournament.Actor{Name: "Anna"}

// A desk has the lists of a store and the parts they need.
type desk struct {
	store  *store.Store
	access *accounts.Access
	keeper *backup.Keeper
	lists  *AllLists
}

func fresh(t *testing.T) *desk {
	t.Helper()
	return again(databasetest.Open(t, store.OpenScratch))
}

// again returns a desk over a store, with an empty memory.
func again(s *store.Store) *desk {
	now := func() time.Time { return time.Date(2026, 9, 12, 9, 0, 0, 0, time.UTC) }
	d := &desk{store: s, access: accounts.New(s, now), keeper: backup.New(s, now)}
	d.lists = New(s, now, d.access, d.keeper)
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want fault %s", err, key)
	}
}

const table = "name;rank;rating;country;club\nÄijälä Väinö;2k;1911;FI;Hki\nBrzęk Łucja;1d;2098;PL;Kra\n"

func keepList(t *testing.T, d *desk, data string) List {
	t.Helper()
	kept, err := d.lists.Common().Keep(t.Context(), anna, File{File: "club.csv", Data: []byte(data)})
	must(t, err)
	return kept
}

func TestRatingListsAreKeptAndSearched(t *testing.T) {
	d := fresh(t)
	kept := keepList(t, d, table)
	all, err := d.lists.Common().All(t.Context())
	must(t, err)
	if diff := cmp.Diff([]List{kept}, all); diff != "" {
		t.Errorf("(-kept +listed):\n%s", diff)
	}
	if kept.Format != "csv" || kept.Players != 2 || kept.By != "Anna" || kept.File != "club.csv" || kept.Name != "club" {
		t.Errorf("kept %+v", kept)
	}
	restarted := again(d.store)
	for range 2 { // read from the database, and from memory
		ix, _, err := restarted.lists.Common().Index(t.Context(), kept.ID)
		must(t, err)
		if hits := ix.Search("vaino aij", 5); len(hits) != 1 || hits[0].Entry.Family != "Äijälä" {
			t.Errorf("found %v", hits)
		}
	}
	next := keepList(t, d, table+"Third One;5k;;;\n")
	if _, _, err := d.lists.Common().Index(t.Context(), kept.ID); err == nil {
		t.Error("the old list is still searched")
	}
	ix, _, err := d.lists.Common().Index(t.Context(), next.ID)
	must(t, err)
	if n := len(ix.List().Entries); n != 3 {
		t.Errorf("the new list has %d players", n)
	}
	must(t, d.lists.Common().Drop(t.Context(), anna, next.ID))
	_, _, err = d.lists.Common().Index(t.Context(), next.ID)
	wantFault(t, err, "ratinglist.gone")
	_, err = d.lists.Common().Keep(t.Context(), anna, File{Data: []byte{0, 1, 2}})
	wantFault(t, err, "ratinglist.unknown")
}

// After a restart a table is parsed as confirmed, not as guessed.
func TestTablesAreKeptWithTheirReading(t *testing.T) {
	d := fresh(t)
	const odd = "who;from;how strong\nV\xe4in\xf6 \xc4ij\xe4l\xe4;Finland;2k\n\xc5ke \xd6berg;Sweden;1d\n"
	reading := roster.Reading{Encoding: "ISO-8859-1", From: 2, Columns: []tournament.Field{ratinglist.GivenFamily, ratinglist.Country, ratinglist.Rank}}
	_, err := d.lists.Common().Keep(t.Context(), anna, File{File: "odd.csv", Data: []byte(odd), Reading: roster.Reading{Columns: []tournament.Field{ratinglist.Rank}}})
	wantFault(t, err, "ratinglist.columns.names")
	kept, err := d.lists.Common().Keep(t.Context(), anna, File{File: "odd.csv", Data: []byte(odd), Reading: reading})
	must(t, err)
	ix, _, err := again(d.store).lists.Common().Index(t.Context(), kept.ID)
	must(t, err)
	hits := ix.Search("aijala", 5)
	if len(hits) != 1 || hits[0].Entry.Given != "Väinö" || hits[0].Entry.Country != "FI" || hits[0].Entry.Rank != rank.Kyu(2) {
		t.Errorf("found %+v", hits)
	}
}

// TestReadingsReadBack compares with a file that an earlier program wrote, as
// TestKeptReadsBack of the store does: a changed name needs a migration, not
// another file.
func TestReadingsReadBack(t *testing.T) {
	golden, err := os.ReadFile(filepath.Join("testdata", "kept", "reading.json"))
	must(t, err)
	want := roster.Reading{Encoding: "ISO-8859-1", From: 2, Columns: []tournament.Field{
		ratinglist.Family, ratinglist.Given, ratinglist.Ignored, ratinglist.Rank, ratinglist.Rating, ratinglist.Country, ratinglist.Club,
		ratinglist.EGDNumber, ratinglist.FFGNumber, ratinglist.AGANumber, ratinglist.FamilyGiven, ratinglist.GivenFamily,
	}}
	for _, f := range ratinglist.Fields() {
		if !slices.Contains(want.Columns, f) {
			t.Errorf("%s is not in the file: add it", f)
		}
	}
	var got roster.Reading
	must(t, jsoncolumn.Parse(string(golden), &got, "rating_lists", "1"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +read):\n%s", diff)
	}
	text, err := json.Marshal(want)
	must(t, err)
	if diff := cmp.Diff(strings.TrimSpace(string(golden)), string(text)); diff != "" {
		t.Errorf("(-file +written):\n%s", diff)
	}
	for i, v := 0, reflect.ValueOf(want); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Errorf("%s has no value in the file: add one", v.Type().Field(i).Name)
		}
	}
}

// Tables are stored side by side, each by its name, and searched together with
// the lists of federations; a table of the same name replaces the older one.
func TestManyTablesAreKept(t *testing.T) {
	d := fresh(t)
	keep := func(name, file, data string) List {
		t.Helper()
		kept, err := d.lists.Common().Keep(t.Context(), anna, File{Name: name, File: file, Data: []byte(data)})
		must(t, err)
		return kept
	}
	club := keep("", "Our club.csv", table)
	juniors := keep(" The  Juniors ", "list.csv", "name;rank\nBrzęk Ewa;9k\n")
	keep("", "aga.txt", "Brzek, Adam\t90001\tFull\t3.7\t12/31/2026\tTEST\tMA\n")
	find := func(query string) string {
		t.Helper()
		found, _, err := d.lists.Common().Lookup(t.Context(), query, 5)
		must(t, err)
		var all []string
		for _, f := range found {
			if ix, _, err := d.lists.Common().Index(t.Context(), f.List); err != nil || ix.List() != f.Hit.List {
				t.Errorf("list %d is not that of the hit: %v", f.List, err)
			}
			all = append(all, f.Hit.List.Name+": "+f.Entry.Name())
		}
		return strings.Join(all, ", ")
	}
	if got, want := find("brzek"), "AGA: Brzek Adam, The Juniors: Brzęk Ewa, Our club: Brzęk Łucja"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if got := find("Адам Бржек"); got != "AGA: Brzek Adam" {
		t.Errorf("in Cyrillic is found %q", got)
	}
	newer := keep("The Juniors", "list-2.csv", "name;rank\nBrzęk Ewa;8k\nNew One;20k\n")
	if got := find("new one"); got != "The Juniors: New One" || newer.ID == juniors.ID {
		t.Errorf("the new list has %q", got)
	}
	must(t, d.lists.Common().Drop(t.Context(), anna, club.ID))
	if got, want := find("brzek"), "AGA: Brzek Adam, The Juniors: Brzęk Ewa"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	for key, f := range map[string]File{
		"ratinglist.named":   {Name: " ", Data: []byte(table)},
		"ratinglist.unknown": {Name: "x", Data: []byte("\x00")},
	} {
		_, err := d.lists.Common().Keep(t.Context(), anna, f)
		wantFault(t, err, key)
	}
	_, err := d.lists.Common().Keep(t.Context(), anna, File{Name: strings.Repeat("ö", 61), Data: []byte(table)})
	wantFault(t, err, "ratinglist.named")
	for _, f := range []File{{Name: "EGF"}, {Name: " ffg"}, {File: "Aga.csv"}} { // whether such a list is stored or not
		f.Data = []byte(table)
		_, err := d.lists.Common().Keep(t.Context(), anna, f)
		wantFault(t, err, "ratinglist.federation")
	}
	for i := range 49 {
		keep(fmt.Sprint("Table ", i), "", table)
	}
	_, err = d.lists.Common().Keep(t.Context(), anna, File{Name: "One more", Data: []byte(table)})
	wantFault(t, err, "ratinglist.tables")
	keep("The Juniors", "", table) // replacing a table is still allowed
}

// Rating lists belong to an organisation. The first organisation's lists are for all; an organisation's own replace
// them, and are invisible to others.
func TestRatingListsOfAnotherOrganisation(t *testing.T) {
	d := fresh(t)
	settings, err := tournament.PresetNamed("egf")
	must(t, err)
	ctx, office := t.Context(), d.access.People().OrganisationAdmin(accounts.Session{User: "Anna"}, 0)
	var hki int
	lists := map[string]Lists{"": d.lists.Common()}
	for _, name := range []string{"Hki", "Tre"} {
		id, err := office.AddOrganisation(ctx, name)
		must(t, err)
		if name == "Hki" {
			hki = id
		}
		slug := strings.ToLower(name) + "-cup"
		cup, err := tournament.New(tournament.Info{Slug: slug, Name: slug}, settings)
		must(t, err)
		err = d.store.Tx(ctx, func(tx *store.Tx) error {
			tx.CreateFor(id)
			_, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: cup}, store.Entry{By: "Anna", Action: "tournament.create"})
			return err
		})
		must(t, err)
		lists[name], err = d.lists.At(ctx, slug)
		must(t, err)
	}
	keep := func(of, name, data string) List {
		t.Helper()
		kept, err := lists[of].Keep(ctx, tournament.Actor{Name: "Of " + of}, File{Name: name, Data: []byte(data)})
		must(t, err)
		return kept
	}
	want := func(of string, want ...List) {
		t.Helper()
		got, err := lists[of].All(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q has (-want +got):\n%s", of, diff)
		}
	}
	server := keep("", "Club", table)
	own := keep("Hki", "Club", "name;rank\nOwn One;9k\n")
	other := keep("Hki", "Juniors", "name;rank\nYoung One;19k\n")
	want("", server)
	want("Hki", own, other)
	want("Tre", server)
	for _, hidden := range []int{own.ID, other.ID} {
		_, _, err := lists["Tre"].Index(ctx, hidden)
		wantFault(t, err, "ratinglist.gone")
		_, _, err = lists["Tre"].ByKey(ctx, fmt.Sprintf("%d-2", hidden))
		wantFault(t, err, "ratinglist.gone")
	}
	if found, _, err := lists["Tre"].Lookup(ctx, "one", 9); err != nil || len(found) != 0 {
		t.Errorf("another organisation finds %v, %v", found, err)
	}
	if found, _, err := lists["Hki"].Lookup(ctx, "own one", 9); err != nil || len(found) != 1 || found[0].List != own.ID {
		t.Errorf("the organisation finds %v, %v", found, err)
	}
	wantFault(t, lists["Tre"].Drop(ctx, anna, server.ID), "ratinglist.foreign")
	wantFault(t, lists["Tre"].Drop(ctx, anna, own.ID), "ratinglist.foreign")
	wantFault(t, lists[""].Drop(ctx, anna, own.ID), "ratinglist.foreign")
	again := keep("Hki", "Club", table)
	want("Hki", again, other)
	must(t, lists["Hki"].Drop(ctx, tournament.Actor{Name: "Of Hki"}, again.ID))
	must(t, lists["Hki"].Drop(ctx, tournament.Actor{Name: "Of Hki"}, again.ID)) // a double click
	want("Hki", server, other)
	want("", server)
	entries, _, err := d.access.People().Log(ctx, hki, 0)
	must(t, err)
	var log []string
	for _, e := range entries {
		log = append(log, e.Who+" "+e.Event.String()+" "+e.Subject)
	}
	if got := strings.Join(log, ", "); got != "Of Hki list.dropped Club, Of Hki list.replaced Club" {
		t.Errorf("the log of access has %s", got)
	}
	// The limit applies to each organisation.
	for i := range 50 {
		keep("Tre", fmt.Sprint("Table ", i), table)
	}
	keep("Hki", "One more", table)
}

// Before a list is dropped or replaced, the data file is backed up.
func TestListsAreBackedUpBefore(t *testing.T) {
	d := fresh(t)
	folder := t.TempDir()
	d.keeper.Configure(t.Context(), backup.Config{Folder: folder, Log: slog.New(slog.DiscardHandler)})
	kept := keepList(t, d, table)
	must(t, d.lists.Common().Drop(t.Context(), anna, kept.ID))
	must(t, d.lists.Common().Drop(t.Context(), anna, kept.ID)) // nothing to drop
	_, err := d.keeper.Now(t.Context(), copies.ByHand)
	must(t, err)
	all, err := os.ReadDir(folder)
	must(t, err)
	before := 0
	for _, file := range all {
		if strings.Contains(file.Name(), string(copies.BeforeImport)) {
			before++
		}
	}
	if before != 1 { // no backup before the first list
		t.Errorf("%d of the backups %v were made before", before, all)
	}
}

// The next edition of a table is parsed like the one before, if its headings
// are equal.
func TestNextEditionsAreReadAlike(t *testing.T) {
	d := fresh(t)
	const headings = "who;strong\n"
	reading := roster.Reading{From: 2, Columns: []tournament.Field{ratinglist.GivenFamily, ratinglist.Rank}}
	_, err := d.lists.Common().Keep(t.Context(), anna, File{File: "odd.csv", Data: []byte(headings + "Bo Berg;1d\n"), Reading: reading})
	must(t, err)
	for _, tt := range []struct {
		what, name, data string
		want             roster.Reading
	}{
		{"the same headings", "odd.csv", headings + "Bo Berg;2d\nAino Aho;5k\n", reading},
		{"another file", "odd.xlsx.csv", headings + "Bo Berg;2d\n", roster.Reading{}},
		{"columns exchanged", "odd.csv", "strong;who\n1d;Bo Berg\n", roster.Reading{}},
		{"one more column", "odd.csv", "who;strong;club\nBo Berg;2d;Lund\n", roster.Reading{}},
		{"no headings", "odd.csv", "Bo Berg;2d\n", roster.Reading{}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			read, err := format.ReadRatingList([]byte(tt.data), roster.Reading{})
			if read == nil {
				t.Fatal(err)
			}
			got, err := d.lists.Common().KnownReading(t.Context(), File{File: tt.name}, read.Table)
			must(t, err)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s, %q (-want +got):\n%s", tt.name, tt.data, diff)
			}
		})
	}
}

// A player registered in Cyrillic or Greek letters is found in a list in Latin ones; a list in their own letters comes
// first, and no other player is matched.
func TestMatchRatingsInOtherLetters(t *testing.T) {
	d := fresh(t)
	kept := keepList(t, d, "name;rank;rating;country;egd\nVolkov Andrey;2k;1911;RU;90000001\nPappas Nikos;1d;2098;GR;90000002\nАхо Айно;3k;1800;FI;90000003\nAkho Ayno;4k;1700;FI;90000004\n")
	ix, _, err := d.lists.Common().Index(t.Context(), kept.ID)
	must(t, err)
	var got []string
	for _, m := range ix.Match([]tournament.Player{
		{ID: 1, Family: "Волков", Given: "Андрей", Rank: rank.Kyu(2)}, {ID: 2, Family: "Παππάς", Given: "Νίκος", Rank: rank.Dan1},
		{ID: 3, Family: "Ахо", Given: "Айно", Rank: rank.Kyu(3)}, {ID: 4, Family: "Волков", Given: "Андрей", Rank: rank.Kyu(2), EGD: "90000001"},
		{ID: 5, Family: "Щукин", Given: "Лев", Rank: rank.Kyu(9)}, {ID: 6, Family: "Volkov", Given: "Andrey", Rank: rank.Kyu(2)},
		{ID: 7, Family: "Иванов", Given: "Иван", Rank: rank.Kyu(2), EGD: "90000001"},
	}) {
		text := fmt.Sprint(m.Player, " ", m.State)
		for _, e := range m.Candidates {
			text += " " + e.EGD
		}
		for _, n := range m.Findings {
			text += " " + n.Key
		}
		got = append(got, text)
	}
	want := []string{"1 found 90000001", "2 found 90000002", "3 found 90000003", "4 found 90000001", "5 none", "6 found 90000001",
		"7 found 90000001 ratinglist.match.name"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// After another instance has restored a backup and stored another list, a lookup never uses the cached list of the same
// number.
func TestListsAfterARestoreElsewhere(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip(databasetest.Variable + " names no server of PostgreSQL")
	}
	open := func() *store.Store {
		s, err := store.Open(t.Context(), address)
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		return s
	}
	here, there := again(open()), again(open())
	before := filepath.Join(t.TempDir(), "before.db")
	_, err := store.Backup(t.Context(), address, before)
	must(t, err)
	kept := keepList(t, here, table)
	_, _, err = there.lists.Common().Index(t.Context(), kept.ID)
	must(t, err)
	restored, err := here.store.Replacement(t.Context(), before)
	must(t, err)
	_, _, err = restored.Apply(t.Context())
	must(t, err)
	other := keepList(t, again(open()), strings.ReplaceAll(table, "Hki", "Tku")+"Gál Éva;3k;1800;HU;Bud\n")
	if other.ID != kept.ID {
		t.Fatalf("list %d, and %d before", other.ID, kept.ID)
	}
	index, _, err := there.lists.Common().Index(t.Context(), other.ID)
	must(t, err)
	if n := len(index.List().Entries); n != 3 {
		t.Errorf("%d players are looked up, want 3", n)
	}
}

// A list that has not changed is read once.
func TestListsAreReadOnce(t *testing.T) {
	d := fresh(t)
	kept := keepList(t, d, table)
	first, _, err := d.lists.Common().Index(t.Context(), kept.ID)
	must(t, err)
	if again, _, err := d.lists.Common().Index(t.Context(), kept.ID); err != nil || again != first {
		t.Errorf("a list is read again without need, %v", err)
	}
}
