package access

import (
	"cmp"
	"context"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
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
	// Known is the name of the person who sets a password, "" for the first user of all.
	Known string
	Next  string
	Name  string
	// As is the desk of a login with more rights to which the active person switches, "" for other logins. The form
	// takes the password of that person, Name.
	As    string
	Fault string
	// InClear is set if others on the network can read the form.
	InClear bool
	// Origin is the address at which passkeys work, "" without one.
	Origin string
}

// TakenOver reports whether the computer has just taken over.
func (p loginPage) TakenOver() bool { return p.Next == site.TakenOver }

// showLogin shows the login, with ?add to a logged-in person too: several people share a laptop. With ?as the form is
// for one of the logins in this browser.
func (s *Handlers) showLogin(c *gin.Context) error {
	has, err := s.Director.Access().HasUsers(c.Request.Context())
	if err != nil {
		return err
	}
	if !has {
		return s.Render(c, "first", s.firstPage(c))
	}
	view := s.loginPage(c, c.Query("as"))
	view.Next = site.LocalPath(c.Query("next"))
	_, ok := s.Actor(c)
	if ok && c.Query("add") == "" && view.As == "" {
		return s.Redirect(c, site.AfterLogin(view.Next))
	}
	if !ok && len(view.AlsoHere) > 0 { // the active login has ended: remove the tokens of the others
		if err := s.activate(c, site.Login{}); err != nil {
			return err
		}
	}
	return s.Render(c, "login", view)
}

// loginPage returns a login form, or the form for the login in this browser at a desk. Without an active person it also
// offers the logins in this browser.
func (s *Handlers) loginPage(c *gin.Context, as string) loginPage {
	view := loginPage{Base: s.PageBase(c, s.Language(c).T("login.title")), InClear: s.IsPlaintext(c.Request)}
	view.AlsoHere = site.AlsoHere(c, s.Site)
	if k := slices.IndexFunc(view.AlsoHere, func(o page.OtherLogin) bool { return o.Desk == as }); k >= 0 {
		view.As, view.Name = as, view.AlsoHere[k].Name
		view.Title = view.T("frame.switch", view.Name)
	}
	if at, err := passkeyOrigin(s.Site, c.Request); err == nil {
		view.Origin = at.String()
	}
	return view
}

func (s *Handlers) postLogin(c *gin.Context) error {
	view := s.loginPage(c, c.PostForm("as"))
	if view.As == "" {
		view.Name = c.PostForm("name")
	}
	view.Next = site.LocalPath(c.PostForm("next"))
	return s.tryLogin(c, view, accounts.Credentials{Name: view.Name, Password: c.PostForm("password")})
}

// tryLogin logs in and redirects, or shows the login again. Every attempt counts against its name.
func (s *Handlers) tryLogin(c *gin.Context, view loginPage, by accounts.Credentials) error {
	device, known, err := s.Director.Access().KnownDevice(c.Request.Context(), s.Cookie(c, site.DeviceCookie), by.Name)
	if err != nil {
		return err
	}
	from := attempt{address: s.Client(c.Request), name: spelling.Fold(page.Clip(by.Name))}
	if by.Known = known; known {
		from.device = device
	}
	if err := s.countAttempt(c.Request.Context(), from); err != nil {
		return s.showLoginAgain(c, view, err)
	}
	if by.Failed, err = s.failures.Failed(c.Request.Context(), from.address); err != nil {
		return err
	}
	by.From = from.address
	if err := s.login(c, by); err != nil {
		return s.showLoginAgain(c, view, err)
	}
	s.resetAttempts(c.Request.Context(), from)
	return s.Redirect(c, site.AfterLogin(view.Next))
}

// An attempt is one attempt to log in. device is one on which the person of this name has logged in before, else "".
type attempt struct{ device, address, name string }

// account returns the key under which failures with a name are counted: together
// with their address, so that other addresses cannot lock the director out.
func (a attempt) account() string { return a.address + " " + a.name }

// deviceKey returns the key for counting failures on a known device. It contains the name: several people share a
// device, and a success with one name must not reset the count of another.
func (a attempt) deviceKey() string { return a.device + " " + a.name }

// countAttempt counts an attempt, and returns a fault if it comes too early. A known device counts its own attempts
// alone: failures of others behind the same address do not delay it.
func (s *Handlers) countAttempt(ctx context.Context, a attempt) error {
	if a.device != "" {
		return s.devices.Try(ctx, a.deviceKey())
	}
	_ = s.failures.Try(ctx, a.address) // failures above the limit change nothing
	if err := s.addresses.Try(ctx, a.address); err != nil {
		return err
	}
	return s.tries.Try(ctx, a.account())
}

// resetAttempts makes all attempts available after a success: only failures count.
func (s *Handlers) resetAttempts(ctx context.Context, a attempt) {
	if a.device != "" {
		_ = s.devices.Reset(ctx, a.deviceKey()) // errors are ignored, here and below: attempts return with time
		return
	}
	_ = s.addresses.Reset(ctx, a.address)
	_ = s.failures.Reset(ctx, a.address)
	_ = s.tries.Reset(ctx, a.account())
}

