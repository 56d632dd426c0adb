package web

import (
	"slices"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A leftView says how a draft was mended that a player has left (partial
// "left").
type leftView struct {
	Round int
	What  string
	// Will lists the games and byes that are others now.
	Will []changedView
	// Version is by which it is taken back.
	Version int
	// Draw is the address of the draft, Again that of a new draw of all that is
	// not locked; it may be "".
	Draw, Again string
}

// newLeftView returns nil for an entry of the log that has mended no draft, or
// was taken back.
func newLeftView(lang *i18n.Language, t *tournament.Tournament, e director.LogEntry) *leftView {
	v := &leftView{What: page.Say(lang, logged{e}), Version: e.Version}
	for _, c := range e.Changes {
		v.Round = max(v.Round, c.InRound())
	}
	r := t.Round(v.Round)
	if r == nil || r.Published || e.UndoneBy > 0 || !director.IsLeave(e) {
		return nil
	}
	v.Will = mendedIn(changeWords{lang, t}, e)
	v.Draw = page.DrawPath(t, v.Round)
	if t.Settings.Stage(v.Round).System != tournament.Free {
		v.Again = v.Draw + "?ask=pair"
	}
	return v
}

// mendedIn tells the games and byes that an entry has changed.
func mendedIn(words changeWords, e director.LogEntry) []changedView {
	var list []changedView
	for _, c := range e.Changes {
		if c.InRound() > 0 {
			list = append(list, words.tell(c)...)
		}
	}
	return list
}

// leaving carries out a step by which a player may leave a draft, and returns
// the version in which it was mended; 0 when it was not.
func (s *site) leaving(
	c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, do func(by director.Actor, slug string) error,
) (version int, err error) {
	by, _ := s.actor(c)
	t := snapshot.Tournament
	r := t.Round(len(t.Rounds))
	drafted := r != nil && !r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID))
	if err := do(by, t.Info.Slug); err != nil || !drafted {
		return 0, err
	}
	e, err := s.director.On(by, t.Info.Slug).LastLeave(c.Request.Context())
	switch {
	case fault.Is(err, "undo.nothing"), err == nil && e.Version <= t.Version:
		return 0, nil // checked in, or nothing changed
	case !slices.ContainsFunc(e.Changes, func(c tournament.Change) bool { return c.InRound() > 0 }):
		return 0, err // the draft is another round's
	}
	return e.Version, err
}

// left tells the mended draft that the address names; nil when it names none.
func (s *site) left(c *gin.Context, lang *i18n.Language, t *tournament.Tournament) (*leftView, error) {
	version := page.Natural(c.Query("left"))
	if version == 0 {
		return nil, nil
	}
	e, err := s.director.Logged(c.Request.Context(), t.Info.Slug, version)
	switch {
	case fault.Is(err, "log.missing"):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return newLeftView(lang, t, e), nil
}
