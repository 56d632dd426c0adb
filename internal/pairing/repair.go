package pairing

import (
	"cmp"
	"context"
	"slices"

	"tourney/internal/tournament"
)

// A Vacancy is a game whose second player has left.
type Vacancy struct {
	Alone tournament.PlayerID // the player left
	Table int                 // of the game, free for the player left
}

// Repair finds an opponent or the bye for a player whose opponent left the draft of round n, and changes as little as
// possible. The player meets at that table a player with the draw's bye or without a game, or else gets the bye. Where
// the two have met, are kept apart or more than a point apart, or the bye is due to others, one other unlocked game is
// taken apart, at the least cost; where that is not enough, all players without a locked game are paired again. In a
// stage with a plan the player gets the bye; where the director alone pairs, nothing changes. Drawn.Bye of the round is
// the bye given by the draw, not by the director.
func (s *Session) Repair(ctx context.Context, t *tournament.Tournament, n int, v Vacancy) (*tournament.Round, error) {
	r := t.Round(n)
	of, planned := t, t.Settings.Stage(n).System.Planned()
	if sp, ok := splitOf(t, n); ok && !sp.in(v.Alone) {
		of, planned = sp.others, false
	}
	m := &repair{
		edit:  edit{newObjective(of, n, r.Drawn.Seed, append(playersIn(of.Round(n)), v.Alone)), copied(r)},
		fixed: fixtureOf(of, of.Round(n)), Vacancy: v,
	}
	if !r.HasBye(r.Drawn.Bye) {
		m.Drawn.Bye = 0
	}
	switch {
	case planned:
		m.Byes = append(m.Byes, v.Alone)
	case !m.apply():
		d, err := s.drawRound(ctx, t, n, Options{Seed: r.Drawn.Seed})
		if err != nil {
			return nil, err
		}
		m.Games, m.Byes, m.Drawn.Bye = d.Drafted(), d.Byes, d.Chosen
	}
	return m.Round, nil
}

// A repair is a draft in which one player has been left alone.
type repair struct {
	edit
	Vacancy
	fixed fixture
	// closeOnly keeps players apart whose scores differ by more than a point.
	closeOnly bool
}

// apply finds the smallest repair, first among the repairs without a score gap above a point, and reports whether it
// found one.
func (m *repair) apply() bool {
	for _, m.closeOnly = range []bool{true, false} {
		if m.meetOneOf(m.idlePlayers()) || m.giveBye() || m.exchange(m.idlePlayers()) || m.passBye() {
			return true
		}
	}
	return false
}

// idlePlayers returns the players who could meet the player alone without another game being taken apart: players with
// the bye of the draw and players with neither bye nor game.
func (m *repair) idlePlayers() []tournament.PlayerID {
	var list []tournament.PlayerID
	for i := range m.o.field {
		id := m.o.field[i].player.ID
		if id != m.Alone && m.Game(id) == nil && (!m.HasBye(id) || id == m.Drawn.Bye) && m.o.t.Player(id).Plays(m.o.round) {
			list = append(list, id)
		}
	}
	return list
}

// mayMeet reports whether two players may meet: they have not met and are not kept apart.
func (m *repair) mayMeet(a, b tournament.PlayerID) bool {
	i, knownA := m.o.index[a]
	j, knownB := m.o.index[b]
	if !knownA || !knownB || m.o.met.has(i, j) || m.o.apart.has(i, j) {
		return false
	}
	return !m.closeOnly || distance(m.o.field[i].record.Main.Floor(), m.o.field[j].record.Main.Floor()) <= 1
}

func (m *repair) weight(a, b tournament.PlayerID) int64 {
	return m.o.weigh(m.o.index[a], m.o.index[b]).total()
}

// pair pairs two players at a table; a bye of either ends.
func (m *repair) pair(a, b tournament.PlayerID, table int) {
	g := m.o.pairingTerms(m.o.entrant(a), m.o.entrant(b))
	g.Table = table
	m.Games = append(m.Games, g)
	m.Byes = m.byesWithout(a, b)
	if m.Drawn.Bye == a || m.Drawn.Bye == b {
		m.Drawn.Bye = 0
	}
}

