package store

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// oldForms has the names whose values had another form in JSON up to schema 36, and their present form. A value of
// another kind stays.
var oldForms = map[string]func(old any) any{
	"komi": newKomi, "evenKomi": newKomi, "handicapKomi": newKomi,
	"rating": func(old any) any {
		switch text, ok := old.(string); {
		case !ok:
			return old
		case text == "": // the first programs wrote an unknown rating
			return nil
		default:
			return json.Number(text)
		}
	},
	"absent": newRounds, "halfByes": newRounds, "expected": newRounds,
	"system": func(old any) any {
		if old == "free" { // the director made all pairs
			return tournament.Swiss
		}
		return old
	},
	"main": newSpan, "period": newSpan,
	"begin": newDate, "end": newDate,
	"seed": func(old any) any {
		if n, ok := old.(json.Number); ok {
			return n.String()
		}
		return old
	},
}

func newKomi(old any) any {
	if text, ok := old.(string); ok {
		if k, err := handicap.ParseKomi(text); err == nil {
			return k
		}
	}
	return old
}

func newRounds(old any) any {
	if n, ok := old.(json.Number); ok {
		if bits, err := strconv.ParseUint(n.String(), 10, 64); err == nil {
			return tournament.Rounds(bits)
		}
	}
	return old
}

func newSpan(old any) any {
	if n, ok := old.(json.Number); ok {
		if span, err := n.Int64(); err == nil {
			return tournament.Span(span)
		}
	}
	return old
}

func newDate(old any) any {
	if text, ok := old.(string); ok {
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			return tournament.DateOf(at)
		}
	}
	return old
}

// withNewForms returns a value of JSON in the present form.
func withNewForms(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withNewForms(v[i])
		}
	case map[string]any:
		for name, value := range v {
			switch change := oldForms[name]; {
			case name == "foreign": // its names are of other programs
			case change != nil:
				v[name] = withNewForms(change(value))
			default:
				v[name] = withNewForms(value)
			}
		}
	}
	return v
}

// inNewForms returns a text of JSON in the present form. Invalid JSON stays, so that its reader reports it.
func inNewForms(text string) string {
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return text
	}
	if _, err := d.Token(); err != io.EOF {
		return text
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(withNewForms(v)) != nil {
		return text
	}
	return strings.TrimSuffix(b.String(), "\n")
}
