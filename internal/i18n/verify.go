package i18n

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"tourney/internal/fault"
)

// nameless are messages that a language may write without the name in {0}: a greeting has another form of the name than
// the list.
var nameless = []string{"message.hello"}

// verify returns the first error in a message of a file that replaces an English one in a language.
func verify(file string, e entry, english message, tag language.Tag) error {
	wrong := func(key string, args ...any) error {
		return fault.New(fault.Invalid, key, append([]any{file, e.line, fault.Clip(e.key)}, args...)...)
	}
	forms := slices.Sorted(maps.Keys(e.forms))
	switch {
	case (len(forms) > 1) != (len(english.forms) > 1) && len(formsOf(tag)) > 1, len(forms) == 1 && forms[0] != "other":
		return wrong("catalog.plural", strings.Join(formsOf(tag), ", "))
	case len(forms) > 1 && !slices.Equal(forms, slices.Sorted(slices.Values(formsOf(tag)))):
		return wrong("catalog.forms", strings.Join(formsOf(tag), ", "), strings.Join(forms, ", "))
	}
	for form, text := range e.texts() {
		if strings.TrimSpace(text) != text || text == "" {
			return wrong("catalog.empty")
		}
		got, want := placeholders(text), placeholders(english.text)
		optional := form == "one" || slices.Contains(nameless, e.key)
		if optional && !slices.Contains(got, "{0}") { // "the player" for "1 player"
			want = slices.DeleteFunc(want, func(p string) bool { return p == "{0}" })
		}
		if !slices.Equal(got, want) {
			return wrong("catalog.placeholders", cmp.Or(strings.Join(want, " "), "–"), cmp.Or(strings.Join(got, " "), "–"))
		}
	}
	return nil
}

// texts returns the texts of a message by the form; one without plural forms has "other".
func (m message) texts() map[string]string {
	if m.forms != nil {
		return m.forms
	}
	return map[string]string{"other": m.text}
}

var placeholder = regexp.MustCompile(`\{[0-9]\}`)

// placeholders returns the different placeholders of a text, sorted.
func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// formNames are CLDR's plural forms in its order.
var formNames = []string{"zero", "one", "two", "few", "many", "other"}

// probes are numbers that have all the plural forms of any language.
var probes = func() (numbers []string) {
	for n := range 201 {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return append(numbers, "1000", "1000000", "0.0", "0.1", "0.5", "1.0", "1.1", "1.5", "2.5", "10.0")
}()

// knownForms has the forms of languages that were computed.
var knownForms sync.Map

// formsOf returns the plural forms of a language in CLDR's order.
func formsOf(tag language.Tag) (forms []string) {
	if known, ok := knownForms.Load(tag); ok {
		return known.([]string)
	}
	defer func() { knownForms.Store(tag, forms) }()
	for _, name := range formNames {
		if slices.ContainsFunc(probes, func(number string) bool { return pluralForm(tag, number) == name }) {
			forms = append(forms, name)
		}
	}
	return forms
}
