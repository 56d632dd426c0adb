package web

import (
	"net/http"
	"strings"
	"testing"
)

// Before anybody has a password the login leads to the link of the first start, not to a forgotten password.
func TestLoginBeforeTheFirstStartIsDone(t *testing.T) {
	s := newSite(t)
	for _, before := range []bool{true, false} {
		if !before {
			s.check(s.setPassword("Anna", "a password of Anna"))
		}
		got := text(s.page(s.get("/login"), http.StatusOK), "main")
		if strings.Contains(got, "printed in its window") != before || strings.Contains(got, "Forgot") == before {
			t.Errorf("before the first start is done: %v: %s", before, got)
		}
	}
}
