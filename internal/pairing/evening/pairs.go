package evening

import (
	"slices"

	"tourney/internal/tournament"
)

// Pairs returns the games of all pairs of the given present players, without Loss, in the order of among. It
// searches no plan, so that a page can list many pairs. The error is ErrInput, also for absent players.
func Pairs(e *Evening, among []tournament.PlayerID) ([]Verdict, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	awake := *e
	awake.People = slices.Clone(e.People)
	for i := range awake.People {
		awake.People[i].Resting = false
	}
	o := newObjective(&awake)
	var entrants []*entrant
	for _, id := range among {
		p, ok := o.present(id)
		if !ok {
			return nil, ErrInput
		}
		entrants = append(entrants, p)
	}
	var list []Verdict
	for i, a := range entrants {
		for _, b := range entrants[i+1:] {
			list = append(list, Verdict{Proposal: o.proposal(a, b), Against: o.against(a, b)})
		}
	}
	return list, nil
}
