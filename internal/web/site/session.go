package site

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/accounts"
	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/relay"
	"tourney/internal/web/page"
)

const (
	SessionCookie = "session"
	// DeviceCookie names a director who has logged in from this browser before. It grants
	// no access.
	DeviceCookie = "device"
	DeviceLife   = 365 * 24 * time.Hour
	sessionKey   = "session"
	tokenKey     = "token"
)

// DeskCookie keeps the last name of the desk in this browser.
const DeskCookie = "desk"

// mostLogins bounds the people who are logged in in one browser.
const mostLogins = 6

// tokenLength bounds a token, in bytes.
const tokenLength = 100

// nobody stands first in the cookie of a browser in which nobody acts: they have logged out, and
// others are logged in still. A token is longer.
const nobody = "-"

// parked begins what the cookie keeps of somebody who must show who they are before they act again:
// the desk of their login, and no token, which the person who acts could take.
const parked = "~"

// A Login is that of one of the people in a browser, who acts there first.
type Login struct {
	accounts.Session
	// Token is empty if they must show who they are before they act again.
	Token string
}

// Kept is what the cookie keeps of the login, with its token or without.
func (l Login) Kept(token bool) string {
	if token && l.Token != "" {
		return l.Token
	}
	return parked + l.Desk
}

// Logins returns those that last of the people in this browser.
func Logins(c *gin.Context, s *Site) (all []Login, err error) {
	kept := strings.Split(s.Cookie(c, SessionCookie), ".")
	for _, text := range kept[:min(len(kept), mostLogins+1)] {
		l, ok := Login{}, false
		if desk, is := strings.CutPrefix(text, parked); is {
			l.Session, ok, err = s.Director.Access().SessionAt(c.Request.Context(), desk[:min(len(desk), tokenLength)])
		} else if text != nobody && len(text) <= tokenLength {
			l.Token = text
			l.Session, ok, err = s.Director.Access().Look(c.Request.Context(), text)
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

// ActiveToken returns the token of the person who acts in this browser, "" if nobody does. When
// their login has ended nobody else acts in their place.
func ActiveToken(c *gin.Context, s *Site) string {
	first, _, _ := strings.Cut(s.Cookie(c, SessionCookie), ".")
	if first == nobody || strings.HasPrefix(first, parked) || len(first) > tokenLength {
		return ""
	}
	return first
}

// KeepLogins keeps who is logged in in this browser: the token of who acts, "" for nobody, and what is
// kept of others.
func (s *Site) KeepLogins(c *gin.Context, acting string, others []string) {
	if acting == "" && len(others) == 0 {
		s.SetCookie(c, SessionCookie, "", -time.Second)
		return
	}
	others = others[:min(len(others), mostLogins-1)]
	s.SetCookie(c, SessionCookie, strings.Join(append([]string{cmp.Or(acting, nobody)}, others...), "."), accounts.SessionLife)
}

// IsStranger reports whether a request is certainly not by somebody who is logged in or by a program: it has neither a
// cookie of a login nor a token.
func IsStranger(r *http.Request) bool {
	for _, cookies := range r.Header["Cookie"] {
		if strings.Contains(cookies, SessionCookie) {
			return false
		}
	}
	return len(r.Header["Authorization"]) == 0
}

// Authenticate is the middleware that finds who makes a request: a person by the cookie
// or, at the API, a program by its token.
func (s *Site) Authenticate(c *gin.Context) {
	err := authenticate(s, c)
	if err != nil {
		s.Fail(c, err)
		c.Abort()
	}
}

func authenticate(s *Site, c *gin.Context) error {
	if secret, ok := bearer(c.Request); ok {
		if sender := c.GetHeader(relay.SenderHeader); sender != "" && sender == s.Director.Publishing.Sender() {
			return fault.New(fault.Conflict, "publication.own")
		}
		if s.Encrypted != nil && s.InClear(c.Request) {
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
	if byItself(c.Request) {
		find = s.Director.Access().Look
	}
	session, ok, err := find(c.Request.Context(), ActiveToken(c, s))
	if err == nil && ok {
		c.Set(sessionKey, session)
	}
	return err
}

// byItself reports whether a page asks by itself, as for an alarm, for events or for what they
// changed: a login does not last because a page was left open.
func byItself(r *http.Request) bool {
	return r.Method == http.MethodGet && (r.Header.Get("Accept") == "text/event-stream" ||
		r.Header.Get("HX-Request") != "" && r.Header.Get("HX-Boosted") == "")
}

// Session returns the login that a request belongs to, and whether it has one.
func (s *Site) Session(c *gin.Context) (accounts.Session, bool) {
	known, ok := c.Get(sessionKey)
	if !ok {
		return accounts.Session{}, false
	}
	return known.(accounts.Session), true
}

// AlsoHere returns the people who are logged in in this browser but do not act.
func AlsoHere(c *gin.Context, s *Site) []page.OtherLogin {
	me, _ := s.Session(c)
	logins, _ := Logins(c, s) // a page without the menu's others is better than none
	var all []page.OtherLogin
	for _, l := range logins {
		if l.Desk != me.Desk {
			all = append(all, page.OtherLogin{Name: l.User, Desk: l.Desk})
		}
	}
	return all
}

// Actor returns the person who is logged in, and whether there is one.
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

// DeskName parses the name of a desk, "" for none.
func DeskName(text string) (string, error) {
	const most = 24
	name := strings.Join(strings.Fields(text), " ")
	if len([]rune(name)) > most {
		return "", fault.New(fault.TooLarge, "desk.name.long", most)
	}
	return name, nil
}
