package director

import (
	"context"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/event/undo"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A LogEditor undoes and explains entries of the log.
type LogEditor struct{ ed *Editor }

// Log returns the editor of the log.
func (ed *Editor) Log() *LogEditor { return &LogEditor{ed} }

// Authors returns the authors of changes to the tournament, sorted by name.
func (l *LogEditor) Authors(ctx context.Context) ([]string, error) {
	return l.ed.director.store.Authors(ctx, l.ed.slug)
}

// Undo reverts one change, identified by its version, and keeps all later ones. It is refused if a later one touched
// the same data. Undoing an undo is a redo.
func (ed *Editor) Undo(ctx context.Context, version int) error {
	undone, err := ed.director.store.Logged(ctx, ed.slug, version)
	if err != nil {
		return err
	}
	return ed.Log().undo(ctx, undone)
}

// UndoLast undoes the latest result entry at this desk that is not undone: a result, the contradiction of another desk,
// or the confirmation of a report. It returns the entry, or the fault "undo.nothing".
func (l *LogEditor) UndoLast(ctx context.Context) (LogEntry, error) {
	undone, err := l.last(ctx)
	if err != nil {
		return LogEntry{}, err
	}
	return undone, l.undo(ctx, undone)
}

// Explain adds the editor's reason to a log entry without a reason. Faults: "reason.given" if the entry has a reason,
// "tournament.archived" in the archive. A reason for the entry of another author ends with the name of the editor's
// actor.
func (l *LogEditor) Explain(ctx context.Context, version int) error {
	ed := l.ed
	e, err := ed.director.store.Logged(ctx, ed.slug, version)
	switch why := ed.reason; {
	case err != nil:
		return err
	case why == "":
		return fault.New(fault.Invalid, "reason.empty")
	case len([]rune(why)) > LongestReason:
		return fault.New(fault.TooLarge, "field.long", tournament.Field("reason"), len([]rune(why)), LongestReason)
	case e.By != ed.by.Name:
		ed = ed.Because(why + " (" + ed.by.Name + ")")
	}
	return ed.director.store.Tx(ctx, func(tx *store.Tx) error {
		t, err := ed.director.current(tx, ed.slug)
		switch {
		case err != nil:
			return err
		case t.Info.Archived:
			return fault.New(fault.Conflict, "tournament.archived", t.Info.Name)
		}
		return tx.Explain(ed.slug, version, ed.reason)
	})
}

// ExplainLast adds the editor's reason to the last result entered at this desk, and returns its entry or the fault
// "undo.nothing".
func (l *LogEditor) ExplainLast(ctx context.Context) (LogEntry, error) {
	last, err := l.last(ctx)
	if err != nil {
		return last, err
	}
	return last, l.Explain(ctx, last.Version)
}

// last returns the last result entered at this desk and not undone.
func (l *LogEditor) last(ctx context.Context) (LogEntry, error) {
	ed := l.ed
	e, err := ed.director.store.Last(ctx, ed.slug, ed.by, undoneAt(atDesk)...)
	if fault.Is(err, "log.missing") {
		return e, fault.New(fault.NotFound, "undo.nothing", ed.by.Name)
	}
	return e, err
}

// CheckUndo refuses an undo that no state of the tournament allows: of the first entry, of an undone one, and of an
// erasure.
func CheckUndo(e LogEntry) error {
	switch {
	case e.Version == 1:
		return fault.New(fault.Conflict, "undo.first")
	case e.Action == forgetAction:
		return fault.New(fault.Conflict, "undo.forgotten")
	case e.UndoneBy > 0:
		return fault.New(fault.Conflict, "undo.twice", e.Version)
	}
	return nil
}

// undo undoes an entry.
func (l *LogEditor) undo(ctx context.Context, undone LogEntry) error {
	e, err := undoing(undone)
	if err != nil {
		return err
	}
	_, err = l.ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error {
		return t.Undo(undone.Changes)
	})
	return err
}

