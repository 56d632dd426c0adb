// Package rating computes the ratings after a tournament: expectations, the gain
// of each game, and each player's new rating.
//
// Rate rates a whole tournament, Formula.Expected a single pairing:
//
//	report := rating.Rate(t, rating.Options{})
//	row := report.Player(id) // row.Before, row.After, row.Suggested
//
// All results are a preview. The European Go Database uses its own data: the rating on the day the event is entered,
// and, for players who declare two grades more than at their last event, a rating lifted to the new grade first
// (Change.Lift). A computed rating therefore never becomes a player's rating here.
package rating
