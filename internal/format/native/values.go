package native

import (
	"encoding/json"
	"strconv"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// seed is a number of 64 bits in JSON, as a text: JavaScript holds only 53.
type seed uint64

func (s seed) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

func (s *seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*s = seed(n)
	return err
}

// points is a komi in JSON: a number of points such as 6.5.
type points handicap.Komi

func (p points) MarshalJSON() ([]byte, error) { return []byte(handicap.Komi(p).String()), nil }

func (p *points) UnmarshalJSON(text []byte) error {
	k, err := handicap.ParseKomi(string(text))
	*p = points(k)
	return err
}

// span is a duration in JSON: "45m0s".
type span time.Duration

func (s span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*s = span(d)
	return err
}

// day is a date in JSON: "2026-03-14".
type day struct{ time.Time }

func (d day) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(d.Format(time.DateOnly))), nil
}

func (d *day) UnmarshalJSON(text []byte) (err error) {
	d.Time, err = time.Parse(strconv.Quote(time.DateOnly), string(text))
	return err
}

// roundSet is a set of rounds in JSON: [2,3].
type roundSet tournament.Rounds

func (s roundSet) MarshalJSON() ([]byte, error) {
	list := []int{}
	for n := 1; n <= tournament.MaxRounds; n++ {
		if tournament.Rounds(s).Has(n) {
			list = append(list, n)
		}
	}
	return json.Marshal(list)
}

func (s *roundSet) UnmarshalJSON(text []byte) error {
	var list []int
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	set := tournament.Rounds(0)
	for _, n := range list {
		set = set.With(n)
	}
	*s = roundSet(set)
	return nil
}
