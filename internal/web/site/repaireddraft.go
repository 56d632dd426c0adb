package site

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// RepairedDraft returns the repaired draft in the address, nil without one.
func (s *Site) RepairedDraft(c *gin.Context, lang *i18n.Language, t *tournament.Tournament) (*history.RepairedDraft, error) {
	version := page.Natural(c.Query("left"))
	if version == 0 {
		return nil, nil
	}
	e, err := s.Director.Logged(c.Request.Context(), t.Info.Slug, version)
	switch {
	case fault.Is(err, "log.missing"):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return history.NewRepairedDraft(lang, t, e), nil
}
