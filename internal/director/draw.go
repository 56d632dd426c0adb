package director

import (
	"context"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/pairing"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// mostDraws is how often a draw is made anew because the tournament changed
// meanwhile.
const mostDraws = 5

// Pair makes the draft of round n, or makes it anew around the games that are
// locked. The draw is made outside the transaction and saved only if the
// tournament is still the one it was made from. Who asks for a draw that stands
// already, as when two directors press the button, changes nothing.
func (d *Director) Pair(ctx context.Context, by Actor, slug string, n int, seed uint64) error {
	return d.redraw(ctx, slug, n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next, err := d.drawn(ctx, t, n, seed)
		if err != nil {
			return nil, store.Entry{}, err
		}
		return next, store.Entry{By: by.Name, Action: "round.pair", Args: []any{n, len(next.Round(n).Games)}}, nil
	})
}

// PairAmong pairs some players of round n anew, see Among.
func (d *Director) PairAmong(ctx context.Context, by Actor, slug string, n int, players []tournament.PlayerID) error {
	return d.redraw(ctx, slug, n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next, err := d.among(ctx, t, n, players)
		return next, store.Entry{By: by.Name, Action: "draw.among", Args: []any{n, len(players)}}, err
	})
}

// Among returns the tournament with some players of round n paired anew among
// themselves, be it a draft or published; everybody else stays where he is.
// Games with a result are not taken apart. Nothing is saved.
func (d *Director) Among(ctx context.Context, t *tournament.Tournament, n int, players []tournament.PlayerID) (next *tournament.Tournament, err error) {
	err = d.drawing.run(ctx, func() error {
		next, err = d.among(ctx, t, n, players)
		return err
	})
	return next, err
}

func (d *Director) among(ctx context.Context, t *tournament.Tournament, n int, players []tournament.PlayerID) (*tournament.Tournament, error) {
	r := t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	_, beside := t.Settings.Beside(n)
	if system := t.Settings.Stage(n).System; !beside && !system.Weighed() {
		return nil, fault.New(fault.Conflict, "draw.among.system", system)
	}
	if len(players) < 2 {
		return nil, fault.New(fault.Invalid, "draw.among.few", len(players))
	}
	draw, err := d.Drawing(t.Info.Slug).Make(ctx, t, n, pairing.Options{Seed: r.Drawn.Seed, Among: players})
	if err != nil {
		return nil, err
	}
	games, next := draw.Drafted(), t.Clone()
	recognise(games, r.Games)
	if r.Published {
		return next, next.Repair(n, games, draw.Byes)
	}
	drawn := r.Drawn
	drawn.Bye = draw.Chosen
	return next, next.SetDraft(n, games, draw.Byes, drawn)
}

// Meet lets two players meet in round n at the least cost, see Met.
func (d *Director) Meet(ctx context.Context, by Actor, slug string, n int, a, b tournament.PlayerID) error {
	return d.redraw(ctx, slug, n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next, err := d.met(ctx, t, n, a, b)
		if err != nil {
			return nil, store.Entry{}, err
		}
		return next, store.Entry{By: by.Name, Action: "draw.meet", Args: []any{n, nameOf(t, a), nameOf(t, b)}}, nil
	})
}

// Met returns the tournament with two players meeting in round n, be it a draft
// or published, and the others who have to meet somebody else for it paired as
// well as can be; see pairing.Session.Instead. Nothing is saved.
func (d *Director) Met(ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID) (next *tournament.Tournament, err error) {
	err = d.drawing.run(ctx, func() error {
		next, err = d.met(ctx, t, n, a, b)
		return err
	})
	return next, err
}

func (d *Director) met(ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID) (*tournament.Tournament, error) {
	if t.Settings.Teams.Boards > 0 {
		return nil, fault.New(fault.Conflict, "draw.meet.teams")
	}
	other, err := d.Drawing(t.Info.Slug).Instead(ctx, t, n, a, b)
	switch {
	case err != nil:
		return nil, err
	case other == nil:
		return nil, fault.New(fault.Conflict, "draw.whynot.odd", n)
	}
	r, games, next := t.Round(n), other.Draw.Drafted(), t.Clone()
	recognise(games, r.Games)
	for i := range games {
		if games[i].Has(a) && games[i].Has(b) {
			games[i].Locked = true
		}
	}
	if r.Published {
		return next, next.Repair(n, games, r.Byes)
	}
	return next, next.SetDraft(n, games, r.Byes, r.Drawn)
}

// Instead says what round n would be with two players meeting, see
// pairing.Session.Instead.
func (d *Director) Instead(ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID) (other *pairing.Alternative, err error) {
	err = d.drawing.run(ctx, func() error {
		other, err = d.Drawing(t.Info.Slug).Instead(ctx, t, n, a, b)
		return err
	})
	return other, err
}

