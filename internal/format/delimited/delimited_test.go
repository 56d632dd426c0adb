package delimited

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// shown formats a record: its lines, the cells between bars, and its oddities.
func shown(t Table) []string {
	var out []string
	for _, r := range t.Records {
		line := fmt.Sprintf("%d %s", r.Line, strings.ReplaceAll(strings.Join(r.Cells, "|"), "\n", "⏎"))
		if r.Last > r.Line {
			line += fmt.Sprintf(" to %d, %d inside", r.Last, r.Inner)
		}
		if r.Open > 0 {
			line += fmt.Sprintf(" open %d", r.Open)
		}
		out = append(out, line)
	}
	return out
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		sign       byte
		want       []string
	}{
		{"plain", "a;b\n\nc;d\n", ';', []string{"1 a|b", "3 c|d"}},
		{"quoted", "a;\"b;\"\"c\"\"\"\n \"d\" ; \"e\" \n", ';', []string{`1 a|b;"c"`, "2 d|e"}},
		{"the sign is named", "sep=|\na|b;c\n", '|', []string{"2 a|b;c"}},
		{"one column", "Aho\nBerg\n", 0, []string{"1 Aho", "2 Berg"}},
		{"a few commas in sentences", "Aho\nBerg, Bo\nCerny\n", 0, []string{"1 Aho", "2 Berg, Bo", "3 Cerny"}},
		{"records decide the sign, not lines", "t,n,a\n1,Aho,\"x\ny\nz\nu\nv\"\n2,Berg,\"x\ny\nz\nu\nv\"\n", ',',
			[]string{"1 t|n|a", "2 1|Aho|x⏎y⏎z⏎u⏎v to 6, 1 inside", "7 2|Berg|x⏎y⏎z⏎u⏎v to 11, 1 inside"}},
		{"a quote in front of a word", "a\tb\tc\n1\t\"Wi-fi\" here?\t3\n4\t5\t\n", '\t', []string{"1 a|b|c", `2 1|"Wi-fi" here?|3`, "3 4|5|"}},
		{"a quote that never closes", "a;b;c\n1;2;\"x\n3;4;5\n", ';', []string{"1 a|b|c", `2 1|2|"x open 3`, "3 3|4|5"}},
		{"a quote that swallows rows", "a;b;c\n1;2;\"x\n3;4;5\n6;7;8\"\n", ';', []string{"1 a|b|c", `2 1|2|"x open 3`, "3 3|4|5", `4 6|7|8"`}},
		{"a quote that swallows some rows", "a;b;c\n1;2;\"x\n3;4;5\n6;7\n8;9;10\"\n", ';', []string{"1 a|b|c", `2 1|2|"x open 3`, "3 3|4|5", "4 6|7", `5 8|9|10"`}},
		{"short rows in quotes", "a;b;c\n1;2;\"x\n3;4\n5;6\"\n7;8;9", ';', []string{"1 a|b|c", "2 1|2|x⏎3;4⏎5;6 to 4, 2 inside", "5 7|8|9"}},
		{"an address with commas", "n,r,a\nAho,5k,\"Road 1\n100 Town, Land\"\nBerg,4k,x\n", ',', []string{"1 n|r|a", "2 Aho|5k|Road 1⏎100 Town, Land to 3, 2 inside", "4 Berg|4k|x"}},
		{"a sentence in two columns", "n,m\nAho,\"no nuts\nno milk, please\"\nBerg,x\n", ',', []string{"1 n|m", "2 Aho|no nuts⏎no milk, please to 3, 2 inside", "4 Berg|x"}},
		{"lines in one column", "Name\n\"Aho\nBerg\"\n", 0, []string{"1 Name", `2 "Aho open 1`, `3 Berg"`}},
		{"a copied cell", "\"Aho;5k\nBerg;4k\"\n", ';', []string{"1 Aho|5k", "2 Berg|4k"}},
		{"nothing", "\n \n", 0, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Split(tt.text, ";\t,|")
			if diff := cmp.Diff(tt.want, shown(got)); diff != "" || got.Sign != tt.sign {
				t.Errorf("%q at %q (-want +got):\n%s", tt.text, got.Sign, diff)
			}
		})
	}
}

func TestRecordsAreBounded(t *testing.T) {
	for _, line := range []string{strings.Repeat("a;", 5000), strings.Repeat(`"a";`, 5000)} {
		if n := len(Split(line, ";").Records[0].Cells); n > mostCells+1 {
			t.Errorf("%d cells", n)
		}
	}
	rows := strings.Repeat("a;b;c\n", 30)
	if got := Split("1;2;\"x\n"+rows+"\"\"\"", ";"); len(got.Records) < 30 {
		t.Errorf("a quotation mark swallows %d rows", 31-len(got.Records))
	}
}

// Every table in quotation marks reads back, whatever its cells hold, and each word of any text is in the cells of a
// record of its line.
func TestNothingIsLost(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune(`ab"; ,`)), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		sign := rapid.SampledFrom([]string{";", "\t", ",", "|"}).Draw(t, "sign")
		rows := rapid.SliceOfN(rapid.SliceOfN(word, 3, 3), 2, 6).Draw(t, "rows")
		var text strings.Builder
		for _, row := range rows {
			for i, cell := range row {
				row[i] = "x" + cell
				text.WriteString(strings.Repeat(sign, min(i, 1)) + `"` + strings.ReplaceAll(row[i], `"`, `""`) + `"`)
			}
			text.WriteString("\n")
		}
		got := Split(text.String(), sign)
		for i, r := range got.Records {
			if diff := cmp.Diff(rows[i], r.Cells); diff != "" {
				t.Fatalf("%q (-want +got):\n%s", text.String(), diff)
			}
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		n := rapid.IntRange(1, 12).Draw(t, "lines")
		for i := range n {
			fmt.Fprintf(&text, "%sw%dw%s\n", rapid.StringOfN(rapid.RuneFrom([]rune("\";a ")), 0, 5, -1).Draw(t, "before"), i+1,
				rapid.StringOfN(rapid.RuneFrom([]rune("\";a ")), 0, 5, -1).Draw(t, "behind"))
		}
		records := Split(text.String(), ";,").Records
		for i := range n {
			found := false
			for _, r := range records {
				found = found || r.Line <= i+1 && i+1 <= r.Last && strings.Contains(strings.Join(r.Cells, "\n"), fmt.Sprintf("w%dw", i+1))
			}
			if !found {
				t.Fatalf("line %d of %q is in no record of %v", i+1, text.String(), records)
			}
		}
	})
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"a;b\n\"c;d\"", "sep=;\na", "\"a\nb\"", "a,\"b\n\"\"c\",d\ne"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := 0
		for _, r := range Split(text, ";\t,|").Records {
			if r.Line <= line || r.Last < r.Line {
				t.Fatalf("%q: the record of lines %d to %d follows line %d", text, r.Line, r.Last, line)
			}
			line = r.Last
		}
	})
}
