package director

import (
	"context"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// Pair makes or remakes the draft of the round around its locked games. It computes the draw outside the transaction
// and saves it only if the tournament is still the same. An equal draw, as after two directors press the button,
// changes nothing.
func (r *RoundEditor) Pair(ctx context.Context, seed uint64) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		next, err := r.ed.director.draws.remakeDraft(ctx, t, r.n, seed)
		if err != nil {
			return next, store.Entry{}, err
		}
		return next, r.pairEntry(next), nil
	})
}

// Draft makes the first draft of the round. An existing draft stays, with all its changes by hand, as when two
// directors press the button at the same time.
func (r *RoundEditor) Draft(ctx context.Context, seed uint64) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		next := tournament.Whole{Tournament: t.Clone()}
		if t.Round(r.n) == nil {
			var err error
			if next, err = r.ed.director.draws.remakeDraft(ctx, t, r.n, seed); err != nil {
				return next, store.Entry{}, err
			}
		}
		return next, r.pairEntry(next), nil
	})
}

// pairEntry returns the log entry of a draw.
func (r *RoundEditor) pairEntry(next tournament.Whole) store.Entry {
	return store.Entry{Action: "round.pair", Args: []any{r.n, len(next.Round(r.n).Games)}}
}

// PairAmong re-pairs some players of a draft or a published round among themselves. All other games, and games with a
// result, stay.
func (r *RoundEditor) PairAmong(ctx context.Context, players []tournament.PlayerID) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		next, err := r.ed.director.draws.pairAmong(ctx, t, r.n, players)
		return tournament.Whole{Tournament: next}, store.Entry{Action: "draw.among", Args: []any{r.n, len(players)}}, err
	})
}

// PairLate pairs players without a game in a published round: latecomers, who then take part in the round, and players
// with its bye. More than two are paired as by PairAmong.
func (r *RoundEditor) PairLate(ctx context.Context, players []tournament.PlayerID) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		next, err := r.ed.director.draws.pairLate(ctx, t, r.n, players)
		var names []string
		for _, id := range players {
			names = append(names, t.NameOf(id))
		}
		e := store.Entry{Action: "draw.late", Args: []any{r.n, strings.Join(names, ", ")}}
		return tournament.Whole{Tournament: next}, e, err
	})
}

func (d *draws) pairLate(
	ctx context.Context, t *tournament.Tournament, n int, players []tournament.PlayerID,
) (*tournament.Tournament, error) {
	next := t.Clone()
	for _, id := range players {
		if r := next.Round(n); r != nil && r.Game(id) != nil {
			return nil, fault.New(fault.Conflict, "player.paired", t.NameOf(id), n)
		}
		if p := next.Player(id); p != nil && p.Plays(n) {
			continue
		}
		if err := next.SetAttendance(id, n, tournament.Plays); err != nil {
			return nil, err
		}
	}
	if len(players) != 2 {
		return d.pairAmong(ctx, next, n, players)
	}
	changed, err := pairing.Pair(next, n, players[0], players[1])
	if err != nil {
		return nil, err
	}
	return next, setRound(next, changed)
}

// Meet pairs two players of a draft or a published round, and finds the best pairing of the players who lose their
// opponents by that; see pairing.Session.Instead.
func (r *RoundEditor) Meet(ctx context.Context, a, b tournament.PlayerID) error {
	return r.ed.redraw(ctx, r.n, func(t *tournament.Tournament) (tournament.Whole, store.Entry, error) {
		next, err := r.ed.director.draws.pairMeeting(ctx, t, meeting{r.n, a, b})
		e := store.Entry{Action: "draw.meet", Args: []any{r.n, t.NameOf(a), t.NameOf(b)}}
		return tournament.Whole{Tournament: next}, e, err
	})
}

// Instead returns round n with two players paired, see pairing.Session.Instead.
func (s *Snapshot) Instead(ctx context.Context, n int, a, b tournament.PlayerID) (*pairing.Alternative, error) {
	return inTurn(ctx, s.evaluations, func(d *draws) (*pairing.Alternative, error) {
		return d.instead(ctx, s.Tournament, meeting{n, a, b})
	})
}

// Verify repeats the draw of round n from its stored input, see pairing.Verify.
func (s *Snapshot) Verify(ctx context.Context, n int) (*pairing.Verification, error) {
	return s.evaluations.draws.verify(ctx, s.Tournament, n)
}

func (d *draws) pairAmong(
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
	changed, next := *r, t.Clone()
	changed.Games, changed.Byes, changed.Drawn.Bye = draw.Drafted(), draw.Byes, draw.Chosen
	keepSameGames(changed.Games, r.Games)
	return next, setRound(next, &changed)
}

// A meeting is two players to be paired in a round.
type meeting struct {
	round int
	a, b  tournament.PlayerID
}

func (d *draws) instead(ctx context.Context, t *tournament.Tournament, m meeting) (*pairing.Alternative, error) {
	return d.memory(t.Info.Slug).session.Instead(ctx, t, m.round, m.a, m.b)
}

func (d *draws) pairMeeting(ctx context.Context, t *tournament.Tournament, m meeting) (*tournament.Tournament, error) {
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
	r, next := t.Round(m.round), t.Clone()
	changed := *r
	changed.Games = other.Draw.Drafted()
	keepSameGames(changed.Games, r.Games)
	if g := changed.Game(m.a); g != nil && g.Has(m.b) {
		g.Locked = true
	}
	return next, setRound(next, &changed)
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

// madeFrom returns the input of the draw of round n, nil if it is not stored.
func (d *draws) madeFrom(ctx context.Context, t *tournament.Tournament, n int) (*tournament.Tournament, error) {
	r := t.Round(n)
	if r == nil || r.Drawn.MadeFrom == "" {
		return nil, nil
	}
	whole := tournament.Whole{Tournament: t}
	var err error
	if whole.Draws, err = d.store.Draws(ctx, t.Info.Slug, []string{r.Drawn.MadeFrom}); err != nil {
		return nil, err
	}
	return native.KeptDraw(whole, n)
}

// compute makes a draw during the tournament's turn, and reports its progress.
func (d *draws) compute(
	ctx context.Context, t *tournament.Tournament, n int, o pairing.Options,
) (*pairing.Draw, error) {
	if turn := d.turns.get(t.Info.Slug); turn != nil {
		o.Progress = turn.setProgress
	}
	return d.memory(t.Info.Slug).session.Make(ctx, t, n, o)
}

// remakeDraft returns the tournament with a new draft of round n.
func (d *draws) remakeDraft(
	ctx context.Context, t *tournament.Tournament, n int, seed uint64,
) (next tournament.Whole, err error) {
	// An empty draft is refused for the same reasons, without the cost of a draw.
	if err := t.Clone().SetDraft(n, nil, nil, tournament.Drawn{}); err != nil {
		return next, err
	}
	draw, err := d.compute(ctx, t, n, pairing.Options{Seed: seed})
	if err != nil {
		return next, err
	}
	games := draw.Drafted()
	if old := t.Round(n); old != nil {
		keepSameGames(games, old.Games)
	}
	next.Tournament = t.Clone()
	if err := next.SetDraft(n, games, draw.Byes, draw.Drawn(d.program)); err != nil {
		return next, err
	}
	if err := native.KeepDraw(&next, n, pairing.Inputs(t, n)); err != nil {
		return next, err
	}
	if draw.Seeds == nil {
		return next, nil
	}
	return next, next.SetSeeds(n, draw.Seeds)
}

// keepSameGames copies the ID and the director's terms to games between the same players, so that an equal draw changes
// nothing.
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
