package site

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// An Action answers one request, or returns why it could not.
type Action func(c *gin.Context) error

// statuses are the HTTP statuses of faults.
var statuses = map[fault.Kind]int{
	fault.Invalid:     http.StatusUnprocessableEntity,
	fault.NotFound:    http.StatusNotFound,
	fault.Conflict:    http.StatusConflict,
	fault.Denied:      http.StatusForbidden,
	fault.TooLarge:    http.StatusRequestEntityTooLarge,
	fault.Unavailable: http.StatusServiceUnavailable,
	fault.TooMany:     http.StatusTooManyRequests,
}

// Adapt makes a handler of an action; it is the one place where errors become
// answers.
func (s *Site) Adapt(a Action) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := a(c); err != nil {
			s.Fail(c, err)
		}
	}
}

// Fail says an error in the form in which the caller asked.
func (s *Site) Fail(c *gin.Context, err error) {
	status := StatusFor(c, err)
	if status == http.StatusServiceUnavailable {
		// What the engine says of a file that is not ours any more helps nobody.
		if trouble := s.Director.Trouble(); trouble != nil {
			err = trouble
		}
	}
	switch {
	case status >= http.StatusInternalServerError && c.Request.Context().Err() != nil:
		// The reader has gone; whatever was under way for him fails of it.
		s.Log.Debug("request given up", slog.String("route", c.FullPath()), slog.Any("error", err))
	case status >= http.StatusInternalServerError:
		s.Log.Error("request failed", slog.String("route", c.FullPath()), slog.Any("error", err))
	}
	c.Header("Cache-Control", "no-store")
	lang := s.Language(c)
	switch {
	case strings.HasPrefix(c.Request.URL.Path, "/api/"):
		c.JSON(status, gin.H{"error": lang.Error(err)})
	case IsHTMX(c):
		// The banner takes the place of whatever was asked for.
		c.Header("HX-Retarget", "#messages")
		c.Header("HX-Reswap", "innerHTML")
		c.Header("HX-Reselect", ".banner")
		s.write(c, status, "fault", "banner", s.refusal(c, err))
	default:
		title := lang.T("fault.title")
		if status == http.StatusNotFound {
			title = lang.T("fault.missing")
		}
		page := faultPage{Base: s.PageBase(c, title), Refusal: s.refusal(c, err)}
		s.write(c, status, "fault", "layout", page)
	}
}

// refusal says an error in one line. Who is not logged in, or no longer, is
// offered the login, which leads back to the page he was on.
func (s *Site) refusal(c *gin.Context, err error) page.Banner {
	lang := s.Language(c)
	b := page.Banner{Level: "error", Text: lang.Error(err)}
	if fault.Is(err, "login.needed") {
		b.Action, b.Address, b.Login = lang.T("login.title"), "/login?next="+url.QueryEscape(refererPath(c)), true
	}
	return b
}

// refererPath returns the path on this site that a request came from, "/desk" if it
// does not say.
func refererPath(c *gin.Context) string {
	from := c.GetHeader("HX-Current-URL")
	if from == "" {
		from = c.Request.Referer()
	}
	u, err := url.Parse(from)
	if err != nil || u.Host != c.Request.Host {
		return "/desk"
	}
	return AfterLogin(LocalPath(u.RequestURI()))
}

func StatusOf(err error) int {
	if f, ok := fault.As(err); ok {
		return statuses[f.Kind]
	}
	return http.StatusInternalServerError
}

// StatusFor is statusOf for the answer to this request, which tells when to try
// again (Retry-After) where that is the matter.
func StatusFor(c *gin.Context, err error) int {
	if f, ok := fault.As(err); ok && f.Kind == fault.TooMany && len(f.Args) > 0 {
		c.Header("Retry-After", fmt.Sprint(f.Args[0]))
	}
	return StatusOf(err)
}

// StatusOfForm is the status of a form that comes back with what was wrong:
// it was the form, unless nothing can be saved.
func StatusOfForm(wrong ...error) int {
	for _, err := range wrong {
		if status := StatusOf(err); status == http.StatusServiceUnavailable {
			return status
		}
	}
	return http.StatusUnprocessableEntity
}

// A faultPage says what went wrong, and nothing else.
type faultPage struct {
	page.Base
	Refusal page.Banner
}

// IsHTMX reports whether a part of a page was asked for by script.
func IsHTMX(c *gin.Context) bool { return c.GetHeader("HX-Request") == "true" }

// Render answers with a whole page that belongs to this caller alone.
func (s *Site) Render(c *gin.Context, page string, data any) error {
	return s.RenderStatus(c, http.StatusOK, page, data)
}

// RenderStatus is render with a status, such as 422 for a form that comes back.
func (s *Site) RenderStatus(c *gin.Context, status int, page string, data any) error {
	c.Header("Cache-Control", "no-store")
	return s.execute(c, status, page, "layout", data)
}

// RenderPart answers with one template of a page, for htmx to swap in.
func (s *Site) RenderPart(c *gin.Context, status int, page, part string, data any) error {
	c.Header("Cache-Control", "no-store")
	return s.execute(c, status, page, part, data)
}

func (s *Site) execute(c *gin.Context, status int, page, part string, data any) error {
	html, err := s.Renderer.Render(page, part, data)
	if err != nil {
		return err
	}
	content, err := NewBody(HTMLKind, html)
	if err != nil {
		return err
	}
	content.send(c, status)
	return nil
}

// write is for answers that report a failure themselves: a second one is only
// logged.
func (s *Site) write(c *gin.Context, status int, page, part string, data any) {
	if err := s.execute(c, status, page, part, data); err != nil {
		s.Log.Error("fault page failed", slog.Any("error", err))
		c.Status(http.StatusInternalServerError)
	}
}

const HTMLKind = "text/html; charset=utf-8"

// Redirect sends the browser to an address of ours after a good form.
func (s *Site) Redirect(c *gin.Context, address string) error {
	if IsHTMX(c) {
		c.Header("HX-Location", address)
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// LocalPath returns an address if it is a path on this server, else "/". Browsers
// take "//host" and "/\host" for other servers.
func LocalPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(address, "/") ||
		strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\\r\n") {
		return "/"
	}
	return address
}
