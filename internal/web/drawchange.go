package web

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A drawChange is one press of a button on the draw's page.
type drawChange struct {
	editor *director.Editor
	round  *director.RoundEditor
	runs   *drawRuns
	// ctx ends with the request, or with the draw where one is made.
	ctx      context.Context
	form     url.Values
	snapshot *director.Snapshot
	t        *tournament.Tournament
	slug     string
	n, table int
	players  []tournament.PlayerID
}

// A drawButton does one thing and returns the table to show then, 0 for none.
type drawButton func(d drawChange) (table int, err error)

// drawChanges are the buttons.
var drawChanges = map[string]drawButton{
	"draft": drawChange.draft,
	"pair":  drawChange.pair,
	"among": plain(func(d drawChange) error { return d.round.PairAmong(d.ctx, d.players) }),
	"meet": ticked(drawChange.couple, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.Meet(d.ctx, p[0], p[1])
	}),
	"stop": plain(func(d drawChange) error { d.runs.stop(d.slug); return nil }),
	"undo": plain(func(d drawChange) error {
		return d.editor.Undo(d.ctx, page.Natural(d.form.Get("version")))
	}),
	"drop":     plain(func(d drawChange) error { return d.round.Drop(d.ctx) }),
	"publish":  plain(func(d drawChange) error { return d.round.Publish(d.ctx) }),
	"withhold": plain(func(d drawChange) error { return d.round.Withhold(d.ctx) }),
	"start":    plain(drawChange.start),
	"swap": ticked(drawChange.couple, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.Swap(d.ctx, p[0], p[1])
	}),
	"two": ticked(drawChange.couple, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.PairTwo(d.ctx, p[0], p[1])
	}),
	"bye": ticked(drawChange.some, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.GiveBye(d.ctx, p...)
	}),
	"takebye": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.TakeBye(d.ctx, p[0])
	}),
	"goeson": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.SendOn(d.ctx, p[0])
	}),
	"unpair":  plain(func(d drawChange) error { return d.round.Unpair(d.ctx, d.table) }),
	"lock":    plain(func(d drawChange) error { return d.round.Lock(d.ctx, d.table, true) }),
	"unlock":  plain(func(d drawChange) error { return d.round.Lock(d.ctx, d.table, false) }),
	"colours": drawChange.colours,
	"terms":   drawChange.terms,
	"move":    drawChange.move,
	"unmatch": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.Unmatch(d.ctx, p[0])
	}),
	"absent": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.editor.SetAttendance(d.ctx, p[0], d.n, tournament.Absent)
	}),
	"withdraw": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.editor.SetStatus(d.ctx, p[0], tournament.Withdrawn)
	}),
	"lockmatch": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.LockMatch(d.ctx, p[0], true)
	}),
	"unlockmatch": ticked(drawChange.single, func(d drawChange, p []tournament.PlayerID) error {
		return d.round.LockMatch(d.ctx, p[0], false)
	}),
}

// slow are the buttons that make a draw, which can take long.
var slow = []string{"draft", "pair", "among", "meet", "absent", "withdraw"}

// plain is a button after which no table in particular is shown.
func plain(do func(d drawChange) error) drawButton {
	return func(d drawChange) (int, error) { return 0, do(d) }
}

// ticked is a button for which players are ticked, as many as pick wants.
func ticked(
	pick func(d drawChange) ([]tournament.PlayerID, error), do func(d drawChange, players []tournament.PlayerID) error,
) drawButton {
	return plain(func(d drawChange) error {
		players, err := pick(d)
		if err != nil {
			return err
		}
		return do(d, players)
	})
}

