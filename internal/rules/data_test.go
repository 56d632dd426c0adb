package rules

import (
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/golden"
)

// A row is one line of a table of expected answers, by column name.
type row map[string]string

func (r row) number(t testing.TB, column string) int {
	t.Helper()
	if r[column] == "" {
		return 0
	}
	n, err := strconv.Atoi(r[column])
	if err != nil {
		t.Fatalf("%s: column %s: %v", r["file"], column, err)
	}
	return n
}

// halves parses a number of points such as 6.5.
func (r row) halves(t testing.TB, column string) HalfPoints {
	t.Helper()
	if r[column] == "" {
		return 0
	}
	x, err := strconv.ParseFloat(r[column], 64)
	if err != nil {
		t.Fatalf("%s: column %s: %v", r["file"], column, err)
	}
	return HalfPoints(x * 2)
}

// points parses SGF points separated by spaces.
func (r row) points(t testing.TB, column string) (ps []Point) {
	t.Helper()
	for _, text := range strings.Fields(r[column]) {
		p, ok := ParsePoint(text)
		if !ok {
			t.Fatalf("%s: column %s: %q is no point", r["file"], column, text)
		}
		ps = append(ps, p)
	}
	return ps
}

// board parses a row's position column, in which dead stones are small letters.
func (r row) board(t testing.TB) *Board {
	t.Helper()
	text := []byte(r["position"])
	for i, c := range text {
		switch c {
		case 'b':
			text[i] = 'X'
		case 'w':
			text[i] = 'O'
		}
	}
	return parse(t, string(text))
}

// table reads a table of expected answers.
func table(t testing.TB, name string) (rows []row) {
	t.Helper()
	for _, r := range golden.Rows(t, name) {
		rows = append(rows, r)
	}
	return rows
}
