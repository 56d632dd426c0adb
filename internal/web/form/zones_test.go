package form

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // machines without zone files pass too
)

func TestZoneFor(t *testing.T) {
	for _, tt := range []struct{ country, here, want string }{
		{"FI", "", "Europe/Helsinki"},
		{"FI", "America/New_York", "Europe/Helsinki"}, // a director abroad
		{"US", "", "America/New_York"},
		{"US", "America/Denver", "America/Denver"},
		{"US", "Europe/Helsinki", "America/New_York"},
		{"AU", "", "Australia/Sydney"},
		{"", "Asia/Tokyo", "Asia/Tokyo"},
		{"ZZ", "Asia/Tokyo", "Asia/Tokyo"},
		{"FI", "Nowhere/Land", "Europe/Helsinki"},
	} {
		if got := ZoneFor(tt.country, tt.here); got != tt.want {
			t.Errorf("ZoneFor(%q, %q) = %q, want %q", tt.country, tt.here, got, tt.want)
		}
	}
	for _, here := range []string{"", "Nowhere/Land", "Local"} {
		if _, err := time.LoadLocation(ZoneFor("", here)); err != nil {
			t.Error(err)
		}
	}
}

// Every zone of the table loads, and each country is listed once.
func TestZonesLoad(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(zoneTable) {
		country := strings.Fields(line)[0]
		if seen[country] || len(Zones(country)) == 0 {
			t.Errorf("%s stands twice or has no zone", country)
		}
		seen[country] = true
		for _, zone := range Zones(country) {
			if _, err := time.LoadLocation(zone); err != nil {
				t.Errorf("%s: %v", country, err)
			}
		}
	}
	if len(seen) < 240 {
		t.Errorf("only %d countries", len(seen))
	}
}

// A city alone names its time zone.
func TestZoneOfACity(t *testing.T) {
	for text, want := range map[string]string{
		"Prague": "Europe/Prague", "new york": "America/New_York", "Europe/Helsinki": "Europe/Helsinki", "": "", "Nowhere": "Nowhere",
	} {
		if got := zoneNamed(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
