package web

import (
	"regexp"
	"strings"
	"testing"
)

// The script is read aloud: ranks are words, and commas part them from name and club.
func TestScriptIsReadAloud(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	s.savePrizes(cupPrizes)
	got := words(s.page(s.get("/desk/spring-cup/prizes/script"), 200).Find(".script .called").Last())
	if !regexp.MustCompile(`^\S.*, \d+ (kyu|dan)(, |$)`).MatchString(got) || strings.Contains(got, "·") {
		t.Errorf("the winner is called as %q", got)
	}
}
