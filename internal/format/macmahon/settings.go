package macmahon

import (
	"strconv"
	"strings"

	"tourney/internal/format/assemble"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// foreignPrefix is the prefix of the keys of Settings.Foreign for settings of MacMahon beyond tourney's model:
// "macmahon/ELEMENT".
const foreignPrefix = "macmahon/"

// mostKept limits the number of foreign settings kept.
const mostKept = 500

// A setting is one element among the settings of a MacMahon file.
type setting struct {
	name string
	get  func(*tournament.Settings) string
	// set sets the field from the text of an element, or returns false for an invalid text.
	set func(*tournament.Settings, string) bool
}

// settings are the settings in the order in which they are written. An element that switches another one on precedes
// it.
var settings = []setting{
	number("NumberOfRounds", 1, tournament.MaxRounds, func(s *tournament.Settings) *int { return &s.Rounds }),
	number("Boardsize", 2, 25, func(s *tournament.Settings) *int { return &s.Size }),
	flag("AllowJigo", func(s *tournament.Settings) bool { return s.Tie == tournament.TieIsJigo },
		func(s *tournament.Settings, on bool) {
			if !on && s.Tie == tournament.TieIsJigo {
				s.Tie = tournament.TieWhiteWins
			}
		}),
	flag("LowerMacMahonBar", func(s *tournament.Settings) bool { return s.Floor > rank.Kyu30 }, nil),
	level("LowerMacMahonBarLevel", func(s *tournament.Settings) *rank.Rank { return &s.Floor }),
	flag("UpperMacMahonBar", func(s *tournament.Settings) bool { return s.Bar < rank.Dan9 }, nil),
	level("UpperMacMahonBarLevel", func(s *tournament.Settings) *rank.Rank { return &s.Bar }),
	flag("HalfScoreGroupsRoundDown", func(s *tournament.Settings) bool { return s.Scoring.RoundDown },
		func(s *tournament.Settings, on bool) { s.Scoring.RoundDown = on }),
	flag("HandicapUsed", func(s *tournament.Settings) bool { return s.Handicap.Ceiling > 0 }, nil),
	basis("HandicapByLevel", handicap.ByRank),
	basis("HandicapByPoints", handicap.ByMMS),
	flag("HandicapBelow", func(s *tournament.Settings) bool { return s.Handicap.Threshold.Valid() }, nil),
	level("HandicapBelowLevel", func(s *tournament.Settings) *rank.Rank { return &s.Handicap.Threshold }),
	flag("HandicapAdjustment", func(s *tournament.Settings) bool { return s.Handicap.Correction != 0 }, nil),
	{"HandicapAdjustmentValue", func(s *tournament.Settings) string { return strconv.Itoa(-s.Handicap.Correction) },
		func(s *tournament.Settings, v string) bool { // a reduction is negative in the file
			return assemble.TakeNumber(v, -9, 1, func(n int) { s.Handicap.Correction = -n })
		}},
	flag("HandicapLimit", func(s *tournament.Settings) bool { return s.Handicap.Ceiling > 0 }, nil),
	{"HandicapLimitValue", func(s *tournament.Settings) string { return strconv.Itoa(s.Handicap.Ceiling) },
		func(s *tournament.Settings, v string) bool {
			return assemble.TakeNumber(v, 0, 99, func(n int) { s.Handicap.Ceiling = min(n, 9) })
		}},
	flag("HandicapIncludeInTieBreakers", func(s *tournament.Settings) bool { return !s.Scoring.PlainSOS },
		func(s *tournament.Settings, on bool) { s.Scoring.PlainSOS = !on }),
}

// switches define the value with which a setting counts as off, when the element before it is false.
var switches = map[string]struct {
	by  string
	off func(*tournament.Settings)
}{
	"LowerMacMahonBarLevel":   {"LowerMacMahonBar", func(s *tournament.Settings) { s.Floor = rank.Kyu30 }},
	"UpperMacMahonBarLevel":   {"UpperMacMahonBar", func(s *tournament.Settings) { s.Bar = rank.Dan9 }},
	"HandicapBelowLevel":      {"HandicapBelow", func(s *tournament.Settings) { s.Handicap.Threshold = rank.None }},
	"HandicapAdjustmentValue": {"HandicapAdjustment", func(s *tournament.Settings) { s.Handicap.Correction = 0 }},
	"HandicapLimitValue":      {"HandicapLimit", func(s *tournament.Settings) { s.Handicap.Ceiling = 9 }},
}

// flag is a truth value; set may be nil when it only switches.
func flag(name string, get func(*tournament.Settings) bool, set func(*tournament.Settings, bool)) setting {
	return setting{name,
		func(s *tournament.Settings) string { return strconv.FormatBool(get(s)) },
		func(s *tournament.Settings, v string) bool {
			on, err := strconv.ParseBool(strings.ToLower(v))
			if err != nil {
				return false
			}
			if set != nil {
				set(s, on)
			}
			return true
		}}
}

// basis is the flag of one basis of handicaps; false leaves the choice to the others.
func basis(name string, value handicap.Basis) setting {
	return flag(name, func(s *tournament.Settings) bool { return s.Handicap.Basis == value },
		func(s *tournament.Settings, on bool) {
			if on {
				s.Handicap.Basis = value
			}
		})
}

func number(name string, least, most int, at func(*tournament.Settings) *int) setting {
	return setting{name,
		func(s *tournament.Settings) string { return strconv.Itoa(*at(s)) },
		func(s *tournament.Settings, v string) bool {
			return assemble.TakeNumber(v, least, most, func(n int) { *at(s) = n })
		}}
}

func level(name string, at func(*tournament.Settings) *rank.Rank) setting {
	return setting{name,
		func(s *tournament.Settings) string { return at(s).Amateur().String() },
		func(s *tournament.Settings, v string) bool {
			r, err := rank.Parse(v)
			if err != nil {
				return false
			}
			*at(s) = r.Amateur()
			return true
		}}
}

// kinds are the kinds of tournaments by their number or word. Scheveningen, 3, and unknown kinds are read as Swiss.
var kinds = map[string]tournament.System{
	"": tournament.McMahon, "0": tournament.McMahon, "mcmahon": tournament.McMahon, "macmahon": tournament.McMahon,
	"2": tournament.Swiss, "swiss": tournament.Swiss,
}

// outcomes have Black's points first.
var outcomes = []struct {
	text    string
	outcome tournament.Outcome
}{
	{"?-?", tournament.Unknown}, {"1-0", tournament.BlackWins}, {"0-1", tournament.WhiteWins},
	{"½-½", tournament.Jigo}, {"1-1", tournament.BothWin}, {"0-0", tournament.BothLose},
	{"", tournament.Unknown}, {"1/2-1/2", tournament.Jigo}, {"0.5-0.5", tournament.Jigo}, {"=", tournament.Jigo},
}
