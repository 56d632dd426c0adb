package tournament

import (
	"encoding/json"
	"strconv"
	"time"
)

// A Date is the midnight of a day in UTC, in JSON "2026-03-14".
type Date struct{ time.Time }

// NewDate returns a day.
func NewDate(year int, month time.Month, day int) Date {
	return Date{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// DateOf returns the day of a time at its place, the zero Date of the zero time.
func DateOf(at time.Time) Date {
	if at.IsZero() {
		return Date{}
	}
	return NewDate(at.Date())
}

// MarshalJSON writes the day.
func (d Date) MarshalJSON() ([]byte, error) {
	return []byte(strconv.Quote(d.Format(time.DateOnly))), nil
}

// UnmarshalJSON reads the output of MarshalJSON.
func (d *Date) UnmarshalJSON(text []byte) (err error) {
	d.Time, err = time.Parse(strconv.Quote(time.DateOnly), string(text))
	return err
}

// A Span is a time on a clock, in JSON "45m0s".
type Span time.Duration

// MarshalText writes the span.
func (s Span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

// UnmarshalText reads the output of MarshalText.
func (s *Span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*s = Span(d)
	return err
}

// MarshalJSON writes the rounds as a list, such as [2,3].
func (s Rounds) MarshalJSON() ([]byte, error) {
	list := []int{}
	for n := 1; n <= MaxRounds; n++ {
		if s.Has(n) {
			list = append(list, n)
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads the output of MarshalJSON.
func (s *Rounds) UnmarshalJSON(text []byte) error {
	var list []int
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*s = 0
	for _, n := range list {
		*s = s.With(n)
	}
	return nil
}
