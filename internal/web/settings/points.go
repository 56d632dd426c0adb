package settings

import (
	"slices"

	"tourney/internal/results/scoring"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
)

const pointsGroup = "settings.group.points"

// ladderNames are the fields of a ladder besides its reach.
var ladderNames = []string{"ladder-shift", "ladder-protection", "ladder-idle", "ladder-leave"}

// pointsFields are the points of open play and its ladder.
func pointsFields() []form.Field[tournament.Settings] {
	sets := []form.OptionView{{Text: "scoring.set.usual"}}
	for _, s := range scoring.Sets() {
		sets = append(sets, form.OptionView{Value: s.Key, Text: "scoring.set." + s.Key})
	}
	shift := form.ChoiceField("ladder-shift", func(s *tournament.Settings) *tournament.LadderShift { return &s.Open.Ladder.Shift },
		form.Choices("ladder.shift.", tournament.LadderShifts()...))
	shift.Write = func(s *tournament.Settings) string {
		if s.Open.Ladder.Shift == "" {
			return string(tournament.LadderSwap)
		}
		return string(s.Open.Ladder.Shift)
	}
	read := shift.Read
	shift.Read = func(s *tournament.Settings, text string) error { // the default stays empty
		if text == shift.Write(s) {
			return nil
		}
		err := read(s, text)
		if s.Open.Ladder.Shift == tournament.LadderSwap {
			s.Open.Ladder.Shift = ""
		}
		return err
	}
	return []form.Field[tournament.Settings]{
		form.ChoiceField("points", func(s *tournament.Settings) *string { return &s.Open.Points }, sets),
		form.OptionalNumber("ladder-reach", func(s *tournament.Settings) *int { return &s.Open.Ladder.Reach }),
		shift,
		form.OptionalNumber("ladder-protection", func(s *tournament.Settings) *int { return &s.Open.Ladder.Protection }),
		form.OptionalNumber("ladder-idle", func(s *tournament.Settings) *int { return &s.Open.Ladder.Idle }),
		form.CheckField("ladder-leave", func(s *tournament.Settings) *bool { return &s.Open.Ladder.Leave }),
	}
}

// simplePoints are the simple settings of points and the ladder.
func simplePoints(now tournament.Settings) []string {
	switch {
	case now.System != tournament.Open:
		return nil
	case now.Open.Ladder.Reach == 0:
		return []string{"points", "ladder-reach"}
	}
	return slices.Concat([]string{"points", "ladder-reach"}, ladderNames)
}
