// Package counting shows how players count a finished game by hand, step by step: the stones that leave the board, the
// filled points, the points left. It counts nothing itself; the numbers are from rules.Score.
//
//	for _, step := range counting.Steps(verdict) {
//		show(step.Kind, step.Numbers, step.Board)
//	}
package counting

import (
	"cmp"
	"slices"

	"tourney/internal/rules"
)

// A Kind is the kind of a step.
type Kind string

// The steps. Each names its Numbers; two numbers are Black's and White's.
const (
	Alive Kind = "alive" // no stone is dead
	Dead  Kind = "dead"  // stones are dead: how many of each color
	// Off: the dead stones come off the board. Held: they join the prisoners: the number that each player holds then.
	Off  Kind = "off"
	Held Kind = "held"
	// Surrounded: how many points each surrounds, and how many belong to neither.
	Surrounded Kind = "surrounded"
	// Filled: prisoners are laid into territory of the same color: how many black and white stones. Over: how many
	// prisoners are left over.
	Filled Kind = "filled"
	Over   Kind = "over"
	Left   Kind = "left" // how many points are left
	// BlackArea and WhiteArea: a player's living stones, the points they surround, and
	// their sum.
	BlackArea Kind = "black"
	WhiteArea Kind = "white"
	// Compensation and Komi: White's points for handicap stones, and for moving second.
	Compensation Kind = "compensation"
	Komi         Kind = "komi"
	Total        Kind = "total" // the total of each player
	// ByTerritory: the same by territory, where the rules let players count either way: Black's
	// points, prisoners and their sum, and White's with the komi.
	ByTerritory Kind = "territory"
)

// A Step is one step of a count.
type Step struct {
	Kind    Kind
	Numbers []rules.HalfPoints
	// Board is the board after the step, Dead one stone of each dead chain on it.
	Board *rules.Board
	Dead  []rules.Point
	// Laid are the stones laid on the board in this step.
	Laid []rules.Point
	// Owner has the owner of each point of the step, by row and column; nil without points.
	Owner [][]rules.Color
}

// Steps returns the steps of the count of a verdict that is Counted, as its rules count:
// by territory with prisoners filled in (the Czech text; the Japanese way differs only in
// where the stones are laid), by area player by player (the Finnish and the Polish text).
func Steps(v *rules.Verdict) []Step {
	c := &count{Verdict: v, board: copied(v.Board)}
	c.clear()
	if v.System.Scoring == rules.Territory {
		c.fill()
	} else {
		c.areas()
	}
	if n := v.Score.White.Compensation; n > 0 {
		c.add(Compensation, n)
	}
	if komi := v.Score.White.Komi; komi != 0 {
		c.steps = append(c.steps, Step{Kind: Komi, Numbers: []rules.HalfPoints{komi}, Board: c.board})
	}
	black, white := c.black, c.white+rules.HalfPoints(2*v.Score.White.Compensation)+v.Score.White.Komi
	c.steps = append(c.steps, Step{Kind: Total, Numbers: []rules.HalfPoints{black, white}, Board: c.board})
	if s, ok := v.ByTerritory(); ok {
		step := c.add(ByTerritory, s.Black.Territory, s.Black.Prisoners(), 0, s.White.Territory, s.White.Prisoners(), 0)
		step.Numbers[2], step.Numbers[5] = s.Black.Total, s.White.Total
		step.Owner = s.Owner
	}
	return c.steps
}

// A count is the state of a count: its steps, the board as it lies, and each player's points.
type count struct {
	*rules.Verdict
	steps        []Step
	board        *rules.Board
	black, white rules.HalfPoints
}

// add adds a step with numbers of points or stones about the board as it lies.
func (c *count) add(k Kind, numbers ...int) *Step {
	step := Step{Kind: k, Board: c.board}
	for _, n := range numbers {
		step.Numbers = append(step.Numbers, rules.HalfPoints(2*n))
	}
	c.steps = append(c.steps, step)
	return &c.steps[len(c.steps)-1]
}

