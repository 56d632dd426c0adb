// Package rating answers what a tournament does to ratings: who was expected
// to win, what each game is worth, and where everybody ends.
//
// Start from Rate, which goes through a whole tournament, or from
// Formula.Expected for a single pairing:
//
//	report := rating.Rate(t, rating.Options{})
//	row := report.Player(id) // row.Before, row.After, row.Suggested
//
// All of it is a preview. The European Go Database rates with what it knows
// itself: the rating on the day the event is entered, and, for a player who
// professes two grades more than at his last event, a rating lifted to the new
// grade first (Change.Lift). A computed rating is therefore never a player's
// rating here.
package rating
