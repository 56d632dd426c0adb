package web

import (
	"slices"

	"tourney/internal/tournament"
)

// pairingCriteriaFields are the criteria that the draw goes by, chosen as those
// of the standings are. A first blank one leaves it to those.
func pairingCriteriaFields() []formField[tournament.Settings] {
	var fields []formField[tournament.Settings]
	for _, f := range criteriaFields() {
		if f.kind != "choice" {
			continue
		}
		write, read := f.write, f.read
		f.name = "pairing-" + f.name
		f.write = func(from *tournament.Settings) string {
			return write(&tournament.Settings{Criteria: from.PairingCriteria})
		}
		f.read = func(to *tournament.Settings, text string) error {
			order := tournament.Settings{Criteria: to.PairingCriteria}
			err := read(&order, text)
			to.PairingCriteria = order.Criteria
			return err
		}
		fields = append(fields, f)
	}
	fields[0].options = slices.Clone(fields[0].options)
	fields[0].options[0].Text = "criterion.same"
	return fields
}
