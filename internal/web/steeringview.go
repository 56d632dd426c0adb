package web

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/tournament"
)

// A steeredView is a table or a helper, and what is to be known about it.
type steeredView struct {
	playerView
	Table string
	When  string
	Note  string
	// Warn says that it cannot work as it is.
	Warn bool
}

func (s *settingsRoom) steeringPage(c *gin.Context, snapshot *director.Snapshot) *steeringPage {
	t := snapshot.Tournament
	page := &steeringPage{
		base:  s.deskBase(c, snapshot, s.language(c).T("steering.title"), "draw", 0),
		Round: t.Current() + 1, Teams: t.Settings.Teams.Boards > 0,
	}
	page.Draw = drawPath(t, min(page.Round, t.Settings.Rounds))
	page.setForms("", nil, "")
	page.Who = everybody(page.Language, t)
	for n := page.Round; n < t.Settings.Rounds; n++ {
		page.Rounds = append(page.Rounds, n)
	}
	if page.Round <= t.Settings.Rounds {
		switch system := t.Settings.Stage(page.Round).System; {
		case solved(t, page.Round) && system.Planned():
			page.Plan = page.T("steering.beside", page.Round, system)
		case system.Planned():
			page.Plan = page.T("steering.planned", page.Round, system)
		case system == tournament.Free:
			page.Plan = page.T("steering.free", page.Round)
		}
	}
	steered := steeredNow{page: page, t: t, s: &t.Settings.Steering}
	steered.wishes()
	steered.tables()
	steered.helpers()
	steered.clubs()
	page.Families = steered.families()
	page.Facts = steered.facts(snapshot)
	page.Family = t.Settings.Steering.Family
	if n := t.Settings.Steering.LocalClub; n > 0 {
		page.LocalClub = strconv.Itoa(n)
	}
	if n := t.Settings.Steering.Room; n > 0 {
		page.Room = strconv.Itoa(n)
	}
	return page
}

// A steeredNow fills the page from the tournament as it is.
type steeredNow struct {
	page *steeringPage
	t    *tournament.Tournament
	s    *tournament.Steering
}

// person shows a player or a team.
func (d *steeredNow) person(id tournament.PlayerID) playerView { return newSideView(d.t, id) }

// newSideView shows a player or a team.
func newSideView(t *tournament.Tournament, id tournament.PlayerID) playerView {
	if team := t.Team(id); team != nil {
		return playerView{ID: id, Name: team.Name}
	}
	return newPlayerView(t, id)
}

func (d *steeredNow) tables() {
	from, _ := d.when(0)
	for _, seat := range d.s.Seats {
		d.page.Seats = append(d.page.Seats, steeredView{playerView: d.person(seat.Player), Table: strconv.Itoa(seat.Table), When: from})
	}
	for _, r := range d.s.Blocked {
		d.page.Blocked = append(d.page.Blocked, steeredView{Table: r.String(), When: from})
	}
}

func (d *steeredNow) helpers() {
	for _, id := range d.s.Ghosts {
		p := d.t.Player(id)
		if p == nil {
			continue
		}
		v := steeredView{playerView: d.person(id)}
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
func (d *steeredNow) facts(snapshot *director.Snapshot) []checkView {
	page, n := d.page, d.page.Round
	if n > d.t.Settings.Rounds {
		return []checkView{{Text: page.T("steering.finished")}}
	}
	var facts []checkView
	if !page.Teams {
		facts = append(facts, checkView{Text: d.odd()})
	}
	draw := link{Text: page.T("steering.draw", n), Address: drawPath(d.t, n)}
	if d.t.Round(n) == nil {
		return facts
	}
	for _, check := range snapshot.Checks(n) {
		if slices.Contains([]string{"steer.check.apart", "steer.check.wish", "steer.check.blocked", "steer.check.room", "steer.check.seat", "check.rematch.family"}, check.Key) {
			facts = append(facts, checkView{Text: page.T(check.Key, check.Args...), Grave: check.Grave, Links: []link{draw}})
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
		if p := &d.t.Players[i]; p.Plays(n) && !d.t.Ghost(p.ID) {
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
