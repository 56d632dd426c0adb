package tournament

import (
	"reflect"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

func TestDecideRank(t *testing.T) {
	at := time.Date(2026, 3, 3, 20, 0, 0, 0, time.UTC)
	fresh := func() *Tournament {
		return &Tournament{
			Settings: Settings{System: Open, Rounds: MostTurns}, LastID: 2,
			Players: []Player{{ID: 1, Family: "Aho", Rank: rank.Kyu(6)}, {ID: 2, Family: "Player 2", Rank: rank.Kyu(6), Forgotten: true}},
		}
	}
	for fails, tt := range map[string]struct {
		id       PlayerID
		was, to  rank.Rank
		prepared func(tn *Tournament)
	}{
		"open.system":         {1, rank.Kyu(6), rank.Kyu(5), func(tn *Tournament) { tn.Settings.System = McMahon }},
		"player.missing":      {3, rank.Kyu(6), rank.Kyu(5), nil},
		"player.forgotten":    {2, rank.Kyu(6), rank.Kyu(5), nil},
		"player.rank.invalid": {1, rank.Kyu(6), rank.None, nil},
		"strength.overtaken":  {1, rank.Kyu(7), rank.Kyu(5), nil},
		"strength.decisions": {1, rank.Kyu(6), rank.Kyu(5), func(tn *Tournament) {
			tn.Players[0].RankDecisions = make([]RankDecision, mostRankDecisions)
		}},
	} {
		tn := fresh()
		if tt.prepared != nil {
			tt.prepared(tn)
		}
		before := tn.Clone()
		if err := tn.DecideRank(tt.id, RankDecision{At: at, Was: tt.was, Rank: tt.to}); !fault.Is(err, fails) {
			t.Errorf("%s: %v", fails, err)
		}
		if !reflect.DeepEqual(tn, before) {
			t.Errorf("%s: the tournament has changed", fails)
		}
	}
}

// An accepted rank replaces a decision that put off, and both can be undone; a copy shares no decisions.
func TestDecisionsAreUndone(t *testing.T) {
	at := time.Date(2026, 3, 3, 20, 0, 0, 0, time.UTC)
	tn := &Tournament{Settings: Settings{System: Open, Rounds: MostTurns}, LastID: 1, Players: []Player{{ID: 1, Family: "Aho", Rank: rank.Kyu(6)}}}
	first := tn.Clone()
	decide := func(after int, was, to rank.Rank, off bool) []Change {
		t.Helper()
		before := tn.Clone()
		if err := tn.DecideRank(1, RankDecision{At: at.AddDate(0, 0, after), Was: was, Rank: to, PutOff: off}); err != nil {
			t.Fatal(err)
		}
		if err := tn.Check(); err != nil {
			t.Fatal(err)
		}
		return before.Diff(tn)
	}
	off := decide(0, rank.Kyu(6), rank.Kyu(5), true)
	if p := tn.Players[0]; p.Rank != rank.Kyu(6) || len(p.RankDecisions) != 1 {
		t.Errorf("put off: %+v", p)
	}
	accepted := decide(7, rank.Kyu(6), rank.Kyu(4), false)
	if p := tn.Players[0]; p.Rank != rank.Kyu(4) || len(p.RankDecisions) != 1 || p.RankDecisions[0].PutOff {
		t.Errorf("accepted: %+v", p)
	}
	edited := tn.Players[0]
	edited.Club, edited.RankDecisions = "Oulu", nil
	if err := tn.EditPlayer(edited, RefuseNamesakes); err != nil || len(tn.Players[0].RankDecisions) != 1 {
		t.Errorf("an edit of the entry: %v, %+v", err, tn.Players[0].RankDecisions)
	}
	if err := tn.Undo(off); !fault.Is(err, "undo.overtaken") {
		t.Errorf("undo of the replaced decision: %v", err)
	}
	for _, step := range [][]Change{accepted, off} {
		if err := tn.Undo(step); err != nil {
			t.Fatal(err)
		}
	}
	first.Players[0].Club = "Oulu"
	if !reflect.DeepEqual(tn.Players, first.Players) {
		t.Errorf("after both undos: %+v", tn.Players)
	}
}

func TestCheckRefusesDecisions(t *testing.T) {
	at := time.Date(2026, 3, 3, 20, 0, 0, 0, time.UTC)
	for fails, decisions := range map[string][]RankDecision{
		"player.rank.invalid": {{At: at, Was: rank.Kyu(6), Rank: 100}},
		"strength.order":      {{At: at, Was: rank.Kyu(6), Rank: rank.Kyu(5)}, {At: at.Add(-1), Was: rank.Kyu(5), Rank: rank.Kyu(4)}},
	} {
		tn := &Tournament{Settings: Settings{System: Open, Rounds: MostTurns}, LastID: 1, Players: []Player{{ID: 1, Family: "Aho", Rank: rank.Kyu(6), RankDecisions: decisions}}}
		if err := tn.Check(); !fault.Is(err, fails) {
			t.Errorf("%s: %v", fails, err)
		}
	}
}
