package director

import (
	"context"
	"strings"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/handicap"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A RoundEditor changes one round of a tournament: its draft or, within the
// rules of package tournament, the published round.
type RoundEditor struct {
	ed *Editor
	n  int
}

// Round returns the editor of round n.
func (ed *Editor) Round(n int) *RoundEditor { return &RoundEditor{ed, n} }

// step carries out a change of the round whose log action and args are known in advance. The number of the round
// precedes the other args.
func (r *RoundEditor) step(ctx context.Context, action string, do func(t *tournament.Tournament) error, args ...any) error {
	e := store.Entry{Action: action, Args: append([]any{r.n}, args...)}
	_, err := r.ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error { return do(t.Tournament) })
	return err
}

// An arrangement is a change of the games and byes of a round, see package pairing.
type arrangement func(t *tournament.Tournament) (*tournament.Round, error)

// arrange changes games and byes of a draft or a published round. The names of the players are the last args of the
// log.
func (r *RoundEditor) arrange(ctx context.Context, e store.Entry, do arrangement, players ...tournament.PlayerID) error {
	_, err := r.ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		next, err := do(t.Tournament)
		if err != nil {
			return err
		}
		for _, id := range players {
			e.Args = append(e.Args, t.NameOf(id))
		}
		return setRound(t.Tournament, next)
	})
	return err
}

// setRound replaces games and byes of a round. A draft also gets the data about its draw.
func setRound(t *tournament.Tournament, next *tournament.Round) error {
	if !next.Published {
		return t.SetDraft(next.Number, next.Games, next.Byes, next.Drawn)
	}
	return t.Repair(next.Number, next.Games, next.Byes)
}

// Swap exchanges two players, of whom one may have a bye or no game. The new games get new colours and terms.
func (r *RoundEditor) Swap(ctx context.Context, a, b tournament.PlayerID) error {
	return r.arrange(ctx, store.Entry{Action: "draw.swap", Args: []any{r.n}},
		func(t *tournament.Tournament) (*tournament.Round, error) {
			return pairing.Swap(t, r.n, a, b)
		}, a, b)
}

// PairTwo pairs two players without a game.
func (r *RoundEditor) PairTwo(ctx context.Context, a, b tournament.PlayerID) error {
	return r.arrange(ctx, store.Entry{Action: "draw.pair", Args: []any{r.n}},
		func(t *tournament.Tournament) (*tournament.Round, error) {
			return pairing.Pair(t, r.n, a, b)
		}, a, b)
}

// GiveBye gives players the bye, see pairing.GiveBye.
func (r *RoundEditor) GiveBye(ctx context.Context, players ...tournament.PlayerID) error {
	return r.bye(ctx, "draw.bye", pairing.GiveBye, players)
}

// TakeBye removes the bye of a player.
func (r *RoundEditor) TakeBye(ctx context.Context, p tournament.PlayerID) error {
	return r.bye(ctx, "draw.bye.take", pairing.TakeBye, []tournament.PlayerID{p})
}

// byes is an operation of package pairing on the bye of a round.
type byes func(*tournament.Tournament, int, ...tournament.PlayerID) (*tournament.Round, error)

func (r *RoundEditor) bye(ctx context.Context, action string, do byes, players []tournament.PlayerID) error {
	e := store.Entry{Action: action, Args: []any{r.n}}
	_, err := r.ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		var names []string
		from, moves := tournament.PlayerID(0), false
		if action == "draw.bye" && len(players) == 1 {
			from, moves = pairing.ByeMovesFrom(t.Tournament, r.n, players[0])
		}
		next, err := do(t.Tournament, r.n, players...)
		if err != nil {
			return err
		}
		for _, id := range players {
			names = append(names, t.NameOf(id))
		}
		e.Args = append(e.Args, strings.Join(names, ", "))
		if moves {
			e.Action, e.Args = "draw.bye.move", append(e.Args, t.NameOf(from))
		}
		return setRound(t.Tournament, next)
	})
	return err
}

// Unpair removes the game at a table, if it has no result.
func (r *RoundEditor) Unpair(ctx context.Context, table int) error {
	return r.arrange(ctx, store.Entry{Action: "draw.unpair", Args: []any{r.n, table}},
		func(t *tournament.Tournament) (*tournament.Round, error) {
			return pairing.Unpair(t, r.n, table)
		})
}

// SwapColours exchanges Black and White of a game. The winner stays the same person.
func (r *RoundEditor) SwapColours(ctx context.Context, table int) error {
	return r.step(ctx, "game.colours", func(t *tournament.Tournament) error { return t.SwapColours(r.n, table) }, table)
}

