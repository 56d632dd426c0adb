package form

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/format/roster"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/page"
)

// The kinds of field that forms are made of.

// TextField is a line of text.
func TextField[T any](name string, at func(*T) *string) Field[T] {
	return Field[T]{Name: name, Kind: "text",
		Write: func(from *T) string { return *at(from) },
		Read:  func(to *T, text string) error { *at(to) = text; return nil },
	}
}

// AreaField is a text of several lines.
func AreaField[T any](name string, at func(*T) *string) Field[T] {
	f := TextField(name, at)
	f.Kind = "area"
	return f
}

// CountryField is a country by its code or its name. The current value stays
// allowed.
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

// RankField is a rank, empty without one.
func RankField[T any](name string, at func(*T) *rank.Rank) Field[T] {
	return Field[T]{Name: name, Kind: "text",
		Write: func(from *T) string { return at(from).String() },
		Read: func(to *T, text string) (err error) {
			if _, doubt := rank.Guess(text); doubt == rank.Unranked { // a word such as beginner
				if *at(to) = rank.None; name == "rank" {
					*at(to) = rank.Beginner
				}
				return nil
			}
			*at(to), err = OptionalRank(text)
			return err
		},
	}
}

// OptionalRank parses a rank, rank.None from an empty text.
func OptionalRank(text string) (rank.Rank, error) {
	if text == "" {
		return rank.None, nil
	}
	return rank.Parse(text)
}

// NumberField is a whole number.
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

// inGroups formats a number with narrow blanks between its thousands if it has five
// digits or more.
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

// ParseWhole parses a whole number, which may have blanks between its digits.
func ParseWhole(field, text string) (int64, error) {
	digits := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' || r == '\u202f' || r == '_' {
			return -1
		}
		if r == '−' {
			return '-'
		}
		return r
	}, text)
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, fault.New(fault.Invalid, "field.number", tournament.Field(field), fault.Clip(text))
	}
	return n, nil
}

// DayField is a day, empty without one. Forms show it in the words of their language, see SpellDays.
func DayField[T any](name string, at func(*T) *time.Time) Field[T] {
	return Field[T]{Name: name, Kind: "date",
		Write: func(from *T) string { return page.Day(*at(from)) },
		Read: func(to *T, text string) error {
			*at(to) = time.Time{}
			if text == "" {
				return nil
			}
			d, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return fault.New(fault.Invalid, "field.day", tournament.Field(name), fault.Clip(text))
			}
			*at(to) = d
			return nil
		},
	}
}

// CheckField is a box to check.
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

// ChoiceField is a choice between options. The current value stays allowed even if it is not among them.
func ChoiceField[T any, S ~string](name string, at func(*T) *S, options []OptionView) Field[T] {
	return Field[T]{Name: name, Kind: "choice", Options: options,
		Write: func(from *T) string { return string(*at(from)) },
		Read: func(to *T, text string) error {
			if text != string(*at(to)) && !slices.ContainsFunc(options, func(o OptionView) bool { return o.Value == text }) {
				return NoChoice(name, text, options)
			}
			*at(to) = S(text)
			return nil
		},
	}
}

// NoChoice returns the fault of a text that is not an option of a field: "field.choice", which lists the values.
func NoChoice(field, text string, options []OptionView) error {
	var values []string
	for _, o := range options {
		if o.Value != "" {
			values = append(values, o.Value)
		}
	}
	return fault.New(fault.Invalid, "field.choice", tournament.Field(field), fault.Clip(text), strings.Join(values, ", "))
}

// OptionalNumber is a whole number, empty for 0.
func OptionalNumber[T any](name string, at func(*T) *int) Field[T] {
	f := NumberField(name, at)
	write, read := f.Write, f.Read
	f.Write = func(from *T) string {
		if *at(from) == 0 {
			return ""
		}
		return write(from)
	}
	f.Read = func(to *T, text string) error {
		*at(to) = 0
		if text == "" {
			return nil
		}
		return read(to, text)
	}
	return f
}

// Choices are options whose texts are the messages prefix + value.
func Choices[S ~string](prefix string, values ...S) []OptionView {
	var options []OptionView
	for _, v := range values {
		options = append(options, OptionView{Value: string(v), Text: prefix + string(v)})
	}
	return options
}

// HidingField is the part of a player's name that is public.
func HidingField[T any](name string, at func(*T) *consent.Hiding) Field[T] {
	var options []OptionView
	for _, h := range consent.Hidings() {
		key, _ := h.Message()
		options = append(options, OptionView{Value: string(h), Text: key})
	}
	return ChoiceField(name, at, options)
}

// HidingOptions returns the options for the public part of a name, for forms without a table of fields.
func HidingOptions(lang *i18n.Language, chosen consent.Hiding, from ...consent.Hiding) (options []OptionView) {
	for _, h := range from {
		options = append(options, OptionView{Value: string(h), Text: page.Text(lang, h), Current: h == chosen})
	}
	return options
}

// BornField is a year of birth, empty without one.
func BornField() Field[tournament.Player] {
	return Field[tournament.Player]{Name: "born", Kind: "text", Write: page.BirthYear, Read: func(p *tournament.Player, text string) error {
		p.Born = 0
		if text == "" {
			return nil
		}
		n, err := ParseWhole("born", text)
		if err != nil {
			return err
		}
		if n < tournament.FirstBorn || n > tournament.LastBorn { // 0 too
			return fault.New(fault.Invalid, "player.born", n, tournament.FirstBorn, tournament.LastBorn)
		}
		p.Born = int(n)
		return nil
	}}
}

// ParseMoney parses a sum such as 20 or 12,50, or refuses it with "fee.sum".
func ParseMoney(text string) (tournament.Money, error) {
	whole, part, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), ".")
	wrong := fault.New(fault.Invalid, "fee.sum")
	if len(part) > 2 || strings.Trim(whole+part, "0123456789") != "" || whole == "" {
		return 0, wrong
	}
	n, err := strconv.Atoi(whole + (part + "00")[:2])
	if err != nil || n > tournament.MostMoney {
		return 0, wrong
	}
	return tournament.Money(n), nil
}
