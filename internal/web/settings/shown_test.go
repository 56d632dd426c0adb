package settings

import (
	"slices"
	"strings"
	"testing"

	"tourney/internal/testkit/eachfield"
	"tourney/internal/tournament"
)

// TestEverySettingHasAField changes one setting after the other: a field of the page must show the new value, unless
// another page has the setting.
func TestEverySettingHasAField(t *testing.T) {
	elsewhere := []string{
		"Constraints.", "Prizes.", "Foreign", "Teams.Teams", "Format.Seeds", "Format.ByHand", "Format.Alternating",
		"Custom.Komi", "Custom.Tie", // the tournament's own komi and tie count
		"Pairing.Secondary",                        // the page of weights
		"Pairing.Method",                           // only the input of a draw has it
		"Fees.", "SignUp.", "Consent.", "Schedule", // the pages of the sign-up and of the day
	}
	s := tournament.Presets()[0].Settings
	written := func() (values []string) {
		for _, f := range settingFields {
			values = append(values, f.Write(&s))
		}
		return values
	}
	values := written()
	eachfield.Change(&s, func(path string) {
		now := written()
		own := slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
		if shown := !slices.Equal(values, now); !shown && !own {
			t.Errorf("%s has no field on the page of settings: add a row in fields.go", path)
		}
		values = now
	})
}
