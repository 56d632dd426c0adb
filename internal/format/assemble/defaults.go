package assemble

import (
	"strconv"
	"strings"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// usualRules are the rules of play if the file does not state them.
const usualRules = "japanese"

// Defaults returns the settings of a file without any: OpenGotha's defaults.
func Defaults(system tournament.System) tournament.Settings {
	s := tournament.Settings{
		System: system, Rounds: 5, Rules: usualRules, Size: 19, Tie: tournament.TieIsJigo,
		Clock:   tournament.Clock{Main: tournament.Span(60 * time.Minute), Overtime: tournament.Japanese, Period: tournament.Span(30 * time.Second), Periods: 1},
		Floor:   rank.Kyu20,
		Bar:     rank.Dan4,
		Scoring: tournament.Scoring{WinsBye: 2, MMSAbsent: 1, MMSBye: 2, RoundDown: true},
		Pairing: tournament.DefaultPairing(system),
	}
	s.Handicap.Basis, s.Handicap.EvenKomi = "rank", 15
	if system == tournament.McMahon {
		s.Handicap.Basis, s.Handicap.Threshold = "mms", rank.Dan1
		s.Handicap.Correction, s.Handicap.Ceiling = 1, 9
	}
	s.Pairing.Colour, s.Pairing.Second, s.Pairing.ExemptFrom = 1000, tournament.SplitFold, rank.Dan4
	return s
}

// UsualCriteria returns the criteria of a file without any.
func UsualCriteria(system tournament.System) []tournament.Criterion {
	if system == tournament.McMahon {
		return []tournament.Criterion{tournament.MMS, tournament.SOSM, tournament.SOSOSM}
	}
	return []tournament.Criterion{tournament.NBW, tournament.SOSW, tournament.SOSOSW}
}

// TakeNumber passes a whole number between the bounds to use, and reports whether the text is one.
func TakeNumber(v string, least, most int, use func(int)) bool {
	n, err := strconv.Atoi(strings.TrimSpace(v))
	if err != nil || n < least || n > most {
		return false
	}
	use(n)
	return true
}

// WallTitle returns the title of a criterion's column in a wall list of MacMahon, "" if the program has none.
func WallTitle(c tournament.Criterion, system tournament.System) string {
	facts, _ := c.Facts()
	if system == tournament.McMahon {
		return facts.MacMahon
	}
	return facts.MacMahonSwiss
}

// WallCriterion returns the criterion of a title in a wall list: of this kind of tournament, or else of another kind.
func WallCriterion(title string, system tournament.System) (tournament.Criterion, bool) {
	if title == "" {
		return "", false
	}
	found := tournament.CriteriaWhere(func(f tournament.CriterionFacts) bool {
		return strings.EqualFold(WallTitle(f.Name, system), title)
	})
	found = append(found, tournament.CriteriaWhere(func(f tournament.CriterionFacts) bool {
		return strings.EqualFold(f.MacMahon, title) || strings.EqualFold(f.MacMahonSwiss, title)
	})...)
	if len(found) == 0 {
		return "", false
	}
	return found[0], true
}
