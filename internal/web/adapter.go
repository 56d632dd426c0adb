package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// An action answers one request, or returns why it could not.
type action func(c *gin.Context) error

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

// adapt makes a handler of an action; it is the one place where errors become
// answers.
func (s *site) adapt(a action) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := a(c); err != nil {
			s.fail(c, err)
		}
	}
}

// fail says an error in the form in which the caller asked.
func (s *site) fail(c *gin.Context, err error) {
	status := statusFor(c, err)
	if status == http.StatusServiceUnavailable {
		// What the engine says of a file that is not ours any more helps nobody.
		if trouble := s.director.Trouble(); trouble != nil {
			err = trouble
		}
	}
	switch {
	case status >= http.StatusInternalServerError && c.Request.Context().Err() != nil:
		// The reader has gone; whatever was under way for him fails of it.
		s.log.Debug("request given up", slog.String("route", c.FullPath()), slog.Any("error", err))
	case status >= http.StatusInternalServerError:
		s.log.Error("request failed", slog.String("route", c.FullPath()), slog.Any("error", err))
	}
	c.Header("Cache-Control", "no-store")
	lang := s.language(c)
	switch {
	case strings.HasPrefix(c.Request.URL.Path, "/api/"):
		c.JSON(status, gin.H{"error": lang.Error(err)})
	case isHTMX(c):
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
		page := faultPage{Base: s.pageBase(c, title), Refusal: s.refusal(c, err)}
		s.write(c, status, "fault", "layout", page)
	}
}

// refusal says an error in one line. Who is not logged in, or no longer, is
// offered the login, which leads back to the page he was on.
func (s *site) refusal(c *gin.Context, err error) page.Banner {
	lang := s.language(c)
	b := page.Banner{Level: "error", Text: lang.Error(err)}
	if fault.Is(err, "login.needed") {
		b.Action, b.Address, b.Login = lang.T("login.title"), "/login?next="+url.QueryEscape(came(c)), true
	}
	return b
}

// came returns the page of ours that a request was made from, "/desk" if it
// does not say.
func came(c *gin.Context) string {
	from := c.GetHeader("HX-Current-URL")
	if from == "" {
		from = c.Request.Referer()
	}
	u, err := url.Parse(from)
	if err != nil || u.Host != c.Request.Host {
		return "/desk"
	}
	return deskOr(local(u.RequestURI()))
}

func statusOf(err error) int {
	if f, ok := fault.As(err); ok {
		return statuses[f.Kind]
	}
	return http.StatusInternalServerError
}

// statusFor is statusOf for the answer to this request, which tells when to try
// again (Retry-After) where that is the matter.
func statusFor(c *gin.Context, err error) int {
	if f, ok := fault.As(err); ok && f.Kind == fault.TooMany && len(f.Args) > 0 {
		c.Header("Retry-After", fmt.Sprint(f.Args[0]))
	}
	return statusOf(err)
}

// statusOfForm is the status of a form that comes back with what was wrong:
// it was the form, unless nothing can be saved.
func statusOfForm(wrong ...error) int {
	for _, err := range wrong {
		if status := statusOf(err); status == http.StatusServiceUnavailable {
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

// isHTMX reports whether a part of a page was asked for by script.
func isHTMX(c *gin.Context) bool { return c.GetHeader("HX-Request") == "true" }

// render answers with a whole page that belongs to this caller alone.
func (s *site) render(c *gin.Context, page string, data any) error {
	return s.renderStatus(c, http.StatusOK, page, data)
}

// renderStatus is render with a status, such as 422 for a form that comes back.
func (s *site) renderStatus(c *gin.Context, status int, page string, data any) error {
	c.Header("Cache-Control", "no-store")
	return s.execute(c, status, page, "layout", data)
}

// renderPart answers with one template of a page, for htmx to swap in.
func (s *site) renderPart(c *gin.Context, status int, page, part string, data any) error {
	c.Header("Cache-Control", "no-store")
	return s.execute(c, status, page, part, data)
}

func (s *site) execute(c *gin.Context, status int, page, part string, data any) error {
	html, err := s.renderer.Render(page, part, data)
	if err != nil {
		return err
	}
	content, err := newBody(htmlKind, html)
	if err != nil {
		return err
	}
	content.send(c, status)
	return nil
}

// write is for answers that report a failure themselves: a second one is only
// logged.
func (s *site) write(c *gin.Context, status int, page, part string, data any) {
	if err := s.execute(c, status, page, part, data); err != nil {
		s.log.Error("fault page failed", slog.Any("error", err))
		c.Status(http.StatusInternalServerError)
	}
}

const htmlKind = "text/html; charset=utf-8"

// back sends the browser to an address of ours after a good form.
func (s *site) back(c *gin.Context, address string) error {
	if isHTMX(c) {
		c.Header("HX-Location", address)
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// local returns an address if it is a path on this server, else "/". Browsers
// take "//host" and "/\host" for other servers.
func local(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(address, "/") ||
		strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\\r\n") {
		return "/"
	}
	return address
}

// bounded parses the form of a request before the action runs, so that a body
// past the bound or out of form is answered as a fault instead of as empty
// fields.
func bounded(most int64, a action) action {
	return func(c *gin.Context) error {
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
		err := c.Request.ParseForm() // on its own: the next call would lose its error
		if err == nil {
			const inMemory = 1 << 20
			err = c.Request.ParseMultipartForm(inMemory)
		}
		if errors.Is(err, http.ErrNotMultipart) {
			err = nil
		}
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			return fault.Wrap(err, fault.TooLarge, "request.large", most>>10)
		case err != nil:
			return fault.Wrap(err, fault.Invalid, "request.form")
		}
		return a(c)
	}
}
