// Package eachfield helps tests to prove that code handles every field of a struct, including new ones.
package eachfield

import (
	"reflect"
	"time"

	"tourney/internal/tournament"
)

// Change changes every field of a struct, one after the other, and extends lists by one element. It calls changed with
// the path of the field after each change.
func Change(to any, changed func(path string)) { fields(reflect.ValueOf(to).Elem(), changed) }

func fields(v reflect.Value, changed func(path string)) {
	for i := range v.NumField() {
		path, f := v.Type().Field(i).Name, v.Field(i)
		if hasParts(f) {
			fields(f, func(below string) { changed(path + "." + below) })
			continue
		}
		value(f)
		changed(path)
	}
}

func hasParts(v reflect.Value) bool {
	return v.Kind() == reflect.Struct && v.NumField() > 0 && v.Field(0).CanSet()
}

// Value changes a value, of a struct every field.
func Value(v reflect.Value) {
	if hasParts(v) {
		fields(v, func(string) {})
		return
	}
	value(v)
}

func value(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)))
	case v.Type() == reflect.TypeFor[tournament.Span]():
		v.SetInt(v.Int() + int64(time.Hour))
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	case v.CanUint():
		v.SetUint(v.Uint() + 1)
	case v.CanFloat():
		v.SetFloat(v.Float() + 1)
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	case v.Kind() == reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"x": "x"}))
	case v.Kind() == reflect.Slice:
		element := reflect.New(v.Type().Elem()).Elem()
		if element.Kind() != reflect.Struct {
			value(element)
		}
		v.Set(reflect.Append(v, element))
	default:
		panic("no value for " + v.Type().String())
	}
}
