package access_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// Before the first password is set the login leads to the link of the first start, not to a forgotten password.
func TestLoginBeforeTheFirstStartIsDone(t *testing.T) {
	s := sitetest.New(t)
	for _, before := range []bool{true, false} {
		if !before {
			s.Check(s.SetPassword("Anna", "a password of Anna"))
		}
		got := sitetest.Text(s.Page(s.Get("/login"), http.StatusOK), "main")
		if strings.Contains(got, "printed in its window") != before || strings.Contains(got, "Forgot") == before {
			t.Errorf("before the first start is done: %v: %s", before, got)
		}
	}
}
