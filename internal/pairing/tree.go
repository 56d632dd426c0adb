package pairing

import (
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
)

// Seeds returns who plays the stage of round n, the first seed first: those
// written down once its first round is published, and until then who would play
// it as things stand. Where teams play they are teams.
func Seeds(t *tournament.Tournament, n int) []tournament.PlayerID {
	if t.Settings.Teams.Boards > 0 {
		t = ofTeams(t)
	}
	return slices.Clone(seedsOf(t, t.Settings.Stage(n)))
}

// Needed returns how many rounds the plan of a stage takes at most, and for how
// many players, or teams: those who play it, or before it begins all who have
// registered and not withdrawn. A cup takes as many until one player alone can
// have won them all; other systems without a plan take 0.
func Needed(t *tournament.Tournament, stage tournament.Stage) (rounds, players int) {
	if !stage.System.Planned() && stage.System != tournament.Cup {
		return 0, 0
	}
	if t.Settings.Teams.Boards > 0 {
		t = ofTeams(t)
	}
	if r := t.Round(stage.From); r != nil && r.Published {
		players = len(seedsOf(t, stage))
	} else {
		for i := range t.Players {
			if p := &t.Players[i]; p.Status != tournament.Withdrawn && !t.Ghost(p.ID) {
				players++
			}
		}
		if stage.Qualify > 0 {
			players = min(players, stage.Qualify)
		}
	}
	switch {
	case players < 2:
		return 0, players
	case stage.System == tournament.RoundRobin:
		return bergerRounds(stage, players), players
	}
	return bracket.Rounds(bracket.Of(stage, players)), players // that of a cup is a knockout's
}

// A Bracket is a knockout or a double elimination as far as it has been played.
type Bracket struct {
	Stage tournament.Stage
	// Matches are all that can be played, each after those that its players come
	// from.
	Matches []Match
}

// Winner returns who has won the bracket, 0 while it is not decided.
func (b *Bracket) Winner() tournament.PlayerID {
	for _, m := range slices.Backward(b.Matches) {
		if !m.Spared && m.Part != Third {
			return m.Winner
		}
	}
	return 0
}

// A Part is a part of a bracket.
type Part string

// The parts: those who have not lost, those who have lost once in a double
// elimination, the game for the third place, the final of a double elimination
// and its second game.
const (
	Winners Part = "winners"
	Losers  Part = "losers"
	Third   Part = "third"
	Final   Part = "final"
	Again   Part = "again"
)

// A Match is one match of a bracket.
type Match struct {
	// Number counts the matches from 1 that have two players; it is 0 for a
	// walkover.
	Number int
	// Round is the round of the tournament in which it is played.
	Round int
	Part  Part
	// Level counts the rounds of its part from 1, Left those that follow it.
	Level, Left int
	Sides       [2]Side
	// Winner is 0 while it is not known, or if there is none.
	Winner tournament.PlayerID
	// Walkover says that one side, or both, is an empty place; Spared that a
	// second game is not played, as the first has decided.
	Walkover, Spared bool
}

// A Side is one place of a match.
type Side struct {
	// Player is 0 while he is not known, and where the place is empty.
	Player tournament.PlayerID
	// Empty says that nobody will come to the place.
	Empty bool
	// Seed is the number of the seed who comes here, 0 where the winner of the
	// match From comes, counted from 0 in Matches, or its loser.
	Seed, From int
	Loser      bool
}

// Tree returns the bracket of the stage of round n, of teams where they play;
// ok is false for other systems and for fewer than two players. Rounds that are
// not published say nothing.
func Tree(t *tournament.Tournament, n int) (tree Bracket, ok bool) {
	stage := t.Settings.Stage(n)
	if !stage.System.Eliminates() {
		return tree, false
	}
	if t.Settings.Teams.Boards > 0 {
		t = ofTeams(t)
	}
	seeds := seedsOf(t, stage)
	if len(seeds) < 2 {
		return tree, false
	}
	c := bracket.New(t, stage, seeds)
	for level := 1; level <= bracket.Rounds(c.Matches); level++ {
		c.Look(level)
	}
	tree.Stage = stage
	for i := range c.Matches {
		tree.Matches = append(tree.Matches, matchOf(c, i))
	}
	tree.count()
	return tree, true
}

// matchOf returns match number i of a bracket as people see it.
func matchOf(c *bracket.Course, i int) Match {
	m := &c.Matches[i]
	v := Match{Round: c.Stage.From + m.Level - 1, Part: partOf(c, i), Winner: max(m.Winner, bracket.Nobody), Spared: m.Skipped}
	for k, s := range m.From {
		who := m.Sides[k]
		v.Sides[k] = Side{Player: max(who, bracket.Nobody), Empty: who == bracket.Nobody, Seed: s.Seed, From: s.Match, Loser: s.Loser}
		v.Walkover = v.Walkover || who == bracket.Nobody
	}
	return v
}

// partOf says to which part of its bracket match number i belongs.
func partOf(c *bracket.Course, i int) Part {
	m := &c.Matches[i]
	double := c.Stage.System == tournament.DoubleElimination
	switch {
	case m.Again:
		return Again
	case double && i == len(c.Matches)-2:
		return Final
	case double && (m.From[0].Loser || m.From[1].Loser || m.From[0].Seed == 0 && partOf(c, m.From[0].Match) == Losers):
		return Losers
	case m.From[0].Loser:
		return Third
	}
	return Winners
}

// Name returns what a match is called: semi-final, losers' round 2.
func (b *Bracket) Name(m *Match) Said {
	double := b.Stage.System == tournament.DoubleElimination
	switch {
	case m.Part == Third, m.Part == Again, m.Part == Final:
		return Said{"match." + string(m.Part), nil}
	case double && m.Left == 0:
		return Said{"match." + string(m.Part) + ".final", nil}
	case double:
		return Said{"match." + string(m.Part), []any{m.Level}}
	case m.Left <= 2:
		return Said{[]string{"match.final", "match.semifinal", "match.quarterfinal"}[m.Left], nil}
	}
	return Said{"match.last", []any{2 << m.Left}}
}

// count numbers the matches, and the rounds of each part.
func (b *Bracket) count() {
	number := 0
	for i := range b.Matches {
		if m := &b.Matches[i]; !m.Walkover {
			number++
			m.Number = number
		}
	}
	rounds := map[Part][]int{}
	for _, m := range b.Matches {
		rounds[m.Part] = append(rounds[m.Part], m.Round)
	}
	for part, list := range rounds {
		slices.Sort(list)
		rounds[part] = slices.Compact(list)
	}
	for i := range b.Matches {
		m := &b.Matches[i]
		before, _ := slices.BinarySearch(rounds[m.Part], m.Round)
		m.Level, m.Left = before+1, len(rounds[m.Part])-before-1
	}
}
