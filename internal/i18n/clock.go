package i18n

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// clockParts matches a time of day with or without minutes.
var clockParts = regexp.MustCompile(`^(\d{1,2}?)(?:[ :.]?(\d{2}))? ?([ap])?\.?(?:m\.?)?$`)

// ParseClock parses a time of day as Clock formats it, and as people type it: 14:00, 14.00, 1400,
// 14, 2 pm. It returns the time since midnight, and reports false for other texts.
func (l *Language) ParseClock(text string) (since time.Duration, ok bool) {
	parts := clockParts.FindStringSubmatch(strings.ToLower(strings.Join(strings.Fields(text), " ")))
	hour, minute := 99, 0
	if parts != nil {
		hour, _ = strconv.Atoi(parts[1]) // digits, by the pattern
		minute, _ = strconv.Atoi("0" + parts[2])
		if half := parts[3]; half != "" && hour >= 1 && hour <= 12 {
			hour %= 12
			if half == "p" {
				hour += 12
			}
		} else if half != "" {
			hour = 99
		}
	}
	if hour > 23 || minute > 59 {
		return 0, false
	}
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute, true
}
