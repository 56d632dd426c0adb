package ratinglist

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/testkit/golden"
)

func readData(t testing.TB, name string) (*List, map[string]int) {
	t.Helper()
	l, findings, err := Read(golden.ReadSample(t, "ratings", name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	counts := map[string]int{}
	for _, n := range findings {
		counts[n.Key]++
		if n.Lost {
			t.Errorf("%s: line %d is lost: %s %v", name, n.Line, n.Key, n.Args)
		}
	}
	return l, counts
}

func count(l *List, is func(*Entry) bool) int {
	n := 0
	for i := range l.Entries {
		if is(&l.Entries[i]) {
			n++
		}
	}
	return n
}

// The counts are from the README of the synthetic lists.
func TestSyntheticEGD(t *testing.T) {
	l, findings := readData(t, "synthetic-allworld_lp.html")
	if l.Format != EGD || l.Date.Format("2006-01-02") != "2026-03-15" || l.Origin != "EGF" {
		t.Errorf("format %q, date %v, origin %q", l.Format, l.Date, l.Origin)
	}
	for what, tt := range map[string]struct{ got, want int }{
		"players":         {len(l.Entries), 20000},
		"dan":             {count(l, func(e *Entry) bool { return e.Rank >= rank.Dan1 }), 1601},
		"professionals":   {count(l, func(e *Entry) bool { return e.Rank.Pro() }), 60},
		"negative":        {count(l, func(e *Entry) bool { return e.Rating.Points() < 0 }), 3705},
		"lowest":          {count(l, func(e *Entry) bool { return e.Rating.Points() == -900 }), 266},
		"suggested":       {count(l, func(e *Entry) bool { return e.Suggested.Valid() }), 3727},
		"shared names":    {findings["ratinglist.name.shared"], 449},
		"anonymous":       {findings["ratinglist.name.hidden"], 10},
		"one name":        {findings["ratinglist.name.single"], 12},
		"event suffixes":  {findings["ratinglist.event.suffix"], 11 + 10},
		"lost letters":    {findings["ratinglist.name.letter"], 9},
		"brackets":        {findings["ratinglist.name.bracket"], 3},
		"shifted columns": {findings["ratinglist.columns"], 1},
		"cut":             {findings["ratinglist.cut"], 0},
		"count":           {findings["ratinglist.count"], 0},
		"no country":      {count(l, func(e *Entry) bool { return e.Country == "" }), strings.Count(string(golden.ReadSample(t, "ratings", "synthetic-allworld_lp.html")), "  XX  ")},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %d, want %d", what, tt.got, tt.want)
		}
	}
	if n := count(l, func(e *Entry) bool { return e.Club == "" }); n < 1500 || n > 2500 {
		t.Errorf("%d players without club, want about a tenth", n)
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if above := e.Rating.Points() - e.Rank.Rating().Points(); (above >= 100 || above < -100) != e.Suggested.Valid() {
			t.Errorf("line %d: %v with %v is suggested %v", e.Line, e.Rank, e.Rating, e.Suggested)
		} else if e.Suggested.Valid() && e.Suggested != e.Rating.Rank() {
			t.Errorf("line %d: %v is suggested %v", e.Line, e.Rating, e.Suggested)
		}
	}
}

// Every note has the line number of its line in the file.
func TestSyntheticEGDFindingsLineByLine(t *testing.T) {
	content := golden.ReadSample(t, "ratings", "synthetic-allworld_lp.html")
	_, findings, err := Read(content)
	if err != nil {
		t.Fatal(err)
	}
	odd := map[string]*regexp.Regexp{
		"ratinglist.name.hidden":  regexp.MustCompile(`^ \d{8}  Anonymous#00\d\d Anonymous `),
		"ratinglist.name.letter":  regexp.MustCompile(`^.{11}[^ ]* ?[^ ]*\?`),
		"ratinglist.name.bracket": regexp.MustCompile(`[()]`),
		"ratinglist.name.single":  regexp.MustCompile(`^.{11}[^ ]+ {2,}`),
		"ratinglist.columns":      regexp.MustCompile(`[^\x00-\x7f]`),
		"ratinglist.event.suffix": regexp.MustCompile(` [A-Z]\d{6}([A-Z][A-Z])?\s*$`),
		"ratinglist.name.shared":  regexp.MustCompile(`^ \d{8}  `),
	}
	lines := strings.Split(string(content), "\n")
	for _, n := range findings {
		if re := odd[n.Key]; re == nil || n.Line < 1 || !re.MatchString(strings.TrimRight(lines[n.Line-1], "\r")) {
			t.Errorf("%s at line %d: %q", n.Key, n.Line, lines[max(n.Line-1, 0)])
		}
	}
}

func TestSyntheticZip(t *testing.T) {
	l, _ := readData(t, "synthetic-allworld_lp.html")
	zipped, _ := readData(t, "synthetic-allworld_lp.zip")
	if len(zipped.Entries) != len(l.Entries) || zipped.Entries[777] != l.Entries[777] {
		t.Errorf("the zipped list has %d players", len(zipped.Entries))
	}
}

func TestSyntheticFFG(t *testing.T) {
	l, findings := readData(t, "synthetic-ech_ffg_V3.txt")
	if l.Format != FFG || len(l.Entries) != 3005 || l.Date.Format("2006-01-02") != "2026-03-15" {
		t.Fatalf("format %q, %d players, date %v", l.Format, len(l.Entries), l.Date)
	}
	text := string(golden.ReadSample(t, "ratings", "synthetic-ech_ffg_V3.txt"))
	for letter, want := range map[string]int{"-": 1955, "C": 74, "L": 375, "X": 26, "e": 575} {
		if got := count(l, func(e *Entry) bool { return e.Licence == letter }); got != want {
			t.Errorf("licence %s: %d, want %d", letter, got, want)
		}
	}
	if got, want := count(l, func(e *Entry) bool { return !e.Rating.Stated() }), strings.Count(text, " -9999 "); got != want {
		t.Errorf("%d unrated, want %d", got, want)
	}
	if got, want := count(l, func(e *Entry) bool { return e.FFG == "" }), strings.Count(text, " ------- "); got != want {
		t.Errorf("%d without number, want %d", got, want)
	}
	if got := count(l, func(e *Entry) bool { return strings.ContainsAny(e.Name(), "éÉèçÇ") }); got == 0 || findings["ratinglist.charset"] != 1 {
		t.Errorf("%d names with accents, findings %v", got, findings)
	}
}

func TestSyntheticAGA(t *testing.T) {
	l, _ := readData(t, "synthetic-TDListA.txt")
	if l.Format != AGA || len(l.Entries) != 3000 {
		t.Fatalf("format %q, %d players", l.Format, len(l.Entries))
	}
	for kind, want := range map[string]int{"Full": 2016, "Youth": 529, "Non": 330, "Forgn": 59, "Life": 40, "Spons": 26} {
		if got := count(l, func(e *Entry) bool { return e.Licence == kind }); got != want {
			t.Errorf("%s: %d, want %d", kind, got, want)
		}
	}
	if unrated := count(l, func(e *Entry) bool { return !e.Rating.Stated() }); unrated*100/3000 != 37 {
		t.Errorf("%d unrated, want 37 %%", unrated)
	}
}

func TestSyntheticJSON(t *testing.T) {
	l, _ := readData(t, "synthetic-EGF-20260315.json")
	if l.Format != JSON || l.Origin != "EGF" || len(l.Entries) != 1000 {
		t.Fatalf("format %q, origin %q, %d players", l.Format, l.Origin, len(l.Entries))
	}
	if got := count(l, func(e *Entry) bool { return e.Rank.Pro() }); got != 3 {
		t.Errorf("%d professionals, want 3", got)
	}
	world, _ := readData(t, "synthetic-allworld_lp.html")
	byPIN := map[string]*Entry{}
	for i := range world.Entries {
		byPIN[world.Entries[i].EGD] = &world.Entries[i]
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if w := byPIN[e.EGD]; w == nil || spelling.Fold(w.Name()) != spelling.Fold(e.Name()) || w.Rating != e.Rating {
			t.Errorf("record %d: %+v, in the whole list %+v", e.Line, e, w)
		}
	}
}

// A search by a whole name finds that player first, or another one with all of its words, in any order of the names; a
// letter exchanged loses few.
func TestSyntheticSearch(t *testing.T) {
	for _, name := range []string{"synthetic-allworld_lp.html", "synthetic-ech_ffg_V3.txt", "synthetic-TDListA.txt"} {
		l, _ := readData(t, name)
		index := []*Index{NewIndex(l)}
		misspelt, lost := 0, 0
		for i := 0; i < len(l.Entries); i += len(l.Entries) / 100 {
			e := &l.Entries[i]
			words := foldedWords(e.Name())
			first := func(query string) bool {
				hits := SearchAll(index, query, 10)
				if len(hits) == 0 {
					return false
				}
				has := foldedWords(hits[0].Entry.Name())
				return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(has, w) })
			}
			for _, query := range []string{e.Name(), e.Given + " " + e.Family, e.Family + ", " + e.Given} {
				if !first(query) {
					t.Errorf("%s: %q does not come first", name, query)
				}
			}
			if letters := []rune(words[0]); len(letters) > 5 {
				letters[3], letters[4] = letters[4], letters[3]
				misspelt++
				if !first(string(letters) + " " + strings.Join(words[1:], " ")) {
					lost++
				}
			}
		}
		if misspelt == 0 || 10*lost > misspelt {
			t.Errorf("%s: %d of %d misspelt names do not come first", name, lost, misspelt)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"synthetic-allworld_lp.html", "synthetic-allworld_lp.zip", "synthetic-EGF-20260315.json", "synthetic-TDListA.txt", "synthetic-ech_ffg_V3.txt"} {
		b.Run(name, func(b *testing.B) {
			content := golden.ReadSample(b, "ratings", name)
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Read(content); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
