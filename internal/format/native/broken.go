package native

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"tourney/internal/fault"
)

// brokenJSON returns the fault and the place of invalid JSON that gave err: "file.json.cut" when it breaks off,
// "file.json.broken" for invalid JSON, "file.json.field" for an invalid value and "file.json.unknown" for an unknown
// name.
func brokenJSON(data []byte, err error) error {
	var syntax *json.SyntaxError
	var raw json.RawMessage
	switch first := json.NewDecoder(bytes.NewReader(data)).Decode(&raw); {
	case errors.Is(first, io.ErrUnexpectedEOF), errors.Is(first, io.EOF):
		line, column := placeIn(data, len(data))
		return fault.Wrap(err, fault.Invalid, "file.json.cut", line, column)
	case errors.As(err, &syntax):
		line, column := placeIn(data, int(syntax.Offset)-1) // the offset is the one after the mistake
		return fault.Wrap(err, fault.Invalid, "file.json.broken", line, column)
	}
	m := findMistake(raw, reflect.TypeFor[document](), "", bytes.Index(data, raw))
	if m == nil {
		return fault.Wrap(err, fault.Invalid, "file.json.broken", 1, 1)
	}
	line, column := placeIn(data, m.offset)
	if m.unknown {
		return fault.Wrap(err, fault.Invalid, "file.json.unknown", m.path, line, column)
	}
	return fault.Wrap(err, fault.Invalid, "file.json.field", m.path, fault.Clip(m.text), line, column)
}

// placeIn returns the line and the column of an offset, both from 1.
func placeIn(data []byte, offset int) (line, column int) {
	before := data[:min(max(offset, 0), len(data))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// A mistake is the first value of a JSON text that does not fit its type.
type mistake struct {
	path    string // such as players[3].rank, counted from 1
	text    string
	offset  int
	unknown bool // the type has no such field
}

// findMistake compares a value with its type. The errors of package json contain neither the place of a text that a
// type refuses, nor the number of an item. base is the offset of the value in the file.
func findMistake(value []byte, t reflect.Type, path string, base int) *mistake {
	object := t.Kind() == reflect.Struct && !reads(t) && value[0] == '{'
	list := t.Kind() == reflect.Slice && !reads(t) && value[0] == '['
	if !object && !list {
		if json.Unmarshal(value, reflect.New(t).Interface()) == nil {
			return nil
		}
		return &mistake{path: path, text: string(value), offset: base}
	}
	d := json.NewDecoder(bytes.NewReader(value))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for n := 1; d.More(); n++ {
		at := fmt.Sprintf("%s[%d]", path, n)
		var inner reflect.Type
		if list {
			inner = t.Elem()
		} else {
			key, err := d.Token()
			if err != nil {
				return nil
			}
			name, _ := key.(string)
			at = strings.TrimPrefix(path+"."+fault.Clip(name), ".")
			if inner = fieldNamed(t, name); inner == nil {
				quote := bytes.LastIndexByte(value[:d.InputOffset()-1], '"')
				return &mistake{path: at, offset: base + quote, unknown: true}
			}
		}
		var item json.RawMessage
		if err := d.Decode(&item); err != nil {
			return nil
		}
		if m := findMistake(item, inner, at, base+int(d.InputOffset())-len(item)); m != nil {
			return m
		}
	}
	return nil
}

// reads reports whether a type has a method for reading JSON.
func reads(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[interface{ UnmarshalText([]byte) error }]())
}

// fieldNamed returns the type of the field of that name in JSON, or nil.
func fieldNamed(t reflect.Type, name string) reflect.Type {
	for f := range t.Fields() {
		tag, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !strings.EqualFold(tag, name):
		case option == "string":
			return reflect.TypeFor[quoted]()
		default:
			return f.Type
		}
	}
	return nil
}

// quoted is a number that JSON has as a text: JavaScript holds only 53 bits.
type quoted uint64

func (q *quoted) UnmarshalText(text []byte) error { return json.Unmarshal(text, (*uint64)(q)) }
