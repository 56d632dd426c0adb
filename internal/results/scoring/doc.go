// Package scoring counts the points of players from their games in order of time, by rules that are data: evenings and
// seasons without rounds, in which all players have different numbers of games.
//
// Start from Rules and Count:
//
//	rules := scoring.Rules{Awards: []scoring.Award{
//		{On: scoring.Win, Points: scoring.Point},
//		{On: scoring.Played, Points: scoring.Point / 2, Meeting: scoring.First},
//	}}
//	table := scoring.Count(rules, players, games)
//	table.Standings[0].Points
//
// An award gives points for an event: a win, a loss, a jigo, a game, a first meeting, a streak, an excess over the
// expectation, a bonus outside the games. Tie-breaks and prizes count with awards, too. Rules are JSON, and Check bounds
// them. Sets holds the rules of real events with their sources. Rungs is a ladder at a time. TableOf and LadderAt are for a
// tournament of open play.
//
// The steps, in this order:
//
//  1. Games that do not count are left out: unrated ones, ladder games without a challenge, and games beyond the limits.
//  2. Each game's awards are added up, trimmed to the limits of points against an opponent and on a day.
//  3. The best games or days are added up, then the bonuses. The limit of a season trims the sum.
package scoring
