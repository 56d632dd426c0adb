package tournament

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament/fees"
)

// RatingRules configure the rating preview and name the event for the rating
// list.
type RatingRules struct {
	// Formula is "egf-2021", "egf-2020" or "aga"; "" is the European one in force.
	Formula string `json:"formula,omitzero"`
	// Class is A, B, C, D or none; "" derives it from the clock.
	Class string `json:"class,omitzero"`
	// Code is the tournament's code in the European Go Database, the tag TC of
	// its files: T, or W for a world, E for a European event or G for the Go
	// European Cup, the first day, and often a letter or two, as in T260314A;
	// "" before it has one.
	Code string `json:"code,omitzero"`
	// Freeze is the last day on which a refresh from a list changes ratings; zero for no limit.
	Freeze Date `json:"freeze,omitzero"`
}

// FrozenOn reports whether a refresh on a day leaves stated ratings as they are.
func (r RatingRules) FrozenOn(day time.Time) bool {
	return !r.Freeze.IsZero() && day.After(r.Freeze.Time)
}

// codeForm is the form of a code; some old ones end with the day.
var codeForm = regexp.MustCompile(`^[A-Z]\d{6}[A-Z]{0,2}$`)

// CodeDay returns the day in a code of the European Go Database; false for any other text.
func CodeDay(code string) (day time.Time, ok bool) {
	if !codeForm.MatchString(code) {
		return time.Time{}, false
	}
	day, err := time.Parse("060102", code[1:7])
	return day, err == nil
}

func (r RatingRules) check() error {
	if !slices.Contains([]string{"", "egf-2021", "egf-2020", "aga"}, r.Formula) {
		return fault.New(fault.Invalid, "rating.formula", fault.Clip(r.Formula))
	}
	if !slices.Contains([]string{"", "A", "B", "C", "D", "none"}, r.Class) {
		return fault.New(fault.Invalid, "rating.class", fault.Clip(r.Class))
	}
	if _, ok := CodeDay(r.Code); !ok && r.Code != "" {
		return fault.New(fault.Invalid, "rating.code", fault.Clip(r.Code))
	}
	return nil
}

// Money is in hundredths of the currency.
type Money = fees.Money

// Prizes are the prizes of a tournament.
type Prizes struct {
	// Currency follows the sums; may be empty.
	Currency string `json:"currency,omitzero"`
	// Single gives each player only their greatest prize; the others go to the next players.
	Single bool `json:"single,omitzero"`
	// Criteria order the players for prizes by place; empty for the criteria of the standings.
	Criteria []Criterion `json:"criteria,omitzero"`
	// List is in the order of importance, the main prize first.
	List []Prize `json:"list,omitzero"`
}

// A Prize goes to the best players of a category or, with Wins, to every player
// with so many wins.
type Prize struct {
	Name string `json:"name"`
	// Weakest and Strongest bound the ranks of the category; the zero Rank leaves that end open. A non-empty Tag must
	// be among the player's tags.
	Weakest   rank.Rank `json:"weakest,omitzero"`
	Strongest rank.Rank `json:"strongest,omitzero"`
	Tag       string    `json:"tag,omitzero"`
	// BornFrom and BornTo are the first and the last year of birth of an age group; 0 leaves that end open. It excludes
	// players without a year of birth.
	BornFrom int `json:"bornFrom,omitzero"`
	BornTo   int `json:"bornTo,omitzero"`
	// AllRounds requires a played game in every round with an opponent. Byes, and games with a player withdrawn from a
	// round robin, do not count.
	AllRounds bool `json:"allRounds,omitzero"`
	// Wins is the number of wins required, 0 for a prize by place.
	Wins int `json:"wins,omitzero"`
	// Places is the number of winning places. Money holds their sums, the first
	// first; it may be shorter. For a prize by wins every winner gets the first
	// sum.
	Places int     `json:"places,omitzero"`
	Money  []Money `json:"money,omitzero"`
	// Things are prizes in kind, such as a cup, by place like Money.
	Things []string `json:"things,omitzero"`
}

// Thing returns the thing for a place that some players share, "" for none.
func (p *Prize) Thing(place, sharing int) string {
	from := min(max(place-1, 0), len(p.Things))
	things := slices.Clone(p.Things[from:min(from+max(sharing, 1), len(p.Things))])
	return strings.Join(slices.DeleteFunc(things, func(s string) bool { return s == "" }), " / ")
}

// Bounds on prizes.
const (
	MostPrizes = 100
	MostPlaces = 100
	MostMoney  = fees.MostMoney
	// mostThing is the largest length of a thing.
	mostThing = 60
)

func (p Prizes) check() error {
	if len(p.List) > MostPrizes {
		return fault.New(fault.TooLarge, "prize.many", MostPrizes)
	}
	if err := checkLength("currency", p.Currency, 10); err != nil {
		return err
	}
	for i := range p.List {
		if err := p.List[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Aged reports whether the prize is for an age group.
func (p *Prize) Aged() bool { return p.BornFrom > 0 || p.BornTo > 0 }

// Check returns a fault that names the prize; "prize.name" for a prize without a name.
func (p *Prize) Check() error {
	switch {
	case strings.TrimSpace(p.Name) == "":
		return fault.New(fault.Invalid, "prize.name")
	case p.Weakest.Valid() && p.Strongest.Valid() && p.Weakest > p.Strongest:
		return fault.New(fault.Invalid, "prize.ranks", p.Name)
	case !validBorn(p.BornFrom), !validBorn(p.BornTo), p.BornFrom > 0 && p.BornTo > 0 && p.BornFrom > p.BornTo:
		return fault.New(fault.Invalid, "prize.born", p.Name)
	case p.Wins < 0 || p.Wins > MaxRounds:
		return fault.New(fault.Invalid, "prize.wins", p.Name, MaxRounds)
	case p.Wins == 0 && (p.Places < 1 || p.Places > MostPlaces):
		return fault.New(fault.Invalid, "prize.places", p.Name, MostPlaces)
	case slices.ContainsFunc(p.Things, func(s string) bool { return len([]rune(s)) > mostThing }), len(p.Things) > MostPlaces:
		return fault.New(fault.Invalid, "prize.money", p.Name)
	case len(p.Money) > MostPlaces:
		return fault.New(fault.Invalid, "prize.places", p.Name, MostPlaces)
	}
	for _, m := range p.Money {
		if m < 0 || m > MostMoney {
			return fault.New(fault.Invalid, "prize.money", p.Name)
		}
	}
	return checkLength("prize", p.Name+p.Tag, longestText)
}
