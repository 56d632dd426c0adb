package site

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/fault"
	"tourney/internal/role"
)

const rightsKey = "rights"

// Rights returns the caller's rights at the address of the request: in its tournament, in its organisation, or else in
// any. The middleware of the group has found them.
func (s *Site) Rights(c *gin.Context) accounts.Rights {
	if found, ok := c.Get(rightsKey); ok {
		return found.(accounts.Rights)
	}
	return accounts.Rights{Roles: role.Of(role.Anyone)}
}

// May reports whether the caller may perform an action at the address of the request.
func (s *Site) May(c *gin.Context, a role.Action) bool { return s.Rights(c).May(a) }

// findRights finds the rights of the caller that Authenticate has identified.
func (s *Site) findRights(c *gin.Context) (accounts.Rights, error) {
	ctx, people, slug := c.Request.Context(), s.Director.Access().People(), c.Param("slug")
	session, known := s.Session(c)
	token, program := Program(c)
	switch {
	case program && slug != "":
		return people.OfToken(ctx, token, slug)
	case program:
		return accounts.Rights{Roles: role.Of(token.Scope)}, nil
	case slug != "" && c.GetString(tabletKey) == slug:
		return accounts.Rights{Roles: role.Of(role.Anyone, role.Tablet)}, nil
	case !known:
		return accounts.Rights{Roles: role.Of(role.Anyone)}, nil
	case slug != "":
		return people.InTournament(ctx, session.UserID, slug)
	}
	organisation, err := strconv.Atoi(c.Param("organisation"))
	if err != nil {
		organisation = 0
	}
	return people.InOrganisation(ctx, session.UserID, organisation)
}

// require returns the middleware that refuses callers without the right to an action. Public actions need no login.
func (s *Site) require(a role.Action) gin.HandlerFunc {
	return func(c *gin.Context) {
		rights, err := s.findRights(c)
		if err == nil {
			c.Set(rightsKey, rights)
			err = s.permit(c, rights, a)
		}
		if err == nil {
			err = s.refuseElsewhere(c, rights, a)
		}
		if err != nil {
			s.Fail(c, err)
			c.Abort()
		}
	}
}

// permit returns nil for permitted callers, redirects to the login or returns the reason of the refusal. At the API
// non-public actions need a program's token, even in a logged-in browser.
func (s *Site) permit(c *gin.Context, rights accounts.Rights, a role.Action) error {
	token, program := Program(c)
	_, known := s.Session(c)
	switch slug := c.Param("slug"); {
	case IsAPI(c.Request) && !program && !role.Of(role.Anyone).May(a):
		return fault.New(fault.Unidentified, "api.token")
	case rights.May(a):
		return nil
	case slug != "" && (known || program) && !rights.Known:
		return fault.New(fault.NotFound, "tournament.missing", fault.Clip(slug))
	case program && role.Of(token.Scope).May(a):
		return fault.New(fault.Denied, "api.organisation")
	case program:
		return fault.New(fault.Denied, "api.scope", a.Scope().String(), token.Scope.String(), scopeName(a.Scope()))
	case known:
		return fault.New(fault.Denied, "role.denied")
	}
	return askForLogin(c)
}

// A scopeName is the name of a scope on the page for making tokens.
type scopeName role.Role

// Message returns the message of the scope.
func (s scopeName) Message() (key string, args []any) { return "scope." + role.Role(s).String(), nil }

// askForLogin redirects the reader of a page to the login, which leads back. Forms and scripts get a fault, since a
// redirect would lose their request.
func askForLogin(c *gin.Context) error {
	if c.Request.Method == http.MethodPost || IsHTMX(c) {
		return fault.New(fault.Denied, "login.needed")
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, "/login?next="+url.QueryEscape(c.Request.URL.RequestURI()))
	c.Abort()
	return nil
}

// refuseElsewhere refuses the desk of a tournament that runs on another computer, "tournament.elsewhere", except for
// the actions of its host.
func (s *Site) refuseElsewhere(c *gin.Context, rights accounts.Rights, a role.Action) error {
	if !strings.HasPrefix(c.FullPath(), "/desk/:slug") {
		return nil
	}
	snapshot, err := s.Director.Latest(c.Request.Context(), c.Param("slug"))
	if err == nil && snapshot.Tournament.Origin != "" {
		rights.Roles = rights.Roles.AtMirror()
		c.Set(rightsKey, rights)
		if here := rights.Roles &^ role.Of(role.Operator); a != role.Watch && here.May(a) {
			return nil
		}
		if c.FullPath() == "/desk/:slug" && c.Request.Method == http.MethodGet { // redirect to a section that works
			to := "/t/" + snapshot.Tournament.Info.Slug
			if s.May(c, role.End) {
				to = "/desk/" + snapshot.Tournament.Info.Slug + "/end"
			}
			c.Redirect(http.StatusSeeOther, to)
			c.Abort()
			return nil
		}
		return fault.New(fault.Conflict, "tournament.elsewhere", snapshot.Tournament.Info.Name)
	}
	return nil // the page reports a missing tournament
}
