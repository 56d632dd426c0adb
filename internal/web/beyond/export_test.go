package beyond

import (
	"io/fs"
	"time"

	"tourney/internal/web/site"
)

// Access to internals for the tests of this package, which are in an external test package like the sites they use.
const RecentVersions = recentVersions

// ParseSource parses the line of a leader.
var ParseSource = parseSource

// A ChangesDocument is the response to a request for changes.
type ChangesDocument = changesDocument

// ChangesKept returns how many pages of changes are in the cache.
func (g *Extension) ChangesKept() int { return g.changes.cache.Len() }

func (g *Extension) SetQueueForOldChanges(turns *site.Queue) { g.changes.old = turns }

func (s *Standby) SetPatience(d time.Duration) { s.patience = d }

// SetTemplates replaces the templates, and reloads the catalogs.
func (s *Standby) SetTemplates(templates fs.FS) {
	s.config.Catalog, s.config.Templates = nil, templates
}

// EndTakeOver closes the server that has taken over, if any; the data stay open.
func (s *Standby) EndTakeOver() {
	if stage := s.current(); stage != nil {
		stage.End()
	}
}
