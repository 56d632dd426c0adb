package draw

import (
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/testkit/webtest"
)

// All keys that the package composes have messages.
func TestKeysHaveMessages(t *testing.T) {
	var keys []string
	for _, name := range pairing.Criteria() {
		keys = append(keys, "explain.share."+name)
		if name != "random" {
			keys = append(keys, "draw.cost."+name+".worse", "draw.cost."+name+".better")
		}
	}
	for _, subject := range pairing.Subjects() {
		keys = append(keys, "draw.fine."+subject)
	}
	keys = append(keys, "draw.fine.colours.even")
	for _, check := range []string{
		"rematch.again", "rematch.times", "rematch.before", "team.times", "rematch.club", "rematch.family", "gap.score", "gap.points", "gap.cup", "gap.handicap", "gap.cut", "noshow", "colours", "presence.preliminary", "presence.away",
		"ranks.terms", "constraint.apart", "constraint.blocked", "constraint.seat", "constraint.wish", "team.again", "team.own", "system.plan",
	} {
		keys = append(keys, "mark."+check)
	}
	for _, way := range []string{"worse", "better"} {
		keys = append(keys, "draw.cost."+way)
	}
	for _, what := range []string{"duplicate", "score", "stones", "meetings", "before", "ago", "wish"} {
		keys = append(keys, "draw.cost."+what+".more", "draw.cost."+what+".fewer")
	}
	webtest.HasMessages(t, keys...)
}
