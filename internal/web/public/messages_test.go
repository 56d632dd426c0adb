package public

import (
	"testing"

	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
	"tourney/internal/testkit/webtest"
	"tourney/internal/web/page"
)

// All composed keys have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for kind := results.Bye; kind <= results.NotEntered; kind++ {
		keys = append(keys, page.CellKeys[kind])
	}
	for _, part := range []bracket.Part{bracket.Winners, bracket.Losers, bracket.Final} {
		keys = append(keys, "bracket."+string(part))
	}
	webtest.HasMessages(t, keys...)
}
