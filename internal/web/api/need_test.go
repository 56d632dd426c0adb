package api

import (
	"net/url"
	"testing"

	"tourney/internal/fault"
)

// A body without several fields is refused once, with the names of all.
func TestAllMissingFieldsAreNamed(t *testing.T) {
	err := requireFields(url.Values{"preset": {"egf"}, "zone": {""}}, "name", "preset", "zone")
	if !fault.Is(err, "api.missing") || err.Error() != "api.missing: 2, name, zone" {
		t.Errorf("refused with %v", err)
	}
	if err := requireFields(url.Values{"name": {"Cup"}}, "name"); err != nil {
		t.Error(err)
	}
}
