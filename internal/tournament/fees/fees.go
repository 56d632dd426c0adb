// Package fees computes the fee of a player and explains it.
//
// Rules are data: an ordered list of classes, and a list of reductions whose sum is subtracted.
// Owed computes the sum of one player from Facts, and explains it by its parts:
//
//	rules := fees.Rules{Currency: "€", Classes: []fees.Class{
//		{Name: "early", Amount: 30_00, Conditions: fees.Conditions{Until: day("2026-05-01")}},
//		{Name: "normal", Amount: 40_00},
//	}}
//	owed := rules.Owed(fees.Facts{Signed: day("2026-05-02")})
//	// 40, which is the class "normal"
package fees

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// Money is in hundredths of the currency.
type Money int

// String formats the sum with cents only if there are any: 100, 33.50, -5.
func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	if m%100 == 0 {
		return sign + fmt.Sprint(int(m)/100)
	}
	return fmt.Sprintf("%s%d.%02d", sign, int(m)/100, int(m)%100)
}

// Bounds on fees.
const (
	// MostMoney bounds every sum.
	MostMoney = 1_000_000_000_00
	// Most bounds the classes, and the reductions, of a tournament.
	Most = 50

	longestName = 100 // letters
	mostAge     = 150
)

// Rules are the fees of a tournament. The zero Rules have no fee.
type Rules struct {
	// Currency follows the sums; may be empty.
	Currency string `json:"currency,omitzero"`
	// Classes are in order: a player gets the first class that fits.
	Classes []Class `json:"classes,omitempty"`
	// Reductions are subtracted together.
	Reductions []Reduction `json:"reductions,omitempty"`
	// Least is the sum below which reductions do not lower a fee.
	Least Money `json:"least,omitzero"`
}

// A Class is a price.
type Class struct {
	Name   string `json:"name"`
	Amount Money  `json:"amount"`
	// Choosable marks a class that needs a choice by name: by a person who signs up and fulfils its conditions, or by a
	// director.
	Choosable  bool       `json:"choosable,omitzero"`
	Conditions Conditions `json:"conditions,omitzero"`
}

// A Reduction lowers the fee of all players who fulfil its conditions: by an amount, by a percentage of the amount of
// the class, or by both.
type Reduction struct {
	Name       string     `json:"name"`
	Amount     Money      `json:"amount,omitzero"`
	Percent    int        `json:"percent,omitzero"`
	Conditions Conditions `json:"conditions,omitzero"`
}

// Conditions are the conditions of a class or a reduction; a player must fulfil all. A zero field sets none. An
// unknown fact fulfils no condition, except that 0 rounds fulfil MostRounds.
type Conditions struct {
	// From and Until are the first and the last day of the sign-up or, with ByPayment, of the payment. Before full
	// payment the fee is the sum owed today.
	From      time.Time `json:"from,omitzero"`
	Until     time.Time `json:"until,omitzero"`
	ByPayment bool      `json:"byPayment,omitzero"`
	// MinAge and MaxAge bound the age that the player reaches in the year of
	// the tournament.
	MinAge int `json:"minAge,omitzero"`
	MaxAge int `json:"maxAge,omitzero"`
	// Weakest and Strongest bound the rank.
	Weakest   rank.Rank `json:"weakest,omitzero"`
	Strongest rank.Rank `json:"strongest,omitzero"`
	// Number requires the number of a federation.
	Number Federation `json:"number,omitzero"`
	// Country is a two-letter code; Abroad requires any other country.
	Country string `json:"country,omitzero"`
	Abroad  bool   `json:"abroad,omitzero"`
	// Tag is a category such as junior or woman.
	Tag string `json:"tag,omitzero"`
	// MostRounds is the greatest number of rounds of the player.
	MostRounds int `json:"mostRounds,omitzero"`
}

// A Federation gives its members numbers.
type Federation string

// The federations.
const (
	EGD Federation = "egd"
	FFG Federation = "ffg"
	AGA Federation = "aga"
)

// Federations lists the federations.
func Federations() []Federation { return []Federation{EGD, FFG, AGA} }

