package ratinglist

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/rank"
)

// A Format is a file format of rating lists.
type Format string

// The lists of federations, which Read recognises, and tables.
const (
	EGD  Format = "egd"  // European "allworld_lp" and "alleuro_lp", plain, HTML or zipped
	JSON Format = "json" // snapshots and records of the European Go Database as JSON
	FFG  Format = "ffg"  // French "echelle"
	AGA  Format = "aga"  // American TDList A, B and N
	CSV  Format = "csv"  // any table in text form with a row for every player
	XLSX Format = "xlsx" // the same in a workbook
)

// Origins are the federations whose lists Read recognises, as in List.Origin.
func Origins() []string { return []string{"EGF", "FFG", "AGA"} }

// A List is a rating list.
type List struct {
	Format Format
	// Date is the day of the list, zero if unknown.
	Date time.Time
	// Origin is the federation of the ratings, as in tournament.Player.RatingOrigin:
	// EGF, FFG, AGA; "" for a table.
	Origin string
	// Name distinguishes several lists; Read leaves it empty.
	Name string
	// Entries are in the order of the list.
	Entries []Entry
}

// At returns the entry on a line, or nil.
func (l *List) At(line int) *Entry {
	i, ok := slices.BinarySearchFunc(l.Entries, line, func(e Entry, line int) int { return cmp.Compare(e.Line, line) })
	if !ok {
		return nil
	}
	return &l.Entries[i]
}

// An Entry is one player of a list.
type Entry struct {
	// Line is the entry's line, from 1; in JSON its number.
	Line          int
	Family, Given string
	// EGD, FFG and AGA are the federations' numbers; one list rarely has more than one kind.
	EGD, FFG, AGA string
	// Rank is the rank the player declared at the last tournament, or, for
	// federations without declared ranks (FFG, AGA), the rank of the rating.
	Rank rank.Rank
	// Suggested is another rank that the federation suggests, if any.
	Suggested rank.Rank
	// Rating is in EGF points, converted where the list has another scale.
	// Figure is the list's own.
	Rating rank.Rating
	Figure string
	// Country is a two-letter code; Country and Club are empty when unknown.
	// Of the AGA, Club is the chapter and State the state.
	Country, Club, State string
	// Tournaments is the number of tournaments the player took part in.
	Tournaments int
	// LastSeen is the code or date of the last tournament.
	LastSeen string
	// Licence is the French licence letter (L licensed, - not, e foreigner) or
	// the kind of AGA member; Expires is when the membership ends.
	Licence, Expires string
}

// Name returns family name and given name in the order of lists.
func (e *Entry) Name() string {
	if e.Given == "" {
		return e.Family
	}
	return e.Family + " " + e.Given
}

// ID returns the list's number of the player, or "".
func (e *Entry) ID() string { return cmp.Or(e.EGD, e.FFG, e.AGA) }

// A Finding is a remark about a list, a line of it or a player. Key and Args are the key and the arguments of its
// message.
type Finding struct {
	// Line is from 1; 0 for the whole list.
	Line int
	Key  string
	Args []any
	// Lost is true if the line, or the rest after it, was left out.
	Lost bool
}

// Message returns the finding's message.
func (n Finding) Message() (key string, args []any) { return n.Key, n.Args }

// Bounds on reading.
const (
	// MostBytes bounds a list, unpacked.
	MostBytes = 32 << 20
	// MostEntries is far above the largest existing list.
	MostEntries = 200_000
	// MostFindings bounds the findings about lines.
	MostFindings = 2000

	mostLines    = 4 * MostEntries
	longestLine  = 1 << 16
	longestField = 200 // letters
)
