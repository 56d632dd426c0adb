package sgf

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// most is the memory that any file may allocate, garbage included.
const most = 64 << 20

// endless is a text without end.
type endless struct{ given int }

func (e *endless) Read(p []byte) (int, error) {
	e.given += len(p)
	return copy(p, bytes.Repeat([]byte(";B[aa]"), len(p)/6+1)), nil
}

// hostile are files with the findings and the size of the game to expect.
var hostile = []struct {
	name  string
	text  func() string
	kind  Kind
	nodes int
}{
	{"100,000 nested variations", func() string { return strings.Repeat("(;B[aa]", 100_000) }, TreeTooDeep, 10_000},
	{"the same, closed", func() string {
		return strings.Repeat("(;B[aa]", 100_000) + strings.Repeat(")", 100_000)
	}, TreeTooDeep, 10_000},
	{"parentheses only", func() string { return strings.Repeat("(", 4<<20) }, TreeTooDeep, 0},
	{"parentheses before a node", func() string { return strings.Repeat("(", 3<<20) + ";B[aa])" }, TreeTooDeep, 0},
	{"a million moves", func() string { return "(" + strings.Repeat(";B[]", 1_000_000) + ")" }, TooManyNodes, 250_000},
	{"a million children", func() string { return "(;" + strings.Repeat("(;)", 1_000_000) + ")" }, TooManyNodes, 250_000},
	{"a million games", func() string { return strings.Repeat("(;)", 1_000_000) }, TooManyGames, 2_500},
	{"a million values", func() string { return "(;AB" + strings.Repeat("[]", 2_000_000) + ")" }, TooManyValues, 1},
	{"a million properties", func() string { return "(;" + strings.Repeat("C[]", 1_300_000) + ")" }, TooManyValues, 1},
	{"compressed lists", func() string { return "(;SZ[52]" + strings.Repeat(";AB[aa:ZZ]", 200_000) + ")" }, TooManyValues, 221},
	{"moves without brackets", func() string { return "(" + strings.Repeat(";B[aa", 600_000) }, MoreFindings, 250_000},
	{"comments without brackets", func() string { return "(" + strings.Repeat(";C[aa", 600_000) }, ValueOpen, 1},
	{"brackets only", func() string { return "(;" + strings.Repeat("[", 4_000_000) }, ValueStray, 0},
	{"names without values", func() string { return "(;" + strings.Repeat("C ", 2_000_000) }, MoreFindings, 0},
	{"one long name", func() string { return "(;" + strings.Repeat("C", 4_000_000) }, MoreFindings, 0},
	{"blanks", func() string { return "(;" + strings.Repeat("B[aa ", 800_000) }, ValueOpen, 1},
	{"zeros", func() string { return strings.Repeat("\x00", 4<<20) }, FileBinary, 0},
	{"zeros in a tree", func() string { return "(;" + strings.Repeat("\x00 ", 2_000_000) }, FileBinary, 0},
	{"bytes of no character set", func() string { return "(;C[" + strings.Repeat("\xff", 4_000_000) + "])" }, CharsetGuessed, 1},
	{"Chinese without end", func() string { return "(;CA[GBK]C[" + strings.Repeat("\xb9\xfe", 2_000_000) + "])" }, "", 1},
	{"bad points", func() string { return "(;AB" + strings.Repeat("[zz]", 900_000) + ")" }, MoreFindings, 1},
	{"overlapping stones", func() string {
		return "(" + strings.Repeat(";AB[aa]AW[aa]", 240_000) + ")"
	}, MoreFindings, 240_000},
	{"one long result", func() string { return "(;RE[B+" + strings.Repeat("1 目", 600_000) + "])" }, ResultRead, 1},
	{"size 60", func() string { return "(;SZ[60];B[aa])" }, SizeTooLarge, 2},
	{"size of many digits", func() string { return "(;SZ[" + strings.Repeat("9", 4_000_000) + "])" }, SizeBad, 1},
	{"roots", func() string { return strings.Repeat("(;SZ[x]KM[x]RE[x])", 200_000) }, MoreFindings, 2_500},
}

