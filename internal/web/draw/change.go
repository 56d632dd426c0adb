package draw

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A change is one press of a button on the draw's page.
type change struct {
	editor *director.Editor
	round  *director.RoundEditor
	draws  *runs
	// ctx ends with the request, or with the run when a draw is made.
	ctx      context.Context
	lang     *i18n.Language
	form     url.Values
	t        *tournament.Tournament
	slug     string
	n, table int
	players  []tournament.PlayerID
}

// A button makes one change and returns the table to show after it, 0 for none.
type button func(d change) (table int, err error)

// buttons are all buttons that change a draw, by their value of "do".
var buttons = map[string]button{
	"draft": plain(change.draft),
	"pair":  plain(change.pair),
	"among": plain(func(d change) error { return d.round.PairAmong(d.ctx, d.players) }),
	"late": ticked(change.some, func(d change, p []tournament.PlayerID) error {
		return d.round.PairLate(d.ctx, p)
	}),
	"meet": couple((*director.RoundEditor).Meet),
	"stop": plain(func(d change) error { return d.draws.Stop(d.ctx, d.slug) }),
	"undo": plain(func(d change) error {
		return d.editor.Undo(d.ctx, page.Natural(d.form.Get("version")))
	}),
	"drop":     plain(func(d change) error { return d.round.Drop(d.ctx) }),
	"publish":  plain(change.publish),
	"withhold": plain(func(d change) error { return d.round.Unpublish(d.ctx) }),
	"start":    plain(change.start),
	"swap":     couple((*director.RoundEditor).Swap),
	"two":      couple((*director.RoundEditor).PairTwo),
	"bye": ticked(change.some, func(d change, p []tournament.PlayerID) error {
		return d.round.GiveBye(d.ctx, p...)
	}),
	"takebye": single((*director.RoundEditor).TakeBye),
	"goeson":  single((*director.RoundEditor).Advance),
	"unpair":  plain(func(d change) error { return d.round.Unpair(d.ctx, d.table) }),
	"lock":    plain(func(d change) error { return d.round.Lock(d.ctx, d.table) }),
	"unlock":  plain(func(d change) error { return d.round.Unlock(d.ctx, d.table) }),
	"colours": change.colours,
	"terms":   change.terms,
	"move":    change.move,
	"unmatch": single((*director.RoundEditor).Unmatch),
	"absent": ticked(change.single, func(d change, p []tournament.PlayerID) error {
		return d.editor.SetAttendance(d.ctx, p[0], d.n, tournament.Absent)
	}),
	"withdraw": ticked(change.single, func(d change, p []tournament.PlayerID) error {
		return d.editor.SetStatus(d.ctx, p[0], tournament.Withdrawn)
	}),
	"lockmatch":   single((*director.RoundEditor).LockMatch),
	"unlockmatch": single((*director.RoundEditor).UnlockMatch),
}

// slow are the buttons that make a draw. A draw can take long.
var slow = []string{"draft", "pair", "among", "late", "meet", "absent", "withdraw"}

// toTop lists the buttons with a redirect to the top of the page, because they replace or remove the draw.
var toTop = []string{"draft", "pair", "drop", "withhold", "stop"}

// plain returns a button that shows no particular table afterwards.
func plain(do func(d change) error) button {
	return func(d change) (int, error) { return 0, do(d) }
}

// ticked returns a button that works on the ticked players; pick checks their
// number.
func ticked(
	pick func(d change) ([]tournament.PlayerID, error), do func(d change, players []tournament.PlayerID) error,
) button {
	return plain(func(d change) error {
		players, err := pick(d)
		if err != nil {
			return err
		}
		return do(d, players)
	})
}

// single returns a button that works on one ticked player or team.
func single(do func(*director.RoundEditor, context.Context, tournament.PlayerID) error) button {
	return ticked(change.single, func(d change, p []tournament.PlayerID) error { return do(d.round, d.ctx, p[0]) })
}

// couple returns a button that works on two ticked players or teams.
func couple(do func(r *director.RoundEditor, ctx context.Context, a, b tournament.PlayerID) error) button {
	return ticked(change.couple, func(d change, p []tournament.PlayerID) error { return do(d.round, d.ctx, p[0], p[1]) })
}

// postDraw carries out one change of the draw and shows the draw again.
func (s *Handlers) postDraw(c *gin.Context, snapshot *director.Snapshot, n int) (err error) {
	do := c.PostForm("do")
	pressed, ok := buttons[do]
	if !ok {
		return fault.New(fault.Invalid, "form.incomplete")
	}
	t, editor := snapshot.Tournament, s.Editor(c)
	d := change{
		editor: editor, round: editor.Round(n), draws: s.draws, ctx: c.Request.Context(), lang: s.Language(c), form: c.Request.PostForm,
		t: t, slug: t.Info.Slug, n: n, table: page.Natural(c.PostForm("table")), players: page.PlayerIDs(c.PostFormArray("player")),
	}
	switch question, err := s.confirmationPath(d, do); {
	case err != nil:
		return s.showRefused(c, n, err)
	case question != "":
		return s.Redirect(c, question)
	}
	table := 0
	if slices.Contains(slow, do) {
		err = s.makeDraw(d, pressed)
	} else {
		table, err = pressed(d)
	}
	if err != nil {
		return s.showRefused(c, n, err)
	}
	if do == "late" {
		return s.showPaired(c, d)
	}
	return s.Redirect(c, d.next(do, table))
}

// showPaired redirects to the desk, which names the new pair.
func (s *Handlers) showPaired(c *gin.Context, d change) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	return s.Redirect(c, page.DeskState{Slug: d.slug, Round: d.n, Answer: snapshot.Tournament.Version}.Desk())
}

