package golden

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
)

// Sample returns a path in the folder of TOURNEY_TESTDATA, which contains names of real people and is not part of the
// project. Without the variable, Sample skips the test; with CI set, the test fails, unless the variable is "none".
func Sample(t testing.TB, path ...string) string {
	t.Helper()
	const none = "none"
	folder := os.Getenv("TOURNEY_TESTDATA")
	if folder == "" || folder == none {
		if os.Getenv("CI") != "" && folder != none {
			t.Fatal("TOURNEY_TESTDATA is not set")
		}
		t.Skip("set TOURNEY_TESTDATA to the folder of sample files")
	}
	return filepath.Join(folder, filepath.Join(path...))
}

// ReadSample returns the content of a file in the folder of [Sample].
func ReadSample(t testing.TB, path ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(Sample(t, path...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Lines returns the heading and the lines of a CSV file in the folder of [Sample].
func Lines(t testing.TB, path ...string) (heading []string, lines [][]string) {
	t.Helper()
	f, err := os.Open(Sample(t, path...))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1:]
}

// Rows returns the lines of a CSV file in the folder of [Sample], each by the
// headings of its cells.
func Rows(t testing.TB, path ...string) (rows []map[string]string) {
	t.Helper()
	heading, lines := Lines(t, path...)
	for _, line := range lines {
		row := map[string]string{}
		for i, name := range heading {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}
