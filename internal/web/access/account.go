package access

import (
	"cmp"
	"context"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An accountPage has the logins, roles and passkeys of the logged-in person.
type accountPage struct {
	page.Base
	// Places are the organisations and tournaments in which the person has a role.
	Places   []roleView
	Logins   []loginView
	Passkeys passkeysView
	Fault    string
	// Zone is the time zone of the times.
	Zone string
}

// A roleView is an organisation or a tournament with the person's role in it, and a description of that role. Address
// is the page of an organisation's people, "" without access to it, or the desk of a tournament.
type roleView struct{ Name, Role, Does, Address string }

func newRoleView(lang *i18n.Language, name string, r role.Role) roleView {
	return roleView{Name: name, Role: lang.T("role." + r.String()), Does: lang.T("role.does." + r.String())}
}

// A loginView is a valid login; Current is the login of the request.
type loginView struct {
	Desk, DeskName, Browser, Since, Seen string
	Current                              bool
}

func (s *Handlers) showAccount(c *gin.Context) error {
	view, err := s.accountPage(c)
	if err != nil {
		return err
	}
	return s.Render(c, "account", view)
}

func (s *Handlers) accountPage(c *gin.Context) (*accountPage, error) {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	view := &accountPage{Base: s.PageBase(c, s.Language(c).T("account.title"))}
	switch c.Query("saved") {
	case "":
	case "passkey":
		view.Notice = &page.Banner{Level: "notice", Text: view.T("passkey.saved")}
	default:
		view.Notice = &page.Banner{Level: "notice", Text: view.T("account.password.saved")}
	}
	var err error
	if view.Places, err = rolesOf(ctx, s.Director.Access().People(), view.Language, session.UserID); err != nil {
		return nil, err
	}
	if view.Passkeys, err = s.passkeysOf(c); err != nil {
		return nil, err
	}
	view.Zone = view.ZoneName(s.Director.Now())
	logins, err := s.Director.Access().Sessions(ctx, session.UserID)
	for _, l := range logins {
		view.Logins = append(view.Logins, loginView{l.Desk, l.DeskName, l.Browser, view.Moment(l.Created), view.Moment(l.Seen), l.Desk == session.Desk})
	}
	return view, err
}

// rolesOf returns the roles of a person: in organisations, then in single tournaments.
func rolesOf(ctx context.Context, people *accounts.People, lang *i18n.Language, user int) (places []roleView, err error) {
	memberships, err := people.Memberships(ctx, user)
	if err != nil {
		return nil, err
	}
	for _, m := range memberships {
		place := newRoleView(lang, organisationName(lang, m.Organisation), m.Role)
		if role.Of(m.Role).May(role.Manage) {
			place.Address = PeoplePath(m.ID)
		}
		places = append(places, place)
	}
	guest, err := people.GuestRoles(ctx, user)
	for _, g := range guest {
		place := newRoleView(lang, g.Name, g.Role)
		place.Address = "/desk/" + g.Slug
		places = append(places, place)
	}
	return places, err
}

// postAccount changes the password or ends a login.
func (s *Handlers) postAccount(c *gin.Context) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	if desk := c.PostForm("end"); desk != "" {
		if err := s.Director.Access().EndSession(ctx, session, session.UserID, desk); err != nil {
			return err
		}
		return s.Redirect(c, "/account")
	}
	err := s.countAttempt(c.Request.Context(), attempt{device: "password " + session.Desk})
	switch {
	case err != nil:
	case c.PostForm("password") != c.PostForm("again"):
		err = fault.New(fault.Invalid, "setup.differ")
	default:
		err = s.Director.Access().ChangePassword(ctx, site.ActiveToken(c, s.Site), c.PostForm("old"), c.PostForm("password"))
	}
	if err == nil {
		s.resetAttempts(c.Request.Context(), attempt{device: "password " + session.Desk})
		return s.Redirect(c, "/account?saved=1")
	}
	return s.showAccountAgain(c, err)
}

