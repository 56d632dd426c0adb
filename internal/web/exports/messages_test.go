package exports

import (
	"testing"

	"tourney/internal/exchange"
	"tourney/internal/web/webtest"
)

// Keys that the room puts together have a message each.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, f := range exchange.Formats() {
		keys = append(keys, "format."+f.Name, "format.text."+f.Name, "content."+f.Writes.String())
	}
	webtest.HasMessages(t, keys...)
}
