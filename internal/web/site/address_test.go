package site

import (
	"strconv"
	"testing"
)

func TestLoginLeadsNowhereElse(t *testing.T) {
	for _, next := range []string{"//evil.example", "https://evil.example/", `/\evil.example`, "javascript:alert(1)", "", "/a\r\nSet-Cookie: x"} {
		t.Run(strconv.Quote(next), func(t *testing.T) {
			if got := LocalPath(next); got != "/" {
				t.Errorf("LocalPath(%q) = %q", next, got)
			}
		})
	}
	if got := LocalPath("/desk/cup?x=1"); got != "/desk/cup?x=1" {
		t.Errorf("an address of ours becomes %q", got)
	}
}
