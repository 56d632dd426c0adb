package gamerecord

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tourney/internal/rules"

	"pgregory.net/rapid"
)

// TestMessage checks that the message of a finding has the written value and its meaning.
func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"(;KM[375])":                       "sgf.komi.hundredths [375 7.5]",
		"(;KM[7 1/2])":                     "sgf.komi.read [7 1/2 7.5]",
		"(;RE[白中盘胜])":                      "sgf.result.read [白中盘胜 W+R]",
		"(;PB[Aino Laine 5k])":             "sgf.name.rank [Aino Laine 5k Aino Laine]",
		"(;RE[nobody knows])":              "sgf.result.bad [nobody knows <nil>]",
		"(;B[aa](;W[bb])(;W[cc];B[];W[]))": "sgf.branch.ended [2 2 4]",
	} {
		_, found := Read([]byte(text))
		said := ""
		for _, f := range found {
			key, args := Message(f)
			if said = fmt.Sprint(key, " ", args); said == want {
				break
			}
		}
		if said != want {
			t.Errorf("%s: %s, want %s", text, said, want)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		kept, other           string
		common, kept2, other2 int
		keptNext, otherNext   string
		headers               string
		same                  bool
	}{
		{"(;B[aa];W[bb])", "(;B[aa];W[bb])", 2, 2, 2, "[]", "[]", "[]", true},
		{"(;B[aa];W[bb])", "(;B[aa];W[bc];B[cc])", 1, 2, 3, "[{W bb}]", "[{W bc} {B cc}]", "[]", false},
		{"(;B[aa])", "(;B[aa];W[])", 1, 1, 2, "[]", "[{W }]", "[]", false},
		{"(;AB[dd][pp];W[aa])", "(;AB[pp][dd];W[aa])", 1, 1, 1, "[]", "[]", "[]", true},
		{"(;AB[dd];W[aa])", "(;AB[pp];W[aa])", 0, 1, 1, "[{W aa}]", "[{W aa}]", "[]", false},
		{"(;RE[B+R]PB[Aino];B[aa])", "(;RE[W+R]PB[Aino]KM[6.5];B[aa](;W[bb])(;W[cc]))", 1, 1, 2, "[]", "[{W bb}]", "[{RE B+R W+R} {KM  6.5}]", false},
		{"(;)", "(;)", 0, 0, 0, "[]", "[]", "[]", true},
	} {
		k, _ := Read([]byte(tt.kept))
		o, _ := Read([]byte(tt.other))
		c := Compare(k.Game(0), o.Game(0))
		if c.Common != tt.common || c.KeptMoves != tt.kept2 || c.OtherMoves != tt.other2 || c.Same() != tt.same ||
			fmt.Sprint(c.Kept) != tt.keptNext || fmt.Sprint(c.Other) != tt.otherNext || fmt.Sprint(c.Headers) != tt.headers {
			t.Errorf("%s and %s: %+v", tt.kept, tt.other, c)
		}
	}
}

// TestCompareEither compares random records both ways, and against the obvious: the
// longest common beginning.
func TestCompareEither(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moves := rapid.SliceOfN(rapid.SampledFrom([]string{";B[aa]", ";W[bb]", ";B[cc]", ";W[]"}), 0, 8)
		a, b := moves.Draw(t, "a"), moves.Draw(t, "b")
		one, _ := Read([]byte("(;SZ[9]" + strings.Join(a, "") + ")"))
		two, _ := Read([]byte("(;SZ[9]" + strings.Join(b, "") + ")"))
		there, back := Compare(one.Game(0), two.Game(0)), Compare(two.Game(0), one.Game(0))
		want := 0
		for want < len(a) && want < len(b) && a[want] == b[want] {
			want++
		}
		if there.Common != want || back.Common != want || there.KeptMoves != len(a) || back.OtherMoves != len(a) ||
			!slices.Equal(there.Kept, back.Other) || there.Same() != slices.Equal(a, b) {
			t.Fatalf("%v and %v: %+v, back %+v", a, b, there, back)
		}
	})
}

// The text of a judged record can be stored everywhere: it has no zero byte, and is UTF-8.
func TestJudgedTextCanBeKept(t *testing.T) {
	for _, odd := range []string{"a\x00b", "\x00", "a\xffb", "a\x00\xffb"} {
		r, err := Judge([]byte("(;GM[1]FF[4]SZ[9]C["+odd+"];B[ee])"), rules.Systems()[0])
		if err != nil || r.Hash != Hash(r.Text) || strings.Contains(r.Text, "\x00") || !utf8.ValidString(r.Text) {
			t.Errorf("of %q is kept %q: %v", odd, r.Text, err)
		}
	}
	const plain = "(;GM[1]FF[4]SZ[9];B[ee];W[cc])"
	wide := strings.Join(strings.Split(plain, ""), "\x00") + "\x00" // UTF-16
	first, err := Judge([]byte(wide), rules.Systems()[0])
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Judge([]byte(first.Text), rules.Systems()[0]); err != nil || again.Hash != first.Hash || !strings.Contains(first.Text, "B[ee]") {
		t.Errorf("of UTF-16 is kept %q: %v", first.Text, err)
	}
}
