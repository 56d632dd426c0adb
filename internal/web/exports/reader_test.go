package exports_test

import (
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
)

// The slips of a reader have no codes that report results; a desk's have.
func TestReadersGetNoReportCodes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.Login()
	const slips, all = "/desk/spring-cup/print/slips/2", "/desk/spring-cup/print/all"
	for r, want := range map[role.Role]bool{role.Desk: true, role.Reader: false} {
		s.Client = s.Person("Person "+r.String(), accounts.Invitation{Role: r})
		for _, path := range []string{slips, all} {
			if got := s.Body(s.Get(path)); strings.Contains(got, "/report/") != want || !strings.Contains(got, "class=\"qr\"") {
				t.Errorf("%s of a %s has codes: %t, want %t", path, r, !want, want)
			}
		}
	}
}
