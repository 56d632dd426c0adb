package webtest

import (
	"fmt"
	"strings"
)

// CountedRecord is an invented game on 19 lines: two walls divide the board, one black stone is dead, Black's side is
// larger.
func CountedRecord() string {
	var b strings.Builder
	b.WriteString("(;GM[1]SZ[19]KM[6.5]")
	for y := 'a'; y <= 's'; y++ {
		fmt.Fprintf(&b, ";B[k%c];W[l%c]", y, y)
	}
	b.WriteString(";B[qq];W[];B[])")
	return b.String()
}

// SetUpHeavyRecord is a record of 110 kB that repeatedly sets stones on all points of a board.
func SetUpHeavyRecord(size, points string) string {
	return "(;SZ[" + size + "]" + strings.Repeat(";AE["+points+"]AB["+points+"]AW["+points+"]", 4000) + ")"
}
