package public

import (
	"math"
	"slices"

	"tourney/internal/rating"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// gain says what the tournament does to a player's rating, nil before the first
// game.
func (v *Visit) gain(id tournament.PlayerID) *page.GainView {
	r := v.report()
	if !slices.ContainsFunc(r.Games, func(g rating.Game) bool { return g.Black.Player == id || g.White.Player == id }) {
		return nil
	}
	view := page.NewGainView(v.Lang, v.Tournament, r, r.Player(id))
	return &view
}

// report rates the tournament, once for a visit.
func (v *Visit) report() *rating.Report {
	if v.rated == nil {
		v.rated = rating.Rate(v.Tournament, rating.OptionsOf(v.Tournament.Settings))
	}
	return v.rated
}

// rate says what was to be expected of a game, and what it brought.
func (v *Visit) rate(card *cardView, id tournament.PlayerID, g *tournament.Game) {
	games := v.report().Games
	i := slices.IndexFunc(games, func(r rating.Game) bool { return r.ID == g.ID })
	if i < 0 {
		return
	}
	side := games[i].Black
	if g.White == id {
		side = games[i].White
	}
	card.Expected = v.Lang.T("gain.percent", int(math.Round(100*side.Expected)))
	if games[i].Rated && v.report().Formula != rating.AGA {
		card.Gained = page.Signed(v.Lang, side.Gain)
	}
}
