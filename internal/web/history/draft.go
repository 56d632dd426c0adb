package history

import (
	"slices"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A RepairedDraft is the program's repair of a draft after a player left it (partial "left").
type RepairedDraft struct {
	Round int
	What  string
	// Will lists the games and byes that changed.
	Will []ChangedView
	// Version is the version to undo.
	Version int
	// Draw is the address of the draft, Again the address that draws all unlocked games again; it may be "".
	Draw, Again string
}

// NewRepairedDraft returns nil for an entry of the log without a repair, or for an undone one.
func NewRepairedDraft(lang *i18n.Language, t *tournament.Tournament, e director.LogEntry) *RepairedDraft {
	v := &RepairedDraft{What: page.Text(lang, Entry{e}), Version: e.Version}
	for _, c := range e.Changes {
		v.Round = max(v.Round, c.InRound())
	}
	r := t.Round(v.Round)
	if r == nil || r.Published || e.UndoneBy > 0 || !director.IsLeave(e) {
		return nil
	}
	v.Will = (Describer{lang, t}).DraftChanges(e)
	v.Draw = page.DrawPath(t, v.Round)
	v.Again = v.Draw + "?ask=pair"
	return v
}

// DraftChanges returns the changed games and byes of an entry.
func (words Describer) DraftChanges(e director.LogEntry) []ChangedView {
	return words.DescribeAll(slices.DeleteFunc(slices.Clone(e.Changes), func(c tournament.Change) bool { return c.InRound() == 0 }))
}