// meetOneOf pairs the player with the allowed opponent of the greatest weight. It reports false if none is allowed.
func (m *repair) meetOneOf(others []tournament.PlayerID) bool {
	others = slices.DeleteFunc(slices.Clone(others), func(id tournament.PlayerID) bool { return !m.mayMeet(m.Alone, id) })
	if len(others) == 0 {
		return false
	}
	m.pair(m.Alone, slices.MaxFunc(others, func(a, b tournament.PlayerID) int {
		return cmp.Compare(m.weight(m.Alone, a), m.weight(m.Alone, b))
	}), m.Table)
	return true
}

// giveBye gives the player a stand-in or the bye, if no player is idle and no other has a better claim to the bye.
func (m *repair) giveBye() bool {
	if len(m.idlePlayers()) > 0 {
		return false
	}
	if standIn := m.o.standInFor(fixture{standIns: m.Games}, m.Alone); standIn != 0 {
		m.pair(m.Alone, standIn, m.Table)
		return true
	}
	candidates, missing := m.o.byeCandidates(m.fixed), m.o.missing()
	own, first := m.o.entrant(m.Alone), &m.o.field[candidates[0]]
	if own.record.Byes > first.record.Byes || missing[m.Alone] > missing[first.player.ID] {
		return false
	}
	m.Byes, m.Drawn.Bye = append(m.Byes, m.Alone), m.Alone
	return true
}

// exchange takes one game apart, at the least cost, whose players then meet the player alone and one of some others.
func (m *repair) exchange(others []tournament.PlayerID) bool {
	var best struct {
		gain     int64
		game     int
		own      tournament.PlayerID // meets the player alone
		other    tournament.PlayerID // meets the second of the two
		possible bool
	}
	for i, g := range m.Games {
		if !m.canBreak(&g) {
			continue
		}
		for _, own := range []tournament.PlayerID{g.Black, g.White} {
			for _, other := range others {
				second := g.Opponent(own)
				if !m.mayMeet(m.Alone, own) || !m.mayMeet(other, second) {
					continue
				}
				gain := m.weight(m.Alone, own) + m.weight(other, second) - m.weight(g.Black, g.White)
				if !best.possible || gain > best.gain {
					best.gain, best.game, best.own, best.other, best.possible = gain, i, own, other, true
				}
			}
		}
	}
	if best.possible {
		g := m.removeGame(best.game)
		m.pair(m.Alone, best.own, m.Table)
		m.pair(best.other, g.Opponent(best.own), g.Table)
	}
	return best.possible
}

// passBye gives the bye to the first candidate whose opponent may meet the player alone.
func (m *repair) passBye() bool {
	if len(m.idlePlayers()) > 0 {
		return false
	}
	candidates := m.o.byeCandidates(m.fixed)
	for _, c := range candidates {
		if m.o.field[c].record.Byes > m.o.field[candidates[0]].record.Byes {
			return false
		}
		id := m.o.field[c].player.ID
		i := slices.IndexFunc(m.Games, func(g tournament.Game) bool { return g.Has(id) })
		if i < 0 || !m.canBreak(&m.Games[i]) || !m.mayMeet(m.Alone, m.Games[i].Opponent(id)) {
			continue
		}
		g := m.removeGame(i)
		m.pair(m.Alone, g.Opponent(id), g.Table)
		m.Byes, m.Drawn.Bye = append(m.Byes, id), id
		return true
	}
	return false
}

func (m *repair) canBreak(g *tournament.Game) bool {
	_, black := m.o.index[g.Black]
	_, white := m.o.index[g.White]
	return black && white && !g.Locked && !m.o.t.StandIn(g.Black) && !m.o.t.StandIn(g.White)
}

func (m *repair) removeGame(i int) tournament.Game {
	g := m.Games[i]
	m.Games = slices.Delete(m.Games, i, i+1)
	return g
}
