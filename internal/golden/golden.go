// Package golden compares whole outputs with files that people read: a draw, a
// board, the standings. A change of an output is a change of its file, and so
// to be seen in the commit.
//
//	golden.Check(t, "draw.golden", text) // testdata/draw.golden
//
// "go test ./internal/pairing -update" writes the files of a package anew; read
// the difference before you commit it.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Check fails the test if got is not what the file of that name in testdata
// holds. Line ends count as \n.
func Check(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")) // as git may check it out
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-file +got):\n%s", file, diff)
	}
}
