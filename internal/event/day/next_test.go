package day

import (
	"slices"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func kinds(steps []Step) (found []StepKind) {
	for _, s := range steps {
		found = append(found, s.Kind)
	}
	return found
}

// A latecomer during a round is a step of the day while a pairing in it is possible.
func TestLatecomersAreAStep(t *testing.T) {
	tn := event(t, 5)
	ok(t, tn.SetDraft(1, []tournament.Game{{Black: 1, White: 2}, {Black: 3, White: 4}}, []tournament.PlayerID{5}, tournament.Drawn{}))
	ok(t, tn.Publish(1))
	if late, free := Unpaired(tn); late != nil || free != nil {
		t.Fatalf("a bye alone is %v, %v", late, free)
	}
	id := enter(t, tn, tournament.Player{Family: "Late", Rank: rank.Kyu(4), Status: tournament.CheckedIn})
	late, free := Unpaired(tn)
	if !slices.Equal(late, []tournament.PlayerID{id}) || !slices.Equal(free, []tournament.PlayerID{id, 5}) {
		t.Fatalf("late %v, free %v", late, free)
	}
	if !slices.Contains(kinds(Next(tn, now)), Late) {
		t.Errorf("steps %v", kinds(Next(tn, now)))
	}
	ok(t, tn.SetDraft(2, []tournament.Game{{Black: 1, White: 3}}, nil, tournament.Drawn{}))
	if late, _ := Unpaired(tn); late != nil {
		t.Errorf("beside the next draft: %v", late)
	}
}

// A player with an announced absence is not late, checked in or not; a player registered after the publication is.
func TestAnnouncedAbsencesAreNotLate(t *testing.T) {
	tn := event(t, 5)
	ok(t, tn.SetAttendance(2, 1, tournament.Absent))
	ok(t, tn.SetDraft(1, []tournament.Game{{Black: 1, White: 3}, {Black: 4, White: 5}}, nil, tournament.Drawn{}))
	ok(t, tn.Publish(1))
	if late, _ := Unpaired(tn); late != nil {
		t.Errorf("late are %v", late)
	}
	id := enter(t, tn, tournament.Player{Family: "Late", Rank: rank.Kyu(4), Status: tournament.CheckedIn})
	if late, free := Unpaired(tn); !slices.Equal(late, []tournament.PlayerID{id}) || !slices.Equal(free, late) {
		t.Errorf("late are %v, free %v", late, free)
	}
}

// Requests about the next draw come before others, and sign-ups after both; a player who checks in has an answer.
func TestOrderOfOpenRequests(t *testing.T) {
	tn := event(t, 4)
	for i, kind := range []tournament.RequestKind{
		tournament.AskSignUp, tournament.AskSignUp, tournament.AskName, tournament.AskSkip, tournament.AskLate,
	} {
		r := tournament.Request{Kind: kind, Player: tn.Players[i%4].ID, Round: 1, From: tournament.FromPlayer, At: now}
		r.Proposed.Family = "New"
		if kind == tournament.AskLate {
			r.Round = 2
		}
		if _, err := add(tn, r, 0); err != nil {
			t.Fatal(err)
		}
	}
	tn.Players[1].Status = tournament.Preliminary
	var got []tournament.RequestKind
	NoteSignUps(tn, "Desk", now)
	for _, r := range Open(tn) {
		got = append(got, r.Kind)
	}
	want := []tournament.RequestKind{tournament.AskSkip, tournament.AskLate, tournament.AskName, tournament.AskSignUp}
	if !slices.Equal(got, want) {
		t.Errorf("open are %v, want %v", got, want)
	}
	if r := tn.Day.Requests[0]; r.State != tournament.RequestDone || r.By != "Desk" || r.Decided != now {
		t.Errorf("the sign-up of a player who is there is %+v", r)
	}
}

// The steps have no report while results are missing, nor for an event on small boards.
func TestNoReportWhileGamesAreOpen(t *testing.T) {
	for _, tt := range []struct {
		unknown, size int
		sends         bool
	}{{0, 19, true}, {1, 19, false}, {0, 13, false}} {
		tn := event(t, 4)
		tn.Settings.Size = tt.size
		sends := slices.ContainsFunc(endSteps(tn, tt.unknown, now), func(s Step) bool { return s.Kind == Send })
		if sends != tt.sends {
			t.Errorf("%d results missing, boards of %d lines: a report is a step: %v", tt.unknown, tt.size, sends)
		}
	}
}

// A membership that ended before the last day is a step of each day of play, until the final standings.
func TestEndedMembershipsAreAStep(t *testing.T) {
	tn := event(t, 4)
	tn.Settings.Rating.Formula = "aga"
	tn.Player(1).AGAExpiry, tn.Player(2).AGAExpiry = "2/2/2022", "12/31/2099"
	if steps := Next(tn, now); !slices.Contains(kinds(steps), Renew) || steps[slices.Index(kinds(steps), Renew)].Count != 1 {
		t.Errorf("the steps are %v", steps)
	}
	tn.Settings.Rating.Formula = ""
	if steps := Next(tn, now); slices.Contains(kinds(steps), Renew) {
		t.Errorf("in Europe the steps are %v", steps)
	}
}

// Open play has no tasks about rounds: its desk shows the games and the waiting players.
func TestNextOfOpenPlay(t *testing.T) {
	tn := event(t, 4)
	tn.Settings.System, tn.Settings.Rounds = tournament.Open, tournament.MostTurns
	tn.NoteArrivals(now)
	id, err := tn.Begin(tournament.Pair{Black: 1, White: 2}, now)
	ok(t, err)
	if got := Next(tn, now); got != nil {
		t.Errorf("steps %v", kinds(got))
	}
	tn.Game(id).Settling.Referee = 2
	if got := Next(tn, now); !slices.Equal(got, []Step{{Kind: Referee, Count: 1}}) {
		t.Errorf("steps %+v", got)
	}
}
