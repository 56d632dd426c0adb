package desk

import (
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An earlierView is the bar above a round that is not the current one.
type earlierView struct {
	Text string
	// Back is the address of the current round, Current its number.
	Back    string
	Current int
}

// A questionView asks for confirmation of a typed line: the change and its consequences.
type questionView struct {
	// Line is the line for the second request.
	Line string
	Text []page.PieceView
	// Correction is set if the question needs a reason. Moved, Moves and Later are the consequences: changed places,
	// and later games with other scores.
	Correction bool
	Moved      string
	Moves      []string
	Later      []string
	// Draft is the address of a draft from the old result, DraftText a text about it; "" for none.
	Draft, DraftText string
}

// earlier returns the bar above an earlier round, nil for the current one.
func (p *roundPage) earlier(t *tournament.Tournament, r *tournament.Round) *earlierView {
	current := t.Current()
	if r.Number >= current {
		return nil
	}
	v := &earlierView{
		Text: p.T("desk.correct.finished", r.Number), Current: current,
		Back: page.DeskState{Slug: p.Slug, Round: current}.Path(),
	}
	if missing := r.Missing(); missing > 0 {
		v.Text = p.T("desk.correct.earlier", missing, r.Number, current)
	}
	return v
}

// corrects reports whether a result changes one of an earlier round.
func corrects(t *tournament.Tournament, g *tournament.Game, r tournament.Result) bool {
	return !t.IsOpen() && g.Round < t.Current() && g.Result.Known() && g.Result != r
}

// doubtful reports whether a typed result needs a confirmation: a correction of an earlier round, or "x" for not
// played, which is a likely mistyping.
func doubtful(t *tournament.Tournament, g *tournament.Game, r tournament.Result) bool {
	again := t.IsOpen() && g.Result.Known() && !g.Dispute.Open() && g.Result != r && !r.Refines(g.Result) // of a table in use before
	return again || corrects(t, g, r) || r.Outcome == tournament.NotPlayed && g.Result != r
}

// checkResult returns a fault for a result that the game cannot have.
func checkResult(t *tournament.Tournament, g *tournament.Game, r tournament.Result) error {
	if err := t.CheckMargin(g, r); err != nil {
		return err
	}
	_, _, err := t.Clone().Record(tournament.Entry{Round: g.Round, Table: g.Table, Seen: g.Revision, Result: r})
	return err
}

// sameLine reports whether two lines differ in case and blanks only.
func sameLine(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// confirmed reports whether a line is the answer to the question about it.
func confirmed(c *gin.Context, text string) bool {
	sent := c.PostForm("asked")
	return sent != "" && sameLine(sent, text)
}

// mostMoves limits the listed changes of places.
const mostMoves = 5

// fillQuestion fills the question about the line in the address, if it needs one.
func (p *roundPage) fillQuestion(t *tournament.Tournament, words lineWords) {
	line, err := parseLine(p.Ask, words)
	if err != nil || line.Does != lineResult {
		return
	}
	if line.Table == 0 {
		line.Table = p.Table
	}
	g := listed(t, p.Round).At(line.Table)
	if g == nil || !doubtful(t, g, line.Result) {
		return
	}
	q := &questionView{Line: p.Ask, Correction: corrects(t, g, line.Result)}
	black, white := page.NewPlayerView(t, g.Black).Name, page.NewPlayerView(t, g.White).Name
	q.Text = page.Pieces(p.Language, p.T("desk.correct.notplayed", g.Table, black, white))
	if g.Result.Known() {
		q.Text = page.Pieces(p.Language, p.T("desk.correct.ask", g.Table, black, white, page.ShortResult(p.Language, line.Result), page.ShortResult(p.Language, g.Result)))
	}
	if q.Correction {
		q.fillConsequences(p.Language, t, g, line.Result)
	}
	p.Question, p.Line = q, p.Ask
}

func (q *questionView) fillConsequences(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game, r tournament.Result) {
	now := t.Clone()
	e := tournament.Entry{Round: g.Round, Table: g.Table, Seen: g.Revision, Result: r}
	if _, _, err := now.Record(e); err != nil {
		return // the next Enter shows the reason
	}
	c := results.Correct(t, now, g.Round, g)
	q.Moved = lang.T("desk.correct.moves", len(c.Moves))
	for _, m := range c.Moves[:min(mostMoves, len(c.Moves))] {
		q.Moves = append(q.Moves, lang.T("desk.correct.move", page.NewPlayerView(t, m.Player).Name, m.Was, m.Now))
	}
	if more := len(c.Moves) - mostMoves; more > 0 {
		q.Moves = append(q.Moves, lang.T("desk.missing.more", more))
	}
	for _, l := range c.Later {
		q.Later = append(q.Later, lang.T("desk.correct.later", l.Round, l.Table, page.NewPlayerView(t, l.Player).Name,
			lang.Decimal(l.Was.String()), lang.Decimal(l.Now.String())))
	}
	if c.Draft > 0 {
		q.Draft, q.DraftText = page.DrawPath(t, c.Draft), lang.T("desk.correct.draft", c.Draft)
	}
}
