package director

import (
	"context"

	"tourney/internal/data/store"
	"tourney/internal/tournament"
)

// Enter enters a result, see tournament.Enter. It fills in the actor and the time.
func (ed *Editor) Enter(ctx context.Context, r tournament.Entry) (done tournament.Entered, err error) {
	here := *ed
	here.only = r.Round
	_, err = here.change(ctx, store.Entry{Desk: ed.by.Desk}, func(t *tournament.Whole, e *store.Entry) error {
		done, err = ed.enter(t.Tournament, e, r)
		return err
	})
	return done, err
}

// enter enters a result and completes the entry of the log.
func (ed *Editor) enter(t *tournament.Tournament, e *store.Entry, r tournament.Entry) (tournament.Entered, error) {
	r.By, r.Desk, r.At = ed.by.Name, ed.by.Desk, e.At
	done, err := t.Enter(r)
	if err != nil {
		return done, err
	}
	e.Args = append(gameArgs(t, &done.Now), r.Result)
	switch {
	case done.Effect == tournament.Contested:
		e.Action = "result.contest"
	case done.Effect == tournament.Confirmed && tournament.IsOnTablet(r.By):
		e.Action, e.Args = "result.tablet.both", append(gameArgs(t, &done.Now), done.Now.Result)
	case r.Mode == tournament.Reported && tournament.IsOnTablet(r.By):
		e.Action = "result.tablet"
	case done.Effect == tournament.Confirmed:
		e.Action, e.Args = "result.confirm", append(gameArgs(t, &done.Now), done.Now.Result)
	case r.Mode == tournament.Reported:
		e.Action = "result.report"
	case done.Was.Result == done.Now.Result: // the other result of a dispute is dropped
		e.Action = "result.stand"
	case done.Was.Result.Known():
		e.Action, e.Args = "result.correct", append(e.Args, done.Was.Result)
	default:
		e.Action = "result.record"
	}
	return done, nil
}

// gameArgs returns the args that identify a game in the log: round, table, Black and White.
func gameArgs(t *tournament.Tournament, g *tournament.Game) []any {
	return []any{g.Round, g.Table, t.NameOf(g.Black), t.NameOf(g.White)}
}
