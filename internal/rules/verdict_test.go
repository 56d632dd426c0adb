package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rules/sgf"
	"tourney/internal/testkit/golden"
)

// read reads one file of game records.
func read(t testing.TB, path ...string) *sgf.Collection {
	t.Helper()
	c, _ := sgf.Parse(golden.ReadSample(t, path...), sgf.Options{})
	return c
}

// firstIllegal returns the number and the rule of the first illegal move in the
// form of the table of expected answers.
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
	t.Parallel()
	for _, r := range table(t, "scoring/scoring.csv") {
		record := read(t, "scoring", "positions", r["file"]).Game(0)
		o := Options{}
		if r["kind"] != "server-record" {
			handicap := r.number(t, "handicap")
			o.Dead, o.Handicap = append([]Point{}, r.points(t, "dead")...), &handicap
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
			if got := v.Score.Outcome().String(); got != want {
				t.Errorf("%s: %s %s, want %s (dead %v, komi %v, handicap %d)", r["file"], column, got, want, v.Dead, v.Komi, v.Handicap)
			}
		}
	}
}

// AGA by territory: pass stones and, where the game ended with Black's move,
// White's last pass, which servers do not record. Positions with neutral
// points or a seki are left out: there the two methods may differ.
func TestAGACountsByTerritory(t *testing.T) {
	s := *system(t, "aga")
	s.Scoring, s.SekiEyes, s.Compensation = Territory, SekiNoPoints, NoCompensation
	for _, r := range table(t, "scoring/scoring.csv") {
		if r["aga_by_territory"] == "" || r["class"] != "exact" || r["unfilled_neutral"] != "0" {
			continue
		}
		record := read(t, "scoring", "positions", r["file"]).Game(0)
		f := r.final(t)
		last := sgf.Empty
		for n := range record.MainLine() {
			for m := range n.Moves() {
				last = m.Color
			}
		}
		if last == sgf.Black {
			f.Passes[1]++
		}
		got := s.Score(f)
		if text := got.Outcome().String(); text != r["aga_by_territory"] {
			t.Errorf("%s: %s, want %s", r["file"], text, r["aga_by_territory"])
		}
	}
}

// verdict checks a record given as text.
func verdict(t testing.TB, text, name string, o Options) *Verdict {
	t.Helper()
	c, _ := sgf.Parse([]byte(text), sgf.Options{})
	if c.Len() == 0 {
		t.Fatalf("no game in %s", text)
	}
	return Check(c.Game(0), *system(t, name), o)
}

// listed lists findings as "severity rule move point", moves and points only
// where there are any.
func listed(v *Verdict) (out []string) {
	for _, f := range v.Findings {
		s := f.Severity.String() + " " + strings.TrimPrefix(f.Key(), "rules.")
		if f.Move > 0 {
			s += " " + strconv.Itoa(f.Move)
			if f.Point != Pass {
				s += " " + f.Point.Name(v.Rows)
			}
		}
		out = append(out, s)
	}
	return out
}

