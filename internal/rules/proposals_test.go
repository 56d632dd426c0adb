package rules

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tourney/internal/rules/sgf"
	"tourney/internal/testkit/golden"
)

// A finished position is one whose dead stones are known. Proposals are tuned
// on one half of each kind of material and only measured on the other.
type finished struct {
	kind, name string
	half       string
	board      *Board
	dead       []Point // first stones of the dead chains, in order
}

// halfOf splits material by a hash of its name: the file's, or the game's from
// which positions derive, so that its positions stay in one half.
func halfOf(name string) string {
	h := fnv.New32a()
	h.Write([]byte(name))
	if h.Sum32()&1 == 1 {
		return "kept out"
	}
	return "tuning"
}

// serverGames returns the played-out server games among the reference
// positions, in which the players marked the dead stones.
func serverGames(t testing.TB) (list []finished) {
	t.Helper()
	for _, r := range table(t, "scoring/scoring.csv") {
		if r["kind"] == "server-record" {
			list = append(list, finished{"server game", r["file"], halfOf(r["file"]), r.board(t), nil}.with(r.points(t, "dead")))
		}
	}
	return list
}

// TestProposalsCountAsRecorded holds how many of the other played-out records
// count as their header says once the proposed stones are taken off, under
// Japanese, Chinese or AGA rules: not all name theirs. Records that are among
// the reference positions too are left out.
func TestProposalsCountAsRecorded(t *testing.T) {
	t.Parallel()
	reference := map[string]bool{}
	for _, f := range serverGames(t) {
		reference[strings.TrimPrefix(f.name, "real__")] = true
	}
	right, all := map[string]int{}, map[string]int{}
	for _, r := range table(t, "sgf/expected.csv") {
		_, name, _ := strings.Cut(r["file"], "__")
		if r["class"] != "ok" || r["games"] != "1" || r["passes"] == "0" || r["RE"] == "" || reference[name] {
			continue
		}
		record := read(t, "sgf", "games", r["file"]).Game(0)
		if result, _ := record.Result(); result.Ending != sgf.ByPoints {
			continue
		}
		equal := false
		for _, name := range []string{"japanese", "chinese", "aga"} {
			s := system(t, name)
			dead := []Point{}
			for _, j := range s.Propose(Check(record, *s, Options{}).Board) {
				if j.Dead {
					dead = append(dead, j.Chain)
				}
			}
			v := Check(record, *s, Options{Dead: dead})
			equal = equal || v.Outcome() == Outcome(v.Recorded)
		}
		half := halfOf(r["file"])
		all[half]++
		if equal {
			right[half]++
		} else if half == "tuning" {
			t.Logf("%s does not count as recorded: %s", r["file"], r["RE"])
		}
	}
	for half, want := range map[string][2]int{"tuning": {9, 9}, "kept out": {10, 10}} {
		if got := [2]int{right[half], all[half]}; got != want {
			t.Errorf("%s: %d of %d count as recorded, want %d of %d", half, got[0], got[1], want[0], want[1])
		}
	}
}

// with sets the dead chains of a position by any of their stones.
func (f finished) with(stones []Point) finished {
	for _, p := range stones {
		f.dead = append(f.dead, f.board.first(p))
	}
	slices.Sort(f.dead)
	f.dead = slices.Compact(f.dead)
	return f
}

// ownMaterial returns the positions in testdata/proposals. There x and o are
// dead stones.
//
//   - composed.txt: made by hand, with a name before each, in 16 aspects, all in
//     the tuning half;
//   - games.txt: games of GNU Go 3.8 against itself, with random moves mixed in;
//   - stopped.txt: such games stopped 3 to 19 moves before their end;
//   - playouts.txt: random but careful play, stopped at random.
//
// The dead stones of the last three are the stones that GNU Go has off the board or calls dead at the end of its play:
// with Black moving first, with White, and without a move. Positions where these differ are left out. Each line is the
// name of a game and a position from it.
func ownMaterial(t testing.TB) (list []finished) {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata", "proposals", name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	for _, text := range strings.Split(read("composed.txt"), "\n\n")[1:] {
		name, position, _ := strings.Cut(strings.TrimSpace(text), "\n")
		for aspect, position := range aspects(position) {
			f := judged(t, "composed", fmt.Sprintf("%s, aspect %d", name, aspect), position)
			f.half = "tuning"
			list = append(list, f)
		}
	}
	for _, kind := range []string{"games", "stopped", "playouts"} {
		for _, line := range strings.Split(strings.TrimSpace(read(kind+".txt")), "\n") {
			name, position, _ := strings.Cut(line, " ")
			list = append(list, judged(t, kind, name, position))
		}
	}
	return list
}

