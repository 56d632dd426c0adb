package main

import (
	"fmt"
	"slices"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/app/ratinglists"
	"tourney/internal/fault"
)

// A keptList is the JSON of one rating list in a database.
type keptList struct {
	Name    string `json:"name"`
	Format  string `json:"format"`
	Players int    `json:"players"`
	// Date is the day of the list, Taken the time of its import.
	Date  string    `json:"date,omitempty"`
	Taken time.Time `json:"taken"`
	File  string    `json:"file,omitempty"`
}

// keptLists lists the rating lists of the first organisation, which are for the whole server, or removes one.
func keptLists(c *call) error {
	path := c.flags.String("db", "", "the database, "+aDatabase)
	drop := c.flags.String("remove", "", "remove the list of this name")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	if _, err := c.parse(); err != nil {
		return err
	}
	if *path == "" {
		return errorWithoutDatabase()
	}
	return c.withKept(*path, func(d *director.Director) error {
		kept, err := d.RatingLists().Common().All(c.ctx)
		switch {
		case err != nil:
			return err
		case *drop != "":
			return c.removeList(d, kept, *drop)
		case *asJSON:
			report := []keptList{}
			for _, l := range kept {
				report = append(report, newKeptList(l))
			}
			return c.encode(report)
		case len(kept) == 0:
			fmt.Fprintln(c.stderr, c.lang.T("ratinglist.unkept.any"))
			return nil
		}
		w := c.table(0)
		fmt.Fprintln(w, c.headings("column.name", "format.table.name", "field.players", "ratinglist.page.date", "ratinglist.page.imported", "ratinglist.page.file"))
		for _, l := range kept {
			k := newKeptList(l)
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", k.Name, k.Format, k.Players, k.Date, k.Taken.Format(time.DateOnly), k.File)
		}
		return w.Flush()
	})
}

func newKeptList(l ratinglists.List) keptList {
	k := keptList{Name: l.Name, Format: l.Format, Players: l.Players, Taken: l.Taken, File: l.File}
	if !l.Date.IsZero() {
		k.Date = l.Date.Format(time.DateOnly)
	}
	return k
}

func (c *call) removeList(d *director.Director, kept []ratinglists.List, name string) error {
	i := slices.IndexFunc(kept, func(l ratinglists.List) bool { return l.Name == name })
	if i < 0 {
		return fault.New(fault.NotFound, "ratinglist.unkept", fault.Clip(name))
	}
	if err := d.RatingLists().Common().Drop(c.ctx, desk, kept[i].ID); err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, c.lang.T("ratinglist.dropped", name))
	return nil
}
