package pairing

import (
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Verification is the comparison of a round with its draw made again.
type Verification struct {
	// Draw is the repeated draw.
	Draw *Draw
	// Failures are why it is not the draw that was made; none when it was reproduced.
	Failures []Sentence
	// ByHand counts the games that the director fixed before the draw, if the
	// inputs of the draw were kept, or made after it.
	ByHand int
	// Differences are the differences between the round and the draw. If the draw was reproduced, they are the
	// director's changes.
	Differences []Sentence
	// Changes are the changes of the draw's inputs since it was made. They do not count against the draw.
	Changes []Sentence
	// FromCurrent is set if the draw's inputs were not kept and it was made again from the present tournament.
	FromCurrent bool

	t, from *tournament.Tournament
}

// Reproduced reports whether the draw has been reproduced.
func (v *Verification) Reproduced() bool { return len(v.Failures) == 0 }

// Verify makes the draw of round n again, from its seed and from its inputs (see Inputs), and compares. from is nil
// if the inputs were not stored: then the draw is made from the players, results and settings as they are now, and
// another draw is not a failure if they changed. A draw by an older method is made again by that. Colours and terms
// that the director set are taken as they are. A round that the program has not drawn is refused with
// "explain.verify.hand".
func Verify(ctx context.Context, t *tournament.Tournament, n int, from *tournament.Tournament) (*Verification, error) {
	r := t.Round(n)
	switch {
	case r == nil:
		return nil, fault.New(fault.NotFound, "round.missing", n)
	case r.Drawn.Inputs == "":
		return nil, fault.New(fault.Conflict, "explain.verify.hand", n)
	}
	v := &Verification{t: t, from: from, FromCurrent: from == nil}
	var err error
	if v.FromCurrent {
		v.from = t
		v.Draw, err = redraw(ctx, t, n)
	} else {
		input := from
		if from.Settings.Pairing.Method == 0 {
			input = withFirstMethod(from)
		}
		v.Draw, err = Make(ctx, input, n, Options{Seed: r.Drawn.Seed})
		v.Changes = changesSince(from, Inputs(t, n), n)
	}
	if err != nil {
		return nil, err
	}
	corrected := v.FromCurrent && v.Draw.Inputs != r.Drawn.Inputs
	switch same := v.Draw.Total.String() == r.Drawn.Total; {
	case !same && v.forgotten():
		v.Failures = []Sentence{{Key: "explain.verify.forgotten"}}
		return v, nil
	case !same && !corrected:
		v.Failures = []Sentence{{Key: "explain.verify.total"}}
		return v, nil
	case !same, corrected && v.Draw.System.Planned() && !v.hasAllGames(r):
		v.Failures = []Sentence{{Key: "explain.verify.now"}}
		return v, nil
	}
	for i := range r.Games {
		v.compare(&r.Games[i])
	}
	for _, id := range r.Byes {
		if !slices.Contains(v.Draw.Byes, id) {
			v.addDifference("explain.verify.bye", v.name(id))
		}
	}
	v.addMissing(r)
	return v, nil
}

// firstMethod is the Pairing.Method of a tournament while a draw by method 0 is made again: there 0 is the latest.
const firstMethod = -1

// withFirstMethod returns a tournament that is drawn by the first method.
func withFirstMethod(t *tournament.Tournament) *tournament.Tournament {
	first := *t
	first.Settings.Pairing.Method = firstMethod
	return &first
}

// usesFirstMethod reports whether draws are by the first method.
func usesFirstMethod(s *tournament.Settings) bool { return s.Pairing.Method == firstMethod }

// redraw draws round n from the present tournament, around its fixed games and byes, by the latest method and the
// first. If that does not give the stored total, it frees games and then byes. Of the draws that give it, it returns
// one with the games of the round if there is any; if none gives it, the first draw.
func redraw(ctx context.Context, t *tournament.Tournament, n int) (first *Draw, err error) {
	before := t.Clone()
	before.Rounds = before.Rounds[:n]
	r := before.Round(n)
	r.Published = false
	var found *Draw
	for i, release := range []func(){
		func() {},
		func() {
			for i := range r.Games {
				r.Games[i].Locked = false
			}
		},
		func() { r.Byes = nil },
	} {
		release()
		for k, t := range []*tournament.Tournament{before, withFirstMethod(before)} {
			d, failed := Make(ctx, t, n, Options{Seed: r.Drawn.Seed})
			if i+k == 0 {
				first, err = d, failed
			}
			if failed != nil || d.Total.String() != r.Drawn.Total {
				continue
			}
			if v := (&Verification{Draw: d}); v.hasAllGames(r) {
				return d, nil
			}
			if found == nil {
				found = d
			}
		}
	}
	if found != nil {
		return found, nil
	}
	return first, err
}

// forgotten reports whether a player's data were erased after the draw. Its lots were drawn from their name.
func (v *Verification) forgotten() bool {
	return slices.ContainsFunc(v.from.Players, func(p tournament.Player) bool { return p.Forgotten })
}

func (v *Verification) addDifference(key string, args ...any) {
	v.Differences = append(v.Differences, Sentence{key, args})
}

// name returns a player's name as it is now, or as it was when the draw was made if the player has been removed since.
func (v *Verification) name(id tournament.PlayerID) string {
	if name := v.t.NameOf(id); name != "" {
		return name
	}
	return v.from.NameOf(id)
}

func (v *Verification) hasAllGames(r *tournament.Round) bool {
	for i := range r.Games {
		if v.drawnGame(&r.Games[i]) == nil {
			return false
		}
	}
	return true
}

// drawnGame returns the game of the same two players in the repeated draw, or nil.
func (v *Verification) drawnGame(g *tournament.Game) *tournament.Game {
	i := slices.IndexFunc(v.Draw.Games, func(p Pairing) bool { return p.Game.Has(g.Black) && p.Game.Has(g.White) })
	if i < 0 {
		return nil
	}
	return &v.Draw.Games[i].Game
}

// compare compares a game of the round with the repeated draw.
func (v *Verification) compare(g *tournament.Game) {
	black, white := v.name(g.Black), v.name(g.White)
	drawn := v.drawnGame(g)
	if drawn == nil {
		v.ByHand++
		v.addDifference("explain.verify.pair", g.Table, black, white)
		return
	}
	if drawn.Locked && !v.FromCurrent {
		v.ByHand++
	}
	if !g.ByHand && (drawn.Black != g.Black || drawn.Terms() != g.Terms()) {
		v.addDifference("explain.verify.terms", g.Table, black, white)
	}
}

// addMissing adds the players of the draw without a game or bye in the round.
func (v *Verification) addMissing(r *tournament.Round) {
	there := playersIn(r)
	drawn := slices.Clone(v.Draw.Byes)
	for _, p := range v.Draw.Games {
		drawn = append(drawn, p.Game.Black, p.Game.White)
	}
	for _, id := range drawn {
		if !slices.Contains(there, id) && !v.t.StandIn(id) {
			v.addDifference("explain.verify.missing", v.name(id))
		}
	}
}
