package access

import (
	"testing"

	"tourney/internal/accounts"
	"tourney/internal/web/webtest"
)

// TestEveryEventHasItsMessage checks the lines of the log of access.
func TestEveryEventHasItsMessage(t *testing.T) {
	var keys []string
	for _, e := range accounts.Events {
		keys = append(keys, "access."+e.String())
	}
	webtest.HasMessages(t, keys...)
}
