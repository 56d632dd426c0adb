package access

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

func (s *Handlers) showStaff(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.staffPage(c, snapshot)
	if err != nil {
		return err
	}
	return s.Render(c, "people", view)
}

// staffPage returns the page of the people of one tournament: the members of its organisation, and its helpers.
func (s *Handlers) staffPage(c *gin.Context, snapshot *director.Snapshot) (*peoplePage, error) {
	t := snapshot.Tournament
	ctx, people := c.Request.Context(), s.Director.Access().People()
	home := "/desk/" + t.Info.Slug + "/staff"
	view := &peoplePage{Base: s.DeskBase(c, snapshot, s.Language(c).T("people.title"), "staff"), Home: home, Rights: newRightsView(s.Language(c))}
	owner, err := people.Owner(ctx, t.Info.Slug)
	if err != nil {
		return nil, err
	}
	if err := s.setTabs(c, view, owner); err != nil {
		return nil, err
	}
	members, err := people.Members(ctx, owner)
	if err != nil {
		return nil, err
	}
	for i, v := range s.memberViews(c, members) {
		if v.Open = false; t.Info.Hidden && !role.Of(members[i].Role).May(role.Hidden) {
			continue
		}
		if len(view.Tabs) > 0 {
			v.Change = PeoplePath(owner) + "?person=" + strconv.Itoa(v.User)
		}
		view.People = append(view.People, v)
	}
	guests, err := people.Guests(ctx, t.Info.Slug)
	if err != nil {
		return nil, err
	}
	for i, v := range s.memberViews(c, guests) {
		if team := t.Team(tournament.PlayerID(guests[i].Team)); team != nil {
			v.Role += " · " + team.Name
		}
		v.Home, v.Change = home, home+"?person="+strconv.Itoa(v.User)
		view.People = append(view.People, v)
	}
	if view.Tablet, err = s.tabletView(c, t.Info.Slug); err != nil {
		return nil, err
	}
	roles := []role.Role{role.Director, role.Desk}
	var teams []page.Choice
	if page.OfTeams(t) {
		roles = role.OfGuests
		for _, team := range t.Settings.Teams.Teams {
			teams = append(teams, page.Choice{Value: strconv.Itoa(int(team.ID)), Text: team.Name})
		}
	}
	view.invitationsView, err = s.invitations(c, store.InvitedTo{Organisation: owner, Slug: t.Info.Slug}, roles)
	view.Teams = teams
	return view, err
}

// setTabs adds the pages of the organisation that a tournament belongs to, for its owners.
func (s *Handlers) setTabs(c *gin.Context, view *peoplePage, owner int) error {
	managed, err := s.managed(c)
	for _, o := range managed {
		if o.ID == owner {
			view.Tabs = append([]page.Link{{Text: view.T("people.tournament"), Address: view.Home, Current: true}}, Tabs(view.Language, o, view.Home)...)
		}
	}
	return err
}

// tabletView returns the tablet at the door.
func (s *Handlers) tabletView(c *gin.Context, slug string) (*tabletView, error) {
	tablet, err := s.Director.Tablet(c.Request.Context(), slug)
	if err != nil || tablet.Token == "" {
		return &tabletView{}, err
	}
	v := &tabletView{Link: s.PublicBase(c) + "/t/" + slug + "/tablet/pin/" + tablet.Token, Leave: tablet.Code}
	v.Code, err = page.NewCodeView(v.Link)
	return v, err
}

// postStaff invites a helper, revokes an invitation, removes a role, or opens and ends the tablet at the door.
func (s *Handlers) postStaff(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, slug := c.Request.Context(), snapshot.Tournament.Info.Slug
	owner, err := s.Director.Access().People().Owner(ctx, slug)
	if err != nil {
		return err
	}
	session, _ := s.Session(c)
	office := s.Director.Access().People().OrganisationAdmin(session, owner)
	wanted, _ := role.Parse(c.PostForm("role"))
	var link string
	switch c.PostForm("do") {
	case "invite":
		link, err = office.Invite(ctx, accounts.Invitation{Slug: slug, Role: wanted, Team: page.Natural(c.PostForm("team")), Label: c.PostForm("label")})
	case "withdraw":
		err = office.Withdraw(ctx, slug, c.PostForm("hash"))
	case "tablet":
		err = s.Director.OpenTablet(ctx, office, slug)
	case "tablet.end":
		err = s.Director.EndTablet(ctx, office, slug)
	case "remove":
		err = office.RemoveGuest(ctx, slug, page.Natural(c.PostForm("user")))
	default:
		err = fault.New(fault.Invalid, "form.incomplete")
	}
	if err == nil && link == "" {
		return s.Redirect(c, "/desk/"+slug+"/staff")
	}
	if _, ok := fault.As(err); err != nil && !ok {
		return err
	}
	view, failed := s.staffPage(c, snapshot)
	if failed != nil {
		return failed
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "people", view)
	}
	return s.invited(c, view, link)
}
