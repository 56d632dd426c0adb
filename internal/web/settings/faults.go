package settings

import (
	"cmp"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// findFaults adds further faults of info and settings to wrong, so that a form shows all of them at once. It resets
// faulty fields to their saved values until the rest can be saved.
func findFaults(t *tournament.Tournament, info tournament.Info, now tournament.Settings, wrong form.Faults) error {
	err := collectFaults(wrong, func() error {
		resetFaulty(form.InfoFields, wrong, &info, &t.Info)
		return t.Clone().SetInfo(info)
	})
	if err != nil {
		return err
	}
	now.Criteria, now.PairingCriteria = slices.Clone(now.Criteria), slices.Clone(now.PairingCriteria)
	now.Stages = slices.Clone(now.Stages)
	now.Teams.TieBreaks = slices.Clone(now.Teams.TieBreaks)
	return collectFaults(wrong, func() error {
		resetFaulty(settingFields, wrong, &now, &t.Settings)
		// These fields depend on each other.
		if wrong["bar"] != nil {
			now.Floor = t.Settings.Floor
		}
		if wrong["criteria"] != nil || wrong["boards"] != nil {
			now.Criteria, now.PairingCriteria = slices.Clone(t.Settings.Criteria), slices.Clone(t.Settings.PairingCriteria)
		}
		if wrong["tiebreak-1"] != nil {
			now.Teams.TieBreaks = t.Settings.Teams.TieBreaks
		}
		for i := range mostStages {
			if wrong[form.StagePrefix(i+2)+"from"] != nil {
				now.Stages = slices.Clone(t.Settings.Stages)
			}
		}
		now.Stages = sortedStages(now.Stages) // a restored field may belong to a missing stage
		return cmp.Or(t.Clone().SetSettings(now), now.CheckDrawable(len(t.Rounds)))
	})
}

// collectFaults repeats try as long as it finds the fault of another field.
func collectFaults(wrong form.Faults, try func() error) error {
	for {
		err := try()
		if _, ok := fault.As(err); ok && wrong[form.FieldOf(err)] != nil {
			return nil // restoring the field did not help
		}
		if err == nil {
			return nil
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
}

// resetFaulty resets the fields with faults to their saved values.
func resetFaulty[T any](fields []form.Field[T], wrong form.Faults, now, saved *T) {
	for _, f := range fields {
		if wrong[f.Name] != nil {
			_ = f.Read(now, f.Write(saved)) // saved values are valid; if not, the fault stays
		}
	}
}
