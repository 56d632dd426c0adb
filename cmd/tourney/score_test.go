package main

import (
	"strings"
	"testing"
)

// Each line names texts that check and score must print about a record, and texts that they must not.
func TestRecordsAreToldTruly(t *testing.T) {
	undone := write(t, "undone.sgf", "(;GM[1]FF[4]SZ[9]KM[0]RE[B+3];B[ee];W[gc](;B[hb])(;B[cc];W[cg];B[gg];W[ec];B[ge];W[eg];B[];W[]))")
	retaken := write(t, "retaken.sgf", "(;GM[1]FF[4]SZ[5]KM[0]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb];B[ee];W[cb];B[];W[])")
	fraction := write(t, "fraction.sgf", "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7 1/2]PB[A]PW[B];B[ee];W[gc])")
	behind := write(t, "behind.sgf", "(;GM[1]FF[4]SZ[9]C[hi];PB[A]PW[B]KM[0.5]HA[2]AB[cc][gg]RE[B+R];W[ee])")
	aga := write(t, "aga.sgf", "(;GM[1]FF[4]SZ[9]KM[0.5]HA[3]AB[gc][cg][gg];W[cc];B[dd];W[];B[];W[])")
	played := write(t, "played.sgf", "(;GM[1]FF[4]SZ[9]KM[0];B[cc];W[gg];B[];W[])")
	setUp := write(t, "setup.sgf", "(;GM[1]FF[4]SZ[9]KM[0]AB[cc]AW[gg])")
	dead := write(t, "dead.sgf", "(;GM[1]FF[4]SZ[9]KM[0]AB[ed][de][ee][fe][ge][ie][bf][cf][df][ff][gf][hf][if][ag][fg][bh][eh][gh][ei][fi][hi]"+
		"AW[cc][dc][ec][fc][bd][dd][fd][gd][hd][id][ae][be][ce][he][af][dg][eg][gg][hg][hh];B[];W[])")
	gib := write(t, "game.gib", "\\HS\r\n\\[GAMEBLACKNAME=Seita (7D)\\]\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 15 3\r\n\\GE\r\n")
	ruled := write(t, "ruled.sgf", "(;GM[1]SZ[9]KM[0]RU[OGS];B[ee])")
	for _, tt := range []struct {
		args      string
		code      int
		want, not string
	}{
		{"check " + undone, 0, "3 moves; branches from move 3 on; continues to move 10 and ends with two passes; --branch other", ""},
		{"score " + undone, 0, "continues to move 10 and ends with two passes", ""},
		{"check --branch other " + undone, 0, "10 moves", "branches"},
		{"score --branch other --json " + undone, 0, "", "branch"},
		{"check --branch last " + undone, 1, "isn't a branch", ""},
		{"check --rules czech " + retaken, 1, "Move 2, B4: The ko may not be retaken at once.; In this record the stone stays; 6 moves, Jigo", "already a stone"},
		{"check --rules chinese " + retaken, 1, "Move 2, B4: The position after move 0 is repeated; counts as a pass; 6 moves, Jigo", "White passes; already a stone"},
		{"score --rules czech " + retaken, 0, "Result: Jigo", "already a stone"},
		{"score --rules czech --enforce " + retaken, 0, "Result: B+1; one more move cannot be played and is left out: 4", "already a stone"},
		{"score --rules chinese --enforce " + retaken, 0, "Result: B+4", "already a stone"},
		{"check " + fraction, 0, "W+7.5; was read as 7.5", "no komi"},
		{"check " + behind, 0, "B+R", "no komi; Handicap; placed or removed"},
		{"score --rules aga,scoring=territory " + aga, 0, "1.5; B+0.5", "For handicap stones"},
		{"score --rules aga " + aga, 0, "For handicap stones; By territory, with a stone for each pass: Black 2, White 1.5; B+0.5", ""},
		{"score --rules tromp-taylor --dead gg " + played, 0, "Jigo; all stones on the board live", ""},
		{"score --rules tromp-taylor --dead gg " + setUp, 0, "Jigo; all stones on the board live", ""},
		{"score --rules chinese --dead dg,eg,gg,hg,hh " + dead, 0, "Result: B+1", ""},
		{"check " + gib, 1, "a file of the kind GIB", "belongs to nothing"},
		{"score " + gib, 1, "a file of the kind GIB", ""},
		{"check " + ruled, 0, "“OGS”", ""},
	} {
		t.Run(tt.args[:strings.LastIndex(tt.args, " ")]+" "+tt.args[strings.LastIndex(tt.args, "/")+1:], func(t *testing.T) {
			code, out, errs := line(t, strings.Fields(tt.args)...)
			if code != tt.code {
				t.Errorf("exit %d, want %d", code, tt.code)
			}
			for want := range strings.SplitSeq(tt.want, "; ") {
				if !strings.Contains(out+errs, want) {
					t.Errorf("%q is not in %s%s", want, out, errs)
				}
			}
			for not := range strings.SplitSeq(tt.not, "; ") {
				if not != "" && strings.Contains(out+errs, not) {
					t.Errorf("%q is in %s%s", not, out, errs)
				}
			}
		})
	}
}
