package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rules/sgf"
)

func TestSystems(t *testing.T) {
	all := Systems()
	if all[0].Name != "japanese" {
		t.Errorf("the default is %s, want japanese", all[0].Name)
	}
	names := map[string]bool{}
	for _, s := range all {
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if names[s.Name] {
			t.Errorf("two systems are called %s", s.Name)
		}
		names[s.Name] = true
		if got, ok := ByName(s.Name); !ok || got != s {
			t.Errorf("ByName(%s) = %v, %v", s.Name, got, ok)
		}
		text, err := json.Marshal(s)
		var back System
		if err != nil || json.Unmarshal(text, &back) != nil || back != s {
			t.Errorf("%s written and read again: %s, %v", s.Name, text, err)
		}
	}
	all[0].Name = "changed"
	if Systems()[0].Name != "japanese" {
		t.Error("Systems hands out its own table")
	}
	if _, ok := ByName("checkers"); ok {
		t.Error("there is a rule system called checkers")
	}
}

// A name in game records belongs to one system alone.
func TestSystemsInRecords(t *testing.T) {
	owner := map[string]string{"": "none", Custom: "none"}
	for _, r := range systems {
		for _, name := range append([]string{r.Name}, r.inRecords...) {
			if owner[name] != "" {
				t.Errorf("RU[%s] names %s and %s", name, owner[name], r.Name)
			}
			owner[name] = r.Name
			for _, ru := range []string{name, strings.ToUpper(name), " " + name + "\n"} {
				if got := inRecord(ru); !slices.Equal(got, []string{r.Name}) {
					t.Errorf("RU[%s] names %q, want %s", ru, got, r.Name)
				}
			}
		}
	}
	// The four of the specification of SGF, and the forms of programs.
	for ru, want := range map[string]string{
		"AGA": "aga", "GOE": "ing", "Japanese": "japanese", "NZ": "new-zealand", "Chinese": "chinese", "jp": "japanese",
		"Chinese Rules": "chinese", "中国规则": "chinese", "日本ルール": "japanese", "Ing rules": "ing", "New Zealand": "new-zealand",
		"tt": "tromp-taylor", "Tromp-Taylor": "tromp-taylor", "chinese-ogs": "chinese",
		// the form of KataGo
		"koSIMPLEscoreTERRITORYtaxSEKIsui0":            "japanese leaflet czech",
		"koPOSITIONALscoreAREAtaxNONEsui0whbN":         "chinese",
		"koSIMPLEscoreAREAtaxNONEsui0whbNfpok1":        "chinese",
		"koSITUATIONALscoreAREAtaxNONEsui0whbN-1":      "aga",
		"koPOSITIONALscoreAREAtaxNONEsui1":             "new-zealand ing tromp-taylor",
		"koSIMPLEscoreAREAtaxNONEsui0":                 "chinese aga",
		"koSIMPLEscoreAREAtaxALLsui0":                  "",
		"koSITUATIONALscoreAREAtaxNONEsui0button1whbN": "",
		"koSIMPLEscoreSTONES":                          "",
		"":                                             "",
		"Checkers":                                     "",
		"Custom":                                       "",
		"AGA Japanese":                                 "",
		"OGS":                                          "",
	} {
		if got := strings.Join(inRecord(ru), " "); got != want {
			t.Errorf("RU[%s] names %q, want %q", ru, got, want)
		}
	}
}

// The comparison of the texts, value by value, in the order of Parameters; where a text is
// silent it is the value that changes least.
func TestSystemsAgainstTheTexts(t *testing.T) {
	want := map[string]string{
		"japanese": "simple-ko-no-result forbidden two-passes no territory no-points confirmation-phase 6.5 0 0 fixed jigo loses",
		"chinese":  "positional-superko forbidden two-passes no area points play-out 7.5 0 n free jigo counts-as-pass",
		"aga":      "situational-superko forbidden white-passes-last always area points play-out 7.5 0.5 n-1 fixed jigo counts-as-pass",
		"leaflet": "positional-superko forbidden two-passes-then-agreement only-after-disagreement territory no-points play-out 0 0 0 " +
			"fixed jigo taken-back",
		"czech":        "simple-ko forbidden two-passes-then-agreement no territory no-points agreement 6.5 0 0 fixed jigo taken-back",
		"new-zealand":  "situational-superko multi-stone-allowed two-passes no area points play-out 7 0 0 free jigo taken-back",
		"ing":          "situational-superko multi-stone-allowed two-passes no area points play-out-once 8 0 0 free black-wins taken-back",
		"tromp-taylor": "positional-superko multi-stone-allowed two-passes no area points all-alive 7.5 0 0 free jigo taken-back",
	}
	got := map[string]string{}
	for _, s := range Systems() {
		var values []string
		for _, p := range Parameters() {
			values = append(values, p.Of(s))
		}
		got[s.Name] = strings.Join(values, " ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-text +table):\n%s", diff)
	}
}

