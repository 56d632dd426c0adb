package tournament

import (
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A RankDecision is the answer of a person to a proposed rank, see package results/strength.
type RankDecision struct {
	At time.Time `json:"at"`
	// Was is the rank at the time of the decision, Rank the proposed one.
	Was  rank.Rank `json:"was"`
	Rank rank.Rank `json:"rank"`
	// PutOff marks a proposal that was put off. The others were accepted.
	PutOff bool `json:"putOff,omitzero"`
}

// mostRankDecisions bounds the decisions about one player.
const mostRankDecisions = 200

// DecideRank accepts a proposed rank of a player of open play, or puts it off. An accepted rank is for later games:
// other games keep their terms. A new decision replaces a proposal that was put off. Faults: "open.system", "player.missing",
// "player.forgotten", "player.rank.invalid", and "strength.overtaken" if the player has another rank than d.Was.
func (t *Tournament) DecideRank(id PlayerID, d RankDecision) error {
	p := t.Player(id)
	switch {
	case !t.IsOpen():
		return fault.New(fault.Conflict, "open.system")
	case p == nil:
		return fault.New(fault.NotFound, "player.missing", int(id))
	case p.Forgotten:
		return fault.New(fault.Conflict, "player.forgotten", p.Name())
	case !d.Rank.Valid():
		return fault.New(fault.Invalid, "player.rank.invalid", d.Rank.String())
	case p.Rank != d.Was || d.Rank == d.Was:
		return fault.New(fault.Conflict, "strength.overtaken", p.Name(), p.Rank)
	case len(p.AcceptedRanks()) >= mostRankDecisions:
		return fault.New(fault.TooLarge, "strength.decisions", mostRankDecisions)
	}
	p.RankDecisions = append(p.AcceptedRanks(), d)
	if !d.PutOff {
		p.Rank = d.Rank
	}
	return nil
}

// AcceptedRanks returns the accepted decisions in the order of their times, in a new list.
func (p *Player) AcceptedRanks() []RankDecision {
	return slices.DeleteFunc(slices.Clone(p.RankDecisions), func(d RankDecision) bool { return d.PutOff })
}

// checkRankDecisions refuses decisions out of order and impossible ranks.
func (t *Tournament) checkRankDecisions(c *dayCheck) {
	for i := range t.Players {
		decisions := t.Players[i].RankDecisions
		c.count(len(decisions), mostRankDecisions+1)
		c.known(slices.IsSortedFunc(decisions, func(a, b RankDecision) int { return a.At.Compare(b.At) }), "strength.order", t.Players[i].Name())
		for _, d := range decisions {
			c.known(d.Was == rank.None || d.Was.Valid(), "player.rank.invalid", d.Was.String())
			c.known(d.Rank.Valid(), "player.rank.invalid", d.Rank.String())
		}
	}
}