func TestFindings(t *testing.T) {
	for _, tt := range []struct {
		name, record, system string
		legal                bool
		want                 []string
	}{
		{"nothing to say", "(;SZ[9]KM[6.5];B[ee];W[cc])", "japanese", true, nil},
		{"no komi", "(;SZ[9];B[ee])", "japanese", true, []string{"note komi.missing"}},
		{"occupied", "(;SZ[9]KM[0];B[ee];W[ee])", "japanese", false,
			[]string{"error occupied 2 E5", "note illegal.loses 2 E5"}},
		{"occupied, taken back", "(;SZ[9]KM[0];B[ee];W[ee];B[ee])", "czech", false,
			[]string{"error occupied 2 E5", "note illegal.taken-back.stands 2 E5", "error occupied 3 E5", "note illegal.taken-back.stands 3 E5"}},
		{"suicide", "(;SZ[9]KM[0]AB[ab][ba]PL[W];W[aa])", "chinese", false,
			[]string{"error suicide 1 A9", "note illegal.suicide 1 A9"}},
		{"suicide of two in Finland", "(;SZ[9]KM[0]AB[ca][bb][ab]AW[aa]PL[W];W[ba])", "japanese", false,
			[]string{"error suicide 1 B9", "note illegal.loses 1 B9"}},
		{"suicide of two in New Zealand", "(;SZ[9]KM[0]AB[ca][bb][ab]AW[aa]PL[W];W[ba])", "new-zealand", true, nil},
		{"ko", "(;SZ[9]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])", "japanese", false,
			[]string{"error ko 2 B8", "note illegal.loses 2 B8"}},
		{"superko", "(;SZ[9]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])", "aga", false,
			[]string{"error superko 4 B8", "note illegal.counts-as-pass.stands 4 B8"}},
		{"repetition in Finland", "(;SZ[9]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])", "japanese", true,
			[]string{"warning after-end 4 B8", "note no-result 4 B8"}},
		{"repetition in the Czech text", "(;SZ[9]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[];B[];W[bb])", "czech", true,
			[]string{"note resumed 4 B8", "note repetition 4 B8"}},
		{"twice", "(;SZ[9]KM[0];B[ee];B[cc];W[dd])", "japanese", true, []string{"warning color.twice 2 C7"}},
		{"White begins", "(;SZ[9]KM[0];W[ee];B[cc])", "japanese", true, []string{"warning color.start 1 E5"}},
		{"White begins as PL states", "(;SZ[9]KM[0]PL[W];W[ee];B[cc])", "japanese", true, nil},
		{"handicap", "(;SZ[9]KM[0]HA[2]AB[gc][cg];W[ee];B[cc])", "japanese", true, nil},
		{"Black begins with handicap", "(;SZ[9]KM[0]HA[2]AB[gc][cg];B[ee])", "japanese", true, []string{"warning color.start 1 E5"}},
		{"no handicap by the record, two stones", "(;SZ[9]KM[0]HA[0]AB[gc][cg];W[ee])", "japanese", true, []string{"warning handicap"}},
		{"a stone is missing", "(;SZ[9]KM[0]HA[3]AB[gc][cg];W[ee])", "japanese", true, []string{"warning handicap"}},
		{"no stones", "(;SZ[9]KM[0]HA[2];W[ee])", "japanese", true, []string{"warning handicap"}},
		{"stones as moves", "(;SZ[9]KM[0]HA[2];B[gc];B[cg];W[ee];B[cc])", "japanese", true,
			[]string{"note handicap.moves 2 C3"}},
		{"too few stones as moves", "(;SZ[9]KM[0]HA[3];B[gc];B[cg];W[ee];B[cc])", "japanese", true, []string{"warning handicap"}},
		{"an even game that names a handicap", "(;SZ[9]KM[0]HA[2];B[gc];W[cg])", "japanese", true, []string{"warning handicap"}},
		{"stones behind the root", "(;SZ[9]KM[0]HA[2]C[hi];AB[gc][cg]PL[W];W[ee];B[cc])", "japanese", true, nil},
		{"stones in two nodes", "(;SZ[9]KM[0]HA[2];AB[gc];AB[cg];W[ee];B[cc])", "japanese", true, nil},
		{"stones behind the root, Black begins", "(;SZ[9]KM[0]HA[2];AB[gc][cg];B[ee])", "japanese", true, []string{"warning color.start 1 E5"}},
		{"komi behind the root", "(;SZ[9];KM[0]C[hi];B[ee])", "japanese", true, nil},
		{"komi that cannot be read", "(;SZ[9]KM[six];B[ee])", "japanese", true, []string{"note komi.unread"}},
		{"free placement in Finland", "(;SZ[9]KM[0]HA[2]AB[aa][cg];W[ee])", "japanese", true, []string{"note handicap.points"}},
		{"free placement in China", "(;SZ[9]KM[0]HA[2]AB[aa][cg];W[ee])", "chinese", true, nil},
		{"stones by hand", "(;SZ[9]KM[0];B[ee];AW[cc];W[dd])", "japanese", true, []string{"warning setup 1"}},
		{"a stone without liberties", "(;SZ[9]KM[0]AB[aa]AW[ba][ab];B[ee])", "japanese", true, []string{"warning setup.dead"}},
		{"after the end", "(;SZ[9]KM[0];B[ee];W[];B[];W[];B[cc];W[];B[];W[dd])", "japanese", true,
			[]string{"warning after-end 5 C7", "warning after-end 8 D6"}},
		{"resumed as the rules allow", "(;SZ[9]KM[0];B[ee];W[];B[];W[cc];B[];W[])", "chinese", true, []string{"note resumed 4 C7"}},
		{"resumed for lack of agreement", "(;SZ[9]KM[0];B[ee];W[];B[];W[cc])", "czech", true, []string{"note resumed 4 C7"}},
		{"after four passes", "(;SZ[9]KM[0];B[ee];W[];B[];W[];B[];W[cc])", "leaflet", true, []string{"warning after-end 6 C7"}},
		{"White has not passed last", "(;SZ[9]KM[0];B[ee];W[];B[];W[dd];B[cc])", "aga", true, nil},
		{"other rules", "(;SZ[9]KM[0]RU[Chinese];B[ee])", "japanese", true, []string{"warning ruleset"}},
		{"the same rules", "(;SZ[9]KM[0]RU[GOE];B[ee])", "ing", true, nil},
		{"rules nobody knows", "(;SZ[9]KM[0]RU[OGS];B[ee])", "ing", true, []string{"note ruleset.unknown"}},
		{"rules of KataGo", "(;SZ[9]KM[0]RU[koSIMPLEscoreTERRITORYtaxSEKIsui0];B[ee])", "czech", true, nil},
		{"other rules of KataGo", "(;SZ[9]KM[0]RU[koSIMPLEscoreTERRITORYtaxSEKIsui0];B[ee])", "chinese", true, []string{"warning ruleset"}},
		{"great board", "(;SZ[37]KM[0];B[ee])", "japanese", true, []string{"warning large"}},
		{"too great", "(;SZ[60]KM[0];B[ee])", "japanese", true, []string{"error size"}},
		{"another game", "(;GM[2];B[ee])", "japanese", true, []string{"error game"}},
		{"counted, but unfinished", "(;SZ[9]KM[0]RE[B+5];B[ee])", "japanese", true, []string{"note unfinished"}},
		{"counted, but nothing marked", "(;SZ[9]KM[0]RE[B+5];B[ee];W[];B[])", "japanese", true, []string{"note dead.missing"}},
		{"resigned", "(;SZ[9]KM[0]RE[B+R];B[ee];W[cc])", "japanese", true, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, tt.system, Options{})
			if diff := cmp.Diff(tt.want, listed(v)); diff != "" || v.Legal != tt.legal {
				t.Errorf("%s: legal %v, findings (-want +got):\n%s", tt.name, v.Legal, diff)
			}
		})
	}
}

