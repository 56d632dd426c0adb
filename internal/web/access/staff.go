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

// A staffPage lists the helpers of one tournament, and invites more.
type staffPage struct {
	page.Base
	invitationsView
	Home   string
	Guests []memberView
	Fault  string
}

func (s *Handlers) showStaff(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.staffPage(c, snapshot)
	if err != nil {
		return err
	}
	return s.Render(c, "staff", view)
}

func (s *Handlers) staffPage(c *gin.Context, snapshot *director.Snapshot) (*staffPage, error) {
	t := snapshot.Tournament
	ctx, people := c.Request.Context(), s.Director.Access().People()
	view := &staffPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("staff.title"), "staff"), Home: "/desk/" + t.Info.Slug + "/staff"}
	guests, err := people.Guests(ctx, t.Info.Slug)
	if err != nil {
		return nil, err
	}
	view.Guests = memberViews(view.Language, guests, nil)
	for i, g := range guests {
		if team := t.Team(tournament.PlayerID(g.Team)); team != nil {
			view.Guests[i].Role += " · " + team.Name
		}
	}
	owner, err := people.Owner(ctx, t.Info.Slug)
	if err != nil {
		return nil, err
	}
	roles := []role.Role{role.Director, role.Desk}
	if page.OfTeams(t) {
		roles = role.OfGuests
		for _, team := range t.Settings.Teams.Teams {
			view.Teams = append(view.Teams, page.Choice{Value: strconv.Itoa(int(team.ID)), Text: team.Name})
		}
	}
	teams := view.Teams
	view.invitationsView, err = s.invitations(c, store.InvitedTo{Organisation: owner, Slug: t.Info.Slug}, roles)
	view.Teams = teams
	return view, err
}

// postStaff invites a helper, revokes an invitation, or removes a role.
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
		return s.RenderRefused(c, err, "staff", view)
	}
	if err := view.newLink(s.PublicBase(c), link, view.T("people.invited")); err != nil {
		return err
	}
	return s.Render(c, "staff", view)
}
