package tournament

import (
	"strings"

	"tourney/internal/rank"
)

// A PlayerID names a player within one tournament; 0 is nobody.
type PlayerID int

// A Status says how far a player has come through registration.
type Status int8

const (
	// Preliminary players have announced themselves; they are not paired.
	Preliminary Status = iota
	// CheckedIn players stood at the desk; they are paired.
	CheckedIn
	// Withdrawn players play no further rounds; their games stay.
	Withdrawn
)

var statusNames = []string{"preliminary", "checked-in", "withdrawn"}

// String returns preliminary, checked-in or withdrawn.
func (s Status) String() string { return statusNames[s] }

// MarshalText writes the status as String does.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what String writes.
func (s *Status) UnmarshalText(text []byte) error {
	return readName(text, statusNames, s)
}

// MaxRounds is the greatest number of rounds of a tournament.
const MaxRounds = 60

// Rounds is a set of round numbers from 1 to MaxRounds.
type Rounds uint64

// Has reports whether the round is in the set.
func (s Rounds) Has(round int) bool { return round >= 1 && round <= MaxRounds && s>>round&1 == 1 }

// With returns the set with the round added, or taken out.
func (s Rounds) With(round int, in bool) Rounds {
	if round < 1 || round > MaxRounds {
		return s
	}
	if in {
		return s | 1<<round
	}
	return s &^ (1 << round)
}

// A Player is one entrant.
type Player struct {
	ID     PlayerID `json:"id"`
	Family string   `json:"family"`
	Given  string   `json:"given,omitzero"`
	// Rank is what pairing and handicap go by; a stated rank is required.
	Rank rank.Rank `json:"rank"`
	// Grade is the rank the player professes when it differs from Rank, else
	// zero.
	Grade rank.Rank `json:"grade,omitzero"`
	// LastRank is what the player professed at the last tournament before this
	// one, as the European list has it; zero if that is not known.
	LastRank rank.Rank `json:"lastRank,omitzero"`
	// Rating is the EGF rating at the start; it may be unknown. RatingOrigin
	// says where it comes from (EGF, FFG, AGA, MAN …).
	Rating       rank.Rating `json:"rating,omitzero"`
	RatingOrigin string      `json:"ratingOrigin,omitzero"`
	// Country is a two-letter code, Club free text; both may be empty.
	Country string `json:"country,omitzero"`
	Club    string `json:"club,omitzero"`
	// EGD, FFG and AGA are the federations' numbers, as text.
	EGD string `json:"egd,omitzero"`
	FFG string `json:"ffg,omitzero"`
	AGA string `json:"aga,omitzero"`
	// FFGStatus and AGAExpiry come with the numbers and are kept for the files
	// that report them.
	FFGStatus string `json:"ffgStatus,omitzero"`
	AGAExpiry string `json:"agaExpiry,omitzero"`
	Status    Status `json:"status"`
	// Absent holds the rounds the player announced not to play.
	Absent Rounds `json:"absent,omitzero"`
	// HalfByes holds those of the absent rounds for which a half-point bye was
	// asked for and granted.
	HalfByes Rounds `json:"halfByes,omitzero"`
	// Expected holds the rounds to which the player is said to come after not
	// showing up for the one before.
	Expected Rounds `json:"expected,omitzero"`
	// StartCorrection is added to the starting McMahon score: 1 for the super
	// group, negative to start lower.
	StartCorrection int `json:"startCorrection,omitzero"`
	// Tags are the categories for prizes that ranks do not tell: junior, woman.
	Tags []string `json:"tags,omitzero"`
	// Born is the year of birth, 0 when it is not known. Notes and Contact are
	// seen by directors only, and so is it.
	Born    int    `json:"born,omitzero"`
	Notes   string `json:"notes,omitzero"`
	Contact string `json:"contact,omitzero"`
}

// Years of birth that are taken for one.
const (
	FirstBorn = 1900
	LastBorn  = 2099
)

// validBorn reports whether a year of birth is one, or not known.
func validBorn(year int) bool { return year == 0 || year >= FirstBorn && year <= LastBorn }

// Name returns family name and given name, as lists show them.
func (p *Player) Name() string {
	return strings.TrimSpace(p.Family + " " + p.Given)
}

// Plays reports whether the player is to be paired in the round.
func (p *Player) Plays(round int) bool {
	return p.Status == CheckedIn && !p.Absent.Has(round)
}

// Numbers returns the numbers that federations have given the player, each with
// the federation before it: two players who share one are one person.
func (p *Player) Numbers() []string {
	var numbers []string
	for i, number := range p.numbers() {
		if number != "" {
			numbers = append(numbers, [...]string{"EGD ", "FFG ", "AGA "}[i]+number)
		}
	}
	return numbers
}

// numbers returns the numbers of the EGD, the FFG and the AGA as they compare.
func (p *Player) numbers() (numbers [3]string) {
	for i, number := range [...]string{p.EGD, p.FFG, p.AGA} {
		numbers[i] = strings.ToUpper(strings.TrimLeft(strings.Trim(number, "- "), "0"))
	}
	return numbers
}

// Differs reports whether numbers of federations tell that two players of one
// name are different people: some differ and none is the same.
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
// blanks, in capitals. Two players with one key are taken for one person until
// the director says otherwise.
func (p *Player) Key() string {
	return strings.ToUpper(strings.Join(strings.Fields(p.Family+p.Given), ""))
}
