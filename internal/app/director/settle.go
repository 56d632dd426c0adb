package director

import (
	"context"

	"tourney/internal/data/store"
	"tourney/internal/event/settle"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

// settleActions are the names of the steps in the log.
var settleActions = map[settle.Kind]string{
	settle.Propose: "settle.propose", settle.NoResult: "settle.void", settle.Agree: "settle.agree",
	settle.Disagree: "settle.disagree", settle.Referee: "settle.referee",
}

// Settle carries out a player's step towards an agreed end of the game. If both players agree, it enters the count of
// the record, or a game without a result. Faults: any of settle.Take, "settle.running" for a game that has not stopped,
// "record.dead.empty" for a point without a stone.
func (g *GameEditor) Settle(ctx context.Context, step settle.Step) error {
	return g.review(ctx, func(r *reviewedGame) error {
		if r.Verdict.Stage == rules.InPlay {
			return fault.New(fault.Conflict, "settle.running")
		}
		if err := r.checkDead(step.Dead); err != nil {
			return err
		}
		result, counted := r.proposed()
		_, err := g.ed.change(ctx, store.Entry{Action: settleActions[step.Kind]}, func(t *tournament.Whole, e *store.Entry) error {
			if err := r.checkCurrent(t.Tournament); err != nil {
				return err
			}
			game := t.Game(g.id)
			e.Args = append(gameArgs(t.Tournament, game), t.NameOf(step.By))
			same := game.Settling == r.game.Settling
			agreed, err := settle.Take(t.Tournament, g.id, step)
			switch {
			case err != nil || !agreed:
				return err
			case !same || !counted:
				return fault.New(fault.Conflict, "settle.changed")
			}
			e.Args = append(e.Args, result)
			return settle.Enter(t.Tournament, g.id, settle.Agreement{Result: result, By: step.By, On: step.On, At: e.At})
		})
		return err
	})
}

// PlayOn replaces the record of a game by its continuation, while the players settle the game. seen is the hash of the
// present record. Faults: "settle.decided" for a game that is settled or decided by the desk, and any of ReplaceRecord.
func (g *GameEditor) PlayOn(ctx context.Context, seen string, data []byte) error {
	return g.attach(ctx, data, func(_ *tournament.Tournament, now *tournament.Game) error {
		if settle.Decided(now) {
			return fault.New(fault.Conflict, "settle.decided")
		}
		return checkSeen(now, seen)
	})
}

// proposed returns the result of the present proposal.
func (r *reviewedGame) proposed() (tournament.Result, bool) {
	if r.game.Settling.NoResult {
		return tournament.Result{Outcome: tournament.NoResult, Unrated: r.game.Result.Unrated}, true
	}
	result, ok := tournament.ResultOf(r.Review.Proposed(r.t, r.game).Verdict)
	result.Unrated = r.game.Result.Unrated
	return result, ok
}

// Proposed returns the review of a game with the dead stones of the present proposal.
func (r *Review) Proposed(t *tournament.Tournament, g *tournament.Game) *Review {
	as := *g
	as.Dead = g.Settling.Dead
	return NewReview(t, &as, r.Text)
}

// ChooseKomi carries out a player's step in the negotiation of komi and colours. It returns the faults of
// settle.ChooseKomi.
func (g *GameEditor) ChooseKomi(ctx context.Context, step settle.KomiStep) error {
	_, err := g.ed.change(ctx, store.Entry{Action: "komi.offer"}, func(t *tournament.Whole, e *store.Entry) error {
		game := t.Game(g.id)
		if game == nil {
			return fault.New(fault.NotFound, "game.unknown", g.id)
		}
		e.Args = append(gameArgs(t.Tournament, game), t.NameOf(step.By))
		found, err := settle.ChooseKomi(t.Tournament, g.id, step)
		if found {
			e.Action, e.Args = "komi.chosen", append(gameArgs(t.Tournament, game), game.Komi)
		}
		return err
	})
	return err
}
