package director

import (
	"context"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// A GameEditor changes the record of one game, and enters the result from it.
type GameEditor struct {
	ed *Editor
	id int
}

// Game returns the editor of the game with that ID.
func (ed *Editor) Game(id int) *GameEditor { return &GameEditor{ed, id} }

// AttachRecord attaches an uploaded, pasted or recorded game record. It returns the faults of tournament.JudgeRecord.
func (g *GameEditor) AttachRecord(ctx context.Context, data []byte) error {
	return g.attach(ctx, data, func(*tournament.Tournament, *tournament.Game) error { return nil })
}

// ReplaceRecord replaces the record of the game. seen is the hash of the record that the person saw, "" for none.
// Faults: "records.overtaken" if the record has changed since, and any fault of AttachRecord.
func (g *GameEditor) ReplaceRecord(ctx context.Context, seen string, data []byte) error {
	return g.attach(ctx, data, func(_ *tournament.Tournament, now *tournament.Game) error { return checkSeen(now, seen) })
}

// checkSeen refuses a step on a replaced record.
func checkSeen(now *tournament.Game, seen string) error {
	if now.Record != seen {
		return fault.New(fault.Conflict, "records.overtaken", now.Table)
	}
	return nil
}

// HandIn attaches a record from the players. Only the desk can replace an existing record. Faults: "report.done" if the
// game has another record, "report.live" for a live game, whose moves are published with a delay, "komi.open" while the
// players negotiate the komi, and any fault of AttachRecord.
func (g *GameEditor) HandIn(ctx context.Context, data []byte) error {
	return g.attach(ctx, data, func(t *tournament.Tournament, now *tournament.Game) error {
		switch {
		case now.Record != "":
			return fault.New(fault.Conflict, "report.done")
		case now.IsLive():
			return fault.New(fault.Denied, "report.live")
		case t.ChoosesKomi(now):
			return fault.New(fault.Conflict, "komi.open")
		}
		return nil
	})
}

// attach attaches a record if check accepts the game, or if the game has this record already.
func (g *GameEditor) attach(ctx context.Context, data []byte, check func(t *tournament.Tournament, now *tournament.Game) error) error {
	return g.ed.retry(ctx, func(s *Snapshot) error {
		record, err := s.Tournament.JudgeRecord(g.id, data)
		if err != nil {
			return err
		}
		e := store.Entry{Action: "record.attach"}
		_, err = g.ed.change(ctx, e, func(now *tournament.Whole, e *store.Entry) error {
			if game := now.Game(g.id); game != nil && game.Record != record.Hash {
				if err := check(now.Tournament, game); err != nil {
					return err
				}
			}
			if err := now.AttachRecord(g.id, record); err != nil {
				return err
			}
			e.Args = gameArgs(now.Tournament, now.Game(g.id))
			now.Records = map[string]string{record.Hash: record.Text}
			return nil
		})
		return err
	})
}

// RemoveRecord removes the record of the game; Undo restores it.
func (g *GameEditor) RemoveRecord(ctx context.Context) error {
	return g.change(ctx, "record.remove", func(t *tournament.Tournament) error {
		return t.RemoveRecord(g.id)
	})
}

// A DeadStones is a decision about the final position of a game.
type DeadStones struct {
	Record string        // hash of the record that was seen
	Dead   []rules.Point // a stone of each dead chain
	Leave  bool          // the marks in the record decide
}

// DecideDead sets the dead stones in the game's final position. Faults: "record.changed" if the record has been
// replaced, "record.dead.empty" for a point without a stone.
func (g *GameEditor) DecideDead(ctx context.Context, decided DeadStones) error {
	return g.review(ctx, func(r *reviewedGame) error {
		if r.Hash != decided.Record {
			return fault.New(fault.Conflict, "record.changed")
		}
		if err := r.checkDead(decided.Dead); err != nil {
			return err
		}
		return g.change(ctx, "record.dead", func(t *tournament.Tournament) error {
			if err := r.checkCurrent(t); err != nil {
				return err
			}
			if decided.Leave {
				return t.ClearDead(g.id)
			}
			return t.DecideDead(g.id, decided.Dead)
		})
	})
}

// SetPencil sets points by hand in the count of the game's record, or removes them. record is the hash of the record
// that the person saw. Faults: "record.changed" if it has been replaced, "record.pencil.stone" for a point with a
// living stone or outside the board, "record.pencil.twice" for a repeated point, and any fault of tournament.SetPencil.
func (g *GameEditor) SetPencil(ctx context.Context, record string, p gamerecord.Pencil) error {
	return g.review(ctx, func(r *reviewedGame) error {
		if r.Hash != record {
			return fault.New(fault.Conflict, "record.changed")
		}
		if err := r.checkMarks(p.Marks()); err != nil {
			return err
		}
		action := "record.pencil"
		if !p.Sets() {
			action = "record.pencil.back"
		}
		_, err := g.ed.change(ctx, store.Entry{Action: action}, func(t *tournament.Whole, e *store.Entry) error {
			if err := r.checkCurrent(t.Tournament); err != nil {
				return err
			}
			p.By, p.At = g.ed.by.Name, e.At
			e.Args = append(gameArgs(t.Tournament, t.Game(g.id)), p.Reason)
			return t.SetPencil(g.id, p)
		})
		return err
	})
}

// AcceptRecord accepts the present record and result of the game until either changes. seen is the evidence that
// the person saw. It returns the faults of tournament.Accept.
func (g *GameEditor) AcceptRecord(ctx context.Context, seen string) error {
	return g.change(ctx, "record.accept", func(t *tournament.Tournament) error {
		return t.Accept(g.id, seen, g.ed.by.Name, g.ed.director.now())
	})
}

// ReopenRecord withdraws the acceptance of the game's record.
func (g *GameEditor) ReopenRecord(ctx context.Context) error {
	return g.change(ctx, "record.reopen", func(t *tournament.Tournament) error { return t.Reopen(g.id) })
}

// TakeResult enters the result from the record of the game. seen is the revision of the game that the person saw.
// Faults: "record.missing", "record.resultless", and any fault of Editor.Enter.
func (g *GameEditor) TakeResult(ctx context.Context, seen int) error {
	return g.enterVerdict(ctx, seen, tournament.ResultOf)
}

// TakePenalty enters the result of the illegal move in the record of a game. Otherwise it is like TakeResult.
func (g *GameEditor) TakePenalty(ctx context.Context, seen int) error {
	return g.enterVerdict(ctx, seen, tournament.PenaltyOf)
}

// enterVerdict enters the result from a verdict.
func (g *GameEditor) enterVerdict(ctx context.Context, seen int, of func(*rules.Verdict) (tournament.Result, bool)) error {
	return g.review(ctx, func(r *reviewedGame) error {
		result, ok := of(r.Verdict)
		if !ok {
			return fault.New(fault.Conflict, "record.resultless", r.game.Table)
		}
		result.Unrated = r.game.Result.Unrated
		entry := tournament.Entry{Round: r.game.Round, Table: r.game.Table, Seen: seen, Result: result}
		e := store.Entry{Desk: g.ed.by.Desk}
		_, err := g.ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
			if err := r.checkCurrent(t.Tournament); err != nil {
				return err
			}
			_, err := g.ed.enter(t.Tournament, e, entry)
			return err
		})
		return err
	})
}

