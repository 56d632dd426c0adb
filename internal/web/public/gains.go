package public

import (
	"slices"

	"tourney/internal/results/rating"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// gain returns the change of a player's rating by the tournament, nil before the
// first game.
func (v *Visit) gain(id tournament.PlayerID) *page.GainView {
	r := v.Rating()
	if !slices.ContainsFunc(r.Games, func(g rating.Game) bool { return g.Black.Player == id || g.White.Player == id }) {
		return nil
	}
	view := page.NewGainView(v.Lang, v.Tournament, r, r.Player(id))
	return &view
}

// addRating sets the expected score of a player's game, and its rating points.
func (v *Visit) addRating(card *cardView, id tournament.PlayerID, g *tournament.Game) {
	games := v.Rating().Games
	i := slices.IndexFunc(games, func(r rating.Game) bool { return r.ID == g.ID })
	if i < 0 {
		return
	}
	side := games[i].Black
	if g.White == id {
		side = games[i].White
	}
	card.Expected = v.Lang.T("gain.percent", page.Percent(side.Expected))
	if games[i].Rated && v.Rating().Formula != rating.AGA {
		card.Gained = page.Signed(v.Lang, side.Gain)
	}
}