// TestHostile reads hostile files: nothing may recurse, grow beyond its bounds
// or go unreported.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			data := []byte(tt.text())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c, found := Parse(data, Options{})
			runtime.ReadMemStats(&after)
			if spent := after.TotalAlloc - before.TotalAlloc; spent > most {
				t.Errorf("%d MiB for %d bytes", spent>>20, len(data))
			}
			if tt.kind != "" && !has(found, tt.kind) {
				t.Errorf("no finding %s in %v", tt.kind, found)
			}
			nodes := 0
			for g := range c.Games() {
				for range g.Nodes() {
					nodes++
				}
			}
			if nodes < tt.nodes || nodes > 250_000 {
				t.Errorf("%d nodes, want %d", nodes, tt.nodes)
			}
			if len(found) > 101 {
				t.Errorf("%d findings", len(found))
			}
			if err := Write(io.Discard, c); err != nil {
				t.Errorf("write: %v", err)
			}
		})
	}
}

// TestTooLarge refuses a file of 200 MB after its first bytes.
func TestTooLarge(t *testing.T) {
	e := &endless{}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c, found, err := Read(io.LimitReader(e, 200_000_000), Options{})
	runtime.ReadMemStats(&after)
	if err != nil || c.Len() != 0 || brief(found) != "file.large 1:1" {
		t.Errorf("%d games, %v, %v", c.Len(), found, err)
	}
	if e.given > 16<<20 || after.TotalAlloc-before.TotalAlloc > most {
		t.Errorf("%d bytes read, %d taken", e.given, after.TotalAlloc-before.TotalAlloc)
	}
	if found[0].Text != fmt.Sprint(4<<20) {
		t.Errorf("the bound is %q", found[0].Text)
	}
}

// TestBounds stops exactly at each bound.
func TestBounds(t *testing.T) {
	const text = "(;AB[aa][bb];B[cc](;W[dd])(;W[ee]))"
	for _, tt := range []struct {
		o    Options
		want string
		kind Kind
	}{
		{Options{Bytes: len(text), Nodes: 4, Values: 5, Depth: 2}, "(;AB[aa][bb];B[cc](;W[dd])(;W[ee]))", BranchShort},
		{Options{Bytes: len(text) - 1}, "", FileTooLarge},
		{Options{Nodes: 3}, "(;AB[aa][bb];B[cc];W[dd])", TooManyNodes},
		{Options{Values: 4}, "(;AB[aa][bb];B[cc](;W[dd])(;))", TooManyValues},
		{Options{Values: 1}, "(;AB[aa])", TooManyValues},
		{Options{Depth: 1}, "(;AB[aa][bb];B[cc])", TreeTooDeep},
	} {
		t.Run(fmt.Sprintf("%+v", tt.o), func(t *testing.T) {
			c, found := Parse([]byte(text), tt.o)
			if got := compact(c); got != tt.want {
				t.Errorf("%+v reads %s, want %s", tt.o, got, tt.want)
			}
			if tt.kind == "" && len(found) > 0 || tt.kind != "" && (len(found) != 1 || found[0].Kind != tt.kind) {
				t.Errorf("%+v: findings %v, want %s", tt.o, found, tt.kind)
			}
		})
	}
}

// TestGamesAreBounded reads as many games as allowed and reports that there are
// more.
func TestGamesAreBounded(t *testing.T) {
	c, found := Parse([]byte("(;B[aa])(;B[bb])(;B[cc])"), Options{Games: 2})
	if c.Len() != 2 || brief(found) != "games.many 1:18" {
		t.Errorf("%d games, %s", c.Len(), brief(found))
	}
	if c, found = Parse([]byte("(;B[aa])(;B[bb])"), Options{Games: 2}); c.Len() != 2 || len(found) > 0 {
		t.Errorf("%d games, %s", c.Len(), brief(found))
	}
}

// TestReadError returns the reader's error.
func TestReadError(t *testing.T) {
	if _, _, err := Read(failing{}, Options{}); err == nil {
		t.Error("no error from a reader that fails")
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, io.ErrUnexpectedEOF }
func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestWriteError returns the writer's error.
func TestWriteError(t *testing.T) {
	c, _ := Parse([]byte("(;B[aa])"), Options{})
	if Write(failing{}, c) == nil {
		t.Error("no error from a writer that fails")
	}
}
