package sgf

import (
	"fmt"
	"strings"
	"testing"
)

func TestHalves(t *testing.T) {
	for _, tt := range []struct {
		text         string
		n            int
		standard, ok bool
	}{
		{"6.5", 13, true, true}, {"0", 0, true, true}, {"-0.5", -1, true, true}, {"7", 14, true, true},
		{"0.500000", 1, true, true}, {"7.50", 15, true, true}, {".5", 1, true, true}, {"+5.5", 11, true, true},
		{" 6.5 ", 13, true, true}, {"5,5", 11, false, true}, {"7.", 14, true, true},
		{"3.75", 0, true, false}, {"kolme", 0, true, false}, {"", 0, true, false}, {".", 0, true, false},
		{"1000", 0, true, false}, {"99999999999", 0, true, false}, {"6.5.5", 0, true, false}, {"--1", 0, true, false},
	} {
		t.Run(fmt.Sprintf("%q", tt.text), func(t *testing.T) {
			n, standard, ok := halves(tt.text)
			if n != tt.n || standard != tt.standard || ok != tt.ok {
				t.Errorf("halves(%q) = %d, %t, %t, want %d, %t, %t", tt.text, n, standard, ok, tt.n, tt.standard, tt.ok)
			}
		})
	}
}

func TestKomi(t *testing.T) {
	for _, tt := range []struct {
		text                 string
		halfPoints           int
		ok                   bool
		hundredths, inStones bool
	}{
		{"6.5", 13, true, false, false},
		{"6,5", 13, true, false, false},
		{"-5.5", -11, true, false, false},
		{"0", 0, true, false, false},
		{"99.5", 199, true, false, false},
		{"375", 15, true, true, true},
		{"275", 11, true, true, true},
		{"650", 13, true, true, false},
		{"750", 15, true, true, false},
		{"700", 14, true, true, false},
		{"-650", -13, true, true, false},
		{"3.75", 15, true, false, true},
		{"2.75", 11, true, false, true},
		{"3.250", 13, true, false, true},
		{"123", 246, true, false, false},
		{"1000", 0, false, false, false},
		{"6.4", 0, false, false, false},
		{"kolme", 0, false, false, false},
		{"7 1/2", 15, true, false, false},
		{"6½", 13, true, false, false},
		{"½", 1, true, false, false},
		{"6.5 points", 13, true, false, false},
		{"6.5 pts.", 13, true, false, false},
		{"7 points", 14, true, false, false},
		{"6,5 pistettä", 13, true, false, false},
		{"6,5 bodu", 13, true, false, false},
		{"6,5 punktu", 13, true, false, false},
		{"komi 6.5", 13, true, false, false},
		{"6目半", 13, true, false, false},
		{"六目半", 13, true, false, false},
		{"6집반", 13, true, false, false},
		{"黑贴6目半", 13, true, false, false},
		{"3又3/4子", 15, true, false, true},
		{"黑贴3又3/4子", 15, true, false, true},
		{"3 3/4", 15, true, false, true},
		{"3¾", 15, true, false, true},
		{"15/4", 15, true, false, true},
		{"13/2", 13, true, false, false},
		{"三又四分之三子", 15, true, false, true},
		{"黑贴三又四分之三子", 15, true, false, true},
		{"先番６目半コミ出し", 13, true, false, false},
		{"7.5 (Chinese)", 15, true, false, false},
		{"６．５", 13, true, false, false},
		{"-6 1/2", -13, true, false, false},
		{"−5.5", -11, true, false, false},
		{"6.5.5", 0, false, false, false},
		{"6 or 7", 0, false, false, false},
		{"reverse 5.5", 0, false, false, false},
		{"1/3", 0, false, false, false},
		{"1000 points", 0, false, false, false},
		{"2026-05-02", 0, false, false, false},
	} {
		t.Run(tt.text, func(t *testing.T) {
			c, found := Parse([]byte("(;KM["+tt.text+"])"), Options{})
			if n, ok := c.Game(0).Komi(); n != tt.halfPoints || ok != tt.ok {
				t.Errorf("KM[%s] is %d half points, %t, want %d, %t", tt.text, n, ok, tt.halfPoints, tt.ok)
			}
			if odd := has(found, KomiBad); odd == tt.ok {
				t.Errorf("KM[%s] has findings %v", tt.text, found)
			}
			if has(found, KomiHundredths) != tt.hundredths || has(found, KomiStones) != tt.inStones {
				t.Errorf("KM[%s] has findings %v, want hundredths %t, stones %t", tt.text, found, tt.hundredths, tt.inStones)
			}
		})
	}
}

