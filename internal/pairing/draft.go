package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// An edit is a copy of a round whose games and byes are to be changed. The tournament itself stays as it is:
// tournament.SetDraft or Repair takes the outcome.
type edit struct {
	o *objective
	*tournament.Round
}

// newEdit returns an edit of a round that may concern some players.
func newEdit(t *tournament.Tournament, n int, players ...tournament.PlayerID) (*edit, error) {
	r := t.Round(n)
	if r == nil {
		return nil, fault.New(fault.NotFound, "round.missing", n)
	}
	for _, id := range players {
		if t.Player(id) == nil {
			return nil, fault.New(fault.NotFound, "player.missing", int(id))
		}
	}
	o := newObjective(t, n, r.Drawn.Seed, append(playersIn(r), players...))
	return &edit{o, copied(r)}, nil
}

// copied returns a round whose games and byes can be changed.
func copied(r *tournament.Round) *tournament.Round {
	c := *r
	c.Games, c.Byes = slices.Clone(r.Games), slices.Clone(r.Byes)
	return &c
}

func (e *edit) refusePaired(id tournament.PlayerID) error {
	if e.Game(id) != nil {
		return fault.New(fault.Conflict, "player.paired", e.o.t.Player(id).Name(), e.o.round)
	}
	return nil
}

func refuseFinished(g *tournament.Game) error {
	if g != nil && g.Result.Known() {
		return fault.New(fault.Conflict, "game.finished", g.Table)
	}
	return nil
}

// replacePlayer replaces player was in a game by player now and decides its terms again.
func (e *edit) replacePlayer(g *tournament.Game, was, now tournament.PlayerID) {
	terms := e.o.pairingTerms(e.o.entrant(now), e.o.entrant(g.Opponent(was)))
	g.Black, g.White, g.Handicap, g.Komi = terms.Black, terms.White, terms.Handicap, terms.Komi
	g.ByHand, g.ColoursOpen = false, false
	g.Revision++ // desks that show the old pairing are refused
}

// Swap exchanges the places of two players in round n: two games, a game and a bye, or a game or bye and no place.
// Colours, handicap and komi of the new games are decided again. Two teams change places with all their boards.
func Swap(t *tournament.Tournament, n int, a, b tournament.PlayerID) (*tournament.Round, error) {
	if t.Team(a) != nil {
		return changeMatches(t, func(v *tournament.Tournament) (*tournament.Round, error) { return Swap(v, n, a, b) })
	}
	e, err := newEdit(t, n, a, b)
	if err != nil {
		return nil, err
	}
	ga, gb := e.Game(a), e.Game(b)
	byeA, byeB := slices.Index(e.Byes, a), slices.Index(e.Byes, b)
	switch {
	case a == b, ga == nil && gb == nil && (byeA < 0) == (byeB < 0):
		return nil, fault.New(fault.Conflict, "pairing.swap.nothing")
	case ga != nil && ga == gb:
		return nil, fault.New(fault.Conflict, "pairing.swap.together", ga.Table)
	}
	if err := cmp.Or(refuseFinished(ga), refuseFinished(gb)); err != nil {
		return nil, err
	}
	if ga != nil {
		e.replacePlayer(ga, a, b)
	}
	if gb != nil {
		e.replacePlayer(gb, b, a)
	}
	if byeA >= 0 {
		e.Byes[byeA] = b
	}
	if byeB >= 0 {
		e.Byes[byeB] = a
	}
	return e.Round, nil
}

// Unpair takes the game at a table out of round n.
func Unpair(t *tournament.Tournament, n, table int) (*tournament.Round, error) {
	e, err := newEdit(t, n)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(e.Games, func(g tournament.Game) bool { return g.Table == table })
	if i < 0 {
		return nil, fault.New(fault.NotFound, "game.missing", n, table)
	}
	if err := refuseFinished(&e.Games[i]); err != nil {
		return nil, err
	}
	e.Games = slices.Delete(e.Games, i, i+1)
	return e.Round, nil
}

// Pair makes two players without a game meet in round n, at the lowest free table. A bye of either ends; the game is
// locked. Two teams meet on all boards.
func Pair(t *tournament.Tournament, n int, a, b tournament.PlayerID) (*tournament.Round, error) {
	if t.Team(a) != nil {
		return changeMatches(t, func(v *tournament.Tournament) (*tournament.Round, error) { return Pair(v, n, a, b) })
	}
	e, err := newEdit(t, n, a, b)
	if err != nil {
		return nil, err
	}
	if a == b {
		return nil, fault.New(fault.Conflict, "player.twice", t.Player(a).Name(), n)
	}
	if err := cmp.Or(e.refusePaired(a), e.refusePaired(b)); err != nil {
		return nil, err
	}
	g := e.o.pairingTerms(e.o.entrant(a), e.o.entrant(b))
	g.Locked = true
	e.Games, e.Byes = append(e.Games, g), e.byesWithout(a, b)
	return e.Round, nil
}

// ByeMovesFrom returns the player, or team, with the only bye of round n if GiveBye moves that bye to id: the two then
// change places. ok is false if GiveBye adds a bye.
func ByeMovesFrom(t *tournament.Tournament, n int, id tournament.PlayerID) (from tournament.PlayerID, ok bool) {
	if t.Settings.Stage(n).System.Planned() {
		return 0, false
	}
	if t.Team(id) != nil {
		t = ofTeams(t)
	}
	r := t.Round(n)
	if r == nil || len(r.Byes) != 1 || r.Game(id) == nil {
		return 0, false
	}
	return r.Byes[0], true
}

// GiveBye gives players, or teams, the bye of round n, and removes their games or matches unless these have a result. A
// single player with a game gets the only bye of the round; its former receiver plays instead.
func GiveBye(t *tournament.Tournament, n int, players ...tournament.PlayerID) (*tournament.Round, error) {
	if len(players) == 1 {
		if from, ok := ByeMovesFrom(t, n, players[0]); ok {
			return Swap(t, n, players[0], from)
		}
	}
	return changeByes(t, n, players, func(e *edit) error {
		for _, id := range players {
			if err := refuseFinished(e.Game(id)); err != nil {
				return err
			}
			e.Games = slices.DeleteFunc(e.Games, func(g tournament.Game) bool { return g.Has(id) })
		}
		e.Byes = append(e.byesWithout(players...), players...)
		return nil
	})
}

// TakeBye removes the bye of round n from players or teams.
func TakeBye(t *tournament.Tournament, n int, players ...tournament.PlayerID) (*tournament.Round, error) {
	return changeByes(t, n, players, func(e *edit) error {
		for _, id := range players {
			if err := e.refusePaired(id); err != nil {
				return err
			}
		}
		e.Byes = e.byesWithout(players...)
		return nil
	})
}

// changeByes changes the bye of some players of round n, or of teams.
func changeByes(
	t *tournament.Tournament, n int, players []tournament.PlayerID, change func(e *edit) error,
) (*tournament.Round, error) {
	if slices.ContainsFunc(players, func(id tournament.PlayerID) bool { return t.Team(id) != nil }) {
		return changeMatches(t, func(v *tournament.Tournament) (*tournament.Round, error) {
			return changeByes(v, n, players, change)
		})
	}
	e, err := newEdit(t, n, players...)
	if err != nil {
		return nil, err
	}
	if err := change(e); err != nil {
		return nil, err
	}
	return e.Round, nil
}

func (e *edit) byesWithout(players ...tournament.PlayerID) []tournament.PlayerID {
	return slices.DeleteFunc(e.Byes, func(id tournament.PlayerID) bool { return slices.Contains(players, id) })
}
