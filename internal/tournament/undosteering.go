package tournament

import (
	"reflect"
	"slices"

	"tourney/internal/fault"
)

// Wishes and tables come one by one, between other settings; each is taken
// back by itself.

// steered reports whether a change of the settings was about the steering
// alone.
func steered(b *Before[Settings]) bool {
	was := *b.Was
	was.Steering = b.Now.Steering
	return reflect.DeepEqual(was, *b.Now)
}

// steeredLike leaves out of the undoing of other settings what has been asked
// of the draw since.
func steeredLike(b *Before[Settings], is *Settings) *Before[Settings] {
	was, now := *b.Was, *b.Now
	was.Steering, now.Steering = is.Steering, is.Steering
	return &Before[Settings]{&was, &now}
}

// undoSteering takes back what a change has asked of the draw, and only that.
func (t *Tournament) undoSteering(was, now *Steering) error {
	s := t.Settings.Steering
	back := takeBack(&s.Wishes, was.Wishes, now.Wishes) && takeBack(&s.Seats, was.Seats, now.Seats) &&
		takeBack(&s.Blocked, was.Blocked, now.Blocked) && takeBack(&s.Ghosts, was.Ghosts, now.Ghosts)
	if was.Family != now.Family {
		back = back && s.Family == now.Family
		s.Family = was.Family
	}
	if was.LocalClub != now.LocalClub {
		back = back && s.LocalClub == now.LocalClub
		s.LocalClub = was.LocalClub
	}
	if was.Room != now.Room {
		back = back && s.Room == now.Room
		s.Room = was.Room
	}
	if !back {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	if err := t.checkHelpers(s.Ghosts); err != nil {
		return err
	}
	return t.SetSteering(s)
}

// takeBack takes out of a list what a change has put in, and puts in what it
// took out. It reports whether what was put in is still there.
func takeBack[T comparable](list *[]T, was, now []T) bool {
	if slices.Equal(*list, now) {
		*list = was
		return true
	}
	next := slices.Clone(*list)
	for _, x := range now {
		if slices.Contains(was, x) {
			continue
		}
		i := slices.Index(next, x)
		if i < 0 {
			return false
		}
		next = slices.Delete(next, i, i+1)
	}
	for _, x := range was {
		if !slices.Contains(now, x) && !slices.Contains(next, x) {
			next = append(next, x)
		}
	}
	*list = next
	return true
}
