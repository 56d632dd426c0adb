// Package desk is the room where results are entered: the list of games, the field
// that takes results as fast as they are typed, the questions about results that
// contradict each other, result slips.
package desk
