package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"tourney/internal/sgf"
)

// read reads one file of game records.
func read(t testing.TB, path ...string) *sgf.Collection {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{testData(t)}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	c, _ := sgf.Parse(data, sgf.Options{})
	return c
}

// firstIllegal returns the number and the rule of the first illegal move as
// the table of expected answers has them.
func (v *Verdict) firstIllegal() (move, rule string) {
	for _, f := range v.Findings {
		if f.Severity == Error && f.Move > 0 {
			return strconv.Itoa(f.Move), string(f.Rule)
		}
	}
	return "", ""
}

func TestReferenceRecords(t *testing.T) {
	custom := system(t, Custom)
	kinds := map[string]Repetition{"ko": SimpleKo, "psk": PositionalSuperko, "ssk": SituationalSuperko}
	for _, r := range table(t, "sgf/expected.csv") {
		if r["game"] == "" || r["size_x"] == "" {
			continue // malformed: a matter for package sgf
		}
		c := read(t, "sgf", "games", r["file"])
		if c.Len() < r.number(t, "game") {
			t.Errorf("%s: %d games, want game %s", r["file"], c.Len(), r["game"])
			continue
		}
		record := c.Game(r.number(t, "game") - 1)
		if !record.IsGo() {
			if v := Check(record, *custom, Options{}); len(v.Findings) != 1 || v.Findings[0].Rule != RuleGame {
				t.Errorf("%s: %v, want only the finding that it is not Go", r["file"], v.Findings)
			}
			continue
		}
		for column, repetition := range kinds {
			s := *custom
			s.Repetition = repetition
			v := Check(record, s, Options{})
			move, rule := v.firstIllegal()
			if move != r[column+"_first_illegal"] || rule != r[column+"_reason"] {
				t.Errorf("%s, %s: first illegal move %q %q, want %q %q", r["file"], column,
					move, rule, r[column+"_first_illegal"], r[column+"_reason"])
			}
			if v.Legal != (move == "") {
				t.Errorf("%s, %s: legal %v, first illegal move %q", r["file"], column, v.Legal, move)
			}
			compareRow(t, r, v)
		}
	}
}

func compareRow(t *testing.T, r row, v *Verdict) {
	t.Helper()
	sum := sha256.Sum256([]byte(v.Position()))
	if v.Position() != r["final_position"] || hex.EncodeToString(sum[:8]) != r["final_sha"] {
		t.Errorf("%s: position\n%s, want\n%s", r["file"], v.Position(), r["final_position"])
	}
	for column, got := range map[string]int{
		"moves": v.Moves, "size_x": v.Cols, "size_y": v.Rows,
		"captured_by_black": v.Captured[0], "captured_by_white": v.Captured[1],
	} {
		if got != r.number(t, column) {
			t.Errorf("%s: %s %d, want %s", r["file"], column, got, r[column])
		}
	}
}

func TestCountsOfReferenceRecords(t *testing.T) {
	for _, r := range table(t, "scoring/scoring.csv") {
		record := read(t, "scoring", "positions", r["file"]).Game(0)
		o := Options{}
		if r["kind"] != "server-record" {
			handicap := r.number(t, "handicap")
			o.Dead, o.Handicap = append([]Point{}, r.points("dead")...), &handicap
		}
		if plain := Check(record, *system(t, Custom), o); plain.Moves == 0 {
			o.Prisoners = [2]int{r.number(t, "captured_by_black"), r.number(t, "captured_by_white")}
		}
		for column, name := range map[string]string{"japanese": "japanese", "chinese": "chinese", "aga": "aga"} {
			v := Check(record, *system(t, name), o)
			want := r[column]
			if want == "0" {
				want = "Jigo"
			}
			if got := v.Score.Result(); got != want {
				t.Errorf("%s: %s %s, want %s (dead %v, komi %v, handicap %d)", r["file"], column, got, want, v.Dead, v.Komi, v.Handicap)
			}
		}
	}
}