// Facts are the input for the fee of one player. Days are dates; a zero value means unknown.
type Facts struct {
	// Signed is the day of the sign-up, Paid the day of the payment or, before it, today.
	Signed, Paid time.Time
	// Year is the year of the tournament, Born the year of birth of the player.
	Year, Born int
	Rank       rank.Rank
	// Numbers are the federations that gave the player a number.
	Numbers []Federation
	Country string
	Tags    []string
	// Rounds is the number of rounds of the player.
	Rounds int
	// Class is the name of the chosen class, "" for none.
	Class string
	// Own is a sum set by the director, nil for none.
	Own *Money
}

// A PartKind is the kind of a part of a sum.
type PartKind string

// The kinds: the amount of a class, a reduction, the difference to the least fee, and a sum set by the director.
const (
	OfClass     PartKind = "class"
	OfReduction PartKind = "reduction"
	OfLeast     PartKind = "least"
	OfDirector  PartKind = "own"
)

// Message returns the message that names the kind.
func (k PartKind) Message() (key string, args []any) { return "fee.part." + string(k), nil }

// A Part is one term of a sum.
type Part struct {
	Kind PartKind
	// Name is the name of the class or of the reduction.
	Name string
	// Amount is negative for a reduction.
	Amount Money
}

// Owed is the fee of a player: the sum of its parts.
type Owed struct {
	Sum   Money
	Parts []Part
}

// Class returns the name of the class in the sum, "" for none.
func (o Owed) Class() string {
	if len(o.Parts) > 0 && o.Parts[0].Kind == OfClass {
		return o.Parts[0].Name
	}
	return ""
}

// Owed returns the fee of a player. A chosen class needs no conditions; an unknown chosen class is ignored. Without a
// class the fee is 0. Percentages are of the amount of the class, rounded down to hundredths. Reductions do not lower
// the sum below Least, nor do they raise a class below Least.
func (r Rules) Owed(f Facts) Owed {
	if f.Own != nil {
		return Owed{*f.Own, []Part{{Kind: OfDirector, Amount: *f.Own}}}
	}
	class := r.classOf(f)
	if class == nil {
		return Owed{}
	}
	owed := Owed{class.Amount, []Part{{OfClass, class.Name, class.Amount}}}
	for _, less := range r.Reductions {
		if !less.Conditions.Hold(f) {
			continue
		}
		amount := less.Amount + class.Amount/100*Money(less.Percent) + class.Amount%100*Money(less.Percent)/100
		owed.Sum -= amount
		owed.Parts = append(owed.Parts, Part{OfReduction, less.Name, -amount})
	}
	if least := min(r.Least, class.Amount); owed.Sum < least {
		owed.Parts = append(owed.Parts, Part{Kind: OfLeast, Amount: least - owed.Sum})
		owed.Sum = least
	}
	return owed
}

func (r Rules) classOf(f Facts) *Class {
	if chosen := r.Class(f.Class); chosen != nil {
		return chosen
	}
	for i := range r.Classes {
		if c := &r.Classes[i]; !c.Choosable && c.Conditions.Hold(f) {
			return c
		}
	}
	return nil
}

