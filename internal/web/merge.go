package web

import (
	"net/url"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
)

// seen writes down the values that a form is filled with. The form brings them
// back, so that what another has changed meanwhile is not overwritten.
func seen[T any](fields []formField[T], from *T) url.Values {
	values := url.Values{}
	for _, f := range fields {
		values.Set(f.name, f.write(from))
	}
	return values
}

// merge brings a form up to date with now: a field that was left as the form
// showed it takes the value that it has now. Where the form and somebody else
// have changed one field to different values, the fault says what it is now.
// A form that does not say what it was filled with is refused.
func merge[T any](lang *i18n.Language, fields []formField[T], form url.Values, now *T) (faults, error) {
	was, err := url.ParseQuery(form.Get("seen"))
	if err != nil || !form.Has("seen") {
		return nil, fault.New(fault.Conflict, "form.overtaken")
	}
	contrary := faults{}
	for _, f := range fields {
		before, current := was.Get(f.name), f.write(now)
		if before == current || f.kind != "check" && !form.Has(f.name) {
			continue
		}
		shown := func(value string) string {
			if f.kind == "decimal" {
				return lang.Decimal(value)
			}
			return value
		}
		switch typed := plainLines(form.Get(f.name)); typed {
		case plainLines(shown(before)):
			form.Set(f.name, shown(current))
		case plainLines(shown(current)): // both wanted the same
		default:
			view := viewForm(lang, []formField[T]{f}, now, nil, nil)[0]
			contrary[f.name] = fault.New(fault.Conflict, "form.contrary", said(lang, view))
		}
	}
	return contrary, nil
}

// anyContrary reports whether one of the faults is a field that somebody else
// has changed to another value.
func anyContrary(wrong faults) bool {
	for _, err := range wrong {
		if fault.Is(err, "form.contrary") {
			return true
		}
	}
	return false
}

// formSaving keeps others from saving a form until the function it returns is
// called, so that nothing comes between a form's merge and its writing.
func (s *site) formSaving() (done func()) {
	s.forms.Lock()
	return s.forms.Unlock
}

// plainLines is a text without what browsers change in it: blanks around it
// and the ends of lines.
func plainLines(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}
