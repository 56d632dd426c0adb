package main

import (
	"fmt"
	"strings"

	"tourney/internal/exchange"
	"tourney/internal/exchange/roster"
	"tourney/internal/ratinglist"
	"tourney/internal/tournament"
)

// readingFlags defines the flags that say how a table is read for a rating
// list, and returns what they were set to once they are parsed.
func (c *call) readingFlags() func() roster.Reading {
	var fields []string
	for _, f := range ratinglist.Fields() {
		fields = append(fields, string(f))
	}
	columns := c.flags.String("columns", "", "what the columns of a table hold, from the left, with commas between, - for nothing (default: found out): "+strings.Join(fields, ", "))
	from := c.flags.Int("from", 0, "the first row of a table with a player, with --columns (default: found out)")
	return func() roster.Reading {
		r := roster.Reading{From: *from}
		if *columns != "" {
			for field := range strings.SplitSeq(*columns, ",") {
				field = strings.TrimSpace(field)
				if field == "-" {
					field = ""
				}
				r.Columns = append(r.Columns, tournament.Field(field))
			}
		}
		return r
	}
}

// ratingList reads a rating list and tells on stderr what concerns all of it
// and what was left out. Of a table it tells what the columns were taken for.
func (c *call) ratingList(path string, data []byte, r roster.Reading) (*roster.RatingList, error) {
	read, err := exchange.ReadRatingList(data, r)
	if read != nil {
		c.noteTable(path, read.Table)
		c.noteList(path, read.Notes)
	}
	if err != nil {
		return nil, c.inFile(path, err)
	}
	return read, nil
}

// noteTable tells what the columns of a table were taken for, as --columns
// would say it.
func (c *call) noteTable(path string, t *roster.ListTable) {
	if t == nil {
		return
	}
	var columns []string
	for _, f := range t.Columns {
		if f == ratinglist.Ignored {
			f = "-"
		}
		columns = append(columns, string(f))
	}
	fmt.Fprintf(c.stderr, "%s: %s\n", path, c.say.T("list.columns.taken", strings.Join(columns, ","), t.From))
}

// noteList tells what concerns the whole list and what was left out of it; the
// oddities of single lines are for whoever keeps the list.
func (c *call) noteList(path string, notes []ratinglist.Note) {
	for _, n := range notes {
		switch key, args := n.Message(); {
		case n.Line == 0:
			fmt.Fprintf(c.stderr, "%s: %s\n", path, c.say.T(key, args...))
		case n.Lost:
			fmt.Fprintf(c.stderr, "%s:%d: %s\n", path, n.Line, c.say.T(key, args...))
		}
	}
}
