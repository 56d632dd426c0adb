package native

import (
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
)

// A LiveStep is a step of a live game: a player as B or W, a point as records write it,
// and the time left as live.Clock has it.
type LiveStep struct {
	Kind   live.Kind `json:"kind"`
	Player string    `json:"player,omitempty"`
	Point  string    `json:"point,omitempty"`
	Left   string    `json:"left,omitempty"`
	Ends   bool      `json:"ends,omitempty"`
	At     time.Time `json:"at"`
}

// WriteLive returns the steps of live games in this form. It leaves out the keys of the requests, which are not
// repeated elsewhere.
func WriteLive(games map[int][]live.Step) map[int][]LiveStep {
	all := map[int][]LiveStep{}
	for id, steps := range games {
		for _, s := range steps {
			n := LiveStep{Kind: s.Kind, Left: s.Left.String(), Ends: s.Ends, At: s.At}
			if s.Player != rules.Empty {
				n.Player = s.Player.String()
			}
			if s.Kind == live.Move {
				n.Point = s.Point.SGF()
			}
			all[id] = append(all[id], n)
		}
	}
	return all
}

// ReadLive returns the steps of the live games. It refuses steps of unknown games, and steps that no recorder can have
// entered, with "live.steps".
func ReadLive(t *tournament.Tournament, games map[int][]LiveStep) (all map[int][]live.Step, err error) {
	named := map[int]bool{}
	for _, id := range t.LiveIDs() {
		named[id] = true
	}
	for id, list := range games {
		if !named[id] {
			return nil, fault.New(fault.Invalid, "live.steps", 0)
		}
		var steps []live.Step
		for i, n := range list {
			s := live.Step{Number: i + 1, Kind: n.Kind, Ends: n.Ends, At: n.At}
			switch n.Player {
			case "B":
				s.Player = rules.Black
			case "W":
				s.Player = rules.White
			}
			s.Point, _ = rules.ParsePoint(n.Point) // a move without one is refused below
			if s.Left, err = live.ParseClock(n.Left); err != nil {
				return nil, err
			}
			steps = append(steps, s)
		}
		if err := live.CheckSteps(steps); err != nil {
			return nil, err
		}
		if all == nil {
			all = map[int][]live.Step{}
		}
		all[id] = steps
	}
	return all, nil
}
