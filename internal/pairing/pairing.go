// Package pairing draws rounds and explains their pairings.
//
// Make draws a round. Of all ways to pair the players it finds one with the greatest total of the
// criteria in the tournament's settings, with each game's share of each criterion.
//
//	draw, err := pairing.Make(ctx, t, 3, pairing.Options{Seed: 1})
//	…
//	err = t.SetDraft(3, draw.Drafted(), draw.Byes, draw.Drawn(version))
//
// The criteria are OpenGotha's, in its newer behaviour (3.52), so that every number can be compared with that program,
// and the director's wishes (tournament.Constraints). The first aim is to avoid rematches: as few as possible,
// and unavoidable ones between players with the fewest and oldest meetings (Repeats). Systems with a plan, such as a
// round robin or a knockout, are drawn by it; teams are paired like players and laid out on their boards.
//
// EvaluateWithBest values a draft after changes by hand, and Draw.Explain gives the reasons of a game; Checks lists the
// points to review before publishing a draft, Opponents a player's possible opponents, and Verify
// repeats a published draw and compares. A Session answers the same questions, and computes the cost of another pair;
// it keeps the current round loaded, so that a change of a large draft takes milliseconds.
//
// # Cost
//
// A draw of n players weighs all n·(n−1)/2 pairs by every criterion once and the pairs that could matter a few times.
// Then it matches them, see package matching; memory is less than n² bytes and some more for the matching. The third
// round of an open tournament takes 55 ms for 1,000 players, 0.15 s for 2,000 and 0.5 s for 5,000 by the EGF's
// settings, less than half of that in a Swiss. A round of a plan costs next to nothing. docs/performance.md has the
// figures, and how to repeat them.
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

// Options are the parameters of a draw besides the tournament.
type Options struct {
	// Seed is the seed of chance, where the settings leave something to it.
	Seed uint64
	// Among, if set, are the players to pair again; the games and byes of all others stay as they are, in a published
	// round too, and players with neither stay out. Systems with a plan have no such choice.
	Among []tournament.PlayerID
	// Progress, if set, is called now and then with the number of players who
	// have an opponent; the number can fall before the end.
	Progress func(done, total int)
}

// A Draw is the games and byes of a round, with their value.
type Draw struct {
	Round  int
	System tournament.System
	Seed   uint64
	// Total is the sum of the games' weights, Best the sum of the best draw of these players with these byes. Best is
	// nil while an odd number of players is left to pair or wishes make pairing them all impossible, and where the
	// system has a plan.
	Total, Best *big.Int
	// Repeats are the earlier meetings of the drawn pairs, BestRepeats of the pairs of the best draw. Fewer outweigh
	// any Total.
	Repeats, BestRepeats Repeats
	// Games are in the order of their tables.
	Games []Pairing
	// Byes and Absent are in the order of the players' numbers; Absent are the
	// checked-in players who announced that they do not play.
	Byes, Absent []tournament.PlayerID
	// Seeds are the players of a system with a plan, the first seed first; tournament.SetSeeds stores them.
	Seeds []tournament.PlayerID
	// Chosen is the player given the bye by the draw, or 0.
	Chosen tournament.PlayerID
	// Inputs is a hash of the players, history and settings that the draw was made from.
	Inputs string

	objective *objective
	// optimal is set if the games are as the draw made them.
	optimal    bool
	departures *departures
	// plan is the tournament restricted to the players whose games the stage's system prescribes; nil if it prescribes
	// no games. inPlan reports whether the plan includes a player; nil means all.
	plan   *tournament.Tournament
	inPlan func(tournament.PlayerID) bool
	// teams is set where the players of the objective are teams; resting are the teams with a bye.
	teams   bool
	resting []tournament.PlayerID
}

// A Pairing is one game of a draw with its value.
type Pairing struct {
	Game tournament.Game
	// Weight is 1 and the sum of the shares, which are parallel to Criteria. For a game with a stand-in, and where the
	// system has a plan, all are 0. All games of a match of teams have the weight and the shares of the match.
	Weight int64
	Shares []Share

	// sides are the players of the objective: the players of the game, or their teams.
	sides [2]tournament.PlayerID
	// valued is set if the criteria gave the shares, byHand if the director paired the two after the draw.
	valued, byHand bool
}

// A Share is the value of a game by one criterion.
type Share struct {
	// Criterion is one of Criteria.
	Criterion string
	// Value is the value of this game, Most the greatest possible; Most is 0
	// when the criterion does not apply to these two.
	Value, Most int64
	// InCandidate marks a criterion that a Candidate has a field for: earlier games and the director's wishes.
	InCandidate bool
}

