package web

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
	"tourney/internal/rating"
	"tourney/internal/tournament"
)

// A gainView is what the tournament so far does to a player's rating.
type gainView struct {
	playerView
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
	points               float64
}

func newGainView(lang *i18n.Language, t *tournament.Tournament, r *rating.Report, c *rating.Change) gainView {
	gain := math.Round(10*(c.After-c.Before)) / 10
	v := gainView{
		playerView: newPlayerView(t, c.Player), New: c.New, Games: c.Games, Up: gain > 0, Down: gain < 0, points: c.After,
		Before: lang.Decimal(fmt.Sprintf("%.0f", c.Before)), After: lang.Decimal(fmt.Sprintf("%.1f", c.After)), Gain: signed(lang, gain),
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

// signed writes points won or lost with their sign.
func signed(lang *i18n.Language, points float64) string {
	text := lang.Decimal(fmt.Sprintf("%.1f", points))
	if points > 0 {
		return "+" + text
	}
	return text
}

// gain says what the tournament does to a player's rating, nil before the first
// game.
func (v *visit) gain(id tournament.PlayerID) *gainView {
	r := v.report()
	if !slices.ContainsFunc(r.Games, func(g rating.Game) bool { return g.Black.Player == id || g.White.Player == id }) {
		return nil
	}
	view := newGainView(v.lang, v.Tournament, r, r.Player(id))
	return &view
}

// report rates the tournament, once for a visit.
func (v *visit) report() *rating.Report {
	if v.rated == nil {
		v.rated = rating.Rate(v.Tournament, rating.OptionsOf(v.Tournament.Settings))
	}
	return v.rated
}

// rate says what was to be expected of a game, and what it brought.
func (v *visit) rate(card *cardView, id tournament.PlayerID, g *tournament.Game) {
	games := v.report().Games
	i := slices.IndexFunc(games, func(r rating.Game) bool { return r.ID == g.ID })
	if i < 0 {
		return
	}
	side := games[i].Black
	if g.White == id {
		side = games[i].White
	}
	card.Expected = v.lang.T("gain.percent", int(math.Round(100*side.Expected)))
	if games[i].Rated && v.report().Formula != rating.AGA {
		card.Gained = signed(v.lang, side.Gain)
	}
}

// odds say what the ratings expect of a game, Black first; nothing of a game
// with a ghost.
func odds(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) (short, words string) {
	if t.Ghost(g.Black) || t.Ghost(g.White) {
		return "", ""
	}
	formula := rating.OptionsOf(t.Settings).Formula
	black, _ := formula.Odds(formula.Start(t.Player(g.Black)), formula.Start(t.Player(g.White)), g.Handicap, g.Komi)
	percent := int(math.Round(100 * black))
	return lang.T("gain.odds", percent, 100-percent), lang.T("draw.expected", percent, 100-percent)
}

// A gainsPage is what the tournament does to all ratings, for the director:
// whom the federation will suggest another rank comes first.
type gainsPage struct {
	base
	Formula, Class string
	Unrated, Whole bool // not rated; rated as a whole, so that there are no changes
	Promotions     []gainView
	Lifted         []gainView // whose rating is or may be raised first
	Players        []gainView
}

func (s *peopleRoom) showGains(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	page := gainsPage{base: s.deskBase(c, snapshot, s.language(c).T("changes.title"), "players", 0)}
	r := rating.Rate(t, rating.OptionsOf(t.Settings))
	page.Formula, page.Class = page.T("formula."+r.Formula.String()), page.T("class."+string(r.Class))
	page.Unrated, page.Whole = r.Class.Weight() == 0, r.Formula == rating.AGA
	if page.Whole {
		page.Class = ""
	}
	for i := range r.Players {
		v := newGainView(page.Language, t, r, &r.Players[i])
		if v.Suggested != "" && v.Games > 0 {
			page.Promotions = append(page.Promotions, v)
		}
		if v.Lift != "" {
			page.Lifted = append(page.Lifted, v)
		}
		page.Players = append(page.Players, v)
	}
	for _, list := range [][]gainView{page.Promotions, page.Lifted, page.Players} {
		slices.SortStableFunc(list, func(a, b gainView) int { return cmp.Compare(b.points, a.points) })
	}
	return s.render(c, "gains", page)
}
