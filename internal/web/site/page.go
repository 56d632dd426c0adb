package site

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/web/page"
)

// PageBase returns the base of a page outside any tournament.
func (s *Site) PageBase(c *gin.Context, title string) page.Base {
	b := page.Frame(s.Catalog, s.Language(c), c.Request.URL.RequestURI(), title)
	if actor, ok := s.Actor(c); ok {
		b.User = actor.Name
		b.Alarm = s.alarm(b.Language)
	}
	return b
}
