package director

import (
	"context"
	"strings"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/pairing"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// arrange changes games and byes of round n, be it a draft or published, by one
// of package pairing's operations. The log names the players last.
func (d *Director) arrange(
	ctx context.Context, slug string, n int, e store.Entry,
	do func(t *tournament.Tournament) (games []tournament.Game, byes []tournament.PlayerID, err error), who ...tournament.PlayerID,
) error {
	_, err := d.change(ctx, slug, e, func(t *tournament.Tournament, e *store.Entry) error {
		games, byes, err := do(t)
		if err != nil {
			return err
		}
		for _, id := range who {
			e.Args = append(e.Args, t.NameOf(id))
		}
		return lay(t, n, games, byes)
	})
	return err
}

// lay puts games and byes into round n, be it a draft or published.
func lay(t *tournament.Tournament, n int, games []tournament.Game, byes []tournament.PlayerID) error {
	if r := t.Round(n); !r.Published {
		return t.SetDraft(n, games, byes, r.Drawn)
	}
	return t.Repair(n, games, byes)
}

// Swap lets two players of round n change places; one of them may have a bye
// or nothing. Colours and terms of the new games are decided anew.
func (d *Director) Swap(ctx context.Context, by Actor, slug string, n int, a, b tournament.PlayerID) error {
	return d.arrange(ctx, slug, n, store.Entry{By: by.Name, Action: "draw.swap", Args: []any{n}},
		func(t *tournament.Tournament) ([]tournament.Game, []tournament.PlayerID, error) {
			return pairing.Swap(t, n, a, b)
		}, a, b)
}

// PairTwo lets two players without a game meet in round n.
func (d *Director) PairTwo(ctx context.Context, by Actor, slug string, n int, a, b tournament.PlayerID) error {
	return d.arrange(ctx, slug, n, store.Entry{By: by.Name, Action: "draw.pair", Args: []any{n}},
		func(t *tournament.Tournament) ([]tournament.Game, []tournament.PlayerID, error) {
			return pairing.Pair(t, n, a, b)
		}, a, b)
}

// GiveBye gives players the bye of round n, see pairing.Bye.
func (d *Director) GiveBye(ctx context.Context, by Actor, slug string, n int, players ...tournament.PlayerID) error {
	return d.bye(ctx, slug, n, store.Entry{By: by.Name, Action: "draw.bye", Args: []any{n}}, true, players)
}

// TakeBye takes the bye of round n back.
func (d *Director) TakeBye(ctx context.Context, by Actor, slug string, n int, p tournament.PlayerID) error {
	return d.bye(ctx, slug, n, store.Entry{By: by.Name, Action: "draw.bye.take", Args: []any{n}}, false, []tournament.PlayerID{p})
}

func (d *Director) bye(ctx context.Context, slug string, n int, e store.Entry, give bool, players []tournament.PlayerID) error {
	_, err := d.change(ctx, slug, e, func(t *tournament.Tournament, e *store.Entry) error {
		games, byes, err := pairing.Bye(t, n, give, players...)
		if err != nil {
			return err
		}
		var names []string
		for _, id := range players {
			names = append(names, t.NameOf(id))
		}
		e.Args = append(e.Args, strings.Join(names, ", "))
		return lay(t, n, games, byes)
	})
	return err
}

// Unpair takes the game at a table out of round n, as long as it has no
// result.
func (d *Director) Unpair(ctx context.Context, by Actor, slug string, n, table int) error {
	return d.arrange(ctx, slug, n, store.Entry{By: by.Name, Action: "draw.unpair", Args: []any{n, table}},
		func(t *tournament.Tournament) ([]tournament.Game, []tournament.PlayerID, error) {
			return pairing.Unpair(t, n, table)
		})
}

// step carries out a change whose message is known beforehand.
func (d *Director) step(
	ctx context.Context, by Actor, slug, action string, args []any, do func(t *tournament.Tournament) error,
) error {
	e := store.Entry{By: by.Name, Action: action, Args: args}
	_, err := d.change(ctx, slug, e, func(t *tournament.Tournament, _ *store.Entry) error { return do(t) })
	return err
}

// SwapColours exchanges Black and White of a game. A result stays with the
// person who won.
func (d *Director) SwapColours(ctx context.Context, by Actor, slug string, n, table int) error {
	return d.step(ctx, by, slug, "game.colours", []any{n, table},
		func(t *tournament.Tournament) error { return t.SwapColours(n, table) })
}

// SetTerms changes what a game is, or was, played with.
func (d *Director) SetTerms(ctx context.Context, by Actor, slug string, n, table int, terms handicap.Terms) error {
	return d.step(ctx, by, slug, "game.terms", []any{n, table, terms.Number, terms.Komi},
		func(t *tournament.Tournament) error { return t.SetTerms(n, table, terms.Number, terms.Komi) })
}

// Lock keeps a game of a draft through a re-pairing of the rest, or lets go of
// it.
func (d *Director) Lock(ctx context.Context, by Actor, slug string, n, table int, locked bool) error {
	return d.step(ctx, by, slug, oneOf(locked, "game.lock", "game.unlock"), []any{n, table},
		func(t *tournament.Tournament) error { return t.Lock(n, table, locked) })
}

// Move gives a game another table; the game that sits there takes its place.
func (d *Director) Move(ctx context.Context, by Actor, slug string, n, table, to int) error {
	return d.step(ctx, by, slug, "game.move", []any{n, table, to},
		func(t *tournament.Tournament) error { return t.Move(n, table, to) })
}

// OrderSeeds puts the players of the stage of round n in order, the first seed
// first; none leaves the order to the draw again. Once the stage's first round
// is published that is refused.
func (d *Director) OrderSeeds(ctx context.Context, by Actor, slug string, n int, seeds []tournament.PlayerID) error {
	return d.step(ctx, by, slug, oneOf(len(seeds) > 0, "seeds.order", "seeds.usual"), []any{n},
		func(t *tournament.Tournament) error { return t.OrderSeeds(n, seeds) })
}

// DropDraft throws the draft of round n away.
func (d *Director) DropDraft(ctx context.Context, by Actor, slug string, n int) error {
	return d.step(ctx, by, slug, "round.drop", []any{n}, func(t *tournament.Tournament) error { return t.DropDraft(n) })
}

// Publish shows round n to everybody. If it begins a stage of some players only,
// they are written down by then.
func (d *Director) Publish(ctx context.Context, by Actor, slug string, n int) error {
	return d.step(ctx, by, slug, "round.publish", []any{n}, func(t *tournament.Tournament) error {
		stage := t.Settings.Stage(n)
		if n == stage.From && stage.Seeded() && len(stage.Format.Seeds) == 0 {
			if err := t.SetSeeds(n, pairing.Seeds(t, n)); err != nil {
				return err
			}
		}
		return t.Publish(n)
	})
}

// Withhold makes round n a draft again, as long as no result has come in.
func (d *Director) Withhold(ctx context.Context, by Actor, slug string, n int) error {
	return d.step(ctx, by, slug, "round.withhold", []any{n}, func(t *tournament.Tournament) error { return t.Withhold(n) })
}

// SetStart announces when the clocks of round n start; the zero time takes the
// announcement back.
func (d *Director) SetStart(ctx context.Context, by Actor, slug string, n int, at time.Time) error {
	return d.step(ctx, by, slug, "round.start", []any{n}, func(t *tournament.Tournament) error { return t.SetStart(n, at) })
}

// SendOn notes who goes on from a match of round n of a knockout that has brought
// no winner: a player, or a team.
func (d *Director) SendOn(ctx context.Context, by Actor, slug string, n int, who tournament.PlayerID) error {
	e := store.Entry{By: by.Name, Action: "draw.goeson", Args: []any{n}}
	_, err := d.change(ctx, slug, e, func(t *tournament.Tournament, e *store.Entry) error {
		e.Args = append(e.Args, t.NameOf(who))
		return t.SendOn(n, who)
	})
	return err
}
