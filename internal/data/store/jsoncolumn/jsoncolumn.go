// Package jsoncolumn formats and parses the columns of the database that hold JSON: settings, the bodies of rows, the
// log's args and changes, and how to parse a rating table.
//
// The tags of every struct in them name all fields. The files in store's testdata/kept hold earlier output, except for
// rating tables, whose files are in package ratinglists. Renaming a field in Go needs nothing; a new name in its tag
// needs a migration of the stored rows.
package jsoncolumn

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

// Format formats a value for a column of JSON.
func Format(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// Parse parses the JSON in a row of a table. Unlike package json it refuses
// names without a field, so that data of a later version is not lost in
// silence. Faults are "database.kept.unknown" for such a name and "database.kept.broken" for an
// invalid value.
func Parse(text string, into any, table, row string) error {
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
		return fault.Wrap(err, fault.Unavailable, "database.kept.unknown", table, fault.Clip(row), fault.Clip(name))
	}
	return fault.Wrap(err, fault.Unavailable, "database.kept.broken", table, fault.Clip(row))
}

// unknownName returns the path of the first name in a value without a field in
// its type, or "". Package json has it only inside an English sentence.
func unknownName(value []byte, t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	_, text := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	switch {
	case text:
	case t.Kind() == reflect.Slice:
		var list []json.RawMessage
		_ = json.Unmarshal(value, &list) // not a list: no names
		for i, item := range list {
			if name := unknownName(item, t.Elem()); name != "" {
				return fmt.Sprintf("[%d].%s", i+1, name)
			}
		}
	case t.Kind() == reflect.Struct:
		var object map[string]json.RawMessage
		_ = json.Unmarshal(value, &object) // not an object: no names
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

// fieldNamed returns the type of the field with a name in its tag, or nil. Like
// package json it ignores case.
func fieldNamed(t reflect.Type, name string) reflect.Type {
	for i := range t.NumField() {
		if kept, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); strings.EqualFold(kept, name) {
			return t.Field(i).Type
		}
	}
	return nil
}