// A reviewedGame is a game with the review of its record.
type reviewedGame struct {
	*Review
	t    *tournament.Tournament
	game *tournament.Game
	key  reviewKey
}

// checkCurrent returns "tournament.changed" if the input of the review has changed.
func (r *reviewedGame) checkCurrent(t *tournament.Tournament) error {
	if now := t.Game(r.game.ID); now == nil || newReviewKey(t, now) != r.key {
		return fault.New(fault.Conflict, "tournament.changed", t.Info.Name)
	}
	return nil
}

// checkDead refuses a point without a stone among dead ones.
func (r *reviewedGame) checkDead(dead []rules.Point) error {
	for _, p := range dead {
		if r.Verdict.Board.Stone(p) == rules.Empty {
			return fault.New(fault.Invalid, "record.dead.empty", p.Name(r.Verdict.Rows))
		}
	}
	return nil
}

// checkMarks refuses a mark on a living stone, outside the board, or repeated.
func (r *reviewedGame) checkMarks(marks []rules.Mark) error {
	seen := map[rules.Point]bool{}
	for _, m := range marks {
		name := m.Point.Name(r.Verdict.Rows)
		switch {
		case !r.Verdict.Board.Has(m.Point) || r.Verdict.Lives(m.Point):
			return fault.New(fault.Invalid, "record.pencil.stone", name)
		case seen[m.Point]:
			return fault.New(fault.Invalid, "record.pencil.twice", name)
		}
		seen[m.Point] = true
	}
	return nil
}

// review calls do with the review of the game's record, made outside the transaction, and repeats it like retry.
func (g *GameEditor) review(ctx context.Context, do func(r *reviewedGame) error) error {
	return g.ed.retry(ctx, func(s *Snapshot) error {
		review, err := g.ed.director.Review(ctx, s.Tournament, g.id)
		if err != nil {
			return err
		}
		game := s.Tournament.Game(g.id)
		return do(&reviewedGame{review, s.Tournament, game, newReviewKey(s.Tournament, game)})
	})
}

// change carries out a step on the game and adds the game to the log entry.
func (g *GameEditor) change(ctx context.Context, action string, do func(t *tournament.Tournament) error) error {
	_, err := g.ed.change(ctx, store.Entry{Action: action}, func(t *tournament.Whole, e *store.Entry) error {
		if game := t.Game(g.id); game != nil {
			e.Args = gameArgs(t.Tournament, game)
		}
		return do(t.Tournament)
	})
	return err
}
