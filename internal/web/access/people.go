package access

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A peoplePage lists the members of an organisation with their roles, its invitations and tokens.
type peoplePage struct {
	page.Base
	invitationsView
	Home string
	// Name is the organisation's name, "" until it has one. Others are the other organisations of the caller.
	Name   string
	Others []page.Link
	// Minors are the choices for showing minors in its new tournaments, Age the age of majority, "" for the usual one.
	Minors  []page.Choice
	Age     string
	Members []memberView
	Tokens  []tokenView
	Scopes  []scopeView
	// Clubs are the organisations of this server, for operators.
	Clubs []clubView
	// Secret is a new token, shown this once.
	Secret string
	Fault  string
}

// A clubView is an organisation. Empty is set for one without members.
type clubView struct {
	ID           int
	Name, People string
	Empty        bool
}

// A memberView is a person with a role. Logins and Seen describe their logins.
type memberView struct {
	Lang         *i18n.Language
	User         int
	Name         string
	Roles        []page.Choice
	Role         string
	Logins, Seen string
	// Tokens are the tokens of the organisation that they made.
	Tokens []tokenView
}

// A tokenView is a token of a program.
type tokenView struct {
	ID                    int
	Name, Scope, By, Used string
}

// A scopeView is a possible scope of a token.
type scopeView struct{ Value, Text, Does string }

// invitationsView has the unused invitations, and the form for a new one.
type invitationsView struct {
	Invited []invitedView
	Choices []page.Choice
	// Teams are the teams whose captains can be invited.
	Teams []page.Choice
	// Note describes a further effect of roles here; may be empty.
	Note string
	// Label and As are the refused form.
	Label, As string
	// Link is a new invitation, shown this once, About describes it, and QR is its QR code.
	Link, About string
	QR          page.CodeView
}

// An invitedView is an unused invitation.
type invitedView struct{ Hash, Label, Role, By, Expires string }

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
	session, _ := s.Session(c)
	all, err := s.Director.Access().People().Memberships(c.Request.Context(), session.UserID)
	if err != nil {
		return err
	}
	k := slices.IndexFunc(all, func(m store.Membership) bool { return role.Of(m.Role).May(role.Manage) })
	return s.showPeople(c, all[k].Organisation) // the route requires the role in at least one
}

// PeoplePath returns the path of the page of an organisation.
func PeoplePath(organisation int) string { return "/people/" + strconv.Itoa(organisation) }

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

// minorsChoices returns the choices for showing minors in new tournaments.
func minorsChoices(lang *i18n.Language, o accounts.Organisation) (all []page.Choice) {
	for _, way := range []consent.Hiding{consent.Unsaid, consent.Initials, consent.Anonymous} {
		text := "signup.minors." + cmp.Or(string(way), "full")
		all = append(all, page.Choice{Value: string(way), Text: lang.T(text), Current: way == o.Consent.Minors})
	}
	return all
}

