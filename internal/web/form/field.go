package form

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/exchange/roster"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A FieldView is one field of a form (partial "field").
type FieldView struct {
	Name, Label, Help string
	// Kind is "text", "number", "decimal", "date", "area", "check" or "choice".
	Kind string
	// Value is the text as it was typed; "on" for a checked box.
	Value   string
	Options []OptionView
	// Fault says what is wrong with the value.
	Fault string
	Focus bool
	// Usual says what the value is by default, where that is worth a word.
	Usual string
}

// An OptionView is one value that can be chosen.
type OptionView struct {
	Value, Text string
	Current     bool
}

// A Field is one value of a T as forms edit it: how it is written and how
// it is read. Its label is the message "field." + name, its explanation
// "help." + name, if there is one. Of options, the text is a message key unless
// it is empty; then the value stands for itself.
type Field[T any] struct {
	Name    string
	Kind    string
	Options []OptionView
	Write   func(from *T) string
	Read    func(to *T, text string) error
	// Label names a field that is one of several alike; else nil.
	Label func(lang *i18n.Language) string
}

// Faults are what is wrong with a form: by the name of the field, or under ""
// with the form as a whole.
type Faults map[string]error

// Add puts a fault beside the field that it is about; any other error is
// returned.
func (f Faults) Add(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	field := FieldOf(err)
	if f[field] == nil {
		f[field] = err
	}
	return nil
}

// All returns the faults of all fields.
func (f Faults) All() []error { return slices.Collect(maps.Values(f)) }

// faultFields are the fields that faults are about, by the key of the fault.
var faultFields = map[string]string{
	"player.name.empty": "family", "player.twin": "family", "player.alike": "family",
	"player.rank.missing": "rank", "player.country": "country", "player.correction": "correction",
	"player.tags": "tags", "player.born": "born",
	"tournament.name.empty": "name", "tournament.slug": "slug", "tournament.slug.taken": "slug",
	"tournament.dates": "end", "tournament.zone": "zone",
	"settings.rounds": "rounds", "settings.rounds.drawn": "rounds", "settings.size": "size", "settings.bar": "bar",
	"settings.criterion": "criterion-1", "settings.criteria": "criterion-1", "settings.criteria.twice": "criterion-1",
	"settings.categories": "categories", "settings.clock": "main",
	"tiebreak.after": "tiebreak-1", "tiebreak.twice": "tiebreak-1", "tiebreak.unknown": "tiebreak-1",
	"team.boards": "boards", "team.criterion": "criterion-1",
	"settings.pairing.curvature": "curvature", "settings.pairing.gap": "country-gap", "settings.pairing.switch": "switch",
	"system.pools": "pools", "system.pools.few": "pools", "system.accelerated": "accelerated",
	"simulate.runs": "sim-runs", "simulate.spread": "sim-spread", "simulate.barless": "sim-bars",
	"handicap.correction": "reduction", "handicap.ceiling": "ceiling", "handicap.step": "steps", "handicap.steps": "steps",
}

// stageFaultFields are the fields that faults of a later stage are about, as
// they are called within it.
var stageFaultFields = map[string]string{
	"system.stage.beside": "others", "system.stage.before": "others", "system.stage.others": "others",
	"system.stage.qualify": "qualify", "system.stage.from": "from", "settings.system": "system",
	"system.pools": "pools", "system.pools.few": "pools", "system.accelerated": "accelerated",
}

// FieldOf names the field that a fault is about, "" for none.
func FieldOf(err error) string {
	f, ok := fault.As(err)
	if !ok {
		return ""
	}
	if len(f.Args) > 0 {
		if field, ok := f.Args[0].(tournament.Field); ok {
			return string(field)
		}
	}
	var stage *tournament.StageError
	if !errors.As(err, &stage) {
		return faultFields[f.Key]
	}
	if field, ok := stageFaultFields[f.Key]; ok {
		return StagePrefix(stage.Number) + field
	}
	return ""
}

// Read takes the fields that a form brings. A box that is not checked is
// not sent, so a form must show all boxes of its fields.
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

