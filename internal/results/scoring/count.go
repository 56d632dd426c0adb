package scoring

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A Player is one row of the table.
type Player struct {
	ID int
	// Rank is the declared rank, which may be missing.
	Rank rank.Rank
	// Before and After are the ratings before and after all games, as far as known. A missing rating before is the middle of
	// the rank, or of 20 kyu.
	Before, After rank.Rating
	// Born is the year of birth, 0 if unknown.
	Born int
	// Team is the name of a team, empty without one.
	Team string
	// Bonuses counts the successes for awards on Bonus.
	Bonuses int
	// Joined is the time of joining a ladder, zero for a player from its start.
	Joined time.Time
}

// A Game is a dated game. Games without two players of the table, without a winner or a jigo, and won by default do not
// count; a ruling may give both players a win or a loss.
type Game struct {
	ID int
	// Day numbers the evenings; At orders the games of a day. Games at the same time follow each other by ID.
	Day int
	At  time.Time
	// Black and White are Player.ID.
	Black, White int
	Terms        handicap.Terms
	Result       tournament.Result
}

// A Table holds the results of all players.
type Table struct {
	// Standings are in the order of places, equal players by ID. Unscored tables are in the order of ID.
	Standings []Standing
	// Teams are the sums of their players, equal teams by name.
	Teams []Team
	// Prizes are in the order of the rules.
	Prizes []Awarded
	// Ladder lists the players from the top after the last game, nil without a ladder.
	Ladder []int
}

// A Standing is the result of a player.
type Standing struct {
	Player int
	// Place is shared by equal players, 0 in unscored tables.
	Place  int
	Points Points
	// Games are the counted ones. A ruling for or against both counts as a win or a loss of each.
	Games, Wins, Jigos, Losses int
	// Opponents is the number of different opponents.
	Opponents int
	// Steps is the sum of the moves up less the moves down, Rank the declared rank after them.
	Steps int
	Rank  rank.Rank
	// Lines are the counted games in order of time.
	Lines []Line
}

// A Line is a player's part in a counted game.
type Line struct {
	Game, Day, Opponent int
	Points              Points
	// Dropped lines are not among the best games or days.
	Dropped bool
}

// A Team is the sum of the points of its players.
type Team struct {
	Name   string
	Place  int
	Points Points
}

// An Awarded is a prize with its winners in the order of ID; without a success it has no winner.
type Awarded struct {
	Prize Prize
	// Value is the winners' figure. Numbers of games, ranks and rating points are in Point.
	Value   Points
	Winners []int
}

// An entry is a player's part in a counted game.
type entry struct {
	game     int
	day      int
	opponent *person
	outcome  Event
	// again are the events of earlier games against this opponent.
	again map[Event]bool
	// wins is the length of the run of wins after the game.
	wins   int
	excess float64
}

// A person is a player with the counted games in order of time.
type person struct {
	Player
	entries      []entry
	met          map[int]map[Event]bool // by opponent
	onDay        map[int]int            // games by day
	wins, losses int                    // of the present run
	steps        int
}

// Count returns the table of the players by the games. The order of players and games in the lists does not matter.
// Each ID is unique among players and among games. The rules have passed Check.
func Count(rules Rules, players []Player, games []Game) *Table {
	c := newCount(rules, players)
	for _, g := range inOrder(games) {
		c.add(g)
	}
	t := &Table{}
	if c.ladder != nil {
		t.Ladder = c.ladder.order
	}
	for _, p := range c.people {
		t.Standings = append(t.Standings, c.standing(p))
	}
	if !rules.Unscored {
		c.place(t.Standings)
		t.Teams = c.teams(t.Standings)
	}
	for _, prize := range rules.Prizes {
		t.Prizes = append(t.Prizes, c.award(prize))
	}
	return t
}

// inOrder returns the games in order of time, then of ID. The other fields make the order total.
func inOrder(games []Game) []Game {
	return slices.SortedFunc(slices.Values(games), func(a, b Game) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), a.At.Compare(b.At), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Black, b.Black), cmp.Compare(a.White, b.White), cmp.Compare(a.Result.String(), b.Result.String()))
	})
}

// A count holds the state between two games.
type count struct {
	rules  Rules
	people []*person // by ID
	byID   map[int]*person
	games  int            // counted games
	pairs  map[[2]int]int // counted games of two players
	ladder *Rungs         // nil without a ladder
}

func newCount(rules Rules, players []Player) *count {
	c := &count{rules: rules, byID: map[int]*person{}, pairs: map[[2]int]int{}}
	for _, p := range players {
		if c.byID[p.ID] == nil {
			c.byID[p.ID] = &person{Player: p, met: map[int]map[Event]bool{}, onDay: map[int]int{}}
			c.people = append(c.people, c.byID[p.ID])
		}
	}
	slices.SortFunc(c.people, func(a, b *person) int { return cmp.Compare(a.ID, b.ID) })
	if rules.Ladder.Reach > 0 {
		c.ladder = NewRungs(rules.Ladder, players)
	}
	return c
}

