package record

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A confirmPage plays trial moves after the end of a game, to see which stones are
// alive. The moves travel with the form and never reach the record.
type confirmPage struct {
	page.Base
	page.GameView
	// Action is the address of the page, Back the address of the record, whose hash is Record. The form posts the dead
	// stones to the address Takes with do=Do.
	Action, Back, Record, Takes, Do string
	Board                           template.HTML
	Played                          string // the last move in words, "" before the first
	Stood                           string // the stones in words
	Moves                           string // as playTrial parses them
	// BlackNext proposes Black as the next player.
	BlackNext bool
	// Kos can be retaken only after a pass for them.
	Kos []koView
	// Dead are the chains that the moves have captured and those marked before.
	Dead         []chainView
	Typed, Fault string
}

// A koView offers a pass for one ko.
type koView struct {
	Value string // what the form sends
	Black bool   // passes
	Point string
}

// mostTrialMoves limits the trial moves.
const mostTrialMoves = 1000

// playTrial plays trial moves of three letters each: B or W and the point of a
// stone, or b or w and the point of the ko for which the player passes.
func playTrial(stopped *rules.Board, moves string) (c *rules.Confirmation, last rules.Point, err error) {
	c, last = stopped.Confirm(), rules.Pass
	if len(moves)%3 != 0 || len(moves) > 3*mostTrialMoves {
		return nil, last, fault.New(fault.Invalid, "record.variation.many", mostTrialMoves)
	}
	for ; moves != ""; moves = moves[3:] {
		p, ok := rules.ParsePoint(moves[1:3])
		switch player := playerOf(moves[0]); {
		case !ok || player == rules.Empty:
			return nil, last, fault.New(fault.Invalid, "rules.point", page.Clip(moves[:3]))
		case moves[0] >= 'a':
			c.PassFor(player, p)
		case c.Play(player, p) == 0:
			last = p
		}
	}
	return c, last, nil
}

// playerOf returns the player of a move, Empty for an unknown letter.
func playerOf(letter byte) rules.Color {
	switch letter {
	case 'B', 'b':
		return rules.Black
	case 'W', 'w':
		return rules.White
	}
	return rules.Empty
}

// step changes the moves as the form asks, or returns why a move is refused.
func (p *confirmPage) step(stopped *rules.Board, do, color, at string) (refused string, err error) {
	switch {
	case do == "undo":
		p.Moves = p.Moves[:max(len(p.Moves)-3, 0)]
		return "", nil
	case do == "clear":
		p.Moves = ""
		return "", nil
	case len(do) == 3:
		p.Moves += do
		return "", nil
	}
	point, ok := parsePoint(at, stopped.Cols(), stopped.Rows())
	if !ok {
		return p.T("record.play.point", page.Clip(at)), nil
	}
	if color != "B" {
		color = "W"
	}
	c, _, err := playTrial(stopped, p.Moves)
	if err != nil {
		return "", err
	}
	switch offence := c.Play(playerOf(color[0]), point); offence {
	case 0:
		p.Moves += color + point.SGF()
		return "", nil
	case rules.KoRetaken:
		return p.T("record.variation.ko", point.Name(stopped.Rows())), nil
	default:
		name := point.Name(stopped.Rows())
		return p.T("record.play.refused", name, p.T(rules.Finding{Rule: offence.Rule()}.Key())), nil
	}
}

// showConfirm shows the position after the trial moves of a form and one step more.
func (s *Handlers) showConfirm(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	game, err := s.gamePage(c, snapshot, g)
	if err != nil {
		return err
	}
	review, err := s.Director.Review(c.Request.Context(), snapshot.Tournament, game.ID)
	if err != nil {
		return err
	}
	return s.showAnalysis(c, &confirmPage{
		Base: game.Base, GameView: game.GameView, Action: game.Address + "/confirm", Back: game.Address, Record: review.Hash,
		Takes: game.Address + "/dead", Do: "decide",
	}, analysis{review.Verdict, game.Dead})
}

