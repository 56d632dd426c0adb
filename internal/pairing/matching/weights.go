package matching

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// MaxWeight bounds the size of every weight, positive or negative. It leaves
// the duals, which are kept doubled and may grow to many times the largest
// weight while pairs are forbidden, their room in 64 bits.
const MaxWeight = 1 << 55

// forbidden stands for a pair that may not be made. Doubled and subtracted it gives a slack above every other, so that
// no loop needs a test for it.
const forbidden = math.MinInt64 / 8

// block is the number of neighbouring players whose weights with another one
// are read together, or passed over together where none can matter.
const block = 64

// Weights is a symmetric matrix with one weight for every two of n players,
// numbered from 0.
type Weights struct {
	n   int
	err error // the first weight out of range

	upper []int64 // stored weights, row after row, j > i only

	compute func(i, from int, row []int64) // or nil
	changed [][]change                     // for every player the pairs that are not as computed
	buffer  [block]int64
	span    int64 // the difference of the greatest and the least computed weight

	// For every player and every block of players, peaks has a bound of the player's computed weights with the block.
	// kept has the weights with later players, if they have been computed since it was made.
	peaks []int64
	kept  []*[block]int64
}

// A change is a pair of a player that is not as computed.
type change struct {
	to     int
	weight int64
}

// NewWeights returns the matrix of n ≥ 0 players, in time and memory n². Every
// pair is allowed and weighs 0. It takes 4·n·(n−1) bytes: 95 MiB for 5,000
// players.
func NewWeights(n int) *Weights {
	return &Weights{n: n, upper: make([]int64, n*(n-1)/2)}
}

// ComputedWeights returns weights that are not stored but computed when they are read, and the least and the greatest
// of them. row fills a row with the weights of player i with the players from, from+1, …, who all come after i or all
// before. It must give the same every time. Set and Forbid change single pairs.
//
// ComputedWeights reads every pair once; later the solver reads the pairs that could matter. If each player's best
// partners are neighbours, these are few. From its second solve on, a solver keeps the weights it reads.
func ComputedWeights(n int, row func(i, from int, row []int64)) (w *Weights, least, most int64) {
	w = &Weights{n: n, compute: row, changed: make([][]change, n)}
	least, most = w.survey()
	w.span = most - least
	for _, weight := range []int64{least, most} {
		if !inRange(weight) {
			w.err = fmt.Errorf("matching: weight %d is beyond ±%d", weight, int64(MaxWeight))
		}
	}
	return w, least, most
}

func inRange(weight int64) bool { return -MaxWeight <= weight && weight <= MaxWeight }

// Set gives the pair of two different players its weight and allows it. A
// weight beyond ±MaxWeight is not stored: [Solve] will refuse the matrix.
func (w *Weights) Set(i, j int, weight int64) {
	if !inRange(weight) {
		if w.err == nil {
			w.err = fmt.Errorf("matching: weight %d of players %d and %d is beyond ±%d", weight, i, j, int64(MaxWeight))
		}
		return
	}
	w.store(i, j, weight)
}

// Forbid forbids the pair of two different players.
func (w *Weights) Forbid(i, j int) { w.store(i, j, forbidden) }

func (w *Weights) store(i, j int, weight int64) {
	at := w.index(i, j)
	if w.compute == nil {
		w.upper[at] = weight
		return
	}
	for _, at := range [...]int{w.blockOf(i, j), w.blockOf(j, i)} {
		w.peaks[at] = max(w.peaks[at], weight)
	}
	if at := w.blockOf(min(i, j), max(i, j)); w.kept != nil && w.kept[at] != nil {
		w.kept[at][max(i, j)%block] = weight
	}
	w.change(i, j, weight)
	w.change(j, i, weight)
}

func (w *Weights) change(i, j int, weight int64) {
	if k := w.changeOf(i, j); k >= 0 {
		w.changed[i][k].weight = weight
	} else {
		w.changed[i] = append(w.changed[i], change{j, weight})
	}
}

// changeOf is the place of the pair of i with j in changed, or −1.
func (w *Weights) changeOf(i, j int) int {
	return slices.IndexFunc(w.changed[i], func(c change) bool { return c.to == j })
}

// At returns the weight of a pair, and whether it is allowed. A pair of one player with itself is never allowed.
func (w *Weights) At(i, j int) (weight int64, ok bool) {
	if i == j {
		return 0, false
	}
	weight = w.at(i, j)
	if weight == forbidden {
		return 0, false
	}
	return weight, true
}

// index is the place of a pair in upper. It panics unless they are a pair.
func (w *Weights) index(i, j int) int {
	if i > j {
		i, j = j, i
	}
	if i < 0 || i == j || j >= w.n {
		panic(fmt.Sprintf("matching: no pair of players %d and %d among %d", i, j, w.n))
	}
	return i*(2*w.n-i-1)/2 + j - i - 1
}

