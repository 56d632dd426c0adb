package tournament

import (
	"reflect"
	"slices"

	"tourney/internal/fault"
)

// Wishes and tables come one by one, between other settings; each is undone by
// itself.

// onlyConstraints reports whether a change of the settings changed only the
// constraints.
func onlyConstraints(b *Edit[Settings]) bool {
	was := *b.Old
	was.Constraints = b.New.Constraints
	return reflect.DeepEqual(was, *b.New)
}

// keepConstraints keeps the present constraints while other settings are undone.
func keepConstraints(b *Edit[Settings], is *Settings) *Edit[Settings] {
	was, now := *b.Old, *b.New
	was.Constraints, now.Constraints = is.Constraints, is.Constraints
	return &Edit[Settings]{&was, &now}
}

// undoConstraints undoes a change of the constraints, and only that.
func (t *Tournament) undoConstraints(was, now *Constraints) error {
	s := t.Settings.Constraints
	back := undoList(&s.Wishes, was.Wishes, now.Wishes) && undoList(&s.Seats, was.Seats, now.Seats) &&
		undoList(&s.Blocked, was.Blocked, now.Blocked) && undoList(&s.StandIns, was.StandIns, now.StandIns) &&
		undoValue(&s.Family, was.Family, now.Family) && undoValue(&s.LocalClub, was.LocalClub, now.LocalClub) &&
		undoValue(&s.Room, was.Room, now.Room)
	if !back {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	if err := t.checkStandIns(s.StandIns); err != nil {
		return err
	}
	return t.SetConstraints(s)
}

// undoValue undoes a change of a value. It reports false if the value has
// changed since.
func undoValue[T comparable](value *T, was, now T) bool {
	switch {
	case was == now:
		return true
	case *value != now:
		return false
	}
	*value = was
	return true
}

// undoList undoes a change of a list. It reports false if an element that the
// change added is missing.
func undoList[T comparable](list *[]T, was, now []T) bool {
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
