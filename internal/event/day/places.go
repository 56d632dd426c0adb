package day

import (
	"slices"
	"time"

	"tourney/internal/tournament"
)

// promotedReserve returns the first reserve of before with a place now, or 0.
func promotedReserve(before, now tournament.Places, t *tournament.Tournament) tournament.PlayerID {
	for _, id := range before.Reserves {
		if q := t.Player(id); q != nil && q.Status != tournament.Withdrawn && now.Reserve(id) == 0 {
			return id
		}
	}
	return 0
}

// NotePlaces adds, before the first draw, a request of kind AskPlace for each reserve with a place after a step of by,
// unless an open request names them already. It drops such requests about players without a place. Before is the
// tournament before the step.
func NotePlaces(before, t *tournament.Tournament, by string, at time.Time) error {
	if len(t.Rounds) > 0 {
		return nil
	}
	now := t.Places()
	t.Day.Requests = slices.DeleteFunc(t.Day.Requests, func(r tournament.Request) bool {
		p := t.Player(r.Player)
		gone := p == nil || p.Status == tournament.Withdrawn || now.Reserve(p.ID) > 0
		return gone && r.Kind == tournament.AskPlace && r.State == tournament.RequestNew
	})
	for _, id := range before.Places().Reserves {
		p := t.Player(id)
		if p == nil || p.Status != tournament.Preliminary || now.Reserve(id) > 0 { // a player who checks in is at the desk
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

// GotPlace reports whether a former reserve has a place now, according to a request.
func GotPlace(t *tournament.Tournament, id tournament.PlayerID) bool {
	return slices.ContainsFunc(t.Day.Requests, func(r tournament.Request) bool { return r.Promoted == id }) && t.Places().Reserve(id) == 0
}
