// Package desk has the pages for entering results: the list of games, the field for typed results, the questions about
// contradictory results.
package desk
