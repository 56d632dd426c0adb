package pairing

import (
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Verification says whether a round is as the program draws it.
type Verification struct {
	// Draw is the draw made anew.
	Draw *Draw
	// Differences are what is not as it was drawn, in sentences; none when the
	// draw has been reproduced.
	Differences []Said
}

// Same reports whether the draw has been reproduced.
func (v *Verification) Same() bool { return len(v.Differences) == 0 }

// Verify makes the draw of round n again, from its seed and from the players
// and rounds before it as they stand now, around the games and byes that the
// director had fixed, and compares. Colours and terms that he set himself are
// taken as they are. A round that the program has not drawn is refused with
// "explain.verify.hand".
func Verify(ctx context.Context, t *tournament.Tournament, n int) (*Verification, error) {
	r := t.Round(n)
	switch {
	case r == nil:
		return nil, fault.New(fault.NotFound, "round.missing", n)
	case r.Drawn.Inputs == "":
		return nil, fault.New(fault.Conflict, "explain.verify.hand", n)
	}
	before := t.Clone()
	before.Rounds = before.Rounds[:n]
	before.Rounds[n-1].Published = false
	draw, err := Make(ctx, before, n, Options{Seed: r.Drawn.Seed})
	if err != nil {
		return nil, err
	}
	v := &Verification{Draw: draw}
	if draw.Inputs != r.Drawn.Inputs {
		v.differ("explain.verify.inputs")
	}
	if total := draw.Total.String(); total != r.Drawn.Total {
		v.differ("explain.verify.total", r.Drawn.Total, total)
	}
	for i := range r.Games {
		v.compare(t, &r.Games[i])
	}
	for _, id := range r.Byes {
		if !slices.Contains(draw.Byes, id) {
			v.differ("explain.verify.bye", t.Player(id).Name())
		}
	}
	v.missing(t, r)
	return v, nil
}

func (v *Verification) differ(key string, args ...any) {
	v.Differences = append(v.Differences, Said{key, args})
}

// compare looks for a game of the round in the draw made anew.
func (v *Verification) compare(t *tournament.Tournament, g *tournament.Game) {
	black, white := t.Player(g.Black).Name(), t.Player(g.White).Name()
	i := slices.IndexFunc(v.Draw.Games, func(p Pairing) bool { return p.Game.Has(g.Black) && p.Game.Has(g.White) })
	if i < 0 {
		v.differ("explain.verify.pair", g.Table, black, white)
		return
	}
	if drawn := &v.Draw.Games[i].Game; drawn.Black != g.Black || drawn.Terms() != g.Terms() {
		v.differ("explain.verify.terms", g.Table, black, white)
	}
}

// missing looks for who was drawn and has neither a game nor a bye in the round.
func (v *Verification) missing(t *tournament.Tournament, r *tournament.Round) {
	there := seated(r)
	drawn := slices.Clone(v.Draw.Byes)
	for _, p := range v.Draw.Games {
		drawn = append(drawn, p.Game.Black, p.Game.White)
	}
	for _, id := range drawn {
		if !slices.Contains(there, id) && !t.Ghost(id) {
			v.differ("explain.verify.missing", t.Player(id).Name())
		}
	}
}
