package tournament

import (
	"cmp"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// A PlayerID identifies a player within one tournament; 0 means none.
type PlayerID int

// A Status is a step of registration.
type Status int8

const (
	// Preliminary players have registered in advance; they are not paired.
	Preliminary Status = iota
	// CheckedIn players have come to the desk; they are paired.
	CheckedIn
	// Withdrawn players play no further rounds; their games stay.
	Withdrawn
)

var statusNames = []string{"preliminary", "checked-in", "withdrawn"}

// String returns preliminary, checked-in or withdrawn.
func (s Status) String() string { return statusNames[s] }

// MarshalText returns String.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the output of String.
func (s *Status) UnmarshalText(text []byte) error { return readName(text, statusNames, s) }

// MaxRounds is the greatest number of rounds of a tournament.
const MaxRounds = 60

// Rounds is a set of round numbers from 1 to MaxRounds.
type Rounds uint64

// Has reports whether the round is in the set.
func (s Rounds) Has(round int) bool { return round >= 1 && round <= MaxRounds && s>>round&1 == 1 }

// With returns the set with the round added. It ignores impossible rounds.
func (s Rounds) With(round int) Rounds {
	if round < 1 || round > MaxRounds {
		return s
	}
	return s | 1<<round
}

// Without returns the set with the round removed.
func (s Rounds) Without(round int) Rounds { return s &^ Rounds(0).With(round) }

// Put returns the set with the round added if in, else removed.
func (s Rounds) Put(round int, in bool) Rounds {
	if in {
		return s.With(round)
	}
	return s.Without(round)
}

// A Player is one entrant.
type Player struct {
	ID     PlayerID `json:"id" draw:"yes"`
	Family string   `json:"family" draw:"yes"`
	Given  string   `json:"given,omitzero" draw:"yes"`
	// Rank is for pairing and handicap; required.
	Rank rank.Rank `json:"rank" draw:"yes"`
	// Grade is the rank that the player states, if it differs from Rank; else
	// zero.
	Grade rank.Rank `json:"grade,omitzero"`
	// LastRank is the rank stated at the last tournament before this one, from
	// the European list; zero if unknown.
	LastRank rank.Rank `json:"lastRank,omitzero"`
	// Rating is the EGF rating at the start; may be unknown. RatingOrigin is
	// its source (EGF, FFG, AGA, MAN …).
	Rating       rank.Rating `json:"rating,omitzero" draw:"yes"`
	RatingOrigin string      `json:"ratingOrigin,omitzero"`
	// Country is a two-letter code, Club free text; both may be empty.
	Country string `json:"country,omitzero" draw:"yes"`
	Club    string `json:"club,omitzero" draw:"yes"`
	// EGD, FFG and AGA are the federations' numbers, as text.
	EGD string `json:"egd,omitzero" draw:"yes"`
	FFG string `json:"ffg,omitzero"`
	// FFGStatus and AGAExpiry belong to the numbers, for files that report
	// them.
	FFGStatus string `json:"ffgStatus,omitzero"`
	AGA       string `json:"aga,omitzero"`
	AGAExpiry string `json:"agaExpiry,omitzero"`
	Status    Status `json:"status" draw:"yes"`
	// Absent holds the rounds of announced absence.
	Absent Rounds `json:"absent,omitzero" draw:"yes"`
	// HalfByes holds the absent rounds with a half-point bye.
	HalfByes Rounds `json:"halfByes,omitzero" draw:"yes"`
	// Arrived is the time of the check-in in open play, or of the end of a rest; zero for an absent player.
	Arrived time.Time `json:"arrived,omitzero"`
	// Resting players of open play wait for no game.
	Resting bool `json:"resting,omitzero"`
	// Expected holds the rounds the player promised to play after a no-show in
	// the round before.
	Expected Rounds `json:"expected,omitzero" draw:"yes"`
	// StartCorrection is added to the starting McMahon score: 1 for the super
	// group, negative to start lower.
	StartCorrection int `json:"startCorrection,omitzero" draw:"yes"`
	// Tags are categories for prizes that ranks do not decide: junior, woman.
	Tags []string `json:"tags,omitempty"`
	// Born is the year of birth, 0 if unknown. Only directors see Born, Notes, Contact and the fields below.
	Born    int    `json:"born,omitzero"`
	Notes   string `json:"notes,omitzero"`
	Contact string `json:"contact,omitzero"`
	// Mail is the address for mail.
	Mail string `json:"mail,omitzero"`
	// Since is the time of the sign-up, zero for a player from the desk or a file. Agreed is the time of their
	// agreement to the text of the sign-up.
	Since  time.Time `json:"since,omitzero"`
	Agreed time.Time `json:"agreed,omitzero"`
	// Hiding is the choice about the public name, see consent.Hiding.
	Hiding consent.Hiding `json:"hidden,omitzero"`
	// Forgotten players have a number in place of their erased name, see privacy.Person.
	Forgotten bool `json:"forgotten,omitzero"`
	Fee       Fee  `json:"fee,omitzero"`
	// RankDecisions are the answers to proposed ranks of open play, in the order of their times.
	RankDecisions []RankDecision `json:"rankDecisions,omitempty"`
}

// rating returns the points of the player's rating, or the points of the rank.
func (p *Player) rating() int {
	if p.Rating.Stated() {
		return p.Rating.Points()
	}
	return p.Rank.Rating().Points()
}

// ByStrength orders two players by rank, rating and name, the stronger first.
func ByStrength(a, b *Player) int {
	return cmp.Or(
		cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.rating(), a.rating()),
		cmp.Compare(a.Family, b.Family), cmp.Compare(a.Given, b.Given), cmp.Compare(a.ID, b.ID),
	)
}

