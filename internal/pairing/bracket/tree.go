package bracket

import (
	"slices"

	"tourney/internal/tournament"
)

// A Tree is a bracket for display, as far as it has been played.
type Tree struct {
	Stage tournament.Stage
	// Matches are all that can be played, each after the matches its players come from.
	Matches []TreeMatch
}

// Winner returns the winner of the bracket, 0 while it is not decided.
func (b *Tree) Winner() tournament.PlayerID {
	for _, m := range slices.Backward(b.Matches) {
		if !m.Spared && m.Part != Third {
			return m.Winner
		}
	}
	return 0
}

// A Part is a part of a bracket.
type Part string

// The parts: the winners' bracket, the losers' bracket of a double elimination, the game for the third place, the final
// of a double elimination and its second game.
const (
	Winners Part = "winners"
	Losers  Part = "losers"
	Third   Part = "third"
	Final   Part = "final"
	Again   Part = "again"
)

// A TreeMatch is one match of a tree.
type TreeMatch struct {
	// Number counts the matches from 1 that have two players; it is 0 for a
	// walkover.
	Number int
	// Round is the round of the tournament in which it is played.
	Round int
	Part  Part
	// Level counts the rounds of its part from 1, Left the later ones.
	Level, Left int
	Sides       [2]Side
	// Winner is 0 while it is unknown, or for a match without one.
	Winner tournament.PlayerID
	// Walkover marks a match with one empty place or two; Spared a second game
	// that is not played since the first decided.
	Walkover, Spared bool
}

// A Side is one place of a match in a tree.
type Side struct {
	// Player is 0 while unknown, and where the place is empty.
	Player tournament.PlayerID
	// Empty marks a place that stays empty.
	Empty bool
	// Seed is the number of the seed of this place. Where it is 0, the winner of the match From, counted from 0 in
	// Matches, takes it, or its loser.
	Seed, From int
	Loser      bool
}

// Tree decides all levels and returns the bracket for display. Rounds that are
// not published do not count.
func (st *State) Tree() Tree {
	for level := 1; level <= Rounds(st.Matches); level++ {
		st.DecideKnown(level)
	}
	tree := Tree{Stage: st.Stage}
	for i := range st.Matches {
		tree.Matches = append(tree.Matches, matchOf(st, i))
	}
	tree.assignNumbers()
	return tree
}

// matchOf returns match number i of a bracket for display.
func matchOf(st *State, i int) TreeMatch {
	m := &st.Matches[i]
	v := TreeMatch{Round: st.Stage.From + m.Level - 1, Part: partOf(st, i), Winner: max(m.Winner, Nobody), Spared: m.Skipped}
	for k, s := range m.From {
		id := m.Sides[k]
		v.Sides[k] = Side{Player: max(id, Nobody), Empty: id == Nobody, Seed: s.Seed, From: s.Match, Loser: s.Loser}
		v.Walkover = v.Walkover || id == Nobody
	}
	return v
}

// partOf returns the part of its bracket that match number i belongs to.
func partOf(st *State, i int) Part {
	m := &st.Matches[i]
	double := st.Stage.System == tournament.DoubleElimination
	switch {
	case m.Again:
		return Again
	case double && i == len(st.Matches)-2:
		return Final
	case double && (m.From[0].Loser || m.From[1].Loser || m.From[0].Seed == 0 && partOf(st, m.From[0].Match) == Losers):
		return Losers
	case m.From[0].Loser:
		return Third
	}
	return Winners
}

// A MatchName is the message that names a match.
type MatchName struct {
	Key  string
	Args []any
}

// Message returns key and arguments, so that a name can stand in a sentence.
func (n MatchName) Message() (key string, args []any) { return n.Key, n.Args }

// Name returns the name of a match: semi-final, losers' round 2.
func (b *Tree) Name(m *TreeMatch) MatchName {
	double := b.Stage.System == tournament.DoubleElimination
	switch {
	case m.Part == Third, m.Part == Again, m.Part == Final:
		return MatchName{"bracket.match." + string(m.Part), nil}
	case double && m.Left == 0:
		return MatchName{"bracket.match." + string(m.Part) + ".final", nil}
	case double:
		return MatchName{"bracket.match." + string(m.Part), []any{m.Level}}
	case m.Left <= 2:
		return MatchName{[]string{"bracket.match.final", "bracket.match.semifinal", "bracket.match.quarterfinal"}[m.Left], nil}
	}
	return MatchName{"bracket.match.last", []any{2 << m.Left}}
}

func (b *Tree) assignNumbers() {
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

// Prescribes reports whether the two players of a match are the players in the bracket; the director may have exchanged
// players.
func (b *Tree) Prescribes(m *TreeMatch, seeds []tournament.PlayerID) bool {
	for _, s := range m.Sides {
		if s.Seed > 0 {
			if s.Seed > len(seeds) || s.Player != seeds[s.Seed-1] { // another player was placed in an empty place
				return false
			}
			continue
		}
		from := &b.Matches[s.From]
		if won := from.Winner == s.Player; won == s.Loser || !won && from.Sides[0].Player != s.Player && from.Sides[1].Player != s.Player {
			return false
		}
	}
	return true
}

// A TreeOrigin is the origin of a player of a match: a seed, or an earlier match, ignoring byes between them.
type TreeOrigin struct {
	// Seed is the number of the seed, 0 for a player from a match.
	Seed int
	// Match is the Number of that match; Lost is set for its loser.
	Match int
	Lost  bool
}

// OriginOf returns the origin of the player of a place in the tree.
func (b *Tree) OriginOf(s Side) TreeOrigin {
	for s.Seed == 0 && b.Matches[s.From].Walkover {
		sides := b.Matches[s.From].Sides
		s = sides[0]
		if s.Empty {
			s = sides[1]
		}
	}
	if s.Seed > 0 {
		return TreeOrigin{Seed: s.Seed}
	}
	return TreeOrigin{Match: b.Matches[s.From].Number, Lost: s.Loser}
}

// Reachable reports for each side of each match whether a player is or could still be in it.
func (b *Tree) Reachable(id tournament.PlayerID) [][2]bool {
	can := make([][2]bool, len(b.Matches))
	for i := range b.Matches {
		for k, s := range b.Matches[i].Sides {
			from := &b.Matches[s.From]
			switch {
			case s.Player > 0 || s.Empty || s.Seed > 0:
				can[i][k] = s.Player == id
			case from.Winner == 0:
				can[i][k] = can[s.From][0] || can[s.From][1]
			}
		}
	}
	return can
}
