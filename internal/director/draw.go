package director

import (
	"context"

	"tourney/internal/exchange"
	"tourney/internal/fault"
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
	err = d.drawing.run(ctx, t.Info.Slug, func() error {
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
	draw, err := d.make(ctx, t, n, pairing.Options{Seed: r.Drawn.Seed, Among: players})
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
		return next, store.Entry{By: by.Name, Action: "draw.meet", Args: []any{n, t.NameOf(a), t.NameOf(b)}}, nil
	})
}

// Met returns the tournament with two players meeting in round n, be it a draft
// or published, and the others who have to meet somebody else for it paired as
// well as can be; see pairing.Session.Instead. Nothing is saved.
func (d *Director) Met(ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID) (next *tournament.Tournament, err error) {
	err = d.drawing.run(ctx, t.Info.Slug, func() error {
		next, err = d.met(ctx, t, n, a, b)
		return err
	})
	return next, err
}

func (d *Director) met(ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID) (*tournament.Tournament, error) {
	if t.Settings.Teams.Boards > 0 {
		return nil, fault.New(fault.Conflict, "draw.meet.teams")
	}
	other, err := d.remembered(t.Info.Slug).session.Instead(ctx, t, n, a, b)
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
	return next, lay(next, n, games, r.Byes)
}

// Instead says what round n would be with two players meeting, see
// pairing.Session.Instead.
func (d *Director) Instead(ctx context.Context, t *tournament.Tournament, n int, a, b tournament.PlayerID) (other *pairing.Alternative, err error) {
	err = d.drawing.run(ctx, t.Info.Slug, func() error {
		other, err = d.remembered(t.Info.Slug).session.Instead(ctx, t, n, a, b)
		return err
	})
	return other, err
}

// Verify makes the draw of round n again from what it was made from, see
// pairing.Verify.
func (d *Director) Verify(ctx context.Context, t *tournament.Tournament, n int) (v *pairing.Verification, err error) {
	from, err := d.madeFrom(ctx, t, n)
	if err != nil {
		return nil, err
	}
	err = d.drawing.run(ctx, t.Info.Slug, func() error {
		v, err = pairing.Verify(ctx, t, n, from)
		return err
	})
	return v, err
}

// madeFrom returns what the draw of round n was made from, nil where that is not
// kept.
func (d *Director) madeFrom(ctx context.Context, t *tournament.Tournament, n int) (*tournament.Tournament, error) {
	r := t.Round(n)
	if r == nil || r.Drawn.MadeFrom == "" {
		return nil, nil
	}
	whole := *t
	var err error
	if whole.Draws, err = d.store.Draws(ctx, t.Info.Slug, []string{r.Drawn.MadeFrom}); err != nil {
		return nil, err
	}
	return exchange.KeptDraw(&whole, n)
}

// redraw saves what do makes of the tournament, outside the transaction, as
// long as it is still the one that it was made from; otherwise do is asked
// again.
func (d *Director) redraw(
	ctx context.Context, slug string, n int, do func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error),
) error {
	return d.drawing.run(ctx, slug, func() error {
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

// make makes a draw of a tournament whose turn it is, and lets others see how far
// it has come.
func (d *Director) make(ctx context.Context, t *tournament.Tournament, n int, o pairing.Options) (*pairing.Draw, error) {
	if turn := d.drawing.of(t.Info.Slug); turn != nil {
		o.Progress = turn.tell
	}
	return d.remembered(t.Info.Slug).session.Make(ctx, t, n, o)
}

// drawn returns the tournament with the draft of round n made anew.
func (d *Director) drawn(ctx context.Context, t *tournament.Tournament, n int, seed uint64) (*tournament.Tournament, error) {
	// An empty draft is refused for the same reasons, and at once.
	if err := t.Clone().SetDraft(n, nil, nil, tournament.Drawn{}); err != nil {
		return nil, err
	}
	draw, err := d.make(ctx, t, n, pairing.Options{Seed: seed})
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
	if err := exchange.KeepDraw(next, n, pairing.MadeFrom(t, n)); err != nil {
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
