package people

import (
	"testing"

	"tourney/internal/tournament"
	"tourney/internal/web/webtest"
)

// Keys that the room puts together have a message each.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for from, to := range nextAttendance {
		keys = append(keys, "attendance."+string(from), "attendance."+string(to))
	}
	for _, kind := range []tournament.WishKind{tournament.Apart, tournament.Together} {
		keys = append(keys, "entry.steering."+string(kind), "entry.steering."+string(kind)+".until")
	}
	webtest.HasMessages(t, keys...)
}
