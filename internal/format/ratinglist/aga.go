package ratinglist

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/rank"
)

// The American TDList has a member on every line: name "Last, First", number,
// kind of member, rating, end of membership, chapter, state; A and B
// add the uncertainty of the rating and its date. A and B have tabs, N has
// columns.

// agaKinds are the kinds of members in the lists so far.
var agaKinds = []string{"Full", "Youth", "Non", "Forgn", "Life", "Spons", "Limit", "Donar", "Comp"}

func isAGA(line string) bool {
	_, ok := parseAGA(line)
	return ok
}

func readAGA(lines []string, c *collector) error {
	c.list.Origin = "AGA"
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		e, ok := parseAGA(line)
		if !ok {
			c.findings.addLost(i+1, "ratinglist.line", clip(line))
			continue
		}
		e.Line = i + 1
		if e.Given == "" {
			e.setName(e.Family, FamilyGiven)
			c.findings.add(e.Line, "ratinglist.name.comma", e.Name())
		}
		if e.Figure != "" && !e.Rating.Stated() {
			c.findings.add(e.Line, "ratinglist.rating.gap", clip(e.Figure))
		}
		if err := c.add(e); err != nil {
			return err
		}
	}
	return nil
}

func parseAGA(line string) (Entry, bool) {
	if len(line) > longestLine {
		return Entry{}, false
	}
	var name string
	var f []string // number, kind, rating, end of membership, chapter, state
	if strings.Contains(line, "\t") {
		cells := strings.Split(line, "\t")
		if len(cells) < 7 {
			return Entry{}, false
		}
		name, f = cells[0], cells[1:7]
		for i := range f {
			f[i] = tidy(f[i])
		}
	} else {
		name, f = columnsAGA(line)
	}
	if f == nil || !isNumber(f[0], 8) || !slices.Contains(agaKinds, f[1]) {
		return Entry{}, false
	}
	e := Entry{AGA: f[0], Licence: f[1], Figure: f[2], Expires: f[3], Club: club(f[4]), State: strings.Trim(f[5], "-")}
	if e.Figure != "" {
		a, err := strconv.ParseFloat(e.Figure, 64)
		if err != nil || !(a > -100 && a < 100) {
			return Entry{}, false
		}
		e.Rating, e.Rank = rank.FromAGA(a), rankAGA(a)
		if a == 0 { // the mark of a member never rated
			e.Figure = ""
		}
	}
	family, given, _ := strings.Cut(name, ",")
	e.Family, e.Given = tidy(family), tidy(given)
	return e, e.Family != ""
}

// columnsAGA finds the fields of a line without tabs: the number and the kind
// end the name, and every later field may be missing.
func columnsAGA(line string) (name string, f []string) {
	words := strings.Fields(line)
	i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(agaKinds, w) })
	if i < 2 {
		return "", nil
	}
	f = []string{words[i-1], words[i], "", "", "", ""}
	for _, w := range words[i+1:] {
		switch _, err := strconv.ParseFloat(w, 64); {
		case err == nil && f[2] == "":
			f[2] = w
		case strings.Count(w, "/") == 2:
			f[3] = w
		case f[4] == "":
			f[4] = w
		default:
			f[5] = w
		}
	}
	return strings.Join(words[:i-1], " "), f
}

// rankAGA returns the rank of a figure: the whole part, so that 3.99 is 3d and
// -1.99 is 1k. A figure between -1 and 1 has none.
func rankAGA(a float64) rank.Rank {
	switch {
	case a >= 1:
		return rank.Dan(min(int(a), 9))
	case a <= -1:
		return rank.Kyu(min(int(-a), 30))
	}
	return rank.None
}
