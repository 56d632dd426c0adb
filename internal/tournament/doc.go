// Package tournament is the model: what the state of a tournament is, and
// which step is allowed now.
//
// A Tournament holds its settings, players and rounds. Its methods are the
// steps a director can take; each checks its invariants first and leaves the
// tournament untouched when it returns a fault. Nothing here knows a clock, a
// database or a language. The example plays one round.
//
// Two states are compared with Diff; a Change can be undone.
package tournament
