package site

import (
	"log/slog"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// HTMLKind is the media type of pages.
const HTMLKind = "text/html; charset=utf-8"

// Render answers with a whole page that no cache keeps.
func (s *Site) Render(c *gin.Context, page string, data any) error {
	return s.RenderStatus(c, http.StatusOK, page, data)
}

// RenderStatus is Render with a status, such as 422 for a refused form.
func (s *Site) RenderStatus(c *gin.Context, status int, page string, data any) error {
	c.Header("Cache-Control", "no-store")
	return s.execute(c, status, Part{Page: page, Name: "layout", Data: data})
}

// RenderRefused answers with the page of a refused form, or with a field for the reason that its change needs. It
// returns errors other than faults.
func (s *Site) RenderRefused(c *gin.Context, err error, page string, data any) error {
	if _, ok := fault.As(err); !ok {
		return err
	}
	if lacksReason(c, err) {
		return s.askReason(c, err)
	}
	SetRetryAfter(c, err)
	s.noteRefusal(c, err)
	return s.RenderStatus(c, StatusOf(err), page, data)
}

// A Part is a template of a page, and the data to render it with.
type Part struct {
	Page, Name string
	Data       any
}

// RenderPart answers with a part of a page, for htmx to swap in.
func (s *Site) RenderPart(c *gin.Context, status int, p Part) error {
	c.Header("Cache-Control", "no-store")
	return s.execute(c, status, p)
}

func (s *Site) execute(c *gin.Context, status int, p Part) error {
	html, err := s.Renderer.Render(p.Page, p.Name, p.Data)
	if err != nil {
		return err
	}
	content, _ := s.Changes(c, NewPage(html))
	content.send(c, status)
	return nil
}

// renderFault answers with a part of the fault page. If that fails, the failure is
// only logged.
func (s *Site) renderFault(c *gin.Context, status int, part string, data any) {
	if err := s.execute(c, status, Part{"fault", part, data}); err != nil {
		s.Log.Error("fault page failed", slog.Any("error", err))
		c.Status(http.StatusInternalServerError)
	}
}

// Redirect sends the browser to an address on this site after a valid form.
func (s *Site) Redirect(c *gin.Context, address string) error {
	if IsHTMX(c) {
		c.Header("HX-Location", address)
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// IsEmbed reports whether a request is for a page in a frame of another site.
func IsEmbed(c *gin.Context) bool {
	return c.FullPath() == "/embed" || strings.HasPrefix(c.FullPath(), "/t/:slug/embed")
}

// IsHTMX reports whether htmx sent the request and puts the response into a page.
func IsHTMX(c *gin.Context) bool { return c.GetHeader("HX-Request") == "true" }
