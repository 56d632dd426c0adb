// Package live is a game that a recorder enters while it is played, and what the world
// sees of it with a delay.
//
// A recorder appends steps: moves, passes, a resignation, and the undo of the last of
// them. Game.Take checks a step by the rules. Line is the moves that stand, Published
// what everybody may know at a moment:
//
//	step, err := game.Take(steps, live.Step{Kind: live.Move, Point: p, At: now})
//	steps = append(steps, step)
//	shown := live.Published(steps, delay, now)
package live
