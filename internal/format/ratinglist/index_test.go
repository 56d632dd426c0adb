package ratinglist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/spelling"
)

// people is a small list of invented names.
func people() *List {
	l := &List{Format: EGD, Origin: "EGF"}
	for i, p := range []struct{ family, given, id, country string }{
		{"Aho", "Aino", "90000001", "FI"}, {"Ahonen", "Aino Maria", "90000002", "FI"}, {"Müller", "Jörg", "90000003", "DE"},
		{"Mueller", "Joerg", "90000004", "AT"}, {"van der Berg", "Bo", "90000005", "NL"}, {"Kowalski", "Łukasz", "90000006", "PL"},
		{"Dvořák", "Jiří", "90000007", "CZ"}, {"Li", "Ming", "90000008", "CN"}, {"Zi", "Liming", "90000009", "CN"},
		{"Elin", "Berg", "91000010", "SE"}, {"Иванова", "Анна", "91000011", "RU"}, {"Aino", "Urho", "91000012", "FI"},
		{"O'Connor", "Sean-Paul", "91000013", "IE"}, {"Stone", "", "91000014", ""}, {"Nieminen", "Aada", "91000015", "FI"},
		{"Nieminen", "Aada", "91000016", "SE"}, {"Lefèvre", "Zoé", "91000017", "FR"},
	} {
		e := Entry{Line: i + 1, Family: p.family, Given: p.given, EGD: p.id, Country: p.country, Rank: rank.Kyu(5), Rating: rank.Points(1600)}
		if p.country == "FR" {
			e.FFG = "12AB345"
		}
		l.Entries = append(l.Entries, e)
	}
	return l
}

// A name in a club's own list is not lost behind many similar ones of a
// federation, and a number finds its player alone.
func TestSearchAll(t *testing.T) {
	club := &List{Name: "Club", Entries: []Entry{
		{Line: 1, Family: "Aho", Given: "Aino"}, {Line: 2, Family: "Ahola", Given: "Bo"}, {Line: 3, Family: "90000001", Given: "Guest"},
		{Line: 4, Family: "Zi", Given: "Ming", EGD: "99000001"},
	}}
	indexes := []*Index{NewIndex(people()), NewIndex(club)}
	for _, tt := range []struct {
		query string
		limit int
		want  string
	}{
		{"aho", 2, "EGF Aho Aino|Club Aho Aino"}, // whole words before beginnings
		{"aho", 10, "EGF Aho Aino|Club Aho Aino|Club Ahola Bo|EGF Ahonen Aino Maria"},
		{"aino aho", 10, "EGF Aho Aino|Club Aho Aino|EGF Ahonen Aino Maria"},
		{"90000001", 10, "EGF Aho Aino"},
		{"9900", 10, "Club Zi Ming"},
		{"kowalsky", 10, "EGF Kowalski Łukasz"},
		{"aho", 0, ""},
	} {
		t.Run(fmt.Sprintf("%s, %d at most", tt.query, tt.limit), func(t *testing.T) {
			var got []string
			for _, h := range SearchAll(indexes, tt.query, tt.limit) {
				got = append(got, cmp.Or(h.List.Name, h.List.Origin)+" "+h.Entry.Name())
			}
			if strings.Join(got, "|") != tt.want {
				t.Errorf("%q, %d at most: %q, want %q", tt.query, tt.limit, strings.Join(got, "|"), tt.want)
			}
		})
	}
	if got := SearchAll(nil, "aho", 5); len(got) != 0 {
		t.Errorf("no list finds %v", got)
	}
}

