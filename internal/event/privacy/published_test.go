package privacy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// No private data of the desk are published: no draft, no line-up of a later round, no names of authors, no hash that
// identifies a hidden player.
func TestPublishedKeepsTheDeskBack(t *testing.T) {
	tn := event(t)
	tn.Players = append(tn.Players, tournament.Player{ID: 3, Family: "Cihla", Given: "Eva", Rank: rank.Kyu(3), Hiding: consent.Anonymous, Tags: []string{"junior"}})
	s := &tn.Settings
	s.PlayersSettle, s.DeskRecords = true, true
	s.Foreign = map[string]string{"other": "secret"}
	s.Fees.Currency, s.SignUp.Note = "secret", "secret"
	s.Constraints.Wishes = []tournament.Wish{{A: 1, B: 2, Kind: tournament.Apart}}
	s.Constraints.Seats = []tournament.Seat{{Player: 1, Table: 7}}
	s.Teams.Teams = []tournament.Team{{ID: 9, Name: "A", Lineups: []tournament.Lineup{{Round: 1}, {Round: 2}}}}
	s.Prizes.List = []tournament.Prize{{Name: "secret"}}
	game := tournament.Game{ID: 4, Round: 1, Table: 1, Black: 1, White: 2, EnteredBy: "secret", ConfirmedBy: "secret", Desk: "secret", Locked: true}
	tn.Rounds = []tournament.Round{
		{Number: 1, Published: true, Games: []tournament.Game{game}, Drawn: tournament.Drawn{Inputs: "guessable", MadeFrom: "guessable"}},
		{Number: 2, Games: []tournament.Game{{ID: 5, Round: 2, Table: 1, Black: 1, White: 3}}},
	}
	tn.Day = tournament.Day{
		Requests: []tournament.Request{{ID: 6, Note: "secret"}}, Incidents: []tournament.Incident{{ID: 7, Note: "secret"}},
		Announcements: []tournament.Announcement{{ID: 8, Text: "Tea", By: "secret"}}, Pictures: []tournament.Picture{{ID: 9, By: "secret"}},
	}
	got := Published(tn)
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"secret", "Cihla", "junior", "guessable"} {
		if strings.Contains(string(text), word) {
			t.Errorf("%q is published: %s", word, text)
		}
	}
	if len(got.Rounds) != 1 || len(got.Settings.Teams.Teams[0].Lineups) != 1 || len(got.Settings.Constraints.Wishes)+len(got.Settings.Constraints.Seats) > 0 {
		t.Errorf("published: %+v", got)
	}
	if !got.Settings.PlayerResults || got.Settings.PlayersSettle {
		t.Error("players who settle their games cannot report at the hub")
	}
	if Public(tn).Rounds[0].Drawn.Inputs != tournament.WithheldInputs || tn.Rounds[0].Drawn.Inputs == tournament.WithheldInputs {
		t.Error("the hash of what the round was drawn from")
	}
	for limit, want := range map[int][]int64{0: {}, 2: {1, 0}} {
		tn.Settings.SignUp.Limit = limit
		noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		tn.Players[0].Since, tn.Players[1].Since, tn.Players[2].Since = noon, noon.Add(-time.Hour), time.Time{}
		var times []int64
		for _, p := range Published(tn).Players {
			if !p.Since.IsZero() {
				times = append(times, p.Since.Unix())
			}
		}
		if !slices.Equal(times, want) {
			t.Errorf("with %d places the times of sign-ups are %v", limit, times)
		}
	}
	tn.Day.Finals = []tournament.FinalList{{ID: 10, By: "secret"}}
	if got := Published(tn); len(got.Settings.Prizes.List) != 1 || got.Day.Finals[0].By != "" {
		t.Errorf("at the end: %+v %+v", got.Settings.Prizes, got.Day.Finals)
	}
}

// A live game is published while it is public: not before its round, nor with other players, nor after it has its
// record and the next round is published.
func TestPublishedLiveGames(t *testing.T) {
	live := tournament.LiveGame{ID: 7, Moves: 2, Black: 1, White: 2}
	for name, tt := range map[string]struct {
		game  tournament.Game
		later bool // the next round is published
		want  tournament.LiveGame
	}{
		"played":          {tournament.Game{Live: live}, false, live},
		"played for long": {tournament.Game{Live: live}, true, live},
		"over":            {tournament.Game{Live: live, Record: "hash"}, false, live},
		"over for long":   {tournament.Game{Live: live, Record: "hash"}, true, tournament.LiveGame{}},
		"of others":       {tournament.Game{Live: tournament.LiveGame{ID: 7, Black: 1, White: 3}}, false, tournament.LiveGame{}},
		"not live":        {tournament.Game{}, false, tournament.LiveGame{}},
	} {
		tn := event(t)
		tt.game.ID, tt.game.Round, tt.game.Table, tt.game.Black, tt.game.White = 4, 1, 1, 1, 2
		tn.Rounds = []tournament.Round{
			{Number: 1, Published: true, Games: []tournament.Game{tt.game}},
			{Number: 2, Published: tt.later, Games: []tournament.Game{{ID: 5, Round: 2, Table: 1, Black: 1, White: 2}}},
		}
		if got := Published(tn).Rounds[0].Games[0].Live; got != tt.want {
			t.Errorf("a game that is %s: %+v, want %+v", name, got, tt.want)
		}
	}
}
