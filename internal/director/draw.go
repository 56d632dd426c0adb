package director

import (
	"context"

	"tourney/internal/exchange/native"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// Pair makes the draft of the round, or makes it anew around the games that are
// locked. The draw is made outside the transaction and saved only if the
// tournament is still the one it was made from. Who asks for a draw that stands
// already, as when two directors press the button, changes nothing.
func (r *RoundEditor) Pair(ctx context.Context, seed uint64) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next, err := r.ed.director.draws.remakeDraft(ctx, t, r.n, seed)
		if err != nil {
			return nil, store.Entry{}, err
		}
		return next, r.pairEntry(next), nil
	})
}

// Draft makes the first draft of the round. When there is one by then, as when
// two directors press the button at the same time, it stays as it is, with all
// that has been changed in it by hand: nobody gets a second draw by accident.
func (r *RoundEditor) Draft(ctx context.Context, seed uint64) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next := t.Clone()
		if t.Round(r.n) == nil {
			var err error
			if next, err = r.ed.director.draws.remakeDraft(ctx, t, r.n, seed); err != nil {
				return nil, store.Entry{}, err
			}
		}
		return next, r.pairEntry(next), nil
	})
}

// pairEntry is the entry of a draw.
func (r *RoundEditor) pairEntry(next *tournament.Tournament) store.Entry {
	return store.Entry{Action: "round.pair", Args: []any{r.n, len(next.Round(r.n).Games)}}
}

// PairAmong pairs some players of the round anew, see Snapshot.Among.
func (r *RoundEditor) PairAmong(ctx context.Context, players []tournament.PlayerID) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next, err := r.ed.director.draws.among(ctx, t, r.n, players)
		return next, store.Entry{Action: "draw.among", Args: []any{r.n, len(players)}}, err
	})
}

// Meet lets two players meet at the least cost, see Snapshot.Met.
func (r *RoundEditor) Meet(ctx context.Context, a, b tournament.PlayerID) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (*tournament.Tournament, store.Entry, error) {
		next, err := r.ed.director.draws.met(ctx, t, meeting{r.n, a, b})
		if err != nil {
			return nil, store.Entry{}, err
		}
		return next, store.Entry{Action: "draw.meet", Args: []any{r.n, t.NameOf(a), t.NameOf(b)}}, nil
	})
}

// Among returns the tournament with some players of round n paired anew among
// themselves, be it a draft or published; everybody else stays where he is.
// Games with a result are not taken apart. Nothing is saved.
func (s *Snapshot) Among(
	ctx context.Context, n int, players []tournament.PlayerID,
) (next *tournament.Tournament, err error) {
	err = s.worth.inTurn(ctx, func(d *draws) error {
		next, err = d.among(ctx, s.Tournament, n, players)
		return err
	})
	return next, err
}

// Met returns the tournament with two players meeting in round n, be it a draft
// or published, and the others who have to meet somebody else for it paired as
// well as can be; see pairing.Session.Instead. Nothing is saved.
func (s *Snapshot) Met(ctx context.Context, n int, a, b tournament.PlayerID) (next *tournament.Tournament, err error) {
	err = s.worth.inTurn(ctx, func(d *draws) error {
		next, err = d.met(ctx, s.Tournament, meeting{n, a, b})
		return err
	})
	return next, err
}

// Instead says what round n would be with two players meeting, see
// pairing.Session.Instead.
func (s *Snapshot) Instead(
	ctx context.Context, n int, a, b tournament.PlayerID,
) (other *pairing.Alternative, err error) {
	err = s.worth.inTurn(ctx, func(d *draws) error {
		other, err = d.instead(ctx, s.Tournament, meeting{n, a, b})
		return err
	})
	return other, err
}

// Verify makes the draw of round n again from what it was made from, see
// pairing.Verify.
func (s *Snapshot) Verify(ctx context.Context, n int) (*pairing.Verification, error) {
	return s.worth.draws.verify(ctx, s.Tournament, n)
}

