package federation

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// clockPattern is a time system as clockWords formats it: a main time, and the number, kind and length of periods.
var clockPattern = regexp.MustCompile(
	`^(Sudden death|Fischer|Japanese|Canadian) (\d{1,4} (?:minutes|seconds))(?: \+ (?:(\d{1,3}) (?:x|moves in) )?(\d{1,4} (?:minutes|seconds)))?$`)

// clockSaid reads the output of clockWords; ok is false for any other text.
func clockSaid(words string) (c tournament.Clock, ok bool) {
	m := clockPattern.FindStringSubmatch(words)
	if m == nil {
		return c, false
	}
	c.Main = spanSaid(m[2])
	number, _ := strconv.Atoi(m[3])
	switch m[1] {
	case "Sudden death":
		c.Overtime = tournament.SuddenDeath
	case "Fischer":
		c.Overtime, c.Period = tournament.Fischer, spanSaid(m[4])
	case "Japanese":
		c.Overtime, c.Period, c.Periods = tournament.Japanese, spanSaid(m[4]), number
	case "Canadian":
		c.Overtime, c.Period, c.Stones = tournament.Canadian, spanSaid(m[4]), number
	}
	return c, clockWords(c) == words
}

func spanSaid(words string) tournament.Span {
	figure, unit, _ := strings.Cut(words, " ")
	n, _ := strconv.Atoi(figure)
	if unit == "minutes" {
		n *= 60
	}
	return tournament.Span(time.Duration(n) * time.Second)
}

// clock reads the time system. The adjusted time does not show its parts: without words it is read as one time without
// overtime. A French file has the main time too, and whether overtime follows: the rest of the adjusted time is then
// read as a Canadian clock's, with the usual limits.
func (w *wallReader) clock(s *tournament.Settings) {
	const longest = 48 * 60 // minutes
	text := cmp.Or(w.keys["TM"], w.keys["ta"])
	_, known := clockSaid(w.keys["CM"])
	if words := w.keys["CM"]; words != "" && !known {
		w.Findings.Add(file.Finding{Severity: file.Info, Line: w.places["CM"].Line, Key: "resultsheet.rest", Args: []any{fault.Clip(words)}})
	}
	if !assemble.TakeNumber(text, 0, longest, func(n int) {
		adjusted := time.Duration(n) * time.Minute
		s.Clock = tournament.Clock{Main: tournament.Span(adjusted), Overtime: tournament.SuddenDeath}
		if c, ok := clockSaid(w.keys["CM"]); ok && rating.Adjusted(c)/time.Minute == adjusted/time.Minute {
			s.Clock = c
		}
		if main, overtime := strings.CutSuffix(w.keys["time"], "+b"); overtime {
			assemble.TakeNumber(main, 0, n-1, func(m int) {
				const stones = 15 // of the 60 moves that the adjusted time covers
				main := time.Duration(m) * time.Minute
				period := tournament.Span((adjusted - main) * stones / 60)
				s.Clock = tournament.Clock{Main: tournament.Span(main), Overtime: tournament.Canadian, Stones: stones, Period: period}
			})
		}
	}) && text != "" {
		w.Warn(cmp.Or(w.places["TM"], w.places["ta"]), "import.value", "TM", fault.Clip(text))
	}
}
