package form

import (
	"errors"
	"maps"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Faults are the faults of a form by the name of the field, "" for the form as a
// whole.
type Faults map[string]error

// Add puts a fault beside the field that it is about. It returns any other error, and the fault of a state that is out
// of date, which does not belong to the form.
func (f Faults) Add(err error) error {
	if err == nil {
		return nil
	}
	if of, ok := fault.As(err); !ok || of.Kind == fault.Outdated {
		return err
	}
	field := FieldOf(err)
	if f[field] == nil {
		f[field] = err
	}
	return nil
}

// All returns the faults of all fields.
func (f Faults) All() []error { return slices.Collect(maps.Values(f)) }

// faultFields are the fields that faults are about, by the key of the fault.
var faultFields = map[string]string{
	"player.name.empty": "family", "player.twin": "family", "player.alike": "family",
	"player.rank.missing": "rank", "player.country": "country", "player.correction": "correction",
	"player.tags": "tags", "player.born": "born", "message.mail.address": "mail", "player.mail": "mail",
	"signup.consent": "agree", "signup.class": "fee-class", "signup.limit": "signup-limit",
	"tournament.name.empty": "name", "tournament.slug": "slug", "tournament.slug.taken": "slug", "tournament.slug.former": "slug",
	"tournament.dates": "end", "tournament.zone": "zone",
	"settings.rounds": "rounds", "settings.rounds.drawn": "rounds", "settings.size": "size", "settings.bar": "bar",
	"settings.criterion": "criteria", "settings.criteria": "criteria", "settings.criteria.twice": "criteria",
	"settings.categories": "categories", "settings.clock": "main",
	"criterion.tiebreak.after": "tiebreak-1", "criterion.tiebreak.twice": "tiebreak-1", "criterion.tiebreak.unknown": "tiebreak-1",
	"team.boards": "boards", "team.criterion": "criteria",
	"settings.pairing.curvature": "curvature", "settings.pairing.gap": "country-gap", "settings.pairing.switch": "switch",
	"system.pools": "pools", "system.withdrawals": "withdrawals", "system.pools.few": "pools", "system.accelerated": "accelerated",
	"system.jigo": "even-komi", "system.jigo.stones": "handicap-komi", "system.cup.rounds": "rounds",
	"open.begun": "system", "open.alone": "system", "open.rematch": "rematch", "open.promise": "promise", "open.widest": "widest",
	"simulate.runs": "sim-runs", "simulate.spread": "sim-spread", "simulate.barless": "sim-bars",
	"handicap.correction": "reduction", "handicap.ceiling": "ceiling", "handicap.ceiling.table": "ceiling", "handicap.step": "steps", "handicap.steps": "steps",
}

// stageFaultFields are the fields that faults of a later stage are about, by their
// names within the stage.
var stageFaultFields = map[string]string{
	"system.stage.beside": "others", "system.stage.before": "others", "system.stage.others": "others",
	"system.stage.qualify": "qualify", "system.stage.from": "from", "settings.system": "system",
	"system.pools": "pools", "system.withdrawals": "withdrawals", "system.pools.few": "pools", "system.accelerated": "accelerated",
}

// FieldOf names the field that a fault is about, "" without one.
func FieldOf(err error) string {
	f, ok := fault.As(err)
	if !ok {
		return ""
	}
	if len(f.Args) > 0 {
		if field, ok := f.Args[0].(tournament.Field); ok {
			return string(field)
		}
	}
	var stage *tournament.StageError
	if !errors.As(err, &stage) {
		return faultFields[f.Key]
	}
	if field, ok := stageFaultFields[f.Key]; ok {
		return StagePrefix(stage.Number) + field
	}
	return ""
}

// A FaultView is a fault in the summary above a form, with a link to its field.
type FaultView struct{ Name, Label, Text string }

// FaultViews lists the faults of fields in their order, and puts the focus on the first of these fields.
func FaultViews(groups ...[]FieldView) (all []FaultView) {
	for _, fields := range groups {
		for i := range fields {
			if f := &fields[i]; f.Fault != "" {
				f.Focus = len(all) == 0
				all = append(all, FaultView{f.Name, f.Label, f.Fault})
			}
		}
	}
	return all
}
