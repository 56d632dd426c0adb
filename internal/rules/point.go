package rules

import (
	"fmt"
	"strconv"
	"strings"

	"tourney/internal/rules/sgf"
)

// MaxSize is the greatest number of columns or rows that a Board holds, the
// greatest that a game record can name. Games are played on 2 to 25.
const MaxSize = 52

// A Color is the stone on a point, or Empty.
type Color uint8

// The colors of points. edge surrounds the board; exported functions never return it.
const (
	Empty Color = iota
	Black
	White
	edge
)

// Opponent returns White for Black and Black for White.
func (c Color) Opponent() Color { return Black + White - c }

// String returns the letter of the color in game records: B, W, or - for empty.
func (c Color) String() string { return "-BW-"[c&3 : c&3+1] }

// Message returns the message with the color's name.
func (c Color) Message() (key string, args []any) {
	return [...]string{"game.stone.none", "game.stone.black", "game.stone.white", "game.stone.none"}[c&3], nil
}

// A Point is an intersection of any board, whatever its size. The zero Point
// is Pass.
type Point uint16

// Pass is the Point of a move that places no stone.
const Pass Point = 0

// The points of all boards lie on one grid, so a neighbour is always the same
// distance away: a row is 64 points, and the board begins at row 1, column 1.
const (
	stride = 64
	grid   = 64 * stride
	mask   = grid - 1
)

// neighbours returns the four points beside a point, above first, left, right
// and below.
func neighbours(p Point) [4]Point {
	return [4]Point{(p - stride) & mask, (p - 1) & mask, (p + 1) & mask, (p + stride) & mask}
}

// At returns the point in a column and row, both counted from 0 at the upper
// left corner as game records do. Columns and rows run below MaxSize.
func At(col, row int) Point { return Point((row+1)*stride + col + 1) }

// Col returns the column of a point, from 0 at the left.
func (p Point) Col() int { return int(p)%stride - 1 }

// Row returns the row of a point, from 0 at the top.
func (p Point) Row() int { return int(p)/stride - 1 }

// Name returns the point in common notation, such as "Q16" on a board of 19 rows: columns are lettered from the left
// without I and continue with AA after Z, rows are numbered from the bottom. A pass is "pass".
func (p Point) Name(rows int) string {
	if p == Pass {
		return "pass"
	}
	col := p.Col()
	name := boardLetters[col%25 : col%25+1]
	if col >= 25 {
		name = boardLetters[col/25-1:col/25] + name
	}
	return fmt.Sprintf("%s%d", name, rows-p.Row())
}

// PointNamed is the inverse of Name for the points of a board of that many rows, in
// letters of either case.
func PointNamed(name string, rows int) (Point, bool) {
	name = strings.ToUpper(name)
	letters := len(name) - len(strings.TrimLeft(name, boardLetters))
	row, err := strconv.Atoi(name[letters:])
	if err != nil || letters == 0 || letters > 2 || row < 1 || row > rows {
		return Pass, false
	}
	col := strings.IndexByte(boardLetters, name[letters-1])
	if letters == 2 {
		col += 25 * (1 + strings.IndexByte(boardLetters, name[0]))
	}
	if p := At(col, rows-row); col < MaxSize && p.Name(rows) == name {
		return p, true
	}
	return Pass, false
}

// boardLetters are the letters of columns in order.
const boardLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// sgfLetters are the coordinates of game records in order.
const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// SGF returns the point as game records name it, column and row from the
// upper left, such as "pd" for Q16 on 19 rows. A pass is empty.
func (p Point) SGF() string {
	if p == Pass {
		return ""
	}
	return sgfLetters[p.Col():p.Col()+1] + sgfLetters[p.Row():p.Row()+1]
}

// ParsePoint parses the two letters of a point in a game record, for any size
// of board.
func ParsePoint(text string) (Point, bool) {
	if len(text) != 2 {
		return Pass, false
	}
	col, row := strings.IndexByte(sgfLetters, text[0]), strings.IndexByte(sgfLetters, text[1])
	if col < 0 || row < 0 {
		return Pass, false
	}
	return At(col, row), true
}

// PointOf converts a point of a game record.
func PointOf(p sgf.Point) Point {
	if p == sgf.Pass {
		return Pass
	}
	return At(int(p.Column), int(p.Row))
}

// Record returns the point as game records hold it, the inverse of PointOf.
func (p Point) Record() sgf.Point {
	if p == Pass {
		return sgf.Pass
	}
	return sgf.Point{Column: int8(p.Col()), Row: int8(p.Row())}
}
