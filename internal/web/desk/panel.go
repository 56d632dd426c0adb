package desk

import (
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A disputeView asks for the right one of two results.
type disputeView struct {
	Title string
	Text  []page.PieceView
	// Both are the two results.
	Both  []choiceView
	Table int
	Seen  string
}

// A choiceView is a result with a button.
type choiceView struct {
	Value  string // for tournament.ParseResult
	Result page.ResultView
	// Instead names the result that the button replaces; may be empty.
	Instead string
	// Winner is the winner's name in a choice between two results; may be empty.
	Winner string
}

// A panelView is the chosen table with a button for every result.
type panelView struct {
	gameRow
	// Board is its board in a match; Board.Match is nil without teams.
	Board page.MatchBoard
	// Ways are the usual ways to win, Rare the others.
	Ways, Rare []wayView
	Margin     string // of the current result; "" without one
	Unrated    bool
	// More are the possible results without a winner.
	More []choiceView
	// Desk is the address of the game's own page, with its record.
	Desk string
	// Draw is the address of the page that changes players, colours and terms.
	Draw string
	// Stones is the number of the handicap.
	Stones int
}

// A wayView is one way to win, for Black and for White.
type wayView struct {
	Text         string
	Black, White choiceView
}

// newDisputeView returns the question about the two results of a game.
func (p *roundPage) newDisputeView(t *tournament.Tournament, g *tournament.Game) *disputeView {
	d := &disputeView{
		Table: g.Table, Seen: page.FormatSeen(g),
		Both: []choiceView{newChoiceView(p.Language, g.Result), newChoiceView(p.Language, g.Dispute.Result)},
	}
	for i, r := range []tournament.Result{g.Result, g.Dispute.Result} {
		switch r.Outcome {
		case tournament.BlackWins:
			d.Both[i].Winner = page.NewPlayerView(t, g.Black).Brief
		case tournament.WhiteWins:
			d.Both[i].Winner = page.NewPlayerView(t, g.White).Brief
		}
	}
	first, second := history.AuthorOrSomebody(p.Language, t, g.EnteredBy), history.AuthorOrSomebody(p.Language, t, g.Dispute.By)
	key := "desk.dispute"
	if p.Me.Entered(g.Dispute.By, g.Dispute.Desk) {
		key = "desk.dispute.you"
	}
	d.Title = p.T("desk.dispute.title", g.Table)
	d.Text = page.Pieces(p.Language, p.T(key, first, page.ShortResult(p.Language, g.Result), page.ShortResult(p.Language, g.Dispute.Result), second))
	return d
}

func (p *roundPage) newPanelView(t *tournament.Tournament, g *tournament.Game) *panelView {
	v := &panelView{
		gameRow: p.newGameRow(t, g), Unrated: g.Result.Unrated, Stones: g.Handicap,
		Desk: "/desk/" + p.Slug + "/games/" + strconv.Itoa(g.ID),
		Draw: "/desk/" + p.Slug + "/draw/" + strconv.Itoa(g.Round) + "?table=" + strconv.Itoa(g.Table) + "#chosen",
	}
	if g.Result.Manner == tournament.ByPoints {
		v.Margin = p.Decimal(tournament.Score(g.Result.Margin).String())
	}
	choose := func(r tournament.Result) choiceView {
		button := newChoiceView(p.Language, r)
		if g.Result.Known() && g.Result != r {
			button.Instead = p.instead(t, g, r)
		}
		return button
	}
	for i, way := range ways {
		list := &v.Ways
		if i >= usualWays {
			list = &v.Rare
		}
		*list = append(*list, wayView{
			p.T(way.key), choose(tournament.Result{Outcome: tournament.BlackWins, Manner: way.manner}),
			choose(tournament.Result{Outcome: tournament.WhiteWins, Manner: way.manner}),
		})
	}
	for _, r := range undecided {
		if r.Outcome != tournament.Jigo || t.MayBeJigo(g) {
			v.More = append(v.More, choose(r))
		}
	}
	return v
}

// instead formats a result with the result that it replaces: ○+ instead of ●+ (Desk A 13:39).
func (p *roundPage) instead(t *tournament.Tournament, was *tournament.Game, now tournament.Result) string {
	return p.T("desk.instead", page.ShortResult(p.Language, now), page.ShortResult(p.Language, was.Result), history.AuthorOrSomebody(p.Language, t, was.EnteredBy), p.Clock(was.EnteredAt))
}

// usualWays is the number of ways shown at once.
const usualWays = 2

// ways are the manners of winning other than by points, in the order of the panel.
var ways = []struct {
	key    string
	manner tournament.Manner
}{
	{"desk.way.wins", tournament.Unspecified},
	{"desk.way.resignation", tournament.ByResignation},
	{"desk.way.time", tournament.ByTime},
	{"desk.way.forfeit", tournament.ByForfeit},
	{"desk.way.illegal", tournament.ByIllegalMove},
}

// undecided are the results without a winner, in the order of the panel.
var undecided = []tournament.Result{
	{Outcome: tournament.Jigo},
	{Outcome: tournament.BothLose},
	{Outcome: tournament.BothLose, Manner: tournament.ByForfeit},
	{Outcome: tournament.BothWin},
	{Outcome: tournament.NoResult},
	{Outcome: tournament.NotPlayed},
}

func newChoiceView(lang *i18n.Language, r tournament.Result) choiceView {
	return choiceView{Value: r.String(), Result: page.NewResultView(lang, r)}
}
