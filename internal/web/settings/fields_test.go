package settings

import (
	"testing"

	"tourney/internal/tournament"
)

// Players who settle their games may report results: the switch is on, and an unchanged form changes nothing.
func TestReportsOfPlayersWhoSettle(t *testing.T) {
	s := tournament.Settings{PlayersSettle: true}
	field := reportField()
	if got := field.Write(&s); got != "on" {
		t.Errorf("the switch is %q while players settle their games", got)
	}
	if err := field.Read(&s, "on"); err != nil || s.PlayerResults {
		t.Errorf("an unchanged form sets reports, %v", err)
	}
	s.PlayersSettle = false
	if err := field.Read(&s, "on"); err != nil || !s.PlayerResults {
		t.Errorf("reports end with settling, %v", err)
	}
}

func FuzzParseTables(f *testing.F) {
	for _, text := range []string{"13, 20-25", "1–3;4", "..", "-", "9-8-7", "99999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tables, err := parseTables(text)
		if err != nil {
			return
		}
		if len(tables) == 0 || len(tables) > mostRanges {
			t.Fatalf("%q gives %d ranges", text, len(tables))
		}
		for _, r := range tables {
			again, err := parseTables(r.String())
			if r.From >= 0 && r.To >= 0 && (err != nil || again[0] != r) {
				t.Errorf("%q gives %v, which reads back as %v, %v", text, r, again, err)
			}
		}
	})
}
