package site

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/web/page"
)

const (
	SessionCookie = "session"
	// DeviceCookie identifies a director after a login from this browser. It grants no access.
	DeviceCookie = "device"
	DeviceLife   = 365 * 24 * time.Hour
	sessionKey   = "session"
	tokenKey     = "token"
)

// DeskCookie keeps the last name of the desk in this browser.
const DeskCookie = "desk"

// mostLogins limits the number of logins in one browser.
const mostLogins = 6

// tokenLength limits a token, in bytes.
const tokenLength = 100

// The cookie begins with this item if no person is active in the browser: the last active one has logged out, and
// other logins remain. A token is longer.
const noActive = "-"

// unconfirmed is the prefix of a login in the cookie that must be confirmed by password or passkey before it is active
// again. The desk of the login follows it, without the token, which the active person could copy.
const unconfirmed = "~"

// A Login is a login of one of the people in a browser; the active one is first.
type Login struct {
	accounts.Session
	// Token is empty if the login must be confirmed before it is active again.
	Token string
}

// Kept is the login's item in the cookie, with or without its token.
func (l Login) Kept(token bool) string {
	if token && l.Token != "" {
		return l.Token
	}
	return unconfirmed + l.Desk
}

// Logins returns the valid logins of the people in this browser.
func Logins(c *gin.Context, s *Site) (all []Login, err error) {
	kept := strings.Split(s.Cookie(c, SessionCookie), ".")
	for _, text := range kept[:min(len(kept), mostLogins+1)] {
		l, ok := Login{}, false
		if desk, is := strings.CutPrefix(text, unconfirmed); is {
			l.Session, ok, err = s.Director.Access().SessionAt(c.Request.Context(), desk[:min(len(desk), tokenLength)])
		} else if text != noActive && len(text) <= tokenLength {
			l.Token = text
			l.Session, ok, err = s.Director.Access().PeekSession(c.Request.Context(), text)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, l)
		}
	}
	return all, nil
}

// ActiveToken returns the token of the active person in this browser, "" without one. After the end of their login no
// other login becomes active.
func ActiveToken(c *gin.Context, s *Site) string {
	first, _, _ := strings.Cut(s.Cookie(c, SessionCookie), ".")
	if first == noActive || strings.HasPrefix(first, unconfirmed) || len(first) > tokenLength {
		return ""
	}
	return first
}

// KeepLogins stores the logins of this browser in the cookie: the token of the active person, or "", and the items of
// the others.
func (s *Site) KeepLogins(c *gin.Context, acting string, others []string) {
	if acting == "" && len(others) == 0 {
		s.SetCookie(c, SessionCookie, "", -time.Second)
		return
	}
	others = others[:min(len(others), mostLogins-1)]
	s.SetCookie(c, SessionCookie, strings.Join(append([]string{cmp.Or(acting, noActive)}, others...), "."), accounts.SessionLife)
}

// IsStranger reports whether a request is certainly by neither a logged-in person, a tablet nor a program: it has no
// cookie of a login or a tablet, and no token.
func IsStranger(r *http.Request) bool {
	for _, cookies := range r.Header["Cookie"] {
		if strings.Contains(cookies, SessionCookie) {
			return false
		}
	}
	return len(r.Header["Authorization"]) == 0 && !isPinned(r)
}

// Authenticate is the middleware that identifies the caller: a person by the cookie or, at the API, a program by its
// token.
func (s *Site) Authenticate(c *gin.Context) {
	err := s.authenticate(c)
	if err != nil {
		s.Fail(c, err)
		c.Abort()
	}
}

func (s *Site) authenticate(c *gin.Context) error {
	if secret, ok := bearer(c.Request); ok {
		if err := s.Beyond.CheckSender(c.Request); err != nil {
			return err
		}
		if s.Encrypted != nil && s.IsPlaintext(c.Request) {
			return fault.New(fault.Denied, "tls.token")
		}
		token, known, err := s.Director.Access().People().Token(c.Request.Context(), secret[:min(len(secret), tokenLength)])
		switch {
		case err != nil:
			return err
		case !known:
			return fault.New(fault.Unidentified, "people.token")
		}
		c.Set(tokenKey, token)
		return nil
	}
	find := s.Director.Access().Session
	if isAutomatic(c.Request) {
		find = s.Director.Access().PeekSession
	}
	session, ok, err := find(c.Request.Context(), ActiveToken(c, s))
	if err == nil && ok {
		c.Set(sessionKey, session)
	}
	return err
}

// isAutomatic reports whether a request is automatic, as for alarms, events or reloads after them. Such a request does
// not extend a login, which would last while a page is left open.
func isAutomatic(r *http.Request) bool {
	return r.Method == http.MethodGet && (r.Header.Get("Accept") == "text/event-stream" ||
		r.Header.Get("HX-Request") != "" && r.Header.Get("HX-Boosted") == "")
}

// Session returns the login of a request, and whether it has one.
func (s *Site) Session(c *gin.Context) (accounts.Session, bool) {
	known, ok := c.Get(sessionKey)
	if !ok {
		return accounts.Session{}, false
	}
	return known.(accounts.Session), true
}

// AlsoHere returns the inactive logins in this browser.
func AlsoHere(c *gin.Context, s *Site) []page.OtherLogin {
	me, _ := s.Session(c)
	logins, _ := Logins(c, s) // a page without the other logins in its menu is better than no page
	var all []page.OtherLogin
	for _, l := range logins {
		if l.Desk != me.Desk {
			all = append(all, page.OtherLogin{Name: l.User, Desk: l.Desk})
		}
	}
	return all
}

// Actor returns the logged-in person, and whether there is one.
func (s *Site) Actor(c *gin.Context) (director.Actor, bool) {
	session, ok := s.Session(c)
	return director.Actor{Name: session.User, Desk: session.Desk}, ok
}

// DeskActor returns the person who enters results here, with the name of their desk.
func (s *Site) DeskActor(c *gin.Context) director.Actor {
	if token, ok := Program(c); ok {
		return director.Actor{Name: token.Name}
	}
	session, _ := s.Session(c) // the role of the group needs one
	return director.Actor{Name: session.User + " · " + session.DeskName, Desk: session.Desk}
}

// DeskName parses the name of a desk, which may be "".
func DeskName(text string) (string, error) {
	const most = 24
	name := strings.Join(strings.Fields(text), " ")
	if len([]rune(name)) > most {
		return "", fault.New(fault.TooLarge, "desk.name.long", most)
	}
	return name, nil
}
