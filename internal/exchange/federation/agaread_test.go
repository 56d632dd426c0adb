package federation

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/exchange/exchangetest"
	"tourney/internal/exchange/native"
	"tourney/internal/fault"
)

// TestAGAComesBack holds that a file for the American federation holds the
// same bytes after it has been read and written.
func TestAGAComesBack(t *testing.T) {
	for _, text := range []string{agaExample, strings.ReplaceAll(agaExample, "\n", "\r\n")} {
		if !IsAGA([]byte(text)) {
			t.Fatal("not taken for results of the AGA")
		}
		tn, findings, err := ReadAGA([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"0: resultsheet.settings"}, exchangetest.Brief(findings)); diff != "" {
			t.Error(diff)
		}
		six := exchangetest.SixPlayers(t)
		want := slices.DeleteFunc(whoMet(six), func(s string) bool { return strings.Contains(s, " bye ") })
		if diff := cmp.Diff(want, whoMet(tn)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if i := tn.Info; i.Name != "Testila Open 2026" || i.Place != "Testila" || !i.Begin.Equal(six.Info.Begin) || tn.Settings.Rules != "aga" || tn.Settings.Rounds != 3 {
			t.Errorf("%+v %+v", i, tn.Settings)
		}
		again, _ := exchangetest.AsFile(t, WriteAGA, tn)
		games := func(s string) string { return s[strings.Index(s, "\nGAMES 1"):] }
		if diff := cmp.Diff(games(agaExample), games(again)); diff != "" {
			t.Errorf("games (-want +got):\n%s", diff)
		}
	}
}

func TestReadsAGA(t *testing.T) {
	const file = `TOURNEY Rose City Open
	start=2026-05-09
	finish=2026-05-10
	rules=Japanese
	sponsor
PLAYERS
1  Aho  3.2
2  van der Berg, Bo   -4.7
3  Cerny, Cyril 1K
3  Cerny, Twice 1k
4  Strange, Sam x9
5  Weak, Will 31k
GAMES 1
1 2 W 4 0
3 7 b 0 6
GAMES 2
3 1 ? 0 7
2 5 b 0 -5
nonsense
END
6 Late, Lea 5k
`
	tn, findings, err := ReadAGA([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"5: resultsheet.line \tsponsor", "0: resultsheet.settings", "10: import.id.twice Cerny, Twice 3", "11: resultsheet.line 4  Strange, Sam x9",
		"12: import.rank Weak Will 31k 30k", "15: import.game.player 1 2", "19: resultsheet.line nonsense",
	}, exchangetest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		`Aho,  3d   checked-in "" //1`, `van der Berg, Bo 4k   checked-in "" //2`, `Cerny, Cyril 1k   checked-in "" -1 //3`, `Weak, Will 30k   checked-in "" -1 //5`,
		"1.1 2-1 h4 k0 W+", "2.1 1-3 h0 k6.5 ?", "2.2 4-2 h0 k-5 B+",
	}, exchangetest.Listed(tn)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if tn.Settings.Rules != "japanese" || tn.Info.Begin.Day() != 9 || tn.Info.End.Day() != 10 {
		t.Errorf("%+v %s", tn.Info, tn.Settings.Rules)
	}
}

func TestAGARefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, key string }{
		{"nothing but a title", "TOURNEY X\n", "resultsheet.empty"},
		{"no players", "TOURNEY X\nPLAYERS\nGAMES 1\n", "resultsheet.empty"},
		{"long name", "TOURNEY X\nPLAYERS\n1 " + strings.Repeat("a", 200) + ", B 1d\n", "field.long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := ReadAGA([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

func FuzzReadAGA(f *testing.F) {
	f.Add([]byte(agaExample))
	f.Add([]byte("TOURNEY\nPLAYERS\n1 A 9.9\n2 B, C -40\nGAMES 60\n1 2 w 9 -999\n1 1 b 0 0\nGAMES 99\n"))
	f.Fuzz(func(t *testing.T, data []byte) { exchangetest.ReadsSafely(t, data, ReadAGA, native.Write, native.Read) })
}
