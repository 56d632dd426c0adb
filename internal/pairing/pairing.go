// Package pairing answers who plays whom next, and why.
//
// Start from Make, which draws a round: of all ways to pair the players it
// finds one with the greatest total of the criteria in the tournament's
// settings, and tells each game's share of each criterion.
//
//	draw, err := pairing.Make(ctx, t, 3, pairing.Options{Seed: 1})
//	…
//	err = t.SetDraft(3, draw.Drafted(), draw.Byes, draw.Drawn(version))
//
// The criteria are OpenGotha's, in its newer behaviour (3.52), so that every
// number can be compared with that program; to them come the director's wishes
// (tournament.Steering). Systems with a plan, as a round robin or a knockout,
// are drawn by it; where teams play, they are paired as players are and laid
// out on their boards.
//
// Weigh prices a draft after changes by hand, and Draw.Explain says why two
// meet; Checks lists what to look at before a draft is published, Opponents
// whom somebody could meet, and Verify makes a published draw again. A Session
// answers the same questions, and what it would cost to let two others meet; it
// remembers the round at hand, so that a change of a large draft is answered at
// once.
//
// # Cost
//
// A draw of n players weighs all n·(n−1)/2 pairs by every criterion and matches
// them, see package matching; memory is 4·n·(n−1) bytes for the weights and some
// more for the matching. The third round of an open tournament takes 28 ms for
// 512 players, 85 ms for 1,024, 0.4 s for 2,000 and 3.4 s for 5,000 by the EGF's
// settings, about half of that in a Swiss; from 1,000 players on the measured time
// grows with n^2.2 to n^2.5. A round of a plan costs next to nothing.
// docs/performance.md has the figures, and how to repeat them.
package pairing

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/pairing/matching"
	"tourney/internal/tournament"
)

// Options are what a draw is made with besides the tournament.
type Options struct {
	// Seed decides what chance decides, where the settings leave it to chance.
	Seed uint64
	// Among, if set, are the players to pair anew; the games and byes of all
	// others stay as they are, in a published round too, and who has neither is
	// left alone. Systems with a plan know no such choice.
	Among []tournament.PlayerID
	// Progress, if set, is told now and then how many of the players have an
	// opponent; the number can fall before the end.
	Progress func(done, total int)
}

// A Draw is who plays whom in a round, and what it is worth.
type Draw struct {
	Round  int
	System tournament.System
	Seed   uint64
	// Total is the sum of the games' weights, Best the greatest sum that these
	// players could reach with these byes. Best is nil while an odd number of
	// players is left to pair or wishes let nobody pair them all, and where the
	// system has a plan.
	Total, Best *big.Int
	// Games are in the order of their tables.
	Games []Pairing
	// Byes and Absent are in the order of the players' numbers; Absent are the
	// checked-in players who announced that they do not play.
	Byes, Absent []tournament.PlayerID
	// Seeds are the players of a system with a plan, the first seed first;
	// tournament.SetSeeds writes them down.
	Seeds []tournament.PlayerID
	// Chosen is the bye that the draw decided on, or nobody.
	Chosen tournament.PlayerID
	// Inputs is a hash of the players, history and settings that the draw was
	// made from.
	Inputs string

	objective *objective
	// optimal says that the games are as the draw made them.
	optimal    bool
	departures *departures
	// plan is the tournament as those see it whose games no criterion decides
	// but the system of the stage; nil where there are none such. inPlan says who
	// they are, nil for all.
	plan   *tournament.Tournament
	inPlan func(tournament.PlayerID) bool
	// teams says that the objective is of teams.
	teams bool
}

// A Pairing is one game of a draw with what it is worth.
type Pairing struct {
	Game tournament.Game
	// Weight is 1 and the sum of the shares, which are parallel to Criteria. For
	// a game with a ghost, and where the system has a plan, all are 0. All games
	// of a match of teams have the weight and the shares of the match.
	Weight int64
	Shares []Share

	// sides are the players as the objective knows them: those of the game, or
	// their teams.
	sides [2]tournament.PlayerID
	// weighed says that the criteria have been asked, byHand that the director
	// paired the two after the draw.
	valued, byHand bool
}

// A Share is what one criterion gives a game.
type Share struct {
	// Criterion is one of Criteria.
	Criterion string
	// Value is what this game has, Most what it could have at best; Most is 0
	// when the criterion says nothing about these two.
	Value, Most int64
}

// unweighed is a game that no criterion has decided.
func unweighed(g tournament.Game) Pairing {
	p := Pairing{Game: g, sides: [2]tournament.PlayerID{g.Black, g.White}}
	for _, name := range Criteria() {
		p.Shares = append(p.Shares, Share{Criterion: name})
	}
	return p
}

// Drafted returns the games for tournament.SetDraft.
func (d *Draw) Drafted() []tournament.Game {
	games := make([]tournament.Game, len(d.Games))
	for i := range d.Games {
		games[i] = d.Games[i].Game
	}
	return games
}

