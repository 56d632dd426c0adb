package settings

import (
	"slices"

	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

// pairingCriteriaFields are the criteria of the pairing. If the first is blank, those
// of the standings apply.
func pairingCriteriaFields() []form.Field[tournament.Settings] {
	var fields []form.Field[tournament.Settings]
	for _, f := range criteriaFields() {
		if f.Kind != "choice" {
			continue
		}
		write, read := f.Write, f.Read
		f.Name = "pairing-" + f.Name
		f.Write = func(from *tournament.Settings) string {
			return write(&tournament.Settings{Criteria: from.PairingCriteria})
		}
		f.Read = func(to *tournament.Settings, text string) error {
			order := tournament.Settings{Criteria: to.PairingCriteria}
			err := read(&order, text)
			to.PairingCriteria = order.Criteria
			return err
		}
		fields = append(fields, f)
	}
	fields[0].Options = slices.Clone(fields[0].Options)
	fields[0].Options[0].Text = "criterion.same"
	return fields
}
