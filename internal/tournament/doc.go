// Package tournament is the model: the state of a tournament and the steps
// allowed in it.
//
// A Tournament holds its settings, players and rounds. Its methods are the
// steps a director can take; each checks its invariants first and leaves the
// tournament untouched when it returns a fault. The package uses no clock,
// database or language. The example plays one round.
//
// Diff compares two states; Undo reverts changes.
//
// The names and forms in JSON are the public format. The native format, the rows
// of the data file and the log follow from them. A field with the tag draw:"yes"
// is an input of draws.
package tournament