// Drawn returns what is kept of the draw, so that it can be made again.
func (d *Draw) Drawn(program string) tournament.Drawn {
	return tournament.Drawn{Seed: d.Seed, Total: d.Total.String(), Inputs: d.Inputs, Bye: d.Chosen, Program: program}
}

// Make draws round n among the players who play it. Games of round n and later
// are not looked at, except that of a draft the locked games and the
// director's own byes stay. The same tournament and seed give the same draw,
// in whatever order its players are listed. Nobody meets twice as long as that
// can be avoided. What it costs stands in the comment of the package.
//
// The faults say what keeps the round from being drawn: too few players for
// the first round, a locked game of somebody who is away, a round out of turn.
// A later round may be one of byes alone, or of nobody, so that the next can
// follow.
func Make(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	return new(Session).Make(ctx, t, n, o)
}

// ready refuses a round that is not to be drawn.
func refuseUnready(t *tournament.Tournament, n int) error {
	switch {
	case n < 1 || n > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", n, t.Settings.Rounds)
	case n > len(t.Rounds)+1:
		return fault.New(fault.Conflict, "round.order", n, n-1)
	}
	var checkedIn, playing int
	for i := range t.Players {
		p := &t.Players[i]
		if t.Ghost(p.ID) {
			continue
		}
		if p.Status == tournament.CheckedIn {
			checkedIn++
		}
		if p.Plays(n) {
			playing++
		}
	}
	switch {
	case len(t.Players) == 0:
		return fault.New(fault.Conflict, "pairing.nobody")
	case checkedIn == 0:
		return fault.New(fault.Conflict, "pairing.unchecked", len(t.Players))
	case playing == 0 && n == 1:
		return fault.New(fault.Conflict, "pairing.away", n)
	case playing == 1 && n == 1:
		return fault.New(fault.Conflict, "pairing.alone", n)
	}
	beside, _ := t.Settings.Beside(n)
	if n > mostCupRounds && (t.Settings.Stage(n).System == tournament.Cup || beside.System == tournament.Cup) {
		return fault.New(fault.Invalid, "system.cup.rounds", mostCupRounds)
	}
	return nil
}

// mostCupRounds bounds a cup, whose scores double every round.
const mostCupRounds = 13

// A fixture is what stays of a draft when the rest is drawn anew: locked games,
// those of them with a ghost, the director's own byes, and the colours and
// terms that he set, if the two meet again.
type fixture struct {
	games, standIns, byHand []tournament.Game
	byes                    []tournament.PlayerID
	// rest are those of the field who are left alone.
	rest []int
}

// kept returns what stays of the draft of round n.
func draftFixture(t *tournament.Tournament, n int) fixture {
	if r := t.Round(n); r != nil && !r.Published {
		return fixtureOf(t, r)
	}
	return fixture{}
}

// fixed returns what the director has fixed in a round.
func fixtureOf(t *tournament.Tournament, r *tournament.Round) fixture {
	var f fixture
	for _, g := range r.Games {
		switch {
		case g.Locked && (t.Ghost(g.Black) || t.Ghost(g.White)):
			f.standIns = append(f.standIns, g)
		case g.Locked:
			f.games = append(f.games, g)
		case g.ByHand:
			f.byHand = append(f.byHand, g)
		}
	}
	for _, id := range r.Byes {
		if id != r.Drawn.Bye && t.Player(id).Plays(r.Number) {
			f.byes = append(f.byes, id)
		}
	}
	return f
}

// among returns what stays when only some players are paired anew, and who
// else is left out. Games that have a result are not taken apart.
func fixtureAmong(t *tournament.Tournament, n int, ids []tournament.PlayerID) (f fixture, chosen tournament.PlayerID, err error) {
	r := t.Round(n)
	if r == nil {
		return f, 0, nil
	}
	for _, g := range r.Games {
		touched := slices.ContainsFunc(ids, g.Has)
		switch {
		case touched && g.Result.Known():
			return f, 0, fault.New(fault.Conflict, "game.finished", g.Table)
		case touched && g.ByHand:
			f.byHand = append(f.byHand, g)
		case touched:
		case t.Ghost(g.Black) || t.Ghost(g.White):
			f.standIns = append(f.standIns, g)
		default:
			f.games = append(f.games, g)
		}
	}
	for _, id := range r.Byes {
		if !slices.Contains(ids, id) {
			f.byes = append(f.byes, id)
			if id == r.Drawn.Bye {
				chosen = id
			}
		}
	}
	return f, chosen, nil
}

// check refuses locked games of players who do not play the round.
func (o *objective) refuseAway(f fixture) error {
	for _, g := range slices.Concat(f.games, f.standIns) {
		for _, id := range []tournament.PlayerID{g.Black, g.White} {
			if _, plays := o.index[id]; !plays && (!o.t.Ghost(id) || !o.t.Player(id).Plays(o.round)) {
				return fault.New(fault.Conflict, "pairing.locked", g.Table, o.t.Player(id).Name(), o.round)
			}
		}
	}
	return nil
}

