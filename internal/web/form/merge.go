package form

import (
	"net/url"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
)

// SeenValues writes down the values that a form is filled with. The form brings them
// back, so that what another has changed meanwhile is not overwritten.
func SeenValues[T any](fields []Field[T], from *T) url.Values {
	values := url.Values{}
	for _, f := range fields {
		values.Set(f.Name, f.Write(from))
	}
	return values
}

// Merge brings a form up to date with now: a field that was left as the form
// showed it takes the value that it has now. Where the form and somebody else
// have changed one field to different values, the fault says what it is now.
// A form that does not say what it was filled with is refused.
func Merge[T any](lang *i18n.Language, fields []Field[T], form url.Values, now *T) (Faults, error) {
	was, err := url.ParseQuery(form.Get("seen"))
	if err != nil || !form.Has("seen") {
		return nil, fault.New(fault.Conflict, "form.overtaken")
	}
	contrary := Faults{}
	for _, f := range fields {
		before, current := was.Get(f.Name), f.Write(now)
		if before == current || f.Kind != "check" && !form.Has(f.Name) {
			continue
		}
		shown := func(value string) string {
			if f.Kind == "decimal" {
				return lang.Decimal(value)
			}
			return value
		}
		switch typed := plainLines(form.Get(f.Name)); typed {
		case plainLines(shown(before)):
			form.Set(f.Name, shown(current))
		case plainLines(shown(current)): // both wanted the same
		default:
			view := View(lang, []Field[T]{f}, now, nil, nil)[0]
			contrary[f.Name] = fault.New(fault.Conflict, "form.contrary", Words(lang, view))
		}
	}
	return contrary, nil
}

// HasConflict reports whether one of the faults is a field that somebody else
// has changed to another value.
func HasConflict(wrong Faults) bool {
	for _, err := range wrong {
		if fault.Is(err, "form.contrary") {
			return true
		}
	}
	return false
}

// plainLines is a text without what browsers change in it: blanks around it
// and the ends of lines.
func plainLines(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}
