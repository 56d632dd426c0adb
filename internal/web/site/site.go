package site

import (
	"context"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/web/mail"
	"tourney/internal/web/page"
)

// A Site has the parts that all handlers share: the director, the catalogs and templates, and the handling of a request
// from login to response.
type Site struct {
	Director *director.Director
	// Base is the public address, "" takes it from the request. Dev reads
	// templates and static files again for every request.
	Base string
	// Phones returns the address of this machine in its network, "" without one; may be nil.
	Phones func() string
	// Encrypted is set if desks use https beside plain http.
	Encrypted *Encrypted
	Dev       bool
	// Client returns the network of a request, which is the key for counting attempts.
	Client func(r *http.Request) string
	// Mail sends letters; nil sends none.
	Mail     *mail.Server
	Log      *slog.Logger
	Catalog  *i18n.Catalog
	Renderer *page.Renderer
	// Static holds the styles and scripts, for pages saved as files.
	Static  fs.FS
	Uploads Uploads
	// Opened is the folder of files that another start of the program hands over to be imported, "" without one.
	Opened string
	// Beyond connects pages with other computers.
	Beyond Beyond
	// OpenStream counts one more stream to a network, until closed is called. Fault: "events.many".
	OpenStream func(to string) (closed func(), err error)
	// Restore replaces the data by a kept backup, after the response to the request; nil if that is impossible.
	Restore func(ctx context.Context, kept director.Kept, by string) error
	// Restored is the last restore since the program's start, nil without one.
	Restored *Restored
	// Refreshes limits the renderings for open pages after a change: one processor is left for entries.
	Refreshes *Refreshes
	refusals  refusalLog
	// sent knows the rows of the pages that were sent.
	sent sentRows
	// Streams is done when the server shuts down: live events, simulations and pairings stop.
	Streams context.Context
}

// Restored is a restore and its outcome.
type Restored struct {
	// ID identifies the restore.
	ID   string
	From director.Kept
	By   string
	At   time.Time
	// Aside are the new names of the old files.
	Aside []string
	// LostAccess is the error because of which the logins are the backup's, nil if they stayed.
	LostAccess error
	// LostList is the error because of which the list of erased people is the backup's, nil if it stayed.
	LostList error
	// Forgotten is the number of erased people in the backup, who are erased again; LostForgotten is the error because
	// of which some are not, nil if all are.
	Forgotten     int
	LostForgotten error
	// Err is the error because of which the old data stayed, nil if the backup was restored.
	Err error
}

// mostMerges limits how often Merged repeats its action.
const mostMerges = 20

// Merged returns the action that merges a form with the latest state of the tournament and saves the outcome with
// EditorAt. If another change was saved in between, the action is repeated with the form as it was sent.
func (s *Site) Merged(do Action) Action {
	return func(c *gin.Context) error {
		sent := maps.Clone(c.Request.PostForm)
		for tries := 1; ; tries++ {
			err := do(c)
			if !fault.Is(err, "tournament.version") || tries == mostMerges {
				return err
			}
			clear(c.Request.PostForm) // do writes into it
			maps.Copy(c.Request.PostForm, sent)
		}
	}
}
