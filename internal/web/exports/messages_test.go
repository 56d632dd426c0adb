package exports

import (
	"testing"

	"tourney/internal/format"
	"tourney/internal/testkit/webtest"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, f := range format.Formats() {
		keys = append(keys, "format."+f.Name, "format.text."+f.Name, "format.content."+f.Writes.String())
	}
	webtest.HasMessages(t, keys...)
}
