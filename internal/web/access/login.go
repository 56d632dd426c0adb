package access

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/accounts"
	"tourney/internal/fault"
	"tourney/internal/spelling"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A loginPage has the form for a name and a password. Setup is the token of a set-up
// address, "" for a login.
type loginPage struct {
	page.Base
	Setup string
	// Known is the name of the person whose password is set, "" for the first one of all.
	Known string
	Next  string
	Name  string
	// As is the desk of the person to whom somebody switches who may do less, "" for other logins:
	// it takes the password of that person, Name.
	As    string
	Fault string
	// InClear is set if others on the network can read what is sent.
	InClear bool
	// Origin is the address at which passkeys work, "" if none does.
	Origin string
}

// showLogin shows the login, with ?add to who is logged in too: several people share a laptop.
// With ?as it is that of one of the people who are logged in in this browser.
func (s *Room) showLogin(c *gin.Context) error {
	view := s.loginPage(c, c.Query("as"))
	view.Next = site.LocalPath(c.Query("next"))
	if _, ok := s.Actor(c); ok && c.Query("add") == "" && view.As == "" {
		return s.Redirect(c, site.AfterLogin(view.Next))
	}
	return s.Render(c, "login", view)
}

// loginPage returns the login of anybody, or of the person who is logged in in this browser at a
// desk. It offers those who are, while nobody acts.
func (s *Room) loginPage(c *gin.Context, as string) loginPage {
	view := loginPage{Base: s.PageBase(c, s.Language(c).T("login.title")), InClear: s.InClear(c.Request)}
	view.AlsoHere = site.AlsoHere(c, s.Site)
	if k := slices.IndexFunc(view.AlsoHere, func(o page.OtherLogin) bool { return o.Desk == as }); k >= 0 {
		view.As, view.Name = as, view.AlsoHere[k].Name
		view.Title = view.T("frame.switch", view.Name)
	}
	if at, err := place(s.Site, c.Request); err == nil {
		view.Origin = at.Origin()
	}
	return view
}

func (s *Room) postLogin(c *gin.Context) error {
	view := s.loginPage(c, c.PostForm("as"))
	if view.As == "" {
		view.Name = c.PostForm("name")
	}
	view.Next = site.LocalPath(c.PostForm("next"))
	return s.tryLogin(c, view, accounts.Credentials{Name: view.Name, Password: c.PostForm("password")})
}

