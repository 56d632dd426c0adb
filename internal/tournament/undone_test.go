package tournament

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
)

// Whatever change is undone, the outcome is sound: the check after an undo leaves out only what cannot have become wrong.
func TestUndoneIsSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tn := evening(t)
		var log [][]Change
		for i := range rapid.IntRange(4, 24).Draw(t, "changes") {
			was := tn.Clone()
			if step(t, tn, i) == nil {
				log = append(log, was.Diff(tn))
			} else {
				tn = was
			}
		}
		for i, changes := range log {
			before := fmt.Sprintf("%+v", *tn)
			next, err := tn.Undone(changes)
			if err == nil && next.Check() != nil {
				t.Fatalf("undoing change %d leaves %v", i, next.Check())
			}
			if got := fmt.Sprintf("%+v", *tn); got != before {
				t.Fatalf("undoing change %d changed the tournament itself", i)
			}
		}
	})
}

// evening returns a tournament of six players.
func evening(t *rapid.T) *Tournament {
	settings, err := PresetNamed("finnish")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := New(Info{Slug: "evening", Name: "Evening"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		if _, err := tn.AddPlayer(Player{Family: string(rune('A' + i)), Rank: rank.Kyu(5), Status: CheckedIn}, RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// step makes some change.
func step(t *rapid.T, tn *Tournament, number int) error {
	draft := len(tn.Rounds)
	if draft == 0 || tn.Rounds[draft-1].Published {
		draft++
	}
	player := &tn.Players[rapid.IntRange(0, len(tn.Players)-1).Draw(t, "player")]
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		_, err := tn.AddPlayer(Player{Family: fmt.Sprint("New ", number), Rank: rank.Kyu(5), Status: CheckedIn}, RefuseNamesakes)
		return err
	case 1:
		var games []Game
		for i := 0; i+1 < len(tn.Players); i += 2 {
			games = append(games, Game{Black: tn.Players[i].ID, White: tn.Players[i+1].ID, Komi: 13})
		}
		return tn.SetDraft(draft, games, nil, Drawn{})
	case 2:
		return tn.Publish(draft)
	case 3, 4:
		r := tn.Round(tn.Current())
		if r == nil || len(r.Games) == 0 {
			return nil
		}
		g := &r.Games[rapid.IntRange(0, len(r.Games)-1).Draw(t, "game")]
		_, _, err := tn.Record(Entry{Round: r.Number, Table: g.Table, Seen: g.Revision, Result: Result{Outcome: BlackWins}})
		return err
	case 5:
		return tn.SetStatus(player.ID, []Status{CheckedIn, Preliminary, Withdrawn}[rapid.IntRange(0, 2).Draw(t, "status")])
	}
	if len(tn.Players) < 3 {
		return nil
	}
	return tn.RemovePlayer(player.ID)
}
