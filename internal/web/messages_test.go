package web_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/pairing/bracket"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// TestEveryValueHasItsMessage checks composed keys of all enumerations of the model. Keys that a subpackage composes
// are tested there.
func TestEveryValueHasItsMessage(t *testing.T) {
	var keys []string
	for _, s := range tournament.Systems() {
		keys = append(keys, "system."+string(s))
	}
	for _, c := range slices.Concat(tournament.Criteria(), tournament.TeamCriteria()) {
		keys = append(keys, "criterion."+string(c))
	}
	for _, part := range []bracket.Part{bracket.Winners, bracket.Losers, bracket.Third, bracket.Final, bracket.Again} {
		keys = append(keys, "bracket.match."+string(part))
	}
	keys = append(keys, "bracket.match.winners.final", "bracket.match.losers.final", "log.seeds.order", "log.seeds.usual")
	for _, p := range tournament.Presets() {
		keys = append(keys, "preset."+p.Name, "preset.text."+p.Name)
	}
	for _, key := range []string{
		"group", "group.until", "apart", "apart.until", "together", "together.until", "lift.apart", "lift.together", "lift.group", "seat", "unseat",
		"block", "unblock", "ghost", "unghost", "family.free", "family.avoid", "family.apart", "local", "local.off",
		"room", "room.off",
	} {
		keys = append(keys, "log.steer."+key)
	}
	for _, key := range []string{"apart", "blocked", "room", "seat", "wish"} {
		keys = append(keys, "constraint.check."+key)
	}
	for field := range reflect.TypeFor[tournament.Settings]().Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "foreign" {
			keys = append(keys, "log.setting."+strings.ToLower(name))
		}
	}
	for _, b := range []handicap.Basis{handicap.ByRank, handicap.ByMMS} {
		keys = append(keys, "handicap.basis."+string(b))
	}
	for status := tournament.Preliminary; status <= tournament.Withdrawn; status++ {
		keys = append(keys, page.StatusKeys[status], "log.status."+status.String())
	}
	for _, field := range []tournament.Field{
		"name", "short", "place", "director", "zone", "family", "given", "club", "egd", "ffg", "aga", "contact", "notes", "tags",
		"duplicate", "random", "colour", "category", "score", "dudd", "seeding", "secondary", "minimum-handicap", "geography",
		"pairing-criteria", "prizes", "formula", "class", "stages", "wishes", "tables", "ghosts", "starts", "teams", "system",
	} {
		key, _ := field.Message()
		keys = append(keys, key)
	}
	for outcome := tournament.Unknown; outcome <= tournament.NotPlayed; outcome++ {
		for manner := tournament.Unspecified; manner <= tournament.ByIllegalMove; manner++ {
			for _, unrated := range []bool{false, true} {
				key, args := tournament.Result{Outcome: outcome, Manner: manner, Unrated: unrated}.Message()
				keys = append(keys, key)
				for _, a := range args {
					if m, ok := a.(i18n.Message); ok {
						key, _ := m.Message()
						keys = append(keys, key)
					}
				}
			}
		}
	}
	webtest.HasMessages(t, keys...)
}
