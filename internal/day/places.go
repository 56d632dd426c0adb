package day

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/tournament"
)

// Places tells who takes part where places are limited.
type Places struct {
	// Limit is the number of places, 0 for no limit.
	Limit int
	// Taken is the number of players with a place.
	Taken int
	// Reserves are the players without one, the next first.
	Reserves []tournament.PlayerID
}

// PlacesOf gives the places to the players who have checked in, then to the
// others in the order in which they signed up; those whom the desk or a file
// brought come before. Nothing of this is kept: who withdraws makes room for the
// next.
func PlacesOf(t *tournament.Tournament) Places {
	var in []*tournament.Player
	for i := range t.Players {
		if p := &t.Players[i]; p.Status != tournament.Withdrawn && !t.StandIn(p.ID) {
			in = append(in, p)
		}
	}
	limit := t.Settings.SignUp.Limit
	if limit == 0 || len(in) <= limit {
		return Places{Limit: limit, Taken: len(in)}
	}
	slices.SortFunc(in, func(a, b *tournament.Player) int {
		return cmp.Or(
			cmp.Compare(b.Status, a.Status), // checked in before preliminary
			a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID))
	})
	places := Places{Limit: limit, Taken: limit}
	for i, p := range in {
		if p.Status == tournament.CheckedIn && i >= limit {
			places.Taken++ // the desk let them in
		} else if i >= limit {
			places.Reserves = append(places.Reserves, p.ID)
		}
	}
	return places
}

// Reserve returns the position of a player among the reserves, from 1, or 0.
func (p Places) Reserve(id tournament.PlayerID) int { return slices.Index(p.Reserves, id) + 1 }

// Expects reports whether the player has a place and has not checked in yet.
func (p Places) Expects(player *tournament.Player) bool {
	return player.Status == tournament.Preliminary && p.Reserve(player.ID) == 0
}

// Free returns the number of free places; false without a limit.
func (p Places) Free() (n int, limited bool) { return max(p.Limit-p.Taken, 0), p.Limit > 0 }

// promoted returns the first reserve of before who has a place now, or 0.
func (p Places) promoted(before Places, t *tournament.Tournament) tournament.PlayerID {
	for _, id := range before.Reserves {
		if q := t.Player(id); q != nil && q.Status != tournament.Withdrawn && p.Reserve(id) == 0 {
			return id
		}
	}
	return 0
}

// NotePlaces tells the desk, before the first round is drawn, of the reserves who have
// a place after a step that by took: with a request of kind AskPlace for each, unless an
// open request tells of them. Such requests about players who have no place any more
// are dropped. Before is the tournament before the step.
func NotePlaces(before, t *tournament.Tournament, by string, at time.Time) error {
	if len(t.Rounds) > 0 {
		return nil
	}
	now := PlacesOf(t)
	t.Day.Requests = slices.DeleteFunc(t.Day.Requests, func(r tournament.Request) bool {
		p := t.Player(r.Player)
		gone := p == nil || p.Status == tournament.Withdrawn || now.Reserve(p.ID) > 0
		return gone && r.Kind == tournament.AskPlace && r.State == tournament.RequestNew
	})
	for _, id := range PlacesOf(before).Reserves {
		p := t.Player(id)
		if p == nil || p.Status != tournament.Preliminary || now.Reserve(id) > 0 { // who checks in is at the desk
			continue
		}
		if slices.ContainsFunc(t.Day.Requests, func(r tournament.Request) bool {
			return r.Promoted == id && r.State == tournament.RequestNew
		}) {
			continue
		}
		if _, err := add(t, tournament.Request{Kind: tournament.AskPlace, Player: id, Name: p.Name(), From: by, At: at}, id); err != nil {
			return err
		}
	}
	return nil
}

// GotPlace reports whether a player who was a reserve has got a place, as a request tells.
func GotPlace(t *tournament.Tournament, id tournament.PlayerID) bool {
	return slices.ContainsFunc(t.Day.Requests, func(r tournament.Request) bool { return r.Promoted == id }) && PlacesOf(t).Reserve(id) == 0
}