// One list searched alone gives the same hits as Search, and every hit is at
// least as near as the players left out.
func TestSearchAllLikeSearch(t *testing.T) {
	alone := NewIndex(people())
	rapid.Check(t, func(t *rapid.T) {
		query := rapid.SampledFrom([]string{"a", "aino", "berg", "nieminen aada", "9000", "li ming", "x", "mul", "aho ai"}).Draw(t, "query")
		limit := rapid.IntRange(0, 6).Draw(t, "limit")
		want := alone.Search(query, limit)
		all := SearchAll([]*Index{alone, alone}, query, limit)
		if len(all) != min(2*len(want), limit) {
			t.Fatalf("%d found twice are %d", len(want), len(all))
		}
		for i := range all {
			if i > 0 && all[i].cost < all[i-1].cost {
				t.Fatalf("%q: hit %d is nearer than the one before", query, i)
			}
			if all[i].cost > want[i/2].cost {
				t.Fatalf("%q: hit %d is further off than alone", query, i)
			}
		}
	})
}

func names(hits []Hit) []string {
	var all []string
	for _, h := range hits {
		all = append(all, h.Entry.Name())
	}
	return all
}

func TestSearch(t *testing.T) {
	ix := NewIndex(people())
	for query, want := range map[string]string{
		// any order, any case, only beginnings
		"aho aino": "Aho Aino|Ahonen Aino Maria", "AINO AHO": "Aho Aino|Ahonen Aino Maria", "maria ah": "Ahonen Aino Maria",
		"ai": "Aino Urho|Aho Aino|Ahonen Aino Maria",
		// accents and their spellings
		"muller": "Müller Jörg|Mueller Joerg", "mueller": "Mueller Joerg|Müller Jörg", "Müller j": "Müller Jörg|Mueller Joerg",
		"lukasz": "Kowalski Łukasz", "dvorak": "Dvořák Jiří", "ЙВАНОВА": "Иванова Анна", "иванова": "Иванова Анна",
		// typos: wrong, missing, exchanged, added
		"kowalsky": "Kowalski Łukasz", "kowlaski": "Kowalski Łukasz", "kovalsk": "Kowalski Łukasz", "dvorrak": "Dvořák Jiří",
		"niemi": "Nieminen Aada|Nieminen Aada", "niemenen": "Nieminen Aada|Nieminen Aada", "kw": "", "lukasz kowalskki": "Kowalski Łukasz",
		// written together or apart
		"vanderberg": "van der Berg Bo", "van der berg": "van der Berg Bo", "bo berg": "van der Berg Bo", "zi li ming": "Zi Liming",
		"oconnor": "O'Connor Sean-Paul", "sean paul": "O'Connor Sean-Paul", "seanpaul": "O'Connor Sean-Paul",
		// every word is another word of the name
		"berg berg": "", "elin elin": "", "aada aada": "", "nobody": "", "aho berg": "",
		// numbers
		"90000004": "Mueller Joerg", " 90000004 ": "Mueller Joerg", "9100001": "Elin Berg|Иванова Анна|Aino Urho|O'Connor Sean-Paul|Stone|Nieminen Aada|Nieminen Aada|Lefèvre Zoé",
		"12ab345": "Lefèvre Zoé", "99999999": "", "91": "", "": "", "?!": "",
	} {
		t.Run("query "+query, func(t *testing.T) {
			if got := strings.Join(names(ix.Search(query, 10)), "|"); got != want {
				t.Errorf("Search(%q) = %s, want %s", query, got, want)
			}
		})
	}
	if hits := ix.Search("kowlasky", 10); len(hits) != 1 || hits[0].cost>>typoBits != 2 {
		t.Errorf("kowlasky: %+v", hits)
	}
	if got := ix.Search("a", 2); len(got) != 2 {
		t.Errorf("limit 2 gives %v", names(got))
	}
	if got := ix.Search("aho", 0); got != nil {
		t.Errorf("limit 0 gives %v", names(got))
	}
	if got := NewIndex(&List{}).Search("aho", 5); got != nil {
		t.Errorf("an empty list gives %v", names(got))
	}
}

// Queries that would take for ever without bounds.
func TestSearchHostile(t *testing.T) {
	l := people()
	l.Entries = append(l.Entries, Entry{Family: strings.Repeat("a ", 50), Given: strings.Repeat("a ", 50)})
	ix := NewIndex(l)
	if got := ix.Search(strings.Repeat("a ", 500), 5); len(got) != 1 {
		t.Errorf("%v", names(got))
	}
	ix.Search(strings.Repeat("x", 1<<16)+" "+strings.Repeat("y", 1<<16), 5)
}

