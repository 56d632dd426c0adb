package exports

import (
	"testing"

	"tourney/internal/exchange"
	"tourney/internal/web/webtest"
)

// All keys that the room composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, f := range exchange.Formats() {
		keys = append(keys, "format."+f.Name, "format.text."+f.Name, "format.content."+f.Writes.String())
	}
	webtest.HasMessages(t, keys...)
}
