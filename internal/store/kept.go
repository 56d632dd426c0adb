package store

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"tourney/internal/fault"
)

// Some columns hold JSON: settings, tags, the log's args and changes, and how a
// table of ratings is read. Every struct in it names each of its fields in its
// tags, and the files in testdata hold what was once written. A field in Go can
// be renamed freely; a new name in its tag needs a migration that renames it in
// what is kept.

// writeKept writes a value for a column of JSON.
func writeKept(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// ReadKept reads the JSON that a row of a table holds. Unlike package json it
// takes no name that the value has no field for: what a later version has kept
// must not be lost in silence. Faults are "kept.unknown" for such a name and
// "kept.broken" for a value that cannot be read.
func ReadKept(text string, into any, table, row string) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		err = fmt.Errorf("more follows the value: %w", err)
	}
	if name := unknownName([]byte(text), reflect.TypeOf(into).Elem()); name != "" {
		return fault.Wrap(err, fault.Unavailable, "kept.unknown", table, fault.Clip(row), fault.Clip(name))
	}
	return fault.Wrap(err, fault.Unavailable, "kept.broken", table, fault.Clip(row))
}

// unknownName returns the first name in a value, with those around it, that its
// type has no field for, or "". What package json says of it is English.
func unknownName(value []byte, t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	_, text := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	switch {
	case text:
	case t.Kind() == reflect.Slice:
		var list []json.RawMessage
		_ = json.Unmarshal(value, &list) // what is no list has no names
		for i, item := range list {
			if name := unknownName(item, t.Elem()); name != "" {
				return fmt.Sprintf("[%d].%s", i+1, name)
			}
		}
	case t.Kind() == reflect.Struct:
		var object map[string]json.RawMessage
		_ = json.Unmarshal(value, &object) // nor has what is no object
		for _, name := range slices.Sorted(maps.Keys(object)) {
			field := fieldNamed(t, name)
			if field == nil {
				return name
			}
			if unknown := unknownName(object[name], field); unknown != "" {
				return strings.ReplaceAll(name+"."+unknown, ".[", "[")
			}
		}
	}
	return ""
}

// fieldNamed returns the type of the field that is kept under a name, or nil.
// Like package json it takes small letters for capitals.
func fieldNamed(t reflect.Type, name string) reflect.Type {
	for i := range t.NumField() {
		if kept, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); strings.EqualFold(kept, name) {
			return t.Field(i).Type
		}
	}
	return nil
}
