package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"tourney/internal/lists"
)

// mostMatches is how many players lookup prints unless told otherwise.
const mostMatches = 20

// A lookupReport is the JSON of lookup.
type lookupReport struct {
	Format  lists.Format  `json:"format"`
	Players int           `json:"players"`
	Matches []lookupMatch `json:"matches"`
}

// A lookupMatch is one player found. Rank and rating are left out when the list
// knows none.
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
}

// lookup finds players in a rating list as the registration desk does.
func lookup(c *call) error {
	most := c.flags.Int("most", mostMatches, "how many players at most")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	reading := c.readingFlags()
	args, err := c.parse(2, 100)
	if err != nil {
		return err
	}
	if *most < 1 {
		return c.misused("--most is a number from 1")
	}
	data, err := readFile(args[0])
	if err != nil {
		return err
	}
	read, err := c.ratingList(args[0], data, reading())
	if err != nil {
		return err
	}
	list := read.List
	report := lookupReport{Format: list.Format, Players: len(list.Entries), Matches: []lookupMatch{}}
	for _, hit := range lists.NewIndex(list).Search(strings.Join(args[1:], " "), *most) {
		report.Matches = append(report.Matches, newLookupMatch(hit.Entry))
	}
	if *asJSON {
		return json.NewEncoder(c.stdout).Encode(report)
	}
	if len(report.Matches) == 0 {
		fmt.Fprintf(c.stderr, "%s: %s\n", args[0], c.say.T("lookup.nobody", len(list.Entries)))
		return nil
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, c.heads("column.name", "column.rank", "column.rating", "column.country", "column.club", "ratings.table.number", "lookup.seen"))
	for _, m := range report.Matches {
		rating := ""
		if m.Rating != nil {
			rating = fmt.Sprint(*m.Rating)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			strings.TrimSpace(m.Family+" "+m.Given), m.Rank, rating, m.Country, m.Club, m.ID, m.Last)
	}
	return w.Flush()
}

func newLookupMatch(e *lists.Entry) lookupMatch {
	m := lookupMatch{
		Family: e.Family, Given: e.Given, ID: e.ID(), Rank: e.Rank.String(), Country: e.Country, Club: e.Club,
		Tournaments: e.Tournaments, Last: e.LastSeen,
	}
	if e.Rating.Stated() {
		points := e.Rating.Points()
		m.Rating = &points
	}
	return m
}
