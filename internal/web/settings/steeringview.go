package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A steeredView is a table or a helper, and what is to be known about it.
type steeredView struct {
	page.PlayerView
	Table string
	When  string
	Note  string
	// Warn says that it cannot work as it is.
	Warn bool
}

func (s *Room) steeringPage(c *gin.Context, snapshot *director.Snapshot) *steeringPage {
	t := snapshot.Tournament
	view := &steeringPage{
		Base:  s.DeskBase(c, snapshot, s.Language(c).T("steering.title"), "draw"),
		Round: t.Current() + 1, Teams: t.Settings.Teams.Boards > 0,
	}
	view.Draw = page.DrawPath(t, min(view.Round, t.Settings.Rounds))
	view.setForms("", nil, "")
	view.Who = form.NameViews(view.Language, t)
	for n := view.Round; n < t.Settings.Rounds; n++ {
		view.Rounds = append(view.Rounds, n)
	}
	if view.Round <= t.Settings.Rounds {
		switch system := t.Settings.Stage(view.Round).System; {
		case page.Weighed(t, view.Round) && system.Planned():
			view.Plan = view.T("steering.beside", view.Round, system)
		case system.Planned():
			view.Plan = view.T("steering.planned", view.Round, system)
		case system == tournament.Free:
			view.Plan = view.T("steering.free", view.Round)
		}
	}
	steered := steeredNow{page: view, t: t, s: &t.Settings.Steering}
	steered.wishes()
	steered.tables()
	steered.helpers()
	steered.clubs()
	view.Families = steered.families()
	view.Facts = steered.facts(snapshot)
	view.Family = t.Settings.Steering.Family
	if n := t.Settings.Steering.LocalClub; n > 0 {
		view.LocalClub = strconv.Itoa(n)
	}
	if n := t.Settings.Steering.Room; n > 0 {
		view.Room = strconv.Itoa(n)
	}
	return view
}

// A steeredNow fills the page from the tournament as it is.
type steeredNow struct {
	page *steeringPage
	t    *tournament.Tournament
	s    *tournament.Steering
}

// person shows a player or a team.
func (d *steeredNow) person(id tournament.PlayerID) page.PlayerView { return newSideView(d.t, id) }

// newSideView shows a player or a team.
func newSideView(t *tournament.Tournament, id tournament.PlayerID) page.PlayerView {
	if team := t.Team(id); team != nil {
		return page.PlayerView{ID: id, Name: team.Name}
	}
	return page.NewPlayerView(t, id)
}

func (d *steeredNow) tables() {
	from, _ := d.when(0)
	for _, seat := range d.s.Seats {
		d.page.Seats = append(d.page.Seats, steeredView{PlayerView: d.person(seat.Player), Table: strconv.Itoa(seat.Table), When: from})
	}
	for _, r := range d.s.Blocked {
		d.page.Blocked = append(d.page.Blocked, steeredView{Table: r.String(), When: from})
	}
}

func (d *steeredNow) helpers() {
	for _, id := range d.s.StandIns {
		p := d.t.Player(id)
		if p == nil {
			continue
		}
		v := steeredView{PlayerView: d.person(id)}
		v.When, _ = d.when(0)
		switch {
		case p.Status == tournament.Withdrawn:
			v.Note, v.Warn = d.page.T("steering.ghost.withdrawn"), true
		case p.Status == tournament.Preliminary:
			v.Note, v.Warn = d.page.T("steering.ghost.preliminary"), true
		case p.Absent.Has(d.page.Round):
			v.Note, v.Warn = d.page.T("steering.ghost.absent", d.page.Round), true
		}
		var played []string
		for i := range d.t.Rounds {
			if g := d.t.Rounds[i].Game(id); g != nil {
				played = append(played, d.page.T("steering.ghost.played", i+1, d.person(g.Opponent(id)).Name))
			}
		}
		if v.Note == "" {
			v.Note = strings.Join(played, " · ")
		}
		d.page.Ghosts = append(d.page.Ghosts, v)
	}
}

// facts say who fills in and whether the draft is as is wished.
func (d *steeredNow) facts(snapshot *director.Snapshot) []page.CheckView {
	view, n := d.page, d.page.Round
	if n > d.t.Settings.Rounds {
		return []page.CheckView{{Text: view.T("steering.finished")}}
	}
	var facts []page.CheckView
	if !view.Teams {
		facts = append(facts, page.CheckView{Text: d.odd()})
	}
	draw := page.Link{Text: view.T("steering.draw", n), Address: page.DrawPath(d.t, n)}
	if d.t.Round(n) == nil {
		return facts
	}
	for _, check := range snapshot.Checks(n) {
		if slices.Contains([]string{"steer.check.apart", "steer.check.wish", "steer.check.blocked", "steer.check.room", "steer.check.seat", "check.rematch.family"}, check.Key) {
			facts = append(facts, page.CheckView{Text: view.T(check.Key, check.Args...), Grave: check.Grave, Links: []page.Link{draw}})
		}
	}
	return facts
}

// odd says how many play, and who takes the odd place.
func (d *steeredNow) odd() string {
	page, n := d.page, d.page.Round
	playing := 0
	var helper string
	for i := range d.t.Players {
		if p := &d.t.Players[i]; p.Plays(n) && !d.t.StandIn(p.ID) {
			playing++
		}
	}
	for _, g := range slices.Backward(page.Ghosts) {
		if !g.Warn {
			helper = g.Name
		}
	}
	switch {
	case playing%2 == 0:
		return page.T("steering.even", playing, n)
	case helper != "":
		return page.T("steering.odd.helper", playing, n, helper)
	}
	return page.T("steering.odd.bye", playing, n)
}
