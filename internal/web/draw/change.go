package draw

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

// A Change is one press of a button on the draw's page.
type Change struct {
	editor *director.Editor
	round  *director.RoundEditor
	runs   *Runs
	// Ctx ends with the request, or with the draw where one is made.
	Ctx      context.Context
	form     url.Values
	snapshot *director.Snapshot
	t        *tournament.Tournament
	slug     string
	n, table int
	players  []tournament.PlayerID
}

// A drawButton does one thing and returns the table to show then, 0 for none.
type drawButton func(d Change) (table int, err error)

// Changes are the buttons.
var Changes = map[string]drawButton{
	"draft": Change.draft,
	"pair":  Change.pair,
	"among": plain(func(d Change) error { return d.round.PairAmong(d.Ctx, d.players) }),
	"meet": ticked(Change.couple, func(d Change, p []tournament.PlayerID) error {
		return d.round.Meet(d.Ctx, p[0], p[1])
	}),
	"stop": plain(func(d Change) error { d.runs.stop(d.slug); return nil }),
	"undo": plain(func(d Change) error {
		return d.editor.Undo(d.Ctx, page.Natural(d.form.Get("version")))
	}),
	"drop":     plain(func(d Change) error { return d.round.Drop(d.Ctx) }),
	"publish":  plain(func(d Change) error { return d.round.Publish(d.Ctx) }),
	"withhold": plain(func(d Change) error { return d.round.Withhold(d.Ctx) }),
	"start":    plain(Change.start),
	"swap": ticked(Change.couple, func(d Change, p []tournament.PlayerID) error {
		return d.round.Swap(d.Ctx, p[0], p[1])
	}),
	"two": ticked(Change.couple, func(d Change, p []tournament.PlayerID) error {
		return d.round.PairTwo(d.Ctx, p[0], p[1])
	}),
	"bye": ticked(Change.some, func(d Change, p []tournament.PlayerID) error {
		return d.round.GiveBye(d.Ctx, p...)
	}),
	"takebye": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.round.TakeBye(d.Ctx, p[0])
	}),
	"goeson": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.round.SendOn(d.Ctx, p[0])
	}),
	"unpair":  plain(func(d Change) error { return d.round.Unpair(d.Ctx, d.table) }),
	"lock":    plain(func(d Change) error { return d.round.Lock(d.Ctx, d.table) }),
	"unlock":  plain(func(d Change) error { return d.round.Unlock(d.Ctx, d.table) }),
	"colours": Change.colours,
	"terms":   Change.terms,
	"move":    Change.move,
	"unmatch": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.round.Unmatch(d.Ctx, p[0])
	}),
	"absent": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.editor.SetAttendance(d.Ctx, p[0], d.n, tournament.Absent)
	}),
	"withdraw": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.editor.SetStatus(d.Ctx, p[0], tournament.Withdrawn)
	}),
	"lockmatch": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.round.LockMatch(d.Ctx, p[0])
	}),
	"unlockmatch": ticked(Change.single, func(d Change, p []tournament.PlayerID) error {
		return d.round.UnlockMatch(d.Ctx, p[0])
	}),
}

// slow are the buttons that make a draw, which can take long.
var slow = []string{"draft", "pair", "among", "meet", "absent", "withdraw"}

// plain is a button after which no table in particular is shown.
func plain(do func(d Change) error) drawButton {
	return func(d Change) (int, error) { return 0, do(d) }
}

// ticked is a button for which players are ticked, as many as pick wants.
func ticked(
	pick func(d Change) ([]tournament.PlayerID, error), do func(d Change, players []tournament.PlayerID) error,
) drawButton {
	return plain(func(d Change) error {
		players, err := pick(d)
		if err != nil {
			return err
		}
		return do(d, players)
	})
}

// postDraw carries out one change of the draw and shows it again.
func (s *Room) postDraw(c *gin.Context) error {
	snapshot, n, err := s.PlannedRound(c)
	if err != nil {
		return err
	}
	do := c.PostForm("do")
	change, ok := Changes[do]
	if !ok {
		return fault.New(fault.Invalid, "request.form")
	}
	t, editor := snapshot.Tournament, s.Editor(c)
	d := Change{
		editor: editor, round: editor.Round(n), runs: s.Draws, Ctx: c.Request.Context(), form: c.Request.PostForm,
		snapshot: snapshot, t: t, slug: t.Info.Slug, n: n, table: page.Natural(c.PostForm("table")), players: page.PlayerIDs(c.PostFormArray("player")),
	}
	switch question, err := d.asks(do); {
	case err != nil:
		return s.drawAgain(c, n, err)
	case question != "":
		return s.Redirect(c, question)
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
	return s.Redirect(c, d.next(do, table))
}

// next is the address to show after a change; table is the one it chose.
func (d Change) next(do string, table int) string {
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
func (s *Room) drawAgain(c *gin.Context, n int, err error) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	snapshot, failed := s.Snapshot(c)
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
func (d Change) draft() (int, error) {
	seed, err := d.seed()
	if err != nil {
		return 0, err
	}
	return 0, d.round.Draft(d.Ctx, seed)
}

func (d Change) pair() (int, error) {
	seed, err := d.seed()
	if err != nil {
		return 0, err
	}
	return 0, d.round.Pair(d.Ctx, seed)
}

// seed reads the seed of the draw to come; a button without a field for it
// leaves it at 1.
func (d Change) seed() (uint64, error) {
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
func (d Change) start() error {
	text := d.form.Get("start")
	if text == "" {
		return d.round.SetStart(d.Ctx, time.Time{})
	}
	at, err := time.ParseInLocation(startForm, text, page.Zone(d.t))
	if err != nil {
		return fault.New(fault.Invalid, "draw.start.invalid", fault.Clip(text))
	}
	return d.round.SetStart(d.Ctx, at)
}

// pick returns the players that are ticked, when they are as many as wanted.
func (d Change) pick(many int) ([]tournament.PlayerID, error) {
	if len(d.players) != many {
		return nil, fault.New(fault.Invalid, "draw.pick", many, len(d.players))
	}
	return d.players, nil
}

func (d Change) single() ([]tournament.PlayerID, error) { return d.pick(1) }
func (d Change) couple() ([]tournament.PlayerID, error) { return d.pick(2) }

// some returns the players that are ticked, when there is one.
func (d Change) some() ([]tournament.PlayerID, error) {
	if len(d.players) == 0 {
		return nil, fault.New(fault.Invalid, "draw.pick.nobody")
	}
	return d.players, nil
}

func (d Change) colours() (int, error) {
	return d.table, d.round.SwapColours(d.Ctx, d.table)
}

func (d Change) terms() (int, error) {
	terms, err := parseTerms(d.form.Get("handicap"), d.form.Get("komi"))
	if err != nil {
		return d.table, err
	}
	return d.table, d.round.SetTerms(d.Ctx, d.table, terms)
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

func (d Change) move() (int, error) {
	to := page.Natural(d.form.Get("to"))
	return to, d.round.Move(d.Ctx, d.table, to)
}
