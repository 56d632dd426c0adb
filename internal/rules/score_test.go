package rules

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules/sgf"
)

func system(t failer, name string) *System {
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

// Expert positions are counted right only with territory marked by hand.
func TestScoresOfReferencePositions(t *testing.T) {
	for _, r := range table(t, "scoring/scoring.csv") {
		f := r.final(t)
		check := func(column string, s *System, reading Reading) Score {
			t.Helper()
			f.Reading = reading
			got := s.Score(f)
			if text := got.Outcome().String(); text != r[column] && (text != "Jigo" || r[column] != "0") {
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

// A failer is a test or a property.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// A position turned or mirrored has the same score, whatever the reading.
func TestScoreDoesNotDependOnTheSide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols, rows := rapid.IntRange(1, 9).Draw(t, "columns"), rapid.IntRange(1, 7).Draw(t, "rows")
		turned := []*Board{emptyBoard(t, cols, rows), emptyBoard(t, cols, rows), emptyBoard(t, rows, cols)}
		places := []func(Point) Point{
			func(p Point) Point { return p },
			func(p Point) Point { return At(cols-1-p.Col(), p.Row()) },
			func(p Point) Point { return At(p.Row(), p.Col()) },
		}
		dead := make([][]Point, len(turned))
		turned[0].Points(func(p Point) {
			c := Color(rapid.IntRange(0, 2).Draw(t, "stone"))
			isDead := c != Empty && rapid.IntRange(0, 9).Draw(t, "dead") == 0
			for i, place := range places {
				turned[i].Set(place(p), c)
				if isDead {
					dead[i] = append(dead[i], place(p))
				}
			}
		})
		for _, reading := range []Reading{Practical, Literal, Group} {
			s := system(t, "japanese")
			first := s.Score(Final{Board: turned[0], Dead: dead[0], Reading: reading})
			for i := 1; i < len(turned); i++ {
				got := s.Score(Final{Board: turned[i], Dead: dead[i], Reading: reading})
				if got.Black != first.Black || got.White != first.White {
					t.Fatalf("%s: %+v, %+v; %s: %+v, %+v", turned[0], first.Black, first.White, turned[i], got.Black, got.White)
				}
			}
		}
	})
}

func emptyBoard(t *rapid.T, cols, rows int) *Board {
	b, err := NewBoard(cols, rows)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Area in a game with three handicap stones under AGA rules: 185 to 176, two
// points of compensation and half a point of komi, so White has 178.5.
func TestAGAHandicapCount(t *testing.T) {
	b, err := NewBoard(19, 19)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	b.Points(func(p Point) {
		c := Black
		if n >= 185 {
			c = White
		}
		n++
		b.Set(p, c)
	})
	got := system(t, "aga").Score(Final{Board: b, Handicap: 3, Komi: 1})
	if got.Black.Total != 2*185 || got.White.Total != 357 || got.White.Compensation != 2 || got.Outcome().String() != "B+6.5" {
		t.Errorf("%s to %s, %s, want 185 to 178.5, B+6.5", got.Black.Total, got.White.Total, got.Outcome().String())
	}
}

func TestTies(t *testing.T) {
	b := parse(t, ".XO./.XO./.XO.")
	for value, want := range map[Tie]string{TieJigo: "Jigo", TieWhiteWins: "W+0", TieBlackWins: "B+0"} {
		t.Run(string(value), func(t *testing.T) {
			s := *system(t, Custom)
			s.Tie = value
			got := s.Score(Final{Board: b})
			if got.Outcome().String() != want {
				t.Errorf("%s: %s, want %s", value, got.Outcome().String(), want)
			}
		})
	}
}

// The leaflet, disagreement: when play resumes a pass costs a stone, and White, with one turn less, owes one. With AGA
// rules White passes last.
func TestPassStonesAreCounted(t *testing.T) {
	c, _, err := sgf.Read(strings.NewReader("(;GM[1]SZ[5]KM[0];B[ba];W[da];B[];W[];B[bb];W[];B[bc];W[];B[])"), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]int{"leaflet": {3, 1}, "japanese": {0, 0}, "aga": {4, 2}} {
		t.Run(name, func(t *testing.T) {
			s := Check(c.Game(0), *system(t, name), Options{}).Score
			if got := [2]int{s.Black.PassStones, s.White.PassStones}; got != want {
				t.Errorf("%s: pass stones for Black and White %v, want %v", name, got, want)
			}
		})
	}
}
