package page

import (
	"testing"

	"tourney/internal/tournament"
)

// A name is read out as the person's country says it.
func TestCalledName(t *testing.T) {
	for _, c := range []struct{ family, given, country, want string }{
		{"Aho", "Aino", "FI", "Aino Aho"},
		{"Соколова", "Мария", "FI", "Мария Соколова"},
		{"Nagy", "Béla", "HU", "Nagy Béla"},
		{"李", "静", "FI", "李 静"},
		{"Berg", "", "SE", "Berg"},
		{"", "Bo", "SE", "Bo"},
	} {
		p := tournament.Player{Family: c.family, Given: c.given, Country: c.country}
		if got := SpokenName(&p); got != c.want {
			t.Errorf("%+v is called %q", c, got)
		}
	}
}
