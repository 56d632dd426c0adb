package access

import (
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/app/passkey"
	"tourney/internal/fault"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// mostAnswer limits the form with a browser's passkey response, in bytes.
const mostAnswer = 64 << 10

// ticketCookie keeps the ticket of the latest passkey challenge in its browser.
const ticketCookie = "passkey"

// A passkeysView has the passkeys of the logged-in person, and the form for a new one.
type passkeysView struct {
	All []passkeyView
	// Origin is the address at which they work. Why explains why they don't work at the present one; Local is the
	// address of this machine in that explanation, and Rest the text after it.
	Origin, Why, Local, Rest string
	// Name is the default for a new one.
	Name string
}

// A passkeyView is one passkey.
type passkeyView struct{ ID, Name, Added, Used string }

// passkeyHandlers handle passkeys.
type passkeyHandlers struct{ *Handlers }

// passkeyOrigin returns the site of passkeys: the public address, or without one localhost on this machine. The Host of
// a request decides nothing else. Faults: "passkey.address", "passkey.localhost".
func passkeyOrigin(s *site.Site, r *http.Request) (passkey.Origin, error) {
	if s.Base != "" {
		return passkey.ParseOrigin(s.Base)
	}
	no := fault.New(fault.Invalid, "passkey.address")
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	peer, _, err := net.SplitHostPort(r.RemoteAddr)
	if !ok || err != nil || r.TLS != nil || !local.IP.IsLoopback() || !net.ParseIP(peer).IsLoopback() {
		return passkey.Origin{}, no
	}
	here := "localhost:" + strconv.Itoa(local.Port)
	name, _, err := net.SplitHostPort(r.Host)
	switch {
	case r.Host == here:
		return passkey.ParseOrigin("http://" + here)
	case err == nil && net.ParseIP(name).IsLoopback():
		return passkey.Origin{}, fault.New(fault.Invalid, "passkey.localhost", "http://"+here)
	}
	return passkey.Origin{}, no
}

// passkeysOf returns the passkeys section of the account page.
func (s *Handlers) passkeysOf(c *gin.Context) (passkeysView, error) {
	session, _ := s.Session(c)
	lang := s.Language(c)
	view := passkeysView{Name: page.BrowserName(c.Request.UserAgent())}
	if at, err := passkeyOrigin(s.Site, c.Request); err != nil {
		view.Why = lang.Error(err)
		if f, _ := fault.As(err); f != nil && f.Key == "passkey.localhost" {
			view.Local = f.Args[0].(string)
			view.Why, view.Rest, _ = strings.Cut(view.Why, view.Local)
		}
	} else {
		view.Origin = at.String()
	}
	all, err := s.Director.Access().Passkeys().Of(c.Request.Context(), session.UserID)
	for _, k := range all {
		view.All = append(view.All, passkeyView{k.ID, k.Label, lang.Date(k.Created.Local()), formatSince(lang, k.Used)})
	}
	return view, err
}

// sendChallenge answers a script with a challenge for its browser, and sets the ticket as a cookie.
func (s passkeyHandlers) sendChallenge(c *gin.Context, challenge passkey.Challenge) {
	s.SetCookie(c, ticketCookie, challenge.Ticket, passkey.ChallengeLife)
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "application/json", challenge.Options)
}

// readResponse returns a browser's passkey response from a form, and removes its ticket from the browser.
func (s passkeyHandlers) readResponse(c *gin.Context) (passkey.Response, error) {
	at, err := passkeyOrigin(s.Site, c.Request)
	ticket := s.Cookie(c, ticketCookie)
	s.SetCookie(c, ticketCookie, "", -time.Second)
	return passkey.Response{Origin: at, Ticket: ticket, Answer: []byte(c.PostForm("answer"))}, err
}

// sendLoginChallenge sends the browser a challenge for any passkey, to log in.
func (s passkeyHandlers) sendLoginChallenge(c *gin.Context) error {
	at, err := passkeyOrigin(s.Site, c.Request)
	if err != nil {
		return err
	}
	question, err := s.Director.Access().Passkeys().BeginLogin(c.Request.Context(), at)
	if err != nil {
		return err
	}
	s.sendChallenge(c, question)
	return nil
}

// postAnswer logs in by a passkey. Attempts count for its owner's name.
func (s passkeyHandlers) postAnswer(c *gin.Context) error {
	view := s.loginPage(c, c.PostForm("as"))
	view.Next = site.LocalPath(c.PostForm("next"))
	reply, err := s.readResponse(c)
	if err != nil {
		return s.showLoginAgain(c, view, err)
	}
	name, err := s.Director.Access().Passkeys().Owner(c.Request.Context(), reply.Answer)
	if err != nil {
		return err
	}
	return s.tryLogin(c, view, accounts.Credentials{Name: name, Passkey: &reply})
}

// sendCreationChallenge sends a challenge for a new passkey, after checking the person's password.
func (s passkeyHandlers) sendCreationChallenge(c *gin.Context) error {
	session, _ := s.Session(c)
	from := attempt{device: "password " + session.Desk}
	at, err := passkeyOrigin(s.Site, c.Request)
	if err != nil {
		return err
	}
	if err := s.countAttempt(c.Request.Context(), from); err != nil {
		return err
	}
	question, err := s.Director.Access().Passkeys().BeginRegistration(c.Request.Context(), at, session, c.PostForm("old"))
	if err != nil {
		return err
	}
	s.resetAttempts(c.Request.Context(), from)
	s.sendChallenge(c, question)
	return nil
}

// postKey stores a new passkey, or removes one.
func (s passkeyHandlers) postKey(c *gin.Context) error {
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	if id := c.PostForm("remove"); id != "" {
		if err := s.Director.Access().Passkeys().Remove(ctx, session, id); err != nil {
			return err
		}
		return s.Redirect(c, "/account")
	}
	reply, err := s.readResponse(c)
	if err == nil {
		err = s.Director.Access().Passkeys().Add(ctx, session, c.PostForm("label"), reply)
	}
	if err == nil {
		return s.Redirect(c, "/account?saved=passkey")
	}
	return s.showAccountAgain(c, err)
}