// next returns the address of the redirect after a change; table is the table that the button returned.
func (d change) next(do string, table int) string {
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
	if slices.Contains(toTop, do) {
		return address
	}
	return address + "#last" // the line about the latest change
}

// showRefused shows the draw as it is now, with the reason why a change was
// refused.
func (s *Handlers) showRefused(c *gin.Context, n int, err error) error {
	snapshot, failed := s.Snapshot(c)
	if failed != nil {
		return failed
	}
	view, failed := s.roundPage(c, snapshot, n)
	if failed != nil {
		return failed
	}
	view.Fault = view.Error(err)
	view.Next = c.DefaultPostForm("seed", view.Next)
	view.Start, view.Day = c.DefaultPostForm("start", view.Start), c.DefaultPostForm("day", view.Day)
	return s.RenderRefused(c, err, "draw", view)
}

// draft makes the first draft, from a page that showed none.
func (d change) draft() error {
	seed, err := d.seed()
	if err != nil {
		return err
	}
	return d.round.Draft(d.ctx, seed)
}

func (d change) pair() error {
	seed, err := d.seed()
	if err != nil {
		return err
	}
	return d.round.Pair(d.ctx, seed)
}

// seed parses the seed of the next draw. It is 1 when the form has no field for
// it.
func (d change) seed() (uint64, error) {
	if !d.form.Has("seed") {
		return 1, nil
	}
	seed, err := strconv.ParseUint(strings.TrimSpace(d.form.Get("seed")), 10, 64)
	if err != nil {
		return 0, fault.New(fault.Invalid, "draw.seed.invalid", fault.Clip(d.form.Get("seed")))
	}
	return seed, nil
}

// start sets the time when the clocks start. An empty time removes it. An empty day means the day that the page
// suggests.
func (d change) start() error {
	clock, day := strings.TrimSpace(d.form.Get("start")), startDay(d.t, d.n)
	if clock == "" {
		return d.round.SetStart(d.ctx, time.Time{})
	}
	since, ok := d.lang.ParseClock(clock)
	if !ok {
		const example = 14 * time.Hour
		return fault.New(fault.Invalid, "draw.start.clock", fault.Clip(clock), d.lang.In(time.UTC).Clock(time.Time{}.Add(example)))
	}
	if text := strings.TrimSpace(d.form.Get("day")); text != "" || day.IsZero() {
		if day, ok = d.lang.ParseDate(text); !ok {
			example := time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC)
			return fault.New(fault.Invalid, "draw.start.day", fault.Clip(text), d.lang.Date(example))
		}
	}
	hour, minute := int(since/time.Hour), int(since%time.Hour/time.Minute)
	return d.round.SetStart(d.ctx, time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, page.Zone(d.t)))
}

// publish publishes the round. A start typed beside the button is saved before.
func (d change) publish() error {
	if r := d.t.Round(d.n); r != nil && d.form.Has("start") && !d.shownStart(r) {
		if err := d.start(); err != nil {
			return err
		}
	}
	return d.round.Publish(d.ctx)
}

// shownStart reports whether the form has the start of a round as the page showed it.
func (d change) shownStart(r *tournament.Round) bool {
	clock, day := "", ""
	if !r.Start.IsZero() {
		clock = d.lang.In(page.Zone(d.t)).Clock(r.Start)
	}
	if on := startDay(d.t, d.n); !on.IsZero() {
		day = d.lang.Date(on)
	}
	return strings.TrimSpace(d.form.Get("start")) == clock && (clock == "" || strings.TrimSpace(d.form.Get("day")) == day)
}

// startDay returns the day of the start of round n. A round without a start has the day of the last earlier round with
// a start, else the first day of the tournament, which may be zero.
func startDay(t *tournament.Tournament, n int) time.Time {
	for ; n > 0; n-- {
		if r := t.Round(n); r != nil && !r.Start.IsZero() {
			return r.Start.In(page.Zone(t))
		}
	}
	return t.Info.Begin.Time
}

// pick returns the ticked players, or a fault when they are not as many as wanted.
func (d change) pick(many int) ([]tournament.PlayerID, error) {
	if len(d.players) != many {
		return nil, fault.New(fault.Invalid, "draw.pick", many, len(d.players))
	}
	return d.players, nil
}

func (d change) single() ([]tournament.PlayerID, error) { return d.pick(1) }
func (d change) couple() ([]tournament.PlayerID, error) { return d.pick(2) }

// some returns the ticked players, or a fault if no player is ticked.
func (d change) some() ([]tournament.PlayerID, error) {
	if len(d.players) == 0 {
		return nil, fault.New(fault.Invalid, "draw.pick.nobody")
	}
	return d.players, nil
}

func (d change) colours() (int, error) {
	return d.table, d.round.SwapColours(d.ctx, d.table)
}

// terms sets the handicap and komi of a game, then its table, where they differ.
func (d change) terms() (int, error) {
	terms, err := parseTerms(d.form.Get("handicap"), d.form.Get("komi"))
	if err != nil {
		return d.table, err
	}
	if g := d.t.Round(d.n).At(d.table); g == nil || terms != (handicap.Terms{Number: g.Handicap, Komi: g.Komi}) {
		if err := d.round.SetTerms(d.ctx, d.table, terms); err != nil {
			return d.table, err
		}
	}
	if d.form.Has("to") && page.Natural(d.form.Get("to")) != d.table {
		return d.move()
	}
	return d.table, nil
}

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

func (d change) move() (int, error) {
	to := page.Natural(d.form.Get("to"))
	return to, d.round.Move(d.ctx, d.table, to)
}