// Where an illegal move counts as a pass and a person counts so, position, captures and the end
// of the game go by that.
func TestIllegalMoveCountsAsPass(t *testing.T) {
	for _, tt := range []struct {
		name, record, position string
		captured               [2]int
		found                  []string
	}{
		{"a stone on a stone", "(;SZ[3]KM[0];B[bb];W[bb];B[aa])", "X../.X./...", [2]int{},
			[]string{"error occupied 2 B2", "note illegal.counts-as-pass 2 B2"}},
		{"suicide", "(;SZ[3]KM[0]AB[ab][ba]PL[W];W[aa];B[cc])", ".X./X../..X", [2]int{},
			[]string{"error suicide 1 A3", "note illegal.counts-as-pass 1 A3"}},
		{"a ko retaken", "(;SZ[4]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb];B[bb])", ".XO./XXXO/.XO./....", [2]int{1, 0},
			[]string{"error superko 2 B3", "note illegal.counts-as-pass 2 B3"}},
		{"twice", "(;SZ[3]KM[0];B[bb];W[bb];B[bb];W[aa])", "O../.X./...", [2]int{},
			[]string{"error occupied 2 B2", "note illegal.counts-as-pass 2 B2", "error occupied 3 B2",
				"note illegal.counts-as-pass 3 B2"}},
		{"it ends the game", "(;SZ[3]KM[0]RE[B+9];B[bb];W[];B[bb])", ".../.X./...", [2]int{},
			[]string{"error occupied 3 B2", "note illegal.counts-as-pass 3 B2", "note dead.missing"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, "chinese", Options{Enforce: true})
			if v.Position() != tt.position || v.Captured != tt.captured || v.Legal {
				t.Errorf("%s leads to %s, captured %v, legal %v, want %s, %v", tt.record, v.Position(), v.Captured, v.Legal, tt.position, tt.captured)
			}
			if diff := cmp.Diff(tt.found, listed(v)); diff != "" {
				t.Errorf("%s: findings (-want +got):\n%s", tt.record, diff)
			}
		})
	}
	v := verdict(t, "(;SZ[3]KM[0];B[bb];W[bb])", "aga", Options{Enforce: true})
	if v.Score.Black.Total != 18 || v.Score.Black.PassStones != 1 {
		t.Errorf("the count gives Black %v and %d pass stones, want the whole board and one", v.Score.Black.Total, v.Score.Black.PassStones)
	}
}

