package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/rules/sgf"
)

// retaken is a game in which White retakes a ko at once, neither player notices, and White connects.
const retaken = "(;GM[1]FF[4]SZ[5]KM[0]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb];B[ee];W[cb];B[];W[])"

// The stone of an illegal move stands if the record continues with it: later moves are judged on that board, and one
// illegal move is one error.
func TestIllegalMoveStands(t *testing.T) {
	const ko = "(;SZ[5]KM[0]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb]"
	for _, tt := range []struct {
		name, record, system, position string
		found                          []string
	}{
		{"not noticed, taken back", retaken, "czech", ".XO../XOOO./.XO../...../....X", []string{"error ko 2 B4", "note illegal.taken-back.stands 2 B4"}},
		{"not noticed, a pass", retaken, "chinese", ".XO../XOOO./.XO../...../....X",
			[]string{"error superko 2 B4", "note illegal.counts-as-pass.stands 2 B4"}},
		{"not noticed, lost", retaken, "japanese", ".XO../XOOO./.XO../...../....X", []string{"error ko 2 B4", "note illegal.loses 2 B4"}},
		{"taken back", ko + ";W[ee];B[bb])", "czech", ".XO../XXXO./.XO../...../....O", []string{"error ko 2 B4", "note illegal.taken-back 2 B4"}},
		{"taken back though it is a pass", ko + ";W[ee];B[bb])", "aga", ".XO../XXXO./.XO../...../....O",
			[]string{"error superko 2 B4", "note illegal.counts-as-pass.back 2 B4"}},
		{"taken back though it loses", ko + ";W[ee];B[bb])", "japanese", ".XO../XXXO./.XO../...../....O",
			[]string{"error ko 2 B4", "note illegal.loses.off 2 B4"}},
		{"taken off, and filled at once", ko + ";B[bb];W[ee])", "chinese", ".XO../XXXO./.XO../...../....O",
			[]string{"error superko 2 B4", "note illegal.counts-as-pass 2 B4"}},
		{"taken off, and filled later", ko + ";B[ee];W[ea];B[bb])", "leaflet", ".XO.O/XXXO./.XO../...../....X",
			[]string{"error superko 2 B4", "note illegal.off 2 B4"}},
		{"a stone on a stone", "(;SZ[3]KM[0];B[bb];W[bb];B[aa])", "czech", "X../.O./...", []string{"error occupied 2 B2", "note illegal.taken-back.stands 2 B2"}},
		{"suicide", "(;SZ[3]KM[0]AB[ab][ba]PL[W];W[aa];B[cc])", "aga", ".X./X../..X", []string{"error suicide 1 A3", "note illegal.suicide 1 A3"}},
		{"a slip, then the right point", "(;SZ[3]KM[0];B[bb];W[bb];W[aa];B[cc])", "japanese", "O../.X./..X",
			[]string{"error occupied 2 B2", "note illegal.loses.off 2 B2"}},
		{"connected though a pass is not recorded", ko + ";W[cb];B[ee])", "czech", ".XO../XOOO./.XO../...../....X",
			[]string{"error ko 2 B4", "note illegal.taken-back.stands 2 B4", "warning color.twice 3 C4"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, tt.system, Options{})
			if v.Position() != tt.position || v.Legal {
				t.Errorf("%s: legal %v, position %s, want %s", tt.name, v.Legal, v.Position(), tt.position)
			}
			if diff := cmp.Diff(tt.found, listed(v)); diff != "" {
				t.Errorf("%s: findings (-want +got):\n%s", tt.name, diff)
			}
		})
	}
}

// A person can count the board without the illegal moves, as the rules have it. The errors are still the errors of the
// record.
func TestIllegalMovesEnforced(t *testing.T) {
	for system, want := range map[string]struct {
		position, lies, enforced string
		unplaced                 []int
		found                    []string
	}{
		"czech": {".XO../X.XO./.XO../...../....X", "Jigo", "B+1", []int{2, 4},
			[]string{"error ko 2 B4", "note illegal.off 2 B4", "note illegal.follows"}},
		"chinese": {".XO../X.XO./.XO../...../....X", "Jigo", "B+4", []int{2, 4},
			[]string{"error superko 2 B4", "note illegal.counts-as-pass 2 B4", "note illegal.follows"}},
		"japanese": {".XO../XOOO./.XO../...../....X", "Jigo", "Jigo", nil, []string{"error ko 2 B4", "note illegal.loses 2 B4"}},
	} {
		lies, enforced := verdict(t, retaken, system, Options{}), verdict(t, retaken, system, Options{Enforce: true})
		if got := lies.Score.Outcome().String(); got != want.lies || !slices.Equal(lies.Standing, []int{2}) {
			t.Errorf("%s: as it lies %s, want %s; standing %v", system, got, want.lies, lies.Standing)
		}
		if got := enforced.Score.Outcome().String(); got != want.enforced || enforced.Position() != want.position || !slices.Equal(enforced.Unplaced, want.unplaced) {
			t.Errorf("%s: enforced %s on %s without %v, want %s", system, got, enforced.Position(), enforced.Unplaced, want.enforced)
		}
		if diff := cmp.Diff(want.found, listed(enforced)); diff != "" {
			t.Errorf("%s: findings (-want +got):\n%s", system, diff)
		}
	}
}

// Up to the first illegal move nothing depends on its treatment. The board as it lies is the same with every treatment,
// and so is a game without an illegal move. A legal game has no stone out of place.
func TestTreatmentsAgreeOnTheFirstIllegalMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := "(;SZ[4]KM[0]"
		for i := range rapid.IntRange(0, 60).Draw(t, "moves") {
			point := rapid.SampledFrom([]string{"aa", "ba", "ca", "da", "ab", "bb", "cb", "db", "ac", "bc", "cc", "dc", ""}).Draw(t, "point")
			record += fmt.Sprintf(";%c[%s]", "BW"[i%2], point)
		}
		games, _ := sgf.Parse([]byte(record+")"), sgf.Options{})
		for _, repetition := range []Repetition{SimpleKo, PositionalSuperko, SituationalSuperko} {
			var seen, lie []string
			for _, treatment := range []IllegalMove{IllegalLoses, IllegalTakenBack, IllegalCountsAsPass} {
				for _, enforce := range []bool{false, true} {
					s := systems[0].System
					s.Name, s.Repetition, s.IllegalMove = Custom, repetition, treatment
					v := Check(games.Game(0), s, Options{Enforce: enforce})
					f, illegal := v.Illegal()
					now := fmt.Sprint(f.Move, f.Rule, v.Legal)
					if !illegal {
						now += v.Position()
						if len(v.Unplaced)+len(v.Standing) > 0 {
							t.Fatalf("%s: a legal game without moves %v", record, v.Unplaced)
						}
					}
					seen = append(seen, now)
					if !enforce {
						lie = append(lie, fmt.Sprint(v.Position(), v.Captured, v.Standing, v.Unplaced))
					}
				}
			}
			if slices.Sort(seen); len(slices.Compact(seen)) != 1 {
				t.Fatalf("%s, %s: %s", record, repetition, strings.Join(seen, "; "))
			}
			if slices.Sort(lie); len(slices.Compact(lie)) != 1 {
				t.Fatalf("%s, %s lies as %s", record, repetition, strings.Join(lie, "; "))
			}
		}
	})
}
