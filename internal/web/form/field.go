package form

import (
	"cmp"
	"crypto/rand"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/page"
)

// A Field is one value of a T in a form: how it is formatted and parsed. Its label is the message "field." + name, its
// optional explanation "help." + name. The text of an option is a message key; if it is empty, the option shows its
// value.
type Field[T any] struct {
	Name    string
	Kind    string
	Options []OptionView
	Write   func(from *T) string
	Read    func(to *T, text string) error
	// Label names a field that is one of several alike; else nil.
	Label func(lang *i18n.Language) string
}

// A FieldView is one field of a form (partial "field").
type FieldView struct {
	Name, Label, Help string
	// Kind is "text", "number", "decimal", "date", "area", "check" or "choice".
	Kind string
	// Value is the typed text; "on" for a checked box.
	Value   string
	Options []OptionView
	// Fault describes the fault of the value; may be empty.
	Fault string
	Focus bool
	// Required marks a field that may not stay empty. Browsers leave the check to the server, which names all faults at
	// once.
	Required bool
	// Usual is the default value in words; may be empty.
	Usual string
	// Complete is the purpose by which browsers fill the field in (HTML autocomplete, WCAG 1.3.5); "" without one.
	Complete string
}

// autocompletePurposes are the purposes of the fields about the person who fills a form in.
var autocompletePurposes = map[string]string{
	"family": "family-name", "given": "given-name", "mail": "email", "born": "bday-year", "country": "country-name",
}

// AboutReader marks fields as being about the person who fills them in, so that browsers
// offer to do it. At the desk they are about others.
func AboutReader(fields []FieldView) []FieldView {
	for i := range fields {
		fields[i].Complete = autocompletePurposes[fields[i].Name]
	}
	return fields
}

// Keys is the keyboard that suits the value (HTML inputmode), "" for the default one.
func (v FieldView) Keys() string {
	switch {
	case v.Kind == "number", v.Name == "born":
		return "numeric"
	case v.Name == "mail":
		return "email"
	}
	return ""
}

// Capitals is how phones capitalize the value (HTML autocapitalize), "" for the default.
func (v FieldView) Capitals() string {
	switch v.Name {
	case "family", "given", "club":
		return "words"
	case "mail", "rank":
		return "none"
	}
	return ""
}

// An OptionView is one value that can be chosen.
type OptionView struct {
	Value, Text string
	Current     bool
}

// Read sets the fields in a sent form. Browsers do not send unchecked boxes, so a form must show all boxes of its
// fields.
func Read[T any](fields []Field[T], form url.Values, to *T) (Faults, error) {
	wrong := Faults{}
	for _, f := range fields {
		if f.Kind != "check" && !form.Has(f.Name) {
			continue
		}
		if err := f.Read(to, strings.TrimSpace(form.Get(f.Name))); err != nil {
			if _, ok := fault.As(err); !ok {
				return nil, err
			}
			wrong[f.Name] = err
		}
	}
	return wrong, nil
}

// A Sent is a sent form and its faults. The zero value means that no form was sent.
type Sent struct {
	Values url.Values
	Wrong  Faults
}

// Once returns the key for the form to be shown (store.Entry.Once): the sent key, or a new one if that key belongs to
// another action or to a removed result.
func (s Sent) Once() string {
	if used := s.Wrong[""]; s.Values == nil || fault.Is(used, "form.reused") || fault.Is(used, "form.gone") {
		return rand.Text()
	}
	return page.Clip(s.Values.Get("once"))
}

// View returns fields as they were typed, or with the values of from if sent is zero.
func View[T any](lang *i18n.Language, fields []Field[T], from *T, sent Sent) []FieldView {
	var views []FieldView
	for _, f := range fields {
		v := FieldView{Name: f.Name, Kind: f.Kind, Value: f.Write(from)}
		if f.Label == nil {
			v.Label = lang.T("field." + f.Name)
		} else {
			v.Label = f.Label(lang)
		}
		v.Value = displayValue(lang, f.Kind, v.Value)
		if sent.Values != nil && (f.Kind == "check" || sent.Values.Has(f.Name)) {
			v.Value = sent.Values.Get(f.Name)
			if f.Kind == "date" { // SpellDays has converted the typed text
				v.Value = displayValue(lang, f.Kind, v.Value)
			}
		}
		if help := "help." + f.Name; lang.Has(help) {
			v.Help = lang.T(help)
		}
		if err := sent.Wrong[f.Name]; err != nil {
			v.Fault = lang.Error(err)
		}
		for _, o := range f.Options {
			text := lang.Decimal(o.Value)
			if o.Text != "" {
				text = lang.T(o.Text)
			}
			v.Options = append(v.Options, OptionView{Value: o.Value, Text: text, Current: o.Value == v.Value})
		}
		if f.Kind == "choice" && !slices.ContainsFunc(v.Options, func(o OptionView) bool { return o.Current }) {
			// A value from a file that no form offers stays until it is changed.
			v.Options = append(v.Options, OptionView{Value: v.Value, Text: cmp.Or(v.Value, "–"), Current: true})
		}
		views = append(views, v)
	}
	return views
}

// Pick returns fields by name, in the order of the names.
func Pick[T any](fields []Field[T], names ...string) []Field[T] {
	var picked []Field[T]
	for _, name := range names {
		i := slices.IndexFunc(fields, func(f Field[T]) bool { return f.Name == name })
		picked = append(picked, fields[i])
	}
	return picked
}

// Words returns a field's value in words.
func Words(lang *i18n.Language, f FieldView) string {
	for _, o := range f.Options {
		if o.Current {
			return o.Text
		}
	}
	switch {
	case f.Kind == "check" && f.Value != "":
		return lang.T("form.yes")
	case f.Kind == "check":
		return lang.T("form.no")
	case f.Value == "":
		return "–"
	}
	return f.Value
}

// StagePrefix begins the names of the fields of a stage, 2 being the first of
// them.
func StagePrefix(number int) string { return "stage-" + strconv.Itoa(number-1) + "-" }
