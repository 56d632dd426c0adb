package people

import (
	"testing"

	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for from, to := range nextAttendance {
		keys = append(keys, "registration.attendance."+string(from), "registration.attendance."+string(to))
	}
	for _, kind := range []tournament.WishKind{tournament.Apart, tournament.Together} {
		keys = append(keys, "entry.steering."+string(kind), "entry.steering."+string(kind)+".until")
	}
	webtest.HasMessages(t, keys...)
}
