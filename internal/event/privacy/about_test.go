package privacy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// A player's file has changes of games from the publication of their round on, and names no person of the desk.
func TestAccountKeepsDraftsAndTheDeskBack(t *testing.T) {
	game := func(id, round int, result tournament.Outcome) *tournament.Game {
		return &tournament.Game{ID: id, Round: round, Black: 1, White: 2, EnteredBy: "Anna", Desk: "browser", ConfirmedBy: "Emil",
			Result: tournament.Result{Outcome: result}, Dispute: tournament.Dispute{By: "Anna", Desk: "browser"}}
	}
	tn := &tournament.Tournament{
		Players: []tournament.Player{{ID: 1, Family: "Aho"}, {ID: 2, Family: "Berg"}, {ID: 3, Family: "Chen"}},
		Rounds: []tournament.Round{
			{Number: 1, Published: true, Games: []tournament.Game{*game(1, 1, tournament.BlackWins)}},
			{Number: 2, Games: []tournament.Game{*game(2, 2, tournament.Unknown)}},
		},
	}
	tn.Day.Requests = []tournament.Request{{ID: 1, Player: 1, From: tournament.FromPlayer, By: "Anna"}, {ID: 2, Player: 2, From: "Anna"}}
	tn.Day.Incidents = []tournament.Incident{{ID: 1, Player: 1, By: "Anna"}}
	drafted := func(g *tournament.Game) tournament.Change {
		return tournament.Change{Game: &tournament.Edit[tournament.Game]{New: g}}
	}
	round := func(n int, was, now bool) tournament.Change {
		return tournament.Change{Round: &tournament.Edit[tournament.Round]{Old: &tournament.Round{Number: n, Published: was}, New: &tournament.Round{Number: n, Published: now}}}
	}
	log := [][]tournament.Change{
		{{Player: &tournament.Edit[tournament.Player]{New: &tn.Players[0]}}},
		{{Player: &tournament.Edit[tournament.Player]{New: &tn.Players[1]}}},
		{{Round: &tournament.Edit[tournament.Round]{New: &tournament.Round{Number: 1}}}, drafted(game(9, 1, tournament.Unknown))},
		{round(1, false, true)},
		{round(1, true, false)},
		{drafted(game(1, 1, tournament.Unknown))},
		{round(1, false, true)},
		{{Game: &tournament.Edit[tournament.Game]{Old: game(1, 1, tournament.Unknown), New: game(1, 1, tournament.BlackWins)}}},
		{{Round: &tournament.Edit[tournament.Round]{New: &tournament.Round{Number: 2}}}, drafted(game(2, 2, tournament.Unknown))},
		{{Request: &tournament.Edit[tournament.Request]{New: &tn.Day.Requests[0]}}, {Request: &tournament.Edit[tournament.Request]{New: &tn.Day.Requests[1]}}},
		{{Incident: &tournament.Edit[tournament.Incident]{New: &tn.Day.Incidents[0]}}},
	}
	var entries []AccountEntry
	for i, changes := range log {
		entries = append(entries, AccountEntry{Version: i + 1, By: "Anna", Changes: changes})
	}
	a := About(tn, Public(tn), 1)
	a.AddLog(tn, entries)
	var told []int
	for _, e := range a.Log {
		told = append(told, e.Version)
	}
	if want := []int{1, 8, 10, 11}; !slices.Equal(told, want) {
		t.Errorf("the file has the entries %v, want %v", told, want)
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Anna", "Emil", "browser"} {
		if strings.Contains(string(text), word) {
			t.Errorf("the file says %q: %s", word, text)
		}
	}
	if len(a.Requests) != 1 || a.Requests[0].From != tournament.FromPlayer || a.Requests[0].By != "desk" {
		t.Errorf("the requests are %+v", a.Requests)
	}
	if tn.Day.Requests[0].By != "Anna" || tn.Rounds[0].Games[0].EnteredBy != "Anna" {
		t.Error("the tournament was changed")
	}
}
