package page

import (
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/templates"
)

// A name is read out in the order of the player's country.
func TestSpokenName(t *testing.T) {
	for _, c := range []struct{ family, given, country, want string }{
		{"Aho", "Aino", "FI", "Aino Aho"},
		{"Соколова", "Мария", "FI", "Мария Соколова"},
		{"Nagy", "Béla", "HU", "Nagy Béla"},
		{"李", "静", "FI", "李 静"},
		{"Berg", "", "SE", "Berg"},
		{"", "Bo", "SE", "Bo"},
	} {
		t.Run(c.want, func(t *testing.T) {
			p := tournament.Player{Family: c.family, Given: c.given, Country: c.country}
			if got := SpokenName(&p); got != c.want {
				t.Errorf("%+v is spoken of as %q", c, got)
			}
		})
	}
}

// The code of the last tournament is formatted as its day.
func TestLastPlayed(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	en := catalog.Language("en")
	for code, want := range map[string]string{
		"T251006A": "6 October 2025", "E960707": "7 July 1996", "T160423AC": "23 April 2016",
		"T251306A": "T251306A", "Paris": "Paris", "": "",
	} {
		t.Run("code "+code, func(t *testing.T) {
			if got := LastPlayed(en, code); got != want {
				t.Errorf("%q is said %q, want %q", code, got, want)
			}
		})
	}
}

// A long name keeps its family name whole and gives its given names as initials.
func TestBriefName(t *testing.T) {
	for _, c := range []struct{ family, given, want string }{
		{"Aho", "Veikko", "Aho Veikko"},
		{"Vesilampi-Björkfjällen", "Karin-Margareta", "Vesilampi-Björkfjällen K.\u2011M."},
		{"Constantinopoulou", "Maria Elena", "Constantinopoulou M. E."}, // 29 letters
		{"Constantinopoulou-X", "Maria Eleni", "Constantinopoulou-X M. E."},
		{"Vesilampi-Björkfjällen-Ståhlberg", "", "Vesilampi-Björkfjällen-Ståhlberg"},
	} {
		if got := brief(&tournament.Player{Family: c.family, Given: c.given}); got != c.want {
			t.Errorf("%s %s is %q, want %q", c.family, c.given, got, c.want)
		}
	}
}

// A column of the display page has initials for given names, and Chinese signs as a whole.
func TestShortName(t *testing.T) {
	for _, c := range []struct{ family, given, want string }{
		{"Kratochvílová", "Žofie", "Kratochvílová Žofie"},
		{"Wojciechowska", "Małgorzata", "Wojciechowska M."},
		{"Vesilampi-Björkfjällen", "Karin-Maria", "Vesilampi-B. K.\u2011M."},
		{"Sasaki 佐々木", "Kenta 健太", "Sasaki 佐々木 K. 健太"},
	} {
		if got := ShortName(&tournament.Player{Family: c.family, Given: c.given}); got != c.want {
			t.Errorf("%s %s is %q, want %q", c.family, c.given, got, c.want)
		}
	}
}

// Players with one family name have initials in the rounds of the standings, players with one name the rank.
func TestSurnames(t *testing.T) {
	var players []tournament.Player
	for i, c := range []struct {
		family, given, want string
		rank                rank.Rank
	}{
		{"Aho", "Aino", "Aho", rank.Kyu(5)},
		{"Niskanen", "Tuuli", "Niskanen T.", rank.Kyu(5)},
		{"Niskanen", "Veikko", "Niskanen V.", rank.Kyu(5)},
		{"Ek", "Ida", "Ek Ida", rank.Kyu(5)},
		{"Ek", "Isa", "Ek Isa", rank.Kyu(5)},
		{"Ek", "", "Ek", rank.Kyu(5)},
		{"K.", "E.", "K. E. 5k", rank.Kyu(5)},
		{"K.", "E.", "K. E. 6k", rank.Kyu(6)},
		{"Berg", "Bo", "Berg 1", rank.Kyu(6)},
		{"Berg", "Bo", "Berg 2", rank.Kyu(6)},
	} {
		players = append(players, tournament.Player{ID: tournament.PlayerID(i + 1), Family: c.family, Given: c.given, Rank: c.rank, Notes: c.want})
	}
	names := Surnames(&tournament.Tournament{Players: players})
	for _, p := range players {
		if got := names[p.ID]; got != p.Notes {
			t.Errorf("%s is %q, want %q", p.Name(), got, p.Notes)
		}
	}
}

// A round of the standings has the family name alone, or all of a hidden name.
func TestSurname(t *testing.T) {
	for _, c := range []struct{ family, given, want string }{
		{"Aho", "Veikko", "Aho"},
		{"Vesilampi-Björkfjällen", "Karin", "Vesilampi-B."},
		{"G.", "G.", "G. G."},
		{"M. A.", "K.", "M. A. K."},
	} {
		if got := surname(&tournament.Player{Family: c.family, Given: c.given}); got != c.want {
			t.Errorf("%s %s is %q, want %q", c.family, c.given, got, c.want)
		}
	}
}