func TestCustomSystem(t *testing.T) {
	s := *system(t, Custom)
	for _, p := range Parameters() {
		values := p.Values
		if values == nil {
			values = []string{"-3.5", "0", "7"}
		}
		for _, v := range values {
			changed, err := s.With(p.Name, v)
			if err != nil || p.Of(changed) != v {
				t.Errorf("%s = %s: %v, %v", p.Name, v, p.Of(changed), err)
			}
			if err := changed.Validate(); err != nil {
				t.Errorf("%s = %s: %v", p.Name, v, err)
			}
		}
		var refused ParameterError
		if _, err := s.With(p.Name, "sometimes"); !errors.As(err, &refused) {
			t.Errorf("%s = sometimes: %v, want a ParameterError", p.Name, err)
		}
	}
	for _, bad := range []string{"6.25", "1e9", "NaN", "Inf", "", "1000"} {
		if _, err := s.With("komi-even", bad); err == nil {
			t.Errorf("komi %q is taken", bad)
		}
	}
	if _, err := s.With("weather", "fair"); err == nil {
		t.Error("there is a parameter called weather")
	}
	s.Suicide = "sometimes"
	if s.Validate() == nil {
		t.Error("a system with an unknown value is valid")
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		name string
		with map[string]string
	}{
		{"aga", "aga", nil},
		{"custom", Custom, map[string]string{"repetition": "simple-ko-no-result"}},
		{"aga,tie=white-wins, komi-even = -3.5", Custom, map[string]string{"tie": "white-wins", "komi-even": "-3.5", "repetition": "situational-superko"}},
	} {
		t.Run(tt.text, func(t *testing.T) {
			s, err := Parse(tt.text)
			if err != nil || s.Name != tt.name {
				t.Errorf("%q: %s, %v", tt.text, s.Name, err)
			}
			for _, p := range Parameters() {
				if want, ok := tt.with[p.Name]; ok && p.Of(s) != want {
					t.Errorf("%q: %s is %s, want %s", tt.text, p.Name, p.Of(s), want)
				}
			}
		})
	}
	for text, want := range map[string]ParameterError{
		"moon": {"", "moon"}, "": {}, "aga,": {"", "aga,"}, "aga,tie": {"tie", ""}, "aga,weather=fair": {"weather", "fair"},
		"japanese,komi-even=six": {"komi-even", "six"},
	} {
		t.Run(fmt.Sprintf("refuses %q", text), func(t *testing.T) {
			var refused ParameterError
			if _, err := Parse(text); !errors.As(err, &refused) || refused != want {
				t.Errorf("%q: %v, want %v", text, err, want)
			}
		})
	}
}

func TestHalfPoints(t *testing.T) {
	for text, want := range map[string]HalfPoints{"6.5": 13, "0": 0, "-0.5": -1, "7": 14, "-11": -22, "0.5": 1} {
		t.Run(text, func(t *testing.T) {
			if got, err := parseHalfPoints(text); err != nil || got != want || got.String() != text {
				t.Errorf("%s = %d half points, %v, written %s", text, got, err, got)
			}
		})
	}
}

// Finnish rules, placement diagram; smaller boards as in GTP.
func TestHandicapPoints(t *testing.T) {
	const (
		two   = "Q16 D4"
		three = two + " Q4"
		four  = three + " D16"
		six   = four + " Q10 D10"
		eight = six + " K16 K4"
	)
	for _, tt := range []struct {
		cols, rows, stones int
		want               string
	}{
		{19, 19, 0, ""}, {19, 19, 1, ""}, {19, 19, 2, two}, {19, 19, 3, three}, {19, 19, 4, four},
		{19, 19, 5, four + " K10"}, {19, 19, 6, six}, {19, 19, 7, six + " K10"}, {19, 19, 8, eight},
		{19, 19, 9, eight + " K10"}, {19, 19, 10, ""}, {19, 19, -1, ""},
		{9, 9, 2, "G7 C3"}, {9, 9, 4, "G7 C3 G3 C7"}, {9, 9, 5, "G7 C3 G3 C7 E5"},
		{9, 9, 9, "G7 C3 G3 C7 G5 C5 E7 E3 E5"}, {13, 13, 9, "K10 D4 K4 D10 K7 D7 G10 G4 G7"},
		{7, 7, 4, "E5 C3 E3 C5"}, {7, 7, 5, ""}, {6, 6, 2, ""}, {5, 19, 2, ""}, {12, 12, 4, "K10 C3 K3 C10"},
		{18, 18, 5, ""}, {18, 18, 4, "P15 D4 P4 D15"}, {9, 13, 2, "G10 C4"}, {25, 25, 2, "W22 D4"},
	} {
		t.Run(fmt.Sprintf("%d on %d×%d", tt.stones, tt.cols, tt.rows), func(t *testing.T) {
			text := ""
			points := Handicap(tt.cols, tt.rows, tt.stones)
			for i, p := range points {
				if i > 0 {
					text += " "
				}
				text += p.Name(tt.rows)
			}
			if text != tt.want {
				t.Errorf("%d stones on %d×%d: %s, want %s", tt.stones, tt.cols, tt.rows, text, tt.want)
			}
			if len(points) > 0 && !onFixedPoints(tt.cols, tt.rows, points) {
				t.Errorf("%d stones on %d×%d are not on the fixed points", tt.stones, tt.cols, tt.rows)
			}
		})
	}
}