func (s *Handlers) peoplePage(c *gin.Context, o accounts.Organisation) (*peoplePage, error) {
	ctx, people := c.Request.Context(), s.Director.Access().People()
	view := &peoplePage{Base: s.PageBase(c, s.Language(c).T("people.title")), Home: PeoplePath(o.ID), Name: o.Name, Minors: minorsChoices(s.Language(c), o)}
	if o.ID == store.FirstOrganisation {
		view.Note = view.T("people.invite.operator")
	}
	if o.Consent.Age > 0 {
		view.Age = strconv.Itoa(o.Consent.Age)
	}
	all, err := people.Organisations(ctx)
	if err != nil {
		return nil, err
	}
	session, _ := s.Session(c)
	memberships, err := people.Memberships(ctx, session.UserID)
	if err != nil {
		return nil, err
	}
	if view.May("operate") {
		if view.Clubs, err = s.clubs(c, all); err != nil {
			return nil, err
		}
	}
	for _, other := range all {
		mine := slices.ContainsFunc(memberships, func(m store.Membership) bool {
			return m.ID == other.ID && role.Of(m.Role).May(role.Manage)
		})
		if other.ID != o.ID && mine {
			view.Others = append(view.Others, page.Link{Text: organisationName(view.Language, other), Address: PeoplePath(other.ID)})
		}
	}
	members, err := people.Members(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	view.Members = memberViews(view.Language, members, role.OfMembers)
	tokens, err := people.Tokens(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		token := tokenView{t.ID, t.Name, view.T("scope." + t.Scope.String()), t.By, formatSince(view.Language, t.Used)}
		view.Tokens = append(view.Tokens, token)
		if k := slices.IndexFunc(view.Members, func(m memberView) bool { return m.Name == t.By }); k >= 0 {
			view.Members[k].Tokens = append(view.Members[k].Tokens, token)
		}
	}
	for _, scope := range role.Scopes {
		name := scope.String()
		view.Scopes = append(view.Scopes, scopeView{name, view.T("scope." + name), view.T("scope.does." + name)})
	}
	view.invitationsView, err = s.invitations(c, store.InvitedTo{Organisation: o.ID}, role.OfMembers)
	return view, err
}

// clubs returns the organisations of this server.
func (s *Handlers) clubs(c *gin.Context, all []accounts.Organisation) (views []clubView, err error) {
	lang := s.Language(c)
	members, err := s.Director.Access().People().Populations(c.Request.Context())
	for _, o := range all {
		view := clubView{ID: o.ID, Name: organisationName(lang, o), People: lang.T("people.count", members[o.ID]), Empty: members[o.ID] == 0}
		if view.Empty {
			view.People = lang.T("people.count.none")
		}
		views = append(views, view)
	}
	return views, err
}

// roleChoices returns the options of a field for a role; key is the prefix of their messages.
func roleChoices(lang *i18n.Language, key string, roles []role.Role, current role.Role) (all []page.Choice) {
	for _, r := range roles {
		all = append(all, page.Choice{Value: r.String(), Text: lang.T(key + r.String()), Current: r == current})
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

func memberViews(lang *i18n.Language, members []store.Member, roles []role.Role) (all []memberView) {
	for _, m := range members {
		all = append(all, memberView{
			Lang: lang, User: m.User, Name: m.Name, Roles: roleChoices(lang, "role.", roles, m.Role), Role: lang.T("role." + m.Role.String()),
			Logins: lang.T("people.logins", m.Logins), Seen: formatSince(lang, m.Seen),
		})
	}
	return all
}

// invitations returns the unused invitations, with the form for a new one.
func (s *Handlers) invitations(c *gin.Context, to store.InvitedTo, roles []role.Role) (v invitationsView, err error) {
	lang := s.Language(c)
	all, err := s.Director.Access().People().Invitations(c.Request.Context(), to.Organisation, to.Slug)
	for _, i := range all {
		v.Invited = append(v.Invited, invitedView{i.Hash, i.Label, lang.T("role." + i.Role.String()), i.By, lang.Moment(i.Expires)})
	}
	v.Choices = roleChoices(lang, "role.", roles, role.Desk)
	if c.PostForm("do") == "invite" {
		v.Label = page.Clip(c.PostForm("label"))
	}
	return v, err
}

// newLink shows a new invitation.
func (v *invitationsView) newLink(base, token, about string) (err error) {
	v.Label, v.Link, v.About = "", base+"/invitation/"+token, about
	v.QR, err = page.NewCodeView(v.Link)
	return err
}

// postPeople changes the people and programs of an organisation.
func (s *Handlers) postPeople(c *gin.Context, o accounts.Organisation) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	office := s.Director.Access().People().OrganisationAdmin(session, o.ID)
	user := page.Natural(c.PostForm("user"))
	wanted, _ := role.Parse(c.PostForm("role"))
	var link, secret string
	var err error
	switch c.PostForm("do") {
	case "name":
		err = office.SetOrganisation(ctx, c.PostForm("name"), consent.Rules{
			Minors: consent.Hiding(c.PostForm("minors")), Age: page.Natural(c.PostForm("minors-age")),
		})
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
	case "token":
		secret, err = office.MakeToken(ctx, c.PostForm("label"), wanted)
	case "revoke":
		err = office.RevokeToken(ctx, page.Natural(c.PostForm("token")))
	default:
		err = fault.New(fault.Invalid, "form.incomplete")
	}
	if err == nil && link == "" && secret == "" {
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
	view.Secret = secret
	if link != "" {
		if err := view.newLink(s.PublicBase(c), link, view.T("people.invited")); err != nil {
			return err
		}
	}
	return s.Render(c, "people", view)
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

// A logPage lists logins, downloads and changes of roles.
type logPage struct {
	page.Base
	Home, Zone   string
	Entries      []entryView
	Newer, Older string
}

// An entryView is one line of the log of access.
type entryView struct{ At, Who, Text string }

func (s *Handlers) showLog(c *gin.Context, o accounts.Organisation) error {
	n := page.Natural(c.Query("page"))
	entries, more, err := s.Director.Access().People().Log(c.Request.Context(), o.ID, n)
	if err != nil {
		return err
	}
	view := logPage{Base: s.PageBase(c, s.Language(c).T("people.log")), Home: PeoplePath(o.ID)}
	view.Zone = view.ZoneName(s.Director.Now())
	for _, e := range entries {
		view.Entries = append(view.Entries, entryView{view.Instant(e.At), e.Who, entryText(view.Language, e)})
	}
	if n > 0 {
		view.Newer = view.Home + "/log?page=" + strconv.Itoa(n-1)
	}
	if more {
		view.Older = view.Home + "/log?page=" + strconv.Itoa(n+1)
	}
	return s.Render(c, "accesslog", view)
}

// entryText returns the text of an entry of the log of access.
func entryText(lang *i18n.Language, e store.AccessEntry) string {
	args := []any{e.Subject}
	switch {
	case e.Times > 0:
		args = []any{cmp.Or(e.Subject, "–"), e.Times}
	case slices.Contains(role.ServerScopes, e.Role):
		args = append(args, lang.T("scope."+e.Role.String()))
	case e.Role != 0:
		args = append(args, lang.T("role."+e.Role.String()))
	}
	return lang.T("access."+e.Event.String(), args...)
}
