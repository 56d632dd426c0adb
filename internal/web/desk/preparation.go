package desk

import (
	"context"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// preparationID is the ID of the part of the page that follows events.
const preparationID = "preparation"

// A preparationPage replaces the desk until round 1 is published: the steps until then, of which one is open.
type preparationPage struct {
	page.Base
	Facts []string
	Steps []preparationStep
	// Now is the time of day. Day is the first day and Until the days until then, both "" from that day on.
	Now, Day, Until string
	Countdown       *page.ClockView
	Requests        *requestsView
	Good            []goodView
	// Published is set for a tournament on a hub or as files.
	Published bool
	Public    addressView
}

// A preparationStep is a step with its state: "done", "now" for the open one, or "later".
type preparationStep struct {
	State, Title, Text string
	// By is the author and the time of the latest change, "" without one.
	By string
	// Points are the facts of the open step, Others other ways to do it.
	Points []stepView
	Others []page.Link
	Act    *actView
}

// A goodView is something good to have before the first round, but not necessary.
type goodView struct {
	Text, Address string
	Done          bool
}

func (s *Handlers) showPreparation(c *gin.Context, snapshot *director.Snapshot) error {
	t, now := snapshot.Tournament, s.Director.Now()
	v := &preparationPage{Base: s.DeskBase(c, snapshot, t.Info.Name, "")}
	v.Notice = goneNotice(c, v.Language, t)
	if place := page.Place(t.Info.Place, t.Info.Country); place != "" {
		v.Facts = append(v.Facts, place)
	}
	if dates := v.Dates(t.Info.Begin.Time, t.Info.End.Time); dates != "" {
		v.Facts = append(v.Facts, dates)
	}
	if t.Info.Hidden {
		v.Facts = append(v.Facts, v.T("prepare.hidden"))
	}
	v.Now, v.Countdown = v.Clock(now), page.NewClockView(v.Language, t, now)
	v.fillDay(t, now)
	v.Requests = newRequestsView(&v.Base, t, v.Event.Home)
	var err error
	if v.Public, err = s.newAddressView(c, t); err != nil {
		return err
	}
	if _, v.Published, err = s.Beyond.Published(c.Request.Context(), t.Info.Slug); err != nil {
		return err
	}
	if err := s.fillSteps(c.Request.Context(), v, snapshot); err != nil {
		return err
	}
	if err := s.fillGood(c.Request.Context(), v, t); err != nil {
		return err
	}
	return s.Render(c, "preparation", v)
}

// Number is the number of the step at index i.
func (v *preparationPage) Number(i int) int { return i + 1 }

// fillDay sets the first day and the days until then, if it is not today.
func (v *preparationPage) fillDay(t *tournament.Tournament, now time.Time) {
	begin := t.Info.Begin
	days := int(begin.Sub(t.Info.DateAt(now)).Hours() / 24)
	if begin.IsZero() || days <= 0 {
		return
	}
	v.Day, v.Until = v.Date(begin.Time), v.T("prepare.days", days)
	if v.Countdown != nil {
		v.Until += " · " + v.Countdown.Text + " " + v.Countdown.Big
	}
	v.Countdown = nil
}

// fillSteps adds the four steps. The first of players, draw and publication that is not done is open. The settings are
// no condition: they are done once they have been changed or used, and open in the days before the first one.
func (s *Handlers) fillSteps(ctx context.Context, v *preparationPage, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	draft := t.Round(1)
	drawn := draft != nil && len(draft.Games)+len(draft.Byes) > 0
	entered := len(t.Remaining()) > 1
	if page.OfTeams(t) {
		entered = len(t.Settings.Teams.Teams) > 1
	}
	state := func(done, open bool) string {
		switch {
		case done:
			return "done"
		case open:
			return "now"
		}
		return "later"
	}
	players := v.playersStep(t, state(entered, true))
	settings := preparationStep{State: "later", Title: v.T("frame.settings"), Text: strings.Join(public.RuleFacts(v.Language, t), " · ")}
	draw := v.drawStep(t, state(drawn, entered))
	if n := day.Lapsed(t, s.Director.Now()); n > 0 && draw.State == "now" {
		draw.Points = append(draw.Points, stepView{Class: "attention", Text: v.T("today.next.renew", n), Address: v.Event.Home + "/players?show=lapsed"})
	}
	publish := v.publishStep(snapshot, state(false, drawn))
	for _, one := range []struct {
		step     *preparationStep
		concerns []director.Subject
	}{
		{&players, []director.Subject{director.OfPlayers, director.OfTeams}},
		{&settings, []director.Subject{director.OfTournament}},
		{&draw, []director.Subject{director.OfRound, director.OfGames}},
	} {
		by, err := s.lastChange(ctx, v, t, one.concerns)
		if err != nil {
			return err
		}
		if one.step == &settings && (by != "" || drawn) {
			settings.State = "done"
		}
		if one.step.State == "done" {
			one.step.By = by
		}
	}
	settings.Act = v.act("arrange", v.Event.Home+"/settings", "frame.settings")
	if settings.State == "later" {
		settings.Text += ". " + v.T("prepare.settings")
		if here, _ := day.Present(t, 1); v.Day != "" && here == 0 && draw.State == "now" && settings.Act != nil {
			settings.State, draw = "now", v.drawStep(t, "later")
		}
	}
	v.Steps = []preparationStep{players, settings, draw, publish}
	return nil
}

// lastChange returns the author and the time of the latest change of some subjects after the creation, "" without one.
func (s *Handlers) lastChange(ctx context.Context, v *preparationPage, t *tournament.Tournament, concerns []director.Subject) (string, error) {
	entries, _, err := s.Director.Log(ctx, t.Info.Slug, 0, director.LogFilter{Actions: director.ActionsOf(concerns...), After: 1})
	if err != nil || len(entries) == 0 {
		return "", err
	}
	last := entries[0]
	return history.AuthorName(v.Language, t, last.By) + ", " + v.Since(last.At, s.Director.Now()), nil
}

// playersStep is about the list of players, and of teams.
func (v *preparationPage) playersStep(t *tournament.Tournament, state string) preparationStep {
	home := v.Event.Home
	step := preparationStep{State: state, Title: v.T("frame.players")}
	here, _ := day.Present(t, 1)
	count := len(t.Remaining())
	if count > 0 {
		step.Text = v.T("prepare.players", count)
		if here > 0 {
			step.Text += ", " + v.T("prepare.here", here)
		}
	}
	teams := page.OfTeams(t) && v.May("lineup")
	if state == "done" {
		step.Act = v.act("register", home+"/players", "frame.players")
		return step
	}
	if count == 0 {
		step.Text = v.T("prepare.players.none")
	}
	step.Act = v.act("arrange", home+"/import", "registration.import")
	if teams && count > 1 {
		step.Act = v.act("arrange", home+"/teams", "frame.teams")
	}
	if step.Act == nil {
		step.Act = v.act("register", home+"/players", "registration.new")
	} else {
		step.Others = []page.Link{{Text: v.T("registration.new"), Address: home + "/players"}, {Text: v.T("signup.settings"), Address: home + "/signup"}}
	}
	return step
}

// drawStep is about the draft of round 1.
func (v *preparationPage) drawStep(t *tournament.Tournament, state string) preparationStep {
	address := page.DrawPath(t, 1)
	step := preparationStep{State: state, Title: v.T("frame.draw"), Text: v.T("prepare.draw.later")}
	switch state {
	case "done":
		step.Text = v.T("draw.games", len(t.Round(1).Games))
		if n := len(t.Round(1).Byes); n > 0 {
			step.Text += " · " + v.T("draw.byes", n)
		}
		step.Act = v.act("draw", address, "frame.draw")
	case "now":
		here, expected := day.Present(t, 1)
		step.Title, step.Text = v.T("draw.title", 1), v.T("prepare.draw")
		if here > 0 {
			step.Points = append(step.Points, stepView{Class: "done", Text: v.T("prepare.here", here)})
		}
		if expected > 0 {
			step.Points = append(step.Points, stepView{Class: "attention", Text: v.T("prepare.expected", expected), Address: v.Event.Home + "/players?show=waiting"})
		}
		if here > 1 && here%2 == 1 && page.Weighed(t, 1) && !page.OfTeams(t) {
			step.Points = append(step.Points, stepView{Class: "attention", Text: v.T("prepare.odd")})
		}
		if here > 1 {
			step.Act = v.act("draw", address, "")
		}
		checkIn := page.Link{Text: v.T("draw.checkin"), Address: v.Event.Home + "/players"}
		if step.Act != nil {
			step.Act.Text, step.Act.Do = v.T("today.next.pair", here, 1), "draft"
			if expected > 0 {
				step.Others = []page.Link{checkIn}
			}
		} else if expected > 0 {
			step.Act = v.act("register", checkIn.Address, "draw.checkin")
		}
	}
	return step
}

// publishStep is about the publication of round 1. A draft with problems is published on its own page, which asks.
func (v *preparationPage) publishStep(snapshot *director.Snapshot, state string) preparationStep {
	step := preparationStep{State: state, Title: v.T("frame.publish"), Text: v.T("prepare.publish")}
	if state != "now" {
		return step
	}
	t := snapshot.Tournament
	if start := day.StartOf(t, 1); !start.IsZero() {
		step.Points = append(step.Points, stepView{Class: "done", Text: v.T("clock.starts", 1) + " " + v.Clock(start)})
	}
	grave := 0
	for _, check := range snapshot.Checks(1) {
		if check.Grave {
			grave++
		}
	}
	if step.Act = v.act("draw", page.DrawPath(t, 1), ""); step.Act == nil {
		return step
	}
	step.Act.Text, step.Act.Do = v.T("today.next.publish", 0, 1), "publish"
	if grave > 0 {
		step.Act.Address, step.Act.Do = step.Act.Address+"?ask=publish", ""
		step.Points = append(step.Points, stepView{Class: "attention", Text: v.T("prepare.problems", grave), Address: page.DrawPath(t, 1)})
	}
	return step
}

// act returns a button for people with the right to an action, nil for others.
func (v *preparationPage) act(needs, address, key string) *actView {
	if !v.May(needs) {
		return nil
	}
	act := &actView{Address: address}
	if key != "" {
		act.Text = v.T(key)
	}
	return act
}

// fillGood adds the things that are good to have, for people with the right to provide them.
func (s *Handlers) fillGood(ctx context.Context, v *preparationPage, t *tournament.Tournament) error {
	if v.May("arrange") {
		lists, err := s.Director.RatingLists().At(ctx, t.Info.Slug)
		if err != nil {
			return err
		}
		kept, err := lists.All(ctx)
		if err != nil {
			return err
		}
		v.Good = append(v.Good, goodView{v.T("prepare.list"), v.Event.Home + "/ratings", len(kept) > 0})
	}
	if v.May("operate") {
		backups := s.Director.Backups()
		v.Good = append(v.Good, goodView{v.T("prepare.stick"), site.SafetyPath, backups.Config().Second != "" && backups.Status().Second == nil})
	}
	if v.May("staff") {
		people := s.Director.Access().People()
		owner, err := people.Owner(ctx, t.Info.Slug)
		if err != nil {
			return err
		}
		members, err := people.Members(ctx, owner)
		if err != nil {
			return err
		}
		guests, err := people.Guests(ctx, t.Info.Slug)
		if err != nil {
			return err
		}
		v.Good = append(v.Good, goodView{v.T("prepare.person"), "/desk/" + t.Info.Slug + "/staff", len(members)+len(guests) > 1})
	}
	v.Good = append(v.Good, goodView{Text: v.T("frame.hall"), Address: v.Public.Hall})
	return nil
}
