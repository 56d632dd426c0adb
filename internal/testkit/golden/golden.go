// Package golden compares whole outputs with files: a draw, a board, the
// standings. A changed output changes its file, so reviewers see it in the commit.
//
//	golden.Check(t, "draw.golden", text) // testdata/draw.golden
//
// "go test ./internal/pairing -update" rewrites the files of a package; read the
// difference before you commit it. [Sample] finds files that are not part of the
// project.
package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Check fails the test if got differs from the file of that name in testdata.
// Line ends count as \n.
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
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")) // git may check it out so
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-file +got):\n%s", file, diff)
	}
}
