// Package desk is the room where results are entered: the list of games, the field
// for typed results, the questions about results that contradict each other.
package desk
