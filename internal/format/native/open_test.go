package native

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A file of the former system "free" is read as a Swiss tournament with its own criteria, in each of its stages.
func TestFreeSystemIsReadAsSwiss(t *testing.T) {
	const text = `{"tourney":1,"info":{"slug":"a","name":"A"},"settings":{"system":"free","rounds":3,"size":19,"floor":"30k","bar":"9d",
		"handicap":{"basis":"rank","evenKomi":6.5},"criteria":["NBW","SODOSW"],"stages":[{"from":3,"system":"free"}]},
		"players":[{"id":1,"family":"A","rank":"1k","status":"checked-in"},{"id":2,"family":"B","rank":"1k","status":"checked-in"}],
		"rounds":[{"published":true,"games":[{"id":3,"table":1,"black":1,"white":2,"result":"B+R"}]}],"lastId":3}`
	whole, findings, err := Read([]byte(text))
	if err != nil || len(findings) > 0 {
		t.Fatal(findings, err)
	}
	s := &whole.Settings
	if s.System != tournament.Swiss || s.Stages[0].System != tournament.Swiss || len(whole.Rounds) != 1 ||
		!cmp.Equal(s.Criteria, []tournament.Criterion{tournament.NBW, tournament.SODOSW}) {
		t.Errorf("%s, stages %v, criteria %v, %d rounds", s.System, s.Stages, s.Criteria, len(whole.Rounds))
	}
}

// season returns open play of two evenings: the first with turns of one game, the second with a game in play.
func season(t *testing.T, turns int) *tournament.Tournament {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s, err := tournament.PresetNamed("club")
	must(err)
	s.Open = tournament.OpenPlay{Rematch: tournament.RematchAtOnce, Promise: 15, Widest: 9}
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, s)
	must(err)
	now := time.Date(2026, 3, 3, 18, 0, 0, 0, time.UTC)
	arrive := func() {
		for i := range 3 {
			if len(tn.Players) <= i {
				_, err := tn.AddPlayer(tournament.Player{Family: string(rune('A' + i)), Rank: rank.Kyu(3 + i)}, tournament.RefuseNamesakes)
				must(err)
			}
			must(tn.SetStatus(tournament.PlayerID(i+1), tournament.CheckedIn))
		}
		tn.NoteArrivals(now)
	}
	arrive()
	for n := range turns {
		id, err := tn.Begin(tournament.Pair{Black: 1 + tournament.PlayerID(n%2), White: 3}, now.Add(time.Duration(n)*time.Second))
		must(err)
		g := tn.Game(id)
		_, _, err = tn.Record(tournament.Entry{
			Round: g.Round, Table: g.Table, By: "Anna", At: now.Add(time.Duration(n+1) * time.Second),
			Result: tournament.Result{Outcome: tournament.BlackWins},
		})
		must(err)
	}
	must(tn.Rest(2, true, now))
	must(tn.EndEvening(now.Add(4 * time.Hour)))
	now = now.AddDate(0, 0, 7)
	arrive()
	must(tn.Rest(2, true, now))
	_, err = tn.Begin(tournament.Pair{Black: 1, White: 3, Table: 4}, now)
	must(err)
	return tn
}

// Open play is read as it was written: evenings, running games, and more turns than a tournament has rounds.
func TestOpenPlayComesBack(t *testing.T) {
	for _, turns := range []int{0, 3, 120} {
		tn := season(t, turns)
		var text bytes.Buffer
		if _, err := Write(&text, tournament.Whole{Tournament: tn}, nil); err != nil {
			t.Fatal(err)
		}
		whole, findings, err := Read(text.Bytes())
		if err != nil || len(findings) > 0 {
			t.Fatalf("%d turns: %v, %v", turns, findings, err)
		}
		if left := tn.Diff(whole.Tournament); len(left) > 0 || len(whole.Rounds) != turns+1 || whole.LastID != tn.LastID {
			t.Errorf("%d turns: %d are read, differences %+v", turns, len(whole.Rounds), left)
		}
	}
}

// Files of open play with turns that cannot have been played are refused.
func TestImpossibleTurnsAreRefused(t *testing.T) {
	var text bytes.Buffer
	if _, err := Write(&text, tournament.Whole{Tournament: season(t, 2)}, nil); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, now, want string }{
		{`"published": true`, `"published": false`, "open.rounds"},
		{`"table": 4`, `"table": 0`, "game.table.range"},
		{`"result": "B+"`, `"result": "?"`, "open.playing"},
		{`"first": 3`, `"first": 5`, "open.evenings"},
		{`"white": 3`, `"white": 1`, "player.twice"},
		{`"byes": []`, `"byes": [2]`, "open.rounds"},
	} {
		spoilt := strings.Replace(text.String(), tt.old, tt.now, 1)
		if tt.old == `"byes": []` {
			spoilt = strings.Replace(text.String(), `"published": true`, `"published": true, "byes": [2]`, 1)
		}
		if spoilt == text.String() {
			t.Errorf("%s is not in\n%s", tt.old, text.String())
		}
		if _, _, err := Read([]byte(spoilt)); !fault.Is(err, tt.want) {
			t.Errorf("%s: %v, want fault %s", tt.now, err, tt.want)
		}
	}
}