// tryLogin logs in and leads on, or shows the login again. Every try counts against its name.
func (s *Room) tryLogin(c *gin.Context, view loginPage, by accounts.Credentials) error {
	device, known, err := s.Director.Access().KnownDevice(c.Request.Context(), s.Cookie(c, site.DeviceCookie), by.Name)
	if err != nil {
		return err
	}
	from := attempt{address: s.Client(c.Request), name: spelling.Fold(page.Clip(by.Name))}
	if by.Known = known; known {
		from.device = device
	}
	if err := s.count(from); err != nil {
		return s.showLoginAgain(c, view, err)
	}
	by.Failed, by.From = s.failures.Failed(from.address), from.address
	if err := s.login(c, by); err != nil {
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
func (s *Room) count(a attempt) error {
	if a.device != "" {
		return s.devices.Try(a.device)
	}
	_ = s.failures.Try(a.address) // more than are counted make no difference
	if err := s.addresses.Try(a.address); err != nil {
		return err
	}
	return s.tries.Try(a.account())
}

// forget gives back all tries after a success: only failures count.
func (s *Room) forget(a attempt) {
	if a.device != "" {
		s.devices.Reset(a.device)
		return
	}
	s.addresses.Reset(a.address)
	s.failures.Reset(a.address)
	s.tries.Reset(a.account())
}

// login starts a session in this browser, which becomes a known device.
func (s *Room) login(c *gin.Context, by accounts.Credentials) error {
	ctx := c.Request.Context()
	by.Desk, by.Browser = s.Language(c).T("desk.first"), page.BrowserName(c.Request.UserAgent())
	if name, err := site.DeskName(s.Cookie(c, site.DeskCookie)); err == nil && name != "" {
		by.Desk = name
	}
	tokens, err := s.tokensWithout(c, by.Name, &by.Ends)
	if err != nil {
		return err
	}
	token, err := s.Director.Access().Login(ctx, by)
	if err != nil {
		return err
	}
	device, err := s.Director.Access().DeviceToken(ctx, s.Cookie(c, site.DeviceCookie), by.Name)
	if err != nil {
		return err
	}
	s.SetTokens(c, token, tokens)
	s.SetCookie(c, site.DeviceCookie, device, site.DeviceLife)
	return s.noteSwitch(c, token)
}

// noteSwitch notes that the person of a token acts here after another one.
func (s *Room) noteSwitch(c *gin.Context, token string) error {
	before, ok := s.Session(c)
	if !ok {
		return nil
	}
	now, _, err := s.Director.Access().Session(c.Request.Context(), token)
	if err != nil || now.UserID == before.UserID {
		return err
	}
	return s.Director.Access().NoteSwitch(c.Request.Context(), before, now)
}

// tokensWithout returns the tokens of the other people who are logged in in this browser,
// and the token of the person of that name.
func (s *Room) tokensWithout(c *gin.Context, name string, theirs *string) (others []string, err error) {
	for _, token := range s.Tokens(c) {
		session, ok, err := s.Director.Access().Session(c.Request.Context(), token)
		switch {
		case err != nil:
			return nil, err
		case ok && spelling.Fold(session.User) == spelling.Fold(name):
			*theirs = token
		case ok:
			others = append(others, token)
		}
	}
	return others, nil
}

// showLoginAgain shows the refused form with the reason.
func (s *Room) showLoginAgain(c *gin.Context, page loginPage, err error) error {
	page.Fault = page.Error(err)
	return s.refuse(c, err, site.Part{Page: "login", Data: page})
}

// setupPage returns the page of a link that sets a password: the first one of all, or that of a
// person. Faults are those of accounts.CheckSetup.
func (s *Room) setupPage(c *gin.Context) (view loginPage, err error) {
	token, title := c.Param("token"), "setup.title"
	known, err := s.Director.Access().CheckSetup(c.Request.Context(), token)
	if known != "" {
		title = "setup.title.known"
	}
	return loginPage{Base: s.PageBase(c, s.Language(c).T(title)), Setup: token, Known: known, InClear: s.InClear(c.Request)}, err
}

// refuseSetup answers to a link that no longer works. Once there is an owner it leads to the login.
func refuseSetup(c *gin.Context, s *Room, err error) error {
	if !fault.Is(err, "setup.used") {
		return err
	}
	view := s.loginPage(c, "")
	view.Next = site.LocalPath("")
	return s.showLoginAgain(c, view, err)
}

func (s *Room) showSetup(c *gin.Context) error {
	view, err := s.setupPage(c)
	if err != nil {
		return refuseSetup(c, s, err)
	}
	return s.Render(c, "login", view)
}

// postSetup sets the director's password by the one-time link and logs in.
func (s *Room) postSetup(c *gin.Context) error {
	ctx := c.Request.Context()
	page, err := s.setupPage(c)
	if err != nil {
		return refuseSetup(c, s, err)
	}
	page.Name = c.PostForm("name")
	if c.PostForm("password") != c.PostForm("again") {
		return s.showLoginAgain(c, page, fault.New(fault.Invalid, "setup.differ"))
	}
	if err := s.Director.Access().SetPassword(ctx, page.Setup, page.Name, c.PostForm("password")); err != nil {
		return s.showLoginAgain(c, page, err)
	}
	// The link makes this a known device.
	if err := s.login(c, accounts.Credentials{Name: cmp.Or(page.Known, page.Name), Password: c.PostForm("password"), Known: true}); err != nil {
		return err
	}
	return s.Redirect(c, "/desk")
}

// postLogout ends a login. Nobody acts afterwards: those who are logged in in this browser too show
// first who they are.
func (s *Room) postLogout(c *gin.Context) error {
	mine := site.ActiveToken(c, s.Site)
	if err := s.Director.Access().Logout(c.Request.Context(), mine); err != nil {
		return err
	}
	others := slices.DeleteFunc(s.Tokens(c), func(t string) bool { return t == mine })
	s.SetTokens(c, "", others)
	c.Header("Clear-Site-Data", `"cache"`)
	if len(others) > 0 {
		return s.Redirect(c, "/login")
	}
	return s.Redirect(c, "/")
}

// postSwitch lets another of the people act who are logged in in this browser. Somebody who may
// do anything that the person acting now may not shows first who they are.
func (s *Room) postSwitch(c *gin.Context) error {
	me, _ := s.Session(c)
	tokens := s.Tokens(c)
	for i, token := range tokens {
		session, ok, err := s.Director.Access().Session(c.Request.Context(), token)
		if err != nil {
			return err
		}
		if !ok || session.Desk != c.PostForm("desk") {
			continue
		}
		more, err := s.Director.Access().People().Exceeds(c.Request.Context(), session.UserID, me.UserID)
		if err != nil {
			return err
		}
		if more {
			return s.Redirect(c, "/login?as="+url.QueryEscape(session.Desk))
		}
		if err := s.noteSwitch(c, token); err != nil {
			return err
		}
		s.SetTokens(c, token, slices.Delete(tokens, i, i+1))
		return s.Redirect(c, "/desk")
	}
	return fault.New(fault.NotFound, "login.needed")
}
