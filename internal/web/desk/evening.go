package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/pairing/evening"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An eveningView is the desk of open play: the waiting players and the next games.
type eveningView struct {
	// On is set during an evening. Since is its begin, Last describes the evening before.
	On          bool
	Since, Last string
	// Here, Running and Finished count people and games.
	Here, Running, Finished string
	Next                    []nextView
	Waits                   []waitView
	// Promise is the promised longest wait, in words.
	Promise string
	// Members is the number of players.
	Members int
	// Tablet is the address of the page that makes the link of the tablet.
	Tablet string
}

// A nextView is a proposed game.
type nextView struct {
	page.GameView
	// Nigiri is set if the players choose the colours.
	Nigiri bool
	Why    string
	// Instead describes a better game after a short wait, "" for none.
	Instead string
}

// A waitView is a waiting player.
type waitView struct {
	page.PlayerView
	// Wait is the wait in words, Late marks a wait beyond the promise.
	Wait string
	Late bool
	// State says how many games, or why none now.
	State   string
	Resting bool
	// Others are the possible opponents.
	Others []page.PlayerView
}

// titleOf returns the title of the desk of a round, or of open play.
func titleOf(lang *i18n.Language, t *tournament.Tournament, round int) string {
	if !t.IsOpen() {
		return page.RoundTitle(lang, t, round)
	}
	if e := t.Evening(); e != nil {
		return lang.T("open.title", lang.Date(t.Info.DateAt(e.Began)))
	}
	return t.Info.Name
}

// listed returns the games of a desk: a round, or in open play the running games and the ended ones of this evening, the
// latest first, so that the first game of a table is its current one.
func listed(t *tournament.Tournament, round int) *tournament.Round {
	if !t.IsOpen() {
		return t.Round(round)
	}
	r := &tournament.Round{Published: true}
	for _, g := range t.Running() {
		r.Games = append(r.Games, *g)
	}
	games := t.GamesOf(t.LastEvening())
	slices.SortStableFunc(games, func(a, b *tournament.Game) int { return b.EnteredAt.Compare(a.EnteredAt) })
	for _, g := range games {
		if g.Result.Known() {
			r.Games = append(r.Games, *g)
		}
	}
	return r
}

// missing is the fault of a table without a game.
func missing(round, table int) error {
	if round == 0 {
		return fault.New(fault.NotFound, "open.missing", table)
	}
	return fault.New(fault.NotFound, "game.missing", round, table)
}

func (s *Handlers) eveningView(ctx context.Context, p *roundPage, snapshot *director.Snapshot, now time.Time) (*eveningView, error) {
	t := snapshot.Tournament
	v := &eveningView{
		On: t.Evening() != nil, Members: len(t.Remaining()), Tablet: p.Event.Home + "/staff",
		Promise: p.T("today.for", int(t.Settings.Open.LongestWait().Minutes())),
	}
	running, finished := 0, 0
	for _, g := range t.GamesOf(t.LastEvening()) {
		if g.Result.Known() {
			finished++
		}
	}
	running = len(t.Running())
	v.Running, v.Finished = p.T("open.running.count", running), p.T("open.finished.count", finished)
	if e := t.LastEvening(); e != nil {
		v.Since = p.T("open.since", p.Clock(e.Began))
		v.Last = p.T("open.last", p.Date(t.Info.DateAt(e.Began)), len(e.Present), finished)
	}
	next, err := snapshot.NextGames(ctx, now)
	if err != nil {
		return nil, err
	}
	v.Next = nextViews(p.Language, t, next.Games)
	v.fillWaits(p, t, next, now)
	v.Here = p.T("open.here.count", 2*running+len(v.Waits))
	return v, nil
}

// nextViews returns the proposed games with the tables that they would get, in their order.
func nextViews(lang *i18n.Language, t *tournament.Tournament, list []evening.Proposal) (views []nextView) {
	var seats []tournament.Game
	for _, n := range list {
		seats = append(seats, tournament.Game{Black: n.Black, White: n.White, Handicap: n.Terms.Number, Komi: n.Terms.Komi, ColoursOpen: n.Nigiri})
	}
	for _, g := range t.Running() {
		seats = append(seats, *g)
	}
	t.Settings.Constraints.AssignTables(seats)
	for i, n := range list {
		view := nextView{GameView: page.NewGameView(lang, t, &seats[i]), Nigiri: n.Nigiri, Why: page.EveningReasons(lang, t, n.Reasons)}
		if l := n.Instead; l != nil {
			view.Instead = lang.T("open.instead", l.Minutes, l.Table, page.NewPlayerView(t, l.Player).Brief, page.NewPlayerView(t, l.Other).Brief,
				page.LongTerms(lang, &tournament.Game{Handicap: l.Terms.Number, Komi: l.Terms.Komi}))
		}
		views = append(views, view)
	}
	return views
}

