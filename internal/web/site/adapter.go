package site

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// An Action answers a request, or returns an error for Adapt to answer.
type Action func(c *gin.Context) error

// Adapt returns the handler of an action. It is the only place where errors become responses.
func (s *Site) Adapt(a Action) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := a(c); err != nil {
			s.Fail(c, err)
		}
	}
}

// Fail answers with err as JSON under /api/, as a banner for htmx, or as a page. For a form whose change needs a reason
// it answers with a field for the reason.
func (s *Site) Fail(c *gin.Context, err error) {
	if lacksReason(c, err) {
		if err = s.askReason(c, err); err == nil {
			return
		}
	}
	if to := s.renamed(c, err); to != "" {
		c.Header("Cache-Control", "no-store") // the name may come back
		c.Redirect(http.StatusTemporaryRedirect, to)
		return
	}
	SetRetryAfter(c, err)
	s.noteRefusal(c, err)
	status := StatusOf(err)
	if status == http.StatusServiceUnavailable {
		// The database's message about a foreign file does not help.
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
		page := newFaultPage(s, c, title, err)
		page.Missing = missing
		if status == http.StatusInternalServerError {
			page.Request = RequestID(c)
		}
		layout := "layout"
		if IsEmbed(c) {
			layout, page.Framed = "embed", true
		}
		s.renderFault(c, status, layout, page)
	}
}

// noteRefusal logs a refused request: one without a login, with a wrong login, without the role, or after too many
// attempts. The line has numbers of logins and programs, no names and no tokens.
func (s *Site) noteRefusal(c *gin.Context, err error) {
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.Denied && f.Kind != fault.Unidentified && f.Kind != fault.TooMany {
		return
	}
	unlogged, ok := s.refusals.allow(s.Director.Now())
	if !ok {
		return
	}
	session, _ := s.Session(c)
	program, _ := Program(c)
	s.Log.Warn("refused", slog.Int("unlogged", unlogged), slog.String("id", RequestID(c)), slog.String("method", c.Request.Method), slog.String("route", c.FullPath()),
		slog.String("from", s.Client(c.Request)), slog.Int("user", session.UserID), slog.Int("program", program.ID), slog.String("reason", f.Key))
}

// mostRefusals limits the logged refusals per minute, so that strangers cannot fill the disk.
const mostRefusals = 100

// A refusalLog counts the logged refusals of each minute. The zero value is ready.
type refusalLog struct {
	mu              sync.Mutex
	minute          time.Time
	lines, unlogged int
}

// allow reports whether another line may be logged, and the number of refusals not logged since the last line.
func (r *refusalLog) allow(now time.Time) (unlogged int, ok bool) {
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

// RequestHeader is the header with the ID of a request, in the request and its response.
const RequestHeader = "X-Request-Id"

// RequestID returns the ID of a request, as used in the log.
func RequestID(c *gin.Context) string { return c.GetHeader(RequestHeader) }

// refusal returns an error as a banner. Readers without a valid login get a link to the login, which leads back to
// their page.
func (s *Site) refusal(c *gin.Context, err error) page.Banner {
	lang := s.Language(c)
	b := page.Banner{Level: "error", Text: lang.Error(err)}
	switch {
	case fault.Is(err, "open.rounds") && strings.HasPrefix(c.FullPath(), "/desk/:slug"):
		b.Action, b.Address = lang.T("frame.desk"), LocalPath("/desk/"+c.Param("slug"))
	case fault.Is(err, "login.needed"):
		b.Action, b.Address, b.Login = lang.T("login.title"), "/login?next="+url.QueryEscape(refererPath(c)), true
	}
	return b
}

// A faultPage contains only the refusal.
type faultPage struct {
	page.Base
	Refusal page.Banner
	Missing bool   // the page does not exist
	Framed  bool   // another site shows the page in a frame
	Request string // the ID of the log entry, "" without one
	// Back is the page of a refused form, "" if unknown. Near is the tournament whose public page is
	// missing.
	Back string
	Near page.Link
	// Sent is the form that was refused because the login has ended, To its address.
	Sent []sentField
	To   string
}

// near returns a link to the tournament whose public page is missing, empty for other pages.
func (s *Site) near(c *gin.Context) (l page.Link) {
	if !strings.HasPrefix(c.FullPath(), "/t/:slug") {
		return l
	}
	snapshot, err := s.Director.Snapshot(c.Request.Context(), c.Param("slug"))
	if err == nil && !snapshot.Tournament.Info.Hidden {
		l.Text, l.Address = snapshot.Tournament.Info.Name, "/t/"+snapshot.Tournament.Info.Slug
	}
	return l
}

func newFaultPage(s *Site, c *gin.Context, title string, err error) faultPage {
	p := faultPage{Base: s.PageBase(c, title), Refusal: s.refusal(c, err), Near: s.near(c)}
	switch {
	case p.Refusal.Login:
		p.Sent, p.To = sentFields(c), c.Request.URL.RequestURI()
	case c.Request.Method == http.MethodPost && c.Request.Referer() != "":
		p.Back = refererPath(c)
	}
	return p
}
