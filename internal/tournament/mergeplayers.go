package tournament

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"tourney/internal/fault"
)

// MergePlayers merges two registrations of a person. The player kept takes over the games, byes, requests, wishes and
// places in teams and lists of seeds of gone, and gone is removed. data is the player of the two with the preferred
// data; empty fields are filled from the other. The stricter choice about the public name wins. Payments are added.
// Announced final standings do not change.
//
// Faults: "player.merge.self"; "player.missing"; "player.forgotten"; "player.merge.round" when both have a game, a bye or a
// half-point bye in one round, "player.merge.teams" when they are of different teams, and the faults of EditPlayer.
func (t *Tournament) MergePlayers(kept, gone, data PlayerID) error {
	a, b := t.Player(kept), t.Player(gone)
	switch {
	case kept == gone || data != kept && data != gone:
		return fault.New(fault.Invalid, "player.merge.self")
	case a == nil || b == nil:
		return fault.New(fault.NotFound, "player.missing", int(gone))
	case a.Forgotten || b.Forgotten:
		return fault.New(fault.Conflict, "player.forgotten", cmp.Or(b.Name(), a.Name()))
	}
	if err := t.refuseCollision(a, b); err != nil {
		return err
	}
	first, second := *a, *b
	if data == gone {
		first, second = *b, *a
	}
	one := united(first, second)
	one.Absent, one.HalfByes = t.attendanceOf(&first, &second)
	one.ID = kept
	t.Players = slices.DeleteFunc(t.Players, func(p Player) bool { return p.ID == gone })
	one, err := t.checkPlayer(one, AllowNamesakes)
	if err != nil {
		return err
	}
	*t.Player(kept) = one
	t.substitute(gone, kept)
	return nil
}

// refuseCollision refuses two players with games, byes or half-point byes in one round, or with two teams.
func (t *Tournament) refuseCollision(a, b *Player) error {
	has := func(p *Player, r *Round) bool {
		return r.Game(p.ID) != nil || r.HasBye(p.ID) || p.HalfByes.Has(r.Number)
	}
	for i := range t.Rounds {
		if r := &t.Rounds[i]; has(a, r) && has(b, r) {
			return fault.New(fault.Conflict, "player.merge.round", a.Name(), b.Name(), r.Number)
		}
	}
	if g := t.RunningGame(a.ID); g != nil && t.IsOpen() && t.RunningGame(b.ID) != nil {
		return fault.New(fault.Conflict, "open.playing", a.Name(), g.Table)
	}
	if of, other := t.TeamOf(a.ID), t.TeamOf(b.ID); of != nil && other != nil && of.ID != other.ID {
		return fault.New(fault.Conflict, "player.merge.teams", of.Name, other.Name)
	}
	return nil
}

// attendanceOf returns the absences of the merged player: none in a round with a game or bye of either, the absences of
// the first in rounds without a draw, and in other rounds the common absences.
func (t *Tournament) attendanceOf(first, second *Player) (absent, half Rounds) {
	for n := 1; n <= t.Settings.Rounds; n++ {
		r := t.Round(n)
		in := r != nil && (r.Game(first.ID) != nil || r.HasBye(first.ID) || r.Game(second.ID) != nil || r.HasBye(second.ID))
		isHalf := first.HalfByes.Has(n) || r != nil && second.HalfByes.Has(n)
		isAbsent := first.Absent.Has(n) && (r == nil || second.Absent.Has(n))
		absent, half = absent.Put(n, !in && (isAbsent || isHalf)), half.Put(n, !in && isHalf)
	}
	return absent, half
}

