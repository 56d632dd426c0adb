package web

import (
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

const (
	sessionCookie = "session"
	actorKey      = "actor"
)

// recognise finds who is logged in.
func (s *Server) recognise(c *gin.Context) {
	token, err := c.Cookie(sessionCookie)
	if err != nil || len(token) > 100 {
		return // nobody
	}
	actor, ok, err := s.director.Session(c.Request.Context(), token)
	switch {
	case err != nil:
		s.fail(c, err)
		c.Abort()
	case ok:
		c.Set(actorKey, actor)
	}
}

// actor returns who is logged in, and whether somebody is.
func (s *Server) actor(c *gin.Context) (director.Actor, bool) {
	known, ok := c.Get(actorKey)
	if !ok {
		return director.Actor{}, false
	}
	return known.(director.Actor), true
}

// needLogin lets only those act who are logged in. A page sends others to the
// login and back again.
func (s *Server) needLogin(a action) action {
	return func(c *gin.Context) error {
		if _, ok := s.actor(c); ok {
			return a(c)
		}
		if c.Request.Method == http.MethodPost || isHTMX(c) {
			return fault.New(fault.Denied, "login.needed")
		}
		c.Header("Cache-Control", "no-store")
		c.Redirect(http.StatusSeeOther, "/login?next="+url.QueryEscape(c.Request.URL.RequestURI()))
		return nil
	}
}

// A loginPage asks for name and password. Setup is the token of a set-up
// address, "" for a login.
type loginPage struct {
	base
	Setup string
	Next  string
	Name  string
	Fault string
}

func (s *Server) showLogin(c *gin.Context) error {
	page := s.loginPage(c)
	page.Next = local(c.Query("next"))
	if _, ok := s.actor(c); ok {
		return s.back(c, deskOr(page.Next))
	}
	return s.render(c, "login", page)
}

func (s *Server) loginPage(c *gin.Context) loginPage {
	return loginPage{base: s.base(c, s.language(c).T("login.title"))}
}

// deskOr returns where to go after a login: to the desk unless the reader was
// under way to another page.
func deskOr(next string) string {
	if next == "/" {
		return "/desk"
	}
	return next
}

func (s *Server) postLogin(c *gin.Context) error {
	page := s.loginPage(c)
	page.Name, page.Next = c.PostForm("name"), local(c.PostForm("next"))
	token, err := s.login(c, page.Name, c.PostForm("password"))
	if err != nil {
		return s.showLoginAgain(c, page, err)
	}
	s.setCookie(c, sessionCookie, token, director.SessionLife)
	return s.back(c, deskOr(page.Next))
}

// login tries a name and password, unless too many tries have failed before.
// Failures at a name count for the address that they come from alone, so that
// nobody locks the director out from elsewhere.
func (s *Server) login(c *gin.Context, name, password string) (token string, err error) {
	address := c.ClientIP()
	account := address + " " + tournament.Fold(clip(name))
	if !s.addresses.allow(address) || !s.tries.allow(account) {
		return "", fault.New(fault.Denied, "login.slow")
	}
	if token, err = s.director.Login(c.Request.Context(), name, password); err == nil {
		s.addresses.succeeded(address)
		s.tries.succeeded(account)
	}
	return token, err
}

// showLoginAgain brings a refused form back with the reason.
func (s *Server) showLoginAgain(c *gin.Context, page loginPage, err error) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	page.Fault = page.Error(err)
	return s.renderStatus(c, statusOf(err), "login", page)
}

func (s *Server) setupPage(c *gin.Context) loginPage {
	return loginPage{base: s.base(c, s.language(c).T("setup.title")), Setup: c.Param("token")}
}

func (s *Server) showSetup(c *gin.Context) error {
	if err := s.director.CheckSetup(c.Request.Context(), c.Param("token")); err != nil {
		return err
	}
	return s.render(c, "login", s.setupPage(c))
}

// postSetup sets the director's password by the one-time link and logs in.
func (s *Server) postSetup(c *gin.Context) error {
	page := s.setupPage(c)
	page.Name = c.PostForm("name")
	if !s.addresses.allow(c.ClientIP()) {
		return s.showLoginAgain(c, page, fault.New(fault.Denied, "login.slow"))
	}
	if c.PostForm("password") != c.PostForm("again") {
		return s.showLoginAgain(c, page, fault.New(fault.Invalid, "setup.differ"))
	}
	ctx := c.Request.Context()
	if err := s.director.SetPassword(ctx, page.Setup, page.Name, c.PostForm("password")); err != nil {
		return s.showLoginAgain(c, page, err)
	}
	token, err := s.director.Login(ctx, page.Name, c.PostForm("password"))
	if err != nil {
		return err
	}
	s.setCookie(c, sessionCookie, token, director.SessionLife)
	return s.back(c, "/desk")
}

func (s *Server) postLogout(c *gin.Context) error {
	if token, err := c.Cookie(sessionCookie); err == nil {
		if err := s.director.Logout(c.Request.Context(), token); err != nil {
			return err
		}
	}
	s.setCookie(c, sessionCookie, "", -time.Second)
	return s.back(c, "/")
}

// clip bounds what a text of unknown length may take.
func clip(text string) string {
	const most = 100
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}
