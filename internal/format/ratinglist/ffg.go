package ratinglist

import (
	"strconv"
	"strings"
	"time"

	"tourney/internal/rank"
)

// The French "echelle" has a heading with its date and then a player on every
// line: name, rating, licence letter, licence number, club, country, in
// columns that a long name fills to the last letter.

const (
	ffgHeading = "#Echelle au "
	ffgRating  = 38 // column of the rating
	ffgLicence = 44
)

func isFFG(line string) bool {
	if strings.HasPrefix(line, ffgHeading) {
		return true
	}
	_, ok := parseFFG(line)
	return ok
}

func readFFG(lines []string, c *collector) error {
	c.list.Origin = "FFG"
	for i, line := range lines {
		if day, ok := strings.CutPrefix(line, ffgHeading); ok && len(day) >= 10 {
			if date, err := time.Parse("02/01/2006", day[:10]); err == nil {
				c.list.Date = date
			}
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e, ok := parseFFG(line)
		if !ok {
			c.findings.addLost(i+1, "ratinglist.line", clip(line))
			continue
		}
		e.Line = i + 1
		if err := c.add(e); err != nil {
			return err
		}
	}
	return nil
}

func parseFFG(line string) (Entry, bool) {
	if len(line) > longestLine {
		return Entry{}, false
	}
	name, rest, ok := splitFFG(line)
	if !ok {
		return Entry{}, false
	}
	f := strings.Fields(rest)
	if len(f) < 4 || len(f[1]) != 1 || len(f[2]) != 7 || !isCode(f[len(f)-1]) {
		return Entry{}, false
	}
	figure, err := strconv.Atoi(f[0])
	if err != nil || figure < -9999 || figure > 9999 {
		return Entry{}, false
	}
	e := Entry{Figure: f[0], Rating: rank.FromFFG(figure), Licence: f[1], Country: country(f[len(f)-1])}
	e.Rank = e.Rating.Rank()
	if f[2] != "-------" {
		e.FFG = f[2]
	}
	if len(f) > 4 {
		e.Club = club(strings.Join(f[3:len(f)-1], " "))
	}
	family, given, _ := strings.Cut(strings.TrimSpace(name), " ")
	e.Family, e.Given = tidyName(family), tidyName(given)
	return e, e.Family != ""
}

// splitFFG splits the name from the rest: at its column, or, on a line that is
// not aligned, before the first number.
func splitFFG(line string) (name, rest string, ok bool) {
	letters := []rune(line)
	if len(letters) > ffgLicence+1 && letters[ffgLicence] != ' ' && letters[ffgLicence-1] == ' ' && letters[ffgLicence+1] == ' ' {
		return string(letters[:ffgRating]), string(letters[ffgRating:]), true
	}
	for at := 0; at < len(line); {
		i := strings.IndexByte(line[at:], ' ')
		if i < 0 {
			return "", "", false
		}
		at += i + 1
		word, _, _ := strings.Cut(line[at:], " ")
		if _, err := strconv.Atoi(word); err == nil {
			return line[:at], line[at:], true
		}
	}
	return "", "", false
}
