package site

import (
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"
)

// HTMLKind is the media type of pages.
const HTMLKind = "text/html; charset=utf-8"

// Render answers with a whole page that no cache keeps.
func (s *Site) Render(c *gin.Context, page string, data any) error {
	return s.RenderStatus(c, http.StatusOK, page, data)
}

// RenderStatus is Render with a status, such as 422 for a form that comes back.
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

// write renders an answer that reports a failure. A failure of its own is only logged.
func (s *Site) write(c *gin.Context, status int, page, part string, data any) {
	if err := s.execute(c, status, page, part, data); err != nil {
		s.Log.Error("fault page failed", slog.Any("error", err))
		c.Status(http.StatusInternalServerError)
	}
}

// Redirect sends the browser to an address on this site after a good form.
func (s *Site) Redirect(c *gin.Context, address string) error {
	if IsHTMX(c) {
		c.Header("HX-Location", address)
		c.Status(http.StatusNoContent)
		return nil
	}
	c.Redirect(http.StatusSeeOther, address)
	return nil
}

// IsHTMX reports whether htmx sent the request and puts the answer into a page.
func IsHTMX(c *gin.Context) bool { return c.GetHeader("HX-Request") == "true" }
