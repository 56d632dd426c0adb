package page

import (
	"fmt"
	"math"

	"tourney/internal/i18n"
	"tourney/internal/rating"
	"tourney/internal/tournament"
)

// A GainView is what the tournament so far does to a player's rating.
type GainView struct {
	PlayerView
	// New says that the player had no rating and starts at that of the rank.
	New                  bool
	Before, After, Gain  string // After and Gain are empty where the formula gives none
	Up, Down             bool
	Games                int
	Score, Expected      string
	Suggested            string
	Promoted             bool // Suggested is stronger than the declared rank
	Formula, Class, Text string
	Whole                string // that the federation rates the event as a whole
	Lift                 string // that the federation raises the rating first, or may do so
	Points               float64
}

func NewGainView(lang *i18n.Language, t *tournament.Tournament, r *rating.Report, c *rating.Change) GainView {
	gain := math.Round(10*(c.After-c.Before)) / 10
	v := GainView{
		PlayerView: NewPlayerView(t, c.Player), New: c.New, Games: c.Games, Up: gain > 0, Down: gain < 0, Points: c.After,
		Before: lang.Decimal(fmt.Sprintf("%.0f", c.Before)), After: lang.Decimal(fmt.Sprintf("%.1f", c.After)), Gain: Signed(lang, gain),
		Score: lang.Decimal(c.Score.String()), Expected: lang.Decimal(fmt.Sprintf("%.2f", c.Expected)),
		Suggested: c.Suggested.String(), Promoted: c.Suggested > c.Declared,
		Formula: lang.T("formula." + r.Formula.String()), Class: lang.T("class." + string(r.Class)),
	}
	if r.Formula == rating.AGA {
		v.After, v.Gain = "", ""
	}
	switch {
	case r.Class.Weight() == 0:
		v.Text = lang.T("gain.unrated")
		return v
	case r.Formula == rating.AGA:
		v.Whole = lang.T("gain.aga")
		return v
	}
	v.Text = lang.T("gain.would", v.After)
	switch {
	case c.Lift == 0 || c.Games == 0:
	case c.Start > c.Before:
		v.Lift = lang.T("gain.lifted", c.Declared.String(), t.Player(c.Player).LastRank.String(), int(c.Before), int(c.Start))
	default:
		v.Lift = lang.T("gain.lift", c.Declared.String(), int(c.Before), int(c.Lift))
	}
	return v
}

// Signed writes points won or lost with their sign.
func Signed(lang *i18n.Language, points float64) string {
	text := lang.Decimal(fmt.Sprintf("%.1f", points))
	if points > 0 {
		return "+" + text
	}
	return text
}

// Odds say what the ratings expect of a game, Black first; nothing of a game
// with a ghost.
func Odds(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) (short, words string) {
	if t.Ghost(g.Black) || t.Ghost(g.White) {
		return "", ""
	}
	formula := rating.OptionsOf(t.Settings).Formula
	black, _ := formula.Odds(formula.Start(t.Player(g.Black)), formula.Start(t.Player(g.White)), g.Handicap, g.Komi)
	percent := int(math.Round(100 * black))
	return lang.T("gain.odds", percent, 100-percent), lang.T("draw.expected", percent, 100-percent)
}