func (w *Weights) at(i, j int) int64 {
	at := w.index(i, j)
	if w.compute == nil {
		return w.upper[at]
	}
	if k := w.changeOf(i, j); k >= 0 {
		return w.changed[i][k].weight
	}
	w.compute(i, j, w.buffer[:1])
	return w.buffer[0]
}

// stretches yields the weights of player i with later players, as the first of these and the weights of that player and
// the next ones: all stored weights, or the computed weights of blocks that matter by their peak. Computed weights are
// valid until the next ones are read.
func (w *Weights) stretches(i int, matters func(b int, peak int64) bool) iter.Seq2[int, []int64] {
	return func(yield func(int, []int64) bool) {
		if w.compute == nil {
			start := i * (2*w.n - i - 1) / 2
			yield(i+1, w.upper[start:start+w.n-i-1])
			return
		}
		for from := i + 1; from < w.n; from = w.blockEnd(from) {
			if matters(from/block, w.peaks[w.blockOf(i, from)]) && !yield(from, w.part(i, from)) {
				return
			}
		}
	}
}

// row returns the computed weights of player i with the players of a block, forbidden for i itself. They are valid
// until the next ones are read.
func (w *Weights) row(i, b int) []int64 {
	from := b * block
	to := min(from+block, w.n)
	if i < from {
		return w.part(i, from)
	}
	row := w.buffer[:to-from]
	if early := row[:min(i, to)-from]; len(early) > 0 {
		w.compute(i, from, early)
		w.applyChanges(i, from, early)
	}
	if i < to {
		if i+1 < to {
			copy(row[i+1-from:], w.part(i, i+1))
		}
		row[i-from] = forbidden
	}
	return row
}

// part returns the computed weights of player i with the players from, from+1, … to the
// end of the block. from is the first of the block, or next to i.
func (w *Weights) part(i, from int) []int64 {
	weights := &w.buffer
	if w.kept != nil {
		kept := &w.kept[w.blockOf(i, from)]
		if *kept != nil {
			return (*kept)[from%block:][:w.blockEnd(from)-from]
		}
		*kept = new([block]int64)
		weights = *kept
	}
	part := weights[from%block:][:w.blockEnd(from)-from]
	w.compute(i, from, part)
	w.applyChanges(i, from, part)
	return part
}

func (w *Weights) applyChanges(i, from int, row []int64) {
	for _, c := range w.changed[i] {
		if k := c.to - from; 0 <= k && k < len(row) {
			row[k] = c.weight
		}
	}
}

// keep has computed weights kept, block by block, from now on.
func (w *Weights) keep() {
	if w.compute != nil && w.kept == nil {
		w.kept = make([]*[block]int64, len(w.peaks))
	}
}

// blockEnd returns the first player after the block of player j.
func (w *Weights) blockEnd(j int) int { return min((j/block+1)*block, w.n) }

// blockOf is the place of player i's weights with the block of player j in
// peaks and kept.
func (w *Weights) blockOf(i, j int) int { return i*w.blocks() + j/block }

// blocks is the number of blocks.
func (w *Weights) blocks() int { return (w.n + block - 1) / block }

// survey finds the peaks, and returns the least and the greatest weight, 0
// without a pair.
func (w *Weights) survey() (least, most int64) {
	w.peaks = slices.Repeat([]int64{forbidden}, w.n*w.blocks())
	if w.n < 2 {
		return 0, 0
	}
	least, most = math.MaxInt64, math.MinInt64
	peaks := make([]int64, w.n) // of every player's weights with one block of earlier ones
	for b := range w.blocks() {
		for j := range peaks {
			peaks[j] = forbidden
		}
		for i := b * block; i < min(b*block+block, w.n); i++ {
			for from := i + 1; from < w.n; from = w.blockEnd(from) {
				low, peak := surveyPart(w.part(i, from), peaks[from:])
				at := w.blockOf(i, from)
				w.peaks[at] = max(w.peaks[at], peak)
				least, most = min(least, low), max(most, peak)
			}
		}
		for j := b * block; j < w.n; j++ {
			at := w.blockOf(j, b*block)
			w.peaks[at] = max(w.peaks[at], peaks[j])
		}
	}
	return least, most
}

// surveyPart returns the least and the greatest of some weights, and raises
// peaks that are below them.
func surveyPart(weights, peaks []int64) (least, most int64) {
	peaks = peaks[:len(weights)]
	least, most = math.MaxInt64, math.MinInt64
	for k, weight := range weights {
		least, most = min(least, weight), max(most, weight)
		peaks[k] = max(peaks[k], weight)
	}
	return least, most
}

// lowest returns the least value of every block of players.
func lowest(values []int64) []int64 {
	var low []int64
	for part := range slices.Chunk(values, block) {
		low = append(low, slices.Min(part))
	}
	return low
}