// SetTerms changes the handicap and komi of a game, even a finished one.
func (r *RoundEditor) SetTerms(ctx context.Context, table int, terms handicap.Terms) error {
	return r.step(ctx, "game.terms", func(t *tournament.Tournament) error {
		return t.SetTerms(r.n, table, terms.Number, terms.Komi)
	}, table, terms.Number, terms.Komi)
}

// Lock protects a game of a draft from a re-pairing of the rest.
func (r *RoundEditor) Lock(ctx context.Context, table int) error {
	return r.step(ctx, "game.lock", func(t *tournament.Tournament) error { return t.Lock(r.n, table) }, table)
}

// Unlock releases a locked game.
func (r *RoundEditor) Unlock(ctx context.Context, table int) error {
	return r.step(ctx, "game.unlock", func(t *tournament.Tournament) error { return t.Unlock(r.n, table) }, table)
}

// Move moves a game to another table. A game at that table moves to the former table of the first.
func (r *RoundEditor) Move(ctx context.Context, table, to int) error {
	return r.step(ctx, "game.move", func(t *tournament.Tournament) error { return t.Move(r.n, table, to) }, table, to)
}

// OrderSeeds orders the players of the round's stage, the first seed first. An empty list restores the order of the
// draw. It is refused once the stage's first round is published.
func (r *RoundEditor) OrderSeeds(ctx context.Context, seeds []tournament.PlayerID) error {
	return r.step(ctx, oneOf(len(seeds) > 0, "seeds.order", "seeds.usual"),
		func(t *tournament.Tournament) error { return t.OrderSeeds(r.n, seeds) })
}

// Drop deletes the draft.
func (r *RoundEditor) Drop(ctx context.Context) error {
	return r.step(ctx, "round.drop", func(t *tournament.Tournament) error { return t.DropDraft(r.n) })
}

// Publish makes the round public. In the first round of a seeded stage it also stores the seeds.
func (r *RoundEditor) Publish(ctx context.Context) error {
	return r.step(ctx, "round.publish", func(t *tournament.Tournament) error {
		stage := t.Settings.Stage(r.n)
		if r.n == stage.From && stage.Seeded() && len(stage.Format.Seeds) == 0 {
			if err := t.SetSeeds(r.n, pairing.Seeds(t, r.n)); err != nil {
				return err
			}
		}
		return t.Publish(r.n)
	})
}

// Unpublish makes the round a draft again, if it has no result.
func (r *RoundEditor) Unpublish(ctx context.Context) error {
	return r.step(ctx, "round.withhold", func(t *tournament.Tournament) error { return t.Unpublish(r.n) })
}

// SetStart announces the time at which the clocks start; the zero time withdraws the announcement.
func (r *RoundEditor) SetStart(ctx context.Context, at time.Time) error {
	return r.step(ctx, "round.start", func(t *tournament.Tournament) error { return t.SetStart(r.n, at) })
}

// Advance advances a player, or a team, from a knockout match without a winner.
func (r *RoundEditor) Advance(ctx context.Context, id tournament.PlayerID) error {
	e := store.Entry{Action: "draw.goeson", Args: []any{r.n}}
	_, err := r.ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		e.Args = append(e.Args, t.NameOf(id))
		return t.Advance(r.n, id)
	})
	return err
}

// Unmatch removes the match of a team, if none of its boards has a result.
func (r *RoundEditor) Unmatch(ctx context.Context, team tournament.PlayerID) error {
	return r.arrange(ctx, store.Entry{Action: "draw.unmatch", Args: []any{r.n}},
		func(t *tournament.Tournament) (*tournament.Round, error) {
			return pairing.Unmatch(t, r.n, team)
		}, team)
}

// LockMatch protects all boards of a team's match from a re-pairing of the rest of the draft.
func (r *RoundEditor) LockMatch(ctx context.Context, team tournament.PlayerID) error {
	return r.eachBoard(ctx, "team.lock", team, (*tournament.Tournament).Lock)
}

// UnlockMatch releases all boards of a team's match.
func (r *RoundEditor) UnlockMatch(ctx context.Context, team tournament.PlayerID) error {
	return r.eachBoard(ctx, "team.unlock", team, (*tournament.Tournament).Unlock)
}

// eachBoard calls a function for all boards of a team's match.
func (r *RoundEditor) eachBoard(
	ctx context.Context, action string, team tournament.PlayerID,
	do func(t *tournament.Tournament, round, table int) error,
) error {
	e := store.Entry{Action: action, Args: []any{r.n}}
	return r.ed.team(ctx, e, team, func(t *tournament.Tournament, _ tournament.Team) error {
		matches, _ := t.Matches(r.n)
		for i := range matches {
			if m := &matches[i]; m.A != team && m.B != team {
				continue
			}
			for _, g := range matches[i].Games {
				if err := do(t, r.n, g.Table); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
