package desk

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A readingView explains the effect of Enter on the line, beside the field.
type readingView struct {
	// Text is the sentence, with the winner's stone in it; Name is the winner, after it.
	Text []page.PieceView
	Name string
	// How describes the manner of winning; "" if unknown.
	How string
	// Note is a second, smaller sentence.
	Note string
	// Wrong is set for a line that will be refused.
	Wrong bool
}

// showReading sends the explanation of a half-typed line.
func (s *Handlers) showReading(c *gin.Context, snapshot *director.Snapshot) error {
	state, err := readAddress(c, snapshot.Tournament)
	if err != nil {
		return err
	}
	p := &roundPage{Base: s.DeskBase(c, snapshot, "", ""), DeskState: state}
	line := page.Clip(c.Query("line"))
	view := p.reading(snapshot.Tournament, line)
	if snapshot.Tournament.IsOpen() {
		named, err := s.readNames(c.Request.Context(), p, snapshot, line)
		if err != nil {
			return err
		}
		if named != nil {
			view = named
		}
	}
	return s.RenderPart(c, http.StatusOK, site.Part{Page: "desk", Name: "reading", Data: view})
}

// reading explains a line; nil for an empty one.
func (p *roundPage) reading(t *tournament.Tournament, text string) *readingView {
	words := newLineWords(p.Language, t)
	line, err := parseLine(text, words)
	if err != nil {
		return &readingView{Text: page.Pieces(p.Language, p.Error(err)), Wrong: true}
	}
	say := func(key string, args ...any) *readingView {
		return &readingView{Text: page.Pieces(p.Language, p.T(key, args...))}
	}
	switch line.Does {
	case lineEmpty:
		return nil
	case lineUndo:
		return say("desk.reading.undo")
	case lineNext:
		return say("desk.reading.next")
	case lineHelp:
		return say("desk.reading.help")
	case lineFind:
		return say("desk.finding", line.Words)
	case lineWhy:
		return say("desk.reading.why", line.Why)
	}
	if line.Table == 0 {
		line.Table = p.Table
	}
	r := listed(t, p.Round)
	if r == nil || line.Table == 0 {
		return nil
	}
	g := r.At(line.Table)
	if g == nil {
		return &readingView{Text: page.Pieces(p.Language, p.Error(missing(p.Round, line.Table))), Wrong: true}
	}
	black, white := page.NewPlayerView(t, g.Black), page.NewPlayerView(t, g.White)
	if line.Does == lineTable {
		v := say("desk.reading.table", line.Table, "●", black.Brief, "○", white.Brief)
		v.Note = p.T("desk.reading.opens")
		return v
	}
	return p.readingOf(t, g, line)
}

// readingOf explains a result typed for a game.
func (p *roundPage) readingOf(t *tournament.Tournament, g *tournament.Game, line parsedLine) *readingView {
	r := line.Result
	v := &readingView{Text: page.Pieces(p.Language, p.T("desk.reading.at", g.Table)+" "), Note: p.T("desk.reading.saves")}
	winner := tournament.PlayerID(0)
	switch r.Outcome {
	case tournament.BlackWins:
		v.Text, winner = append(v.Text, page.PieceView{Black: true, Words: p.T("game.stone.black")}), g.Black
	case tournament.WhiteWins:
		v.Text, winner = append(v.Text, page.PieceView{White: true, Words: p.T("game.stone.white")}), g.White
	}
	switch {
	case !r.Known():
		v.How = p.T("desk.clear")
	case winner == 0:
		v.How = page.Text(p.Language, r)
	default:
		v.Name = page.NewPlayerView(t, winner).Name
		if v.How = p.T("desk.way.wins"); r.Manner != tournament.Unspecified || r.Unrated {
			v.How = page.Text(p.Language, r)
		} else {
			v.Note = p.T("desk.reading.more", g.Table)
		}
	}
	switch err := checkResult(t, g, r); {
	case err != nil:
		v.Note, v.Wrong = p.Error(err), true
	case line.Why == "" && doubtful(t, g, r):
		v.Note = p.T("desk.reading.asks")
	case g.Result.Known() && g.Result != r && r.Known():
		v.Note = p.T("desk.reading.second", page.Text(p.Language, g.Result), history.AuthorOrSomebody(p.Language, t, g.EnteredBy))
	}
	return v
}