// Class returns the class of that name, or nil.
func (r Rules) Class(name string) *Class {
	i := slices.IndexFunc(r.Classes, func(c Class) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &r.Classes[i]
}

// Choices returns the classes that a person with these facts may choose.
func (r Rules) Choices(f Facts) []Class {
	var choices []Class
	for _, c := range r.Classes {
		if c.Choosable && c.Conditions.Hold(f) {
			choices = append(choices, c)
		}
	}
	return choices
}

// Hold reports whether all conditions hold.
func (c Conditions) Hold(f Facts) bool {
	day := f.Signed
	if c.ByPayment {
		day = f.Paid
	}
	age := 0
	if f.Year > 0 && f.Born > 0 {
		age = max(f.Year-f.Born, 1) // below one year counts as one: zero is unknown
	}
	for _, holds := range []bool{
		c.From.IsZero() || !day.IsZero() && !day.Before(c.From),
		c.Until.IsZero() || !day.IsZero() && !day.After(c.Until),
		c.MinAge == 0 || age >= c.MinAge,
		c.MaxAge == 0 || age > 0 && age <= c.MaxAge,
		c.Weakest == rank.None || f.Rank.Valid() && f.Rank >= c.Weakest,
		c.Strongest == rank.None || f.Rank.Valid() && f.Rank <= c.Strongest,
		c.Number == "" || slices.Contains(f.Numbers, c.Number),
		c.Country == "" || f.Country != "" && (f.Country == c.Country) != c.Abroad,
		c.Tag == "" || slices.ContainsFunc(f.Tags, func(tag string) bool { return strings.EqualFold(tag, c.Tag) }),
		c.MostRounds == 0 || f.Rounds <= c.MostRounds,
	} {
		if !holds {
			return false
		}
	}
	return true
}

// Check returns the first fault of the rules: "fee.many", "fee.currency" or "fee.least", or, with the name of the
// class or the reduction, "fee.name", "fee.twice", "fee.amount", "fee.percent", "fee.days", "fee.ages", "fee.ranks",
// "fee.number", "fee.country", "fee.rounds" or "fee.tag".
func (r Rules) Check() error {
	switch {
	case len(r.Classes) > Most || len(r.Reductions) > Most:
		return fault.New(fault.TooLarge, "fee.many", Most)
	case utf8.RuneCountInString(r.Currency) > 10:
		return fault.New(fault.Invalid, "fee.currency", 10)
	case r.Least < 0 || r.Least > MostMoney:
		return fault.New(fault.Invalid, "fee.least")
	}
	var names []string
	for _, c := range r.Classes {
		if err := checkItem(&names, c.Name, c.Amount, c.Conditions); err != nil {
			return err
		}
	}
	names = nil
	for _, less := range r.Reductions {
		if less.Percent < 0 || less.Percent > 100 {
			return fault.New(fault.Invalid, "fee.percent", fault.Clip(less.Name))
		}
		if err := checkItem(&names, less.Name, less.Amount, less.Conditions); err != nil {
			return err
		}
	}
	return nil
}

// checkItem checks a class or a reduction, and adds its name to names.
func checkItem(names *[]string, name string, amount Money, c Conditions) error {
	clipped := fault.Clip(name)
	switch {
	case strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > longestName || !utf8.ValidString(name):
		return fault.New(fault.Invalid, "fee.name", longestName)
	case slices.Contains(*names, name):
		return fault.New(fault.Invalid, "fee.twice", clipped)
	case amount < 0 || amount > MostMoney:
		return fault.New(fault.Invalid, "fee.amount", clipped)
	case !c.From.IsZero() && !c.Until.IsZero() && c.Until.Before(c.From):
		return fault.New(fault.Invalid, "fee.days", clipped)
	case c.MinAge < 0 || c.MinAge > mostAge || c.MaxAge < 0 || c.MaxAge > mostAge || c.MaxAge > 0 && c.MinAge > c.MaxAge:
		return fault.New(fault.Invalid, "fee.ages", clipped, mostAge)
	case c.Weakest != rank.None && !c.Weakest.Valid(), c.Strongest != rank.None && !c.Strongest.Valid(),
		c.Weakest != rank.None && c.Strongest != rank.None && c.Weakest > c.Strongest:
		return fault.New(fault.Invalid, "fee.ranks", clipped)
	case c.Number != "" && !slices.Contains(Federations(), c.Number):
		return fault.New(fault.Invalid, "fee.number", clipped, fault.Clip(string(c.Number)))
	case c.Abroad && c.Country == "", c.Country != "" && !isCountry(c.Country):
		return fault.New(fault.Invalid, "fee.country", clipped)
	case c.MostRounds < 0 || c.MostRounds > 1000:
		return fault.New(fault.Invalid, "fee.rounds", clipped)
	case utf8.RuneCountInString(c.Tag) > longestName:
		return fault.New(fault.Invalid, "fee.tag", clipped, longestName)
	}
	*names = append(*names, name)
	return nil
}

func isCountry(code string) bool {
	return len(code) == 2 && code[0] >= 'A' && code[0] <= 'Z' && code[1] >= 'A' && code[1] <= 'Z'
}
