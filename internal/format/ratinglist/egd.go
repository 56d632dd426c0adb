package ratinglist

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/rank"
)

// The European list "allworld_lp" has a player on every line, in columns:
//
//	PIN Family Given Country Club Grade P&D GoR Tournaments Code
//
// The fields are found by their order and not by their columns, because a
// letter of two bytes shifts the columns of its line.

// countryColumn is the column of the country on a line that is not shifted.
const countryColumn = 49

var (
	listDate  = regexp.MustCompile(`\((\d{1,2} [A-Z][a-z]{2} \d{4})\)`)
	listTotal = regexp.MustCompile(`Number of players:\s*(\d+)`)
	eventCode = regexp.MustCompile(`^[A-Z]\d{6}([A-Z]*)$`)
)

// isEGD reports whether a line belongs to a European list: a player, or the
// heading of the columns.
func isEGD(line string) bool {
	if f := strings.Fields(line[:min(len(line), 200)]); len(f) > 4 && f[0] == "PIN" && f[1] == "Name" && slices.Contains(f, "GoR") {
		return true
	}
	_, ok := parseEGD(line)
	return ok
}

func readEGD(lines []string, c *collector) error {
	c.list.Origin = "EGF"
	lost, stated, begun := 0, -1, false
	for i, line := range lines {
		if m := listDate.FindStringSubmatch(line); m != nil && c.list.Date.IsZero() && len(c.list.Entries) == 0 {
			if day, err := time.Parse("2 Jan 2006", m[1]); err == nil {
				c.list.Date = day
			}
		}
		if m := listTotal.FindStringSubmatch(line); m != nil {
			stated, _ = strconv.Atoi(m[1]) // on overflow the number is wrong as well
			continue
		}
		e, ok := parseEGD(line)
		if !ok {
			if looksLikeRow(line, begun) {
				lost++
				c.findings.addLost(i+1, "ratinglist.line", clip(line))
			}
			begun = begun || isEGD(line)
			continue
		}
		begun = true
		e.Line = i + 1
		checkEGD(&e, line, c)
		if err := c.add(e); err != nil {
			return err
		}
	}
	switch {
	case stated < 0:
		c.findings.addLost(len(lines), "ratinglist.cut")
	case stated != len(c.list.Entries)+lost:
		c.findings.add(0, "ratinglist.count", stated, len(c.list.Entries))
	}
	return nil
}

// looksLikeRow distinguishes broken rows from headings and markup: one of the first words has most figures of a number,
// or, behind the heading of the columns, the line has many words.
func looksLikeRow(line string, begun bool) bool {
	f := strings.Fields(line)
	numbered := func(word string) bool { return len(figures.FindAllString(word, 4)) == 4 }
	return len(f) > 1 && f[0][0] != '<' && (slices.ContainsFunc(f[:2], numbered) || begun && len(f) > 5)
}

var figures = regexp.MustCompile(`\d`)

func parseEGD(line string) (Entry, bool) {
	if len(line) > longestLine {
		return Entry{}, false
	}
	f := strings.Fields(line)
	if len(f) < 7 || len(f[0]) != 8 || !isNumber(f[0], 8) {
		return Entry{}, false
	}
	e := Entry{EGD: f[0]}
	f = f[1:]
	if last := f[len(f)-1]; last[0] >= 'A' && last[0] <= 'Z' {
		e.LastSeen, f = tidy(last), f[:len(f)-1]
	}
	if len(f) < 5 {
		return Entry{}, false
	}
	tail := f[len(f)-4:] // grade, P&D, GoR, tournaments
	points, pointsErr := strconv.Atoi(tail[2])
	number, numberErr := strconv.Atoi(tail[3])
	grade, gradeErr := rank.Parse(tail[0])
	if pointsErr != nil || numberErr != nil || gradeErr != nil || number < 0 || points < -9999 || points > 9999 {
		return Entry{}, false
	}
	if tail[1] != "--" {
		suggested, err := rank.Parse(tail[1])
		if err != nil {
			return Entry{}, false
		}
		e.Suggested = suggested
	}
	e.Rank, e.Rating, e.Figure, e.Tournaments = grade, rank.Points(points), tail[2], number
	return e, e.setNameAndClub(f[:len(f)-4])
}

// setNameAndClub sets the fields between number and grade: one or two names, the
// country and the club, which may be missing.
func (e *Entry) setNameAndClub(f []string) bool {
	switch n := len(f); {
	case n >= 3 && isCode(f[n-2]):
		e.Country, e.Club, f = country(f[n-2]), club(f[n-1]), f[:n-2]
	case n >= 2 && isCode(f[n-1]):
		e.Country, f = country(f[n-1]), f[:n-1]
	default:
		return false
	}
	e.Family, e.Given = tidyName(f[0]), tidyName(strings.Join(f[1:], " "))
	return e.Family != ""
}

// checkEGD reports oddities that occur only in this format.
func checkEGD(e *Entry, line string, c *collector) {
	if m := eventCode.FindStringSubmatch(e.LastSeen); m == nil {
		if e.LastSeen != "" {
			c.findings.add(e.Line, "ratinglist.event.odd", clip(e.LastSeen))
		}
	} else if len(m[1]) != 1 {
		c.findings.add(e.Line, "ratinglist.event.suffix", clip(e.LastSeen))
	}
	if letters := utf8.RuneCountInString(line); letters < len(line) && letters > countryColumn+2 {
		if got := string([]rune(line)[countryColumn : countryColumn+2]); !isCode(got) {
			c.findings.add(e.Line, "ratinglist.columns", e.Name())
		}
	}
}
