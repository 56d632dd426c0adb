package pairing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A bye for a chosen player moves the former receiver of the bye to that player's game, so that all have a game or the
// bye.
func TestGivenByeMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := drafted(t, 2*rapid.IntRange(1, 5).Draw(t, "pairs")+1)
		r := tn.Round(1)
		holder, g := r.Byes[0], rapid.SampledFrom(r.Games).Draw(t, "game")
		next, err := GiveBye(tn, 1, g.White)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(next.Byes, []tournament.PlayerID{g.White}) || len(next.Games) != len(r.Games) {
			t.Fatalf("byes %v and %d games of %d", next.Byes, len(next.Games), len(r.Games))
		}
		if now := next.Game(holder); now == nil || !now.Has(g.Black) || now.Table != g.Table {
			t.Fatalf("the player who had the bye plays %+v", now)
		}
	})
}

// Two byes, or a bye beside a player without a game, are reported unless they cannot be avoided.
func TestWastedByes(t *testing.T) {
	tn := drafted(t, 7)
	r := copied(tn.Round(1))
	holder, g := r.Byes[0], r.Games[0]
	r.Games = r.Games[1:]
	for _, tt := range []struct {
		byes []tournament.PlayerID
		want string
	}{
		{[]tournament.PlayerID{holder, g.White}, "check.bye.wasted [3]"},
		{[]tournament.PlayerID{holder, g.White, g.Black}, "check.bye.wasted [3]"},
	} {
		if err := tn.SetDraft(1, r.Games, tt.byes, r.Drawn); err != nil {
			t.Fatal(err)
		}
		if got := listed(Checks(tn, 1)); !strings.Contains(got, tt.want) {
			t.Errorf("byes of %v:\n%s", tt.byes, got)
		}
		if c := found(tn, 1, "check.bye.wasted"); c != nil && c.Grave != (len(tt.byes) == 2) {
			t.Errorf("byes of %v: grave is %v", tt.byes, c.Grave)
		}
	}
}

// Byes that a plan gives are counted like others, and none of them is a fault.
func TestPlannedByesAreTold(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 3), ranks(6)...)
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 1)); !strings.Contains(got, "check.bye.given [2]") || strings.Count(got, "check.bye") != 1 {
		t.Errorf("checks:\n%s", got)
	}
}

// A late player is reported while the round is in play, and not afterwards.
func TestLatecomersAreTold(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(5)...)
	play(t, tn, 1, []tournament.Game{met(4, 1), met(2, 3)}, []tournament.PlayerID{5}, blackWon)
	late := add(t, tn, tournament.CheckedIn)
	add(t, tn, tournament.Preliminary)
	away := add(t, tn, tournament.CheckedIn)
	tn.Player(away).HalfByes = tn.Player(away).HalfByes.With(1)
	if got := listed(Checks(tn, 1)); !strings.Contains(got, fmt.Sprintf("check.presence.came [1] [] [%d]", late)) {
		t.Errorf("player %d came late:\n%s", late, got)
	}
	if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: 2, Result: blackWon}); err != nil {
		t.Fatal(err)
	}
	if c := found(tn, 1, "check.presence.came"); c != nil {
		t.Errorf("after the round: %+v", c)
	}
}

func add(t failer, tn *tournament.Tournament, status tournament.Status) tournament.PlayerID {
	p := tournament.Player{Family: string(rune('Q' + len(tn.Players))), Rank: rank.Kyu(3), Status: status}
	id, err := tn.AddPlayer(p, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// An open request that decides who plays is reported at the draw of its round, until it has an answer.
func TestRequestsAreTold(t *testing.T) {
	for _, tt := range []struct {
		kind  tournament.RequestKind
		round int
		key   string
		grave bool
	}{
		{tournament.AskSkip, 1, "check.requests.away", true},
		{tournament.AskSkip, 2, "", false},
		{tournament.AskLeave, 1, "check.requests.away", true},
		{tournament.AskLate, 2, "check.requests.away", true},
		{tournament.AskLate, 1, "", false}, // the player is there
		{tournament.AskSubstitute, 1, "check.requests.away", true},
		{tournament.AskRank, 0, "check.requests.open", false},
		{tournament.AskName, 0, "", false},
		{tournament.AskSignUp, 0, "", false},
	} {
		tn := drafted(t, 6)
		tn.Day.Requests = []tournament.Request{{ID: 90, Kind: tt.kind, Player: 3, Round: tt.round, State: tournament.RequestNew}}
		var found []string
		for _, c := range Checks(tn, 1) {
			if c.Subject == "requests" {
				found = append(found, c.Key)
				if c.Grave != tt.grave || !slices.Equal(c.Players, []tournament.PlayerID{3}) {
					t.Errorf("%s of round %d: %+v", tt.kind, tt.round, c)
				}
			}
		}
		if got := strings.Join(found, " "); got != tt.key {
			t.Errorf("%s of round %d is checked as %q, want %q", tt.kind, tt.round, got, tt.key)
		}
		tn.Day.Requests[0].State = tournament.RequestRefused
		if got := listed(Checks(tn, 1)); strings.Contains(got, "requests") {
			t.Errorf("after the answer: %s", got)
		}
	}
}
