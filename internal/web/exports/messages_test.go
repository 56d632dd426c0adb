package exports

import (
	"slices"
	"testing"

	"tourney/internal/format"
	"tourney/internal/testkit/webtest"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, f := range format.Formats() {
		switch {
		case f.Writes == format.Nothing:
		case f.For != nil:
			keys = append(keys, "sending.body."+f.Name)
		case !slices.Contains(elsewhere, f.Name):
			keys = append(keys, "format."+f.Name, "format.text."+f.Name)
		}
	}
	for _, k := range paperKinds {
		if keys = append(keys, k.title); k.use != "" {
			keys = append(keys, k.use)
		}
	}
	webtest.HasMessages(t, keys...)
}
