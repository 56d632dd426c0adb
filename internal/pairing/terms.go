package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/tournament"
)

// NewGame returns a game of round n between two players, with its colours, handicap and komi. Without two different
// players of the tournament it returns the zero Game.
func NewGame(t *tournament.Tournament, n int, a, b tournament.PlayerID) tournament.Game {
	if a == b || t.Player(a) == nil || t.Player(b) == nil {
		return tournament.Game{}
	}
	o := newObjective(t, n, 0, []tournament.PlayerID{a, b})
	return o.pairingTerms(o.entrant(a), o.entrant(b))
}

// entrant returns a player of the field, or a stand-in as if of the field.
func (o *objective) entrant(id tournament.PlayerID) *entrant {
	if i, ok := o.index[id]; ok {
		return &o.field[i]
	}
	i := slices.IndexFunc(o.t.Players, func(p tournament.Player) bool { return p.ID == id })
	e := o.newEntrant(i)
	return &e
}

// terms decides colours, handicap and komi of field players i and j.
func (o *objective) terms(i, j int) tournament.Game { return o.pairingTerms(&o.field[i], &o.field[j]) }

// pairingTerms decides colours, handicap and komi of two players. The weaker takes Black. Between equals White goes to
// the player with fewer games as White; then to the player with Black in their last meeting; then by lot.
func (o *objective) pairingTerms(white, black *entrant) tournament.Game {
	terms, swap := o.s.Handicap.Seat(white.strength, black.strength, func() bool { return o.secondTakesWhite(white, black) })
	if swap {
		white, black = black, white
	}
	return tournament.Game{
		Round: o.round, Black: black.player.ID, White: white.player.ID, Handicap: terms.Number, Komi: terms.Komi,
	}
}

// secondTakesWhite reports whether b rather than a takes White in an even game.
func (o *objective) secondTakesWhite(a, b *entrant) bool {
	if a.record.Colours != b.record.Colours {
		return b.record.Colours < a.record.Colours
	}
	for k := len(a.record.Games) - 1; k >= 0; k-- {
		if g := a.record.Games[k]; g.Has(b.player.ID) {
			return g.White == a.player.ID
		}
	}
	first := cmp.Or(slices.Compare(a.name.units, b.name.units), byName(a.player, b.player)) < 0
	return first != (lot(a.name, b.name, 1) == 0)
}