func (d *draws) among(
	ctx context.Context, t *tournament.Tournament, n int, players []tournament.PlayerID,
) (*tournament.Tournament, error) {
	r := t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	_, beside := t.Settings.SideStage(n)
	if system := t.Settings.Stage(n).System; !beside && !system.Weighed() {
		return nil, fault.New(fault.Conflict, "draw.among.system", system)
	}
	if len(players) < 2 {
		return nil, fault.New(fault.Invalid, "draw.among.few", len(players))
	}
	draw, err := d.compute(ctx, t, n, pairing.Options{Seed: r.Drawn.Seed, Among: players})
	if err != nil {
		return nil, err
	}
	games, next := draw.Drafted(), t.Clone()
	keepSameGames(games, r.Games)
	if r.Published {
		return next, next.Repair(n, games, draw.Byes)
	}
	drawn := r.Drawn
	drawn.Bye = draw.Chosen
	return next, next.SetDraft(n, games, draw.Byes, drawn)
}

// A meeting is two players who are to meet in a round.
type meeting struct {
	round int
	a, b  tournament.PlayerID
}

func (d *draws) instead(ctx context.Context, t *tournament.Tournament, m meeting) (*pairing.Alternative, error) {
	return d.drawing(t.Info.Slug).session.Instead(ctx, t, m.round, m.a, m.b)
}

func (d *draws) met(ctx context.Context, t *tournament.Tournament, m meeting) (*tournament.Tournament, error) {
	if t.Settings.Teams.Boards > 0 {
		return nil, fault.New(fault.Conflict, "draw.meet.teams")
	}
	other, err := d.instead(ctx, t, m)
	switch {
	case err != nil:
		return nil, err
	case other == nil:
		return nil, fault.New(fault.Conflict, "draw.whynot.odd", m.round)
	}
	r, games, next := t.Round(m.round), other.Draw.Drafted(), t.Clone()
	keepSameGames(games, r.Games)
	for i := range games {
		if games[i].Has(m.a) && games[i].Has(m.b) {
			games[i].Locked = true
		}
	}
	return next, lay(next, m.round, games, r.Byes)
}

func (d *draws) verify(ctx context.Context, t *tournament.Tournament, n int) (v *pairing.Verification, err error) {
	from, err := d.madeFrom(ctx, t, n)
	if err != nil {
		return nil, err
	}
	err = d.turns.run(ctx, t.Info.Slug, func() error {
		v, err = pairing.Verify(ctx, t, n, from)
		return err
	})
	return v, err
}

// madeFrom returns what the draw of round n was made from, nil where that is not
// kept.
func (d *draws) madeFrom(ctx context.Context, t *tournament.Tournament, n int) (*tournament.Tournament, error) {
	r := t.Round(n)
	if r == nil || r.Drawn.MadeFrom == "" {
		return nil, nil
	}
	whole := *t
	var err error
	if whole.Draws, err = d.store.Draws(ctx, t.Info.Slug, []string{r.Drawn.MadeFrom}); err != nil {
		return nil, err
	}
	return native.KeptDraw(&whole, n)
}

// compute makes a draw of a tournament whose turn it is, and lets others see how
// far it has come.
func (d *draws) compute(
	ctx context.Context, t *tournament.Tournament, n int, o pairing.Options,
) (*pairing.Draw, error) {
	if turn := d.turns.of(t.Info.Slug); turn != nil {
		o.Progress = turn.tell
	}
	return d.drawing(t.Info.Slug).session.Make(ctx, t, n, o)
}

// remakeDraft returns the tournament with the draft of round n made anew.
func (d *draws) remakeDraft(
	ctx context.Context, t *tournament.Tournament, n int, seed uint64,
) (*tournament.Tournament, error) {
	// An empty draft is refused for the same reasons, and at once.
	if err := t.Clone().SetDraft(n, nil, nil, tournament.Drawn{}); err != nil {
		return nil, err
	}
	draw, err := d.compute(ctx, t, n, pairing.Options{Seed: seed})
	if err != nil {
		return nil, err
	}
	games := draw.Drafted()
	if old := t.Round(n); old != nil {
		keepSameGames(games, old.Games)
	}
	next := t.Clone()
	if err := next.SetDraft(n, games, draw.Byes, draw.Drawn(d.program)); err != nil {
		return nil, err
	}
	if err := native.KeepDraw(next, n, pairing.MadeFrom(t, n)); err != nil {
		return nil, err
	}
	if draw.Seeds == nil {
		return next, nil
	}
	return next, next.SetSeeds(n, draw.Seeds)
}

// keepSameGames lets a game of the same two players be the game that it was, with
// the terms the director gave it, so that a draw that comes out as before
// changes nothing.
func keepSameGames(games, before []tournament.Game) {
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