// The player is found with any typos and in any order of words.
func TestSearchProperties(t *testing.T) {
	l := people()
	ix := NewIndex(l)
	rapid.Check(t, func(t *rapid.T) {
		e := &l.Entries[rapid.IntRange(0, len(l.Entries)-1).Draw(t, "player")]
		words := foldedWords(e.Name())
		words = rapid.Permutation(words).Draw(t, "order")
		for i, w := range words {
			letters := []rune(w)
			switch rapid.IntRange(0, 3).Draw(t, "change") {
			case 1: // begun
				words[i] = string(letters[:rapid.IntRange(1, len(letters)).Draw(t, "letters")])
			case 2: // exchanged
				if at := rapid.IntRange(0, max(0, len(letters)-2)).Draw(t, "at"); len(letters) >= 4 {
					letters[at], letters[at+1] = letters[at+1], letters[at]
					words[i] = string(letters)
				}
			case 3: // one letter wrong
				if at := rapid.IntRange(0, len(letters)-1).Draw(t, "at"); len(letters) >= 5 && !strings.ContainsAny(w, "aou") {
					letters[at] = 'x'
					words[i] = string(letters)
				}
			}
		}
		query := strings.Join(words, " ")
		hits := ix.Search(query, len(l.Entries))
		if !slices.ContainsFunc(hits, func(h Hit) bool { return h.Entry == e }) {
			t.Fatalf("%q does not find %q but %q", query, e.Name(), names(hits))
		}
		if !slices.IsSortedFunc(hits, func(a, b Hit) int { return a.cost - b.cost }) {
			t.Fatalf("%q: not in the order of slips", query)
		}
	})
}

// The comparison by bits against the plain definition of the distance.
func TestCostAgainstDefinition(t *testing.T) {
	var distance func(a, b []rune) int
	distance = func(a, b []rune) int {
		if len(a) == 0 || len(b) == 0 {
			return len(a) + len(b)
		}
		la, lb := len(a)-1, len(b)-1
		d := min(distance(a[:la], b), distance(a, b[:lb])) + 1
		if a[la] == b[lb] {
			d = min(d, distance(a[:la], b[:lb]))
		} else {
			d = min(d, distance(a[:la], b[:lb])+1)
		}
		if la > 0 && lb > 0 && a[la] == b[lb-1] && a[la-1] == b[lb] {
			d = min(d, distance(a[:la-1], b[:lb-1])+1)
		}
		return d
	}
	rapid.Check(t, func(t *rapid.T) {
		word := []rune(rapid.StringMatching("[abcč]{2,9}").Draw(t, "word"))
		other := []rune(rapid.StringMatching("[abcč]{0,9}").Draw(t, "other"))
		most := typosAllowed(len(word))
		want := int32(never)
		for n := range len(other) + 1 {
			d := distance(word, other[:n])
			cost := int32(d) * typoCost
			if n < len(other) {
				cost += prefixCost
			}
			if d <= most && (n == len(other) || len(word) >= shortWord) {
				want = min(want, cost)
			}
		}
		if got := newPattern(string(word)).cost(string(other)); got != want {
			t.Fatalf("cost of %q for %q: %d, want %d", string(other), string(word), got, want)
		}
	})
}

