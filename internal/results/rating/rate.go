package rating

import (
	"cmp"
	"math"
	"slices"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Options are the formula and the class.
type Options struct {
	// Formula is EGF2021 except for old events.
	Formula Formula
	// Class is the decision of the federation's referee; ByClock derives it.
	Class Class
}

// A Report is the effect of a tournament on ratings.
type Report struct {
	Formula Formula
	Class   Class
	// Players are all players, in the order of the tournament.
	Players []Change
	// Games are all games of published rounds, in the order of rounds and
	// tables.
	Games []Game
}

// A Change is the effect of the tournament on one player.
type Change struct {
	Player tournament.PlayerID
	// Declared is the rank the player declares.
	Declared rank.Rank
	// New marks a player without a rating, whose rating begins at the rank's.
	New bool
	// Before and After are EGF points.
	Before, After float64
	// Start is the rating used for the games: Before, or Lift if that is certain.
	Start float64
	// Games is the number of rated games, Score and Expected their sums.
	Games    int
	Score    tournament.Score
	Expected float64
	// Suggested is the rank of the new rating if the federation suggests it: if the rating is at least 100 points above
	// the rating of the declared rank, or more than 100 below. None otherwise, and for professionals.
	Suggested rank.Rank
	// Lift is the European database's starting rating, if that is above Before: it raises the rating of players who
	// declare two ranks or more above their last event to the rating of the rank. Where the rank of the last event is
	// unknown, Lift is set for players who declare two ranks above their rating, but Start is not raised. 0 for all
	// others.
	Lift float64
}

// A Game is one pairing and its effect on both ratings.
type Game struct {
	ID, Round, Table int
	Black, White     Side
	// Rated is true if both the result and the class are rated.
	Rated bool
}

// A Side is one player's part in a game.
type Side struct {
	Player tournament.PlayerID
	// Expected is from 0 to 1. Gain is in points, weighted by the class, 0 if the
	// game is not rated.
	Expected, Gain float64
}

// OptionsOf returns the options in the settings of a tournament. Unknown names
// mean the formula in force and the class by the clock.
func OptionsOf(s tournament.Settings) Options {
	o := Options{}
	if f, err := ParseFormula(s.Rating.Formula); err == nil {
		o.Formula = f
	}
	if c, err := ParseClass(s.Rating.Class); err == nil {
		o.Class = c
	}
	return o
}

// Rate computes ratings from the games of published rounds. Every game counts
// with the ratings before the tournament, and the changes are added up, as the
// federation does. Games with a stand-in are left out.
func Rate(t *tournament.Tournament, o Options) *Report {
	r := &Report{Formula: o.Formula, Class: o.Class}
	switch {
	case r.Class != ByClock:
	case o.Formula == AGA:
		r.Class = A // classes are European
	default:
		r.Class = ClassOf(t.Settings)
		if t.Settings.Size != 19 {
			r.Class = Unrated
		}
	}
	for i := range t.Players {
		p := &t.Players[i]
		before, start := max(Strength(p), o.Formula.floor()), o.Formula.Start(p)
		r.Players = append(r.Players, Change{
			Player: p.ID, Declared: Declared(p), New: !p.Rating.Stated(), Before: before, Start: start, After: start, Lift: o.Formula.raisedRating(p),
		})
	}
	for i := range t.Rounds {
		if !t.Rounds[i].Published {
			continue
		}
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; !t.StandIn(g.Black) && !t.StandIn(g.White) {
				r.add(g, t.Rounds[i].Number)
			}
		}
	}
	for i := range r.Players {
		r.Players[i].finish(r.Formula, r.Class)
	}
	return r
}

// Strength returns the rating of a player, or the rating of the declared rank.
func Strength(p *tournament.Player) float64 {
	if p.Rating.Stated() {
		return float64(p.Rating.Points())
	}
	return float64(Declared(p).Rating().Points())
}

// Declared returns the rank that a player declares.
func Declared(p *tournament.Player) rank.Rank {
	if p.Grade.Valid() {
		return p.Grade
	}
	return p.Rank
}

// Start returns the points used for a player's games: the strength, or the rating of the declared rank if the database
// certainly lifts the player to it.
//
// The lift is measured on the European lists of 2012 to 2018: two ranks above the last event cause it, one does not,
// and it only raises ratings. The present rule is not published.
func (f Formula) Start(p *tournament.Player) float64 {
	start := max(Strength(p), f.floor())
	if p.LastRank.Valid() {
		start = max(start, f.raisedRating(p))
	}
	return start
}

// raisedRating returns the rating of a player's declared rank if that rank is two or more above the last event, or
// above the rating if that event is unknown, and if it exceeds the rating; else 0.
func (f Formula) raisedRating(p *tournament.Player) float64 {
	const gap = 2
	declared, last := Declared(p), p.LastRank
	if !last.Valid() {
		last = p.Rating.Rank()
	}
	if f == AGA || !p.Rating.Stated() || !declared.Valid() || declared.Pro() || !last.Valid() || rank.Steps(declared, last) < gap {
		return 0
	}
	to := declared.Rating().Points()
	if to <= p.Rating.Points() {
		return 0
	}
	return float64(to)
}

// Player returns the row of a player, or nil.
func (r *Report) Player(id tournament.PlayerID) *Change {
	i, ok := slices.BinarySearchFunc(r.Players, id, func(c Change, id tournament.PlayerID) int { return cmp.Compare(c.Player, id) })
	if !ok {
		return nil
	}
	return &r.Players[i]
}

func (r *Report) add(g *tournament.Game, round int) {
	black, white := r.Player(g.Black), r.Player(g.White)
	if black == nil || white == nil {
		return
	}
	game := Game{
		ID: g.ID, Round: round, Table: g.Table,
		Black: Side{Player: g.Black}, White: Side{Player: g.White},
		Rated: g.Decided().Rated() && r.Class.Weight() > 0,
	}
	game.Black.Expected, game.White.Expected = r.Formula.Odds(black.Start, white.Start, g.Handicap, g.Komi)
	if game.Rated {
		b, w := g.Decided().Points()
		black.count(r, &game.Black, b)
		white.count(r, &game.White, w)
	}
	r.Games = append(r.Games, game)
}

// count adds a rated game to the player's row and sets the gain.
func (c *Change) count(r *Report, s *Side, score tournament.Score) {
	s.Gain = r.Class.Weight() * r.Formula.gain(c.Start, float64(score)/2, s.Expected)
	c.Games++
	c.Score += score
	c.Expected += s.Expected
	c.After += s.Gain
}

// finish bounds the new rating and sets the suggested rank.
func (c *Change) finish(f Formula, class Class) {
	if c.Games == 0 {
		c.After = c.Before // no game to rate
		return
	}
	c.After = max(c.After, c.Start-f.worstLoss()*class.Weight(), f.floor())
	if f != AGA {
		c.Suggested = suggestedRank(c.Declared, c.After)
	}
}

// suggestedRank follows the column "promotion and demotion" of the European list.
func suggestedRank(declared rank.Rank, after float64) rank.Rank {
	if !declared.Valid() || declared.Pro() {
		return rank.None
	}
	above := after - float64(declared.Rating().Points())
	if above < -100 || above >= 100 {
		if s := rank.Points(int(math.Floor(after))).Rank(); s != declared {
			return s
		}
	}
	return rank.None
}
