package ratinglist

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A findingList collects findings up to a bound.
type findingList struct {
	findings []Finding
	more     int
	left     int // lines that were left out
}

func (n *findingList) add(line int, key string, args ...any) {
	n.put(Finding{Line: line, Key: key, Args: args})
}

// addLost adds a finding about a line that is left out.
func (n *findingList) addLost(line int, key string, args ...any) {
	n.left++
	n.put(Finding{Line: line, Key: key, Args: args, Lost: true})
}

func (n *findingList) put(finding Finding) {
	if len(n.findings) >= MostFindings {
		n.more++
		return
	}
	n.findings = append(n.findings, finding)
}

// sorted returns the findings in the order of the lines, with a last one for the
// findings beyond the bound.
func (n *findingList) sorted() []Finding {
	slices.SortStableFunc(n.findings, func(a, b Finding) int { return a.Line - b.Line })
	if n.more > 0 {
		return append(n.findings, Finding{Key: "ratinglist.notes.more", Args: []any{n.more}})
	}
	return n.findings
}

// A collector takes the entries of a reader and does the checks that all formats
// share.
type collector struct {
	list     *List
	findings *findingList
	byID     map[string]int   // number → line
	byName   map[string][]int // name → positions in the list
}

func collect(l *List, n *findingList) *collector {
	return &collector{list: l, findings: n, byID: map[string]int{}, byName: map[string][]int{}}
}

func (c *collector) add(e Entry) error {
	if e.Family == "" && e.Given != "" {
		e.Family, e.Given = e.Given, ""
	}
	if e.Family == "" {
		c.findings.addLost(e.Line, "ratinglist.name.missing")
		return nil
	}
	if len(c.list.Entries) >= MostEntries {
		return tooMany()
	}
	c.check(&e)
	name := e.Name()
	c.byName[name] = append(c.byName[name], len(c.list.Entries))
	c.list.Entries = append(c.list.Entries, e)
	return nil
}

func tooMany() error { return fault.New(fault.TooLarge, "ratinglist.rows", MostEntries) }

func (c *collector) check(e *Entry) {
	name := e.Name()
	hidden := strings.HasPrefix(name, "Anonymous")
	switch {
	case hidden:
		c.findings.add(e.Line, "ratinglist.name.hidden", name)
	case strings.ContainsFunc(name, unicode.IsDigit):
		c.findings.add(e.Line, "ratinglist.name.figure", name)
	}
	if e.Given == "" && !hidden {
		c.findings.add(e.Line, "ratinglist.name.single", name)
	}
	if strings.Contains(name, "?") {
		c.findings.add(e.Line, "ratinglist.name.letter", name)
	}
	if strings.ContainsAny(name, "()[]") {
		c.findings.add(e.Line, "ratinglist.name.bracket", name)
	}
	id := e.ID()
	if id == "" {
		return
	}
	if first, twice := c.byID[id]; twice {
		c.findings.add(e.Line, "ratinglist.id.twice", id, first)
	} else {
		c.byID[id] = e.Line
	}
}

// finish returns the list, or a fault when it is empty or has fewer players than
// lost lines: then its format is another one.
func (c *collector) finish() (*List, []Finding, error) {
	const few = 10 // lost lines prove nothing
	switch read := len(c.list.Entries); {
	case read == 0:
		return nil, c.findings.sorted(), fault.New(fault.Invalid, "ratinglist.empty")
	case c.findings.left > max(read, few):
		return nil, c.findings.sorted(), fault.New(fault.Invalid, "ratinglist.failed", c.findings.left, read)
	}
	for i := range c.list.Entries {
		e := &c.list.Entries[i]
		if same := c.byName[e.Name()]; len(same) > 1 && same[0] == i {
			c.findings.add(e.Line, "ratinglist.name.shared", e.Name(), len(same))
		}
	}
	return c.list, c.findings.sorted(), nil
}

func (c *collector) parseRank(line int, text string) rank.Rank {
	r, doubt := rank.Guess(text)
	switch doubt {
	case rank.Bare:
		c.findings.add(line, "ratinglist.rank.bare", clip(text), r.String())
	case rank.Vague:
		c.findings.add(line, "ratinglist.rank.vague", clip(text), r.String())
	case rank.Low:
		c.findings.add(line, "ratinglist.rank.low", clip(text), r.String())
	case rank.Unreadable:
		c.findings.add(line, "ratinglist.rank.unreadable", clip(text))
	}
	return r
}
