package live

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tourney/internal/fault"
)

// A Clock is the display of a player's clock: the time left and, in overtime, the stones to play or periods that are
// left. The zero Clock was not noted.
type Clock struct {
	Noted   bool
	Seconds int // 0 to 99 hours
	Over    int // stones or periods left, 0 before the overtime
}

var clockPattern = regexp.MustCompile(`^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:/(\d{1,2}))?$`)

// ParseClock parses a clock as people note it: 12:34, 1:02:34, and in overtime 0:25/3 for 25 seconds with three stones
// or periods left. "" is the zero Clock. Fault: "live.clock".
func ParseClock(text string) (Clock, error) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ".", ":")
	if text == "" {
		return Clock{}, nil
	}
	m := clockPattern.FindStringSubmatch(text)
	if m == nil {
		return Clock{}, fault.New(fault.Invalid, "live.clock", fault.Clip(text))
	}
	var n [4]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1]) // digits, or "" for 0
	}
	if n[2] > 59 || m[1] != "" && n[1] > 59 {
		return Clock{}, fault.New(fault.Invalid, "live.clock", fault.Clip(text))
	}
	return Clock{Noted: true, Seconds: n[0]*3600 + n[1]*60 + n[2], Over: n[3]}, nil
}

// String returns the clock as ParseClock reads it.
func (c Clock) String() string {
	if !c.Noted {
		return ""
	}
	text := fmt.Sprintf("%d:%02d", c.Seconds/60, c.Seconds%60)
	if c.Seconds >= 3600 {
		text = fmt.Sprintf("%d:%02d:%02d", c.Seconds/3600, c.Seconds/60%60, c.Seconds%60)
	}
	if c.Over > 0 {
		text += "/" + strconv.Itoa(c.Over)
	}
	return text
}
