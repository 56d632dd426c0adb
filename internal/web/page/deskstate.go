package page

import "strconv"

// A DeskState is what the address of a desk says.
type DeskState struct {
	Slug  string
	Round int
	// Table is the chosen one, Last the one just entered; 0 for none.
	Table, Last int
	// Said is the version of an answer about a player, 0 for none.
	Answer int
	// Find narrows the list to a name.
	Find string
	// Ask is a line that is asked about before it counts.
	Ask  string
	Help bool
}

// Path is the address of the desk with nothing chosen.
func (d DeskState) Path() string {
	if d.Round == 0 {
		return "/desk/" + d.Slug
	}
	return "/desk/" + d.Slug + "/round/" + strconv.Itoa(d.Round)
}
