package access

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// organisationHandlers handle adding organisations by the operator.
type organisationHandlers struct{ *Handlers }

// post adds an organisation, or changes the invitation of one without members.
func (s organisationHandlers) post(c *gin.Context) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	people := s.Director.Access().People()
	switch id := page.Natural(c.PostForm("organisation")); c.PostForm("do") {
	case "":
		id, err := people.OrganisationAdmin(session, 0).AddOrganisation(ctx, c.PostForm("name"))
		if err != nil {
			return err
		}
		return s.inviteOwner(c, id)
	case "invite":
		return s.inviteOwner(c, id)
	case "withdraw":
		if _, err := people.Organisation(ctx, id); err != nil {
			return err
		}
		if err := people.OrganisationAdmin(session, id).WithdrawFirst(ctx); err != nil {
			return err
		}
		return s.Redirect(c, PeoplePath(store.FirstOrganisation)+Programs)
	default:
		return fault.New(fault.Invalid, "form.incomplete")
	}
}

// inviteOwner shows a new link for the first owner of an organisation.
func (s organisationHandlers) inviteOwner(c *gin.Context, id int) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	people := s.Director.Access().People()
	invitedTo, err := people.Organisation(ctx, id)
	if err != nil {
		return err
	}
	token, err := people.OrganisationAdmin(session, id).InviteFirst(ctx)
	if err != nil {
		return err
	}
	first, err := s.firstOrganisation(c)
	if err != nil {
		return err
	}
	view, err := s.programsPage(c, first)
	if err == nil {
		err = view.newLink(s.PublicBase(c), token, view.T("people.invited.first", invitedTo.Name))
	}
	if err != nil {
		return err
	}
	return s.Render(c, "programs", view)
}
