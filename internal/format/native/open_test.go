package native

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/testkit/formattest"
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

// Open play is read as it was written: evenings, running games, and more turns than a tournament has rounds.
func TestOpenPlayComesBack(t *testing.T) {
	for _, turns := range []int{0, 3, 120} {
		tn := formattest.Season(t, turns)
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
	if _, err := Write(&text, tournament.Whole{Tournament: formattest.Season(t, 2)}, nil); err != nil {
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