// aspects returns a square position as it looks from all sides, mirrored and
// with the colors exchanged, its rows joined by slashes.
func aspects(position string) (all []string) {
	rows := strings.Split(position, "\n")
	size := len(rows)
	for range 2 {
		for range 4 {
			turned := make([]string, size)
			for i := range size {
				for k := range size {
					turned[i] += rows[size-1-k][i : i+1]
				}
			}
			rows = turned
			text := strings.Join(rows, "/")
			all = append(all, text, strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x").Replace(text))
		}
		slices.Reverse(rows)
	}
	return all
}

// judged parses a position whose dead stones are small letters.
func judged(t testing.TB, kind, name, position string) finished {
	t.Helper()
	f := finished{kind: kind, name: name, half: halfOf(name), board: parse(t, strings.ToUpper(position))}
	var dead []Point
	row := strings.Split(position, "/")
	f.board.Points(func(p Point) {
		if c := row[p.Row()][p.Col()]; c == 'x' || c == 'o' {
			dead = append(dead, p)
		}
	})
	return f.with(dead)
}

// TestProposalFigures holds how many whole positions and chains are judged as
// they should be, and how often chains are right by the certainty claimed.
func TestProposalFigures(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	for name, material := range map[string]func(t testing.TB) []finished{"own": ownMaterial, "server": serverGames} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, "proposals/"+name+".golden", figures(t, material(t)))
		})
	}
}

// sure are the lower ends of the bins of certainty.
var sure = []int{50, 60, 70, 80, 90, 95, 98, 100}

// A tally counts right judgements.
type tally struct {
	positions, right, chains, chainsRight int
	bins                                  [8]struct{ chains, right int }
}

func figures(t testing.TB, material []finished) string {
	t.Helper()
	japanese := system(t, "japanese")
	tallies := map[string]*tally{}
	var kinds []string
	for _, f := range material {
		name := f.kind + ", " + f.half
		if tallies[name] == nil {
			tallies[name] = &tally{}
			kinds = append(kinds, name)
		}
		tallies[name].count(t, f, japanese.Propose(f.board))
	}
	slices.Sort(kinds)
	var text strings.Builder
	for _, name := range kinds {
		y := tallies[name]
		fmt.Fprintf(&text, "%-22s positions right %d of %d, chains %d of %d; by certainty",
			name, y.right, y.positions, y.chainsRight, y.chains)
		for i, bin := range y.bins {
			fmt.Fprintf(&text, " %d: %d/%d", sure[i], bin.right, bin.chains)
		}
		text.WriteString("\n")
	}
	return text.String()
}

func (y *tally) count(t testing.TB, f finished, proposal []Judgement) {
	t.Helper()
	y.positions++
	wrong := 0
	for _, j := range proposal {
		bin := &y.bins[0]
		for i, least := range sure {
			if j.Confidence >= least {
				bin = &y.bins[i]
			}
		}
		y.chains++
		bin.chains++
		if j.Dead != slices.Contains(f.dead, j.Chain) {
			wrong++
			if f.half == "tuning" {
				t.Logf("%s, %s: %s is proposed as dead: %v, %d %%\n%s",
					f.kind, f.name, j.Chain.Name(f.board.Rows()), j.Dead, j.Confidence, diagram(f))
			}
			continue
		}
		bin.right++
		y.chainsRight++
	}
	if wrong == 0 {
		y.right++
	}
}

// diagram draws a position with its dead stones in small letters.
func diagram(f finished) string {
	text := []byte(strings.ReplaceAll(f.board.String(), "/", "\n"))
	for _, first := range f.dead {
		f.board.Chain(first, func(p Point) { text[p.Row()*(f.board.Cols()+1)+p.Col()] |= ' ' })
	}
	return string(text)
}

// TestCertainty fits the table of certainties: for each share of agreeing playouts, the percentage of positions whose
// chains with that share are all right. One right and one wrong position are added, and the percentage never falls with
// the share. It uses the tuning half without the composed positions, which are not a sample, and the table may not
// claim more:
//
//	go test ./internal/rules -run TestCertainty -v
func TestCertainty(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	var positions, right [len(certainty)]int
	for _, f := range append(ownMaterial(t), serverGames(t)...) {
		if f.half != "tuning" || f.kind == "composed" {
			continue
		}
		chains := f.board.chains()
		prove(f.board, chains)
		y := judgeByPlaying(f.board, chains)
		var met, wrong [len(certainty)]bool
		for k, j := range chains {
			if share := y.agreed[k]; share > 0 {
				met[(share-50)/5] = true
				wrong[(share-50)/5] = wrong[(share-50)/5] || j.Dead != slices.Contains(f.dead, j.Chain)
			}
		}
		for i := range met {
			if met[i] {
				positions[i]++
				if !wrong[i] {
					right[i]++
				}
			}
		}
	}
	for i, claimed := range certainty {
		fitted := 50
		// Isotonic regression: the least mean from a bin to this one or a later one,
		// greatest over the bins to begin with.
		for from := 0; from <= i; from++ {
			least := 100
			for to := i; to < len(certainty); to++ {
				n, k := 0, 0
				for b := from; b <= to; b++ {
					n += positions[b] + 2
					k += right[b] + 1
				}
				least = min(least, 100*k/n)
			}
			fitted = max(fitted, least)
		}
		t.Logf("%d %% and more agree: %d of %d positions right, fitted %d %%, claimed %d %%",
			50+5*i, right[i], positions[i], fitted, claimed)
		if claimed > fitted {
			t.Errorf("%d %% and more agree: %d %% is claimed, fitted are %d %%", 50+5*i, claimed, fitted)
		}
	}
}