// Where an illegal move is taken back, and a person counts so or the record shows it, either
// side may move next.
func TestIllegalMoveIsTakenBack(t *testing.T) {
	for _, tt := range []struct {
		name, record, position string
		captured               [2]int
		unplaced               []int
		found                  []string
	}{
		{"a stone on a stone, then another move", "(;SZ[3]KM[0];B[bb];W[bb];W[aa];B[cc])", "O../.X./..X", [2]int{}, []int{2},
			[]string{"error occupied 2 B2", "note illegal.taken-back 2 B2"}},
		{"the opponent went on", "(;SZ[3]KM[0];B[bb];W[bb];B[aa];B[cc])", "X../.X./..X", [2]int{}, []int{2},
			[]string{"error occupied 2 B2", "note illegal.off 2 B2", "warning color.twice 4 C1"}},
		{"a ko retaken", "(;SZ[4]KM[0]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb];W[bb];W[dd])", ".XO./X.XO/.XO./...O", [2]int{1, 0}, []int{2, 3},
			[]string{"error superko 2 B3", "note illegal.taken-back 2 B3", "error superko 3 B3", "note illegal.taken-back 3 B3"}},
		{"after two passes", "(;SZ[3]KM[0];B[bb];W[];B[];W[bb])", ".../.X./...", [2]int{}, []int{4},
			[]string{"note resumed 4 B2", "error occupied 4 B2", "note illegal.off 4 B2"}},
		{"a handicap stone", "(;SZ[9]KM[0]HA[2];B[cc];B[cc];B[gg];W[ee])", "", [2]int{}, []int{2},
			[]string{"error occupied 2 C7", "note illegal.taken-back 2 C7", "note handicap.moves 3 G3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, "new-zealand", Options{Enforce: true})
			if tt.position != "" && v.Position() != tt.position || v.Captured != tt.captured || v.Legal || !slices.Equal(v.Unplaced, tt.unplaced) {
				t.Errorf("%s leads to %s, captured %v, legal %v, without %v", tt.record, v.Position(), v.Captured, v.Legal, v.Unplaced)
			}
			if diff := cmp.Diff(tt.found, listed(v)); diff != "" {
				t.Errorf("%s: findings (-want +got):\n%s", tt.record, diff)
			}
		})
	}
}

