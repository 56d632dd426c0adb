// Package desk is the room where results are entered: the list of games, the line
// that takes results as fast as they are typed, the questions about results that
// contradict each other, slips.
package desk
