// Package day implements the day of a tournament besides pairings and results: places, requests
// to the desk, the clock of the round, the next steps of the desk, and the final standings.
//
// It changes and reads a tournament; the director saves the changes:
//
//	id, err := day.Ask(t, tournament.Request{Kind: tournament.AskSkip, Player: 7, Round: 3, From: "Desk 1", At: now})
//	err = day.Grant(t, day.Decision{Request: id, By: "Anna", At: now})
//	for _, step := range day.Next(t, now) { … }
package day
