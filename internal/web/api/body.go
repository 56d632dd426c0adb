package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// mostBody limits the body of a request, in bytes.
const mostBody = 64 << 10

// A kind is the type of a field in JSON.
type kind int

const (
	words kind = iota
	digits
	yesNo
)

// wrongKind are the faults of a value of another kind.
var wrongKind = map[kind]string{words: "api.text", digits: "api.whole", yesNo: "api.flag"}

// fields are the fields that an address accepts.
type fields map[string]kind

// with returns the fields together with others.
func (f fields) with(others fields) fields {
	all := maps.Clone(f)
	maps.Copy(all, others)
	return all
}

// readBody reads a JSON request of at most the given bytes as the values of a form.
func readBody(r *http.Request, most int64, known fields) (url.Values, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, fault.New(fault.Invalid, "api.type")
	}
	data, err := io.ReadAll(r.Body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, fault.Wrap(err, fault.TooLarge, "form.large", most>>10)
	case err != nil:
		return nil, fault.Wrap(err, fault.Invalid, "form.incomplete")
	}
	return parseBody(data, known)
}

// validUpTo returns the offset of the first invalid byte in UTF-8 data.
func validUpTo(data []byte) (at int) {
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// parseBody parses one flat JSON object of known fields, each at most once, as the values of a form: a number as its
// digits, true as "on", false and null as "". Faults: "api.json", "api.encoding", "api.field", "api.twice", and those
// in wrongKind, with the field.
func parseBody(data []byte, known fields) (url.Values, error) {
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber()
	broken := func() error { return fault.New(fault.Invalid, "api.json", in.InputOffset()) }
	if !utf8.Valid(data) {
		return nil, fault.New(fault.Invalid, "api.encoding", validUpTo(data))
	}
	if begin, err := in.Token(); err != nil || begin != json.Delim('{') {
		return nil, broken()
	}
	sent := url.Values{}
	for in.More() {
		token, err := in.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, broken()
		}
		wanted, ok := known[name]
		switch {
		case !ok:
			return nil, site.AtField(fault.Clip(name), fault.New(fault.Invalid, "api.field", fault.Clip(name), known.names()))
		case sent.Has(name):
			return nil, site.AtField(name, fault.New(fault.Invalid, "api.twice", name))
		}
		if token, err = in.Token(); err != nil {
			return nil, broken()
		}
		value, ok := wanted.value(token)
		if !ok {
			return nil, site.AtField(name, fault.New(fault.Invalid, wrongKind[wanted], name))
		}
		sent.Set(name, value)
	}
	if _, err := in.Token(); err != nil { // the end of the object
		return nil, broken()
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, broken()
	}
	return sent, nil
}

// names lists the fields in alphabetical order.
func (f fields) names() string { return strings.Join(slices.Sorted(maps.Keys(f)), ", ") }

// value returns a value as a form would send it, and whether it is of the kind.
func (k kind) value(token json.Token) (string, bool) {
	switch v := token.(type) {
	case nil:
		return "", true
	case string:
		return v, k == words
	case json.Number:
		return v.String(), k == digits && strings.Trim(v.String(), "-0123456789") == ""
	case bool:
		if v {
			return "on", k == yesNo
		}
		return "", k == yesNo
	}
	return "", false // an object or a list
}