func TestHandicapValidator(t *testing.T) {
	b := newGame(t, 19, 19).Board
	for _, tt := range []struct {
		stones []string
		want   bool
	}{
		{[]string{"D4", "Q16"}, true},         // in any order
		{[]string{"Q16", "D4", "D16"}, true},  // as in GTP
		{[]string{"Q4", "D4", "D16"}, true},   // turned
		{[]string{"Q16", "D4", "K10"}, false}, // no corner
		{[]string{"Q16", "Q16"}, false},
		{[]string{"Q16"}, false},
		{nil, false},
		{[]string{"Q16", "D4", "Q4", "D16", "Q10"}, false}, // the fifth goes to the centre
		{[]string{"Q16", "D4", "Q4", "D16", "K10"}, true},
	} {
		t.Run(fmt.Sprint(tt.stones), func(t *testing.T) {
			var points []Point
			for _, name := range tt.stones {
				points = append(points, at(t, b, name))
			}
			if got := onFixedPoints(19, 19, points); got != tt.want {
				t.Errorf("%v on fixed points: %v, want %v", tt.stones, got, tt.want)
			}
		})
	}
}

func TestEndOfGame(t *testing.T) {
	for _, tt := range []struct {
		system string
		moves  string // B and W play, b and w pass, ! plays on after a disagreement
		want   Stage
	}{
		{"japanese", "", InPlay},
		{"japanese", "Bw", InPlay},
		{"japanese", "BWbw", Stopped},
		{"japanese", "BWbwbw", Stopped},
		{"japanese", "BWbwB", InPlay},
		{"aga", "BWbw", Stopped},
		{"aga", "BwbW", InPlay},
		{"aga", "Bwb", InPlay}, // White has not passed last
		{"aga", "Bwbw", Stopped},
		{"aga", "BWbwbw", Ended}, // four passes leave everything on the board
		{"aga", "BWbw!BWbw", Stopped},
		{"chinese", "Bwb", Stopped},
		{"chinese", "Bwb!WBwb", Stopped}, // as often as they disagree
		{"chinese", "Bwbwb", Ended},
		{"ing", "Bwb", Stopped},
		{"ing", "Bwb!WBwb", Ended}, // once
		{"tromp-taylor", "Bwb", Ended},
		{"leaflet", "BWbw!BWbw", Stopped},
		{"leaflet", "BWbw!BwBwb", InPlay}, // White has had one turn less
		{"leaflet", "BWbw!BwBwbw", Stopped},
		{"czech", "BWbw", Stopped},
	} {
		t.Run(tt.system+" "+tt.moves, func(t *testing.T) {
			g, s := newGame(t, 5, 5), system(t, tt.system)
			before, after, resumed := strings.Cut(tt.moves, "!")
			if play(g, before); resumed {
				g.Resume(s, Black)
				play(g, strings.Repeat(" ", len(before))+after)
			}
			if got := g.Stage(s); got != tt.want {
				t.Errorf("%s after %s: stage %d, want %d", tt.system, tt.moves, got, tt.want)
			}
		})
	}
}

