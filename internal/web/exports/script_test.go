package exports_test

import (
	"regexp"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// The script is for reading aloud: ranks are words, and commas part them from name and club.
func TestScriptIsReadAloud(t *testing.T) {
	s := sitetest.New(t)
	s.Cup()
	s.Login()
	s.SavePrizes(sitetest.CupPrizes)
	got := sitetest.Words(s.Page(s.Get("/desk/spring-cup/prizes/script"), 200).Find(".sheet tbody tr:not(.void) td.name").Last())
	if !regexp.MustCompile(`^\S.* \d+ (kyu|dan)(, |$)`).MatchString(got) || strings.Contains(got, "·") {
		t.Errorf("the winner is called as %q", got)
	}
}
