// Package tournament is the model: what the state of a tournament is, and
// which step is allowed now.
//
// A Tournament holds its settings, players and rounds. Its methods are the
// steps a director can take; each checks its invariants first and leaves the
// tournament untouched when it returns a fault. Nothing here knows a clock, a
// database or a language:
//
//	t, err := tournament.New("helsinki-open", "Helsinki Open", settings)
//	id, err := t.AddPlayer(tournament.Player{Family: "Salo", Given: "Anna", Rank: rank.Dan(4)}, false)
//	…
//	err = t.Publish(1)
//	was, now, err := t.Record(1, 7, 0, tournament.Result{Outcome: tournament.BlackWins})
//
// Two states are compared with Diff; a Change can be undone.
package tournament
