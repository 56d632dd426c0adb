// Package merge reverts a change of a value and keeps later changes of other parts.
//
// A value is divided into parts: the fields of structs, down to indivisible ones. Back restores the parts that a change
// touched:
//
//	is := Game{Result: "B+R", Table: 7}
//	merge.Back(&is, &Game{Table: 3}, &Game{Result: "B+R", Table: 3}) // {Table: 7}
package merge

import (
	"reflect"
	"slices"
)

// OnePart are names of fields that count as one part.
type OnePart []string

// Back reverts the change from was to now in is, and reports whether it could: every part that the change touched must
// still be as it made it. Otherwise is is not changed. Fields of the outermost struct can be put together.
func Back[T any](is, was, now *T, parts ...OnePart) bool {
	out := *is
	if !walk(reflect.ValueOf(&out).Elem(), reflect.ValueOf(was).Elem(), reflect.ValueOf(now).Elem(), step{parts: parts}) {
		return false
	}
	*is = out
	return true
}

// Rewind restores the parts that the change from was to now touched to their values before, whatever their present
// values.
func Rewind[T any](is, was, now *T) {
	walk(reflect.ValueOf(is).Elem(), reflect.ValueOf(was).Elem(), reflect.ValueOf(now).Elem(), step{always: true})
}

// Touched returns the names of the parts that differ between two values.
func Touched[T any](was, now *T, parts ...OnePart) (names []string) {
	var is T
	walk(reflect.ValueOf(&is).Elem(), reflect.ValueOf(was).Elem(), reflect.ValueOf(now).Elem(), step{parts: parts, always: true, note: func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}})
	return names
}

// A step holds how the parts of a value are reverted.
type step struct {
	parts  []OnePart
	always bool              // whatever the present values
	note   func(name string) // of each part that was touched; may be nil
	name   string
}

func walk(is, was, now reflect.Value, s step) bool {
	if reflect.DeepEqual(was.Interface(), now.Interface()) {
		return true
	}
	if divisible(is.Type()) {
		return walkFields(is, was, now, s)
	}
	if s.note != nil {
		s.note(s.name)
	}
	if isSet(is.Type()) {
		touched := was.Uint() ^ now.Uint()
		value := was.Uint() & touched
		if !s.always && is.Uint()&touched != now.Uint()&touched {
			return false
		}
		is.SetUint(is.Uint()&^touched | value)
		return true
	}
	if !s.always && !reflect.DeepEqual(is.Interface(), now.Interface()) {
		return false
	}
	is.Set(was)
	return true
}

func walkFields(is, was, now reflect.Value, s step) bool {
	for i := range is.NumField() {
		name := is.Type().Field(i).Name
		of := step{always: s.always, note: s.note, name: s.name + "." + name}
		group := slices.IndexFunc(s.parts, func(t OnePart) bool { return slices.Contains(t, name) })
		if group < 0 {
			if !walk(is.Field(i), was.Field(i), now.Field(i), of) {
				return false
			}
			continue
		}
		if s.parts[group][0] == name && !walkTogether(is, was, now, step{parts: s.parts[group : group+1], always: s.always, note: s.note, name: s.name}) {
			return false
		}
	}
	return true
}

// walkTogether reverts fields that count as one part.
func walkTogether(is, was, now reflect.Value, s step) bool {
	equal := func(a, b reflect.Value) bool {
		return !slices.ContainsFunc(s.parts[0], func(name string) bool {
			return !reflect.DeepEqual(a.FieldByName(name).Interface(), b.FieldByName(name).Interface())
		})
	}
	switch {
	case equal(was, now):
		return true
	case s.note != nil:
		s.note(s.name + "." + s.parts[0][0])
	case !s.always && !equal(is, now):
		return false
	}
	for _, name := range s.parts[0] {
		is.FieldByName(name).Set(was.FieldByName(name))
	}
	return true
}

// divisible reports whether a type is a struct all of whose fields can be reached.
func divisible(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return false
		}
	}
	return true
}

// isSet reports whether a type is a set of numbers by its bits: each bit is a separate part.
func isSet(t reflect.Type) bool {
	_, has := t.MethodByName("Has")
	return t.Kind() == reflect.Uint64 && has
}

// BackList reverts a change of a list, in which each element is a part. It reports whether it could: every element that
// the change added must still be there.
func BackList[T comparable](list *[]T, was, now []T) bool {
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
