package people

import (
	"context"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A playedView is one published round of a player.
type playedView struct {
	Round int
	On    string // the day of the game, in open play
	Text  string // instead of a game
	Table int
	Black bool
	Open  bool // the players choose the colours at the board
	// Opponent is the other player, whose Address is at the desk.
	Opponent       page.PlayerView
	Handicap, Komi string
	// Sign is "+" or "–", "" for another result; Result is the result in words.
	Sign, Result string
	Won          bool
	Place        string // after the round; "" for an unlisted player
	// Why is the address that opens the explanation, or closes it; "" without one. Reasons and Criteria explain an open
	// row.
	Why       string
	Explained bool
	Reasons   []string
	Criteria  []page.ReasonView
}

// newPlayedView returns a round of a player, with the standings after it.
func (e *entryPage) newPlayedView(t *tournament.Tournament, p *tournament.Player, after *results.Standings, n int) playedView {
	lang := e.Language
	v := playedView{Round: n}
	row := after.Row(p.ID)
	if row.Place > 0 {
		v.Place = after.Place(row)
	}
	g := t.Round(n).Game(p.ID)
	if g == nil {
		v.Text = lang.T(page.CellKeys[row.Cells[n-1].Kind])
		return v
	}
	v.fillGame(lang, t, p, g)
	return v
}

// fillGame fills the view with a game of the player.
func (v *playedView) fillGame(lang *i18n.Language, t *tournament.Tournament, p *tournament.Player, g *tournament.Game) {
	game := page.NewGameView(lang, t, g)
	v.Table, v.Handicap, v.Komi, v.Open = game.Table, game.Handicap, game.Komi, game.Open
	if v.Opponent = game.Black; g.Black == p.ID {
		v.Black, v.Opponent = true, game.White
	}
	v.Opponent.Address = playerHome(t, v.Opponent.ID)
	v.Sign, v.Result = page.Outcome(lang, g, p.ID)
	v.Won = v.Sign == "+"
}

// playerHome returns the address of a player at the desk.
func playerHome(t *tournament.Tournament, id tournament.PlayerID) string {
	return "/desk/" + t.Info.Slug + "/players/" + strconv.Itoa(int(id))
}

// fillEveningGames lists the player's games of open play, the latest first.
func (e *entryPage) fillEveningGames(t *tournament.Tournament, p *tournament.Player) {
	for _, g := range slices.Backward(t.GamesOf(nil)) {
		if g.Black == p.ID || g.White == p.ID {
			v := playedView{On: e.Date(g.Began)}
			v.fillGame(e.Language, t, p, g)
			e.Games = append(e.Games, v)
		}
	}
	e.fillGain(t, p)
}

// fillGames lists the player's published rounds and explains the one in the address.
func (e *entryPage) fillGames(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	t, lang := snapshot.Tournament, e.Language
	if t.IsOpen() {
		e.fillEveningGames(t, p)
		return nil
	}
	var after []*results.Standings
	for n := 1; n <= t.Current(); n++ {
		after = append(after, results.After(t, n))
		v := e.newPlayedView(t, p, after[n-1], n)
		if r := t.Round(n); r.Drawn.Inputs != "" && (r.Game(p.ID) != nil || r.HasBye(p.ID)) {
			v.Why = e.Player.Home + "?why=" + strconv.Itoa(n)
			if c.Query("why") == strconv.Itoa(n) {
				v.Why, v.Explained = e.Player.Home, true
				if err := v.explain(c, lang, snapshot, p); err != nil {
					return err
				}
			}
		}
		e.Games = append(e.Games, v)
	}
	if n := len(after); n > 0 && t.Participation().Has(p.ID) {
		last := after[n-1]
		e.Place = lang.T("player.place", last.Place(last.Row(p.ID)), len(last.Rows), n)
		e.Course = page.NewCourseView(lang, after, p.ID)
	}
	e.fillGain(t, p)
	return nil
}

// explain explains the opponent or the bye of the round.
func (v *playedView) explain(ctx context.Context, lang *i18n.Language, snapshot *director.Snapshot, p *tournament.Player) error {
	draw, err := snapshot.Explain(ctx, v.Round)
	if _, refused := fault.As(err); err != nil && !refused {
		return err
	} else if refused {
		v.Reasons = []string{lang.Error(err)}
		return nil
	}
	g := snapshot.Tournament.Round(v.Round).Game(p.ID)
	if g == nil {
		if s, ok := draw.ExplainBye(p.ID); ok {
			v.Reasons = []string{page.Text(lang, s)}
		}
		return nil
	}
	e := draw.Explain(g.Table)
	v.Criteria = page.Reasons(lang, e)
	for _, side := range page.PlayerReasons(lang, snapshot.Tournament, e) {
		if side.ID == p.ID {
			v.Reasons = side.Texts
		}
	}
	return nil
}

// fillGain sets the change of the rating after a first rated game.
func (e *entryPage) fillGain(t *tournament.Tournament, p *tournament.Player) {
	r := rating.Rate(t, rating.OptionsOf(t.Settings))
	if change := r.Player(p.ID); change != nil && change.Games > 0 {
		gain := page.NewGainView(e.Language, t, r, change)
		e.Gain = &gain
	}
}