// View shows fields with the values of from, or as they were typed when
// form is not nil.
func View[T any](lang *i18n.Language, fields []Field[T], from *T, form url.Values, wrong Faults) []FieldView {
	var views []FieldView
	for _, f := range fields {
		v := FieldView{Name: f.Name, Kind: f.Kind, Value: f.Write(from)}
		if f.Label == nil {
			v.Label = lang.T("field." + f.Name)
		} else {
			v.Label = f.Label(lang)
		}
		if f.Kind == "decimal" {
			v.Value = lang.Decimal(v.Value)
		}
		if form != nil && (f.Kind == "check" || form.Has(f.Name)) {
			v.Value = form.Get(f.Name)
		}
		if help := "help." + f.Name; lang.Has(help) {
			v.Help = lang.T(help)
		}
		if err := wrong[f.Name]; err != nil {
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
			// What a file said and no form offers stays until it is changed.
			v.Options = append(v.Options, OptionView{Value: v.Value, Text: cmp.Or(v.Value, "–"), Current: true})
		}
		views = append(views, v)
	}
	return views
}

// Pick picks fields by name, in the order of the names.
func Pick[T any](fields []Field[T], names ...string) []Field[T] {
	var picked []Field[T]
	for _, name := range names {
		i := slices.IndexFunc(fields, func(f Field[T]) bool { return f.Name == name })
		picked = append(picked, fields[i])
	}
	return picked
}

// The kinds of field that forms are made of.

func TextField[T any](name string, at func(*T) *string) Field[T] {
	return Field[T]{Name: name, Kind: "text",
		Write: func(from *T) string { return *at(from) },
		Read:  func(to *T, text string) error { *at(to) = text; return nil },
	}
}

// CountryField is a country by its code or its name, as in lists. What stands
// there already stays.
func CountryField[T any](at func(*T) *string) Field[T] {
	f := TextField("country", at)
	f.Read = func(to *T, text string) error {
		if text == *at(to) {
			return nil
		}
		code, ok := roster.Country(text)
		if !ok {
			return fault.New(fault.Invalid, "player.country", page.Clip(text))
		}
		*at(to) = code
		return nil
	}
	return f
}

func AreaField[T any](name string, at func(*T) *string) Field[T] {
	f := TextField(name, at)
	f.Kind = "area"
	return f
}

func RankField[T any](name string, at func(*T) *rank.Rank) Field[T] {
	return Field[T]{Name: name, Kind: "text",
		Write: func(from *T) string { return at(from).String() },
		Read: func(to *T, text string) (err error) {
			if text == "" {
				*at(to) = rank.None
				return nil
			}
			*at(to), err = rank.Parse(text)
			return err
		},
	}
}

func NumberField[T any, N ~int | ~int64](name string, at func(*T) *N) Field[T] {
	return Field[T]{Name: name, Kind: "number",
		Write: func(from *T) string { return inGroups(int64(*at(from))) },
		Read: func(to *T, text string) error {
			n, err := ParseWhole(name, text)
			*at(to) = N(n)
			return err
		},
	}
}

// inGroups writes a number with narrow blanks between its thousands, from five
// figures on.
func inGroups(n int64) string {
	text := strconv.FormatInt(n, 10)
	if n < 10_000 {
		return text
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}

// ParseWhole reads a number; blanks between its figures are welcome.
func ParseWhole(field, text string) (int64, error) {
	text = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' || r == '\u202f' || r == '_' {
			return -1
		}
		if r == '−' {
			return '-'
		}
		return r
	}, text)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fault.New(fault.Invalid, "field.number", tournament.Field(field), fault.Clip(text))
	}
	return n, nil
}

func CheckField[T any](name string, at func(*T) *bool) Field[T] {
	return Field[T]{Name: name, Kind: "check",
		Write: func(from *T) string {
			if *at(from) {
				return "on"
			}
			return ""
		},
		Read: func(to *T, text string) error { *at(to) = text != ""; return nil },
	}
}

func ChoiceField[T any, S ~string](name string, at func(*T) *S, options []OptionView) Field[T] {
	return Field[T]{Name: name, Kind: "choice", Options: options,
		Write: func(from *T) string { return string(*at(from)) },
		Read: func(to *T, text string) error {
			if text != string(*at(to)) && !slices.ContainsFunc(options, func(o OptionView) bool { return o.Value == text }) {
				return fault.New(fault.Invalid, "field.choice", tournament.Field(name), fault.Clip(text))
			}
			*at(to) = S(text)
			return nil
		},
	}
}

// Choices are options whose texts are the messages prefix + value.
func Choices[S ~string](prefix string, values ...S) []OptionView {
	var options []OptionView
	for _, v := range values {
		options = append(options, OptionView{Value: string(v), Text: prefix + string(v)})
	}
	return options
}

// Words is a field's value in words.
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
