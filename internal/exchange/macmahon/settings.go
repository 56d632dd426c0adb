package macmahon

import (
	"strconv"
	"strings"

	"tourney/internal/exchange/build"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// foreignMacMahon begins the keys of Settings.Foreign that hold what files of
// MacMahon say beyond tourney's model: "macmahon/ELEMENT".
const foreignMacMahon = "macmahon/"

// mostKept bounds how many foreign settings are kept.
const mostKept = 500

// A macMahonSetting is one element among the settings of a MacMahon file.
type macMahonSetting struct {
	name string
	get  func(*tournament.Settings) string
	// set takes the text of an element, or reports that it means nothing.
	set func(*tournament.Settings, string) bool
}

// macMahonSettings are the settings in the order in which they are written.
// An element that switches another one on stands before it.
var macMahonSettings = []macMahonSetting{
	{"NumberOfRounds", func(s *tournament.Settings) string { return strconv.Itoa(s.Rounds) },
		func(s *tournament.Settings, v string) bool {
			return build.TakeNumber(v, 1, tournament.MaxRounds, func(n int) { s.Rounds = n })
		}},
	{"Boardsize", func(s *tournament.Settings) string { return strconv.Itoa(s.Size) },
		func(s *tournament.Settings, v string) bool {
			return build.TakeNumber(v, 2, 25, func(n int) { s.Size = n })
		}},
	macMahonFlag("AllowJigo", func(s *tournament.Settings) bool { return s.Tie == tournament.TieIsJigo },
		func(s *tournament.Settings, on bool) {
			if !on && s.Tie == tournament.TieIsJigo {
				s.Tie = tournament.TieWhiteWins
			}
		}),
	macMahonFlag("LowerMacMahonBar", func(s *tournament.Settings) bool { return s.Floor > rank.Kyu30 }, nil),
	macMahonRank("LowerMacMahonBarLevel", func(s *tournament.Settings) *rank.Rank { return &s.Floor }),
	macMahonFlag("UpperMacMahonBar", func(s *tournament.Settings) bool { return s.Bar < rank.Dan9 }, nil),
	macMahonRank("UpperMacMahonBarLevel", func(s *tournament.Settings) *rank.Rank { return &s.Bar }),
	macMahonFlag("HalfScoreGroupsRoundDown", func(s *tournament.Settings) bool { return s.Scoring.RoundDown },
		func(s *tournament.Settings, on bool) { s.Scoring.RoundDown = on }),
	macMahonFlag("HandicapUsed", func(s *tournament.Settings) bool { return s.Handicap.Ceiling > 0 }, nil),
	macMahonFlag("HandicapByLevel", func(s *tournament.Settings) bool { return s.Handicap.Basis == handicap.ByRank },
		func(s *tournament.Settings, on bool) {
			if on {
				s.Handicap.Basis = handicap.ByRank
			}
		}),
	macMahonFlag("HandicapByPoints", func(s *tournament.Settings) bool { return s.Handicap.Basis == handicap.ByMMS },
		func(s *tournament.Settings, on bool) {
			if on {
				s.Handicap.Basis = handicap.ByMMS
			}
		}),
	macMahonFlag("HandicapBelow", func(s *tournament.Settings) bool { return s.Handicap.Threshold.Valid() }, nil),
	macMahonRank("HandicapBelowLevel", func(s *tournament.Settings) *rank.Rank { return &s.Handicap.Threshold }),
	macMahonFlag("HandicapAdjustment", func(s *tournament.Settings) bool { return s.Handicap.Correction != 0 }, nil),
	{"HandicapAdjustmentValue", func(s *tournament.Settings) string { return strconv.Itoa(-s.Handicap.Correction) },
		func(s *tournament.Settings, v string) bool { // a reduction is negative in the file
			return build.TakeNumber(v, -9, 1, func(n int) { s.Handicap.Correction = -n })
		}},
	macMahonFlag("HandicapLimit", func(s *tournament.Settings) bool { return s.Handicap.Ceiling > 0 }, nil),
	{"HandicapLimitValue", func(s *tournament.Settings) string { return strconv.Itoa(s.Handicap.Ceiling) },
		func(s *tournament.Settings, v string) bool {
			return build.TakeNumber(v, 0, 99, func(n int) { s.Handicap.Ceiling = min(n, 9) })
		}},
	macMahonFlag("HandicapIncludeInTieBreakers", func(s *tournament.Settings) bool { return !s.Scoring.PlainSOS },
		func(s *tournament.Settings, on bool) { s.Scoring.PlainSOS = !on }),
}

// macMahonSwitches say by which value a setting counts as off, when the
// element before it is false.
var macMahonSwitches = map[string]struct {
	by  string
	off func(*tournament.Settings)
}{
	"LowerMacMahonBarLevel":   {"LowerMacMahonBar", func(s *tournament.Settings) { s.Floor = rank.Kyu30 }},
	"UpperMacMahonBarLevel":   {"UpperMacMahonBar", func(s *tournament.Settings) { s.Bar = rank.Dan9 }},
	"HandicapBelowLevel":      {"HandicapBelow", func(s *tournament.Settings) { s.Handicap.Threshold = rank.None }},
	"HandicapAdjustmentValue": {"HandicapAdjustment", func(s *tournament.Settings) { s.Handicap.Correction = 0 }},
	"HandicapLimitValue":      {"HandicapLimit", func(s *tournament.Settings) { s.Handicap.Ceiling = 9 }},
}

// macMahonFlag is a truth value; set may be nil when it only switches.
func macMahonFlag(name string, get func(*tournament.Settings) bool, set func(*tournament.Settings, bool)) macMahonSetting {
	return macMahonSetting{name,
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

func macMahonRank(name string, at func(*tournament.Settings) *rank.Rank) macMahonSetting {
	return macMahonSetting{name,
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

// macMahonKinds are the kinds of tournaments by their number. Scheveningen, 3,
// and what is unknown is taken for Swiss.
var macMahonKinds = map[string]tournament.System{"": tournament.McMahon, "0": tournament.McMahon, "2": tournament.Swiss}

// macMahonResults tell Black's points first.
var macMahonResults = []struct {
	text    string
	outcome tournament.Outcome
}{
	{"?-?", tournament.Unknown}, {"1-0", tournament.BlackWins}, {"0-1", tournament.WhiteWins},
	{"½-½", tournament.Jigo}, {"1-1", tournament.BothWin}, {"0-0", tournament.BothLose},
	{"", tournament.Unknown}, {"1/2-1/2", tournament.Jigo}, {"0.5-0.5", tournament.Jigo}, {"=", tournament.Jigo},
}
