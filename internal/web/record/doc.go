// Package record has the pages of game records: uploads at the desk or by the link on a slip; the check by the rules;
// dead stones and trial moves for them; entry of the moves on a board.
package record