// united returns a player with the fields of the first player; empty fields are filled from the second.
func united(first, second Player) Player {
	one := first
	for _, f := range []struct{ to, from *string }{
		{&one.Given, &second.Given}, {&one.RatingOrigin, &second.RatingOrigin}, {&one.Country, &second.Country},
		{&one.Club, &second.Club}, {&one.EGD, &second.EGD}, {&one.FFG, &second.FFG}, {&one.AGA, &second.AGA},
		{&one.FFGStatus, &second.FFGStatus}, {&one.AGAExpiry, &second.AGAExpiry}, {&one.Contact, &second.Contact}, {&one.Mail, &second.Mail},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
	if !one.Rating.Stated() {
		one.Rating, one.RatingOrigin = second.Rating, second.RatingOrigin
	}
	switch {
	case one.Notes == "":
		one.Notes = second.Notes
	case second.Notes != "" && second.Notes != one.Notes:
		one.Notes += "\n" + second.Notes
	}
	one.Grade, one.LastRank, one.Born = cmp.Or(one.Grade, second.Grade), cmp.Or(one.LastRank, second.LastRank), cmp.Or(one.Born, second.Born)
	one.Hiding = one.Hiding.Stricter(second.Hiding)
	for _, status := range []Status{Withdrawn, Preliminary, CheckedIn} { // a present player counts as present
		if first.Status == status || second.Status == status {
			one.Status = status
		}
	}
	one.Expected |= second.Expected
	one.Tags = slices.Concat(first.Tags, second.Tags)
	one.Since, one.Agreed = earlier(first.Since, second.Since), earlier(first.Agreed, second.Agreed)
	if one.Fee.Class == "" && !one.Fee.Own {
		one.Fee = second.Fee
	}
	one.Fee.Paid = first.Fee.Paid + second.Fee.Paid
	if one.Fee.PaidOn = first.Fee.PaidOn; second.Fee.PaidOn.After(first.Fee.PaidOn) {
		one.Fee.PaidOn = second.Fee.PaidOn
	}
	return one
}

// earlier returns the earlier of two times. A zero time does not count.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// substitute replaces player was by player now everywhere in rounds, settings and requests.
func (t *Tournament) substitute(was, now PlayerID) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; g.Has(was) {
				g.Revision++ // desks that show the game are refused
			}
		}
	}
	for _, part := range []any{&t.Rounds, &t.Settings, &t.Day.Requests, &t.Day.Incidents, &t.Day.Evenings} {
		rename(reflect.ValueOf(part).Elem(), was, now)
	}
	for i := range t.Day.Evenings {
		slices.Sort(t.Day.Evenings[i].Present)
	}
	c := &t.Settings.Constraints
	c.Wishes = slices.DeleteFunc(c.Wishes, func(w Wish) bool { return w.A == w.B })
	c.Wishes = distinct(c.Wishes, func(a, b Wish) bool { return a == b })
	c.Seats = distinct(c.Seats, func(a, b Seat) bool { return a.Player == b.Player })
}

// distinct returns the elements without duplicates of an earlier element.
func distinct[E any](list []E, like func(a, b E) bool) (out []E) {
	for _, e := range list {
		if !slices.ContainsFunc(out, func(o E) bool { return like(o, e) }) {
			out = append(out, e)
		}
	}
	return out
}

var playerIDs = reflect.TypeFor[[]PlayerID]()

// rename replaces a player everywhere in a value. A list of players keeps each of them once.
func rename(v reflect.Value, was, now PlayerID) {
	switch {
	case v.Type() == playerIDs.Elem():
		if v.Int() == int64(was) {
			v.SetInt(int64(now))
		}
	case v.Type() == playerIDs:
		ids := v.Interface().([]PlayerID)
		if slices.Contains(ids, was) {
			ids = slices.Clone(ids)
			for i := range ids {
				if ids[i] == was {
					ids[i] = now
				}
			}
			v.Set(reflect.ValueOf(distinct(ids, func(a, b PlayerID) bool { return a == b })))
		}
	case v.Kind() == reflect.Slice && v.Len() > 0 && v.Type().Elem().Kind() == reflect.Struct:
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len()) // a copy may share it
		reflect.Copy(own, v)
		v.Set(own)
		for i := range own.Len() {
			rename(own.Index(i), was, now)
		}
	case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]():
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				rename(v.Field(i), was, now)
			}
		}
	}
}
