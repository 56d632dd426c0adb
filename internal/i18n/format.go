package i18n

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"tourney/internal/fault"
)

// A Message is an argument with its own text in each language.
type Message interface {
	// Message returns the message key and its arguments.
	Message() (key string, args []any)
}

// T formats a message. An argument may be a text, a number, anything whose String
// is a text or a decimal number, a time (formatted by Clock), an error that is a
// fault, or a Message. A key that no catalog has is returned unchanged.
func (l *Language) T(key string, args ...any) string {
	m, in, ok := l.find(key)
	if !ok {
		return key
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = l.format(a)
	}
	text := m.text
	if len(m.forms) > 1 && len(args) > 0 {
		if of, ok := m.forms[pluralForm(in.tag, number(args[0]))]; ok {
			text = of
		}
	}
	return fill(text, texts)
}

// Error formats a fault; any other error becomes the message of an internal error.
func (l *Language) Error(err error) string {
	if e, ok := fault.As(err); ok {
		return l.T(e.Key, e.Args...)
	}
	return l.T("fault.internal")
}

func (l *Language) format(arg any) string {
	switch a := arg.(type) {
	case string:
		return a
	case time.Time:
		return l.Clock(a)
	case fault.Moment:
		return l.Moment(time.Time(a)) + " " + l.ZoneName(time.Time(a))
	case Message:
		key, args := a.Message()
		return l.T(key, args...)
	case error:
		if _, ok := fault.As(a); ok {
			return l.Error(a)
		}
		return a.Error()
	case float64:
		return l.Decimal(strconv.FormatFloat(a, 'f', -1, 64))
	case fmt.Stringer:
		return l.Decimal(a.String())
	}
	return fmt.Sprint(arg)
}

// fill replaces the placeholders, {0} to {9}; those without a text stay.
func fill(text string, texts []string) string {
	var filled strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		if len(rest) > 1 && rest[1] == '}' && '0' <= rest[0] && int(rest[0]-'0') < len(texts) {
			filled.WriteString(texts[rest[0]-'0'])
			text = rest[2:]
		} else {
			filled.WriteByte('{')
			text = rest
		}
	}
}

var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// number returns the decimal text of a numeric argument, or "".
func number(arg any) string {
	text := fmt.Sprint(arg)
	if !decimal.MatchString(text) {
		return ""
	}
	return strings.TrimPrefix(text, "-")
}

var forms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// Ordinal returns CLDR's name of the form of an ordinal number, "two" for 2nd and 22nd in English, "other" where all
// numbers have one form.
func (l *Language) Ordinal(n int) string {
	return forms[plural.Ordinal.MatchPlural(l.tag, n%1_000_000, 0, 0, 0, 0)]
}

// pluralForm returns CLDR's name of the plural form for a decimal number.
func pluralForm(tag language.Tag, number string) string {
	whole, fraction, _ := strings.Cut(number, ".")
	i, err := strconv.Atoi(whole)
	if err != nil || len(fraction) > 6 {
		return "other"
	}
	// CLDR's operands: v and f count the fraction as written, w and t without
	// its trailing zeros. Only the last figures of i matter to any rule.
	short := strings.TrimRight(fraction, "0")
	f, _ := strconv.Atoi("0" + fraction)
	t, _ := strconv.Atoi("0" + short)
	return forms[plural.Cardinal.MatchPlural(tag, i%1_000_000, len(fraction), len(short), f, t)]
}
