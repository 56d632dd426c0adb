package director

import (
	"context"
	"math"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/results/strength"
	"tourney/internal/tournament"
)

// The actions of decisions about proposed ranks.
const (
	acceptRankAction = "player.rank.accept"
	putOffRankAction = "player.rank.putoff"
)

// AcceptRank gives a player of open play the proposed rank for the next games. The log has the reason. It returns the
// version for an undo. Once is the key of the request. Its faults are in tournament.DecideRank.
func (ed *Editor) AcceptRank(ctx context.Context, p strength.Proposal, once string) (int, error) {
	expected := math.Round(10*p.Expected) / 10
	return ed.decideRank(ctx, p, false, store.Entry{
		Action: acceptRankAction, Once: once,
		Args: []any{p.Present, p.Proposed, float64(p.Won) / 2, p.Games, expected},
	})
}

// PutOffRank puts a proposed rank off, see History.Due of package strength. Like AcceptRank it returns a version.
func (ed *Editor) PutOffRank(ctx context.Context, p strength.Proposal, once string) (int, error) {
	return ed.decideRank(ctx, p, true, store.Entry{
		Action: putOffRankAction, Once: once, Args: []any{p.Present, p.Proposed},
	})
}

// UndoRank undoes the decision of a version about a player. A second call changes nothing. The fault for the version of
// any other step is "log.missing".
func (ed *Editor) UndoRank(ctx context.Context, id tournament.PlayerID, version int) error {
	decided, err := ed.director.store.Logged(ctx, ed.slug, version)
	theirs := func(c tournament.Change) bool { return c.Player != nil && c.Player.Value().ID == id }
	switch {
	case err != nil:
		return err
	case !slices.Contains([]string{acceptRankAction, putOffRankAction}, decided.Action) || !slices.ContainsFunc(decided.Changes, theirs):
		return fault.New(fault.NotFound, "log.missing", version)
	case decided.UndoneBy > 0:
		return nil
	}
	return ed.Log().undo(ctx, decided)
}

// decideRank stores a decision about a proposal.
func (ed *Editor) decideRank(ctx context.Context, p strength.Proposal, off bool, e store.Entry) (int, error) {
	id := tournament.PlayerID(p.Person)
	done, err := ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		e.Args = append([]any{t.NameOf(id)}, e.Args...)
		return t.DecideRank(id, tournament.RankDecision{At: e.At, Was: p.Present, Rank: p.Proposed, PutOff: off})
	})
	return done.Version, err
}
