package ratinglist

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestMatch(t *testing.T) {
	ix := NewIndex(people())
	p := func(family, given, country, egd string) tournament.Player {
		return tournament.Player{ID: 7, Family: family, Given: given, Country: country, EGD: egd, Rank: rank.Kyu(5), Rating: rank.Points(1600), RatingOrigin: "EGF"}
	}
	for _, tt := range []struct {
		player   tournament.Player
		state    State
		first    string // number of the first candidate
		count    int
		findings string
	}{
		{p("Aho", "Aino", "FI", "90000001"), Found, "90000001", 1, ""},
		{p("Virtanen", "Aino", "FI", "90000001"), Found, "90000001", 1, "ratinglist.match.name"}, // married since
		{p("Aho", "Aino", "FI", ""), Found, "90000001", 1, ""},
		{p("Aino", "Aho", "", ""), Found, "90000001", 1, ""}, // names exchanged
		{p("Dvorak", "Jiri", "CZ", ""), Found, "90000007", 1, ""},
		{p("Aho", "Aino", "SE", ""), Several, "90000001", 1, ""},         // another country
		{p("Aho", "Aino", "FI", "90099999"), Several, "90000001", 1, ""}, // another number
		{p("Nieminen", "Aada", "SE", ""), Several, "91000016", 2, ""},    // two with the name, the Swede first
		{p("Muller", "Jorg", "AT", ""), Several, "90000004", 2, ""},
		{p("Kovalski", "Lukas", "PL", ""), Several, "90000006", 1, ""}, // misspelt
		{p("Zzyzx", "Xyz", "FI", ""), Missing, "", 0, ""},
		{p("", "", "", ""), Missing, "", 0, ""},
	} {
		t.Run(fmt.Sprintf("%s %s %s", tt.player.Name(), tt.player.Country, tt.player.EGD), func(t *testing.T) {
			m := ix.Match([]tournament.Player{tt.player})[0]
			first := ""
			if len(m.Candidates) > 0 {
				first = m.Candidates[0].EGD
			}
			var findings []string
			for _, n := range m.Findings {
				findings = append(findings, n.Key)
			}
			if m.Player != 7 || m.State != tt.state || first != tt.first || len(m.Candidates) != tt.count || strings.Join(findings, " ") != tt.findings {
				t.Errorf("%s %s %s: %s, %d candidates, first %s, findings %v; want %s, %d, %s, %s",
					tt.player.Name(), tt.player.Country, tt.player.EGD, m.State, len(m.Candidates), first, findings, tt.state, tt.count, tt.first, tt.findings)
			}
		})
	}
}

// The European lists write UK for GB: a British player is found by name all the
// same.
func TestMatchInBritain(t *testing.T) {
	l := people()
	l.Entries[4].Country = country("uk")
	p := tournament.Player{ID: 1, Family: "van der Berg", Given: "Bo", Country: "GB"}
	if m := NewIndex(l).Match([]tournament.Player{p})[0]; m.State != Found || l.Entries[4].Country != "GB" {
		t.Errorf("%s in %s", m.State, l.Entries[4].Country)
	}
}

func TestMatchShowsDifferences(t *testing.T) {
	l := people()
	l.Entries[0].Rating, l.Entries[0].Rank, l.Entries[0].Club = rank.Points(1711), rank.Kyu(7), "Test"
	ix := NewIndex(l)
	p := tournament.Player{ID: 1, Family: "Aho", Given: "Aino", Rank: rank.Kyu(2), Rating: rank.Points(1690), RatingOrigin: "EGF", Country: "FI"}
	m := ix.Match([]tournament.Player{p})[0]
	want := []Difference{{Rating, "1690", "1711"}, {"last-rank", "", "7k"}, {EGDNumber, "", "90000001"}, {Club, "", "Test"}}
	if diff := cmp.Diff(want, m.Differences); diff != "" {
		t.Error(diff)
	}
	wantFindings(t, m.Findings, "0 ratinglist.rank.rating, 0 ratinglist.rank.jump")
	if p.EGD != "" {
		t.Error("matching changed the player")
	}
	now := l.Fill(p, m.Candidates[0])
	if now.Rank != rank.Kyu(2) || now.LastRank != rank.Kyu(7) || now.Rating != rank.Points(1711) || now.EGD != "90000001" {
		t.Errorf("%+v", now)
	}
	if again := ix.Match([]tournament.Player{now})[0]; len(again.Differences) != 0 {
		t.Errorf("differences after filling in: %v", again.Differences)
	}
}

func TestFillANewPlayer(t *testing.T) {
	l, _ := read1(t, ffgSample)
	p := l.Fill(tournament.Player{}, &l.Entries[0])
	want := tournament.Player{
		Family: "DUPONTEL", Given: "Zoé", Rank: rank.Kyu(3), Rating: rank.Points(1778), RatingOrigin: "FFG",
		Country: "FR", Club: "75Te", FFG: "90AB123", FFGStatus: "L",
	}
	if diff := cmp.Diff(want, p, cmp.AllowUnexported(rank.Rating{})); diff != "" {
		t.Error(diff)
	}
	l, _ = read1(t, agaSample)
	if p := l.Fill(tournament.Player{Country: "CA"}, &l.Entries[0]); p.AGA != "90001" || p.AGAExpiry != "12/31/2026" || p.Country != "CA" {
		t.Errorf("%+v", p)
	}
	unrated := tournament.Player{Rating: rank.Points(900), RatingOrigin: "MAN"}
	if p := l.Fill(unrated, &l.Entries[2]); p.Rating != unrated.Rating || p.RatingOrigin != "MAN" {
		t.Errorf("an unrated entry takes the rating away: %+v", p)
	}
	// A table does not name the origin of its ratings: the same one keeps its origin.
	table := &List{Entries: []Entry{{Line: 1, Family: "A", Rating: rank.Points(1600)}, {Line: 2, Family: "B", Rating: rank.Points(1700)}}}
	rated := tournament.Player{Rating: rank.Points(1600), RatingOrigin: "EGF"}
	if p := table.Fill(rated, &table.Entries[0]); p.RatingOrigin != "EGF" || p.LastRank.Valid() {
		t.Errorf("the same rating in a table: %+v", p)
	}
	if p := table.Fill(rated, &table.Entries[1]); p.Rating.Points() != 1700 || p.RatingOrigin != "" {
		t.Errorf("another rating in a table: %+v", p)
	}
}

