package site

import (
	"log/slog"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/role"
)

// renamed returns the address of a request at an earlier slug of a tournament with the present slug instead, "" for other
// requests. The redirect keeps the method, so that open desks and phones send their forms on. The new slug of a hidden
// tournament stays secret from callers without the right to see it.
func (s *Site) renamed(c *gin.Context, err error) string {
	slug := c.Param("slug")
	if slug == "" || !fault.Is(err, "tournament.missing") {
		return ""
	}
	ctx := c.Request.Context()
	now, err := s.Director.Renamed(ctx, slug)
	if err != nil || now == "" || now == slug {
		if err != nil {
			s.Log.Warn("earlier names of a tournament not read", slog.Any("error", err))
		}
		return ""
	}
	snapshot, err := s.Director.Snapshot(ctx, now)
	if err != nil || snapshot.Tournament.Info.Hidden && !s.mayWatch(c, now) {
		return ""
	}
	before, _, found := strings.Cut(c.FullPath(), ":slug")
	after, ok := strings.CutPrefix(c.Request.URL.EscapedPath(), before+slug)
	if !found || !ok {
		return ""
	}
	address := before + now + after
	if query := c.Request.URL.RawQuery; query != "" {
		address += "?" + query
	}
	return address
}

// mayWatch reports whether the caller may see the desk of a tournament that the address does not name.
func (s *Site) mayWatch(c *gin.Context, slug string) bool {
	session, known := s.Session(c)
	if !known {
		return false
	}
	rights, err := s.Director.Access().People().InTournament(c.Request.Context(), session.UserID, slug)
	return err == nil && rights.May(role.Watch)
}
