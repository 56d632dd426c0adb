package paper

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// names returns a list of n names of the given length, in the layout of a list by name.
func names(n, length int) List {
	l := List{Title: "Round 1", Columns: []Column{
		{"Player", Name}, {"Table", Strong}, {"", Stone}, {"Opponent", Other}, {"Hcp", Number},
	}, Narrow: []int{0, 1, 2}}
	for i := range n {
		name := strings.Repeat("n", length)
		l.Rows = append(l.Rows, Row{Cells: []Cell{
			{Text: name, After: "12k"}, {Text: fmt.Sprint(i/2 + 1)}, {Black: i%2 == 0, White: i%2 == 1}, {Text: name, After: "3k"}, {Text: "9"},
		}})
	}
	return l
}

func TestTypeFillsTheSheet(t *testing.T) {
	for _, tt := range []struct {
		rows, length int
		points       float64
		sheets       int
		wide, fill   bool
		blocks       int
	}{
		{rows: 2, length: 8, points: 18, sheets: 1, wide: false, fill: false}, // not stretched over the sheet
		{rows: 20, length: 12, points: 18, sheets: 1, wide: false, fill: true},
		{rows: 20, length: 20, points: 15, sheets: 1, wide: false, fill: true}, // readable in portrait
		{rows: 35, length: 8, points: 15.5, sheets: 1, wide: false, fill: true},
		{rows: 42, length: 12, points: 13, sheets: 1, wide: false, fill: true},
		{rows: 60, length: 12, points: 18, sheets: 2, wide: false, fill: true},
		{rows: 300, length: 12, points: 12.5, sheets: 4, wide: false, fill: true, blocks: 2}, // without opponents
		{rows: 20, length: 60, points: 8.5, sheets: 1, wide: true, fill: true},               // long names only
	} {
		t.Run(fmt.Sprint(tt.rows, " names of ", tt.length), func(t *testing.T) {
			sheets := names(tt.rows, tt.length).Sheets()
			first := sheets[0].List
			got := fmt.Sprint(float64(first.HalfPoints)/2, len(sheets), first.Wide, first.Fill, len(first.Blocks))
			if want := fmt.Sprint(tt.points, tt.sheets, tt.wide, tt.fill, max(1, tt.blocks)); got != want {
				t.Errorf("size, sheets, wide, fill, blocks = %s, want %s", got, want)
			}
		})
	}
}

// A long name gets smaller letters than the others only if the list would be too small otherwise.
func TestNamesAreOfOneSize(t *testing.T) {
	for _, tt := range []struct {
		longest  int
		squeezed bool
	}{{20, false}, {28, false}, {70, true}} {
		l := names(30, 12)
		l.Rows[3].Cells[0].Text = strings.Repeat("n", tt.longest)
		squeezed := false
		for _, s := range l.Sheets() {
			for _, row := range s.List.Blocks[0] {
				for i := range row.Cells {
					squeezed = squeezed || row.Cells[i].Squeezed()
				}
			}
		}
		if squeezed != tt.squeezed {
			t.Errorf("one name of %d letters among others of 12: smaller letters %v, want %v", tt.longest, squeezed, tt.squeezed)
		}
	}
}

// Every row is on exactly one sheet, in order; type, rows and columns fit the paper.
func TestEverySheetHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := List{Title: "T"}
		for range rapid.IntRange(1, 19).Draw(t, "columns") {
			kind := rapid.SampledFrom([]Kind{Name, Number, Strong, Stone, Other, Box}).Draw(t, "kind")
			l.Columns = append(l.Columns, Column{Head: "H", Kind: kind})
		}
		n := rapid.IntRange(0, 400).Draw(t, "rows")
		length := rapid.IntRange(1, 20).Draw(t, "letters")
		for i := range n {
			row := Row{Group: "", Cells: make([]Cell, len(l.Columns))}
			for c := range row.Cells {
				row.Cells[c].Text = strings.Repeat("a", 1+(i+c)%length)
			}
			row.Cells[0].Text = fmt.Sprint("r", i)
			l.Rows = append(l.Rows, row)
		}
		if rapid.Bool().Draw(t, "narrow") {
			l.Narrow = []int{0}
		}
		next, sheets := 0, l.Sheets()
		for i, s := range sheets {
			if s.List.Number != i+1 {
				t.Fatalf("sheet %d is numbered %d", i+1, s.List.Number)
			}
			points := float64(s.List.HalfPoints) / 2
			if points < smallest || points > largest {
				t.Fatalf("type of %v points", points)
			}
			height := long - headRoom
			if s.List.Wide {
				height = short - headRoom
			}
			if i > 0 && !slices.Equal(s.List.Widths, sheets[0].List.Widths) {
				t.Fatalf("columns of sheet %d are %v wide, of the first %v", i+1, s.List.Widths, sheets[0].List.Widths)
			}
			for _, block := range s.List.Blocks {
				if high := float64(len(block)) * points * leading; high > height+.01 {
					t.Fatalf("%d rows of %v points are %.0f high, the sheet has %.0f", len(block), points, high, height)
				}
				for _, row := range block {
					if row.Void() {
						continue
					}
					if got, want := row.Cells[0].Text, fmt.Sprint("r", next); got != want {
						t.Fatalf("row %s follows, want %s", got, want)
					}
					next++
				}
			}
		}
		if next != n {
			t.Fatalf("%d of %d rows are on paper", next, n)
		}
	})
}