// clear takes the dead stones off.
func (c *count) clear() {
	b, w := c.Score.Black, c.Score.White
	territory := c.System.Scoring == rules.Territory
	if b.Dead+w.Dead == 0 {
		c.add(Alive)
	} else {
		c.add(Dead, w.Dead, b.Dead).Dead = c.Verdict.Dead // each holds the other's
		c.board = copied(c.board)
		for _, p := range c.Verdict.Dead {
			if c.board.Stone(p) == rules.Empty { // its chain is off already
				continue
			}
			var chain []rules.Point
			c.board.Chain(p, func(q rules.Point) { chain = append(chain, q) })
			for _, q := range chain {
				c.board.Set(q, rules.Empty)
			}
		}
		if !territory {
			c.add(Off)
		}
	}
	if territory {
		c.add(Held, b.Prisoners(), w.Prisoners())
	}
}

// fill lays the prisoners into the territory.
func (c *count) fill() {
	b, w := c.Score.Black, c.Score.White
	c.add(Surrounded, b.Territory, w.Territory, c.Score.Neutral).Owner = c.Score.Owner
	owner := make([][]rules.Color, len(c.Score.Owner))
	for i, row := range c.Score.Owner {
		owner[i] = slices.Clone(row)
	}
	blackStones, whiteStones := w.Prisoners(), b.Prisoners()
	if blackStones+whiteStones > 0 {
		c.board = copied(c.board)
		black, white := c.lay(owner, rules.Black, blackStones), c.lay(owner, rules.White, whiteStones)
		c.add(Filled, len(black), len(white)).Laid = slices.Concat(black, white)
		if over := blackStones + whiteStones - len(black) - len(white); over > 0 {
			c.add(Over, blackStones-len(black), whiteStones-len(white))
		}
	}
	black, white := b.Territory-blackStones, w.Territory-whiteStones
	c.add(Left, black, white).Owner = owner
	c.black, c.white = rules.HalfPoints(2*black), rules.HalfPoints(2*white)
}

// lay lays stones of a color into its territory, the smallest regions first, so that the points left lie together. It
// returns the points of the laid stones.
func (c *count) lay(owner [][]rules.Color, color rules.Color, stones int) (laid []rules.Point) {
	for _, p := range territory(owner, color) {
		if len(laid) < stones && c.board.Stone(p) == rules.Empty {
			c.board.Set(p, color)
			owner[p.Row()][p.Col()] = rules.Empty
			laid = append(laid, p)
		}
	}
	return laid
}

// areas counts the stones and points of both players.
func (c *count) areas() {
	for _, side := range []struct {
		kind  Kind
		color rules.Color
		rules.Side
		into *rules.HalfPoints
	}{{BlackArea, rules.Black, c.Score.Black, &c.black}, {WhiteArea, rules.White, c.Score.White, &c.white}} {
		sum := side.Stones + side.Territory
		*side.into = rules.HalfPoints(2 * sum)
		owner := make([][]rules.Color, len(c.Score.Owner))
		for y, row := range c.Score.Owner {
			owner[y] = slices.Clone(row)
			for x, of := range row {
				if of != side.color {
					owner[y][x] = rules.Empty
				}
			}
		}
		c.add(side.kind, side.Stones, side.Territory, sum).Owner = owner
	}
}

// territory lists the points of a color, region by region, the smallest first.
func territory(owner [][]rules.Color, color rules.Color) (points []rules.Point) {
	seen := map[rules.Point]bool{}
	var regions [][]rules.Point
	var walk func(x, y int, region *[]rules.Point)
	walk = func(x, y int, region *[]rules.Point) {
		if y < 0 || y >= len(owner) || x < 0 || x >= len(owner[y]) || owner[y][x] != color || seen[rules.At(x, y)] {
			return
		}
		seen[rules.At(x, y)] = true
		*region = append(*region, rules.At(x, y))
		for _, d := range [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
			walk(x+d[0], y+d[1], region)
		}
	}
	for y := range owner {
		for x := range owner[y] {
			var region []rules.Point
			if walk(x, y, &region); region != nil {
				slices.Sort(region)
				regions = append(regions, region)
			}
		}
	}
	slices.SortStableFunc(regions, func(a, b []rules.Point) int { return cmp.Compare(len(a), len(b)) })
	return slices.Concat(regions...)
}

func copied(b *rules.Board) *rules.Board {
	c := *b
	return &c
}
