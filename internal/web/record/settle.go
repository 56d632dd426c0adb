package record

import (
	"html/template"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/settle"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
)

// A settleView shows the players' progress towards an agreed end of their game, and the next step on this device
// (partial "settle").
type settleView struct {
	// Seen identifies the proposal; a step sends it.
	Seen string
	// Dead are the stones proposed as dead, or the program's estimate before that.
	Dead *deadView
	// Said lists the players' statements.
	Said *history.SettlingView
	// AllLive is set when all stones on the board live, so that marks are impossible.
	AllLive bool
	// Disputed is set after a refusal of the proposal, Next explains the players' next step.
	Disputed bool
	Next     string
	// Proposed is set if there is a proposal, Board shows it, Count counts it and Gives is its result.
	Proposed bool
	Board    template.HTML
	Count    *public.CountTable
	Gives    page.ResultView
	// Would is the result with the marked stones, before a proposal.
	Would page.ResultView
	// Asks is set when the player at this device may answer. Other and OtherID name the opponent, whose answer may
	// follow on this device.
	Asks    bool
	Other   string
	OtherID int
	// Apart is set while the opponent has another device at the page of the game.
	Apart bool
	// CanGoOn and CanPlayOut are set when playing on or trial moves settle a dispute, Void when the players may end
	// without a result, Referee before a request for a referee.
	CanGoOn, CanPlayOut, Void, Referee bool
}

// isSettledByPlayers reports whether the players settle the game themselves and have not finished.
func isSettledByPlayers(r *report, review *director.Review) bool {
	return r.t.Settings.PlayersSettle && !settle.Decided(r.g) && review.Verdict.Stage != rules.InPlay
}

// newSettleView returns the view for a player, nil for an unknown one.
func newSettleView(r *report, review *director.Review, apart bool) *settleView {
	if r.me == 0 {
		return nil
	}
	g, v := r.g, review.Verdict
	now, other := g.Settling, g.Opponent(r.me)
	if now.By != 0 {
		review = review.Proposed(r.t, g)
	}
	view := &settleView{
		Seen: settle.Evidence(g), Dead: newDeadView(r.lang, g, review), Said: history.NewSettlingView(r.lang, r.shown, now),
		Proposed: now.By != 0, Asks: now.By == other, Other: r.shown.NameOf(other), OtherID: int(other), Apart: apart,
		CanGoOn: v.GoesOn() && v.Stage == rules.Stopped, CanPlayOut: v.System.InThought() && v.Stage == rules.Stopped,
		Void: settle.MayBeVoid(v.System) && !now.NoResult, Referee: now.Referee == 0,
	}
	view.AllLive = v.Stage == rules.Ended
	view.countWithDead(r, review, view.Dead.marked())
	view.Disputed = now.Against != 0
	switch {
	case now.Referee != 0:
		view.Next = r.lang.T("settle.referee.asked")
	case view.Disputed && now.NoResult:
		view.Next = r.lang.T("settle.disputed.void")
	case view.Disputed:
		view.Next = r.lang.T(view.nextStepText())
	}
	if view.Proposed {
		d := diagram.Diagram{Board: v.Board, Title: r.lang.T("record.dead.board"), Dead: review.Verdict.Dead}
		if !now.NoResult {
			d.Owner = review.Verdict.Score.Owner
		}
		view.Board = page.Drawing(d)
	}
	if view.Proposed && now.NoResult {
		view.Gives = page.NewResultView(r.lang, tournament.Result{Outcome: tournament.NoResult})
	} else if result, ok := tournament.ResultOf(review.Verdict); ok {
		view.Gives = page.NewResultView(r.lang, result)
		view.Count = public.NewRecordView(r.lang, g, review).Count
	}
	return view
}

// countWithDead counts the game as if some stones were dead.
func (v *settleView) countWithDead(r *report, review *director.Review, dead []rules.Point) {
	as := *r.g
	as.Settling.Dead = tournament.WriteDead(dead)
	if result, ok := tournament.ResultOf(review.Proposed(r.t, &as).Verdict); ok {
		v.Would = page.NewResultView(r.lang, result)
	}
}

// showCount counts the game with the currently marked stones.
func (s *Handlers) showCount(c *gin.Context, r *report) error {
	review, err := s.settling(c, r)
	if err != nil {
		return err
	}
	dead, err := deadPoints(c.QueryArray("dead"))
	if err != nil {
		return err
	}
	v := review.Verdict
	dead = slices.DeleteFunc(dead, func(p rules.Point) bool {
		return p.Col() >= v.Cols || p.Row() >= v.Rows || v.Board.Stone(p) == rules.Empty
	})
	r.page.Settle.countWithDead(r, review, dead)
	return s.Render(c, "report", r.page)
}

// nextStepText returns the message about the next step of a disagreement.
func (v *settleView) nextStepText() string {
	switch {
	case v.CanPlayOut:
		return "settle.disputed.thought"
	case v.CanGoOn:
		return "settle.disputed.on"
	}
	return "settle.disputed.referee"
}

// hasPhone reports whether the opponent has another device at the page of the game.
func (s *Handlers) hasPhone(r *report) bool {
	return r.me != 0 && s.present.has(presenceKey(r.t, r.g, r.g.Opponent(r.me)), s.Director.Now())
}

// postSettle stores a step of a player, or of the opponent on the same device.
func (s *Handlers) postSettle(c *gin.Context, r *report) error {
	step := settle.Step{Kind: settle.Kind(c.PostForm("do")), By: r.me, Seen: c.PostForm("seen")}
	if as := page.Natural(c.PostForm("as")); as != 0 {
		step.By, step.On = tournament.PlayerID(as), r.me
	}
	err := s.tries.Try(c.Request.Context(), "settle "+strconv.Itoa(int(r.me))+" "+r.page.Action)
	if err == nil && (r.me == 0 || !r.g.Has(step.By)) {
		err = fault.New(fault.Denied, "settle.who")
	}
	if err == nil && step.By != r.me && s.hasPhone(r) {
		err = fault.New(fault.Denied, "settle.own.phone")
	}
	if err == nil {
		step.Dead, err = deadPoints(c.PostFormArray("dead"))
	}
	if err == nil {
		by := director.Actor{Name: tournament.ByPlayerOn(step.By, step.On)}
		err = s.Director.On(by, r.t.Info.Slug).Game(r.g.ID).Settle(c.Request.Context(), step)
	}
	if err == nil {
		return redirectFully(c, r.page.Action)
	}
	r.page.Refused = r.page.Error(err)
	return s.RenderRefused(c, err, "report", r.page)
}

// settling returns the review of a game while its players settle it; else a fault.
func (s *Handlers) settling(c *gin.Context, r *report) (*director.Review, error) {
	if r.page.Settle == nil {
		return nil, fault.New(fault.Denied, "settle.closed")
	}
	return s.Director.Review(c.Request.Context(), r.t, r.g.ID)
}

// showReportAnalysis shows the players' trial moves.
func (s *Handlers) showReportAnalysis(c *gin.Context, r *report) error {
	review, err := s.settling(c, r)
	if err != nil {
		return err
	}
	return s.showAnalysis(c, &confirmPage{
		Base: r.page.Base, GameView: r.page.GameView, Action: r.page.Action + "/thought", Back: r.page.Action,
		Takes: r.page.Action + "/settle", Do: "propose", Record: review.Hash,
	}, analysis{review.Verdict, r.page.Settle.Dead})
}