// fillWaits lists the waiting players, the longest wait first.
func (v *eveningView) fillWaits(p *roundPage, t *tournament.Tournament, next director.NextGames, now time.Time) {
	why := map[tournament.PlayerID]evening.Kind{}
	for _, w := range next.Waits {
		why[w.Player] = w.Why
	}
	games := map[tournament.PlayerID]int{}
	for _, g := range t.GamesOf(t.LastEvening()) {
		games[g.Black]++
		games[g.White]++
	}
	waiting := t.Waiting()
	for _, w := range waiting {
		minutes := int(now.Sub(w.Since).Minutes())
		one := waitView{PlayerView: page.NewPlayerView(t, w.ID), Resting: w.Resting, State: p.T("open.games.count", games[w.ID])}
		switch {
		case w.Resting:
			one.State = p.T("open.reason.resting")
		case minutes < 1 && games[w.ID] == 0:
			one.State = p.T("open.came")
		default:
			one.Wait = p.T("today.for", max(minutes, 0))
			one.Late = time.Duration(minutes)*time.Minute >= next.Promise
		}
		if reason := why[w.ID]; !w.Resting && (reason == evening.NoOpponent || reason == evening.ForBetter) {
			one.State = p.T("open.reason." + string(reason))
		}
		for _, other := range waiting {
			if other.ID != w.ID {
				one.Others = append(one.Others, page.NewPlayerView(t, other.ID))
			}
		}
		v.Waits = append(v.Waits, one)
	}
}

// postBegin begins a game of two players.
func (s *Handlers) postBegin(c *gin.Context, f entryForm) error {
	pair := director.Pairing{
		A: tournament.PlayerID(page.Natural(c.PostForm("a"))), B: tournament.PlayerID(page.Natural(c.PostForm("b"))),
		Table: page.Natural(c.PostForm("at")), Against: c.PostForm("against") != "",
	}
	return s.answerEvening(c, f, "", s.begin(c, f, pair))
}

func (s *Handlers) begin(c *gin.Context, f entryForm, pair director.Pairing) error {
	_, err := f.editor.Begin(c.Request.Context(), pair, "") // a second time they play already
	return err
}

// postWaiter changes the state of a player at the evening: "here", "home", "rest" or "wait".
func (s *Handlers) postWaiter(c *gin.Context, f entryForm) error {
	ctx, id := c.Request.Context(), tournament.PlayerID(page.Natural(c.PostForm("player")))
	err := fault.New(fault.Invalid, "form.incomplete")
	switch c.PostForm("do") {
	case "here":
		err = f.editor.SetStatus(ctx, id, tournament.CheckedIn)
	case "home":
		err = f.editor.SetStatus(ctx, id, tournament.Preliminary)
	case "rest":
		err = f.editor.Rest(ctx, id, true)
	case "wait":
		err = f.editor.Rest(ctx, id, false)
	}
	return s.answerEvening(c, f, "", err)
}

// postGame cancels a running game, or changes its colours or terms.
func (s *Handlers) postGame(c *gin.Context, f entryForm) error {
	ctx := c.Request.Context()
	g := f.snapshot.Tournament.Game(page.Natural(c.Param("game")))
	if g == nil {
		return fault.New(fault.NotFound, "game.unknown", page.Natural(c.Param("game")))
	}
	err := fault.New(fault.Invalid, "form.incomplete")
	switch c.PostForm("do") {
	case "cancel":
		if err = f.editor.Cancel(ctx, g.ID); err == nil {
			f.state.Table = 0
		}
	case "swap":
		err = f.editor.Round(g.Round).SwapColours(ctx, g.Table)
	case "terms":
		var terms handicap.Terms
		if terms, err = postedTerms(c); err == nil {
			err = f.editor.Round(g.Round).SetTerms(ctx, g.Table, terms)
		}
	}
	return s.answerEvening(c, f, "", err)
}

// postedTerms reads handicap and komi from a form.
func postedTerms(c *gin.Context) (terms handicap.Terms, err error) {
	if terms.Number, err = strconv.Atoi(strings.TrimSpace(c.PostForm("handicap"))); err != nil {
		return terms, fault.New(fault.Invalid, "form.incomplete")
	}
	terms.Komi, err = handicap.ParseKomi(c.PostForm("komi"))
	return terms, err
}

// postEndEvening ends the evening.
func (s *Handlers) postEndEvening(c *gin.Context, f entryForm) error {
	f.state = page.DeskState{Slug: f.state.Slug}
	return s.answerEvening(c, f, "", f.editor.EndEvening(c.Request.Context()))
}

// answerEvening shows the desk after a step of open play: refused, or with the step and its undo.
func (s *Handlers) answerEvening(c *gin.Context, f entryForm, line string, err error) error {
	if err != nil {
		return s.showRefused(c, f, line, err)
	}
	next, err := s.afterStep(c, f)
	if err != nil {
		return err
	}
	return s.showNext(c, next)
}

// afterStep returns the desk after a step of this desk, which it names.
func (s *Handlers) afterStep(c *gin.Context, f entryForm) (page.DeskState, error) {
	next := page.DeskState{Slug: f.state.Slug, Table: f.state.Table}
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return next, err
	}
	me := s.DeskActor(c)
	for version := snapshot.Tournament.Version; version > f.snapshot.Tournament.Version; version-- {
		e, err := s.Director.Logged(c.Request.Context(), f.state.Slug, version)
		if err != nil {
			return next, err
		}
		if e.By == me.Name {
			next.Answer = version
			break
		}
	}
	return next, nil
}
