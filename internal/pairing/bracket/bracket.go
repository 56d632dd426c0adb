// Package bracket computes the pairings of a knockout, a double elimination or a round robin,
// the players who advance, and the players of pools who qualify for a stage.
//
// New sets a stage up for its seeds; then its rounds are decided:
//
//	state := bracket.New(t, stage, seeds)
//	state.DecideKnown(1)
//	for _, m := range state.Matches {
//		fmt.Println(m.Level, m.Sides, m.Winner)
//	}
//
// Tree is the bracket for display, with the names of its matches.
package bracket

import (
	"slices"

	"tourney/internal/tournament"
)

// A Match is one match of a bracket.
type Match struct {
	// Level counts the rounds of the stage from 1.
	Level int
	// From are the origins of the players of its two places.
	From [2]Origin
	// Again marks the second game of a final: it is played only if the player
	// with a loss won the first, and is Skipped else.
	Again, Skipped bool
	// Sides are its players, Winner and Loser its outcome: players, or one of the constants below.
	Sides         [2]tournament.PlayerID
	Winner, Loser tournament.PlayerID
}

// An Origin is the origin of a place's player: a seed, counted from 1, or the winner or loser of another match, by its
// index.
type Origin struct {
	Seed, Match int
	Loser       bool
}

const (
	// Nobody is an empty place of the bracket.
	Nobody tournament.PlayerID = 0
	// Later stands for the undecided player of another match.
	Later tournament.PlayerID = -1
)

// Of returns the matches of a stage's bracket for a number of players, each after the matches of its players' origins.
func Of(stage tournament.Stage, players int) []Match {
	rounds := 1
	for 1<<rounds < players {
		rounds++
	}
	if stage.System == tournament.DoubleElimination {
		return double(rounds, stage.Format.Alternating)
	}
	return knockout(rounds, stage.Format.ThirdPlace)
}

// Rounds counts the rounds of a bracket.
func Rounds(matches []Match) int {
	last := 0
	for i := range matches {
		last = max(last, matches[i].Level)
	}
	return last
}

// knockout returns the bracket of a knockout of 2^rounds places.
func knockout(rounds int, third bool) []Match {
	b, last := winners(rounds)
	if third && rounds > 1 {
		semi := last[rounds-2]
		b = append(b, Match{Level: rounds, From: [2]Origin{{Match: semi[0], Loser: true}, {Match: semi[1], Loser: true}}})
	}
	return b
}

// winners returns the part of a bracket for players without a loss, and the matches of each of its rounds.
func winners(rounds int) (b []Match, of [][]int) {
	order := SeedOrder(rounds)
	var here []int
	for i := 0; i < len(order); i += 2 {
		here = append(here, len(b))
		b = append(b, Match{Level: 1, From: [2]Origin{{Seed: order[i]}, {Seed: order[i+1]}}})
	}
	of = append(of, here)
	for level := 2; level <= rounds; level++ {
		before := here
		here = nil
		for i := 0; i < len(before); i += 2 {
			here = append(here, len(b))
			b = append(b, Match{Level: level, From: [2]Origin{{Match: before[i]}, {Match: before[i+1]}}})
		}
		of = append(of, here)
	}
	return b, of
}

// SeedOrder returns the seeds in the order of a bracket of 2^rounds places, such
// that the first two can meet in the final only, the first four in the
// semi-finals, and so on.
func SeedOrder(rounds int) []int {
	order := []int{1}
	for range rounds {
		size := 2 * len(order)
		var next []int
		for i, s := range order {
			if i%2 == 0 {
				next = append(next, s, size+1-s)
			} else {
				next = append(next, size+1-s, s)
			}
		}
		order = next
	}
	return order
}

// double returns the bracket of a double elimination: losers continue among the players with one loss. The last of
// these meets the player without a loss, twice if the player with a loss wins the first game. With alternating the
// losers cross over in another pattern on every level.
func double(rounds int, alternating bool) []Match {
	b, of := winners(rounds)
	add := func(x, y Origin) int {
		level := 0
		for _, s := range []Origin{x, y} {
			level = max(level, b[s.Match].Level)
		}
		b = append(b, Match{Level: level + 1, From: [2]Origin{x, y}})
		return len(b) - 1
	}
	var alive []Origin // players with one loss, in the order of the bracket
	for _, m := range of[0] {
		alive = append(alive, Origin{Match: m, Loser: true})
	}
	for level := 2; level <= rounds; level++ {
		var left []Origin
		for i := 0; i < len(alive); i += 2 {
			left = append(left, Origin{Match: add(alive[i], alive[i+1])})
		}
		pattern := 0
		if alternating {
			pattern = level - 2
		}
		coming := crossed(of[level-1], pattern)
		alive = nil
		for i, s := range left {
			alive = append(alive, Origin{Match: add(s, Origin{Match: coming[i], Loser: true})})
		}
	}
	final := add(Origin{Match: of[rounds-1][0]}, alive[0])
	second := add(Origin{Match: final}, Origin{Match: final, Loser: true})
	b[second].Again = true
	return b
}

// crossed returns the order in which the losers of a level join the earlier losers, so that two players of one match
// are far apart. The patterns take turns: from the other end, each half from its other end, the halves exchanged, and
// straight. A single pattern for all levels would undo on every second level the effect of the one before.
func crossed(level []int, pattern int) []int {
	half := len(level) / 2
	first, second := slices.Clone(level[:half]), slices.Clone(level[half:])
	if pattern %= 4; pattern < 2 {
		slices.Reverse(first)
		slices.Reverse(second)
	}
	if pattern%2 == 0 {
		first, second = second, first
	}
	return slices.Concat(first, second)
}
