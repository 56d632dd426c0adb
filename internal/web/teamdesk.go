package web

import (
	"crypto/rand"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A teamsDeskPage is the director's room for teams: those there are, and the
// players who are in none.
type teamsDeskPage struct {
	base
	Boards int
	Count  string
	Teams  []teamDeskView
	Free   []freeView
	// Clubs is how many teams the clubs would make, ClubNames their names.
	Clubs     int
	ClubNames []string
	// Name is what was typed, Fault what is wrong with it.
	Name, Fault string
	Once        string
}

// A teamDeskView is one team in the list.
type teamDeskView struct {
	playerView
	Home             string // its page at the desk
	Members, Reserve []memberView
	Notes            []string
}

// A memberView is a player of a team.
type memberView struct {
	playerView
	// Board is his usual board, 0 for a substitute.
	Board int
	// Text says what keeps him from playing; may be empty.
	Text string
}

// A freeView is a player without a team, ticked for the new one or not.
type freeView struct {
	playerView
	Ticked bool
}

func (s *peopleRoom) showTeams(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	page := s.teamsPage(c, snapshot, nil, nil)
	for _, done := range []struct{ query, key string }{{"made", "teams.made"}, {"removed", "teams.removed"}} {
		if n, err := strconv.Atoi(c.Query(done.query)); err == nil {
			page.Notice = &banner{Level: "notice", Text: page.T(done.key, n)}
		}
	}
	return s.render(c, "teamdesk", page)
}

// teamsPage makes the page with the form as it was typed, if it was.
func (s *peopleRoom) teamsPage(c *gin.Context, snapshot *director.Snapshot, form url.Values, wrong error) *teamsDeskPage {
	t := snapshot.Tournament
	page := &teamsDeskPage{
		base:   s.deskBase(c, snapshot, s.language(c).T("frame.teams"), "teams", 0),
		Boards: t.Settings.Teams.Boards, Once: rand.Text(),
	}
	page.Count = page.T("teams.count", len(t.Settings.Teams.Teams))
	if form != nil {
		page.Name, page.Once = clip(form.Get("name")), clip(form.Get("once"))
	}
	if wrong != nil {
		page.Fault = page.Error(wrong)
	}
	for i := range t.Settings.Teams.Teams {
		page.Teams = append(page.Teams, newTeamDeskView(page.Language, t, &t.Settings.Teams.Teams[i]))
	}
	i18n.Sort(page.Language, page.Teams, func(v teamDeskView) string { return v.Name })
	ticked := map[tournament.PlayerID]bool{}
	for _, id := range playerIDs(form["player"]) {
		ticked[id] = true
	}
	for _, id := range t.Teamless() {
		page.Free = append(page.Free, freeView{newPlayerView(t, id), ticked[id]})
	}
	for _, team := range t.ClubTeams() {
		page.Clubs++
		page.ClubNames = append(page.ClubNames, team.Name)
	}
	return page
}

func teamHome(t *tournament.Tournament, id tournament.PlayerID) string {
	return "/desk/" + t.Info.Slug + "/teams/" + strconv.Itoa(int(id))
}

// lineupAddress is where a team says who sits in a round.
func lineupAddress(t *tournament.Tournament, id tournament.PlayerID, round int) string {
	return teamHome(t, id) + "?round=" + strconv.Itoa(round) + "#lineup"
}

func newTeamDeskView(lang *i18n.Language, t *tournament.Tournament, team *tournament.Team) teamDeskView {
	v := teamDeskView{playerView: newTeamView(t, team.ID), Home: teamHome(t, team.ID)}
	playing := 0
	for _, id := range team.Members {
		p := t.Player(id)
		m := memberView{playerView: newPlayerView(t, id)}
		if p.Status != tournament.CheckedIn {
			m.Text = lang.T(statusKeys[p.Status])
		}
		if p.Status != tournament.Withdrawn && playing < t.Settings.Teams.Boards {
			playing++
			m.Board = playing
			v.Members = append(v.Members, m)
		} else {
			v.Reserve = append(v.Reserve, m)
		}
	}
	switch {
	case len(team.Members) == 0:
		v.Notes = append(v.Notes, lang.T("teams.empty"))
	case playing < t.Settings.Teams.Boards:
		v.Notes = append(v.Notes, lang.T("teams.short", playing, t.Settings.Teams.Boards))
	}
	if said := misplaced(lang, t, team.Members); said != "" {
		v.Notes = append(v.Notes, said)
	}
	return v
}

// misplaced says that an order of boards has a stronger player below a weaker
// one.
func misplaced(lang *i18n.Language, t *tournament.Tournament, order []tournament.PlayerID) string {
	upper, lower := t.Misplaced(order)
	if upper == 0 {
		return ""
	}
	a, b := t.Player(upper), t.Player(lower)
	return lang.T("teams.misplaced", b.Name(), b.Rank, a.Name(), a.Rank)
}

// postTeams enters a team, or those that the clubs make.
func (s *peopleRoom) postTeams(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	t, form := snapshot.Tournament, c.Request.PostForm
	actor, _ := s.actor(c)
	home := "/desk/" + t.Info.Slug + "/teams"
	if form.Get("do") == "clubs" {
		var n int
		if n, err = s.director.On(actor, t.Info.Slug).AddTeams(c.Request.Context(), t.ClubTeams(), form.Get("once")); err == nil {
			return s.back(c, home+"?made="+strconv.Itoa(n))
		}
	} else {
		team := tournament.Team{Name: form.Get("name"), Members: playerIDs(form["player"])}
		var id tournament.PlayerID
		if id, err = s.director.On(actor, t.Info.Slug).AddTeam(c.Request.Context(), team, form.Get("once")); err == nil {
			return s.back(c, teamHome(t, id)+"?saved=1")
		}
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	return s.renderStatus(c, statusOfForm(err), "teamdesk", s.teamsPage(c, snapshot, form, err))
}
