package desk

import (
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A todayView is the panel of the day beside the list of games: the next steps, the clock, and
// the address of the public pages.
type todayView struct {
	// Now is the time of day, Saved the time of the last change, BackedUp the time of the last backup; "" without one.
	// Unsaved is set while saving fails.
	Now, Saved, BackedUp string
	Unsaved              bool
	Steps                []stepView
	// Act is the next step of the tournament itself, as a button; may be nil.
	Act   *actView
	Clock *page.ClockView
	// Late are the players without a game, and their possible opponents; may be nil.
	Late *lateView
	// Unstarted is the round whose clock is not started, 0 for none.
	Unstarted int
	// All is the address of the page of requests and incidents.
	All string
	// Announcements are the public announcements.
	Announcements []string
	addressView
	// Live is the desk's page of live games, "" if the settings forbid them.
	Live string
}

// An addressView is the address of the public pages: Link, its parts Host and Path without the scheme, and its code.
// Hall is the hall screen.
type addressView struct {
	Link, Host, Path, Hall string
	Code                   page.CodeView
	// Local is set if only this machine can open the address.
	Local bool
}

func (s *Handlers) newAddressView(c *gin.Context, t *tournament.Tournament) (v addressView, err error) {
	v.Path = "/t/" + t.Info.Slug
	v.Link, v.Host, v.Hall = s.PhoneBase(c)+v.Path, page.WithoutScheme(s.PhoneBase(c)), v.Path+"/hall"
	v.Local = !s.PhonesReach(c)
	v.Code, err = page.NewCodeView(v.Link)
	return v, err
}

// A stepView is a point of the list. Class is "attention", "grave" or "".
type stepView struct {
	Class, Text, Address string
	// Since is the start of the games of an unfinished step, in milliseconds since 1970; For is that duration, in
	// words.
	Since int64
	For   string
}

// A lateView is the players who can still be paired in the round that is played: Late have no game, Byes have the bye.
type lateView struct {
	Round      int
	Late, Byes []page.PlayerView
	// Text is the button, "" if no pairing is possible. Draw is the address of the draw.
	Text, Draw string
}

// newLateView returns nil while all players have a game.
func newLateView(lang *i18n.Language, t *tournament.Tournament) *lateView {
	late, free := day.Unpaired(t)
	if len(late) == 0 {
		return nil
	}
	v := &lateView{Round: t.Current(), Draw: page.DrawPath(t, t.Current())}
	for _, id := range free {
		if slices.Contains(late, id) {
			v.Late = append(v.Late, page.NewPlayerView(t, id))
		} else {
			v.Byes = append(v.Byes, page.NewPlayerView(t, id))
		}
	}
	switch {
	case len(free) == 2:
		v.Text = lang.T("today.late.two")
	case len(free) > 2 && page.Weighed(t, v.Round):
		v.Text = lang.T("today.late.pair", len(free))
	}
	return v
}

// An actView is the director's next step; Later is set while something blocks it. Do is the value of "do" in its form.
type actView struct {
	Text, Address, Do string
	Later             bool
}

// A requestView is a request in one line.
type requestView struct {
	ID   int
	Text string
	// Plain is set for a request that needs one click; the other kind has a page.
	Plain bool
	// Notice is set for news without an answer: a cancellation, or a reserve with a new place.
	Notice bool
	Place  *page.PlaceView
}

// A requestsView is the open requests of players: the rows, the number of the others, the page of all, and the page to
// return to.
type requestsView struct {
	Rows      []requestView
	Others    int
	All, Back string
}

// mostRequests limits the requests in the panel.
const mostRequests = 5

// newRequestsView returns the open requests; nil for none, and for a reader without the right to answer.
func newRequestsView(p *page.Base, t *tournament.Tournament, back string) *requestsView {
	open := day.Open(t)
	if len(open) == 0 || !p.May("day") {
		return nil
	}
	v := &requestsView{All: p.Event.Home + "/day", Back: back}
	for _, r := range open[:min(len(open), mostRequests)] {
		v.Rows = append(v.Rows, requestView{
			ID: r.ID, Text: page.RequestText(p.Language, t, r), Plain: r.Kind != tournament.AskRank,
			Notice: r.Kind == tournament.AskPlace || r.Kind == tournament.AskCancel, Place: page.NewPlaceView(p.Language, t, r),
		})
	}
	v.Others = len(open) - len(v.Rows)
	return v
}

// fillToday fills the panel for a moment.
func (s *Handlers) fillToday(c *gin.Context, p *roundPage, snapshot *director.Snapshot, now time.Time) error {
	t := snapshot.Tournament
	home := p.Event.Home
	v := &todayView{Now: p.Clock(now), All: home + "/day", Clock: page.NewClockView(p.Language, t, now), Unstarted: unstarted(t, now)}
	if t.IsOpen() {
		v.Clock, v.Unstarted = nil, 0
	} else {
		for _, step := range day.Next(t, now) {
			v.add(p, t, step, now)
		}
		v.addStale(p, snapshot)
		v.Late = newLateView(p.Language, t)
	}
	for _, a := range day.Announcements(t, now) {
		v.Announcements = append(v.Announcements, a.Text)
	}
	if t.Settings.Live.On {
		v.Live = home + "/live"
	}
	p.Today, p.Requests = v, newRequestsView(&p.Base, t, p.Path())
	last, err := s.Director.Logged(c.Request.Context(), t.Info.Slug, t.Version)
	if err != nil {
		return err
	}
	v.Saved, v.Unsaved = p.Clock(last.At), s.Director.Trouble() != nil
	if !p.Roles.May(role.Draw) {
		v.Act = nil
	}
	if at := s.Director.Backups().Last(); !at.IsZero() {
		v.BackedUp = p.Clock(at)
	}
	v.addressView, err = s.newAddressView(c, t)
	return err
}

// add adds a step to the list, or makes it the button.
func (v *todayView) add(p *roundPage, t *tournament.Tournament, step day.Step, now time.Time) {
	home, round := p.Event.Home, strconv.Itoa(step.Round)
	text := page.Text(p.Language, step)
	line := stepView{Text: text}
	switch step.Kind {
	case day.Pair, day.Publish, day.Finish:
		if v.Act != nil {
			return
		}
		v.Act = &actView{Text: text, Address: home + "/draw/" + round, Do: "draft", Later: step.Blocked}
		switch {
		case step.Kind == day.Finish:
			v.Act.Address, v.Act.Do = home+"/final", ""
		case step.Kind == day.Publish:
			v.Act.Do = ""
		}
		if step.Blocked {
			v.Act.Text = p.T("today.later", text)
		}
		return
	case day.Decide:
		line.Class, line.Address = "attention", home+"/round/"+strconv.Itoa(disputed(t))+"#live"
	case day.Referee:
		line.Class, line.Address = "attention", home+"/round/"+round
	case day.Answer:
		line.Class, line.Address = "attention", v.All
	case day.AskNoShows:
		line.Class, line.Address = "attention", home
	case day.Late:
		line.Class, line.Address = "attention", home+"/draw/"+round
	case day.Left:
		at := page.DeskState{Slug: t.Info.Slug, Round: step.Round, Table: day.LeftGames(t)[0].Table}
		line.Class, line.Address = "attention", at.Desk()
	case day.Wait:
		if step.Round == t.Current() {
			line.Text = p.T("today.playing", step.Count)
		}
		line.Address = home + "/round/" + round
		if !step.Since.IsZero() && step.Since.Before(now) {
			line.Since, line.For = step.Since.UnixMilli(), p.T("today.for", int(now.Sub(step.Since).Minutes()))
		}
	case day.CheckIn:
		line.Address = home + "/players?show=waiting"
	case day.Renew:
		line.Class, line.Address = "attention", home+"/players?show=lapsed"
	case day.Collect:
		line.Address = home + "/players?show=unpaid"
	case day.Send:
		line.Address = home + "/exports/federations"
	}
	v.Steps = append(v.Steps, line)
}

// addStale adds a stale draft of the next round: players, results or settings have changed since.
func (v *todayView) addStale(p *roundPage, snapshot *director.Snapshot) {
	t := snapshot.Tournament
	n := t.Current() + 1
	if r := t.Round(n); r == nil || r.Drawn.Inputs == "" {
		return
	}
	for _, check := range snapshot.Checks(n) {
		if check.Key == "check.ranks.changed" {
			v.Steps = append(v.Steps, stepView{Class: "attention", Text: p.T("today.stale", n), Address: page.DrawPath(t, n)})
		}
	}
}

// disputed returns the latest round with a contradiction.
func disputed(t *tournament.Tournament) int {
	for n := len(t.Rounds); n > 0; n-- {
		for i := range t.Rounds[n-1].Games {
			if t.Rounds[n-1].Games[i].Dispute.Open() {
				return n
			}
		}
	}
	return t.Current()
}
