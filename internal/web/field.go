package web

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A fieldView is one field of a form (partial "field").
type fieldView struct {
	Name, Label, Help string
	// Kind is "text", "number", "decimal", "date", "area", "check" or "choice".
	Kind string
	// Value is the text as it was typed; "on" for a checked box.
	Value   string
	Options []optionView
	// Fault says what is wrong with the value.
	Fault string
	Focus bool
	// Usual says what the value is by default, where that is worth a word.
	Usual string
}

// An optionView is one value that can be chosen.
type optionView struct {
	Value, Text string
	Current     bool
}

// A formField is one value of a T as forms edit it: how it is written and how
// it is read. Its label is the message "field." + name, its explanation
// "help." + name, if there is one. Of options, the text is a message key unless
// it is empty; then the value stands for itself.
type formField[T any] struct {
	name    string
	kind    string
	options []optionView
	write   func(from *T) string
	read    func(to *T, text string) error
	// label names a field that is one of several alike; else nil.
	label func(lang *i18n.Language) string
}

// faults are what is wrong with a form: by the name of the field, or under ""
// with the form as a whole.
type faults map[string]error

// add puts a fault beside the field that it is about; any other error is
// returned.
func (f faults) add(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	field := fieldOf(err)
	if f[field] == nil {
		f[field] = err
	}
	return nil
}

// all returns the faults of all fields.
func (f faults) all() []error { return slices.Collect(maps.Values(f)) }

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

// fieldOf names the field that a fault is about, "" for none.
func fieldOf(err error) string {
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
		return stagePrefix(stage.Number) + field
	}
	return ""
}

// readForm takes the fields that a form brings. A box that is not checked is
// not sent, so a form must show all boxes of its fields.
func readForm[T any](fields []formField[T], form url.Values, to *T) (faults, error) {
	wrong := faults{}
	for _, f := range fields {
		if f.kind != "check" && !form.Has(f.name) {
			continue
		}
		if err := f.read(to, strings.TrimSpace(form.Get(f.name))); err != nil {
			if _, ok := fault.As(err); !ok {
				return nil, err
			}
			wrong[f.name] = err
		}
	}
	return wrong, nil
}

// viewForm shows fields with the values of from, or as they were typed when
// form is not nil.
func viewForm[T any](lang *i18n.Language, fields []formField[T], from *T, form url.Values, wrong faults) []fieldView {
	var views []fieldView
	for _, f := range fields {
		v := fieldView{Name: f.name, Kind: f.kind, Value: f.write(from)}
		if f.label == nil {
			v.Label = lang.T("field." + f.name)
		} else {
			v.Label = f.label(lang)
		}
		if f.kind == "decimal" {
			v.Value = lang.Decimal(v.Value)
		}
		if form != nil && (f.kind == "check" || form.Has(f.name)) {
			v.Value = form.Get(f.name)
		}
		if help := "help." + f.name; lang.Has(help) {
			v.Help = lang.T(help)
		}
		if err := wrong[f.name]; err != nil {
			v.Fault = lang.Error(err)
		}
		for _, o := range f.options {
			text := lang.Decimal(o.Value)
			if o.Text != "" {
				text = lang.T(o.Text)
			}
			v.Options = append(v.Options, optionView{Value: o.Value, Text: text, Current: o.Value == v.Value})
		}
		if f.kind == "choice" && !slices.ContainsFunc(v.Options, func(o optionView) bool { return o.Current }) {
			// What a file said and no form offers stays until it is changed.
			v.Options = append(v.Options, optionView{Value: v.Value, Text: cmp.Or(v.Value, "–"), Current: true})
		}
		views = append(views, v)
	}
	return views
}

// only picks fields by name, in the order of the names.
func only[T any](fields []formField[T], names ...string) []formField[T] {
	var picked []formField[T]
	for _, name := range names {
		i := slices.IndexFunc(fields, func(f formField[T]) bool { return f.name == name })
		picked = append(picked, fields[i])
	}
	return picked
}

// The kinds of field that forms are made of.

func textField[T any](name string, at func(*T) *string) formField[T] {
	return formField[T]{name: name, kind: "text",
		write: func(from *T) string { return *at(from) },
		read:  func(to *T, text string) error { *at(to) = text; return nil },
	}
}

// countryField is a country by its code or its name, as in lists. What stands
// there already stays.
func countryField[T any](at func(*T) *string) formField[T] {
	f := textField("country", at)
	f.read = func(to *T, text string) error {
		if text == *at(to) {
			return nil
		}
		code, ok := exchange.Country(text)
		if !ok {
			return fault.New(fault.Invalid, "player.country", page.Clip(text))
		}
		*at(to) = code
		return nil
	}
	return f
}

func areaField[T any](name string, at func(*T) *string) formField[T] {
	f := textField(name, at)
	f.kind = "area"
	return f
}

func rankField[T any](name string, at func(*T) *rank.Rank) formField[T] {
	return formField[T]{name: name, kind: "text",
		write: func(from *T) string { return at(from).String() },
		read: func(to *T, text string) (err error) {
			if text == "" {
				*at(to) = rank.None
				return nil
			}
			*at(to), err = rank.Parse(text)
			return err
		},
	}
}

func numberField[T any, N ~int | ~int64](name string, at func(*T) *N) formField[T] {
	return formField[T]{name: name, kind: "number",
		write: func(from *T) string { return inGroups(int64(*at(from))) },
		read: func(to *T, text string) error {
			n, err := wholeNumber(name, text)
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

// wholeNumber reads a number; blanks between its figures are welcome.
func wholeNumber(field, text string) (int64, error) {
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

func checkField[T any](name string, at func(*T) *bool) formField[T] {
	return formField[T]{name: name, kind: "check",
		write: func(from *T) string {
			if *at(from) {
				return "on"
			}
			return ""
		},
		read: func(to *T, text string) error { *at(to) = text != ""; return nil },
	}
}

func choiceField[T any, S ~string](name string, at func(*T) *S, options []optionView) formField[T] {
	return formField[T]{name: name, kind: "choice", options: options,
		write: func(from *T) string { return string(*at(from)) },
		read: func(to *T, text string) error {
			if text != string(*at(to)) && !slices.ContainsFunc(options, func(o optionView) bool { return o.Value == text }) {
				return fault.New(fault.Invalid, "field.choice", tournament.Field(name), fault.Clip(text))
			}
			*at(to) = S(text)
			return nil
		},
	}
}

// choices are options whose texts are the messages prefix + value.
func choices[S ~string](prefix string, values ...S) []optionView {
	var options []optionView
	for _, v := range values {
		options = append(options, optionView{Value: string(v), Text: prefix + string(v)})
	}
	return options
}
