package history

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// TestDescribesWhatIsPrivate reads changes of a player's fee and mail in the log of the desk, with the sender of a
// link.
func TestDescribesWhatIsPrivate(t *testing.T) {
	catalog, err := i18n.Load(os.DirFS(filepath.Join("..", "..", "..", "templates")))
	if err != nil {
		t.Fatal(err)
	}
	lang := catalog.Language("en")
	was := tournament.Player{Family: "Aho", Mail: "a@example.org"}
	now := tournament.Player{Family: "Aho", Hiding: consent.Initials, Fee: tournament.Fee{Class: "early", Own: true, Sum: 12_50, Paid: 10_00}}
	words := Describer{Lang: lang, Tournament: &tournament.Tournament{}}
	var got []string
	for _, c := range words.Describe(tournament.Change{Player: &tournament.Edit[tournament.Player]{Old: &was, New: &now}}) {
		got = append(got, c.What)
	}
	want := []string{lang.T("field.mail"), lang.T("field.fee-class"), lang.T("log.fee"), lang.T("log.paid"), lang.T("log.shown")}
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
	if by := AuthorName(lang, words.Tournament, tournament.FromPlayer); by != lang.T("link.by") || AuthorName(lang, words.Tournament, "Anna") != "Anna" {
		t.Errorf("by %q", by)
	}
}

// Several players, or games, are named before their values; one is not, since the line of the entry names it.
func TestDescribesWhoseValuesChanged(t *testing.T) {
	catalog, err := i18n.Load(os.DirFS(filepath.Join("..", "..", "..", "templates")))
	if err != nil {
		t.Fatal(err)
	}
	words := Describer{Lang: catalog.Language("en"), Tournament: &tournament.Tournament{}}
	absent := func(name string) tournament.Change {
		was := tournament.Player{Family: name}
		now := was
		now.Absent = now.Absent.With(1)
		return tournament.Change{Player: &tournament.Edit[tournament.Player]{Old: &was, New: &now}}
	}
	reported := func(table int) tournament.Change {
		was, now := tournament.Game{Table: table}, tournament.Game{Table: table, EnteredBy: "Anna", Dead: "aa"}
		return tournament.Change{Game: &tournament.Edit[tournament.Game]{Old: &was, New: &now}}
	}
	for _, tt := range []struct {
		changes []tournament.Change
		want    []string
	}{
		{[]tournament.Change{absent("Aho")}, []string{"Absent in rounds"}},
		{[]tournament.Change{absent("Aho"), absent("Berg")}, []string{"Aho · Absent in rounds", "Berg · Absent in rounds"}},
		{[]tournament.Change{reported(3)}, []string{"Dead stones"}},
		{[]tournament.Change{absent("Aho"), reported(3)}, []string{"Aho · Absent in rounds", "Table 3 · Dead stones"}},
	} {
		var got []string
		for _, c := range words.DescribeAll(tt.changes) {
			got = append(got, c.What)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// The log of settings shows the display of minors' names, before and after, and the age of majority.
func TestDescribesNamesOfMinors(t *testing.T) {
	catalog, err := i18n.Load(os.DirFS(filepath.Join("..", "..", "..", "templates")))
	if err != nil {
		t.Fatal(err)
	}
	words := Describer{Lang: catalog.Language("en"), Tournament: &tournament.Tournament{}}
	was := tournament.Settings{Consent: consent.Rules{Minors: consent.Anonymous}}
	now := tournament.Settings{Consent: consent.Rules{All: consent.Initials, Age: 16}}
	var got []string
	for _, c := range words.Describe(tournament.Change{Settings: &tournament.Edit[tournament.Settings]{Old: &was, New: &now}}) {
		got = append(got, c.What+": "+c.Was[0].Text+" → "+c.Now[0].Text)
	}
	want := []string{
		"Names in public: Full name → Initials",
		"Names of minors: Anonymous → Full name",
		"Age of majority: 18 → 16",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// An unnamed desk has a name in the reader's language; a named one keeps its name.
func TestDesksAreCalledInTheReadersLanguage(t *testing.T) {
	catalog, err := i18n.Load(os.DirFS(filepath.Join("..", "..", "..", "templates")))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Aino · Desk 12": "Aino · Kone 12", "Desk 1": "Kone 1", "Ewa · Stanowisko 2": "Ewa · Kone 2", "Aino · Kone 3": "Aino · Kone 3",
		"Aino · Desk": "Aino · Desk", "Aino · Left 2": "Aino · Left 2", "Aino": "Aino", "": "",
	} {
		if got := AuthorName(catalog.Language("fi"), &tournament.Tournament{}, name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}
