package director

import (
	"context"

	"tourney/internal/store"
	"tourney/internal/tournament"
)

// The actions of a result, which UndoLast takes back.
const (
	recorded  = "result.record"
	corrected = "result.correct"
)

// Record enters or corrects a result and returns the game before and after.
// Who entered it and when is filled in here. A result that already stands
// changes nothing; one that contradicts what another has entered meanwhile is
// refused with "game.changed". The reason of a correction stands in the log.
func (ed *Editor) Record(ctx context.Context, r tournament.Entry) (was, now tournament.Game, err error) {
	r.By, r.Desk, r.At = ed.by.Name, ed.by.Desk, ed.director.now()
	_, err = ed.change(ctx, store.Entry{Desk: ed.by.Desk}, func(t *tournament.Tournament, e *store.Entry) error {
		if was, now, err = t.Record(r); err != nil {
			return err
		}
		e.Action, e.Args = recorded, append(sitting(t, &now), now.Result)
		if was.Result.Known() {
			e.Action, e.Args = corrected, append(e.Args, was.Result)
			if r.Reason != "" {
				e.Args = append(e.Args, r.Reason)
			}
		}
		return nil
	})
	return was, now, err
}

// Contest notes an entry that Record refused with "game.changed", so that
// whoever decides sees both. The result stands until then; the next entry that
// Record takes for the game is the decision.
func (ed *Editor) Contest(ctx context.Context, r tournament.Entry) error {
	r.By, r.Desk, r.At = ed.by.Name, ed.by.Desk, ed.director.now()
	e := store.Entry{Desk: ed.by.Desk, Action: "result.contest"}
	_, err := ed.change(ctx, e, func(t *tournament.Tournament, e *store.Entry) error {
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

// Report enters a result in the name of the players of a game, whose actor is
// called ByLink, and returns the game as it is then. Unlike Record it overrules
// nothing: a contradiction is left to the desk. Faults: those of
// tournament.Report.
func (ed *Editor) Report(ctx context.Context, r tournament.Entry) (now tournament.Game, err error) {
	r.By, r.At = ed.by.Name, ed.director.now()
	_, err = ed.change(ctx, store.Entry{}, func(t *tournament.Tournament, e *store.Entry) error {
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
	return []any{g.Round, g.Table, t.NameOf(g.Black), t.NameOf(g.White)}
}
