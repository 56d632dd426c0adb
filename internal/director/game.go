package director

import (
	"context"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A GameEditor changes the record of one game, and what follows from it.
type GameEditor struct {
	ed *Editor
	id int
}

// Game returns the editor of the game with that ID.
func (ed *Editor) Game(id int) *GameEditor { return &GameEditor{ed, id} }

// AttachRecord gives the game its record, as it was uploaded, pasted or played
// in. Faults: those of tournament.AttachRecord.
func (g *GameEditor) AttachRecord(ctx context.Context, data []byte) error {
	return g.change(ctx, "record.attach", func(t *tournament.Tournament) error {
		return t.AttachRecord(g.id, data)
	})
}

// RemoveRecord takes the record of the game away; undoing brings it back.
func (g *GameEditor) RemoveRecord(ctx context.Context) error {
	return g.change(ctx, "record.remove", func(t *tournament.Tournament) error {
		return t.RemoveRecord(g.id)
	})
}

// A DeadStones is what somebody decides about the final position of a game.
type DeadStones struct {
	Record string        // hash of the record that was looked at
	Dead   []rules.Point // a stone of each dead chain
	Leave  bool          // the decision to the marks in the record
}

// DecideDead notes which stones of the game's final position are dead. Faults:
// "record.changed" if another record has come, "record.dead.empty" for a point
// without a stone.
func (g *GameEditor) DecideDead(ctx context.Context, decided DeadStones) error {
	_, review, err := g.reviewed(ctx)
	if err != nil {
		return err
	}
	if review.Hash != decided.Record {
		return fault.New(fault.Conflict, "record.changed")
	}
	for _, p := range decided.Dead {
		if review.Verdict.Board.Stone(p) == rules.Empty {
			return fault.New(fault.Invalid, "record.dead.empty", p.Name(review.Verdict.Rows))
		}
	}
	return g.change(ctx, "record.dead", func(t *tournament.Tournament) error {
		if now := t.Game(g.id); now != nil && now.Record != decided.Record { // since the review
			return fault.New(fault.Conflict, "record.changed")
		}
		return t.DecideDead(g.id, decided.Dead, decided.Leave)
	})
}

// AcceptRecord notes that somebody leaves the record and the result of the game as
// they are, so that nobody is asked about them until one changes. seen is the
// evidence that was looked at. Faults: those of tournament.Accept.
func (g *GameEditor) AcceptRecord(ctx context.Context, seen string) error {
	return g.change(ctx, "record.accept", func(t *tournament.Tournament) error {
		return t.Accept(g.id, seen, g.ed.by.Name, g.ed.director.now())
	})
}

// ReopenRecord takes back that the record of the game was accepted.
func (g *GameEditor) ReopenRecord(ctx context.Context) error {
	return g.change(ctx, "record.reopen", func(t *tournament.Tournament) error { return t.Reopen(g.id) })
}

// TakeResult enters the result that the record of the game gives. seen is the
// revision of it that was looked at. Faults: "record.missing",
// "record.resultless", and those of Editor.Enter.
func (g *GameEditor) TakeResult(ctx context.Context, seen int) error {
	return g.take(ctx, seen, tournament.ResultOf)
}

// TakePenalty enters the result that follows from the illegal move in the
// record of a game. It is TakeResult otherwise.
func (g *GameEditor) TakePenalty(ctx context.Context, seen int) error {
	return g.take(ctx, seen, tournament.PenaltyOf)
}

// take enters what a verdict comes to.
func (g *GameEditor) take(ctx context.Context, seen int, of func(*rules.Verdict) (tournament.Result, bool)) error {
	game, review, err := g.reviewed(ctx)
	if err != nil {
		return err
	}
	result, ok := of(review.Verdict)
	if !ok {
		return fault.New(fault.Conflict, "record.resultless", game.Table)
	}
	result.Unrated = game.Result.Unrated
	_, err = g.ed.Enter(ctx, tournament.Entry{Round: game.Round, Table: game.Table, Seen: seen, Result: result})
	return err
}

// reviewed returns the game as it is now, with its record.
func (g *GameEditor) reviewed(ctx context.Context) (*tournament.Game, *Review, error) {
	s, err := g.ed.director.Snapshot(ctx, g.ed.slug)
	if err != nil {
		return nil, nil, err
	}
	review, err := g.ed.director.Review(ctx, s.Tournament, g.id)
	return s.Tournament.Game(g.id), review, err
}

// change carries out a step on the game; the log says which it is.
func (g *GameEditor) change(ctx context.Context, action string, do func(t *tournament.Tournament) error) error {
	_, err := g.ed.change(ctx, store.Entry{Action: action}, func(t *tournament.Tournament, e *store.Entry) error {
		if game := t.Game(g.id); game != nil {
			e.Args = sitting(t, game)
		}
		return do(t)
	})
	return err
}
