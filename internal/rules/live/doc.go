// Package live holds a game that a recorder enters during play and that is published with a delay.
//
// A recorder appends steps: moves, passes, a resignation, and the undo of the last of them. Game.Take checks a step by
// the rules. Line returns the steps left after undos, Published the public part of the game at a moment:
//
//	step, err := game.Take(steps, live.Step{Kind: live.Move, Point: p, At: now})
//	steps = append(steps, step)
//	shown := live.Published(steps, delay, now)
package live
