package matching

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/testkit/golden"
)

// TestDumps solves rounds with weights written by another pairing program and
// compares the totals with the proved ones listed beside them.
func TestDumps(t *testing.T) {
	root := golden.Sample(t, "opengotha")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^\| (\w+) (\d+) \| (\d+) \|`).FindAllStringSubmatch(string(readme), -1)
	if len(lines) == 0 {
		t.Fatal("no totals are listed")
	}
	for _, line := range lines {
		name, round, total := line[1], line[2], line[3]
		t.Run(name+" "+round, func(t *testing.T) {
			w, err := readDump(filepath.Join(root, name, fmt.Sprintf("%s_weights_R%s.txt", name, round)))
			if err != nil {
				t.Fatal(err)
			}
			m, err := Solve(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			if m.Total.String() != total {
				t.Errorf("total %s, want %s", m.Total, total)
			}
			if err := m.Verify(w); err != nil {
				t.Error(err)
			}
		})
	}
}

// readDump reads the total weight of every pair.
func readDump(path string) (*Weights, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	number := map[string]int{}
	type pair struct {
		i, j   int
		weight int64
	}
	var pairs []pair
	var now pair
	player := func(name string) int {
		if _, ok := number[name]; !ok {
			number[name] = len(number)
		}
		return number[name]
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), "=")
		switch key {
		case "Player1Name":
			now.i = player(value)
		case "Player2Name":
			now.j = player(value)
		case "totalCost":
			if now.weight, err = strconv.ParseInt(value, 10, 64); err != nil {
				return nil, err
			}
			pairs = append(pairs, now)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	w := NewWeights(len(number))
	for _, p := range pairs {
		w.Set(p.i, p.j, p.weight)
	}
	return w, nil
}
