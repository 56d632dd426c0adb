package record

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/diagram"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A confirmPage plays the end of a game out in thought, to see what is alive.
// The moves travel with the form and never reach the record.
type confirmPage struct {
	page.Base
	page.GameView
	Round int
	// Action is the address of the page, Back that of the record, whose hash is
	// Record.
	Action, Back, Record string
	Board                template.HTML
	Moves                string // as thought reads them
	// BlackNext offers Black as the next to play.
	BlackNext bool
	// Kos may be retaken only after a pass.
	Kos []koView
	// Dead are the chains that thought has taken and those marked before.
	Dead         []chainView
	Typed, Fault string
}

// A koView offers a pass for one ko.
type koView struct {
	Value string // what the form sends
	Black bool   // passes
	Point string
}

// mostThoughts bounds the moves in thought.
const mostThoughts = 1000

// thought plays moves in thought, three letters each: B or W and the point of
// a stone, b or w and the point of the ko that is passed for.
func thought(stopped *rules.Board, moves string) (c *rules.Confirmation, last rules.Point, err error) {
	c, last = stopped.Confirm(), rules.Pass
	if len(moves)%3 != 0 || len(moves) > 3*mostThoughts {
		return nil, last, fault.New(fault.Invalid, "confirm.many", mostThoughts)
	}
	for ; moves != ""; moves = moves[3:] {
		p, ok := rules.ParsePoint(moves[1:3])
		switch player := playerNamed(moves[0]); {
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

func playerNamed(letter byte) rules.Color {
	switch letter {
	case 'B', 'b':
		return rules.Black
	case 'W', 'w':
		return rules.White
	}
	return rules.Empty
}

// thinkOn does what the form asks for and returns the moves after it, or why a
// move is refused.
func (p *confirmPage) thinkOn(stopped *rules.Board, do, color, at string) (refused string, err error) {
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
	point, ok := pointNamed(at, stopped.Cols(), stopped.Rows())
	if !ok {
		return p.T("play.point", page.Clip(at)), nil
	}
	if color != "B" {
		color = "W"
	}
	c, _, err := thought(stopped, p.Moves)
	if err != nil {
		return "", err
	}
	switch offence := c.Play(playerNamed(color[0]), point); offence {
	case 0:
		p.Moves += color + point.SGF()
		return "", nil
	case rules.KoRetaken:
		return p.T("confirm.ko", point.Name(stopped.Rows())), nil
	default:
		name := point.Name(stopped.Rows())
		return p.T("play.refused", name, p.T(rules.Finding{Rule: offence.Rule()}.Key())), nil
	}
}

func (s *Room) showConfirm(c *gin.Context) error { return s.confirm(c, "", "") }

func (s *Room) postConfirm(c *gin.Context) error {
	return s.confirm(c, c.PostForm("moves"), c.PostForm("do"))
}

// confirm shows the position after the moves in thought, and one step more.
func (s *Room) confirm(c *gin.Context, moves, do string) error {
	desk, err := s.gameDeskPage(c)
	if err != nil {
		return err
	}
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	review, err := s.Director.Review(c.Request.Context(), snapshot.Tournament, desk.ID)
	if err != nil {
		return err
	}
	v := review.Verdict
	page := &confirmPage{Base: desk.Base, GameView: desk.GameView, Round: desk.Round, Moves: moves, Back: desk.Address}
	page.Action, page.Record = desk.Address+"/confirm", review.Hash
	status := http.StatusOK
	if do != "" {
		if page.Fault, err = page.thinkOn(v.Board, do, c.PostForm("color"), c.PostForm("at")); err != nil {
			return err
		}
		if page.Fault != "" {
			page.Typed = c.PostForm("at")
			if !site.IsHTMX(c) {
				status = http.StatusUnprocessableEntity
			}
		}
	}
	if err := page.show(v, desk.Dead); err != nil {
		return err
	}
	if page.Fault != "" {
		page.BlackNext = c.PostForm("color") == "B"
	}
	return s.RenderStatus(c, status, "confirm", page)
}

// show fills in the position, the kos and the dead stones.
func (p *confirmPage) show(v *rules.Verdict, marked *deadView) error {
	c, last, err := thought(v.Board, p.Moves)
	if err != nil {
		return err
	}
	d := diagram.Diagram{Board: c.Board, Title: p.T("confirm.title"), Last: last}
	if c.Stone(last) == rules.Empty {
		d.Last = rules.Pass
	}
	p.Board = template.HTML(d.SVG()) // ours, and escaped there
	n := len(p.Moves)
	p.BlackNext = n == 0 || p.Moves[n-3] == 'W' || p.Moves[n-3] == 'b'
	for _, b := range c.Bans() {
		k := koView{Black: b.Player == rules.Black, Point: b.Ko.Name(v.Rows), Value: "w" + b.Ko.SGF()}
		if k.Black {
			k.Value = "b" + b.Ko.SGF()
		}
		p.Kos = append(p.Kos, k)
	}
	var taken []string
	for _, q := range c.Dead(v.Board) {
		taken = append(taken, q.SGF())
	}
	for _, chain := range slices.Concat(marked.Doubtful, marked.Clear) {
		inThought := slices.Contains(taken, chain.Value)
		if !inThought && !(v.Counted && chain.Dead) {
			continue
		}
		chain.Dead, chain.Sure = true, ""
		if inThought {
			chain.Sure = p.T("confirm.taken")
		}
		p.Dead = append(p.Dead, chain)
	}
	return nil
}

// Count says how many moves were made in thought.
func (p *confirmPage) Count() string { return strconv.Itoa(len(p.Moves) / 3) }
