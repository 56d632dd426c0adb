package web

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tourney/internal/exchange"
	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/people"
	"tourney/internal/web/public"
	"tourney/internal/web/settings"
	"tourney/templates"
)

// TestEveryValueHasItsMessage goes through the enumerations whose keys are put
// together, so that no reader ever sees a key.
func TestEveryValueHasItsMessage(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, s := range tournament.Systems() {
		keys = append(keys, "system."+string(s))
	}
	for _, c := range slices.Concat(tournament.Criteria(), tournament.TeamCriteria()) {
		keys = append(keys, "criterion."+string(c))
	}
	for from, to := range people.Following {
		keys = append(keys, "attendance."+string(from), "attendance."+string(to))
	}
	for _, part := range []bracket.Part{bracket.Winners, bracket.Losers, bracket.Final} {
		keys = append(keys, "bracket."+string(part))
	}
	for _, part := range []bracket.Part{bracket.Winners, bracket.Losers, bracket.Third, bracket.Final, bracket.Again} {
		keys = append(keys, "match."+string(part))
	}
	keys = append(keys, "match.winners.final", "match.losers.final", "log.seeds.order", "log.seeds.usual")
	for _, part := range settings.ObjectiveParts {
		keys = append(keys, "field."+part.Weight, "help."+part.Weight)
	}
	for _, p := range tournament.Presets() {
		keys = append(keys, "preset."+p.Name, "preset.text."+p.Name)
	}
	for _, s := range handicap.Systems() {
		keys = append(keys, "handicap.name."+s.Name)
	}
	for _, f := range exchange.Formats() {
		keys = append(keys, "format."+f.Name, "format.text."+f.Name, "content."+f.Writes.String())
	}
	for _, name := range pairing.Criteria() {
		keys = append(keys, "share."+name)
	}
	for _, subject := range pairing.Subjects() {
		keys = append(keys, "draw.subject."+subject)
	}
	for _, check := range []string{
		"rematch.again", "rematch.club", "rematch.family", "gap.score", "gap.cup", "gap.handicap", "noshow", "colours", "presence.preliminary", "presence.away",
		"ranks.terms", "steer.apart", "steer.blocked", "steer.seat", "steer.wish", "team.again", "team.own", "system.plan",
	} {
		keys = append(keys, "mark."+check)
	}
	for _, options := range [][]form.OptionView{
		settings.RuleNames(), customOptions(), settings.TableNames(), settings.Positions(), settings.Seedings(),
		form.Choices("overtime.", tournament.SuddenDeath, tournament.Japanese, tournament.Canadian, tournament.Fischer),
	} {
		for _, o := range options {
			keys = append(keys, o.Text)
		}
	}
	for _, key := range []string{
		"group", "group.until", "apart", "apart.until", "together", "together.until", "lift.apart", "lift.together", "lift.group", "seat", "unseat",
		"block", "unblock", "ghost", "unghost", "family.free", "family.avoid", "family.apart", "local", "local.off",
		"room", "room.off",
	} {
		keys = append(keys, "log.steer."+key)
	}
	for _, kind := range []tournament.WishKind{tournament.Apart, tournament.Together} {
		keys = append(keys, "entry.steering."+string(kind), "entry.steering."+string(kind)+".until")
	}
	for _, key := range []string{"apart", "blocked", "room", "seat", "wish"} {
		keys = append(keys, "steer.check."+key)
	}
	for field := range reflect.TypeFor[tournament.Settings]().Fields() {
		if field.Name != "Foreign" {
			keys = append(keys, "log.setting."+strings.ToLower(field.Name))
		}
	}
	for _, b := range []handicap.Basis{handicap.ByRank, handicap.ByMMS} {
		keys = append(keys, "basis."+string(b))
	}
	for kind := results.Bye; kind <= results.NotEntered; kind++ {
		keys = append(keys, public.CellKeys[kind])
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
	for _, l := range catalog.Languages() {
		for _, key := range keys {
			if !l.Has(key) {
				t.Errorf("%s lacks %q", l.Code(), key)
			}
		}
	}
}

// customOptions are the values of all parameters of a tournament's own rules.
func customOptions() []form.OptionView {
	var options []form.OptionView
	for _, f := range settings.CustomFields() {
		options = append(options, f.Options...)
		options = append(options, form.OptionView{Text: "field." + f.Name})
	}
	return options
}
