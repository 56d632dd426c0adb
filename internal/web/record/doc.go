// Package record is the room of game records: handing one in, at the desk or by the
// link of a slip, its check by the rules, dead stones, the confirmation of a sheet
// by hand, playing on the board.
package record