// showAccountAgain shows the page of a refused form with the reason.
func (s *Handlers) showAccountAgain(c *gin.Context, err error) error {
	view, failed := s.accountPage(c)
	if failed != nil {
		return failed
	}
	view.Fault = view.Error(err)
	return s.refuse(c, err, site.Part{Page: "account", Data: view})
}

// An invitationPage describes an invitation, with a form to accept it.
type invitationPage struct {
	page.Base
	// What names the organisation or the tournament, "" for an organisation without a name. Role is the offered role, By
	// the inviter. Next is the desk after it.
	What, Role, Does, By string
	// AtDesk is set for a helper at the desk of What.
	AtDesk       bool
	Action, Next string
	Name, Fault  string
	InClear      bool
}

func (s *Handlers) showInvitation(c *gin.Context) error {
	view, err := s.invitationPage(c)
	if err != nil {
		return s.showInvalidInvitation(c, err)
	}
	return s.Render(c, "invitation", view)
}

// showInvalidInvitation explains why an invitation is invalid.
func (s *Handlers) showInvalidInvitation(c *gin.Context, err error) error {
	title := s.Language(c).T("invitation.title")
	view := &invitationPage{Base: s.PageBase(c, title), What: title}
	view.Fault = view.Error(err)
	return s.RenderRefused(c, err, "invitation", view)
}

func (s *Handlers) invitationPage(c *gin.Context) (*invitationPage, error) {
	ctx, people := c.Request.Context(), s.Director.Access().People()
	i, err := people.Invitation(ctx, c.Param("token"))
	if err != nil {
		return nil, err
	}
	view := &invitationPage{Base: s.PageBase(c, s.Language(c).T("invitation.title")), By: i.By, InClear: s.IsPlaintext(c.Request)}
	view.Next = "/desk"
	view.Action, view.Name = "/invitation/"+c.Param("token"), page.Clip(cmp.Or(c.PostForm("name"), i.Label))
	view.Role, view.Does = view.T("role."+i.Role.String()), view.T("role.does."+i.Role.String())
	if i.Slug != "" {
		snapshot, err := s.Director.Snapshot(ctx, i.Slug)
		if err != nil {
			return nil, err
		}
		view.What, view.Next, view.AtDesk = snapshot.Tournament.Info.Name, "/desk/"+i.Slug, i.Role == role.Desk
		return view, nil
	}
	o, err := people.Organisation(ctx, i.Organisation)
	view.What, view.AtDesk = o.Name, o.Name != "" && i.Role == role.Desk
	if i.Role == role.Owner && i.Organisation == store.FirstOrganisation {
		view.Does += " " + view.T("role.does.operator")
	}
	return view, err
}

// postInvitation accepts the invitation for the logged-in person, or for a new one.
func (s *Handlers) postInvitation(c *gin.Context) error {
	ctx, people := c.Request.Context(), s.Director.Access().People()
	view, err := s.invitationPage(c)
	if err != nil {
		return s.showInvalidInvitation(c, err)
	}
	if session, ok := s.Session(c); ok && c.PostForm("name") == "" {
		if err := people.Accept(ctx, c.Param("token"), session); err != nil {
			return err
		}
		return s.Redirect(c, view.Next)
	}
	name, password := c.PostForm("name"), c.PostForm("password")
	from := attempt{address: s.Client(c.Request), name: "invitation"}
	err = s.countAttempt(c.Request.Context(), from)
	switch {
	case err != nil:
	case password != c.PostForm("again"):
		err = fault.New(fault.Invalid, "setup.differ")
	default:
		err = people.Join(ctx, c.Param("token"), name, password)
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.refuse(c, err, site.Part{Page: "invitation", Data: view})
	}
	s.resetAttempts(c.Request.Context(), from)
	if err := s.login(c, accounts.Credentials{Name: name, Password: password, Known: true}); err != nil {
		return err
	}
	return s.Redirect(c, view.Next)
}
