package web

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A drawChange is one press of a button on the draw's page.
type drawChange struct {
	*Server
	c        *gin.Context
	t        *tournament.Tournament
	by       director.Actor
	slug     string
	n, table int
	players  []tournament.PlayerID
}

// drawChanges are the buttons: each does one thing and returns the table to
// show then, 0 for none.
var drawChanges = map[string]func(d drawChange) (table int, err error){
	"draft":    drawChange.draft,
	"pair":     drawChange.pair,
	"drop":     func(d drawChange) (int, error) { return 0, d.director.DropDraft(d.ctx(), d.by, d.slug, d.n) },
	"publish":  func(d drawChange) (int, error) { return 0, d.director.Publish(d.ctx(), d.by, d.slug, d.n) },
	"withhold": func(d drawChange) (int, error) { return 0, d.director.Withhold(d.ctx(), d.by, d.slug, d.n) },
	"start":    drawChange.start,
	"swap":     drawChange.swap,
	"two":      drawChange.two,
	"meet":     drawChange.meet,
	"among":    func(d drawChange) (int, error) { return 0, d.director.PairAmong(d.ctx(), d.by, d.slug, d.n, d.players) },
	"bye":      drawChange.bye,
	"takebye":  drawChange.takeBye,
	"unpair":   func(d drawChange) (int, error) { return 0, d.director.Unpair(d.ctx(), d.by, d.slug, d.n, d.table) },
	"colours": func(d drawChange) (int, error) {
		return d.table, d.director.SwapColours(d.ctx(), d.by, d.slug, d.n, d.table)
	},
	"unmatch":     drawChange.unmatch,
	"lockmatch":   drawChange.lockMatch,
	"unlockmatch": drawChange.lockMatch,
	"terms":       drawChange.terms,
	"move":        drawChange.move,
	"lock":        func(d drawChange) (int, error) { return 0, d.director.Lock(d.ctx(), d.by, d.slug, d.n, d.table, true) },
	"unlock":      func(d drawChange) (int, error) { return 0, d.director.Lock(d.ctx(), d.by, d.slug, d.n, d.table, false) },
}

// ctx ends with the request.
func (d drawChange) ctx() context.Context { return d.c.Request.Context() }

// postDraw carries out one change of the draw and shows it again.
func (s *Server) postDraw(c *gin.Context) error {
	snapshot, n, err := s.drawRound(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	change, ok := drawChanges[c.PostForm("do")]
	if !ok {
		return fault.New(fault.Invalid, "request.form")
	}
	d := drawChange{Server: s, c: c, t: t, by: s.deskActor(c), slug: t.Info.Slug, n: n, table: natural(c.PostForm("table"))}
	d.players = playerIDs(c.PostFormArray("player"))
	switch question, err := d.asks(c.PostForm("do")); {
	case err != nil:
		return s.drawAgain(c, n, err)
	case question != "":
		return s.back(c, question)
	}
	table, err := change(d)
	if err != nil {
		return s.drawAgain(c, n, err)
	}
	address := "/desk/" + d.slug + "/draw/" + strconv.Itoa(n)
	switch {
	case c.PostForm("do") == "publish":
		address = deskState{Slug: d.slug, Round: n}.Desk()
	case table > 0:
		address += "?table=" + strconv.Itoa(table) + "#chosen"
	case d.table > 0:
		address += "#t" + strconv.Itoa(d.table)
	}
	return s.back(c, address)
}

// drawAgain shows the draw as it is now, and why a change was refused.
func (s *Server) drawAgain(c *gin.Context, n int, err error) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	snapshot, failed := s.visible(c)
	if failed != nil {
		return failed
	}
	page, failed := s.drawPage(c, snapshot, n)
	if failed != nil {
		return failed
	}
	page.Fault = page.Error(err)
	page.Next = c.DefaultPostForm("seed", page.Next)
	page.tick(playerIDs(c.PostFormArray("player")))
	return s.renderStatus(c, statusOf(err), "draw", page)
}

