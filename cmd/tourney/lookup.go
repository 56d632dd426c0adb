package main

import (
	"fmt"
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/data/database"
	"tourney/internal/event/federations"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
)

// mostMatches limits the players that lookup prints.
const mostMatches = 20

// A lookupReport is the JSON of lookup. In a database, Format is "database" and
// Players is the number of players in all lists.
type lookupReport struct {
	Format  string `json:"format"`
	Players int    `json:"players"`
	// Partial is set if no player has all words: the matches have the family name.
	Partial bool          `json:"partial,omitempty"`
	Matches []lookupMatch `json:"matches"`
	note    ratinglist.Finding
}

// A lookupMatch is one found player. Rank and rating are omitted if the list has none.
type lookupMatch struct {
	Family      string `json:"family"`
	Given       string `json:"given"`
	ID          string `json:"id"`
	Rank        string `json:"rank,omitempty"`
	Rating      *int   `json:"rating,omitempty"`
	Country     string `json:"country"`
	Club        string `json:"club"`
	Tournaments int    `json:"tournaments"`
	Last        string `json:"last,omitempty"`
	// List is the name of the list in a database.
	List string `json:"list,omitempty"`
	// shown is the rating on the scale of the list.
	shown string
}

// lookup finds players like the registration desk: in the file of a rating list, or in all lists of a database.
func lookup(c *call) error {
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	path := c.flags.String("db", "", "search the lists of this database instead of LIST: "+aDatabase)
	reading := c.readingFlags()
	args, err := c.parse("WORDS…")
	switch {
	case err != nil:
		return err
	case *path == "" && len(args) < 2:
		return misused("command.word.missing", "WORDS")
	}
	source, report := database.Shown(*path), lookupReport{}
	if *path != "" {
		report, err = c.lookupKept(*path, strings.Join(args, " "))
	} else {
		source = args[0]
		report, err = c.lookupFile(source, reading(), strings.Join(args[1:], " "))
	}
	switch {
	case err != nil:
		return err
	case *asJSON:
		return c.encode(report)
	case len(report.Matches) == 0:
		fmt.Fprintf(c.stderr, "%s: %s\n", source, c.lang.T("lookup.nobody", report.Players))
		return nil
	case report.Partial:
		fmt.Fprintln(c.stderr, c.lang.T(report.note.Key, report.note.Args...))
	}
	return c.printMatches(report.Matches)
}

// lookupFile searches the rating list in a file.
func (c *call) lookupFile(path string, r roster.Reading, query string) (lookupReport, error) {
	data, err := readFile(path)
	if err != nil {
		return lookupReport{}, err
	}
	read, err := c.ratingList(path, data, r)
	if err != nil {
		return lookupReport{}, err
	}
	list := read.List
	report := lookupReport{Format: string(list.Format), Players: len(list.Entries), Matches: []lookupMatch{}}
	report.add(ratinglist.SearchAll([]*ratinglist.Index{ratinglist.NewIndex(list)}, query, mostMatches))
	return report, nil
}

// lookupKept searches the lists of a database that are for the whole server.
func (c *call) lookupKept(database, query string) (lookupReport, error) {
	report := lookupReport{Format: "database", Matches: []lookupMatch{}}
	err := c.withKept(database, func(d *director.Director) error {
		lists := d.RatingLists().Common()
		kept, err := lists.All(c.ctx)
		if err != nil {
			return err
		}
		for _, l := range kept {
			report.Players += l.Players
		}
		found, _, err := lists.Lookup(c.ctx, query, mostMatches)
		var hits []ratinglist.Hit
		for _, f := range found {
			hits = append(hits, f.Hit)
		}
		report.add(hits)
		return err
	})
	return report, err
}

func (r *lookupReport) add(hits []ratinglist.Hit) {
	for _, hit := range hits {
		r.Matches = append(r.Matches, newLookupMatch(hit))
	}
	r.note, r.Partial = ratinglist.PartialNote(hits)
}

func (c *call) printMatches(matches []lookupMatch) error {
	w := c.table(0)
	fmt.Fprintln(w, c.headings("column.name", "column.rank", "column.rating", "column.country", "column.club", "ratinglist.page.table.number", "lookup.seen", "ratinglist.page.list"))
	for _, m := range matches {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			strings.TrimSpace(m.Family+" "+m.Given), m.Rank, c.lang.Decimal(m.shown), m.Country, m.Club, m.ID, m.Last, m.List)
	}
	return w.Flush()
}

func newLookupMatch(hit ratinglist.Hit) lookupMatch {
	e := hit.Entry
	m := lookupMatch{
		Family: e.Family, Given: e.Given, ID: e.ID(), Rank: e.Rank.String(), Country: e.Country, Club: e.Club,
		Tournaments: e.Tournaments, Last: e.LastSeen, List: hit.List.Name,
		shown: federations.Listed(hit.List.Origin, e.Rating),
	}
	if e.Rating.Stated() {
		points := e.Rating.Points()
		m.Rating = &points
	}
	return m
}
