package exports

import (
	"slices"
	"testing"

	"tourney/internal/event/federations"
	"tourney/internal/format"
	"tourney/internal/testkit/webtest"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, f := range format.Formats() {
		switch {
		case f.Writes == format.Nothing, f.For != nil:
		case !slices.Contains(elsewhere, f.Name):
			keys = append(keys, "format."+f.Name, "format.text."+f.Name)
		}
	}
	for _, f := range federations.All() {
		keys = append(keys, "sending.way."+string(f.Sender), "field."+string(f.Number), "federation.list."+f.List.Form)
		if f.Membership != federations.NoMembership {
			keys = append(keys, "federation.membership."+string(f.Membership))
		}
	}
	keys = append(keys, "federation.scale.egf", "federation.scale.aga")
	for _, k := range paperKinds {
		if keys = append(keys, k.title); k.use != "" {
			keys = append(keys, k.use)
		}
	}
	webtest.HasMessages(t, keys...)
}
