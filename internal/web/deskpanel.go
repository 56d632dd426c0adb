package web

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A disputeView is the question which of two results is right.
type disputeView struct {
	Text []pieceView
	// Both are the two answers.
	Both  []choiceView
	Table int
	Seen  string
}

// A choiceView is a result that can be entered by a button.
type choiceView struct {
	Value  string // as tournament.ParseResult reads it
	Result resultView
}

// A panelView is the chosen table with every result it can have.
type panelView struct {
	deskRow
	Seen    string
	Ways    []wayView
	Margin  string // of the result that stands, else ""
	Unrated bool
	// More are the results without a winner.
	More []choiceView
	// Desk is the game's own page on the desk, with its record.
	Desk string
	// Mend is where players, colours and terms are changed.
	Mend string
}

// A wayView is one way to win, for Black and for White.
type wayView struct {
	Text         string
	Black, White choiceView
}

// dispute asks which of the two entries of a game is right.
func (p *deskPage) dispute(t *tournament.Tournament, g *tournament.Game) *disputeView {
	d := &disputeView{Table: g.Table, Seen: seenText(g), Both: []choiceView{choice(p.Language, g.Result), choice(p.Language, g.Dispute.Result)}}
	first := cmp.Or(g.EnteredBy, p.T("desk.somebody"))
	args := []any{first, brief(p.Language, g.Result), seconds(p.Language, t, g.EnteredAt), brief(p.Language, g.Dispute.Result)}
	if g.Dispute.By == p.Me {
		d.Text = pieces(p.Language, p.T("desk.dispute.you", args...))
	} else {
		d.Text = pieces(p.Language, p.T("desk.dispute", append(args, g.Dispute.By)...))
	}
	return d
}

func (p *deskPage) panel(t *tournament.Tournament, g *tournament.Game) *panelView {
	v := &panelView{
		deskRow: p.row(t, g), Seen: seenText(g), Unrated: g.Result.Unrated,
		Desk: "/desk/" + p.Slug + "/games/" + strconv.Itoa(g.ID),
		Mend: "/desk/" + p.Slug + "/draw/" + strconv.Itoa(g.Round) + "?table=" + strconv.Itoa(g.Table) + "#chosen",
	}
	if g.Result.Manner == tournament.ByPoints {
		v.Margin = p.Decimal(tournament.Score(g.Result.Margin).String())
	}
	for _, way := range ways {
		v.Ways = append(v.Ways, wayView{
			p.T(way.key), choice(p.Language, tournament.Result{Outcome: tournament.BlackWins, Manner: way.manner}),
			choice(p.Language, tournament.Result{Outcome: tournament.WhiteWins, Manner: way.manner}),
		})
	}
	for _, r := range undecided {
		v.More = append(v.More, choice(p.Language, r))
	}
	return v
}

// ways are the ways to win but by points, in the order of the panel.
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

func choice(lang *i18n.Language, r tournament.Result) choiceView {
	return choiceView{r.String(), newResultView(lang, r)}
}

// brief writes a result inside a sentence: ●+R, ○+3.5, or in words.
func brief(lang *i18n.Language, r tournament.Result) string {
	v := newResultView(lang, r)
	switch {
	case r.Unrated:
		return v.Words
	case v.Black:
		return "●" + v.Text
	case v.White:
		return "○" + v.Text
	}
	return v.Words
}

// A pieceView is a part of a sentence, after a stone or none (partial
// "pieces"). Stones are drawn: as letters they turn white on a dark page.
type pieceView struct {
	Black, White bool
	Words, Text  string
}

// pieces parts a sentence at the stones that brief put into it.
func pieces(lang *i18n.Language, text string) []pieceView {
	var out []pieceView
	var next pieceView
	for {
		i := strings.IndexAny(text, "●○")
		if i < 0 {
			next.Text = text
			return append(out, next)
		}
		next.Text = text[:i]
		out = append(out, next)
		next = pieceView{Black: true, Words: lang.T("stone.black")}
		if strings.HasPrefix(text[i:], "○") {
			next = pieceView{White: true, Words: lang.T("stone.white")}
		}
		text = text[i+len("●"):]
	}
}

// seconds says the time of day to the second, where two entries are compared.
func seconds(lang *i18n.Language, t *tournament.Tournament, at time.Time) string {
	local := at.In(zone(t))
	return lang.T("time.seconds", local.Format("15"), local.Format("04"), local.Format("05"))
}