func TestDoubts(t *testing.T) {
	european := &List{Origin: "EGF"}
	for _, tt := range []struct {
		declared, grade, last rank.Rank
		rating                int
		want                  string
	}{
		{rank.Kyu(5), rank.None, rank.Kyu(5), 1600, ""},
		{rank.Kyu(4), rank.None, rank.Kyu(5), 1649, ""},
		{rank.Kyu(3), rank.None, rank.Kyu(4), 1649, "0 ratinglist.rank.rating"}, // 1649 is 5k
		{rank.Kyu(7), rank.None, rank.Kyu(7), 1600, "0 ratinglist.rank.rating"},
		{rank.Dan1, rank.None, rank.Kyu(2), 2060, "0 ratinglist.rank.jump"},
		{rank.Dan1, rank.None, rank.Kyu1, 2060, ""},
		{rank.Dan1, rank.Kyu(5), rank.Kyu(5), 1600, ""}, // plays as 1d, declares 5k
		{rank.Pro1, rank.None, rank.Pro1, 2400, ""},
		{rank.None, rank.None, rank.Kyu1, 2060, ""},
	} {
		t.Run(fmt.Sprintf("declared %s, graded %s, last %s, rated %d", tt.declared, tt.grade, tt.last, tt.rating), func(t *testing.T) {
			p := tournament.Player{Rank: tt.declared, Grade: tt.grade}
			e := Entry{EGD: "90000001", Rank: tt.last, Rating: rank.Points(tt.rating)}
			wantFindings(t, european.Doubts(&p, &e), tt.want)
		})
	}
	p := tournament.Player{Rank: rank.Dan1}
	if got := (&List{}).Doubts(&p, &Entry{EGD: "90000001", Rank: rank.Kyu(5)}); got != nil {
		t.Errorf("a table does not know the last tournament: %v", got)
	}
	if got := european.Doubts(&tournament.Player{Rank: rank.Dan1}, &Entry{}); got != nil {
		t.Errorf("an empty entry: %v", got)
	}
}

// A player made from an entry of a list is found in it, and nothing differs.
func TestMatchProperties(t *testing.T) {
	l := people()
	ix := NewIndex(l)
	rapid.Check(t, func(t *rapid.T) {
		e := &l.Entries[rapid.IntRange(0, len(l.Entries)-1).Draw(t, "entry")]
		p := l.Fill(tournament.Player{}, e)
		if rapid.Bool().Draw(t, "no number") {
			p.EGD, p.FFG = "", ""
		}
		m := ix.Match([]tournament.Player{p})[0]
		found := false
		for _, c := range m.Candidates {
			found = found || c == e
		}
		if !found || m.State == Missing || p.EGD != "" && (m.State != Found || len(m.Differences) > 0) {
			t.Fatalf("%+v: %+v", p, m)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	l := large(50_000)
	ix := NewIndex(l)
	var players []tournament.Player
	for i := range 300 {
		p := l.Fill(tournament.Player{}, &l.Entries[i*150])
		switch i % 3 {
		case 1:
			p.EGD = ""
		case 2:
			p.EGD, p.Family = "", p.Family+"x"
		}
		players = append(players, p)
	}
	b.ReportAllocs()
	for b.Loop() {
		ix.Match(players)
	}
}

// A player is found again in a list by any number, however it is written; only other
// numbers of the same federations part namesakes.
func TestEntryIs(t *testing.T) {
	for _, tt := range []struct {
		entry  Entry
		player tournament.Player
		want   bool
	}{
		{Entry{Family: "Aho", Given: "Aino"}, tournament.Player{Family: "AHO", Given: "Aino"}, true},
		{Entry{Family: "Aho", Given: "Aino"}, tournament.Player{Family: "Aho", Given: "Anna"}, false},
		{Entry{Family: "Aho", EGD: "90000001"}, tournament.Player{Family: "Berg", EGD: "90000001"}, true},
		{Entry{Family: "Aho", EGD: "90000001"}, tournament.Player{Family: "Aho", EGD: "90000002"}, false},
		{Entry{Family: "Aho", EGD: "90000001"}, tournament.Player{Family: "Aho"}, true},
		{Entry{Family: "Aho"}, tournament.Player{Family: "Aho", EGD: "90000001"}, true},
		{Entry{Family: "Aho", EGD: "90000001"}, tournament.Player{Family: "Aho", AGA: "77"}, true},
		{Entry{Family: "Aho", EGD: "90000001"}, tournament.Player{Family: "Berg", AGA: "90000001"}, false},
		{Entry{Family: "Aho", EGD: "90000001", AGA: "77"}, tournament.Player{Family: "Berg", EGD: "90000002", AGA: "77"}, true},
		{Entry{Family: "Aho", AGA: "0077"}, tournament.Player{Family: "Berg", AGA: "77"}, true},
	} {
		if got := tt.entry.Is(&tt.player); got != tt.want {
			t.Errorf("%+v is %+v: %t, want %t", tt.player, tt.entry, got, tt.want)
		}
	}
}
