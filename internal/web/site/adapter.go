package site

import (
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// An Action answers a request, or returns the error that Adapt answers it with.
type Action func(c *gin.Context) error

// Adapt returns the handler of an action. It is the one place where errors become
// answers.
func (s *Site) Adapt(a Action) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := a(c); err != nil {
			s.Fail(c, err)
		}
	}
}

// Fail answers with err as JSON under /api/, as a banner for htmx, or as a page. A form whose
// change needs a reason is asked for it.
func (s *Site) Fail(c *gin.Context, err error) {
	if lacksReason(c, err) {
		if err = askReason(s, c, err); err == nil {
			return
		}
	}
	if to := renamed(s, c, err); to != "" {
		c.Header("Cache-Control", "no-store") // the name may come back
		c.Redirect(http.StatusTemporaryRedirect, to)
		return
	}
	SetRetryAfter(c, err)
	noteRefusal(s, c, err)
	status := StatusOf(err)
	if status == http.StatusServiceUnavailable {
		// The database's message about a foreign file is no help.
		if trouble := s.Director.Trouble(); trouble != nil {
			err = trouble
		}
	}
	switch {
	case status >= http.StatusInternalServerError && c.Request.Context().Err() != nil:
		// The client disconnected; err is only the cancelled context.
		s.Log.Debug("request given up", slog.String("id", RequestID(c)), slog.String("route", c.FullPath()), slog.Any("error", err))
	case status >= http.StatusInternalServerError:
		s.Log.Error("request failed", slog.String("id", RequestID(c)), slog.String("route", c.FullPath()), slog.Any("error", err))
	}
	c.Header("Cache-Control", "no-store")
	lang := s.Language(c)
	switch {
	case IsAPI(c.Request):
		answerAPI(c, status, newAPIFault(lang, err))
	case IsHTMX(c):
		// The banner replaces the part of the page that htmx requested.
		c.Header("HX-Retarget", "#messages")
		c.Header("HX-Reswap", "innerHTML")
		c.Header("HX-Reselect", ".banner")
		s.renderFault(c, status, "banner", s.refusal(c, err))
	default:
		title := lang.T("fault.title")
		missing := status == http.StatusNotFound || status == http.StatusMethodNotAllowed // such as the target of a form
		switch {
		case missing:
			title = lang.T("fault.missing")
		case fault.Is(err, "role.denied"):
			title = lang.T("fault.denied")
		}
		page := faultPage{Base: s.PageBase(c, title), Refusal: s.refusal(c, err), Missing: missing}
		if status == http.StatusInternalServerError {
			page.Request = RequestID(c)
		}
		layout := "layout"
		if IsEmbed(c) {
			layout = "embed"
		}
		s.renderFault(c, status, layout, page)
	}
}

// noteRefusal writes a line to the log about who was refused: without a login or with a wrong
// one, for lack of a role, or for too many tries. It has numbers of logins and
// programs, no names and no tokens.
func noteRefusal(s *Site, c *gin.Context, err error) {
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.Denied && f.Kind != fault.Unidentified && f.Kind != fault.TooMany {
		return
	}
	unlogged, ok := s.refusals.take(s.Director.Now())
	if !ok {
		return
	}
	session, _ := s.Session(c)
	program, _ := Program(c)
	s.Log.Warn("refused", slog.Int("unlogged", unlogged), slog.String("id", RequestID(c)), slog.String("method", c.Request.Method), slog.String("route", c.FullPath()),
		slog.String("from", s.Client(c.Request)), slog.Int("user", session.UserID), slog.Int("program", program.ID), slog.String("reason", f.Key))
}

// mostRefusals is how many refused requests are logged in a minute. Strangers cannot fill the disk with more.
const mostRefusals = 100

// A refusalLog counts the lines about refused requests in each minute. The zero value is ready.
type refusalLog struct {
	mu              sync.Mutex
	minute          time.Time
	lines, unlogged int
}

// take reports whether another line may be logged, and how many requests were refused without a line since the last one.
func (r *refusalLog) take(now time.Time) (unlogged int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if minute := now.Truncate(time.Minute); minute != r.minute {
		r.minute, r.lines = minute, 0
	}
	if r.lines == mostRefusals {
		r.unlogged++
		return 0, false
	}
	r.lines++
	unlogged, r.unlogged = r.unlogged, 0
	return unlogged, true
}

// RequestHeader is the header in which a request and its answer have the name of the request.
const RequestHeader = "X-Request-Id"

// RequestID returns the name under which the log speaks of a request.
func RequestID(c *gin.Context) string { return c.GetHeader(RequestHeader) }

// refusal returns an error as a banner. Readers who are not logged in, or no
// longer, get a link to the login, which leads back to their page.
func (s *Site) refusal(c *gin.Context, err error) page.Banner {
	lang := s.Language(c)
	b := page.Banner{Level: "error", Text: lang.Error(err)}
	if fault.Is(err, "login.needed") {
		b.Action, b.Address, b.Login = lang.T("login.title"), "/login?next="+url.QueryEscape(refererPath(c)), true
	}
	return b
}

// A faultPage has nothing but the refusal.
type faultPage struct {
	page.Base
	Refusal page.Banner
	Missing bool   // there is no page at the address
	Request string // under which the log tells what went wrong, "" where nothing did
}
