package form

import (
	"slices"

	"tourney/internal/tournament"
)

// A FieldGroup is some fields of a form under one heading.
type FieldGroup struct {
	// Handicap groups offer to take the values of a handicap system.
	Handicap   bool
	Name, Help string
	Fields     []FieldView
}

// A ChangeView is one setting before and after.
type ChangeView struct{ Label, Was, Now string }

// SwitchTeamCriteria lets the usual criteria of teams take the place of those of
// players, or the other way round, where teams begin or cease to play and the
// criteria have not been changed by hand.
func SwitchTeamCriteria(was, now *tournament.Settings) {
	if teams := now.Teams.Boards > 0; teams != (was.Teams.Boards > 0) && slices.Equal(was.Criteria, now.Criteria) {
		now.Criteria, now.PairingCriteria = tournament.DefaultCriteria(now.System), nil
		if teams {
			now.Criteria = tournament.DefaultTeamCriteria(now.System)
		}
	}
}
