package settings

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// findFaults adds what else is wrong with settings to the faults that are known,
// so that a form shows all of them at once: whatever is wrong goes back to what
// stands, until the rest could be saved.
func findFaults(t *tournament.Tournament, info tournament.Info, now tournament.Settings, wrong form.Faults) error {
	err := findEach(wrong, func() error {
		putBack(form.InfoFields, wrong, &info, &t.Info)
		return t.Clone().SetInfo(info)
	})
	if err != nil {
		return err
	}
	now.Criteria, now.PairingCriteria = slices.Clone(now.Criteria), slices.Clone(now.PairingCriteria)
	now.Stages = slices.Clone(now.Stages)
	now.Teams.TieBreaks = slices.Clone(now.Teams.TieBreaks)
	return findEach(wrong, func() error {
		putBack(settingFields, wrong, &now, &t.Settings)
		// These hang together.
		if wrong["bar"] != nil {
			now.Floor = t.Settings.Floor
		}
		if wrong["criterion-1"] != nil || wrong["boards"] != nil {
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
		now.Stages = inOrder(now.Stages) // a field put back may be that of no stage
		return t.Clone().SetSettings(now)
	})
}

// findEach tries again for as long as another field turns out to be wrong.
func findEach(wrong form.Faults, try func() error) error {
	for {
		err := try()
		if _, ok := fault.As(err); ok && wrong[form.FieldOf(err)] != nil {
			return nil // putting the field back does not mend it
		}
		if err == nil {
			return nil
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
}

// putBack gives the fields that are wrong the values that stand.
func putBack[T any](fields []form.Field[T], wrong form.Faults, now, stands *T) {
	for _, f := range fields {
		if wrong[f.Name] != nil {
			_ = f.Read(now, f.Write(stands)) // what stands can be read; if not, it stays wrong
		}
	}
}
