// Package sgf reads and writes game records in the Smart Game Format, FF[1] to
// FF[4]. It reads moves whether legal or not; package rules checks them.
//
// Parse never fails. It reads a file as far as it goes and reports problems as
// findings with line and column:
//
//	c, findings := sgf.Parse(data, sgf.Options{})
//	for g := range c.Games() {
//		columns, rows, ok := g.Size()
//		for n := range g.MainLine() {
//			for m := range n.Moves() {
//				…
//			}
//		}
//	}
//
// A Collection keeps the text of its file once and points into it: reading
// a record costs a handful of allocations whatever its length, walking through
// it none, and Write writes every property back as it was, known or not, in
// UTF-8. Nothing here recurses, and time and memory stay in proportion to the
// bounds of Options.
//
// The format: https://www.red-bean.com/sgf/ (FF[4], with the user guide's
// notes on FF[1] to FF[3]).
package sgf
