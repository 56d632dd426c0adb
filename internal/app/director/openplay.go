package director

import (
	"context"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/pairing/evening"
	"tourney/internal/tournament"
)

// A Pairing names two players of open play, and the table they choose, 0 for the lowest free one. Against allows a game
// that a rule of the evening forbids.
type Pairing struct {
	A, B    tournament.PlayerID
	Table   int
	Against bool
}

// Begin begins a game of open play and returns it: colours, handicap and komi follow from the players. Once is the key
// of the request. Faults: the faults of tournament.Begin, and "open.against.rematch", "open.against.far" for a rule of the
// evening.
func (ed *Editor) Begin(ctx context.Context, p Pairing, once string) (tournament.Game, error) {
	var begun tournament.Game
	e := store.Entry{Action: "open.begin", Once: once}
	done, err := ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		if err := t.MayBegin(p.A, p.B); err != nil {
			return err
		}
		v, err := evening.Judge(ctx, evening.Of(t.Tournament, e.At), p.A, p.B)
		if err != nil {
			return err
		}
		if err := against(t.Tournament, v, p); err != nil {
			return err
		}
		id, err := t.Begin(tournament.Pair{Black: v.Black, White: v.White, Table: p.Table, Terms: v.Terms, ColoursOpen: v.Nigiri}, e.At)
		if err != nil {
			return err
		}
		begun = *t.Game(id)
		e.Args = openArgs(t.Tournament, &begun)
		return nil
	})
	for _, c := range done.Changes { // of a repeated request too
		if c.Game != nil && c.Game.Old == nil {
			begun = *c.Game.New
		}
	}
	return begun, err
}

// against returns the fault of a rule of the evening that forbids a game, unless the players play anyway.
func against(t *tournament.Tournament, v evening.Verdict, p Pairing) error {
	for _, r := range v.Against {
		switch {
		case p.Against:
		case r.Kind == evening.RematchForbidden:
			return fault.New(fault.Conflict, "open.against.rematch", t.NameOf(p.A), t.NameOf(p.B), r.Number)
		case r.Kind == evening.TooFarApart:
			return fault.New(fault.Conflict, "open.against.far", t.NameOf(p.A), t.NameOf(p.B), r.Number)
		}
	}
	return nil
}

// openArgs are the values for an entry about a game: its table and players.
func openArgs(t *tournament.Tournament, g *tournament.Game) []any {
	return []any{g.Table, t.NameOf(g.Black), t.NameOf(g.White)}
}

// Cancel removes a running game of open play.
func (ed *Editor) Cancel(ctx context.Context, id int) error {
	return ed.openStep(ctx, "open.cancel", func(t *tournament.Tournament, e *store.Entry) error {
		if g := t.Game(id); g != nil {
			e.Args = openArgs(t, g)
		}
		return t.Cancel(id)
	})
}

// Rest lets a player of open play rest, or wait again.
func (ed *Editor) Rest(ctx context.Context, id tournament.PlayerID, resting bool) error {
	action := "open.rest"
	if !resting {
		action = "open.wait"
	}
	return ed.openStep(ctx, action, func(t *tournament.Tournament, e *store.Entry) error {
		e.Args = []any{t.NameOf(id)}
		return t.Rest(id, resting, e.At)
	})
}

// EndEvening ends the evening of open play.
func (ed *Editor) EndEvening(ctx context.Context) error {
	return ed.openStep(ctx, "open.end", func(t *tournament.Tournament, e *store.Entry) error {
		return t.EndEvening(e.At)
	})
}

func (ed *Editor) openStep(ctx context.Context, action string, do func(t *tournament.Tournament, e *store.Entry) error) error {
	_, err := ed.change(ctx, store.Entry{Action: action}, func(t *tournament.Whole, e *store.Entry) error {
		return do(t.Tournament, e)
	})
	return err
}

// A NextGames is the plan of the next games at a moment.
type NextGames struct {
	evening.Plan
	// Promise is the promised longest wait.
	Promise time.Duration
	// Ends are the expected ends of the running games by their IDs.
	Ends map[int]time.Time
}

// NextGames returns the best next games of open play.
func (s *Snapshot) NextGames(ctx context.Context, now time.Time) (NextGames, error) {
	e := evening.Of(s.Tournament, now)
	plan, err := evening.Next(ctx, e)
	next := NextGames{Plan: plan, Promise: e.Rules.Promise, Ends: map[int]time.Time{}}
	for i, g := range s.Tournament.Running() {
		next.Ends[g.ID] = e.Games[i].Ends
	}
	return next, err
}

// JudgeGame describes a game of open play that two players choose for themselves.
func (s *Snapshot) JudgeGame(ctx context.Context, now time.Time, a, b tournament.PlayerID) (evening.Verdict, error) {
	if err := s.Tournament.MayBegin(a, b); err != nil {
		return evening.Verdict{}, err
	}
	return evening.Judge(ctx, evening.Of(s.Tournament, now), a, b)
}
