package settle

import (
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// A KomiStep is a player's step in the choice of komi and colours of an even game.
type KomiStep struct {
	By   tournament.PlayerID
	Komi handicap.Komi // named or bid
	// Takes is the colour that the second player takes at the named komi, "" for a step with a komi.
	Takes Colour
}

// A Colour is the colour that a player takes.
type Colour string

// The colours.
const (
	TakesBlack Colour = "black"
	TakesWhite Colour = "white"
)

// ChooseKomi carries out a step of a player, and reports whether it decides komi and colours, which the game then has.
// Faults: "game.unknown", "komi.closed" if nothing can be chosen, "settle.who" for a person outside the game, and any
// of handicap.Choosing.
func ChooseKomi(t *tournament.Tournament, id int, s KomiStep) (found bool, err error) {
	g := t.Game(id)
	switch {
	case g == nil:
		return false, fault.New(fault.NotFound, "game.unknown", id)
	case !t.ChoosesKomi(g):
		return false, fault.New(fault.Conflict, "komi.closed")
	case !g.Has(s.By):
		return false, fault.New(fault.Denied, "settle.who")
	}
	way, first := t.Settings.KomiChoice, s.By == g.Black
	var chosen handicap.Chosen
	switch s.Takes {
	case TakesBlack, TakesWhite:
		chosen, err = g.Choosing.Take(way, first, s.Takes == TakesBlack)
		found = err == nil
	case "":
		chosen, found, err = g.Choosing.Offer(way, first, s.Komi)
	default:
		err = fault.New(fault.Invalid, "komi.turn")
	}
	if err != nil || !found {
		return false, err
	}
	if chosen.Swapped {
		if err := t.SwapColours(g.Round, g.Table); err != nil {
			return false, err
		}
	}
	return true, t.SetTerms(g.Round, g.Table, 0, chosen.Komi)
}
