package signup

import (
	"strings"
	"testing"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/templates"
)

// Letters begin as is usual in each language: a greeting, a blank line, and a sentence with the usual first letter
// after a greeting. Dates and place are in brackets, so that the sentence needs no comma after them.
func TestLettersBegin(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	tn, err := tournament.New(tournament.Info{
		Slug: "cup", Name: "Autumn Cup", Begin: tournament.DateOf(day), End: tournament.DateOf(day.AddDate(0, 0, 1)), Place: "Helsinki", Country: "FI",
	}, settings)
	if err != nil {
		t.Fatal(err)
	}
	p := &tournament.Player{ID: 1, Family: "Aho", Given: "Ida", Rank: rank.Dan(1)}
	for code, want := range map[string]map[letterKind]string{
		"en": {
			letterPlace: "Hello Ida,\n\nA place in Autumn Cup (29–30 November 2026, Helsinki FI) is held for you.\n\n",
			letterMoved: "Hello Ida,\n\nA place has become free: you now have a place in Autumn Cup (29–30 November 2026, Helsinki FI).\n\n",
			letterFee:   "Hello Ida,\n\nYour fee for Autumn Cup (29–30 November 2026, Helsinki FI) is ",
		},
		"fi": {letterPlace: "Hei Ida,\n\nSinulle on varattu paikka turnauksessa Autumn Cup (29.–30. marraskuuta 2026, Helsinki FI).\n\n"},
		"pl": {letterPlace: "Cześć, Ida,\n\nmasz zarezerwowane miejsce w turnieju Autumn Cup (29–30 listopada 2026, Helsinki FI).\n\n"},
		"cs": {letterPlace: "Dobrý den,\n\nmáte rezervované místo v turnaji Autumn Cup (29.–30. listopadu 2026, Helsinki FI).\n\n"},
	} {
		for kind, begin := range want {
			got := writer{catalog.Language(code), tn, p, "https://go.example.org/t/cup/me/1", day}.letter(kind).Text
			if !strings.HasPrefix(got, begin) {
				t.Errorf("%s, %s begins %q, want %q", code, kind, got, begin)
			}
		}
	}
	tn.Info.Begin, tn.Info.End, tn.Info.Place, tn.Info.Country = tournament.Date{}, tournament.Date{}, "", ""
	got := writer{catalog.Language("en"), tn, p, "https://go.example.org/t/cup/me/1", day}.letter(letterPlace).Text
	if !strings.HasPrefix(got, "Hello Ida,\n\nA place in Autumn Cup is held for you.\n\n") {
		t.Errorf("without dates and place: %q", got)
	}
}