// draft makes the first draft, from a page that knew of none.
func (d drawChange) draft() (int, error) {
	seed, err := d.seed()
	if err != nil {
		return 0, err
	}
	return 0, d.director.Draft(d.ctx(), d.by, d.slug, d.n, seed)
}

func (d drawChange) pair() (int, error) {
	seed, err := d.seed()
	if err != nil {
		return 0, err
	}
	return 0, d.director.Pair(d.ctx(), d.by, d.slug, d.n, seed)
}

func (d drawChange) seed() (uint64, error) {
	seed, err := strconv.ParseUint(strings.TrimSpace(d.c.DefaultPostForm("seed", "1")), 10, 64)
	if err != nil {
		return 0, fault.New(fault.Invalid, "draw.seed.invalid", fault.Clip(d.c.PostForm("seed")))
	}
	return seed, nil
}

// start announces when the clocks start; an empty field takes it back.
func (d drawChange) start() (int, error) {
	text := d.c.PostForm("start")
	if text == "" {
		return 0, d.director.SetStart(d.ctx(), d.by, d.slug, d.n, time.Time{})
	}
	at, err := time.ParseInLocation(startForm, text, zone(d.t))
	if err != nil {
		return 0, fault.New(fault.Invalid, "draw.start.invalid", fault.Clip(text))
	}
	return 0, d.director.SetStart(d.ctx(), d.by, d.slug, d.n, at)
}

// pick returns the players that are ticked, when they are as many as wanted.
func (d drawChange) pick(many int) ([]tournament.PlayerID, error) {
	if len(d.players) != many {
		return nil, fault.New(fault.Invalid, "draw.pick", many, len(d.players))
	}
	return d.players, nil
}

func (d drawChange) single() ([]tournament.PlayerID, error) { return d.pick(1) }
func (d drawChange) couple() ([]tournament.PlayerID, error) { return d.pick(2) }

// some returns the players that are ticked, when there is one.
func (d drawChange) some() ([]tournament.PlayerID, error) {
	if len(d.players) == 0 {
		return nil, fault.New(fault.Invalid, "draw.pick.nobody")
	}
	return d.players, nil
}

func (d drawChange) swap() (int, error) {
	two, err := d.couple()
	if err != nil {
		return 0, err
	}
	return 0, d.director.Swap(d.ctx(), d.by, d.slug, d.n, two[0], two[1])
}

func (d drawChange) two() (int, error) {
	two, err := d.couple()
	if err != nil {
		return 0, err
	}
	return 0, d.director.PairTwo(d.ctx(), d.by, d.slug, d.n, two[0], two[1])
}

func (d drawChange) meet() (int, error) {
	two, err := d.couple()
	if err != nil {
		return 0, err
	}
	return 0, d.director.Meet(d.ctx(), d.by, d.slug, d.n, two[0], two[1])
}

func (d drawChange) bye() (int, error) {
	some, err := d.some()
	if err != nil {
		return 0, err
	}
	return 0, d.director.GiveBye(d.ctx(), d.by, d.slug, d.n, some...)
}

func (d drawChange) takeBye() (int, error) {
	one, err := d.single()
	if err != nil {
		return 0, err
	}
	return 0, d.director.TakeBye(d.ctx(), d.by, d.slug, d.n, one[0])
}

func (d drawChange) terms() (int, error) {
	terms, err := parseTerms(d.c.PostForm("handicap"), d.c.PostForm("komi"))
	if err != nil {
		return d.table, err
	}
	return d.table, d.director.SetTerms(d.ctx(), d.by, d.slug, d.n, d.table, terms)
}

func (d drawChange) move() (int, error) {
	to := natural(d.c.PostForm("to"))
	return to, d.director.Move(d.ctx(), d.by, d.slug, d.n, d.table, to)
}
