package page

import (
	"fmt"
	"math"

	"tourney/internal/event/federations"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// A GainView is the change of a player's rating by the tournament so far.
type GainView struct {
	PlayerView
	// New is set if the player had no rating and starts at the rating of the rank.
	New                  bool
	Before, After, Gain  string // After and Gain are empty if the formula gives none
	Up, Down             bool
	Games                int
	Score, Expected      string
	Suggested            string
	Promoted             bool // Suggested is stronger than the declared rank
	Formula, Class, Text string
	Whole                string // the sentence that the federation rates the event as a whole; may be empty
	Lift                 string // the sentence that the federation raises the rating first; may be empty
	Points               float64
}

// NewGainView returns one player's change in a rating report.
func NewGainView(lang *i18n.Language, t *tournament.Tournament, r *rating.Report, c *rating.Change) GainView {
	gain := math.Round(10*(c.After-c.Before)) / 10
	v := GainView{
		PlayerView: NewPlayerView(t, c.Player), New: c.New, Games: c.Games, Up: gain > 0, Down: gain < 0, Points: c.After,
		Before: lang.Decimal(federations.Rating(t, t.Player(c.Player), rank.Points(int(math.Round(c.Before))))), After: lang.Decimal(fmt.Sprintf("%.1f", c.After)),
		Gain:  Signed(lang, gain),
		Score: lang.Decimal(c.Score.String()), Expected: lang.Decimal(fmt.Sprintf("%.2f", c.Expected)),
		Suggested: c.Suggested.String(), Promoted: c.Suggested > c.Declared,
		Formula: lang.T("rating.formula." + r.Formula.String()), Class: lang.T("rating.class." + string(r.Class)),
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

// Signed formats points won or lost with their sign.
func Signed(lang *i18n.Language, points float64) string {
	text := lang.Decimal(fmt.Sprintf("%.1f", points))
	if points > 0 {
		return "+" + text
	}
	return text
}
