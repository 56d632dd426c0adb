package record

import (
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/settle"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// A chooseView shows the progress of the players towards the komi and colours of their game, and the next step on this
// device (partial "choose").
type chooseView struct {
	// Text explains the method and lists the steps so far.
	Text string
	// Names is set when the player must name or bid a komi (Does is the label), Takes when they choose a colour.
	Names, Takes bool
	Does         string
	// Typed is a komi that was refused.
	Typed string
}

// newChooseView returns the view for a player of a game without a komi.
func newChooseView(r *report) *chooseView {
	c, first := r.g.Choosing, r.me == r.g.Black
	other := r.shown.NameOf(r.g.Opponent(r.me))
	mine := c.Second
	if first {
		mine = c.First
	}
	view := &chooseView{Does: r.lang.T("komi.name")}
	switch auction := r.t.Settings.KomiChoice == handicap.Auction; {
	case auction && !mine.Made:
		view.Text, view.Names, view.Does = r.lang.T("komi.auction"), true, r.lang.T("komi.bid")
	case auction:
		view.Text = r.lang.T("komi.auction.waiting", other)
	case first && !mine.Made:
		view.Text, view.Names = r.lang.T("komi.divide", other), true
	case first:
		view.Text = r.lang.T("komi.divide.waiting", other, c.First.Komi)
	case c.First.Made:
		view.Text, view.Takes = r.lang.T("komi.take", other, c.First.Komi), true
	default:
		view.Text = r.lang.T("komi.divide.second", other)
	}
	return view
}

// postChoose stores a player's step towards the komi and colours.
func (s *Handlers) postChoose(c *gin.Context, r *report) error {
	step := settle.KomiStep{By: r.me, Takes: settle.Colour(c.PostForm("takes"))}
	err := s.tries.Try(c.Request.Context(), "komi "+r.page.Action)
	if err == nil && r.me == 0 {
		err = fault.New(fault.Denied, "settle.who")
	}
	if err == nil && step.Takes == "" {
		step.Komi, err = handicap.ParseKomi(strings.ReplaceAll(strings.TrimSpace(c.PostForm("komi")), "−", "-"))
	}
	if err == nil {
		by := director.Actor{Name: tournament.ByPlayer(step.By)}
		err = s.Director.On(by, r.t.Info.Slug).Game(r.g.ID).ChooseKomi(c.Request.Context(), step)
	}
	if err == nil {
		return redirectFully(c, r.page.Action)
	}
	r.page.Refused = r.page.Error(err)
	if r.page.Choose != nil {
		r.page.Choose.Typed = fault.Clip(c.PostForm("komi"))
	}
	return s.RenderRefused(c, err, "report", r.page)
}