// corridor is a counted game: Black holds the left three columns and White
// the right two, with White's stone at A5 dead.
const corridor = "(;SZ[5]KM[%s]RE[%s]PB[Musta Aino]PW[Valkea, Eino]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee])"

func TestComparisons(t *testing.T) {
	record := func(komi, result string) string {
		return strings.Replace(strings.Replace(corridor, "%s", komi, 1), "%s", result, 1)
	}
	handicap := "(;SZ[9]KM[0.5]HA[2]AB[gc][cg];W[ee])"
	b := func(points int) sgf.Result {
		return sgf.Result{Winner: sgf.Black, Ending: sgf.ByPoints, Margin: 2 * points}
	}
	expect := Expectation{Cols: 5, Rows: 5, Komi: 6, Black: "Aino Musta", White: "eino valkea"}
	with := func(change func(*Expectation)) Options {
		e := expect
		change(&e)
		return Options{Expect: &e}
	}
	for _, tt := range []struct {
		name, record string
		options      Options
		want         []string
	}{
		{"as agreed", record("3", "B+3"), Options{Expect: &expect}, nil},
		{"wrong result", record("3", "W+3"), Options{}, []string{"warning score"}},
		{"wrong margin", record("3", "B+4"), Options{}, []string{"warning score"}},
		{"winner only", record("3", "B+"), Options{}, nil},
		{"size", record("3", "B+3"), with(func(e *Expectation) { e.Cols = 9 }), []string{"warning expect.size"}},
		{"komi", record("3", "B+3"), with(func(e *Expectation) { e.Komi = 13 }), []string{"warning expect.komi"}},
		{"komi, entered as counted with the game's", record("3", "B+3"),
			with(func(e *Expectation) { e.Komi, e.Result = 8, b(2) }), []string{"warning expect.komi"}},
		{"komi, entered as the record has it", record("3", "B+3"),
			with(func(e *Expectation) { e.Komi, e.Result = 8, b(3) }), []string{"warning expect.komi", "warning expect.score"}},
		{"komi, entered as neither", record("3", "B+3"), with(func(e *Expectation) { e.Komi, e.Result = 8, b(4) }),
			[]string{"warning expect.komi", "warning expect.result", "warning expect.score"}},
		{"komi turns the game", record("3", "B+3"), with(func(e *Expectation) {
			e.Komi, e.Result = 16, sgf.Result{Winner: sgf.White, Ending: sgf.ByPoints, Margin: 4}
		}), []string{"warning expect.komi"}},
		{"komi makes a jigo", record("3", "B+3"), with(func(e *Expectation) {
			e.Komi, e.Result = 12, sgf.Result{Ending: sgf.Jigo}
		}), []string{"warning expect.komi"}},
		{"komi, wrong by its own", record("3", "B+2"), with(func(e *Expectation) { e.Komi = 8 }), []string{"warning score.own-komi", "warning expect.komi"}},
		{"handicap", record("3", "B+3"), with(func(e *Expectation) { e.Handicap = 4 }), []string{"warning expect.handicap"}},
		{"handicap 1 is none", record("3", "B+3"), with(func(e *Expectation) { e.Handicap = 1 }), nil},
		{"no handicap expected", handicap, Options{Expect: &Expectation{Komi: 1}}, []string{"warning expect.handicap"}},
		{"Black", record("3", "B+3"), with(func(e *Expectation) { e.Black = "Joku Muu" }), []string{"warning expect.black"}},
		{"White", record("3", "B+3"), with(func(e *Expectation) { e.White = "Joku Muu" }), []string{"warning expect.white"}},
		{"swapped", record("3", "B+3"), with(func(e *Expectation) { e.Black, e.White = e.White, e.Black }), []string{"warning expect.swapped"}},
		{"swapped, in another spelling", record("3", "B+3"), with(func(e *Expectation) { e.Black, e.White = "Valkea, Éíno", "Musta Ainö K" }),
			[]string{"warning expect.swapped"}},
		{"without accents", record("3", "B+3"), with(func(e *Expectation) { e.Black = "Äíno Mustå" }), nil},
		{"nearly another", record("3", "B+3"), with(func(e *Expectation) { e.Black = "Aina Musta" }), []string{"warning expect.black"}},
		{"swapped, entered by the names", record("3", "B+3"), with(func(e *Expectation) {
			e.Black, e.White, e.Result = e.White, e.Black, sgf.Result{Winner: sgf.White, Ending: sgf.ByPoints, Margin: 6}
		}), []string{"warning expect.swapped"}},
		{"swapped, entered by the colors", record("3", "B+3"), with(func(e *Expectation) {
			e.Black, e.White, e.Result = e.White, e.Black, b(3)
		}), []string{"warning expect.swapped", "warning expect.result", "warning expect.score"}},
		{"ranks behind the names", strings.NewReplacer("Aino]", "Aino [5k\\]]", "Eino]", "Eino, 4 kyu]").Replace(record("3", "B+3")),
			Options{Expect: &expect}, nil},
		{"names without accents", strings.NewReplacer("Musta Aino]", "AINO MUSTA]", "Valkea, Eino]", "Valkea]").Replace(record("3", "B+3")), with(func(e *Expectation) {
			e.Black, e.White = "Müsta Äino", "Välkeä Eino"
		}), nil},
		{"ae for ä", strings.NewReplacer("Musta Aino]", "Muesta Aeino]", "Valkea, Eino]", "V. Eino]").Replace(record("3", "B+3")), with(func(e *Expectation) {
			e.Black, e.White = "Müsta Äino", "Välkeä Eino"
		}), nil},
		{"family names alone, swapped", strings.NewReplacer("Musta Aino]", "Valkea]", "Valkea, Eino]", "Musta]").Replace(record("3", "B+3")),
			with(func(e *Expectation) { e.Result.Winner = sgf.White }), []string{"warning expect.swapped"}},
		{"names unknown", record("3", "B+3"), with(func(e *Expectation) { e.Black, e.White = "", "" }), nil},
		{"entered", record("3", "B+3"), with(func(e *Expectation) { e.Result = b(3) }), nil},
		{"entered otherwise", record("3", "B+3"), with(func(e *Expectation) { e.Result = b(5) }),
			[]string{"warning expect.result", "warning expect.score"}},
		{"entered for the illegal move", "(;SZ[5]KM[3]RE[W+3];B[cc];W[cc])",
			Options{Expect: &Expectation{Komi: 6, Result: sgf.Result{Winner: sgf.Black, Ending: sgf.Won}}},
			[]string{"error occupied 2 C3", "note illegal.loses 2 C3", "note unfinished"}},
		{"entered against the illegal move", "(;SZ[5]KM[3]RE[B+3];B[cc];W[cc])",
			Options{Expect: &Expectation{Komi: 6, Result: sgf.Result{Winner: sgf.White, Ending: sgf.Won}}},
			[]string{"error occupied 2 C3", "note illegal.loses 2 C3", "note unfinished", "warning expect.result"}},
		{"entered as resigned", record("3", "B+3"), with(func(e *Expectation) {
			e.Result = sgf.Result{Winner: sgf.Black, Ending: sgf.ByResignation}
		}), []string{"warning expect.result"}},
		{"entered, record silent", record("3", ""), with(func(e *Expectation) { e.Result = b(4) }), []string{"warning expect.score"}},
		{"entered, record has who won", record("3", "B+"), with(func(e *Expectation) { e.Result = b(3) }), nil},
		{"entered, record has jigo", record("3", "0"), with(func(e *Expectation) { e.Result = b(3) }),
			[]string{"warning score", "warning expect.result"}},
		{"entered, record has no result", record("3", "Void"), with(func(e *Expectation) { e.Result = b(3) }),
			[]string{"warning expect.result"}},
		{"dead stones given", record("3", "B+3"), Options{Dead: []Point{}}, []string{"note neutral", "warning score"}},
		{"komi given", record("3", "B+3"), Options{Komi: new(HalfPoints)}, []string{"warning score"}},
		{"prisoners given", record("3", "B+5"), Options{Prisoners: [2]int{2, 0}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, "japanese", tt.options)
			if diff := cmp.Diff(tt.want, listed(v)); diff != "" {
				t.Errorf("%s: findings (-want +got):\n%s", tt.name, diff)
			}
		})
	}
}

