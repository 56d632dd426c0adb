package access

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/page"
)

// A programsPage has the tokens of an organisation, its name and its rules, and the other organisations of the server.
type programsPage struct {
	page.Base
	newLinkView
	Home string
	Tabs []page.Link
	// Tokens are the tokens, Scopes the choices for a new one. Secret is a new token, shown this once.
	Tokens []tokenView
	Scopes []roleChoice
	Secret string
	// Name is the organisation's name, "" until it has one. People describes its size.
	Name, People string
	// Minors are the choices for showing minors in its new tournaments, Age the age of majority, "" for the usual one.
	Minors []page.Choice
	Age    string
	// Clubs are the organisations of this server, for operators.
	Clubs []clubView
	// Facts are the states of the folds.
	Facts struct{ Tokens, Webhooks, Minors, Clubs string }
	Fault string
}

// A clubView is an organisation. Empty is set for one without members.
type clubView struct {
	ID           int
	Name, People string
	Empty        bool
}

// A tokenView is a token of a program.
type tokenView struct {
	ID                    int
	Name, Scope, By, Used string
}

func newTokenView(lang *i18n.Language, t accounts.Token) tokenView {
	return tokenView{t.ID, t.Name, lang.T("scope." + t.Scope.String()), t.By, formatSince(lang, t.Used)}
}

func (s *Handlers) showPrograms(c *gin.Context, o accounts.Organisation) error {
	view, err := s.programsPage(c, o)
	if err != nil {
		return err
	}
	return s.Render(c, "programs", view)
}

// minorsChoices returns the choices for showing minors in new tournaments, and the text of the present one.
func minorsChoices(lang *i18n.Language, o accounts.Organisation) (all []page.Choice, now string) {
	for _, way := range []consent.Hiding{consent.Unsaid, consent.Initials, consent.Anonymous} {
		text := lang.T("consent." + cmp.Or(string(way), "full"))
		all = append(all, page.Choice{Value: string(way), Text: text, Current: way == o.Consent.Minors})
		if way == o.Consent.Minors {
			now = text
		}
	}
	return all, now
}

func (s *Handlers) programsPage(c *gin.Context, o accounts.Organisation) (*programsPage, error) {
	ctx, people := c.Request.Context(), s.Director.Access().People()
	view := &programsPage{Base: s.PageBase(c, s.Language(c).T("people.title")), Home: PeoplePath(o.ID), Name: o.Name}
	view.Tabs = Tabs(view.Language, o, Programs)
	view.Minors, view.Facts.Minors = minorsChoices(view.Language, o)
	if o.Consent.Age > 0 {
		view.Age = strconv.Itoa(o.Consent.Age)
	}
	tokens, err := people.Tokens(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		view.Tokens = append(view.Tokens, newTokenView(view.Language, t))
	}
	for i, scope := range role.Scopes {
		name := scope.String()
		view.Scopes = append(view.Scopes, roleChoice{name, view.T("scope." + name), view.T("scope.does." + name), i == 0})
	}
	hooks, err := s.Beyond.WebhookCount(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	view.Facts.Tokens = count(view.Language, "people.tokens.count", len(tokens))
	view.Facts.Webhooks = count(view.Language, "people.webhooks.count", hooks)
	clubs, err := s.clubs(c)
	if err != nil {
		return nil, err
	}
	var others []string
	for _, club := range clubs {
		if club.ID == o.ID {
			view.People = club.People
		} else {
			others = append(others, club.Name)
		}
	}
	if view.May("operate") {
		view.Clubs = clubs
	}
	view.Facts.Clubs = cmp.Or(strings.Join(others, ", "), view.T("people.none"))
	return view, nil
}

// count returns a number of things in words.
func count(lang *i18n.Language, key string, n int) string {
	if n == 0 {
		return lang.T("people.none")
	}
	return lang.T(key, n)
}

// clubs returns the organisations of this server.
func (s *Handlers) clubs(c *gin.Context) (views []clubView, err error) {
	lang, people := s.Language(c), s.Director.Access().People()
	all, err := people.Organisations(c.Request.Context())
	if err != nil {
		return nil, err
	}
	members, err := people.Populations(c.Request.Context())
	for _, o := range all {
		view := clubView{ID: o.ID, Name: organisationName(lang, o), People: lang.T("people.count", members[o.ID]), Empty: members[o.ID] == 0}
		if view.Empty {
			view.People = lang.T("people.count.none")
		}
		views = append(views, view)
	}
	return views, err
}

// postPrograms changes the tokens, the name or the rules of an organisation.
func (s *Handlers) postPrograms(c *gin.Context, o accounts.Organisation) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	office := s.Director.Access().People().OrganisationAdmin(session, o.ID)
	var secret string
	var err error
	switch c.PostForm("do") {
	case "name":
		err = office.SetOrganisation(ctx, c.PostForm("name"), consent.Rules{
			Minors: consent.Hiding(c.PostForm("minors")), Age: page.Natural(c.PostForm("minors-age")),
		})
	case "token":
		wanted, _ := role.Parse(c.PostForm("role"))
		secret, err = office.MakeToken(ctx, c.PostForm("label"), wanted)
	case "revoke":
		err = office.RevokeToken(ctx, page.Natural(c.PostForm("token")))
	}
	if err == nil && secret == "" {
		return s.Redirect(c, PeoplePath(o.ID)+Programs)
	}
	if _, ok := fault.As(err); err != nil && !ok {
		return err
	}
	view, failed := s.programsPage(c, o)
	if failed != nil {
		return failed
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "programs", view)
	}
	view.Secret = secret
	return s.Render(c, "programs", view)
}

// firstOrganisation returns the organisation that runs the server.
func (s *Handlers) firstOrganisation(c *gin.Context) (accounts.Organisation, error) {
	return s.Director.Access().People().Organisation(c.Request.Context(), store.FirstOrganisation)
}