// A Fee holds the decisions and payments of one player, besides the rules.
type Fee struct {
	// Class is the name of the chosen class, "" for the first that fits.
	Class string `json:"class,omitzero"`
	// Own marks a sum set by the director for the Reason.
	Own    bool       `json:"own,omitzero"`
	Sum    fees.Money `json:"sum,omitzero"`
	Reason string     `json:"reason,omitzero"`
	// Paid is the sum paid so far. PaidOn is the day of the last payment, ignoring refunds and money beyond the fee.
	Paid   fees.Money `json:"paid,omitzero"`
	PaidOn time.Time  `json:"paidOn,omitzero"`
}

func (f *Fee) check() error {
	if f.Sum < 0 || f.Sum > fees.MostMoney || f.Paid < 0 || f.Paid > fees.MostMoney {
		return fault.New(fault.Invalid, "fee.sum")
	}
	return cmp.Or(checkLength("fee-class", f.Class, longestName), checkLength("reason", f.Reason, longestText))
}

// Plausible years of birth.
const (
	FirstBorn = 1900
	LastBorn  = 2099
)

// validBorn accepts a plausible year of birth or none.
func validBorn(year int) bool { return year == 0 || year >= FirstBorn && year <= LastBorn }

// Name returns family name and given name, as in lists.
func (p *Player) Name() string { return strings.TrimSpace(p.Family + " " + p.Given) }

// RankAndClub distinguishes namesakes, such as "3k, Oulu", as far as rank and club are known.
func (p *Player) RankAndClub() string { return strings.Trim(p.Rank.String()+", "+p.Club, ", ") }

// Plays reports whether the player takes part in the draw of the round.
func (p *Player) Plays(round int) bool { return p.Status == CheckedIn && !p.Absent.Has(round) }

// Numbers returns the player's federation numbers, each with the federation
// before it. Two players with a common number are one person.
func (p *Player) Numbers() []string {
	var numbers []string
	for i, number := range p.numbers() {
		if number != "" {
			numbers = append(numbers, [...]string{"EGD ", "FFG ", "AGA "}[i]+number)
		}
	}
	return numbers
}

// Number returns the player's number at a federation, "" for none.
func (p *Player) Number(f fees.Federation) string {
	return map[fees.Federation]string{fees.EGD: p.EGD, fees.FFG: p.FFG, fees.AGA: p.AGA}[f]
}

// numbers returns the numbers of the EGD, the FFG and the AGA in comparable form.
func (p *Player) numbers() (numbers [3]string) {
	for i, number := range [...]string{p.EGD, p.FFG, p.AGA} {
		numbers[i] = strings.ToUpper(strings.TrimLeft(strings.Trim(number, "- "), "0"))
	}
	return numbers
}

// Differs reports whether federation numbers prove that two namesakes are
// different people: some differ and none is equal.
func (p *Player) Differs(o *Player) bool {
	mine, theirs := p.numbers(), o.numbers()
	differ := false
	for i := range mine {
		switch {
		case mine[i] == "" || theirs[i] == "":
		case mine[i] == theirs[i]:
			return false
		default:
			differ = true
		}
	}
	return differ
}

// Key is the name as OpenGotha refers to it: family and given name without
// blanks, in capitals. Two players with one key count as one person until the
// director decides otherwise.
func (p *Player) Key() string {
	return strings.ToUpper(strings.Join(strings.Fields(p.Family+p.Given), ""))
}
