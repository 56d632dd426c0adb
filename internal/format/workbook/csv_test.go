package workbook

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func TestCSVIsSafe(t *testing.T) {
	tn := formattest.Small(t)
	tn.Players[0].FFG, tn.Players[1].AGA, tn.Players[1].Born = "7300012", "90001", 2008
	var b bytes.Buffer
	if _, err := WritePlayers(&b, tn, nil); err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(b.Bytes(), file.UTF8Mark)))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) && cell != "-200" {
				t.Errorf("%q can be taken for a formula", cell)
			}
		}
	}
	b.Reset()
	if _, err := WriteStandings(&b, tn, nil); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, ";3+/w3;3=/b;31.5;") || !strings.Contains(text, `"'=HYPERLINK`) {
		t.Errorf("standings:\n%s", text)
	}

	b.Reset()
	finnish := func(key string, _ ...any) string {
		if key == "language.decimal" {
			return ","
		}
		return key
	}
	if _, err := WriteStandings(&b, tn, finnish); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, ";3+/w3;3=/b;31,5;") {
		t.Errorf("with a decimal comma:\n%s", text)
	}
}

// The list of players names reserves as such, as the pages do.
func TestReservesAreNamed(t *testing.T) {
	tn := formattest.Small(t)
	tn.Settings.SignUp.Limit = len(tn.Players)
	p := tournament.Player{Family: "Late", Rank: tn.Players[0].Rank}
	if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := WritePlayers(&b, tn, nil); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Count(text, "reserve") != 1 || strings.Contains(text, "preliminary") {
		t.Errorf("players:\n%s", text)
	}
}
