package pairing

import (
	"reflect"
	"slices"

	"tourney/internal/tournament"
)

// Inputs returns everything that a draw of round n depends on: the tournament as it is now, reduced to what draws
// read. Of round n it keeps only what the director fixed. Make draws the same pairs from it as from t.
func Inputs(t *tournament.Tournament, n int) *tournament.Tournament {
	from := t.Clone()
	clearUnread(&from.Info)
	from.Settings = settingsFor(t, n)
	from.Version, from.LastID, from.Day = 0, 0, tournament.Day{}
	clearUnread(pointers(from.Players)...)
	for i := range from.Players {
		p := &from.Players[i]
		p.Absent, p.HalfByes, p.Expected = upTo(p.Absent, n), upTo(p.HalfByes, n), p.Expected&(1<<n)
		from.LastID = max(from.LastID, int(p.ID))
	}
	from.Rounds = from.Rounds[:min(n-1, len(t.Rounds))]
	for i := range from.Rounds {
		clearUnread(&from.Rounds[i])
		clearUnread(&from.Rounds[i].Drawn) // the lots of drawn matches use the seed
	}
	if r := t.Round(n); r != nil {
		if r := fixedOnly(t, r); len(r.Games)+len(r.Byes) > 0 {
			from.Rounds = append(from.Rounds, r)
		}
	}
	for i := range from.Rounds {
		games := pointers(from.Rounds[i].Games)
		for _, g := range games {
			g.Result = g.Decided()
			from.LastID = max(from.LastID, g.ID)
		}
		clearUnread(games...)
	}
	for i := range t.Settings.Teams.Teams {
		from.LastID = max(from.LastID, int(t.Settings.Teams.Teams[i].ID))
	}
	return from
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// isRead reports whether draws read a field of the model, which its tag states: draw:"yes".
func isRead(f reflect.StructField) bool { return f.Tag.Get("draw") == "yes" }

// clearUnread clears the fields of structs that draws do not read.
func clearUnread[T any](parts ...*T) {
	var unread []int
	for f := range reflect.TypeFor[T]().Fields() {
		if !isRead(f) {
			unread = append(unread, f.Index[0])
		}
	}
	for _, part := range parts {
		v := reflect.ValueOf(part).Elem()
		for _, i := range unread {
			v.Field(i).SetZero()
		}
	}
}

// settingsFor returns the settings that the draw of round n reads, with the method that makes it. Seeds that the draw
// computes itself are left out.
func settingsFor(t *tournament.Tournament, n int) tournament.Settings {
	s := t.Clone().Settings
	clearUnread(&s)
	s.Rules, s.Size = "japanese", 19 // a file has them
	s.Pairing.Method = tournament.LatestMethod
	s.Constraints.Seats, s.Constraints.Blocked, s.Constraints.Room = nil, nil, 0
	s.Constraints.Wishes = slices.DeleteFunc(s.Constraints.Wishes, func(w tournament.Wish) bool { return !w.Holds(n) })
	worksOut := func(from int, f *tournament.Format) {
		if first := t.Round(from); !f.ByHand && (first == nil || !first.Published) {
			f.Seeds = nil
		}
	}
	worksOut(1, &s.Format)
	for i := range s.Stages {
		worksOut(s.Stages[i].From, &s.Stages[i].Format)
	}
	dropEmpty(&s.Handicap.Steps)
	dropEmpty(&s.PairingCriteria)
	dropEmpty(&s.Categories)
	dropEmpty(&s.Pairing.ClubGroups)
	dropEmpty(&s.Constraints.Wishes)
	dropEmpty(&s.Constraints.StandIns)
	dropEmpty(&s.Stages)
	dropEmpty(&s.Teams.Teams)
	dropEmpty(&s.Teams.TieBreaks)
	return s
}

// dropEmpty sets an empty list to nil, since files do not distinguish them.
func dropEmpty[T any](list *[]T) {
	if len(*list) == 0 {
		*list = nil
	}
}

// Fixed returns the part of the draft of round n that a new draw keeps: the director's byes and the locked games, and
// everything where the director makes all pairings. It is empty without a draft.
func Fixed(t *tournament.Tournament, n int) tournament.Round {
	if r := t.Round(n); r != nil && !r.Published {
		return fixedOnly(t, r)
	}
	return tournament.Round{Number: n}
}

// fixedOnly returns the part of a round that a new draw of it keeps.
func fixedOnly(t *tournament.Tournament, r *tournament.Round) tournament.Round {
	out := tournament.Round{Number: r.Number}
	for _, g := range r.Games {
		if g.Locked { // terms set by hand change no pairs
			out.Games = append(out.Games, g)
		}
	}
	out.Byes = fixtureOf(t, r).byes
	teams := t.Settings.Teams.Boards > 0
	if teams { // the byes of the team with the draw's bye come with the draw
		chosen := t.TeamOf(r.Drawn.Bye)
		out.Byes = slices.DeleteFunc(out.Byes, func(id tournament.PlayerID) bool { return chosen != nil && t.TeamOf(id) == chosen })
	}
	if byHand := len(out.Games)+len(out.Byes) > 0; teams && byHand {
		out.Games, out.Byes = slices.Clone(r.Games), slices.Clone(r.Byes)
		out.Drawn.Bye = r.Drawn.Bye
	}
	return out
}

// upTo returns the rounds of a set up to round n.
func upTo(set tournament.Rounds, n int) tournament.Rounds { return set & (1<<(n+1) - 1) }
