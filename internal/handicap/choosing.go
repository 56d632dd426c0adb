package handicap

import "tourney/internal/fault"

// A Choice is the way of choosing the komi and the colours of an even game.
type Choice string

// The ways. In all but the first the two players choose them before the game.
const (
	// Announced: the komi is the tournament's, the colours are drawn.
	Announced Choice = ""
	// DivideAndChoose: one player names the komi, the other chooses the colour
	// (the Polish text on komi).
	DivideAndChoose Choice = "divide"
	// Auction: each bids a komi for Black in secret; the higher bidder plays Black and gives it.
	Auction Choice = "auction"
)

// A Choosing is the state of the players' choice of komi and colours. The first player is Black by the draw. The zero
// Choosing is a game without an offer so far.
type Choosing struct {
	First  Offer `json:"first,omitzero"`
	Second Offer `json:"second,omitzero"`
	// Done is set after komi and colours are decided.
	Done bool `json:"done,omitzero"`
}

// An Offer is the komi that a player has named or bid.
type Offer struct {
	Made bool `json:"made,omitzero"`
	Komi Komi `json:"komi,omitzero"`
}

// A Chosen is the result of the players' choice.
type Chosen struct {
	Komi Komi
	// Swapped is set when the first player plays White.
	Swapped bool
}

// mostChosen bounds the komi that players may choose, in half points: 50 points.
const mostChosen = 100

// Offer records the komi that a player names or bids, and reports the choice if both bids of an auction are made. A bid
// may not be taken back. Faults: "komi.range", "komi.made", "komi.turn" for the second player where only the first
// names the komi.
func (c *Choosing) Offer(way Choice, first bool, komi Komi) (Chosen, bool, error) {
	mine := &c.Second
	if first {
		mine = &c.First
	}
	switch {
	case komi < -mostChosen || komi > mostChosen:
		return Chosen{}, false, fault.New(fault.Invalid, "komi.range", Komi(mostChosen))
	case mine.Made:
		return Chosen{}, false, fault.New(fault.Conflict, "komi.made")
	case way == DivideAndChoose && !first, way == Announced:
		return Chosen{}, false, fault.New(fault.Denied, "komi.turn")
	}
	*mine = Offer{true, komi}
	if way == DivideAndChoose || !c.First.Made || !c.Second.Made {
		return Chosen{}, false, nil
	}
	if c.Second.Komi > c.First.Komi {
		return Chosen{c.Second.Komi, true}, true, nil
	}
	return Chosen{Komi: c.First.Komi}, true, nil // equal bids leave the colours as drawn
}

// Take records the colour that the second player chooses at the komi named by the first. Fault: "komi.turn" before
// that, or for the first player.
func (c *Choosing) Take(way Choice, first, black bool) (Chosen, error) {
	if way != DivideAndChoose || first || !c.First.Made {
		return Chosen{}, fault.New(fault.Denied, "komi.turn")
	}
	return Chosen{c.First.Komi, black}, nil
}