// login starts a session in this browser, which becomes a known device.
func (s *Handlers) login(c *gin.Context, by accounts.Credentials) error {
	ctx := c.Request.Context()
	by.Desk, by.Browser = s.Language(c).T("desk.first"), page.BrowserName(c.Request.UserAgent())
	if name, err := site.DeskName(s.Cookie(c, site.DeskCookie)); err == nil && name != "" {
		by.Desk = name
	}
	logins, err := site.Logins(c, s.Site)
	if err != nil {
		return err
	}
	if k := slices.IndexFunc(logins, func(l site.Login) bool { return spelling.Equal(l.User, by.Name) }); k >= 0 {
		by.Ends = logins[k].Desk
	}
	token, err := s.Director.Access().Login(ctx, by)
	if err != nil {
		return err
	}
	device, err := s.Director.Access().DeviceToken(ctx, s.Cookie(c, site.DeviceCookie), by.Name)
	if err != nil {
		return err
	}
	s.SetCookie(c, site.DeviceCookie, device, site.DeviceLife)
	now, _, err := s.Director.Access().Session(ctx, token)
	if err != nil {
		return err
	}
	return s.activate(c, site.Login{Session: now, Token: token})
}

// activate makes the person of a login active in this browser, with the zero login no person. It removes the tokens of
// people with more rights, or of all for the zero login, from the browser: with a token a helper could act as the
// owner.
func (s *Handlers) activate(c *gin.Context, now site.Login) error {
	ctx, access := c.Request.Context(), s.Director.Access()
	logins, err := site.Logins(c, s.Site)
	if err != nil {
		return err
	}
	var others []string
	for _, l := range logins {
		if l.UserID == now.UserID {
			continue
		}
		more := now.UserID == 0
		if !more {
			if more, err = access.People().Exceeds(ctx, l.UserID, now.UserID); err != nil {
				return err
			}
		}
		others = append(others, l.Kept(!more))
	}
	s.KeepLogins(c, now.Token, others)
	before, ok := s.Session(c)
	if !ok || now.UserID == 0 || now.UserID == before.UserID {
		return nil
	}
	return access.NoteSwitch(ctx, before, now.Session)
}

// showLoginAgain shows the refused form with the reason.
func (s *Handlers) showLoginAgain(c *gin.Context, page loginPage, err error) error {
	page.Fault = page.Error(err)
	return s.refuse(c, err, site.Part{Page: "login", Data: page})
}

// setupPage returns the page of a link that sets a password: of the first user, or of a known person. It returns the
// faults of accounts.CheckSetup.
func (s *Handlers) setupPage(c *gin.Context) (view loginPage, err error) {
	token, title := c.Param("token"), "setup.title"
	known, err := s.Director.Access().CheckSetup(c.Request.Context(), token)
	if known != "" {
		title = "setup.title.known"
	}
	return loginPage{Base: s.PageBase(c, s.Language(c).T(title)), Setup: token, Known: known, InClear: s.IsPlaintext(c.Request)}, err
}

// refuseSetup answers a wrong or used set-up link: by the page that asks for it, or once there is an owner by the login.
func refuseSetup(c *gin.Context, s *Handlers, err error) error {
	if fault.Is(err, "setup.token") {
		return s.refuseFirst(c, err)
	}
	if !fault.Is(err, "setup.used") {
		return err
	}
	view := s.loginPage(c, "")
	view.Next = site.LocalPath("")
	return s.showLoginAgain(c, view, err)
}

func (s *Handlers) showSetup(c *gin.Context) error {
	view, err := s.setupPage(c)
	if err != nil {
		return refuseSetup(c, s, err)
	}
	return s.Render(c, "login", view)
}

// postSetup sets the director's password by the one-time link and logs in.
func (s *Handlers) postSetup(c *gin.Context) error {
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

// postLogout ends a login. No other login in this browser becomes active: each must be confirmed first.
func (s *Handlers) postLogout(c *gin.Context) error {
	if err := s.Director.Access().Logout(c.Request.Context(), site.ActiveToken(c, s.Site)); err != nil {
		return err
	}
	if err := s.activate(c, site.Login{}); err != nil {
		return err
	}
	c.Header("Clear-Site-Data", `"cache"`)
	if len(site.AlsoHere(c, s.Site)) > 0 {
		return s.Redirect(c, "/login")
	}
	return s.Redirect(c, "/")
}

// postSwitch makes another login of this browser active. A person with any right that the active person does not have
// must be confirmed first.
func (s *Handlers) postSwitch(c *gin.Context) error {
	logins, err := site.Logins(c, s.Site)
	if err != nil {
		return err
	}
	k := slices.IndexFunc(logins, func(l site.Login) bool { return l.Desk == c.PostForm("desk") })
	if k < 0 {
		return fault.New(fault.NotFound, "login.needed")
	}
	me, _ := s.Session(c) // the role of the group needs one
	more := logins[k].Token == ""
	if !more { // roles may have changed
		more, err = s.Director.Access().People().Exceeds(c.Request.Context(), logins[k].UserID, me.UserID)
	}
	switch {
	case err != nil:
		return err
	case more:
		return s.Redirect(c, "/login?as="+url.QueryEscape(logins[k].Desk))
	}
	if err := s.activate(c, logins[k]); err != nil {
		return err
	}
	return s.Redirect(c, "/desk")
}
