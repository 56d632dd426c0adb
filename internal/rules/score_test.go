package rules

import (
	"testing"
)

func system(t fataler, name string) *System {
	t.Helper()
	s, ok := ByName(name)
	if !ok {
		t.Fatalf("no rule system %q", name)
	}
	return &s
}

// final is a row of the scoring table as input to Score.
func (r row) final(t testing.TB) Final {
	return Final{
		Board:    r.board(t),
		Dead:     r.points(t, "dead"),
		Captured: [2]int{r.number(t, "captured_by_black"), r.number(t, "captured_by_white")},
		Passes:   [2]int{r.number(t, "passes_black"), r.number(t, "passes_white")},
		Handicap: r.number(t, "handicap"),
		Komi:     r.halves(t, "komi"),
	}
}

// expert positions are counted right only with marks of territory by hand.
func TestScoresOfReferencePositions(t *testing.T) {
	for _, r := range table(t, "scoring/scoring.csv") {
		f := r.final(t)
		check := func(column string, s *System, reading Reading) Score {
			t.Helper()
			f.Reading = reading
			got := s.Score(f)
			if text := got.Result(); text != r[column] && (text != "Jigo" || r[column] != "0") {
				t.Errorf("%s (%s): %s = %s, want %s", r["file"], r["class"], column, text, r[column])
			}
			return got
		}
		sides := func(black, white string, got Score, area int) {
			t.Helper()
			b, w := got.Black.Territory+area*got.Black.Stones, got.White.Territory+area*got.White.Stones
			if b != r.number(t, black) || w != r.number(t, white) {
				t.Errorf("%s (%s): %s, %s = %d, %d, want %s, %s", r["file"], r["class"], black, white, b, w, r[black], r[white])
			}
		}
		japanese := system(t, "japanese")
		sides("literal_black", "literal_white", check("japanese_literal", japanese, Literal), 0)
		sides("group_black", "group_white", check("japanese_group", japanese, Group), 0)
		got := check("japanese", japanese, Practical)
		sides("territory_black", "territory_white", got, 0)
		sides("dead_white", "dead_black", Score{Black: Side{Territory: got.Black.Dead}, White: Side{Territory: got.White.Dead}}, 0)
		if got.Neutral != r.number(t, "unfilled_neutral") {
			t.Errorf("%s: %d neutral points, want %s", r["file"], got.Neutral, r["unfilled_neutral"])
		}
		sides("area_black", "area_white", check("area_result", system(t, "tromp-taylor"), Practical), 1)
		check("chinese", system(t, "chinese"), Practical)
		check("aga", system(t, "aga"), Practical)
	}
}

// A fataler is a test or a property.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}
