package form

import (
	"net/url"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
)

// SeenValues returns the values that a form is filled with. The form sends them back, so that it does not overwrite
// changes by others since.
func SeenValues[T any](fields []Field[T], from *T) url.Values {
	values := url.Values{}
	for _, f := range fields {
		values.Set(f.Name, f.Write(from))
	}
	return values
}

// Merge updates a form to the values in now: a field that the sender left as it was shown takes its current value. If
// the sender and another person changed a field to different values, its fault has the current one. Merge refuses a
// form that does not send back the values it was filled with.
func Merge[T any](lang *i18n.Language, fields []Field[T], form url.Values, now *T) (Faults, error) {
	was, err := url.ParseQuery(form.Get("seen"))
	if err != nil || !form.Has("seen") {
		return nil, fault.New(fault.Conflict, "form.overtaken")
	}
	conflicts := Faults{}
	for _, f := range fields {
		before, current := was.Get(f.Name), f.Write(now)
		if before == current || f.Kind != "check" && !form.Has(f.Name) {
			continue
		}
		shown := func(value string) string {
			if f.Kind == "date" { // SpellDays has converted the typed text
				return value
			}
			return displayValue(lang, f.Kind, value)
		}
		switch typed := plainLines(form.Get(f.Name)); typed {
		case plainLines(shown(before)):
			form.Set(f.Name, shown(current))
		case plainLines(shown(current)): // both made the same change
		default:
			view := View(lang, []Field[T]{f}, now, Sent{})[0]
			conflicts[f.Name] = fault.New(fault.Conflict, "form.contrary", Words(lang, view))
		}
	}
	return conflicts, nil
}

// HasConflict reports whether another person gave one of the fields another value.
func HasConflict(wrong Faults) bool {
	for _, err := range wrong {
		if fault.Is(err, "form.contrary") {
			return true
		}
	}
	return false
}

// plainLines removes a browser's changes of a text: blanks around it and other ends of lines.
func plainLines(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}
