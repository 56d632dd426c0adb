package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A constraintRow is a table or a stand-in.
type constraintRow struct {
	page.PlayerView
	Table string
	When  string
	Note  string
	// Warn is set if it has no effect now.
	Warn bool
}

func (s *Handlers) constraintsPage(c *gin.Context, snapshot *director.Snapshot) *constraintsPage {
	t := snapshot.Tournament
	view := &constraintsPage{
		Base:  s.DeskBase(c, snapshot, s.Language(c).T("constraint.page.title"), "draw"),
		Round: t.Current() + 1, Teams: t.Settings.Teams.Boards > 0,
	}
	if view.Round <= t.Settings.Rounds {
		view.Draw = page.DrawPath(t, view.Round)
	}
	view.setForms("", nil, "")
	view.Who = form.NameViews(view.Language, t)
	for n := view.Round; n < t.Settings.Rounds; n++ {
		view.Rounds = append(view.Rounds, n)
	}
	if view.Round <= t.Settings.Rounds {
		switch system := t.Settings.Stage(view.Round).System; {
		case page.Weighed(t, view.Round) && system.Planned():
			view.Plan = view.T("constraint.page.beside", view.Round, system)
		case system.Planned():
			view.Plan = view.T("constraint.page.planned", view.Round, system)
		}
	}
	filler := constraintFiller{page: view, t: t, s: &t.Settings.Constraints}
	filler.addConstraints()
	filler.addTables()
	filler.addStandIns()
	filler.addClubs()
	view.Families = filler.families()
	view.Facts = filler.facts(snapshot)
	view.Family = t.Settings.Constraints.Family
	if n := t.Settings.Constraints.LocalClub; n > 0 {
		view.LocalClub = strconv.Itoa(n)
	}
	if n := t.Settings.Constraints.Room; n > 0 {
		view.Room = strconv.Itoa(n)
	}
	return view
}

// A constraintFiller fills the page from a tournament.
type constraintFiller struct {
	page *constraintsPage
	t    *tournament.Tournament
	s    *tournament.Constraints
}

// side returns a player or a team.
func (d *constraintFiller) side(id tournament.PlayerID) page.PlayerView {
	if team := d.t.Team(id); team != nil {
		return page.PlayerView{ID: id, Name: team.Name}
	}
	return page.NewPlayerView(d.t, id)
}

func (d *constraintFiller) addTables() {
	from, _ := d.when(0)
	for _, seat := range d.s.Seats {
		d.page.Seats = append(d.page.Seats, constraintRow{
			PlayerView: d.side(seat.Player), Table: strconv.Itoa(seat.Table), When: from,
		})
	}
	for _, r := range d.s.Blocked {
		d.page.Blocked = append(d.page.Blocked, constraintRow{Table: r.String(), When: from})
	}
}

func (d *constraintFiller) addStandIns() {
	for _, id := range d.s.StandIns {
		p := d.t.Player(id)
		if p == nil {
			continue
		}
		v := constraintRow{PlayerView: d.side(id)}
		v.When, _ = d.when(0)
		switch {
		case p.Status == tournament.Withdrawn:
			v.Note, v.Warn = d.page.T("constraint.page.ghost.withdrawn"), true
		case p.Status == tournament.Preliminary:
			v.Note, v.Warn = d.page.T("constraint.page.ghost.preliminary"), true
		case p.Absent.Has(d.page.Round):
			v.Note, v.Warn = d.page.T("constraint.page.ghost.absent", d.page.Round), true
		}
		var played []string
		for i := range d.t.Rounds {
			if g := d.t.Rounds[i].Game(id); g != nil {
				played = append(played, d.page.T("constraint.page.ghost.played", i+1, d.side(g.Opponent(id)).Name))
			}
		}
		if v.Note == "" {
			v.Note = strings.Join(played, " · ")
		}
		d.page.StandIns = append(d.page.StandIns, v)
	}
}

// facts describes the stand-in of the round, and the wishes violated by its draft.
func (d *constraintFiller) facts(snapshot *director.Snapshot) []page.CheckView {
	view, n := d.page, d.page.Round
	if n > d.t.Settings.Rounds {
		return []page.CheckView{{Text: view.T("constraint.page.finished")}}
	}
	var facts []page.CheckView
	if !view.Teams {
		facts = append(facts, page.CheckView{Text: d.participants()})
	}
	draw := page.Link{Text: view.T("draw.title", n), Address: page.DrawPath(d.t, n)}
	if d.t.Round(n) == nil {
		return facts
	}
	for _, check := range snapshot.Checks(n) {
		if check.Constraint {
			facts = append(facts, page.CheckView{
				Text: view.T(check.Key, check.Args...), Grave: check.Grave, Links: []page.Link{draw},
			})
		}
	}
	return facts
}

// participants describes the number of players, and who fills the odd place.
func (d *constraintFiller) participants() string {
	page, n := d.page, d.page.Round
	playing := 0
	var standIn string
	for i := range d.t.Players {
		if p := &d.t.Players[i]; p.Plays(n) && !d.t.StandIn(p.ID) {
			playing++
		}
	}
	for _, g := range slices.Backward(page.StandIns) {
		if !g.Warn {
			standIn = g.Name
		}
	}
	switch {
	case playing%2 == 0:
		return page.T("constraint.page.even", playing, n)
	case standIn != "":
		return page.T("constraint.page.odd.helper", playing, n, standIn)
	}
	return page.T("constraint.page.odd.bye", playing, n)
}