// A komi in another form than the format's has a finding with its meaning.
func TestKomiRead(t *testing.T) {
	for text, want := range map[string]string{
		"(;KM[7 1/2])":          "sgf.komi.read 7 1/2 15",
		"(;KM[6,5])":            "sgf.komi.read 6,5 13",
		"(;KM[3又3/4子])":         "sgf.komi.stones 3又3/4子 15",
		"(;KM[6.5])":            "",
		"(;KO[7.5])":            "sgf.komi.ko 7.5 15",
		"(;KO[]KM[6.5])":        "",
		"(;KO[7.5]KM[6.5])":     "",
		"(;KO[])":               "",
		"(;C[x];KM[6目半];B[aa])": "sgf.komi.read 6目半 13",
	} {
		_, found := Parse([]byte(text), Options{})
		got := ""
		for _, f := range found {
			if strings.HasPrefix(string(f.Kind), "sgf.komi") {
				got += fmt.Sprint(f.Kind, " ", f.Text, " ", f.Read)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Properties about the game may stand in any node of the main line.
func TestInfoBehindTheRoot(t *testing.T) {
	c, found := Parse([]byte("(;GM[1]C[hi];SZ[9]HA[2]AB[cc][gg];PB[Aino 5k]PW[Meri]WR[2k]KM[0.5]RE[B+R]RU[Chinese]DT[2026-05-02];W[ee](;B[cg])(;B[gc]PB[Other]))"), Options{})
	g := c.Game(0)
	komi, _ := g.Komi()
	stones, _ := g.Handicap()
	result, _ := g.Result()
	columns, _, _ := g.Size()
	got := fmt.Sprint(g.Name(Black), g.Rank(Black), g.Name(White), g.Rank(White), komi, stones, result, columns, g.Info("RU"), g.Info("DT"), g.Info("EV"))
	if want := fmt.Sprint("Aino", "5k", "Meri", "2k", 1, 2, Result{Black, ByResignation, 0}, 9, "Chinese", "2026-05-02", ""); got != want {
		t.Errorf("read as %s, want %s; findings %v", got, want, found)
	}
	if !has(found, NameRank) || has(found, PointOffBoard) {
		t.Errorf("findings %v", found)
	}
}

func TestResult(t *testing.T) {
	for _, tt := range []struct {
		text     string
		want     Result
		standard bool
	}{
		{"", Result{}, true},
		{"?", Result{}, true},
		{"B+3.5", Result{Black, ByPoints, 7}, true},
		{"W+64", Result{White, ByPoints, 128}, true},
		{"B+R", Result{Black, ByResignation, 0}, true},
		{"W+Resign", Result{White, ByResignation, 0}, true},
		{"B+T", Result{Black, OnTime, 0}, true},
		{"W+Forfeit", Result{White, ByForfeit, 0}, true},
		{"B+", Result{Black, Won, 0}, true},
		{"0", Result{Ending: Jigo}, true},
		{"Draw", Result{Ending: Jigo}, true},
		{"Void", Result{Ending: NoResult}, true},
		{"W+7,5", Result{White, ByPoints, 15}, false},
		{"B+7/4", Result{Black, ByPoints, 7}, false},
		{"W+5/2", Result{White, ByPoints, 5}, false},
		{"B+6½ points", Result{Black, ByPoints, 13}, false},
		{"B+1/3", Result{Black, Won, 0}, false},
		{"w+r", Result{White, ByResignation, 0}, false},
		{"Black + 2.5", Result{Black, ByPoints, 5}, false},
		{"B+, judged", Result{Black, Won, 0}, false},
		{"B+-3", Result{Black, Won, 0}, false},
		{"jigo", Result{Ending: Jigo}, false},
		{"White resigned", Result{Black, ByResignation, 0}, false},
		{"Biały poddał", Result{Black, ByResignation, 0}, false},
		{"白中盘胜", Result{White, ByResignation, 0}, false},
		{"nobody knows", Result{}, false},
	} {
		t.Run(tt.text, func(t *testing.T) {
			c, _ := Parse([]byte("(;RE["+tt.text+"])"), Options{})
			got, standard := c.Game(0).Result()
			if got != tt.want || standard != tt.standard {
				t.Errorf("RE[%s] is %+v, standard %t, want %+v, %t", tt.text, got, standard, tt.want, tt.standard)
			}
		})
	}
}

func TestHandicap(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		ok   bool
	}{{"2", 2, true}, {"0", 0, true}, {"1", 1, true}, {"", 0, false}, {"x", 0, false}, {"-2", 0, false}, {"9999", 0, false}} {
		t.Run(fmt.Sprintf("%q", tt.text), func(t *testing.T) {
			c, _ := Parse([]byte("(;HA["+tt.text+"])"), Options{})
			if n, ok := c.Game(0).Handicap(); n != tt.n || ok != tt.ok {
				t.Errorf("HA[%s] is %d, %t, want %d, %t", tt.text, n, ok, tt.n, tt.ok)
			}
		})
	}
}