// Dead stones stand in the other player's territory, or else have a cross after
// the last move.
func TestMarkedDeadStones(t *testing.T) {
	const stones = "(;SZ[5]KM[0]AB[ca][cb][cc][cd][ce][ee]AW[da][db][dc][dd][de][aa]"
	for _, tt := range []struct {
		name, record string
		want         []string
		counted      bool
	}{
		{"none", stones + ")", nil, false},
		{"territory", stones + "TB[aa][ab]TW[ea][eb])", []string{"A5"}, true},
		{"territory of both", stones + "TB[aa]TW[ee])", []string{"A5", "E1"}, true},
		{"crosses", stones + "MA[aa][ee][bb])", []string{"A5", "E1"}, true},
		{"crosses on empty points", stones + "MA[ab])", nil, false},
		{"a cross on the last move", stones + ";B[ab]MA[ab])", nil, false},
		{"a cross after the last move", stones + ";B[ab];MA[aa])", []string{"A5"}, true},
		{"marks before play went on", stones + ";MA[aa];B[ab])", nil, false},
		{"marks beside the last pass", stones + ";B[];W[]TB[aa])", []string{"A5"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verdict(t, tt.record, "japanese", Options{})
			var got []string
			for _, p := range v.Dead {
				got = append(got, p.Name(5))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || v.Counted != tt.counted {
				t.Errorf("%s: counted %v, dead (-want +got):\n%s", tt.name, v.Counted, diff)
			}
		})
	}
}

func TestVerdictResult(t *testing.T) {
	for re, want := range map[string]string{
		"B+3": "B+3", "W+100": "B+3", "": "B+3", "?": "B+3", // counted
		"W+R": "W+R", "B+T": "B+T", "W+F": "W+F", "Void": "Void", "0": "B+3",
	} {
		t.Run(fmt.Sprintf("%q", re), func(t *testing.T) {
			v := verdict(t, strings.Replace(strings.Replace(corridor, "%s", "3", 1), "%s", re, 1), "japanese", Options{})
			if got := v.Outcome().String(); got != want {
				t.Errorf("RE[%s]: result %s, want %s", re, got, want)
			}
		})
	}
	if v := verdict(t, "(;SZ[60])", "japanese", Options{}); v.Outcome().String() != "" || v.Position() != "" {
		t.Errorf("without a board: %q, %q", v.Outcome().String(), v.Position())
	}
}

func TestMarksByHand(t *testing.T) {
	v := verdict(t, strings.Replace(strings.Replace(corridor, "%s", "3", 1), "%s", "", 1), "japanese",
		Options{Marks: []Mark{{At(0, 4), Empty}, {At(4, 4), Black}, {At(2, 2), White}, {At(9, 9), Black}}})
	if v.Score.Black.Territory != 10 || v.Score.White.Territory != 4 {
		t.Errorf("territory %d to %d, want 10 to 4", v.Score.Black.Territory, v.Score.White.Territory)
	}
}

// Records made to cost time or memory.
func TestHostileRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	var stones strings.Builder
	stones.WriteString("(;SZ[52]KM[0]AB[aa:Za][bb:ZZ][ac:aZ]")
	for range 50000 {
		stones.WriteString(";W[aa];B[aa]")
	}
	v := verdict(t, stones.String()+")", "japanese", Options{})
	if len(v.Findings) > maxFindings || v.Legal || v.More == 0 {
		t.Errorf("stones on stones: %d findings and %d more, legal %v", len(v.Findings), v.More, v.Legal)
	}
	if v.Moves > 10000 {
		t.Errorf("stones on stones: %d moves were played", v.Moves)
	}
	v = verdict(t, stones.String()+")", "chinese", Options{Enforce: true})
	if v.Moves > 10000 || v.Legal {
		t.Errorf("stones on stones, enforced: %d moves were played", v.Moves)
	}
	v = verdict(t, "(;SZ[19]KM[0]"+strings.Repeat(";B[aa];W[tt]", 60000)+")", "japanese", Options{})
	if v.Moves != 120000 || v.Legal {
		t.Errorf("the same stone again: %d moves, legal %v", v.Moves, v.Legal)
	}
	v = verdict(t, "(;SZ[52]KM[0]AB[aa:ZZ]"+strings.Repeat(";AE[aa]B[];AB[aa]", 50000)+")", "japanese", Options{})
	if last := v.Findings[len(v.Findings)-1]; last.Rule != RuleAbuse && v.More == 0 || v.Moves > 10000 {
		t.Errorf("stones placed by hand: %d moves, last finding %v", v.Moves, last)
	}
	v = verdict(t, "(;SZ[19]KM[0]"+strings.Repeat(";B[aa];W[ba]AE[aa][ba]", 60000)+")", "chinese", Options{})
	if v.Moves != 120000 || v.More == 0 {
		t.Errorf("stones taken off by hand: %d moves, %d findings not listed", v.Moves, v.More)
	}
	for _, size := range []string{"0", "-1", "53", "60", "1000000000", "19:0", "x", "1:52", "52:1"} {
		t.Run(size, func(t *testing.T) {
			v := verdict(t, "(;SZ["+size+"];B[aa];W[ba];B[ab])", "chinese", Options{})
			if v.Board == nil && len(v.Findings) == 0 {
				t.Errorf("size %s: no board and no word about it", size)
			}
		})
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(corridor), uint8(0))
	f.Add([]byte("(;SZ[9]HA[3]AB[aa]AW[ba][ab];B[ee];W[ee];AE[aa];B[]W[aa]TB[aa:ii]MA[ee])"), uint8(3))
	f.Add([]byte("(;SZ[2:52];B[aa];W[ab](;B[ba])(;B[bb]))"), uint8(7))
	f.Add([]byte(retaken), uint8(0x81))
	f.Add([]byte("(;SZ[9];B[ee];W[gc](;B[hb])(;B[cc];W[ee];B[cc];W[];B[]))"), uint8(0xc4))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		c, _ := sgf.Parse(data, sgf.Options{})
		all := Systems()
		s := all[int(which)%len(all)]
		for g := range c.Games() {
			o := Options{Expect: &Expectation{Black: "A", White: "B"}, Enforce: which&0x80 != 0}
			if b, ok := g.Branches(); ok && which&0x40 != 0 {
				g = g.Along(b.Other)
			}
			v := Check(g, s, o)
			if v.Board == nil {
				continue
			}
			if v.Score.Black.Total < 0 || len(v.Findings) > maxFindings {
				t.Fatalf("%+v", v)
			}
			if move, _ := v.firstIllegal(); v.Legal != (move == "") && v.More == 0 {
				t.Fatalf("legal %v, first illegal move %q", v.Legal, move)
			}
			again := Check(g, s, o)
			if v.Position() != again.Position() || v.Outcome().String() != again.Outcome().String() || len(v.Findings) != len(again.Findings) {
				t.Fatal("another verdict on the same record")
			}
		}
	})
}
