package main

import (
	"fmt"
	"strings"

	"tourney/internal/format"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

// readingFlags defines the flags for reading a table as a rating list, and returns
// a function for their values after parsing.
func (c *call) readingFlags() func() roster.Reading {
	fields := joined(ratinglist.Fields(), func(f tournament.Field) string { return string(f) })
	columns := c.flags.String("columns", "", "fields of a table's columns from the left, separated by commas, - to skip one (default: detected): "+fields)
	from := c.flags.Int("from", 0, "the first row of a table with a player, with --columns (default: detected)")
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

// ratingList reads a rating list. It prints to stderr the findings about the whole list, the skipped lines, and the
// columns of a table.
func (c *call) ratingList(path string, data []byte, r roster.Reading) (*roster.RatingList, error) {
	read, err := format.ReadRatingList(data, r)
	if read != nil {
		c.printColumns(path, read.Table)
		c.printListFindings(path, read.Findings)
	}
	if err != nil {
		return nil, c.inFile(path, err)
	}
	return read, nil
}

// printColumns prints the recognised columns of a table in the form of --columns.
func (c *call) printColumns(path string, t *roster.ListTable) {
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
	fmt.Fprintf(c.stderr, "%s: %s\n", path, c.lang.T("ratinglist.columns.taken", strings.Join(columns, ","), t.From))
}

// printListFindings prints the findings about the whole list and the skipped lines; other notes about lines concern the
// list's editor.
func (c *call) printListFindings(path string, findings []ratinglist.Finding) {
	for _, n := range findings {
		switch key, args := n.Message(); {
		case n.Line == 0:
			fmt.Fprintf(c.stderr, "%s: %s\n", path, c.lang.T(key, args...))
		case n.Lost:
			fmt.Fprintf(c.stderr, "%s:%d: %s\n", path, n.Line, c.lang.T(key, args...))
		}
	}
}
