package people

import (
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// teamHandlers handle teams.
type teamHandlers struct{ *site.Site }

// A teamsPage lists the teams and the players without a team, and has the form of
// a new team.
type teamsPage struct {
	page.Base
	Boards int
	Count  string
	Teams  []page.TeamDeskView
	Free   []freeView
	// Clubs counts the possible teams from clubs, ClubNames are their names.
	Clubs     int
	ClubNames []string
	// Name is the refused name, Fault the reason.
	Name, Fault string
	Once        string
}

// A freeView is a player without a team, ticked for the new one or not.
type freeView struct {
	page.PlayerView
	Ticked bool
}

func (s *teamHandlers) showTeams(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.teamsPage(c, snapshot, nil, nil)
	for _, done := range []struct{ query, key string }{{"made", "team.page.made"}, {"removed", "team.page.removed"}} {
		if n, err := strconv.Atoi(c.Query(done.query)); err == nil {
			view.Notice = &page.Banner{Level: "notice", Text: view.T(done.key, n)}
		}
	}
	return s.Render(c, "teamdesk", view)
}

// teamsPage returns the page; sent is a refused form or nil, wrong the reason.
func (s *teamHandlers) teamsPage(c *gin.Context, snapshot *director.Snapshot, sent url.Values, wrong error) *teamsPage {
	t := snapshot.Tournament
	view := &teamsPage{
		Base:   s.DeskBase(c, snapshot, s.Language(c).T("frame.teams"), "teams"),
		Boards: t.Settings.Teams.Boards, Once: form.Sent{Values: sent, Wrong: form.Faults{"": wrong}}.Once(),
	}
	view.Count = view.T("team.page.count", len(t.Settings.Teams.Teams))
	if sent != nil {
		view.Name = page.Clip(sent.Get("name"))
	}
	if wrong != nil {
		view.Fault = view.Error(wrong)
	}
	for i := range t.Settings.Teams.Teams {
		view.Teams = append(view.Teams, page.NewTeamDeskView(view.Language, t, &t.Settings.Teams.Teams[i]))
	}
	i18n.Sort(view.Language, view.Teams, func(v page.TeamDeskView) string { return v.Name })
	ticked := map[tournament.PlayerID]bool{}
	for _, id := range page.PlayerIDs(sent["player"]) {
		ticked[id] = true
	}
	for _, id := range t.Teamless() {
		view.Free = append(view.Free, freeView{page.NewPlayerView(t, id), ticked[id]})
	}
	for _, team := range t.ClubTeams() {
		view.Clubs++
		view.ClubNames = append(view.ClubNames, team.Name)
	}
	return view
}

func (s *teamHandlers) postTeams(c *gin.Context, snapshot *director.Snapshot) (err error) {
	t, form := snapshot.Tournament, c.Request.PostForm
	home := "/desk/" + t.Info.Slug + "/teams"
	if form.Get("do") == "clubs" {
		var n int
		if n, err = s.Editor(c).AddTeams(c.Request.Context(), t.ClubTeams(), site.IdempotencyKey(c)); err == nil {
			return s.Redirect(c, home+"?made="+strconv.Itoa(n))
		}
	} else {
		team := tournament.Team{Name: form.Get("name"), Members: page.PlayerIDs(form["player"])}
		var id tournament.PlayerID
		if id, err = s.Editor(c).AddTeam(c.Request.Context(), team, site.IdempotencyKey(c)); err == nil {
			return s.Redirect(c, page.TeamPath(t, id)+"?saved=1")
		}
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	return s.RenderStatus(c, site.StatusOfForm(err), "teamdesk", s.teamsPage(c, snapshot, form, err))
}