// ghost returns who of the helpers is to play the round against a player: one
// whom he has not met, as near to him in strength as can be; nobody when none
// may.
func (o *objective) standInFor(f fixture, against tournament.PlayerID) tournament.PlayerID {
	player := o.t.Player(against)
	best, games, steps := tournament.PlayerID(0), 0, 0
	for _, id := range o.s.Steering.Ghosts {
		busy := slices.ContainsFunc(f.standIns, func(g tournament.Game) bool { return g.Has(id) })
		p := o.t.Player(id)
		if p == nil || busy || !p.Plays(o.round) || o.forbidden(p, player) {
			continue
		}
		met, apart := o.meetings(id, against), distance(p.Rank.Index(), player.Rank.Index())
		if best == 0 || cmp.Or(cmp.Compare(met, games), cmp.Compare(apart, steps)) < 0 {
			best, games, steps = id, met, apart
		}
	}
	return best
}

// meetings counts the earlier games of two players.
func (o *objective) meetings(a, b tournament.PlayerID) int {
	n := 0
	for i := range o.t.Rounds[:min(o.round-1, len(o.t.Rounds))] {
		if g := o.t.Rounds[i].Game(a); g != nil && g.Has(b) {
			n++
		}
	}
	return n
}

// solved turns what only the settings can have caused into a fault.
func asFault(err error) error {
	if errors.Is(err, matching.ErrRange) {
		return fault.Wrap(err, fault.Invalid, "pairing.range")
	}
	return err
}

// repeats counts the pairs who have met.
func (o *objective) repeats(mate []int) int {
	n := 0
	for i, j := range mate {
		if i < j && o.met.has(i, j) {
			n++
		}
	}
	return n
}

// games makes the games of a matching, in the order of their better player.
// Those that stay keep their tables; the others have none yet.
func (o *objective) games(mate []int, f fixture) []tournament.Game {
	settled := map[tournament.PlayerID]bool{}
	games := slices.Concat(f.games, f.standIns)
	for _, g := range f.games {
		settled[g.Black] = true
	}
	for _, i := range o.byStanding() {
		j := mate[i]
		if j < 0 || o.field[i].standing > o.field[j].standing {
			continue
		}
		g := o.terms(i, j)
		if settled[g.Black] || settled[g.White] {
			continue
		}
		games = append(games, f.withSetTerms(g))
	}
	return games
}

// asSet returns the game with the colours and terms that the director gave the
// two.
func (f fixture) withSetTerms(g tournament.Game) tournament.Game {
	for _, old := range f.byHand {
		if old.Has(g.Black) && old.Has(g.White) {
			g = old
			g.Table = 0
		}
	}
	return g
}

// byTable seats the games that have no table, and puts all in order.
func assignTables(t *tournament.Tournament, games []tournament.Game) []tournament.Game {
	t.Settings.Steering.Seated(games)
	slices.SortFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Table, b.Table) })
	return games
}

// draw prices games.
func (o *objective) evaluate(games []tournament.Game, byes []tournament.PlayerID) *Draw {
	d := &Draw{Round: o.round, System: o.s.System, Seed: o.seed, Total: new(big.Int), Byes: byes, objective: o, departures: new(departures)}
	slices.Sort(d.Byes)
	for _, g := range games {
		if o.t.Ghost(g.Black) || o.t.Ghost(g.White) {
			d.Games = append(d.Games, unweighed(g))
			continue
		}
		i, j := o.index[g.Black], o.index[g.White]
		w := o.weigh(i, j)
		d.Games = append(d.Games, Pairing{
			Game: g, Weight: w.total(), Shares: o.shares(i, j, w), sides: [2]tournament.PlayerID{g.Black, g.White}, valued: true,
		})
		d.Total.Add(d.Total, big.NewInt(w.total()))
	}
	d.Absent = absent(o.t, o.round)
	return d
}

// absent returns the checked-in players who announced that they do not play.
func absent(t *tournament.Tournament, n int) []tournament.PlayerID {
	var list []tournament.PlayerID
	for i := range t.Players {
		if p := &t.Players[i]; p.Status == tournament.CheckedIn && p.Absent.Has(n) && !t.Ghost(p.ID) {
			list = append(list, p.ID)
		}
	}
	return list
}

// Draft makes the draw the draft of its round; program is the version that
// made it. A caller that changes the games first uses tournament.SetDraft and
// SetSeeds himself.
func (d *Draw) Draft(t *tournament.Tournament, program string) error {
	if err := t.SetDraft(d.Round, d.Drafted(), d.Byes, d.Drawn(program)); err != nil {
		return err
	}
	if d.Seeds == nil {
		return nil
	}
	return t.SetSeeds(d.Round, d.Seeds)
}

// total adds the weights of a matching.
func (o *objective) total(mate []int) *big.Int {
	sum := new(big.Int)
	for i, j := range mate {
		if i < j {
			sum.Add(sum, big.NewInt(o.weigh(i, j).total()))
		}
	}
	return sum
}
