package roster

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
)

// readRow formats the only doubtful row of a list: name, rank, country, club and notes, and the keys of its findings.
func readRow(t *testing.T, list string, number int) string {
	t.Helper()
	s, err := Read([]byte(list), &tournament.Tournament{Settings: tournament.Settings{Rounds: 5}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Rows {
		if r.Number != number {
			continue
		}
		p := r.Player
		parts := []string{p.Family, p.Given, p.Rank.String(), p.Country, p.Club, p.Notes}
		for _, f := range r.Findings {
			parts = append(parts, f.Severity.String()+" "+strings.TrimPrefix(f.Key, "roster.row."))
		}
		return strings.Join(parts, "|")
	}
	t.Fatalf("row %d is missing", number)
	return ""
}

// Lines of mails have federations, servers, clubs and words beside the rank, in brackets or without.
func TestLinesWithTextsBesideTheRank(t *testing.T) {
	for line, want := range map[string]string{
		"Niskanen Tuuli 10k (HelGo) tulee vähän myöhässä": "Niskanen|Tuuli|10k||HelGo|tulee vähän myöhässä|warning note",
		"Niskanen Tuuli (10k, HelGo, tulee myöhässä)":     "Niskanen|Tuuli|10k||HelGo|tulee myöhässä|warning note",
		"Niskanen Tuuli 12k HelGo tulee myöhässä":         "Niskanen|Tuuli|12k||HelGo|tulee myöhässä|warning note",
		"Niskanen Tuuli 12k [HelGo] - vegan":              "Niskanen|Tuuli|12k||HelGo|vegan",
		"Niskanen Tuuli 12k HelGo (cancelled)":            "Niskanen|Tuuli|12k||HelGo|cancelled|warning note.cancelled",
		"Niskanen Tuuli 12k (HelGo) (FI)":                 "Niskanen|Tuuli|12k|FI|HelGo|",
		"Niskanen Tuuli (HelGo, 9k)":                      "Niskanen|Tuuli|9k||HelGo||info club",
		"Niskanen (HelGo) Tuuli 9k":                       "Niskanen|Tuuli|9k||HelGo||info club",
		"Niskanen (Tuulikki) Tuuli 9k HelGo":              "Niskanen|Tuuli|9k||HelGo|Tuulikki",
		"Niskanen Tuuli (HelGo)":                          "Niskanen|Tuuli|||HelGo||info club|error rank.missing",
		"Niskanen Tuuli 15k?":                             "Niskanen|Tuuli|15k||||warning rank.read",
		"Niskanen Tuuli 12k ? HelGo":                      "Niskanen|Tuuli|12k||HelGo||warning rank.read",
		"Niskanen Tuuli 3 kyu? HelGo":                     "Niskanen|Tuuli|3k||HelGo||warning rank.read",
		"Niskanen Tuuli ~5k HelGo":                        "Niskanen|Tuuli|5k||HelGo||warning rank.read",
		"Niskanen Tuuli 5k-6k HelGo":                      "Niskanen|Tuuli|5k||HelGo||warning rank.read",
		"Niskanen Tuuli 5k - 6k HelGo":                    "Niskanen|Tuuli|5k||HelGo||warning rank.read",
		"Niskanen Tuuli noin 12k HelGo":                   "Niskanen|Tuuli|12k||HelGo||warning rank.read",
		"Niskanen Tuuli (n. 12k) HelGo":                   "Niskanen|Tuuli|12k||HelGo||warning rank.read",
		"Niskanen Tuuli 5k EGF":                           "Niskanen|Tuuli|5k||||warning rank.read",
		"Niskanen Tuuli 8k OGS HelGo":                     "Niskanen|Tuuli|8k||HelGo||warning rank.read",
		"Niskanen Tuuli 8k (OGS) HelGo":                   "Niskanen|Tuuli|8k||HelGo||warning rank.read",
		"Niskanen Tuuli 2k OGS, 4k EGF":                   "Niskanen|Tuuli|4k||||warning rank.read",
		"Niskanen Tuuli (aloittelija, HelGo)":             "Niskanen|Tuuli|20k||HelGo||warning rank.newcomer",
		"Niskanen Tuuli (HelGo, uusi)":                    "Niskanen|Tuuli|20k||HelGo||info club|warning rank.newcomer",
		"Niskanen Tuuli aloittelija HelGo":                "Niskanen|Tuuli|20k||HelGo||warning rank.newcomer",
		"Niskanen Tuuli, začátečnice":                     "Niskanen|Tuuli|20k||||warning rank.newcomer",
		"Niskanen Tuuli ?":                                "Niskanen|Tuuli|||||error rank.missing",
		"Niskanen Tuuli 10k(HelGo)":                       "Niskanen|Tuuli|10k||HelGo|",
		"Niskanen Tuuli 10 k (?)":                         "Niskanen|Tuuli|10k||||warning rank.read",
		"Niskanen Tuuli {10k} HelGo":                      "Niskanen|Tuuli|10k||HelGo|",
		"Niskanen Tuuli 5k/HelGo":                         "Niskanen|Tuuli|5k||HelGo|",
		"Niskanen Tuuli 5k,HelGo":                         "Niskanen|Tuuli|5k||HelGo|",
		"Niskanen Tuuli 5 tai 6k":                         "Niskanen|Tuuli|5k||||warning rank.read",
		"Niskanen Tuuli yli 20k":                          "Niskanen|Tuuli|20k|||yli",
		"Niskanen Tuuli uusi, HelGo":                      "Niskanen|Tuuli|20k||HelGo||warning rank.newcomer",
		"Niskanen Tuuli Aloittelija":                      "Niskanen|Tuuli|20k||||warning rank.newcomer",
		"Niskanen Tuuli aloittelija 25k":                  "Niskanen|Tuuli|25k|||aloittelija",
		"Niskanen Tuuli 4k (3k?)":                         "Niskanen|Tuuli|4k||||warning rank.read",
		"Niskanen Tuuli 5k (Fox)":                         "Niskanen|Tuuli|5k||||warning rank.read",
		"Niskanen Tuuli 5k, 1st tournament":               "Niskanen|Tuuli|5k|||1st tournament",
		"Niskanen Tuuli 12k (vara)":                       "Niskanen|Tuuli|12k|||vara|warning note.waiting",
		"Jan Pavel Nováček":                               "Jan|Pavel Nováček|||||warning name.split|error rank.missing",
		"Kim min-su 5k":                                   "min-su|Kim|5k|||",
		"Aho Nova 5k Tampere":                             "Aho|Nova|5k||Tampere|",
		"Fox Aino 5k Tampere":                             "Fox|Aino|5k||Tampere|",
		"Aho On 5k Tampere":                               "Aho|On|5k||Tampere|",
	} {
		t.Run(line, func(t *testing.T) {
			list := "Aho Aino 5k Helsinki\nMäki Väinö 12k Tampere\n" + line + "\nEk Ida 1d Turku\nBerg Bo 3k Lund"
			if diff := cmp.Diff(want, readRow(t, list, 3)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Commas in brackets are not between cells.
func TestLinesWithCommasInBrackets(t *testing.T) {
	list := "Aho Aino (5k, Helsinki)\nMäki Väinö (aloittelija, HelGo)\nEk Ida (1d, Turku)\n"
	if got, want := readRow(t, list, 2), "Mäki|Väinö|20k||HelGo||warning rank.newcomer"; got != want {
		t.Errorf("the row is %s, want %s", got, want)
	}
}

func TestCellsWithTextsBesideTheRank(t *testing.T) {
	for cell, want := range map[string]string{
		"10k (HelGo) tulee vähän myöhässä": "10k||HelGo|tulee vähän myöhässä|warning note",
		"15k?":                             "15k||||warning rank.read",
		"(aloittelija, HelGo)":             "20k||HelGo||warning rank.newcomer",
		"aloittelija (HelGo)":              "20k||HelGo||warning rank.newcomer",
		"5k (1650)":                        "5k|||",
		"12k HelGo":                        "12k||HelGo|",
		"12k, FI":                          "12k|FI||",
		"12k vegan":                        "12k|||vegan",
		"8k (OGS)":                         "8k||||warning rank.read",
		"5k (EGF 4k)":                      "5k||||warning rank.read",
		"weak 5k":                          "5k||||warning rank.read",
		"12k-ish":                          "12k||||warning rank.read",
		"10k…12k":                          "10k||||warning rank.read",
		"ei rankkia":                       "20k||||warning rank.newcomer",
		"10k → 9k":                         "||||error rank.unreadable",
		"en tiedä":                         "||||error rank.unreadable",
	} {
		t.Run(cell, func(t *testing.T) {
			got := readRow(t, "Name;Rank\nAho, Aino;5k\nNiskanen, Tuuli;\""+cell+"\"\nBerg, Bo;3k", 3)
			if diff := cmp.Diff("Niskanen|Tuuli|"+want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	list := "Name;Rank;Club\nAho, Aino;5k (HelGo);\nNiskanen, Tuuli;9k (HelGo);Kupla\nBerg, Bo;3k (Kupla);Kupla"
	for number, want := range map[int]string{2: "Aho|Aino|5k||HelGo|", 3: "Niskanen|Tuuli|9k||Kupla|HelGo", 4: "Berg|Bo|3k||Kupla|"} {
		if got := readRow(t, list, number); got != want {
			t.Errorf("row %d is %s, want %s", number, got, want)
		}
	}
}
