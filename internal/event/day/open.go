package day

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/tournament"
)

// Open returns the unanswered requests in the order of urgency for the desk: requests about the next draw, other
// requests of the day, sign-ups and notices; the oldest first in each of the three. After the final
// standings none needs an answer, nor does the sign-up of a withdrawn player.
func Open(t *tournament.Tournament) (open []*tournament.Request) {
	if t.Frozen() != nil {
		return nil
	}
	for i := range t.Day.Requests {
		r := &t.Day.Requests[i]
		if p := t.Player(r.Player); r.State != tournament.RequestNew || r.Kind == tournament.AskSignUp && p != nil && p.Status == tournament.Withdrawn {
			continue
		}
		open = append(open, r)
	}
	next := t.Current() + 1
	urgency := func(r *tournament.Request) int {
		switch {
		case t.Concerns(r, next):
			return 0
		case r.Kind == tournament.AskSignUp || r.Kind == tournament.AskCancel || r.Kind == tournament.AskPlace:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(open, func(a, b *tournament.Request) int { return cmp.Compare(urgency(a), urgency(b)) })
	return open
}

// NoteSignUps answers the open sign-ups of players with a check-in or a game: they need no decision. by is the
// person of the step before.
func NoteSignUps(t *tournament.Tournament, by string, at time.Time) {
	for i := range t.Day.Requests {
		r := &t.Day.Requests[i]
		if r.Kind != tournament.AskSignUp || r.State != tournament.RequestNew {
			continue
		}
		if p := t.Player(r.Player); p != nil && (p.Status == tournament.CheckedIn || t.FirstRound(p.ID) > 0) {
			r.State, r.By, r.Decided = tournament.RequestDone, by, at
		}
	}
}
