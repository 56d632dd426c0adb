package roster

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// One line with cells among the lines of a mail is read like the others.
func TestMailWithALineOfCells(t *testing.T) {
	for _, odd := range []string{"Niskanen; Saara; 3k; Turku", "Niskanen\tSaara\t3k\tTurku", "Niskanen Saara | 3k | Turku", "4. Niskanen Saara 3k Turku"} {
		lines := []string{"1. Aho Aino 5k Helsinki", "2. Mäki Väinö 12k Tampere", odd, "3. Ek Ida 1d Turku"}
		s, err := Read([]byte(strings.Join(lines, "\n")), &tournament.Tournament{}, Options{})
		if err != nil {
			t.Fatal(odd, err)
		}
		var got []string
		for _, row := range s.Rows {
			p := row.Player
			got = append(got, p.Family+" "+p.Given+" "+p.Rank.String()+" "+p.Club)
		}
		want := "Aho Aino 5k Helsinki, Mäki Väinö 12k Tampere, Niskanen Saara 3k Turku, Ek Ida 1d Turku"
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("with the line %q: %s, want %s", odd, got, want)
		}
	}
}

func TestLinesPartCountryClubAndNumber(t *testing.T) {
	for line, want := range map[string]rankText{
		"Aino Aho, 1d, Kupla, FI":          {name: "Aino Aho", rank: "1d", club: "Kupla", country: "FI"},
		"Aino Aho 1d, FI Kupla":            {name: "Aino Aho", rank: "1d", club: "Kupla", country: "FI"},
		"Aino Aho 1d Go Kupla, Finland":    {name: "Aino Aho", rank: "1d", club: "Go Kupla", country: "FI"},
		"Aino Aho 1d Kupla (FI)":           {name: "Aino Aho", rank: "1d", club: "Kupla", country: "FI"},
		"Aino Aho 1d Kupla EGD 90000123":   {name: "Aino Aho", rank: "1d", club: "Kupla", egd: "90000123"},
		"Aino Aho 1d Kupla, Uusi Kaupunki": {name: "Aino Aho", rank: "1d", club: "Kupla, Uusi Kaupunki"},
		"Aino Aho 1d Finland":              {name: "Aino Aho", rank: "1d", country: "FI"},
	} {
		t.Run(line, func(t *testing.T) {
			if got := partLine(line); got != want {
				t.Errorf("partLine(%q) = %+v, want %+v", line, got, want)
			}
		})
	}
}

// lettersOf counts the letters and figures of a text.
func lettersOf(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			n++
		}
	}
	return n
}

func FuzzPartLine(f *testing.F) {
	f.Add("1. Pekka Heinonen 12k Helsinki")
	f.Add("Dr. Aino Aho (90000001) 2 dan FI HGS")
	f.Add("Niskanen (HelGo) Tuuli noin 10k-9k (KGS, uusi) tulee [myöhässä]")
	f.Fuzz(func(t *testing.T, line string) {
		l := partLine(line)
		name, _ := cutNumber(l.name)
		name, _ = cutTitle(name)
		if len(name) > len(line) || len(l.club) > len(line) {
			t.Fatalf("%q is parted into %+v", line, l)
		}
		// Texts are decoded before: between broken bytes a cut would make letters.
		if words := lettersOf(line); utf8.ValidString(line) && l.rank != "" && l.country == "" && l.egd == "" && listMark.FindString(line) == "" {
			if parts := lettersOf(l.name + l.rank + l.rating + l.club + l.note); parts != words {
				t.Fatalf("%q loses letters: %+v", line, l)
			}
		}
		isTotal(line)
		readStatus(line)
		rank.Scale{}.Rank(line)
	})
}