func TestCutOrder(t *testing.T) {
	for _, tt := range []struct {
		n    int
		want string
	}{
		{0, "[]"}, {1, "[[1 0 0 0]]"}, {4, "[[1 2 3 4]]"}, {5, "[[1 3 5 0] [2 4 0 0]]"}, {9, "[[1 4 7 0] [2 5 8 0] [3 6 9 0]]"},
	} {
		things := make([]int, tt.n)
		for i := range things {
			things[i] = i + 1
		}
		if got := fmt.Sprint(CutOrder(things, 4)); got != tt.want {
			t.Errorf("%d slips are on %s, want %s", tt.n, got, tt.want)
		}
	}
}

// Three rounds with names are readable in portrait. Six need landscape, twenty do not fit on paper at all.
func TestListsAreNotCut(t *testing.T) {
	standings := func(rounds int) List {
		l := List{Columns: []Column{{Kind: Number}, {Kind: Name}}}
		row := Row{Cells: []Cell{{Text: "12"}, {Text: "Vesilampi Karin", After: "12k"}}}
		for range rounds {
			l.Columns = append(l.Columns, Column{Kind: Other})
			row.Cells = append(row.Cells, Cell{Text: "+ Wojciechowska", Bold: true, White: true})
		}
		for range 38 {
			l.Rows = append(l.Rows, row)
		}
		return l
	}
	for rounds, want := range map[int]string{3: "fits true, in landscape false", 6: "fits true, in landscape true", 20: "fits false, in landscape true"} {
		l := standings(rounds)
		sheets := l.Sheets()
		if got := fmt.Sprintf("fits %v, in landscape %v", l.Fits(), sheets[0].List.Wide); got != want {
			t.Errorf("%d rounds: %s, want %s", rounds, got, want)
		}
		sum := 0.0
		for _, width := range sheets[0].List.Widths {
			var w float64
			if _, err := fmt.Sscanf(width, "%g%%", &w); err != nil {
				t.Fatal(err)
			}
			sum += w
		}
		if sum > 100.2 {
			t.Errorf("%d rounds: the columns take %v %% of the width", rounds, sum)
		}
	}
}

// The cross table of 42 players is readable in landscape, on two sheets with all columns.
func TestCrossTableIsReadable(t *testing.T) {
	l := List{Columns: []Column{{"", Number}, {"Player", Name}}}
	for i := range 42 {
		l.Columns = append(l.Columns, Column{fmt.Sprint(i + 1), Box})
	}
	for i := range 42 {
		row := Row{Cells: make([]Cell, len(l.Columns))}
		row.Cells[0].Text, row.Cells[1] = fmt.Sprint(i+1), Cell{Text: "Vesilampi Karin", After: "12k"}
		l.Rows = append(l.Rows, row)
	}
	sheets := l.Sheets()
	if w := sheets[0].List.Widths; w[2] != w[43] {
		t.Errorf("the first and the last column are %s and %s wide", w[2], w[43])
	}
	if s := sheets[0].List; len(sheets) != 2 || !s.Wide || s.HalfPoints < 2*readable {
		t.Errorf("%d sheets in landscape %v, in %d half points", len(sheets), s.Wide, s.HalfPoints)
	}
}
