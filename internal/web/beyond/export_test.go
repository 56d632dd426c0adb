package beyond

import (
	"io/fs"
	"time"

	"tourney/internal/web/site"
)

// Access to internals for the tests of this package, which are in an external test package like the sites they use.
const Near = near

// A ChangesDocument is the response to a request for changes.
type ChangesDocument = changesDocument

// ChangesKept returns how many pages of changes are in the cache.
func (g *Guest) ChangesKept() int { return g.changes.kept.Len() }

func (g *Guest) SetTurnsForOldChanges(turns *site.Turns) { g.changes.far = turns }

func (s *Standby) SetPatience(d time.Duration) { s.patience = d }

// SetTemplates replaces the templates, and reloads the catalogs.
func (s *Standby) SetTemplates(templates fs.FS) {
	s.config.Catalog, s.config.Templates = nil, templates
}

// EndTakeOver closes the server that has taken over, if any; the data stay open.
func (s *Standby) EndTakeOver() {
	if stage := s.acting(); stage != nil {
		stage.End()
	}
}