// Where all stones live, stones marked as dead under other rules count.
func TestMarksDoNotCountWhereAllStonesLive(t *testing.T) {
	games, _ := sgf.Parse([]byte("(;GM[1]SZ[5]KM[0];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[ac];W[aa];B[];W[])"), sgf.Options{})
	dead := Options{Dead: []Point{At(0, 0)}} // the white stone in Black's corner
	for name, want := range map[string]string{"chinese": "B+5", "tromp-taylor": "W+5"} {
		v := Check(games.Game(0), *system(t, name), dead)
		if got := v.Score.Outcome().String(); !v.Counted || got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	// A position that was set up counts like a played one, and has a finding.
	for _, record := range []string{
		"(;GM[1]SZ[9]KM[0];B[cc];W[gg];B[];W[])", "(;GM[1]SZ[9]KM[0]AB[cc]AW[gg])", "(;GM[1]SZ[9]KM[0];B[cc];W[gg];B[];W[];MA[gg])",
		"(;GM[1]SZ[9]KM[0]AB[cc]AW[gg]MA[gg])",
	} {
		o := Options{}
		if !strings.Contains(record, "MA") {
			o.Dead = []Point{At(6, 6)}
		}
		v := verdict(t, record, "tromp-taylor", o)
		if got := v.Score.Outcome().String(); got != "Jigo" || len(v.Dead) > 0 || !slices.Contains(listed(v), "note dead.alive") {
			t.Errorf("%s: %s, dead %v, findings %v", record, got, v.Dead, listed(v))
		}
	}
}

// A record of a final position names the handicap of the game, not the number of black stones on the board.
func TestHandicapOfAPosition(t *testing.T) {
	const record = "(;GM[1]SZ[5]KM[0]HA[3]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[])"
	for system, want := range map[string]string{"chinese": "W+8", "aga": "W+7", "japanese": "W+5", "new-zealand": "W+5"} {
		v := verdict(t, record, system, Options{})
		if got := v.Score.Outcome().String(); got != want || v.Handicap != 3 || strings.Contains(fmt.Sprint(listed(v)), "handicap") {
			t.Errorf("%s: %s, want %s; handicap %d, %v", system, got, want, v.Handicap, listed(v))
		}
	}
}

// A mark of a dead stone where no stone stands changes no count, and has a finding.
func TestDeadStonesWhereNoneStands(t *testing.T) {
	const record = "(;GM[1]SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][aa];B[];W[])"
	for dead, want := range map[Point]string{At(0, 0): "W+4", At(0, 1): "W+10 warning dead.empty note neutral"} {
		v := verdict(t, record, "japanese", Options{Dead: []Point{dead}})
		got := strings.Join(append([]string{v.Score.Outcome().String()}, listed(v)...), " ")
		if stands := v.Board.Stone(dead) != Empty; got != want || (len(v.Dead) == 1) != stands {
			t.Errorf("dead on %s: %s, dead %v, want %s", dead.Name(5), got, v.Dead, want)
		}
	}
}

// play lets capital letters play somewhere and small ones pass.
func play(g *Game, moves string) {
	for i, m := range moves {
		switch m {
		case 'B':
			g.Play(Black, At(i%5, i/5))
		case 'W':
			g.Play(White, At(i%5, i/5))
		case 'b':
			g.Play(Black, Pass)
		case 'w':
			g.Play(White, Pass)
		}
	}
}

func TestResumption(t *testing.T) {
	for _, tt := range []struct {
		system string
		asks   Color
		first  Color
	}{
		{"japanese", Black, White}, // the opponent of the requesting player moves first
		{"japanese", White, Black},
		{"aga", Black, Black}, // the opponent of the last to pass
		{"aga", White, Black},
	} {
		t.Run(fmt.Sprintf("%s, %v asks", tt.system, tt.asks), func(t *testing.T) {
			g := newGame(t, 5, 5)
			play(g, "BWbw")
			if got := g.Resume(system(t, tt.system), tt.asks); got != tt.first {
				t.Errorf("%s, %s asks: %s moves first, want %s", tt.system, tt.asks, got, tt.first)
			}
		})
	}
}

func TestPassStones(t *testing.T) {
	for _, tt := range []struct {
		system                string
		before, after         string
		wantBlack, wantWhite  int
		passesBlack, passesWh int
	}{
		{"japanese", "BWbw", "", 0, 0, 1, 1},
		{"aga", "BWbW", "bw", 2, 1, 2, 1},
		{"leaflet", "BWbw", "BWbw", 1, 1, 2, 2}, // only after disagreement
	} {
		t.Run(tt.system, func(t *testing.T) {
			g, s := newGame(t, 5, 5), system(t, tt.system)
			play(g, tt.before)
			if tt.after != "" {
				g.Resume(s, Black)
				play(g, tt.after)
			}
			if b, w := g.PassStones(s); b != tt.wantBlack || w != tt.wantWhite {
				t.Errorf("%s: pass stones %d, %d, want %d, %d", tt.system, b, w, tt.wantBlack, tt.wantWhite)
			}
			if b, w := g.Passes(); b != tt.passesBlack || w != tt.passesWh {
				t.Errorf("%s: passes %d, %d, want %d, %d", tt.system, b, w, tt.passesBlack, tt.passesWh)
			}
		})
	}
}
