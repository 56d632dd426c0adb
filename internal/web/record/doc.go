// Package record is the room of game records: handing one in, at the desk or by the
// link on a slip; its check by the rules; dead stones and playing out their status;
// playing the moves in on a board.
package record
