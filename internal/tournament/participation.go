package tournament

import (
	"cmp"
	"slices"
)

// A Part is the way in which a player takes part in the tournament.
type Part int8

// The parts. Players from Entrant on are listed; no list, count, standings or prize has the others.
const (
	// Unknown players are not in the tournament.
	PartUnknown Part = iota
	// StandIns play in place of a bye.
	PartStandIn
	// Reserves are on the waiting list.
	PartReserve
	// Cancelled players withdrew before they took part.
	PartCancelled
	// Missing players had a place or were checked in, and took no part: they have not come although a round is
	// published, or no round is left for them.
	PartMissing
	// Annulled players withdrew from a round robin, whose results with them do not count, see Withdrawals.
	PartAnnulled
	// Entrants have a place and took no part yet.
	PartEntrant
	// Players have a game or a bye, or an agreed half point unless they are still expected.
	PartPlayer
)

// Listed reports whether such a player is in the standings and counts as one of the field.
func (p Part) Listed() bool { return p >= PartEntrant }

// A Participation holds the part of every player in a tournament. Standings, counts, statistics, files, prizes and
// pages use this one rule. It ignores later changes of the tournament.
type Participation struct{ parts map[PlayerID]Part }

// Participation returns the parts of all players.
func (t *Tournament) Participation() Participation {
	annulled := t.annulled()
	took := t.tookPart(func(n int, id PlayerID) bool { return !slices.Contains(annulled[id], t.Settings.Stage(n).From) })
	places := t.Places()
	waiting := make(map[PlayerID]bool, len(places.Reserves))
	for _, id := range places.Reserves {
		waiting[id] = true
	}
	standIns := make(map[PlayerID]bool, len(t.Settings.Constraints.StandIns))
	for _, id := range t.Settings.Constraints.StandIns {
		standIns[id] = t.StandIn(id)
	}
	who := Participation{make(map[PlayerID]Part, len(t.Players))}
	for i := range t.Players {
		p := &t.Players[i]
		part := PartEntrant
		switch {
		case standIns[p.ID]:
			part = PartStandIn
		case took[p.ID]:
			part = PartPlayer
		case len(annulled[p.ID]) > 0:
			part = PartAnnulled
		case p.Status == Withdrawn:
			part = PartCancelled
		case waiting[p.ID]:
			part = PartReserve
		case t.Current() > 0 && !t.IsOpen() && (p.Status == Preliminary || !t.playsLater(p)):
			part = PartMissing
		}
		who.parts[p.ID] = part
	}
	return who
}

// tookPart returns the players with a game, a bye or an agreed half point in a drawn round for which counts is true.
// Expected players have no half point yet.
func (t *Tournament) tookPart(counts func(round int, id PlayerID) bool) map[PlayerID]bool {
	took := map[PlayerID]bool{}
	for i := range t.Rounds {
		r := &t.Rounds[i]
		add := func(id PlayerID) { took[id] = took[id] || counts(r.Number, id) }
		for j := range r.Games {
			add(r.Games[j].Black)
			add(r.Games[j].White)
		}
		for _, id := range r.Byes {
			add(id)
		}
		for j := range t.Players {
			if p := &t.Players[j]; p.Status != Preliminary && p.HalfByes.Has(r.Number) {
				add(p.ID)
			}
		}
	}
	return took
}

// playsLater reports whether the player plays a round after the published ones.
func (t *Tournament) playsLater(p *Player) bool {
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		if p.Plays(n) {
			return true
		}
	}
	return false
}

// Part returns the way in which a player takes part.
func (w Participation) Part(id PlayerID) Part { return w.parts[id] }

// Has reports whether a player is listed, see Part.Listed.
func (w Participation) Has(id PlayerID) bool { return w.parts[id].Listed() }

// Count returns the number of listed players.
func (w Participation) Count() (n int) {
	for _, part := range w.parts {
		if part.Listed() {
			n++
		}
	}
	return n
}

// Participants returns the listed players, in the order of their IDs.
func (t *Tournament) Participants() []*Player {
	who := t.Participation()
	var list []*Player
	for i := range t.Players {
		if p := &t.Players[i]; who.Has(p.ID) {
			list = append(list, p)
		}
	}
	return list
}

// Remaining returns the listed players without the withdrawn ones, in the order of their IDs.
func (t *Tournament) Remaining() []*Player {
	return slices.DeleteFunc(t.Participants(), func(p *Player) bool { return p.Status == Withdrawn })
}

// Places are the places of a tournament with limited numbers.
type Places struct {
	// Limit is the number of places, 0 for no limit.
	Limit int
	// Taken is the number of players with a place.
	Taken int
	// Reserves are the players without a place, the next first.
	Reserves []PlayerID
}

// Places assigns the places to the checked-in players, then to the others in the order of their sign-ups; players from
// the desk or from a file precede them. Places are computed, not stored: a withdrawal frees a place for the next
// reserve.
func (t *Tournament) Places() Places {
	var in []*Player
	for i := range t.Players {
		if p := &t.Players[i]; p.Status != Withdrawn && !t.StandIn(p.ID) {
			in = append(in, p)
		}
	}
	limit := t.Settings.SignUp.Limit
	if limit == 0 || len(in) <= limit {
		return Places{Limit: limit, Taken: len(in)}
	}
	slices.SortFunc(in, func(a, b *Player) int {
		return cmp.Or(
			cmp.Compare(b.Status, a.Status), // checked in before preliminary
			a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID))
	})
	places := Places{Limit: limit, Taken: limit}
	for i, p := range in {
		if p.Status == CheckedIn && i >= limit {
			places.Taken++ // the desk checked them in
		} else if i >= limit {
			places.Reserves = append(places.Reserves, p.ID)
		}
	}
	return places
}

// Reserve returns the position of a player among the reserves, from 1, or 0.
func (p Places) Reserve(id PlayerID) int { return slices.Index(p.Reserves, id) + 1 }

// Expects reports whether the player has a place and has not checked in yet.
func (p Places) Expects(player *Player) bool {
	return player.Status == Preliminary && p.Reserve(player.ID) == 0
}

// Free returns the number of free places; false without a limit.
func (p Places) Free() (n int, limited bool) { return max(p.Limit-p.Taken, 0), p.Limit > 0 }
