package ratinglist

import (
	"slices"
	"strings"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A notebook collects notes up to a bound.
type notebook struct {
	notes []Note
	more  int
	left  int // lines that were left out
}

func (n *notebook) add(line int, key string, args ...any) {
	n.put(Note{Line: line, Key: key, Args: args})
}

// addLost adds a note about a line that is left out.
func (n *notebook) addLost(line int, key string, args ...any) {
	n.left++
	n.put(Note{Line: line, Key: key, Args: args, Lost: true})
}

func (n *notebook) put(note Note) {
	if len(n.notes) >= MostNotes {
		n.more++
		return
	}
	n.notes = append(n.notes, note)
}

// sorted returns the notes in the order of the lines, with a last one for the
// notes beyond the bound.
func (n *notebook) sorted() []Note {
	slices.SortStableFunc(n.notes, func(a, b Note) int { return a.Line - b.Line })
	if n.more > 0 {
		return append(n.notes, Note{Key: "list.notes.more", Args: []any{n.more}})
	}
	return n.notes
}

// A collector takes the entries of a reader and does the checks that all formats
// share.
type collector struct {
	list   *List
	notes  *notebook
	byID   map[string]int   // number → line
	byName map[string][]int // name → positions in the list
}

func collect(l *List, n *notebook) *collector {
	return &collector{list: l, notes: n, byID: map[string]int{}, byName: map[string][]int{}}
}

func (c *collector) add(e Entry) error {
	if e.Family == "" && e.Given != "" {
		e.Family, e.Given = e.Given, ""
	}
	if e.Family == "" {
		c.notes.addLost(e.Line, "list.name.missing")
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

func tooMany() error { return fault.New(fault.TooLarge, "list.rows", MostEntries) }

func (c *collector) check(e *Entry) {
	name := e.Name()
	hidden := strings.HasPrefix(name, "Anonymous")
	switch {
	case hidden:
		c.notes.add(e.Line, "list.name.hidden", name)
	case strings.ContainsFunc(name, unicode.IsDigit):
		c.notes.add(e.Line, "list.name.figure", name)
	}
	if e.Given == "" && !hidden {
		c.notes.add(e.Line, "list.name.single", name)
	}
	if strings.Contains(name, "?") {
		c.notes.add(e.Line, "list.name.letter", name)
	}
	if strings.ContainsAny(name, "()[]") {
		c.notes.add(e.Line, "list.name.bracket", name)
	}
	id := e.ID()
	if id == "" {
		return
	}
	if first, twice := c.byID[id]; twice {
		c.notes.add(e.Line, "list.id.twice", id, first)
	} else {
		c.byID[id] = e.Line
	}
}

// finish returns the list, or a fault when it is empty or has fewer players than
// lost lines: then its format is another one.
func (c *collector) finish() (*List, []Note, error) {
	const few = 10 // lost lines prove nothing
	switch read := len(c.list.Entries); {
	case read == 0:
		return nil, c.notes.sorted(), fault.New(fault.Invalid, "list.empty")
	case c.notes.left > max(read, few):
		return nil, c.notes.sorted(), fault.New(fault.Invalid, "list.failed", c.notes.left, read)
	}
	for i := range c.list.Entries {
		e := &c.list.Entries[i]
		if same := c.byName[e.Name()]; len(same) > 1 && same[0] == i {
			c.notes.add(e.Line, "list.name.shared", e.Name(), len(same))
		}
	}
	return c.list, c.notes.sorted(), nil
}

func (c *collector) parseRank(line int, text string) rank.Rank {
	r, doubt := rank.Guess(text)
	switch doubt {
	case rank.Bare:
		c.notes.add(line, "list.rank.bare", clip(text), r.String())
	case rank.Vague:
		c.notes.add(line, "list.rank.vague", clip(text), r.String())
	case rank.Low:
		c.notes.add(line, "list.rank.low", clip(text), r.String())
	case rank.Unreadable:
		c.notes.add(line, "list.rank.unreadable", clip(text))
	}
	return r
}
