package strength

import (
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// A way is a way to set ranks and komi in a simulated club.
type way struct {
	name          string
	accepts, komi bool // a person accepts four of five proposals; the fair komi every tenth evening
	hidden        bool // ranks and edge are the true ones
}

var ways = []way{
	{name: "declared ranks"},
	{name: "accepted proposals", accepts: true},
	{name: "accepted proposals and komi", accepts: true, komi: true},
	{name: "hidden strengths", hidden: true},
	{name: "hidden strengths and edge", hidden: true, komi: true},
}

// A season counts one way in many clubs, from the tenth evening on.
type season struct {
	games, even, most, proposals int
	flips, laterFlips            int // within three games, and within ten
	black                        [handicap.MostStones + 1]share
	clubs                        []float64          // Black's share in the handicap games of each club
	brier                        map[string]float64 // the sum of squares by forecast
	covered, strengths           float64            // strengths within two deviations, and all
	fair                         float64            // handicap games with a hidden chance from 35 to 65 %
}

// A share is a sum of points in a number of games.
type share struct{ games, won float64 }

const first = 10 // the evening from which results count

// A club is the state of a world under one way.
type club struct {
	*world
	way      way
	ranks    []rank.Rank
	games    []Game
	declared []Declared
	komi     handicap.Komi
	egf      map[rating.Class][]float64 // ratings by person
	history  *History
	season   *season
	last     map[int]flip
}

// A flip is the last proposal to a person: its direction and the games since.
type flip struct {
	up    bool
	games int
}

func (s *season) run(seed uint64, way way, evenings int) {
	const persons = 40
	c := &club{world: newWorld(seed, persons, evenings), way: way, season: s, last: map[int]flip{}, egf: map[rating.Class][]float64{}}
	for id, m := range c.members {
		c.ranks = append(c.ranks, m.declared)
		for _, class := range []rating.Class{rating.A, rating.C} {
			c.egf[class] = append(c.egf[class], float64(m.declared.Rating().Points()))
		}
		c.declared = append(c.declared, Declared{Person: id, Day: 7 * m.joins, Rank: m.declared})
	}
	var own share
	for evening := range evenings {
		c.pass()
		c.history = nil
		if !way.hidden && (way.accepts || evening >= first) {
			c.history = Estimate(c.games, c.visible(evening))
		}
		c.prepare(evening)
		own = c.meet(evening, own)
	}
	s.clubs = append(s.clubs, own.won/own.games)
}

// visible returns the declared ranks of persons seen so far.
func (c *club) visible(evening int) []Declared {
	return slices.DeleteFunc(slices.Clone(c.declared), func(d Declared) bool { return d.Day > 7*evening })
}

// prepare sets ranks and komi for an evening.
func (c *club) prepare(evening int) {
	switch {
	case c.way.hidden:
		for i, m := range c.members {
			c.ranks[i] = rank.FromIndex(int(math.Round(m.strength)))
		}
		if c.way.komi {
			c.komi = (&History{edge: Strength{Ranks: c.edge}}).FairKomi()
		}
		return
	case !c.way.accepts:
		return
	}
	for _, p := range c.history.Proposals(7*evening - 1) {
		c.season.proposals++
		up := p.Proposed > p.Present
		switch last, ok := c.last[p.Person]; {
		case !ok, last.up == up:
		case last.games <= 3:
			c.season.flips++
		case last.games <= 10:
			c.season.laterFlips++
		}
		c.last[p.Person] = flip{up: up}
		if c.chance.Float64() < 0.8 {
			c.ranks[p.Person] = p.Proposed
			c.declared = append(c.declared, Declared{Person: p.Person, Day: 7*evening - 1, Rank: p.Proposed, Accepted: true})
		}
	}
	if c.way.komi && evening%10 == 0 && evening > 0 {
		c.komi = c.history.FairKomi()
	}
}

// meet plays the three rounds of an evening.
func (c *club) meet(evening int, own share) share {
	var here []int
	for id, m := range c.members {
		if m.joins <= evening && c.chance.Float64() < m.attends {
			here = append(here, id)
		}
	}
	var played []Game
	for range 3 {
		at := map[int]float64{}
		for _, id := range here {
			at[id] = float64(c.ranks[id].Index()) + 3*c.chance.NormFloat64()
		}
		slices.SortFunc(here, func(a, b int) int { return int(math.Copysign(1, at[a]-at[b])) })
		for k := 0; k+1 < len(here); k += 2 {
			g, chance := c.game(evening, here[k], here[k+1])
			played = append(played, g)
			if evening >= first {
				c.count(g, chance)
				if points, _ := g.Result.Points(); g.Terms.Number > 0 {
					own.games++
					own.won += float64(points) / 2
				}
			}
		}
	}
	c.games = append(c.games, played...)
	for _, g := range played {
		for _, id := range []int{g.Black, g.White} {
			if last, ok := c.last[id]; ok {
				last.games++
				c.last[id] = last
			}
		}
	}
	for class := range c.egf {
		c.rate(class, played)
	}
	if evening >= first && c.history != nil {
		for _, id := range here {
			s := c.history.At(id, 7*evening)
			c.season.strengths++
			if math.Abs(s.Ranks-c.members[id].strength) < 2*s.Deviation {
				c.season.covered++
			}
		}
	}
	return own
}

// game plays one game by the Finnish table.
func (c *club) game(evening, a, b int) (Game, float64) {
	if c.ranks[a] > c.ranks[b] || c.ranks[a] == c.ranks[b] && c.chance.IntN(2) == 0 {
		a, b = b, a
	}
	terms := finnish.Between(c.ranks[a].Index(), c.ranks[b].Index())
	if terms.Number > 0 {
		terms.Komi = c.komi
	}
	g := Game{Day: 7 * evening, Black: a, White: b, Terms: terms}
	var chance float64
	g.Result, chance = c.play(&c.members[a], &c.members[b], terms)
	return g, chance
}

var finnish = func() handicap.Policy {
	s, err := handicap.Named("finnish")
	if err != nil {
		panic(err)
	}
	return s.Policy
}()

// count adds a game to the season, with its forecasts from earlier evenings.
func (c *club) count(g Game, hidden float64) {
	s := c.season
	points, _ := g.Result.Points()
	won := float64(points) / 2
	s.games++
	if g.Terms.Number == 0 {
		s.even++
	}
	if g.Terms.Number == handicap.MostStones {
		s.most++
	}
	if g.Terms.Number > 0 && math.Abs(hidden-0.5) <= 0.15 {
		s.fair++
	}
	s.black[g.Terms.Number].games++
	s.black[g.Terms.Number].won += won
	forecast := func(name string, chance float64) { s.brier[name] += (won - chance) * (won - chance) }
	forecast("hidden chances", hidden)
	expected := func(black, white float64) float64 {
		e, _ := rating.EGF2021.Expected(black, white, g.Terms.Number)
		return e
	}
	of := func(id int) float64 { return float64(c.members[id].declared.Rating().Points()) }
	forecast("declared ranks", expected(of(g.Black), of(g.White)))
	of = func(id int) float64 { return float64(c.ranks[id].Rating().Points()) }
	forecast("ranks in force", expected(of(g.Black), of(g.White)))
	for class, ratings := range c.egf {
		forecast("EGF, class "+string(class), expected(ratings[g.Black], ratings[g.White]))
	}
	if c.history != nil {
		forecast("strengths", c.history.Chance(g))
	}
}

// rate computes the EGF's ratings after an evening.
func (c *club) rate(class rating.Class, games []Game) {
	t := &tournament.Tournament{Settings: tournament.Settings{Size: 19}}
	ratings := c.egf[class]
	for id := range c.members {
		t.Players = append(t.Players, tournament.Player{ID: tournament.PlayerID(id + 1), Rating: rank.Points(int(math.Round(ratings[id])))})
	}
	round := tournament.Round{Number: 1, Published: true}
	for i, g := range games {
		round.Games = append(round.Games, tournament.Game{
			ID: i + 1, Table: i + 1, Black: tournament.PlayerID(g.Black + 1), White: tournament.PlayerID(g.White + 1),
			Handicap: g.Terms.Number, Komi: g.Terms.Komi, Result: g.Result,
		})
	}
	t.Rounds = []tournament.Round{round}
	for id, p := range rating.Rate(t, rating.Options{Class: class}).Players {
		ratings[id] += p.After - p.Start // without the rounding of the rating
	}
}

// summary returns Black's share in handicap games, in percent.
func (s *season) summary() (all share, spread float64) {
	for n, b := range s.black {
		if n > 0 {
			all.games += b.games
			all.won += b.won
		}
	}
	for _, x := range s.clubs {
		spread += (x - all.won/all.games) * (x - all.won/all.games)
	}
	return all, math.Sqrt(spread / float64(len(s.clubs)))
}

// In simulated clubs with hidden strengths no proposal flips, Black wins about half of the handicap games, and strengths
// forecast results better than declared ranks and the EGF's ratings. TOURNEY_CLUBS is the number of clubs, with seasons
// of 40 evenings; without it a few short ones, which leave room for chance.
func TestClubs(t *testing.T) {
	clubs, err := strconv.Atoi(os.Getenv("TOURNEY_CLUBS"))
	evenings, within := 40, 0.02
	if err != nil {
		clubs, evenings, within = 6, 16, 0.06
	}
	for _, way := range ways {
		s := &season{brier: map[string]float64{}}
		for seed := range clubs {
			s.run(uint64(seed), way, evenings)
		}
		all, spread := s.summary()
		t.Logf("%s: Black wins %.2f %% of %.0f handicap games, ± %.1f between clubs; %d games, %.1f %% even, %.1f %% with nine stones",
			way.name, 100*all.won/all.games, all.games, 100*spread, s.games, 100*float64(s.even)/float64(s.games), 100*float64(s.most)/float64(s.games))
		t.Logf("  %.1f %% of the handicap games have a hidden chance from 35 to 65 %%", 100*s.fair/all.games)
		for n, b := range s.black {
			t.Logf("  handicap %d: %.1f %% of %.0f", n, 100*b.won/max(b.games, 1), b.games)
		}
		for _, name := range slices.Sorted(maps.Keys(s.brier)) {
			t.Logf("  Brier %.4f %s", s.brier[name]/float64(s.games), name)
		}
		if s.strengths > 0 {
			t.Logf("  %d proposals, %d flip within three games, %d within ten; %.1f %% of strengths within two deviations", s.proposals, s.flips, s.laterFlips, 100*s.covered/s.strengths)
		}
		if !way.accepts {
			continue
		}
		if share := all.won / all.games; math.Abs(share-0.5) > within {
			t.Errorf("%s: Black wins %.3f of the handicap games", way.name, share)
		}
		if s.flips > 0 || s.proposals < clubs {
			t.Errorf("%s: %d of %d proposals flip within three games", way.name, s.flips, s.proposals)
		}
		for _, worse := range []string{"declared ranks", "EGF, class A", "EGF, class C"} {
			if s.brier["strengths"] >= s.brier[worse] {
				t.Errorf("%s: strengths forecast no better than %s", way.name, worse)
			}
		}
	}
}