// postDraw carries out one change of the draw and shows it again.
func (s *drawRoom) postDraw(c *gin.Context) error {
	snapshot, n, err := s.DrawRound(c)
	if err != nil {
		return err
	}
	do := c.PostForm("do")
	change, ok := drawChanges[do]
	if !ok {
		return fault.New(fault.Invalid, "request.form")
	}
	t, editor := snapshot.Tournament, s.Editor(c)
	d := drawChange{
		editor: editor, round: editor.Round(n), runs: s.draws, ctx: c.Request.Context(), form: c.Request.PostForm,
		snapshot: snapshot, t: t, slug: t.Info.Slug, n: n, table: page.Natural(c.PostForm("table")), players: page.PlayerIDs(c.PostFormArray("player")),
	}
	switch question, err := d.asks(do); {
	case err != nil:
		return s.drawAgain(c, n, err)
	case question != "":
		return s.Back(c, question)
	}
	table := 0
	if slices.Contains(slow, do) {
		err = s.makeDraw(d, change)
	} else {
		table, err = change(d)
	}
	if err != nil {
		return s.drawAgain(c, n, err)
	}
	return s.Back(c, d.next(do, table))
}

// next is the address to show after a change; table is the one it chose.
func (d drawChange) next(do string, table int) string {
	address := page.DrawPath(d.t, d.n)
	switch {
	case d.form.Get("from") == "players":
		return "/desk/" + d.slug + "/players"
	case do == "publish":
		return page.DeskState{Slug: d.slug, Round: d.n}.Desk()
	case table > 0:
		return address + "?table=" + strconv.Itoa(table) + "#chosen"
	case d.table > 0:
		return address + "#t" + strconv.Itoa(d.table)
	}
	return address
}

// drawAgain shows the draw as it is now, and why a change was refused.
func (s *drawRoom) drawAgain(c *gin.Context, n int, err error) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	snapshot, failed := s.Visible(c)
	if failed != nil {
		return failed
	}
	view, failed := s.drawPage(c, snapshot, n)
	if failed != nil {
		return failed
	}
	view.Fault = view.Error(err)
	view.Next = c.DefaultPostForm("seed", view.Next)
	view.tick(page.PlayerIDs(c.PostFormArray("player")))
	return s.RenderStatus(c, site.StatusOf(err), "draw", view)
}

// draft makes the first draft, from a page that knew of none.
func (d drawChange) draft() (int, error) {
	seed, err := d.seed()
	if err != nil {
		return 0, err
	}
	return 0, d.round.Draft(d.ctx, seed)
}

func (d drawChange) pair() (int, error) {
	seed, err := d.seed()
	if err != nil {
		return 0, err
	}
	return 0, d.round.Pair(d.ctx, seed)
}

// seed reads the seed of the draw to come; a button without a field for it
// leaves it at 1.
func (d drawChange) seed() (uint64, error) {
	if !d.form.Has("seed") {
		return 1, nil
	}
	seed, err := strconv.ParseUint(strings.TrimSpace(d.form.Get("seed")), 10, 64)
	if err != nil {
		return 0, fault.New(fault.Invalid, "draw.seed.invalid", fault.Clip(d.form.Get("seed")))
	}
	return seed, nil
}

// start announces when the clocks start; an empty field takes it back.
func (d drawChange) start() error {
	text := d.form.Get("start")
	if text == "" {
		return d.round.SetStart(d.ctx, time.Time{})
	}
	at, err := time.ParseInLocation(startForm, text, page.Zone(d.t))
	if err != nil {
		return fault.New(fault.Invalid, "draw.start.invalid", fault.Clip(text))
	}
	return d.round.SetStart(d.ctx, at)
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

func (d drawChange) colours() (int, error) {
	return d.table, d.round.SwapColours(d.ctx, d.table)
}

func (d drawChange) terms() (int, error) {
	terms, err := parseTerms(d.form.Get("handicap"), d.form.Get("komi"))
	if err != nil {
		return d.table, err
	}
	return d.table, d.round.SetTerms(d.ctx, d.table, terms)
}

// parseTerms reads handicap and komi as the form sends them.
func parseTerms(number, komi string) (handicap.Terms, error) {
	k, err := handicap.ParseKomi(komi)
	if err != nil {
		return handicap.Terms{}, err
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return handicap.Terms{}, fault.New(fault.Invalid, "draw.handicap", fault.Clip(number))
	}
	return handicap.Terms{Number: n, Komi: k}, nil
}

func (d drawChange) move() (int, error) {
	to := page.Natural(d.form.Get("to"))
	return to, d.round.Move(d.ctx, d.table, to)
}
