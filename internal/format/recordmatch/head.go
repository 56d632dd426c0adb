package recordmatch

import (
	"strconv"

	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
)

// WriteHead writes the players, the event and the terms of a game at the head of a record.
func WriteHead(b *sgf.Builder, t *tournament.Tournament, g *tournament.Game) {
	b.Set("EV", t.Info.Name)
	b.Set("RO", strconv.Itoa(g.Round))
	for _, side := range []struct {
		name, rank string
		id         tournament.PlayerID
	}{{"PB", "BR", g.Black}, {"PW", "WR", g.White}} {
		if p := t.Player(side.id); p != nil {
			b.Set(side.name, p.Name())
			b.Set(side.rank, p.Rank.String())
		}
	}
	b.Set("KM", g.Komi.String())
}
