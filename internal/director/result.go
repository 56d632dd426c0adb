package director

import (
	"context"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// The actions that UndoLast takes back.
const (
	recorded  = "result.record"
	corrected = "result.correct"
)

// Record enters or corrects a result and returns the game before and after.
// Who entered it and when is filled in here. A result that already stands
// changes nothing; one that contradicts what another has entered meanwhile is
// refused with "game.changed".
func (d *Director) Record(
	ctx context.Context, by Actor, slug string, r tournament.Entry,
) (was, now tournament.Game, err error) {
	r.By, r.At = by.Name, d.now()
	_, err = d.change(ctx, slug, store.Entry{By: by.Name}, func(t *tournament.Tournament, e *store.Entry) error {
		if was, now, err = t.Record(r); err != nil {
			return err
		}
		e.Action, e.Args = recorded, append(sitting(t, &now), now.Result)
		if was.Result.Known() {
			e.Action, e.Args = corrected, append(e.Args, was.Result)
		}
		return nil
	})
	return was, now, err
}

// Contest notes an entry that Record refused with "game.changed", so that
// whoever decides sees both. The result stands until then; the next entry that
// Record takes for the game is the decision.
func (d *Director) Contest(ctx context.Context, by Actor, slug string, r tournament.Entry) error {
	r.By, r.At = by.Name, d.now()
	e := store.Entry{By: by.Name, Action: "result.contest"}
	_, err := d.change(ctx, slug, e, func(t *tournament.Tournament, e *store.Entry) error {
		if err := t.Contest(r); err != nil {
			return err
		}
		e.Args = append(sitting(t, t.Round(r.Round).At(r.Table)), r.Result)
		return nil
	})
	return err
}

// ByLink is the name under which the players of a game send what comes by the
// link on their slip, whoever of the two it was. People are shown a word for it.
const ByLink = "@players"

// Report enters a result in the name of the players of a game, and returns the
// game as it is then. Unlike Record it overrules nothing: a contradiction is
// left to the desk. Faults: those of tournament.Report.
func (d *Director) Report(ctx context.Context, slug string, r tournament.Entry) (now tournament.Game, err error) {
	r.By, r.At = ByLink, d.now()
	_, err = d.change(ctx, slug, store.Entry{By: ByLink}, func(t *tournament.Tournament, e *store.Entry) error {
		if _, now, err = t.Report(r); err != nil {
			return err
		}
		e.Action, e.Args = "result.report", append(sitting(t, &now), r.Result)
		if now.Dispute.Open() {
			e.Action = "result.contest"
		}
		return nil
	})
	return now, err
}

// sitting says in the log which game is meant: round, table, Black and White.
func sitting(t *tournament.Tournament, g *tournament.Game) []any {
	return []any{g.Round, g.Table, nameOf(t, g.Black), nameOf(t, g.White)}
}

// nameOf returns the name of a player or team.
func nameOf(t *tournament.Tournament, id tournament.PlayerID) string {
	if p := t.Player(id); p != nil {
		return p.Name()
	}
	if team := t.Team(id); team != nil {
		return team.Name
	}
	return ""
}

// Undo takes exactly one change back, named by the version it made, and leaves
// everything that was changed since. It is refused when that touched the same
// things. What was undone can be redone by undoing the undoing.
func (d *Director) Undo(ctx context.Context, by Actor, slug string, version int) error {
	undone, err := d.store.Logged(ctx, slug, version)
	if err != nil {
		return err
	}
	return d.undo(ctx, by, undone)
}

// UndoLast takes back the last result that this person entered and has not
// taken back yet, and returns that entry; "undo.nothing" when there is none.
func (d *Director) UndoLast(ctx context.Context, by Actor, slug string) (LogEntry, error) {
	undone, err := d.store.Last(ctx, slug, by.Name, recorded, corrected)
	switch {
	case fault.Is(err, "log.missing"):
		return LogEntry{}, fault.New(fault.NotFound, "undo.nothing", by.Name)
	case err != nil:
		return LogEntry{}, err
	}
	return undone, d.undo(ctx, by, undone)
}

// undo takes back what an entry says. The message of the log is the undone
// entry's, its action first.
func (d *Director) undo(ctx context.Context, by Actor, undone LogEntry) error {
	e := store.Entry{
		By: by.Name, Action: "undo", Args: append([]any{undone.Action}, undone.Args...), Undoes: undone.Version,
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
	_, err := d.change(ctx, undone.Slug, e, func(t *tournament.Tournament, _ *store.Entry) error {
		return t.Undo(undone.Changes)
	})
	return err
}
