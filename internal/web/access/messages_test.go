package access

import (
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/testkit/webtest"
)

// TestEveryEventHasItsMessage checks the lines of the log of access.
func TestEveryEventHasItsMessage(t *testing.T) {
	var keys []string
	for _, e := range accounts.Events {
		keys = append(keys, "access."+e.String())
	}
	webtest.HasMessages(t, keys...)
}
