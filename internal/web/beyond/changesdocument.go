package beyond

import "tourney/internal/beyond/changefeed"

// A changesDocument is a page of the changes of a tournament.
type changesDocument struct {
	Tournament string `json:"tournament"`
	// Entries are in the order in which they happened.
	Entries []changefeed.Entry `json:"entries"`
	// Next is the cursor for the parameter after of the next request.
	Next string `json:"next"`
	// More is set if there are changes after Next already.
	More bool `json:"more"`
	// Anew is set if the entries do not connect the requested start to the present state: the client must reload it.
	Anew bool `json:"anew"`
}

// newChangesDocument returns a page of changes for JSON.
func newChangesDocument(slug string, p changefeed.Page) changesDocument {
	d := changesDocument{Tournament: slug, Entries: p.Entries, Next: p.Next.String(), More: p.More, Anew: p.Anew}
	if d.Entries == nil {
		d.Entries = []changefeed.Entry{}
	}
	return d
}