// undoing returns the entry that undoes another one. Its args are the action and the args of that entry.
func undoing(undone LogEntry) (store.Entry, error) {
	e := store.Entry{
		Action: "undo", Args: append([]any{undone.Action}, undone.Args...), Undoes: undone.Version,
	}
	if err := CheckUndo(undone); err != nil {
		return e, err
	}
	switch {
	case undone.Action == "undo":
		e.Action, e.Args = "redo", undone.Args
	case undone.Action == "redo":
		e.Args = undone.Args
	}
	return e, nil
}

// UndoAll undoes the changes of some versions in the given order, all or none, with a log entry for each.
func (l *LogEditor) UndoAll(ctx context.Context, versions []int) error {
	d, slug := l.ed.director, l.ed.slug
	var steps []saving
	for _, version := range versions {
		undone, err := d.store.Logged(ctx, slug, version)
		if err != nil {
			return err
		}
		e, err := undoing(undone)
		if err != nil {
			return err
		}
		e.By, e.Reason = l.ed.by.Name, l.ed.reason
		steps = append(steps, saving{e, func(tx *store.Tx, _ *store.Entry) (*tournament.Tournament, tournament.Whole, error) {
			was, err := d.current(tx, slug)
			if err != nil {
				return nil, tournament.Whole{}, err
			}
			now := was.Clone()
			return was, tournament.Whole{Tournament: now}, now.Undo(undone.Changes)
		}})
	}
	if len(steps) == 0 {
		return fault.New(fault.Invalid, "form.incomplete")
	}
	_, err := d.save(ctx, slug, steps...)
	return err
}

// Chain returns the entries to undo, the latest first, before one can be undone; the entry itself is the last, and the
// only one if no later entry conflicts. It is nil if no chain is found, see package undo.
func (l *LogEditor) Chain(ctx context.Context, t *tournament.Tournament, version int) ([]LogEntry, error) {
	const farthest = 2000 // changes back
	entries, _, err := l.ed.director.store.Log(ctx, t.Info.Slug, store.Page{Most: farthest}, store.Filter{After: version - 1})
	if err != nil {
		return nil, err
	}
	var list []undo.Entry
	for _, e := range entries {
		list = append(list, undo.Entry{Version: e.Version, Changes: e.Changes, Undone: e.UndoneBy > 0})
	}
	var found []LogEntry
	for _, v := range undo.Find(t, list, version) {
		found = append(found, entries[slices.IndexFunc(entries, func(e LogEntry) bool { return e.Version == v })])
	}
	return found, nil
}

// A History holds the steps on the draw of a round that an undo or a redo can reach.
type History struct {
	// Applied are the steps in effect, the latest first: all since the publication of the round, or for a draft at
	// least the latest since the publication of the round before.
	Applied []LogEntry
	// Undone is the entry of an undo that can be redone, because no other step follows it; may be nil.
	Undone *LogEntry
}

const (
	// historyPage is the number of entries read at a time: a draw of thousands of games is a long entry.
	historyPage = 10
	// mostHistory bounds the entries read.
	mostHistory = 500
)

// History returns the steps on the draw of round n; for a draft also the steps on the constraints.
func (d *Director) History(ctx context.Context, t *tournament.Tournament, n int) (*History, error) {
	r := t.Round(n)
	h := &historyReader{round: n, published: r != nil && r.Published}
	of := store.Filter{Actions: undoneAt(onDraw)}
	for read := 0; read < mostHistory; read += historyPage {
		entries, more, err := d.store.Log(ctx, t.Info.Slug, store.Page{Skip: read, Most: historyPage}, of)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if h.add(e); h.over {
				break
			}
		}
		if !more || h.over {
			break
		}
	}
	return &h.History, nil
}

// A historyReader reads the log, the latest entry first.
type historyReader struct {
	History
	round     int
	published bool
	// followed is set after a step other than an undo or redo was read; older undone steps cannot be redone then.
	followed, over bool
}

func (h *historyReader) add(e LogEntry) {
	action, here := e.Step(), false
	subject := Concerns(action)
	for _, c := range e.Changes {
		here = here || c.InRound() == h.round
	}
	switch {
	case actions[action].bounds:
		h.over = here || !h.published
		return
	case !here && (h.published || subject != OfConstraints && subject != OfSeeds):
		return
	case subject == OfResult || subject == OfRecord:
		return // an undo at the desk
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
