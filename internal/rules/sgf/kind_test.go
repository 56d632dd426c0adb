package sgf

import "testing"

// A file of another kind is named, with the program that writes such files.
func TestOtherKinds(t *testing.T) {
	for _, tt := range []struct{ name, text, found string }{
		{"gib", "\\HS\r\n\\[GAMEBLACKNAME=Seita (7D)\\]\r\n\\[GAMERESULT=백 불계승\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\n\\GE\r\n", "GIB"},
		{"gib behind a mark", "\ufeff\\HS\n\\[GAMETAG=S0\\]\n\\GS\n", "GIB"},
		{"ngf", "Rated game\r\n19\r\nseita      3k\r\nkanerva    2k\r\nwww.example.org\r\n0\r\n0\r\n6\r\n20260502 [12:00]\r\n5\r\nWhite win.\r\n2\r\nPMABBQDQD\r\nPMACWEEEE\r\n", "NGF"},
		{"ugf", "[Header]\r\nPlaceY=x\r\nHdcp=0,6.5\r\n[Data]\r\nQD,B1,1,0\r\n", "UGF"},
		{"page", "<!DOCTYPE html>\n<html><body>game (1)</body></html>", "HTML"},
		{"text", "no game at all", ""},
		{"game", "(;GM[1];B[aa])", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, found := Parse([]byte(tt.text), Options{})
			got := ""
			for _, f := range found {
				if f.Kind == FileOther {
					got = f.Text
				}
			}
			if got != tt.found || got != "" && c.Len() > 0 {
				t.Errorf("taken for %q, want %q: %v", got, tt.found, found)
			}
		})
	}
}
