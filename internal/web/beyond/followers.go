package beyond

import (
	"context"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/remote"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// standbyHandlers handle the list of computers that follow the data.
type standbyHandlers struct{ *Extension }

func (s standbyHandlers) routes(g *site.Group) {
	g.Get("/standby", func(c *gin.Context) error { return s.Redirect(c, "/safety") })
	g.Post("/standby", s.post)
}

// A secondPage is the way to a second computer.
type secondPage struct {
	page.Base
	// Line has the address, the token and the fingerprint of the certificate, to be pasted there. It is shown once.
	Line string
	// Warning is the reason against it: other computers cannot reach the address, or it is unsafe for a token.
	Warning string
}

// Seconds returns the computers that follow the data.
func (g *Extension) Seconds(ctx context.Context) (all site.Seconds, err error) {
	all.Unnotified = g.Standby.Unnotified()
	if all.Cannot = g.Standby.CannotBeFollowed(); all.Cannot != nil {
		return all, nil
	}
	list, err := g.Standby.Standbys(ctx)
	for _, is := range list {
		all.List = append(all.List, site.Second{ID: is.ID, Name: is.Name, Addresses: is.Addresses, Follows: is.Follows, Behind: is.Behind})
	}
	return all, err
}

// post shows the way to another computer, or removes one.
func (s standbyHandlers) post(c *gin.Context) (err error) {
	to := "/safety"
	switch c.PostForm("do") {
	case "make":
		return s.make(c)
	case "forget":
		err = s.Standby.Forget(c.Request.Context(), c.PostForm("id"))
		to += "?forgotten=" + url.QueryEscape(page.Clip(c.PostForm("name")))
	case "settle":
		err = s.Standby.Settle(c.Request.Context(), c.PostForm("id"))
	}
	if err != nil {
		return err
	}
	return s.Redirect(c, to)
}

// make shows a new line for another computer.
func (s standbyHandlers) make(c *gin.Context) error {
	token, err := s.makeToken(c)
	if err != nil {
		return err
	}
	view := &secondPage{Base: s.PageBase(c, s.Language(c).T("safety.second.title"))}
	at, print := s.leaderAddress(c)
	view.Line = strings.TrimSpace(at.String() + " " + token + " " + print)
	switch {
	case site.IsLoopback(at.Hostname()):
		view.Warning = view.T("standby.page.unreached", at.Host)
	case at.Scheme == "http" && !remote.IsLocal(at.Hostname()):
		view.Warning = view.T("standby.page.plain", at.Host)
	}
	return s.Render(c, "second", view)
}

// makeToken returns a new token for a standby computer. It replaces the first unused token that was made here.
func (s standbyHandlers) makeToken(c *gin.Context) (secret string, err error) {
	if err := s.Standby.CannotBeFollowed(); err != nil {
		return "", err
	}
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	people := s.Director.Access().People()
	all, err := people.Tokens(ctx, store.FirstOrganisation)
	if err != nil {
		return "", err
	}
	office := people.OrganisationAdmin(session, store.FirstOrganisation)
	for n := 1; ; n++ {
		name := s.Language(c).T("standby.page.token", n)
		i := slices.IndexFunc(all, func(t accounts.Token) bool { return strings.EqualFold(t.Name, name) })
		if i >= 0 && (all[i].Scope != role.StandbyToken || !all[i].Used.IsZero()) {
			continue
		}
		if i >= 0 {
			err = office.RevokeToken(ctx, all[i].ID)
		}
		if err == nil {
			secret, err = office.MakeToken(ctx, name, role.StandbyToken)
		}
		return secret, err
	}
}

// leaderAddress returns the address for standby computers, and the fingerprint of its certificate if that is
// self-signed.
func (s standbyHandlers) leaderAddress(c *gin.Context) (at *url.URL, print string) {
	at, err := url.Parse(s.PhoneBase(c))
	if err != nil { // the host of the browser's request
		at = &url.URL{Scheme: "http", Host: c.Request.Host}
	}
	if s.Encrypted != nil {
		at.Scheme, at.Host = "https", net.JoinHostPort(at.Hostname(), s.Encrypted.HTTPS)
		print = strings.ReplaceAll(s.Encrypted.Fingerprint, " ", "")
	}
	return at, print
}