// unweighed returns the Pairing of a game that no criterion decided.
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

// Compare returns 1 if d is a better draw than other of the same players, 0 if they are equal, and -1 if it is worse.
func (d *Draw) Compare(other *Draw) int {
	return cmp.Or(other.Repeats.Compare(d.Repeats), d.Total.Cmp(other.Total))
}

// IsBest reports whether this draw is the best of these players with these byes. It is false while Best is unknown.
func (d *Draw) IsBest() bool {
	return d.Best != nil && d.Repeats == d.BestRepeats && d.Total.Cmp(d.Best) == 0
}

// Drawn returns the data by which the draw can be made again.
func (d *Draw) Drawn(program string) tournament.Drawn {
	return tournament.Drawn{Seed: d.Seed, Total: d.Total.String(), Inputs: d.Inputs, Bye: d.Chosen, Program: program}
}

// Make draws round n among the players who play it. Games of round n and later do not count, except that the locked
// games of a draft and the director's own byes stay. The same tournament and seed give the same draw,
// independent of the order of its players. No pair meets twice if that can be avoided; otherwise see Repeats. For its
// cost see the comment of the package.
//
// Its faults: too few players for the first round, a locked game of an absent player, a round out of turn. A later
// round may have byes alone, or no players, so that the next can follow.
func Make(ctx context.Context, t *tournament.Tournament, n int, o Options) (*Draw, error) {
	return new(Session).Make(ctx, t, n, o)
}

// refuseUnready returns a fault if the round cannot be drawn.
func refuseUnready(t *tournament.Tournament, n int) error {
	switch {
	case t.IsOpen():
		return fault.New(fault.Conflict, "open.rounds")
	case n < 1 || n > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", n, t.Settings.Rounds)
	case n > len(t.Rounds)+1:
		return fault.New(fault.Conflict, "round.order", n, n-1)
	}
	checkedIn := playersWhere(t, func(p *tournament.Player) bool { return p.Status == tournament.CheckedIn })
	present := len(playing(t, n))
	switch {
	case len(t.Players) == 0:
		return fault.New(fault.Conflict, "pairing.nobody")
	case len(checkedIn) == 0:
		return fault.New(fault.Conflict, "pairing.unchecked")
	case present == 0 && n == 1:
		return fault.New(fault.Conflict, "pairing.away", n)
	case present == 1 && n == 1:
		return fault.New(fault.Conflict, "pairing.alone", n)
	}
	beside, _ := t.Settings.SideStage(n)
	if n > tournament.MostCupRounds && (t.Settings.Stage(n).System == tournament.Cup || beside.System == tournament.Cup) {
		return fault.New(fault.Invalid, "system.cup.rounds", tournament.MostCupRounds)
	}
	return nil
}

// A fixture is the part of a draft that stays when the rest is drawn again: locked games, locked games with a stand-in,
// the director's own byes, and the colours and terms that the director set, if the two meet again.
type fixture struct {
	games, standIns, byHand []tournament.Game
	byes                    []tournament.PlayerID
	// chosen is the bye of an earlier draw, if it stays.
	chosen tournament.PlayerID
	// rest are the players of the field who are not to be paired.
	rest []int
}

// draftFixture returns the fixture of the draft of round n.
func draftFixture(t *tournament.Tournament, n int) fixture {
	if r := t.Round(n); r != nil && !r.Published {
		return fixtureOf(t, r)
	}
	return fixture{}
}

