package beyond

import (
	"testing"

	"tourney/internal/beyond/push"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A message names the table, the colour and both players, in the language of the browser.
func TestMessageTexts(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	snapshot, err := s.Director.Snapshot(t.Context(), "spring-cup")
	s.Check(err)
	write := pushConfig(s.Server.Site).Write
	players := snapshot.Tournament.Players
	game := func(change func(*tournament.Game)) push.Pairing {
		g := tournament.Game{Round: 3, Table: 7, Black: players[1].ID, White: players[0].ID}
		change(&g)
		return push.Pairing{Round: 3, Game: &g}
	}
	same := func(*tournament.Game) {}
	for _, tt := range []struct {
		player   int
		pairing  push.Pairing
		language string
		want     string
	}{
		{0, game(same), "en", "Round 3: table 7, you are White"}, {1, game(same), "en", "Round 3: table 7, you are Black"},
		{0, game(same), "fi", "3. kierros: pöytä 7, pelaat valkoisilla"}, {1, game(same), "unknown", "Round 3: table 7, you are Black"},
		{0, game(func(g *tournament.Game) { g.ColoursOpen = true }), "en", "Round 3: table 7"},
		{0, push.Pairing{Round: 3}, "pl", "Runda 3: masz wolny los"},
	} {
		got := write(snapshot, players[tt.player].ID, tt.pairing, tt.language)
		body := players[tt.player].Name() + " " + players[tt.player].Rank.String()
		if tt.pairing.Game != nil {
			other := players[1-tt.player]
			body += " – " + other.Name() + " " + other.Rank.String()
		}
		if got.Title != tt.want || got.Body != body {
			t.Errorf("%q %q, want %q %q", got.Title, got.Body, tt.want, body)
		}
	}
}
