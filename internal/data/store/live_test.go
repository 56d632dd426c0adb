package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rules"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
)

// liveSample are steps of every kind.
func liveSample() []live.Step {
	return []live.Step{
		{Number: 1, Kind: live.Move, Player: rules.Black, Point: rules.At(15, 3), Left: live.Clock{Noted: true, Seconds: 754}, At: at, Once: "a"},
		{Number: 2, Kind: live.Pass, Player: rules.White, Left: live.Clock{Noted: true, Seconds: 25, Over: 3}, At: at.Add(time.Second), Once: "b"},
		{Number: 3, Kind: live.Undo, At: at.Add(time.Second), Once: "c"},
		{Number: 4, Kind: live.Resign, Player: rules.White, Ends: true, At: at.Add(2 * time.Second), Once: "d"},
	}
}

func TestLiveStepsComeBack(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 2))
	create(t, s, sample(t, "other", 2))
	steps := liveSample()
	add := func(slug string, id int, step live.Step) error {
		return s.Tx(t.Context(), func(tx *Tx) error { return tx.AddLiveStep(slug, id, step) })
	}
	for i, step := range steps {
		if err := add("cup", 7, step); err != nil {
			t.Fatal(err)
		}
		got, err := s.LiveSteps(t.Context(), "cup", 7, 8)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(map[int][]live.Step{7: steps[:i+1]}, got); d != "" {
			t.Fatalf("(-written +read):\n%s", d)
		}
	}
	for _, step := range []live.Step{
		{Number: 4, Kind: live.Undo, At: at, Once: "e"}, // the number is taken
		{Number: 5, Kind: live.Undo, At: at, Once: "d"}, // the key is
	} {
		wantFault(t, add("cup", 7, step), "live.moved")
	}
	for _, other := range []struct {
		slug string
		id   int
	}{{"cup", 8}, {"other", 7}} {
		if err := add(other.slug, other.id, steps[0]); err != nil {
			t.Errorf("another game: %v", err)
		}
	}
	wantFault(t, add("nowhere", 7, steps[0]), "tournament.missing")
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := s.Backup(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	again := reopen(t, copied)
	if got, err := again.LiveSteps(t.Context(), "cup", 7); err != nil || cmp.Diff(steps, got[7]) != "" {
		t.Errorf("the backup has %v %v", got, err)
	}
}

func TestLiveStepsAreSavedWithTheWhole(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 2)
	steps := liveSample()
	for i := range steps {
		steps[i].Once = "" // from a file
	}
	err := s.Tx(t.Context(), func(tx *Tx) error {
		_, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: tn, Live: map[int][]live.Step{3: steps}}, Entry{By: "Anna", At: at})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.LiveSteps(t.Context(), "cup", 3); err != nil || cmp.Diff(steps, got[3]) != "" {
		t.Errorf("saved %v %v", got, err)
	}
}

func TestLiveTournaments(t *testing.T) {
	s := fresh(t)
	for i, slug := range []string{"running", "over", "none"} {
		tn := sample(t, slug, 2)
		g := &tn.Rounds[0].Games[0]
		if i < 2 {
			g.Live = tournament.LiveGame{ID: 1, Black: g.Black, White: g.White}
		}
		if i == 1 {
			g.Record = "aa"
		}
		create(t, s, tn)
	}
	if got, err := s.LiveTournaments(t.Context()); err != nil || fmt.Sprint(got) != "[running]" {
		t.Errorf("live in %v %v", got, err)
	}
}
