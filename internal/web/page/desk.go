package page

import (
	"net/url"
	"strconv"
)

// Desk is the address of the desk in this state.
func (d DeskState) Desk() string {
	q := url.Values{}
	for key, n := range map[string]int{"table": d.Table, "last": d.Last, "said": d.Answer} {
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

// Choose is the address of the desk with a table chosen.
func (d DeskState) Choose(table int) string {
	return DeskState{Slug: d.Slug, Round: d.Round, Table: table, Find: d.Find}.Desk()
}

// Close is the address of the desk without the list of keys.
func (d DeskState) Close() string {
	d.Help = false
	return d.Desk()
}
