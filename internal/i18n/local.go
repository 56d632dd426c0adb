package i18n

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/collate"
)

// Decimal formats a number such as "-6.5" with the language's decimal sign and a
// true minus. Other text is returned unchanged.
func (l *Language) Decimal(number string) string {
	if !decimal.MatchString(number) {
		return number
	}
	number = strings.Replace(number, ".", l.T("language.decimal"), 1)
	if rest, negative := strings.CutPrefix(number, "-"); negative {
		return "\u2212" + rest
	}
	return number
}

// Clock formats the time of day in hours and minutes, in the language's zone.
func (l *Language) Clock(at time.Time) string {
	at = at.In(l.zone)
	return l.T("date.time.clock", two(at.Hour()), two(at.Minute()))
}

// Seconds formats the time of day to the second, in the language's zone.
func (l *Language) Seconds(at time.Time) string {
	at = at.In(l.zone)
	return l.T("date.time.seconds", two(at.Hour()), two(at.Minute()), two(at.Second()))
}

// ZoneName is the short name that the language's zone has at a moment, such as "EET".
func (l *Language) ZoneName(at time.Time) string {
	name, _ := at.In(l.zone).Zone()
	return name
}

// Moment formats day, month and time of day, in the language's zone.
func (l *Language) Moment(at time.Time) string {
	local := at.In(l.zone)
	return l.T("date.time.moment", local.Day(), l.month(local), l.Clock(at))
}

// Since formats the beginning of a state that lasts until now, in the language's zone: without the day if that is
// today.
func (l *Language) Since(at, now time.Time) string {
	if at.In(l.zone).Format(time.DateOnly) == now.In(l.zone).Format(time.DateOnly) {
		return l.T("date.time.today", l.Clock(at))
	}
	return l.Moment(at)
}

// SinceSecond is Since with seconds.
func (l *Language) SinceSecond(at, now time.Time) string {
	if at.In(l.zone).Format(time.DateOnly) == now.In(l.zone).Format(time.DateOnly) {
		return l.T("date.time.today", l.Seconds(at))
	}
	local := at.In(l.zone)
	return l.T("date.time.moment", local.Day(), l.month(local), l.Seconds(at))
}

// Date formats a day with its month and year, ignoring zones.
func (l *Language) Date(day time.Time) string {
	return l.T("date.day", day.Day(), l.month(day), day.Year())
}

// ParseDate parses a day as Date formats it, and as people type it: 5 December 2026,
// December 5, 2026, 5 Dec 2026, 5.12.2026, 2026-12-05. It reports false for other texts, for
// days that do not exist, and for 5/12/2026, which some read as the twelfth of May.
func (l *Language) ParseDate(text string) (day time.Time, ok bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) != 3 {
		return time.Time{}, false
	}
	var numbers []int
	month := 0
	for _, word := range words {
		switch n, err := strconv.Atoi(word); {
		case err == nil:
			numbers = append(numbers, n)
		case month != 0:
			return time.Time{}, false
		default:
			month = l.monthNamed(word)
		}
	}
	switch {
	case month == 0 && len(words[0]) == 4 && len(numbers) == 3:
		return existing(numbers[0], numbers[1], numbers[2])
	case month == 0 && len(numbers) == 3 && (!strings.Contains(text, "/") || numbers[0] > 12 || numbers[0] == numbers[1]):
		return existing(numbers[2], numbers[1], numbers[0])
	case month != 0 && len(numbers) == 2:
		return existing(numbers[1], month, numbers[0])
	}
	return time.Time{}, false
}

// monthNamed returns the month with a name, or with a short name of three letters that no
// other month has; 0 for none.
func (l *Language) monthNamed(name string) (found int) {
	name = strings.ToLower(name)
	for m := 1; m <= 12; m++ {
		full := strings.ToLower(l.T("date.month." + strconv.Itoa(m)))
		switch short := string([]rune(full)[:min(3, len([]rune(full)))]); {
		case name == full:
			return m
		case name == short && found == 0:
			found = m
		case name == short:
			found = -1
		}
	}
	return max(found, 0)
}

// existing returns a day of the calendar in the years that a tournament can have.
func existing(year, month, day int) (time.Time, bool) {
	d := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return d, 1900 <= year && year <= 2999 && d.Year() == year && int(d.Month()) == month && d.Day() == day
}

// Dates formats a range of days as shortly as possible.
func (l *Language) Dates(begin, end time.Time) string {
	switch {
	case begin.IsZero():
		return ""
	case end.IsZero() || begin.Equal(end):
		return l.Date(begin)
	case begin.Year() == end.Year() && begin.Month() == end.Month():
		return l.T("date.days", begin.Day(), end.Day(), l.month(begin), begin.Year())
	case begin.Year() == end.Year():
		return l.T("date.months", begin.Day(), l.month(begin), end.Day(), l.month(end), end.Year())
	}
	return l.T("date.years", l.Date(begin), l.Date(end))
}

// month returns the name of the month in the form that follows the day.
func (l *Language) month(day time.Time) string {
	return l.T("date.month." + strconv.Itoa(int(day.Month())))
}

func two(n int) string { return fmt.Sprintf("%02d", n) }

// Sort sorts a list by name in the language's order. Equal names keep their order.
func Sort[T any](l *Language, list []T, name func(T) string) {
	type keyed struct {
		key  []byte
		item T
	}
	c := collate.New(l.tag, collate.IgnoreCase)
	var buf collate.Buffer
	keys := make([]keyed, len(list))
	for i, item := range list {
		keys[i] = keyed{c.KeyFromString(&buf, name(item)), item}
	}
	slices.SortStableFunc(keys, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
	for i := range keys {
		list[i] = keys[i].item
	}
}