// A search finds the players with the family name when no player has all words.
func TestSearchAllPartial(t *testing.T) {
	indexes := []*Index{NewIndex(people()), NewIndex(&List{Name: "Club", Entries: []Entry{
		{Line: 1, Family: "Kowalski", Given: "Oskar"}, {Line: 2, Family: "Kowalski", Given: "Bo Adam"}, {Line: 3, Family: "Ahola", Given: "Ville"},
	}})}
	for query, want := range map[string]string{
		"kowalski quentin":     "lookup.bearers Kowalski: Kowalski Bo Adam|Kowalski Łukasz|Kowalski Oskar",
		"quentin kowalski":     "lookup.bearers Kowalski: Kowalski Bo Adam|Kowalski Łukasz|Kowalski Oskar",
		"otto kowalski":        "lookup.bearers Kowalski: Kowalski Oskar|Kowalski Bo Adam|Kowalski Łukasz", // begins like Otto
		"adam quentin kowalsk": "lookup.bearers Kowalski: Kowalski Bo Adam|Kowalski Łukasz|Kowalski Oskar", // two of three
		"kowalska quentin":     "lookup.bearers Kowalski: Kowalski Bo Adam|Kowalski Łukasz|Kowalski Oskar",
		"quentin kovalskki":    "lookup.bearers Kowalski: Kowalski Bo Adam|Kowalski Łukasz|Kowalski Oskar",
		"aho quentin":          "lookup.bearers Aho: Aho Aino", // not Ahola: a whole name comes before beginnings
		"ahol quentin":         "lookup.bearers Ahola: Ahola Ville",
		"aho kowalski":         "lookup.similar: Kowalski Bo Adam|Aho Aino|Kowalski Łukasz|Kowalski Oskar",
		"kowalski oskar":       ": Kowalski Oskar",
		"quentin":              ": ", "quentin zzz": ": ", "ko quentin": ": ", "aino quentin": "lookup.bearers Aino: Aino Urho",
	} {
		t.Run(query, func(t *testing.T) {
			hits := SearchAll(indexes, query, 10)
			note, _ := PartialNote(hits)
			got := strings.TrimSpace(note.Key + " " + strings.Trim(fmt.Sprint(note.Args...), "[]"))
			if got += ": " + strings.Join(names(hits), "|"); got != want {
				t.Errorf("%q finds %q, want %q", query, got, want)
			}
		})
	}
	if got := SearchAll(indexes, "kowalski quentin", 2); len(got) != 2 {
		t.Errorf("limit 2 gives %v", names(got))
	}
	crowd := &List{}
	for range mostBearers + 1 {
		crowd.Entries = append(crowd.Entries, Entry{Family: "Li", Given: "Ming"})
	}
	if got := SearchAll([]*Index{NewIndex(crowd)}, "li quentin", 10); len(got) != 0 {
		t.Errorf("a name of a crowd gives %v", names(got))
	}
}

// Working memory left by a search does not change the next search, nor a concurrent one.
func TestSearchAgain(t *testing.T) {
	queries := []string{"aho aino", "kowalski quentin", "muller", "zi li ming", "a", "berg", "xyzzy xyzzy", "kowlasky", "a b c d e f g h i"}
	used := NewIndex(people())
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				for _, q := range queries {
					got, want := SearchAll([]*Index{used}, q, 10), SearchAll([]*Index{NewIndex(people())}, q, 10)
					if !slices.Equal(names(got), names(want)) {
						t.Errorf("%q: %q, then %q", q, names(want), names(got))
					}
				}
			}
		})
	}
	group.Wait()
}

func FuzzSearch(f *testing.F) {
	for _, s := range []string{
		"aho aino", "90000004", "müller", "ЙВАНОВА", "a a a a a a a a a a", "kowalski quentin", "Ковальски", "Kowalska, Łucja", "zz hh cc jj ckck", "æœß", "Honza ová",
	} {
		f.Add(s)
	}
	indexes := []*Index{NewIndex(people()), NewIndex(people())}
	f.Fuzz(func(t *testing.T, query string) {
		hits := SearchAll(indexes, query, 5)
		if len(hits) > 5 {
			t.Errorf("%q: %d hits", query, len(hits))
		}
		for i, h := range hits {
			if h.Partial != hits[0].Partial || i > 0 && h.cost < hits[i-1].cost {
				t.Errorf("%q: %+v after %+v", query, h, hits[i-1])
			}
		}
		if all := append(indexes[0].Search(query, 5), indexes[0].Search(spelling.InLatin(query), 5)...); len(all) > 0 == (len(hits) == 0 || hits[0].Partial) {
			t.Errorf("%q: %d hits in one list, %d in two", query, len(all), len(hits))
		}
	})
}