// A analysis is the position before the trial moves, and the stones that are marked as dead there.
type analysis struct {
	v      *rules.Verdict
	marked *deadView
}

// showAnalysis runs a step of a form with trial moves, if it has one, and shows the resulting position.
func (s *Handlers) showAnalysis(c *gin.Context, page *confirmPage, from analysis) (err error) {
	page.Moves = c.PostForm("moves")
	status := http.StatusOK
	if do := c.PostForm("do"); do != "" {
		if page.Fault, err = page.step(from.v.Board, do, c.PostForm("color"), c.PostForm("at")); err != nil {
			return err
		}
		if page.Fault != "" {
			page.Typed = c.PostForm("at")
			if !site.IsHTMX(c) {
				status = http.StatusUnprocessableEntity
			}
		}
	}
	if err := page.show(from.v, from.marked); err != nil {
		return err
	}
	if page.Played, err = page.played(from.v.Board); err != nil {
		return err
	}
	if page.Fault != "" {
		page.BlackNext = c.PostForm("color") == "B"
	}
	return s.RenderStatus(c, status, "confirm", page)
}

// played describes the last move in words.
func (p *confirmPage) played(stopped *rules.Board) (string, error) {
	n := len(p.Moves) - 3
	if n < 0 {
		return "", nil
	}
	at, _ := rules.ParsePoint(p.Moves[n+1:])
	switch p.Moves[n] {
	case 'b':
		return p.T("record.variation.pass.black", at.Name(stopped.Rows())), nil
	case 'w':
		return p.T("record.variation.pass.white", at.Name(stopped.Rows())), nil
	}
	before, _, err := playTrial(stopped, p.Moves[:n])
	if err != nil {
		return "", err
	}
	after, _, err := playTrial(stopped, p.Moves)
	if err != nil {
		return "", err
	}
	move := playedMove{
		by: playerOf(p.Moves[n]), number: n/3 + 1, point: at.Name(stopped.Rows()), taken: stonesOn(before.Board) + 1 - stonesOn(after.Board),
	}
	return move.text(p.Language), nil
}

// stonesOn counts the stones on a board.
func stonesOn(b *rules.Board) (n int) {
	b.Points(func(p rules.Point) {
		if b.Stone(p) != rules.Empty {
			n++
		}
	})
	return n
}

// show fills in the position, the kos and the dead stones.
func (p *confirmPage) show(v *rules.Verdict, marked *deadView) error {
	c, last, err := playTrial(v.Board, p.Moves)
	if err != nil {
		return err
	}
	d := diagram.Diagram{Board: c.Board, Title: p.T("record.variation.title", p.Table), Last: last}
	if c.Stone(last) == rules.Empty {
		d.Last = rules.Pass
	}
	for _, b := range c.Bans() {
		d.Kos = append(d.Kos, b.Ko)
	}
	p.Board = page.Drawing(d)
	p.Stood = public.StonesOf(p.Language, c.Board)
	n := len(p.Moves)
	p.BlackNext = n == 0 || p.Moves[n-3] == 'W' || p.Moves[n-3] == 'b'
	for _, b := range c.Bans() {
		k := koView{Black: b.Player == rules.Black, Point: b.Ko.Name(v.Rows), Value: "w" + b.Ko.SGF()}
		if k.Black {
			k.Value = "b" + b.Ko.SGF()
		}
		p.Kos = append(p.Kos, k)
	}
	var captured []string
	for _, q := range c.Dead(v.Board) {
		captured = append(captured, q.SGF())
	}
	for _, chain := range slices.Concat(marked.Doubtful, marked.Clear) {
		isCaptured := slices.Contains(captured, chain.Value)
		if !isCaptured && !(v.Counted && chain.Dead) {
			continue
		}
		chain.Dead, chain.Sure = true, ""
		if isCaptured {
			chain.Sure = p.T("record.variation.taken")
		}
		p.Dead = append(p.Dead, chain)
	}
	return nil
}

// Count returns the number of trial moves.
func (p *confirmPage) Count() string { return strconv.Itoa(len(p.Moves) / 3) }
