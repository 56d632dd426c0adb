package sgf

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/testkit/golden"
)

// facts are the columns of expected.csv that need no rules.
type facts struct {
	Games, SizeX, SizeY, Nodes, Moves, Passes   int
	SetupB, SetupW, SetupE, Midgame, Bad, Twice int
	HA, KM, RE                                  string
}

func factsOf(c *Collection, g Game, found []Finding) facts {
	root := g.Root()
	f := facts{Games: c.Len(), HA: root.Text("HA"), KM: root.Text("KM"), RE: strings.TrimSpace(root.Text("RE"))}
	f.SizeX, f.SizeY, _ = g.Size()
	last := Empty
	onMainLine := map[Node]bool{}
	for n := range g.MainLine() {
		onMainLine[n] = true
		f.Nodes++
		f.SetupB += n.Points("AB").Len()
		f.SetupW += n.Points("AW").Len()
		f.SetupE += n.Points("AE").Len()
		if n.HasSetup() && f.Moves > 0 {
			f.Midgame++
		}
		for m := range n.Moves() {
			f.Moves++
			if m.Point == Pass {
				f.Passes++
			}
			if m.Color == last {
				f.Twice++
			}
			last = m.Color
		}
	}
	for _, x := range found {
		if onMainLine[x.Node] && (x.Kind == PointBad || x.Kind == PointOffBoard) {
			f.Bad++
		}
	}
	return f
}

func want(t *testing.T, row map[string]string) facts {
	n := func(column string) int {
		i, err := strconv.Atoi(row[column])
		if err != nil {
			t.Fatalf("%s of %s: %v", column, row["file"], err)
		}
		return i
	}
	return facts{
		n("games"), n("size_x"), n("size_y"), n("nodes"), n("moves"), n("passes"),
		n("setup_b"), n("setup_w"), n("setup_e"), n("midgame_setup"), n("bad_points"), n("same_colour_twice"),
		row["HA"], row["KM"], row["RE"],
	}
}

// TestExpected compares every record with the facts that several programs agree
// on.
func TestExpected(t *testing.T) {
	for _, row := range golden.Rows(t, "sgf", "expected.csv") {
		t.Run(row["file"]+"/"+row["game"], func(t *testing.T) {
			c, found := Parse(golden.ReadSample(t, "sgf", "games", row["file"]), Options{})
			if row["class"] == "malformed" {
				if len(found) == 0 {
					t.Fatal("a malformed file without a finding")
				}
				return
			}
			i, err := strconv.Atoi(row["game"])
			if err != nil || i > c.Len() {
				t.Fatalf("game %q of %d", row["game"], c.Len())
			}
			g := c.Game(i - 1)
			exp, got := want(t, row), factsOf(c, g, found)
			if row["class"] == "not-go" {
				if g.IsGo() || !has(found, GameOther) {
					t.Error("another game than Go is taken for Go")
				}
				exp.Bad = 0 // without a board the points cannot be compared
			}
			if diff := cmp.Diff(exp, got); diff != "" {
				t.Errorf("-want +got:\n%s\nfindings: %v", diff, found)
			}
			if row["class"] == "ok" && worst(found) == Error {
				t.Errorf("a sound record with errors: %v", found)
			}
			if row["class"] == "bad-points" && worst(found) < Error {
				t.Errorf("a bad point without error: %v", found)
			}
		})
	}
}

// sorted returns the words of a text in alphabetical order.
func sorted(text string) []string {
	words := strings.Fields(text)
	slices.Sort(words)
	return words
}

func has(found []Finding, k Kind) bool {
	for _, f := range found {
		if f.Kind == k {
			return true
		}
	}
	return false
}

func worst(found []Finding) Severity {
	s := Note
	for _, f := range found {
		s = max(s, f.Severity)
	}
	return s
}

// TestText compares names and comments in all their character sets with an
// independent converter.
func TestText(t *testing.T) {
	for _, row := range golden.Rows(t, "sgf", "text.csv") {
		c, _ := Parse(golden.ReadSample(t, "sgf", "games", row["file"]), Options{})
		node, err := strconv.Atoi(row["node"])
		if err != nil {
			t.Fatal(err)
		}
		n := c.Game(0).Root()
		for range node {
			n = n.FirstChild()
		}
		if got := n.Text(row["property"]); got != row["value"] {
			t.Errorf("%s node %d %s (%s) = %q, want %q", row["file"], node, row["property"], c.charset, got, row["value"])
		}
	}
}

// TestMetadata compares our reading of RE, KM and HA with the table's.
func TestMetadata(t *testing.T) {
	kinds := map[string]Ending{
		"resignation": ByResignation, "forfeit": ByForfeit, "draw": Jigo, "no result": NoResult, "points": ByPoints,
	}
	for _, row := range golden.Rows(t, "sgf", "metadata.csv") {
		c, found := Parse(golden.ReadSample(t, "sgf", "games", row["file"]), Options{})
		g := c.Game(0)
		standard := row["standard"] == "yes"
		switch row["property"] {
		case "RE":
			r, std := g.Result()
			exp := Result{Ending: kinds[row["kind"]]}
			exp.Margin, _, _ = halves(row["value"])
			exp.Winner = map[string]Color{"": Empty, "B": Black, "W": White}[row["winner"]]
			if r != exp || std != standard || (has(found, ResultBad) || has(found, ResultRead)) == standard {
				t.Errorf("%s: %q is %+v (standard %t), want %+v (%t)", row["file"], row["raw"], r, std, exp, standard)
			}
		case "KM":
			k, ok := g.Komi()
			exp, _, expOK := halves(strings.TrimPrefix(row["value"]+row["note"], "lenient: "))
			if k != exp || ok != expOK || (has(found, KomiBad) || has(found, KomiRead)) == standard {
				t.Errorf("%s: %q is %d half points (%t), want %d (%t)", row["file"], row["raw"], k, ok, exp, expOK)
			}
		case "HA":
			ha, ok := g.Handicap()
			if strconv.Itoa(ha) != row["raw"] || !ok || has(found, HandicapBad) == standard {
				t.Errorf("%s: %q is %d (%t)", row["file"], row["raw"], ha, ok)
			}
			if got := strconv.Itoa(g.Root().Points("AB").Len()); got != row["value"] {
				t.Errorf("%s: %s stones set up, want %s", row["file"], got, row["value"])
			}
		}
	}
}

// TestRoundTripData writes every record and reads it again.
func TestRoundTripData(t *testing.T) {
	files, err := filepath.Glob(golden.Sample(t, "sgf", "games", "*.sgf"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d records: %v", len(files), err)
	}
	for i, file := range files {
		if testing.Short() && i%10 > 0 {
			continue
		}
		c, _ := Parse(golden.ReadSample(t, "sgf", "games", filepath.Base(file)), Options{})
		roundTrip(t, c)
	}
}
