package site

import (
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// LeaveDraft runs a step that may remove a player from a draft, and returns the
// version that mended the draft, 0 if none did.
func (s *Site) LeaveDraft(
	c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, do func(by director.Actor, slug string) error,
) (version int, err error) {
	by, _ := s.Actor(c)
	t := snapshot.Tournament
	r := t.Round(len(t.Rounds))
	drafted := r != nil && !r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID))
	if err := do(by, t.Info.Slug); err != nil || !drafted {
		return 0, err
	}
	e, err := s.Director.On(by, t.Info.Slug).LastLeave(c.Request.Context())
	switch {
	case fault.Is(err, "undo.nothing"), err == nil && e.Version <= t.Version:
		return 0, nil // checked in, or nothing changed
	case !slices.ContainsFunc(e.Changes, func(c tournament.Change) bool { return c.InRound() > 0 }):
		return 0, err // the draft is another round's
	}
	return e.Version, err
}

// MendedDraft returns the mended draft that the address names, nil if it names none.
func (s *Site) MendedDraft(c *gin.Context, lang *i18n.Language, t *tournament.Tournament) (*history.MendedDraft, error) {
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
	return history.NewMendedDraft(lang, t, e), nil
}
