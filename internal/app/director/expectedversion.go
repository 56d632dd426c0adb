package director

import (
	"context"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// At returns an editor for steps on given versions of the tournament; without versions, on any. A step on another
// version is refused with "tournament.version", even if the version changes during the step. A repeated request
// with the same key still gets its first answer. Log.Explain, Log.UndoAll and Forget ignore the versions.
func (ed *Editor) At(versions ...int) *Editor {
	with := *ed
	with.at = versions
	return &with
}

// currentAt returns the latest state for a step, if it has the version that the editor is for.
func (ed *Editor) currentAt(tx *store.Tx) (*tournament.Tournament, error) {
	t, err := ed.director.Current(tx, ed.slug)
	if err != nil {
		return nil, err
	}
	return t, ed.checkVersion(t)
}

// snapshotAt returns the latest snapshot, if it has the version that the editor is for.
func snapshotAt(ctx context.Context, ed *Editor) (*Snapshot, error) {
	s, err := ed.director.Snapshot(ctx, ed.slug)
	if err != nil {
		return nil, err
	}
	return s, ed.checkVersion(s.Tournament)
}

func (ed *Editor) checkVersion(t *tournament.Tournament) error {
	if len(ed.at) > 0 && !slices.Contains(ed.at, t.Version) {
		return fault.New(fault.Outdated, "tournament.version", slices.Max(ed.at), t.Version)
	}
	return nil
}
