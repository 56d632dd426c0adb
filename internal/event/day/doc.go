// Package day answers what happens on the day of a tournament besides pairings
// and results: who has a place, what players ask the desk for, where the round's
// clock stands, what is to be done next, and how the final standings are kept.
//
// It takes steps on a tournament and reads it; the director saves them:
//
//	id, err := day.Ask(t, tournament.Request{Kind: tournament.AskSkip, Player: 7, Round: 3, From: "Desk 1", At: now})
//	err = day.Grant(t, day.Decision{Request: id, By: "Anna", At: now})
//	for _, step := range day.Next(t, now) { … }
package day
