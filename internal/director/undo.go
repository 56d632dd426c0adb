package director

import (
	"context"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// Undo takes exactly one change back, named by the version it made, and leaves
// everything that was changed since. It is refused when that touched the same
// things. What was undone can be redone by undoing the undoing.
func (ed *Editor) Undo(ctx context.Context, version int) error {
	undone, err := ed.director.store.Logged(ctx, ed.slug, version)
	if err != nil {
		return err
	}
	return ed.undo(ctx, undone)
}

// UndoLast takes back the last result that was entered at this desk and has not
// been taken back yet, and returns that entry; "undo.nothing" when there is none.
func (ed *Editor) UndoLast(ctx context.Context) (LogEntry, error) {
	undone, err := ed.director.store.Last(ctx, ed.slug, ed.by, recorded, corrected)
	switch {
	case fault.Is(err, "log.missing"):
		return LogEntry{}, fault.New(fault.NotFound, "undo.nothing", ed.by.Name)
	case err != nil:
		return LogEntry{}, err
	}
	return undone, ed.undo(ctx, undone)
}

// undo takes back what an entry says. The message of the log is the undone
// entry's, its action first.
func (ed *Editor) undo(ctx context.Context, undone LogEntry) error {
	e := store.Entry{
		Action: "undo", Args: append([]any{undone.Action}, undone.Args...), Undoes: undone.Version,
	}
	switch {
	case undone.Version == 1:
		return fault.New(fault.Conflict, "undo.first")
	case undone.UndoneBy > 0:
		return fault.New(fault.Conflict, "undo.twice", undone.Version)
	case undone.Action == "undo":
		e.Action, e.Args = "redo", undone.Args
	case undone.Action == "redo":
		e.Args = undone.Args
	}
	_, err := ed.change(ctx, e, func(t *tournament.Tournament, _ *store.Entry) error {
		return t.Undo(undone.Changes)
	})
	return err
}

// A History is what was done to the draw of a round, as far as it may be taken
// back.
type History struct {
	// Applied are the steps that have not been taken back, the latest first:
	// all since the round was published, or of a draft at least the latest since
	// the round before was.
	Applied []LogEntry
	// Undone is the entry that took a step back, if that step can be done again
	// because no other has followed; may be nil.
	Undone *LogEntry
}

// drawActions are the entries of the log that a history is read from.
var drawActions = append([]string{
	"draw.", "game.", "round.", "steer.", "seeds.", "team.lock", "team.unlock", "team.lineup", "team.edit", "undo", "redo",
}, leaves...)

const (
	// historyPage is how many entries are read at a time: a draw of thousands of
	// games is a long entry.
	historyPage = 10
	// mostHistory is how many entries are read at most.
	mostHistory = 500
)

// History returns what was done to the draw of round n. What was asked of a
// draft (who is kept apart, who has a table of his own) belongs to it.
func (d *Director) History(ctx context.Context, t *tournament.Tournament, n int) (*History, error) {
	r := t.Round(n)
	h := &historian{round: n, published: r != nil && r.Published}
	for read := 0; read < mostHistory; read += historyPage {
		entries, more, err := d.store.Log(ctx, t.Info.Slug, store.Page{Skip: read, Most: historyPage}, drawActions...)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if h.take(e); h.over {
				break
			}
		}
		if !more || h.over {
			break
		}
	}
	return &h.History, nil
}

// A historian reads the log, the latest entry first.
type historian struct {
	History
	round     int
	published bool
	// followed says that a step of its own was met, so that what was taken back
	// before it is not done again.
	followed, over bool
}

func (h *historian) take(e LogEntry) {
	deed, here := e.Step(), false
	for _, c := range e.Changes {
		here = here || c.InRound() == h.round
	}
	switch {
	case deed == "round.publish", deed == "round.withhold":
		h.over = here || !h.published
		return
	case !here && (h.published || !strings.HasPrefix(deed, "steer.") && !strings.HasPrefix(deed, "seeds.")):
		return
	case strings.HasPrefix(deed, "result.") || strings.HasPrefix(deed, "record."):
		return // an undo of the round's desk
	case e.Action == "undo":
		if e.UndoneBy == 0 && h.Undone == nil && !h.followed {
			h.Undone = &e
		}
		return
	}
	h.followed = h.followed || e.Action != "redo"
	if e.UndoneBy == 0 {
		h.Applied = append(h.Applied, e)
	}
	h.over = !h.published && len(h.Applied) > 0 && (h.followed || h.Undone != nil)
}
