package record

import (
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/diagram"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/sgf"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A playView is a game being played in on a board (partial "play"). The moves
// so far travel with the form; the server checks every one.
type playView struct {
	Board  template.HTML
	Moves  string // two letters each, "--" for a pass
	Number int    // of the next move
	Black  bool   // is next
	// Placing says which handicap stone Black is to place.
	Placing string
	// Over says that two passes have stopped the game.
	Over     bool
	Captured [2]int
	// Typed is a move that was refused, Fault why.
	Typed, Fault string
}

// passMove stands for a pass among the moves.
const passMove = "--"

// playView shows the position after some moves.
func (s *Room) playView(
	lang *i18n.Language, t *tournament.Tournament, g *tournament.Game, moves, typed string,
) (*playView, error) {
	v, err := played(t, g, moves)
	if err != nil {
		return nil, err
	}
	d := diagram.Diagram{Board: v.Board, Title: lang.T("game.board", v.Moves)}
	if len(moves) > 0 {
		if p, ok := rules.ParsePoint(moves[len(moves)-2:]); ok && v.Board.Stone(p) != rules.Empty {
			d.Last = p
		}
	}
	return &playView{
		Board: template.HTML(d.SVG()), // ours, and escaped there
		Moves: moves, Number: v.Moves + 1, Black: toPlay(t, g, len(moves)/2) == rules.Black, Placing: placing(lang, t, g, moves),
		Over: strings.HasSuffix(moves, passMove+passMove), Captured: v.Captured, Typed: typed,
	}, nil
}

// freeStones returns how many handicap stones Black places where he likes, as
// his first moves on the board: where the rules leave it to him, or the board
// has no fixed points for so many.
func freeStones(t *tournament.Tournament, g *tournament.Game) int {
	size := t.Settings.Size
	isFixed := t.Settings.RuleSystem().Placement == rules.FixedPlacement && rules.Handicap(size, size, g.Handicap) != nil
	if g.Handicap < 2 || isFixed {
		return 0
	}
	return g.Handicap
}

// placing says which handicap stone comes after some moves, "" when all stand.
func placing(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game, moves string) string {
	if n := len(moves) / 2; n < freeStones(t, g) {
		return lang.T("play.place", n+1, g.Handicap)
	}
	return ""
}

// toPlay returns whose turn it is after some moves, the handicap stones that
// Black places among them.
func toPlay(t *tournament.Tournament, g *tournament.Game, moves int) rules.Color {
	n := moves - freeStones(t, g)
	if n < 0 || (n%2 == 0) == (g.Handicap < 2) {
		return rules.Black
	}
	return rules.White
}

// played returns the verdict on moves as they were played in.
func played(t *tournament.Tournament, g *tournament.Game, moves string) (*rules.Verdict, error) {
	text, err := compose(t, g, moves)
	if err != nil {
		return nil, err
	}
	c, _ := tournament.ReadRecord([]byte(text))
	return rules.Check(c.Game(0), t.Settings.RuleSystem(), rules.Options{}), nil
}

// compose writes moves as a record of the game.
func compose(t *tournament.Tournament, g *tournament.Game, moves string) (string, error) {
	size := t.Settings.Size
	if len(moves)%2 != 0 || len(moves) > 2*tournament.MostRecordMoves {
		return "", fault.New(fault.Invalid, "record.moves", len(moves)/2, tournament.MostRecordMoves)
	}
	free := freeStones(t, g)
	var stones []sgf.Point
	if free == 0 {
		for _, p := range rules.Handicap(size, size, g.Handicap) {
			stones = append(stones, recordPoint(p))
		}
	}
	var played []sgf.Move
	for i := 0; i < len(moves); i += 2 {
		m := sgf.Move{Color: sgf.Color(toPlay(t, g, i/2)), Point: sgf.Pass}
		if name := moves[i : i+2]; name != passMove || i/2 < free {
			p, ok := rules.ParsePoint(name)
			if !ok || p.Col() >= size || p.Row() >= size {
				return "", fault.New(fault.Invalid, "rules.point", page.Clip(name))
			}
			m.Point = recordPoint(p)
		}
		if i/2 < free {
			stones = append(stones, m.Point)
		} else {
			played = append(played, m)
		}
	}
	var b sgf.Builder
	describe(&b, t, g)
	if len(stones) > 0 {
		b.Set("HA", strconv.Itoa(g.Handicap))
		b.Add("AB", stones...)
	}
	for _, m := range played {
		b.Play(m)
	}
	return b.String(), nil
}

// describe begins a record with what is known of the game.
func describe(b *sgf.Builder, t *tournament.Tournament, g *tournament.Game) {
	b.Set("SZ", strconv.Itoa(t.Settings.Size))
	b.Set("EV", t.Info.Name)
	b.Set("RO", strconv.Itoa(g.Round))
	for _, side := range []struct {
		name, rank string
		id         tournament.PlayerID
	}{{"PB", "BR", g.Black}, {"PW", "WR", g.White}} {
		if p := t.Player(side.id); p != nil {
			b.Set(side.name, p.Name())
			b.Set(side.rank, p.Rank.String())
		}
	}
	b.Set("KM", g.Komi.String())
}

// recordPoint is a point as records have it.
func recordPoint(p rules.Point) sgf.Point {
	return sgf.Point{Column: int8(p.Col()), Row: int8(p.Row())}
}

// playOn does what a form of the board asks for: it plays a move, takes one
// back, or is done and has the record. A move that the rules of the tournament
// forbid is refused with the reason.
func playOn(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game, do, moves, at string) (after, refused string, err error) {
	before, err := played(t, g, moves)
	if err != nil {
		return "", "", err
	}
	handicap := placing(lang, t, g, moves)
	switch {
	case do == "undo":
		return moves[:max(len(moves)-2, 0)], "", nil
	case do == "pass" && handicap != "":
		return moves, handicap, nil
	case do == "pass":
		return moves + passMove, "", nil
	}
	p, ok := pointNamed(at, t.Settings.Size, t.Settings.Size)
	if !ok {
		return moves, lang.T("play.point", page.Clip(at)), nil
	}
	if handicap != "" && before.Board.Stone(p) != rules.Empty {
		return moves, lang.T("play.refused", p.Name(t.Settings.Size), lang.T("rules.occupied")), nil
	}
	after = moves + p.SGF()
	v, err := played(t, g, after)
	if err != nil {
		return "", "", err
	}
	for _, f := range v.Findings {
		if f.Move == v.Moves && f.Severity == rules.Error {
			return moves, lang.T("play.refused", p.Name(t.Settings.Size), lang.T(f.Key(), f.Args...)), nil
		}
	}
	return after, "", nil
}

// pointNamed finds the point that people call so, Q16, or records, pd, in small
// letters or capitals; on boards of more than 26 lines records tell the two apart.
func pointNamed(text string, cols, rows int) (rules.Point, bool) {
	text = strings.TrimSpace(text)
	for y := range rows {
		for x := range cols {
			p := rules.At(x, y)
			inRecord := text == p.SGF() || max(cols, rows) <= 26 && strings.EqualFold(text, p.SGF())
			if inRecord || strings.EqualFold(text, p.Name(rows)) {
				return p, true
			}
		}
	}
	return rules.Pass, false
}

// stepBoard answers one step on the board by showing the page again, with the
// moves and whatever was refused; done is called with the record at the end.
func (s *Room) stepBoard(
	c *gin.Context, lang *i18n.Language, t *tournament.Tournament, g *tournament.Game,
	done func(record string) error, show func(status int, v *playView) error,
) error {
	moves, at := c.PostForm("moves"), c.PostForm("at")
	if c.PostForm("do") == "save" {
		record, err := compose(t, g, moves)
		if err != nil {
			return err
		}
		return done(record)
	}
	after, refused, err := playOn(lang, t, g, c.PostForm("do"), moves, at)
	if err != nil {
		return err
	}
	status, typed := http.StatusOK, ""
	if refused != "" {
		typed = at
	}
	if refused != "" && !site.IsHTMX(c) { // to a script that asked, a refusal is an answer
		status = http.StatusUnprocessableEntity
	}
	view, err := s.playView(lang, t, g, after, typed)
	if err != nil {
		return err
	}
	view.Fault = refused
	return show(status, view)
}

// loadAnew is back for a script that must give way to a whole new page, with
// scripts of its own.
func loadAnew(c *gin.Context, address string) error {
	if site.IsHTMX(c) {
		c.Header("HX-Redirect", address)
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// postPlay takes one step of a game that the desk plays in.
func (s *Room) postPlay(c *gin.Context) error {
	page, err := s.gameDeskPage(c)
	if err != nil {
		return err
	}
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	return s.stepBoard(c, page.Language, t, t.Game(page.ID),
		func(record string) error {
			err := s.Editor(c).Game(page.ID).AttachRecord(c.Request.Context(), []byte(record))
			if err != nil {
				return err
			}
			return loadAnew(c, page.Address)
		},
		func(status int, v *playView) error {
			page.Play = v
			return s.RenderStatus(c, status, "gamedesk", page)
		})
}