// outcomes returns the events of Black and White, empty for a game that does not count.
func outcomes(r tournament.Result) (black, white Event) {
	if !r.Played() {
		return "", ""
	}
	switch r.Outcome {
	case tournament.BlackWins:
		return Win, Loss
	case tournament.WhiteWins:
		return Loss, Win
	case tournament.Jigo:
		return Jigo, Jigo
	case tournament.BothWin:
		return Win, Win
	case tournament.BothLose:
		return Loss, Loss
	}
	return "", ""
}

// add counts a game for both players if the rules allow it.
func (c *count) add(g Game) {
	black, white := c.byID[g.Black], c.byID[g.White]
	forBlack, forWhite := outcomes(g.Result)
	if black == nil || white == nil || black == white || forBlack == "" || c.rules.Rated && !g.Result.Rated() {
		return
	}
	pair, l := [2]int{min(g.Black, g.White), max(g.Black, g.White)}, c.rules.Limits
	full := reached(black.onDay[g.Day], l.Day) && reached(white.onDay[g.Day], l.Day)
	if full || reached(c.games, l.First) || reached(c.pairs[pair], l.Opponent) {
		return
	}
	if c.ladder != nil && !c.ladder.play(g, forBlack, forWhite) {
		return
	}
	c.games++
	c.pairs[pair]++
	expected, other := c.rules.Formula.Odds(black.rating(), white.rating(), g.Terms.Number, g.Terms.Komi)
	c.enter(black, white, g, forBlack, expected)
	c.enter(white, black, g, forWhite, other)
}

func reached(n, limit int) bool { return limit > 0 && n >= limit }

// rating returns the rating in EGF points.
func (p *person) rating() float64 {
	switch {
	case p.Before.Stated():
		return float64(p.Before.Points())
	case p.Rank.Valid():
		return float64(p.Rank.Rating().Points())
	}
	return float64(rank.Beginner.Rating().Points())
}

// scored are the results for Excess.
var scored = map[Event]float64{Win: 1, Jigo: 0.5}

// enter adds a game to a player's list, unless the player has enough games of the day.
func (c *count) enter(p, opponent *person, g Game, outcome Event, expected float64) {
	if reached(p.onDay[g.Day], c.rules.Limits.Day) {
		return
	}
	p.onDay[g.Day]++
	met := p.met[opponent.ID]
	if met == nil {
		met = map[Event]bool{}
		p.met[opponent.ID] = met
	}
	e := entry{game: g.ID, day: g.Day, opponent: opponent, outcome: outcome, excess: scored[outcome] - expected,
		again: map[Event]bool{outcome: met[outcome], Played: met[Played]}}
	met[outcome], met[Played] = true, true
	switch {
	case outcome == Win:
		p.wins, p.losses = p.wins+1, 0
	case outcome == Loss:
		p.wins, p.losses = 0, p.losses+1
	case !c.rules.JigoContinues:
		p.wins, p.losses = 0, 0
	}
	e.wins = p.wins
	for _, m := range c.rules.Moves {
		switch {
		case outcome == Win && m.Wins > 0 && p.wins%m.Wins == 0:
			p.steps++
		case outcome == Loss && m.Losses > 0 && p.losses%m.Losses == 0:
			p.steps--
		}
	}
	p.entries = append(p.entries, e)
}

// points returns the points of an award for a player's game.
func (a Award) points(p *person, e entry) Points {
	if a.Meeting != "" && (a.Meeting == Again) != e.again[a.On] || !a.Against.matches(p.Rank, e.opponent.Rank) {
		return 0
	}
	switch {
	case a.On == Played, a.On == e.outcome, a.On == Streak && e.outcome == Win && e.wins%a.Length == 0:
		return a.Points
	case a.On == Excess:
		return Points(math.Round(float64(a.Points) * e.excess))
	}
	return 0
}

// matches reports whether an opponent's rank meets the condition. A professional counts as the amateur rank.
func (o Opponent) matches(own, other rank.Rank) bool {
	switch o {
	case Stronger, Weaker:
		steps := rank.Steps(other, own)
		return own.Valid() && other.Valid() && (o == Stronger && steps > 0 || o == Weaker && steps < 0)
	case Dan, Kyu:
		return other.Valid() && (o == Dan) == (other >= rank.Dan1)
	}
	return true
}

// pointsOf returns the sum of the awards for a player's game.
func pointsOf(awards []Award, p *person, e entry) (sum Points) {
	for _, a := range awards {
		sum += a.points(p, e)
	}
	return sum
}

// bonuses returns the points for successes outside the games.
func (p *person) bonuses(awards []Award) (sum Points) {
	for _, a := range awards {
		if a.On == Bonus {
			sum += a.Points * Points(p.Bonuses)
		}
	}
	return sum
}
