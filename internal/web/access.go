package web

import (
	"math"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

const (
	sessionCookie = "session"
	// deviceCookie says who has logged in here before. It lets nobody in.
	deviceCookie = "device"
	deviceLife   = 365 * 24 * time.Hour
	sessionKey   = "session"
)

// cookie returns the value of a cookie, "" for none.
func cookie(c *gin.Context, name string) string {
	value, err := c.Cookie(name)
	if err != nil {
		return ""
	}
	return value
}

// recognise finds who is logged in.
func (s *site) recognise(c *gin.Context) {
	token := cookie(c, sessionCookie)
	if token == "" || len(token) > 100 {
		return // nobody
	}
	session, ok, err := s.director.Access().Session(c.Request.Context(), token)
	switch {
	case err != nil:
		s.fail(c, err)
		c.Abort()
	case ok:
		c.Set(sessionKey, session)
	}
}

// actor returns who is logged in, and whether somebody is.
func (s *site) actor(c *gin.Context) (director.Actor, bool) {
	session, ok := s.session(c)
	return director.Actor{Name: session.User, Desk: session.Desk}, ok
}

// session returns the login that a request belongs to, and whether it has one.
func (s *site) session(c *gin.Context) (director.Session, bool) {
	known, ok := c.Get(sessionKey)
	if !ok {
		return director.Session{}, false
	}
	return known.(director.Session), true
}

// needLogin lets only those act who are logged in. A page sends others to the
// login and back again.
func (s *site) needLogin(a action) action {
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
	page.Base
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
	return loginPage{Base: s.pageBase(c, s.language(c).T("login.title"))}
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
	view := s.loginPage(c)
	view.Name, view.Next = c.PostForm("name"), local(c.PostForm("next"))
	device, known, err := s.director.Access().KnownDevice(c.Request.Context(), cookie(c, deviceCookie), view.Name)
	if err != nil {
		return err
	}
	from := caller{address: household(s.config.Proxies.client(c.Request)), name: tournament.Fold(page.Clip(view.Name))}
	if known {
		from.device = device
	}
	if err := slowed(s.waits(from)); err != nil {
		return s.showLoginAgain(c, view, err)
	}
	err = s.login(c, director.Credentials{Name: view.Name, Password: c.PostForm("password"), Known: known})
	if err != nil {
		return s.showLoginAgain(c, view, err)
	}
	s.succeeded(from)
	return s.back(c, deskOr(view.Next))
}

// A caller is somebody who tries to log in. A device is one on which the
// person of this name has logged in before, else "".
type caller struct{ device, address, name string }

// account is under which key failures at a name are counted: for the address
// that they come from alone, so that nobody locks the director out from
// elsewhere.
func (from caller) account() string { return from.address + " " + from.name }

// waits returns how long a caller has to wait for the next try, 0 for none, and
// counts the try. A device that is known counts its own tries alone: whoever
// else fails behind the same address does not hold it up.
func (s *Server) waits(from caller) time.Duration {
	if from.device != "" {
		return s.devices.wait(from.device)
	}
	if wait := s.addresses.wait(from.address); wait > 0 {
		return wait
	}
	return s.tries.wait(from.account())
}

// succeeded gives a caller all tries again: only failures count.
func (s *Server) succeeded(from caller) {
	if from.device != "" {
		s.devices.succeeded(from.device)
		return
	}
	s.addresses.succeeded(from.address)
	s.tries.succeeded(from.account())
}

// slowed returns the fault of somebody who has to wait, nil for no time.
func slowed(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	return fault.New(fault.TooMany, "login.slow", int(math.Ceil(wait.Seconds())))
}

// login begins a session in this browser, which will be known from now on.
func (s *Server) login(c *gin.Context, by director.Credentials) error {
	ctx := c.Request.Context()
	by.Desk, by.Ends = s.language(c).T("desk.first"), cookie(c, sessionCookie)
	if called, err := deskName(cookie(c, deskCookie)); err == nil && called != "" {
		by.Desk = called
	}
	token, err := s.director.Access().Login(ctx, by)
	if err != nil {
		return err
	}
	device, err := s.director.Access().DeviceToken(ctx, cookie(c, deviceCookie), by.Name)
	if err != nil {
		return err
	}
	s.setCookie(c, sessionCookie, token, director.SessionLife)
	s.setCookie(c, deviceCookie, device, deviceLife)
	return nil
}

// showLoginAgain brings a refused form back with the reason.
func (s *Server) showLoginAgain(c *gin.Context, page loginPage, err error) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	page.Fault = page.Error(err)
	return s.renderStatus(c, statusFor(c, err), "login", page)
}

func (s *Server) setupPage(c *gin.Context) loginPage {
	return loginPage{Base: s.pageBase(c, s.language(c).T("setup.title")), Setup: c.Param("token")}
}

func (s *Server) showSetup(c *gin.Context) error {
	if err := s.director.Access().CheckSetup(c.Request.Context(), c.Param("token")); err != nil {
		return err
	}
	return s.render(c, "login", s.setupPage(c))
}

// postSetup sets the director's password by the one-time link and logs in.
func (s *Server) postSetup(c *gin.Context) error {
	page := s.setupPage(c)
	page.Name = c.PostForm("name")
	if c.PostForm("password") != c.PostForm("again") {
		return s.showLoginAgain(c, page, fault.New(fault.Invalid, "setup.differ"))
	}
	ctx := c.Request.Context()
	if err := s.director.Access().SetPassword(ctx, page.Setup, page.Name, c.PostForm("password")); err != nil {
		return s.showLoginAgain(c, page, err)
	}
	// Who holds the link is no stranger.
	if err := s.login(c, director.Credentials{Name: page.Name, Password: c.PostForm("password"), Known: true}); err != nil {
		return err
	}
	return s.back(c, "/desk")
}

func (s *Server) postLogout(c *gin.Context) error {
	if err := s.director.Access().Logout(c.Request.Context(), cookie(c, sessionCookie)); err != nil {
		return err
	}
	s.setCookie(c, sessionCookie, "", -time.Second)
	return s.back(c, "/")
}

// doorRoutes are the list of tournaments, the login and what pages are made of.
func (s *Server) doorRoutes(g *group) {
	g.get("/", s.showList)
	g.get("/alarm", s.showAlarm)
	g.get("/login", s.showLogin)
	g.post("/login", s.postLogin)
	g.get("/setup/:token", s.showSetup)
	g.post("/setup/:token", s.postSetup)
	g.get("/static/:name", s.assets.serve)
}

// sessionRoutes are what a login is for by itself.
func (s *Server) sessionRoutes(g *group) { g.post("/logout", s.postLogout) }
