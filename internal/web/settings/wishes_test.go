package settings

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

func TestCliques(t *testing.T) {
	apart := func(a, b, until int) tournament.Wish {
		return tournament.Wish{A: tournament.PlayerID(a), B: tournament.PlayerID(b), Kind: tournament.Apart, Until: until}
	}
	var got []string
	for _, c := range cliques([]tournament.Wish{
		apart(1, 2, 0), apart(2, 3, 0), apart(1, 3, 0), // a triangle
		apart(4, 5, 0), apart(5, 6, 0), // a path
		apart(7, 8, 2), apart(8, 9, 0), // until different rounds
		{A: 1, B: 9, Kind: tournament.Together},
	}) {
		var ids []string
		for _, p := range c.players {
			ids = append(ids, strconv.Itoa(int(p)))
		}
		got = append(got, strings.Join(ids, "-"))
	}
	if want := []string{"1-2-3", "4-5", "5-6", "7-8", "8-9"}; !slices.Equal(got, want) {
		t.Errorf("rows %v, want %v", got, want)
	}
}
