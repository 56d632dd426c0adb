package director

import (
	"slices"

	"tourney/internal/pairing"
)

// mostDrawings is of how many tournaments the draw at hand is remembered; one
// of 5,000 players takes some 100 MB.
const mostDrawings = 4

// A drawing is what is remembered of a tournament's draw.
type drawing struct {
	slug    string
	session *pairing.Session
}

// Drawing returns the memory of a tournament's draw: it answers as the
// functions of package pairing do, and after a change of the draft in a small
// part of the time. Those of tournaments not asked about for long are
// forgotten.
func (d *Director) Drawing(slug string) *pairing.Session {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.drawings, func(r drawing) bool { return r.slug == slug })
	if i < 0 {
		i = len(d.drawings)
		d.drawings = append(d.drawings, drawing{slug, new(pairing.Session)})
	}
	found := d.drawings[i]
	d.drawings = slices.Insert(slices.Delete(d.drawings, i, i+1), 0, found)
	if len(d.drawings) > mostDrawings {
		d.drawings = slices.Clone(d.drawings[:mostDrawings])
	}
	return found.session
}
