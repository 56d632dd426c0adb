package rules

import "slices"

// Handicap returns the fixed points of n handicap stones in the order of
// placing, as Black sees them: upper right, lower left, lower right, upper left,
// right, left, top and bottom; with five, seven and nine the last stone goes
// to the centre. It returns nil where the board has no such points: corners
// need 7 lines, and more than four stones an odd number of 9 or more both
// ways. Finnish rules, placement diagram; other sizes as in GTP 2.
func Handicap(cols, rows, n int) []Point {
	if n < 2 || n > maxFixed(cols, rows) {
		return nil
	}
	left, top := line(cols), line(rows)
	right, bottom := cols-1-left, rows-1-top
	middle, half := cols/2, rows/2
	stones := []Point{
		At(right, top), At(left, bottom), At(right, bottom), At(left, top),
		At(right, half), At(left, half), At(middle, top), At(middle, bottom), Pass,
	}[:n]
	if n >= 5 && n%2 == 1 {
		stones[n-1] = At(middle, half)
	}
	return stones
}

// FreeStones returns how many of n handicap stones Black places freely: all of them if the system lets Black choose, or
// if a square board of that size has no fixed points for so many.
func (s *System) FreeStones(size, n int) int {
	isFixed := s.Placement == FixedPlacement && Handicap(size, size, n) != nil
	if n < 2 || isFixed {
		return 0
	}
	return n
}

// line returns the index of the line of the corner points: the fourth from 13
// lines on, the third below.
func line(size int) int {
	if size >= 13 {
		return 3
	}
	return 2
}

// maxFixed returns the greatest number of stones that have fixed points.
func maxFixed(cols, rows int) int {
	switch least := min(cols, rows); {
	case least < 7:
		return 0
	case least == 7 || cols%2 == 0 || rows%2 == 0:
		return 4
	}
	return 9
}

// onFixedPoints reports whether stones, in any order, stand on the fixed points
// of their number. Three stones may leave any corner free: programs that
// follow GTP put the third stone on the upper left, the rules on the lower
// right.
func onFixedPoints(cols, rows int, stones []Point) bool {
	n := len(stones)
	if n == 3 {
		return subset(stones, Handicap(cols, rows, 4))
	}
	fixed := Handicap(cols, rows, n)
	return n >= 2 && len(fixed) == n && subset(stones, fixed)
}

// subset reports whether all points differ and belong to a set.
func subset(ps, set []Point) bool {
	for i, p := range ps {
		if slices.Contains(ps[:i], p) || !slices.Contains(set, p) {
			return false
		}
	}
	return true
}
