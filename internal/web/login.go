package web

import (
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/spelling"
	"tourney/internal/web/desk"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A loginPage has the form for a name and a password. Setup is the token of a set-up
// address, "" for a login.
type loginPage struct {
	page.Base
	Setup string
	Next  string
	Name  string
	Fault string
	// InClear is set if others on the network can read what is sent.
	InClear bool
}

func (s *Server) showLogin(c *gin.Context) error {
	page := s.loginPage(c)
	page.Next = site.LocalPath(c.Query("next"))
	if _, ok := s.Actor(c); ok {
		return s.Redirect(c, site.AfterLogin(page.Next))
	}
	return s.Render(c, "login", page)
}

func (s *Server) loginPage(c *gin.Context) loginPage {
	return loginPage{Base: s.PageBase(c, s.Language(c).T("login.title")), InClear: s.InClear(c.Request)}
}

func (s *Server) postLogin(c *gin.Context) error {
	view := s.loginPage(c)
	view.Name, view.Next = c.PostForm("name"), site.LocalPath(c.PostForm("next"))
	device, known, err := s.Director.Access().KnownDevice(c.Request.Context(), s.Cookie(c, site.DeviceCookie), view.Name)
	if err != nil {
		return err
	}
	from := attempt{address: networkOf(s.config.Proxies.client(c.Request)), name: spelling.Fold(page.Clip(view.Name))}
	if known {
		from.device = device
	}
	if err := s.count(from); err != nil {
		return s.showLoginAgain(c, view, err)
	}
	err = s.login(c, director.Credentials{Name: view.Name, Password: c.PostForm("password"), Known: known})
	if err != nil {
		return s.showLoginAgain(c, view, err)
	}
	s.forget(from)
	return s.Redirect(c, site.AfterLogin(view.Next))
}

// An attempt is one try to log in. device is one on which the person of this name
// has logged in before, else "".
type attempt struct{ device, address, name string }

// account returns the key under which failures with a name are counted: together
// with their address, so that other addresses cannot lock the director out.
func (a attempt) account() string { return a.address + " " + a.name }

// count counts an attempt, and returns a fault if it comes too early. A known
// device counts its own attempts alone: failures of others behind the same address
// do not hold it up.
func (s *Server) count(a attempt) error {
	if a.device != "" {
		return s.devices.Try(a.device)
	}
	if err := s.addresses.Try(a.address); err != nil {
		return err
	}
	return s.tries.Try(a.account())
}

// forget gives back all tries after a success: only failures count.
func (s *Server) forget(a attempt) {
	if a.device != "" {
		s.devices.Reset(a.device)
		return
	}
	s.addresses.Reset(a.address)
	s.tries.Reset(a.account())
}

// login starts a session in this browser, which becomes a known device.
func (s *Server) login(c *gin.Context, by director.Credentials) error {
	ctx := c.Request.Context()
	by.Desk, by.Ends = s.Language(c).T("desk.first"), s.Cookie(c, site.SessionCookie)
	if name, err := desk.DeskName(s.Cookie(c, site.DeskCookie)); err == nil && name != "" {
		by.Desk = name
	}
	token, err := s.Director.Access().Login(ctx, by)
	if err != nil {
		return err
	}
	device, err := s.Director.Access().DeviceToken(ctx, s.Cookie(c, site.DeviceCookie), by.Name)
	if err != nil {
		return err
	}
	s.SetCookie(c, site.SessionCookie, token, director.SessionLife)
	s.SetCookie(c, site.DeviceCookie, device, site.DeviceLife)
	return nil
}

// showLoginAgain shows the refused form with the reason.
func (s *Server) showLoginAgain(c *gin.Context, page loginPage, err error) error {
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "login", page)
}

func (s *Server) setupPage(c *gin.Context) loginPage {
	return loginPage{Base: s.PageBase(c, s.Language(c).T("setup.title")), Setup: c.Param("token"), InClear: s.InClear(c.Request)}
}

func (s *Server) showSetup(c *gin.Context) error {
	if err := s.Director.Access().CheckSetup(c.Request.Context(), c.Param("token")); err != nil {
		return err
	}
	return s.Render(c, "login", s.setupPage(c))
}

// postSetup sets the director's password by the one-time link and logs in.
func (s *Server) postSetup(c *gin.Context) error {
	page := s.setupPage(c)
	page.Name = c.PostForm("name")
	if c.PostForm("password") != c.PostForm("again") {
		return s.showLoginAgain(c, page, fault.New(fault.Invalid, "setup.differ"))
	}
	ctx := c.Request.Context()
	if err := s.Director.Access().SetPassword(ctx, page.Setup, page.Name, c.PostForm("password")); err != nil {
		return s.showLoginAgain(c, page, err)
	}
	// The link makes this a known device.
	if err := s.login(c, director.Credentials{Name: page.Name, Password: c.PostForm("password"), Known: true}); err != nil {
		return err
	}
	return s.Redirect(c, "/desk")
}

func (s *Server) postLogout(c *gin.Context) error {
	if err := s.Director.Access().Logout(c.Request.Context(), s.Cookie(c, site.SessionCookie)); err != nil {
		return err
	}
	s.SetCookie(c, site.SessionCookie, "", -time.Second)
	return s.Redirect(c, "/")
}

// doorRoutes mounts the list of tournaments, the login and the static files.
func (s *Server) doorRoutes(g *site.Group) {
	g.Get("/", s.showList)
	g.Get("/feed.atom", s.sendListFeed)
	g.Get("/alarm", s.showAlarm)
	g.Get("/login", s.OnlyEncrypted(s.showLogin))
	g.Post("/login", s.OnlyEncrypted(s.postLogin))
	g.Get("/setup/:token", s.OnlyEncrypted(s.showSetup))
	g.Post("/setup/:token", s.OnlyEncrypted(s.postSetup))
	g.Get("/static/:name", s.assets.serve)
	p := probe{s.Director}
	g.Get("/healthz", p.showHealth)
	g.Get("/readyz", p.showReadiness)
}

// sessionRoutes mounts the end of a session.
func (s *Server) sessionRoutes(g *site.Group) { g.Post("/logout", s.postLogout) }
