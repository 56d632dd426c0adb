package history

import (
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A SettlingView lists the players' statements about the end of their game (partial "settling").
type SettlingView struct {
	// Steps are in the order of time. Asks is set if a step needs an action.
	Steps []SettlingStep
	Asks  bool
}

// A SettlingStep is one statement of a player. Asks is set if it needs an action.
type SettlingStep struct {
	Text string
	Asks bool
}

// NewSettlingView lists the players' statements about the end of their game, nil without any.
func NewSettlingView(lang *i18n.Language, t *tournament.Tournament, s tournament.Settling) *SettlingView {
	var view SettlingView
	for _, step := range []struct {
		by   tournament.PlayerID
		key  string
		asks bool
	}{
		{s.By, "settle.said.dead", false}, {s.Against, "settle.said.against", true}, {s.Referee, "settle.said.referee", true},
	} {
		if step.by == 0 {
			continue
		}
		switch {
		case step.key != "settle.said.dead":
		case s.NoResult:
			step.key = "settle.said.void"
		case s.Dead == tournament.WriteDead(nil):
			step.key = "settle.said.alive"
		}
		view.Steps = append(view.Steps, SettlingStep{lang.T(step.key, t.NameOf(step.by)), step.asks})
		view.Asks = view.Asks || step.asks
	}
	if len(view.Steps) == 0 {
		return nil
	}
	return &view
}
