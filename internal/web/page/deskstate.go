package page

import (
	"net/url"
	"strconv"
)

// A DeskState is the state of the desk's page in its address.
type DeskState struct {
	Slug  string
	Round int
	// Table is the chosen table, Last the table of the last entered result; 0 without one.
	Table, Last int
	// Game is the chosen game of open play, where a table has several games of an evening; 0 for its current one.
	Game int
	// Answer is the version of the change after a line about a player, or of the entry that it has undone; 0 without
	// one.
	Answer int
	// Find narrows the list of games to a name.
	Find string
	// Ask is a typed line that needs a confirmation.
	Ask string
	// Help shows the list of keys.
	Help bool
}

// Path returns the address of the desk without a chosen table.
func (d DeskState) Path() string {
	if d.Round == 0 {
		return "/desk/" + d.Slug
	}
	return "/desk/" + d.Slug + "/round/" + strconv.Itoa(d.Round)
}

// Desk returns the address of the desk in this state.
func (d DeskState) Desk() string {
	q := url.Values{}
	for key, n := range map[string]int{"table": d.Table, "game": d.Game, "last": d.Last, "said": d.Answer} {
		if n > 0 {
			q.Set(key, strconv.Itoa(n))
		}
	}
	if d.Find != "" {
		q.Set("find", d.Find)
	}
	if d.Ask != "" {
		q.Set("ask", d.Ask)
	}
	if d.Help {
		q.Set("keys", "all")
	}
	address := d.Path()
	if len(q) > 0 {
		address += "?" + q.Encode()
	}
	return address
}

// Choose returns the address of the desk with a table chosen.
func (d DeskState) Choose(table int) string {
	return DeskState{Slug: d.Slug, Round: d.Round, Table: table, Find: d.Find}.Desk()
}

// Close returns the address of the desk without the list of keys.
func (d DeskState) Close() string {
	d.Help = false
	return d.Desk()
}