// Verify makes the draw of round n again, see pairing.Verify.
func (d *Director) Verify(ctx context.Context, t *tournament.Tournament, n int) (v *pairing.Verification, err error) {
	err = d.drawing.run(ctx, func() error {
		v, err = pairing.Verify(ctx, t, n)
		return err
	})
	return v, err
}

// redraw saves what do makes of the tournament, outside the transaction, as
// long as it is still the one that it was made from; otherwise do is asked
// again.
func (d *Director) redraw(
	ctx context.Context, slug string, n int, do func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error),
) error {
	return d.drawing.run(ctx, func() error {
		for range mostDraws {
			s, err := d.Snapshot(ctx, slug)
			if err != nil {
				return err
			}
			now, e, err := do(s.Tournament)
			if err != nil {
				return err
			}
			_, err = d.save(ctx, slug, e, func(*store.Tx, *store.Entry) (was, _ *tournament.Tournament, err error) {
				return s.Tournament, now, nil
			})
			if !fault.Is(err, "tournament.changed") {
				return err
			}
		}
		return fault.New(fault.Conflict, "pairing.overtaken", n)
	})
}

// drawn returns the tournament with the draft of round n made anew.
func (d *Director) drawn(ctx context.Context, t *tournament.Tournament, n int, seed uint64) (*tournament.Tournament, error) {
	// An empty draft is refused for the same reasons, and at once.
	if err := t.Clone().SetDraft(n, nil, nil, tournament.Drawn{}); err != nil {
		return nil, err
	}
	draw, err := d.Drawing(t.Info.Slug).Make(ctx, t, n, pairing.Options{Seed: seed})
	if err != nil {
		return nil, err
	}
	games := draw.Drafted()
	if old := t.Round(n); old != nil {
		recognise(games, old.Games)
	}
	next := t.Clone()
	if err := next.SetDraft(n, games, draw.Byes, draw.Drawn(d.program)); err != nil {
		return nil, err
	}
	if draw.Seeds == nil {
		return next, nil
	}
	return next, next.SetSeeds(n, draw.Seeds)
}

// recognise lets a game of the same two players be the game that it was, with
// the terms the director gave it, so that a draw that comes out as before
// changes nothing.
func recognise(games, before []tournament.Game) {
	for i := range games {
		g := &games[i]
		for _, b := range before {
			switch {
			case !b.Has(g.Black) || !b.Has(g.White):
			case b.ByHand:
				b.Table = g.Table
				*g = b
			default:
				g.ID, g.Revision = b.ID, b.Revision
			}
		}
	}
}

// Draft makes the first draft of round n. When there is one by then, as when two
// directors press the button at the same time, it stays as it is, with all that
// has been changed in it by hand: nobody gets a second draw by accident.
func (d *Director) Draft(ctx context.Context, by Actor, slug string, n int, seed uint64) error {
	return d.redraw(ctx, slug, n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next := t.Clone()
		if t.Round(n) == nil {
			var err error
			if next, err = d.drawn(ctx, t, n, seed); err != nil {
				return nil, store.Entry{}, err
			}
		}
		return next, store.Entry{By: by.Name, Action: "round.pair", Args: []any{n, len(next.Round(n).Games)}}, nil
	})
}

// arrange changes games and byes of round n, be it a draft or published, by one
// of package pairing's operations. The log names the players last.
func (d *Director) arrange(
	ctx context.Context, slug string, n int, e store.Entry,
	do func(t *tournament.Tournament) (games []tournament.Game, byes []tournament.PlayerID, err error), who ...tournament.PlayerID,
) error {
	_, err := d.change(ctx, slug, e, func(t *tournament.Tournament, e *store.Entry) error {
		if err := lay(t, n, do); err != nil {
			return err
		}
		for _, id := range who {
			e.Args = append(e.Args, nameOf(t, id))
		}
		return nil
	})
	return err
}

// lay puts what has become of round n in its place, be it a draft or published.
func lay(
	t *tournament.Tournament, n int, do func(t *tournament.Tournament) (games []tournament.Game, byes []tournament.PlayerID, err error),
) error {
	games, byes, err := do(t)
	if err != nil {
		return err
	}
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
		if err := lay(t, n, func(t *tournament.Tournament) ([]tournament.Game, []tournament.PlayerID, error) {
			return pairing.Bye(t, n, give, players...)
		}); err != nil {
			return err
		}
		var names []string
		for _, id := range players {
			names = append(names, nameOf(t, id))
		}
		e.Args = append(e.Args, strings.Join(names, ", "))
		return nil
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
	action := "game.unlock"
	if locked {
		action = "game.lock"
	}
	return d.step(ctx, by, slug, action, []any{n, table},
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
	action := "seeds.order"
	if len(seeds) == 0 {
		action = "seeds.usual"
	}
	return d.step(ctx, by, slug, action, []any{n}, func(t *tournament.Tournament) error { return t.OrderSeeds(n, seeds) })
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