// fixtureOf returns the games and byes that the director fixed in a round.
func fixtureOf(t *tournament.Tournament, r *tournament.Round) fixture {
	var f fixture
	for _, g := range r.Games {
		switch {
		case g.Locked && (t.StandIn(g.Black) || t.StandIn(g.White)):
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

// fixtureAmong returns the fixture for pairing only some players again, and the bye of the draw if it stays. Games that
// have a result are not taken apart.
func fixtureAmong(t *tournament.Tournament, n int, ids []tournament.PlayerID) (fixture, error) {
	var f fixture
	r := t.Round(n)
	if r == nil {
		return f, nil
	}
	for _, g := range r.Games {
		touched := slices.ContainsFunc(ids, g.Has)
		switch {
		case touched && g.Result.Known():
			return f, fault.New(fault.Conflict, "game.finished", g.Table)
		case touched && g.ByHand:
			f.byHand = append(f.byHand, g)
		case touched:
		case t.StandIn(g.Black) || t.StandIn(g.White):
			f.standIns = append(f.standIns, g)
		default:
			f.games = append(f.games, g)
		}
	}
	for _, id := range r.Byes {
		if !slices.Contains(ids, id) {
			f.byes = append(f.byes, id)
			if id == r.Drawn.Bye {
				f.chosen = id
			}
		}
	}
	return f, nil
}

// refuseAway returns a fault if a player of a locked game does not play the round.
func (o *objective) refuseAway(f fixture) error {
	for _, g := range slices.Concat(f.games, f.standIns) {
		for _, id := range []tournament.PlayerID{g.Black, g.White} {
			if _, plays := o.index[id]; !plays && (!o.t.StandIn(id) || !o.t.Player(id).Plays(o.round)) {
				return fault.New(fault.Conflict, "pairing.locked", g.Table, o.t.Player(id).Name(), o.round)
			}
		}
	}
	return nil
}

// standInFor returns the stand-in to play the round against a player: the one they met least, of these longest ago, of
// these the nearest in strength; 0 when none may.
func (o *objective) standInFor(f fixture, against tournament.PlayerID) tournament.PlayerID {
	player := o.t.Player(against)
	best, games, last, steps := tournament.PlayerID(0), 0, 0, 0
	for _, id := range o.s.Constraints.StandIns {
		busy := slices.ContainsFunc(f.standIns, func(g tournament.Game) bool { return g.Has(id) })
		p := o.t.Player(id)
		if p == nil || busy || !p.Plays(o.round) || o.forbidden(p, player) {
			continue
		}
		rounds, apart := roundsMet(o.t, o.round, id, against), distance(p.Rank.Index(), player.Rank.Index())
		met, at := len(rounds), 0
		if met > 0 {
			at = rounds[met-1]
		}
		if best == 0 || cmp.Or(cmp.Compare(met, games), cmp.Compare(at, last), cmp.Compare(apart, steps)) < 0 {
			best, games, last, steps = id, met, at, apart
		}
	}
	return best
}

// asFault turns a solver's error that only the settings can have caused into a fault.
func asFault(err error) error {
	if errors.Is(err, matching.ErrRange) {
		return fault.Wrap(err, fault.Invalid, "pairing.range")
	}
	return err
}

// games returns the games of a matching, in the order of their better player. Fixed games keep their tables; the others
// have none yet.
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

// withSetTerms returns the game with the colours and terms that the director gave the two.
func (f fixture) withSetTerms(g tournament.Game) tournament.Game {
	for _, old := range f.byHand {
		if old.Has(g.Black) && old.Has(g.White) {
			g = old
			g.Table = 0
		}
	}
	return g
}

// assignTables gives tables to the games that have none, and sorts all by table.
func assignTables(t *tournament.Tournament, games []tournament.Game) []tournament.Game {
	t.Settings.Constraints.AssignTables(games)
	slices.SortFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Table, b.Table) })
	return games
}

func (o *objective) evaluate(games []tournament.Game, byes []tournament.PlayerID) *Draw {
	d := &Draw{Round: o.round, System: o.s.System, Seed: o.seed, Total: new(big.Int), Byes: byes, objective: o, departures: new(departures)}
	slices.Sort(d.Byes)
	for _, g := range games {
		if o.t.StandIn(g.Black) || o.t.StandIn(g.White) {
			d.Games = append(d.Games, unweighed(g))
			continue
		}
		i, j := o.index[g.Black], o.index[g.White]
		w := o.weigh(i, j)
		d.Games = append(d.Games, Pairing{
			Game: g, Weight: w.total(), Shares: o.shares(i, j, w), sides: [2]tournament.PlayerID{g.Black, g.White}, valued: true,
		})
		d.Total.Add(d.Total, big.NewInt(w.total()))
		d.Repeats = d.Repeats.plus(o.met.repeat(i, j))
	}
	d.Absent = absent(o.t, o.round)
	return d
}

// absent returns the checked-in players who announced that they do not play.
func absent(t *tournament.Tournament, n int) []tournament.PlayerID {
	return playersWhere(t, func(p *tournament.Player) bool { return p.Status == tournament.CheckedIn && p.Absent.Has(n) })
}

// Draft makes the draw the draft of its round; program is the version that made
// it. To change the games first, call tournament.SetDraft and SetSeeds instead.
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
