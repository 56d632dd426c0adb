package access

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A peoplePage lists the people of an organisation or a tournament, with their roles and invitations.
type peoplePage struct {
	page.Base
	invitationsView
	// Home is the address of the forms.
	Home   string
	Tabs   []page.Link
	People []memberView
	Rights rightsView
	// Tablet is the tablet at the door of a tournament; nil on the page of an organisation.
	Tablet *tabletView
	Fault  string
}

// A tabletView is the tablet at the door: the link that pins a device, and the code to leave; both "" without a tablet.
type tabletView struct {
	Link  string
	Code  page.CodeView
	Leave string
}

// A memberView is a person with a role. Does describes the role, Here the latest login.
type memberView struct {
	Lang             *i18n.Language
	User             int
	Home             string
	Name, Role, Does string
	Here             string
	// Home is the address of the forms. You is set for the reader. Change is the address of the page with the form for this person, "" without the right;
	// Open is set on that page.
	You, Open bool
	Change    string
	// Roles are the roles to choose from, none in a single tournament. Tokens are the tokens of the organisation that
	// they made.
	Roles  []page.Choice
	Tokens []tokenView
}

// rightsView is the table of the rights of roles.
type rightsView struct {
	Roles []string
	Rows  []rightView
}

// A rightView is an action, and whether each of the roles may do it.
type rightView struct {
	Does string
	May  []bool
}

// shownRights are the actions that people choose a role by.
var shownRights = []role.Action{
	role.Print, role.Files, role.Results, role.Register, role.Contacts, role.Draw, role.Arrange, role.Staff, role.Manage,
}

// newRightsView returns the table, the roles with the fewest rights first.
func newRightsView(lang *i18n.Language) (v rightsView) {
	roles := slices.Clone(role.OfMembers)
	slices.Reverse(roles)
	for _, r := range roles {
		v.Roles = append(v.Roles, lang.T("role."+r.String()))
	}
	for _, a := range shownRights {
		row := rightView{Does: lang.T("may." + a.String())}
		for _, r := range roles {
			row.May = append(row.May, role.Of(r).May(a))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// invitationsView has the unused invitations, and the form for a new one.
type invitationsView struct {
	Invited []invitedView
	Choices []roleChoice
	// Teams are the teams whose captains can be invited.
	Teams []page.Choice
	// Label is the refused form.
	Label string
	newLinkView
}

// newLinkView has a new invitation, shown this once. About describes it, and QR is its QR code.
type newLinkView struct {
	Link, About string
	QR          page.CodeView
}

// An invitedView is an unused invitation.
type invitedView struct{ Hash, Label, Role, Does, By, Expires string }

// A roleChoice is a role to choose, with its meaning.
type roleChoice struct {
	Value, Text, Does string
	Current           bool
}

// WithOrganisation returns the action for the organisation in the address.
func WithOrganisation(s *site.Site, do func(c *gin.Context, o accounts.Organisation) error) func(c *gin.Context) error {
	return func(c *gin.Context) error {
		o, err := s.Director.Access().People().Organisation(c.Request.Context(), page.Natural(c.Param("organisation")))
		if err != nil {
			return err
		}
		return do(c, o)
	}
}

// showFirst shows the first organisation that the caller manages.
func (s *Handlers) showFirst(c *gin.Context) error {
	all, err := s.managed(c)
	if err != nil {
		return err
	}
	return s.showPeople(c, all[0]) // the route requires the role in at least one
}

// managed returns the organisations that the caller manages.
func (s *Handlers) managed(c *gin.Context) (all []accounts.Organisation, err error) {
	session, _ := s.Session(c)
	memberships, err := s.Director.Access().People().Memberships(c.Request.Context(), session.UserID)
	for _, m := range memberships {
		if role.Of(m.Role).May(role.Manage) {
			all = append(all, m.Organisation)
		}
	}
	return all, err
}

// PeoplePath returns the path of the page of an organisation.
func PeoplePath(organisation int) string { return "/people/" + strconv.Itoa(organisation) }

// The parts of the pages of an organisation.
const (
	Members  = ""
	Programs = "/programs"
	accesses = "/log"
)

// Tabs returns the links to the parts of the pages of an organisation.
func Tabs(lang *i18n.Language, o accounts.Organisation, current string) []page.Link {
	home := PeoplePath(o.ID)
	return []page.Link{
		{Text: organisationName(lang, o), Address: home + Members, Current: current == Members},
		{Text: lang.T("people.log"), Address: home + accesses, Current: current == accesses},
		{Text: lang.T("people.advanced"), Address: home + Programs, Current: current == Programs},
	}
}

func (s *Handlers) showPeople(c *gin.Context, o accounts.Organisation) error {
	view, err := s.peoplePage(c, o)
	if err != nil {
		return err
	}
	return s.Render(c, "people", view)
}

// organisationName returns the name of an organisation, or a word for an unnamed one.
func organisationName(lang *i18n.Language, o accounts.Organisation) string {
	if o.Name == "" {
		return lang.T("people.unnamed")
	}
	return o.Name
}

func (s *Handlers) peoplePage(c *gin.Context, o accounts.Organisation) (*peoplePage, error) {
	ctx, people := c.Request.Context(), s.Director.Access().People()
	home := PeoplePath(o.ID)
	view := &peoplePage{Base: s.PageBase(c, s.Language(c).T("people.title")), Home: home}
	view.Tabs, view.Rights = Tabs(view.Language, o, Members), newRightsView(view.Language)
	managed, err := s.managed(c)
	if err != nil {
		return nil, err
	}
	for _, other := range managed {
		if other.ID != o.ID {
			view.Tabs = append(view.Tabs, page.Link{Text: organisationName(view.Language, other), Address: PeoplePath(other.ID)})
		}
	}
	if view.People, err = s.members(c, o.ID); err != nil {
		return nil, err
	}
	tokens, err := people.Tokens(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		k := slices.IndexFunc(view.People, func(m memberView) bool { return m.Name == t.By })
		if k >= 0 {
			view.People[k].Tokens = append(view.People[k].Tokens, newTokenView(view.Language, t))
		}
	}
	view.invitationsView, err = s.invitations(c, store.InvitedTo{Organisation: o.ID}, role.OfMembers)
	if o.ID == store.FirstOrganisation {
		view.Choices[len(view.Choices)-1].Does = view.T("role.does.operator")
	}
	return view, err
}

// members returns the members of an organisation, each with the forms to change them.
func (s *Handlers) members(c *gin.Context, organisation int) ([]memberView, error) {
	list, err := s.Director.Access().People().Members(c.Request.Context(), organisation)
	views := s.memberViews(c, list)
	for i, m := range list {
		v := &views[i]
		v.Home = PeoplePath(organisation)
		v.Change = v.Home + "?person=" + strconv.Itoa(m.User)
		v.Roles = roleChoices(v.Lang, role.OfMembers, m.Role)
	}
	return views, err
}

// roleChoices returns the options of a field for a role.
func roleChoices(lang *i18n.Language, roles []role.Role, current role.Role) (all []page.Choice) {
	for _, r := range roles {
		all = append(all, page.Choice{Value: r.String(), Text: lang.T("role." + r.String()), Current: r == current})
	}
	return all
}

// formatSince returns a moment in words, or a word for never.
func formatSince(lang *i18n.Language, at time.Time) string {
	if at.IsZero() {
		return lang.T("people.never")
	}
	return lang.Moment(at)
}

// memberViews returns people without the forms to change them.
func (s *Handlers) memberViews(c *gin.Context, members []store.Member) (all []memberView) {
	lang, now := s.Language(c), s.Director.Now()
	session, _ := s.Session(c)
	person := page.Natural(c.Query("person"))
	for _, m := range members {
		here := formatSince(lang, m.Seen)
		if now.Sub(m.Seen) < accounts.SeenEvery {
			here = lang.T("people.now")
		}
		if m.At != "" {
			here += " · " + m.At
		}
		all = append(all, memberView{
			Lang: lang, User: m.User, Name: m.Name, Role: lang.T("role." + m.Role.String()), Does: lang.T("role.does." + m.Role.String()),
			Here: here, You: m.User == session.UserID, Open: m.User == person,
		})
	}
	return all
}

// invitations returns the unused invitations, with the form for a new one.
func (s *Handlers) invitations(c *gin.Context, to store.InvitedTo, roles []role.Role) (v invitationsView, err error) {
	lang := s.Language(c)
	all, err := s.Director.Access().People().Invitations(c.Request.Context(), to.Organisation, to.Slug)
	for _, i := range all {
		name := i.Role.String()
		v.Invited = append(v.Invited, invitedView{i.Hash, i.Label, lang.T("role." + name), lang.T("role.does." + name), i.By, lang.Moment(i.Expires)})
	}
	wanted, _ := role.Parse(c.PostForm("role"))
	if !slices.Contains(roles, wanted) {
		wanted = role.Desk
	}
	for _, r := range slices.Backward(roles) {
		v.Choices = append(v.Choices, roleChoice{r.String(), lang.T("role." + r.String()), lang.T("role.does." + r.String()), r == wanted})
	}
	if c.PostForm("do") == "invite" {
		v.Label = page.Clip(c.PostForm("label"))
	}
	return v, err
}

// newLink shows a new invitation.
func (v *newLinkView) newLink(base, token, about string) (err error) {
	v.Link, v.About = base+"/invitation/"+token, about
	v.QR, err = page.NewCodeView(v.Link)
	return err
}

// invited shows a new invitation of the form on its page.
func (s *Handlers) invited(c *gin.Context, view *peoplePage, link string) error {
	label := strings.TrimSpace(c.PostForm("label"))
	wanted, _ := role.Parse(c.PostForm("role"))
	view.Label = ""
	if err := view.newLink(s.PublicBase(c), link, view.T("people.invited", label, view.T("role."+wanted.String()))); err != nil {
		return err
	}
	return s.Render(c, "people", view)
}

// postPeople changes the people and programs of an organisation.
func (s *Handlers) postPeople(c *gin.Context, o accounts.Organisation) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	office := s.Director.Access().People().OrganisationAdmin(session, o.ID)
	do := c.PostForm("do")
	if slices.Contains([]string{"name", "token", "revoke"}, do) {
		return s.postPrograms(c, o)
	}
	link, err := s.changePeople(ctx, c, office, o)
	if err == nil && link == "" {
		return s.Redirect(c, PeoplePath(o.ID))
	}
	if _, ok := fault.As(err); err != nil && !ok {
		return err
	}
	view, failed := s.peoplePage(c, o)
	if failed != nil {
		return failed
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "people", view)
	}
	return s.invited(c, view, link)
}

// changePeople changes one person or invitation, and returns the link of a new invitation.
func (s *Handlers) changePeople(ctx context.Context, c *gin.Context, office *accounts.OrganisationAdmin, o accounts.Organisation) (link string, err error) {
	user := page.Natural(c.PostForm("user"))
	wanted, _ := role.Parse(c.PostForm("role"))
	switch c.PostForm("do") {
	case "role":
		err = office.SetMember(ctx, user, wanted)
	case "remove":
		err = office.RemoveMember(ctx, user, parseNumbers(c.PostFormArray("revoke")))
	case "logins":
		err = s.endLogins(c, o, user)
	case "invite":
		link, err = office.Invite(ctx, accounts.Invitation{Role: wanted, Label: c.PostForm("label")})
	case "withdraw":
		err = office.Withdraw(ctx, "", c.PostForm("hash"))
	default:
		err = fault.New(fault.Invalid, "form.incomplete")
	}
	return link, err
}

// parseNumbers parses numbers of a form.
func parseNumbers(texts []string) []int {
	all := make([]int, len(texts))
	for i, text := range texts {
		all[i] = page.Natural(text)
	}
	return all
}

// endLogins ends all logins of a member.
func (s *Handlers) endLogins(c *gin.Context, o accounts.Organisation, user int) error {
	session, _ := s.Session(c)
	members, err := s.Director.Access().People().Members(c.Request.Context(), o.ID)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(members, func(m store.Member) bool { return m.User == user }) {
		return fault.New(fault.NotFound, "people.missing")
	}
	return s.Director.Access().EndSession(c.Request.Context(), session, user, "")
}
