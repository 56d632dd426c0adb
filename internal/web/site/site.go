package site

import (
	"context"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/mail"
	"tourney/internal/relay"
	"tourney/internal/web/page"
	"tourney/internal/webhook"
)

// A Site is what all rooms share: the director, the catalogs and templates, and
// the way of a request from login to answer.
type Site struct {
	Director *director.Director
	// Base is the public address, "" takes it from the request. Dev reads
	// templates and static files again for every request.
	Base string
	// Phones returns the address of this machine in its network, "" without one; may be nil.
	Phones func() string
	// Encrypted is set where desks come by https beside plain http.
	Encrypted *Encrypted
	Dev       bool
	// Client returns the network that a request comes from, under which tries are
	// counted.
	Client func(r *http.Request) string
	// Mail takes letters; nil sends none.
	Mail     *mail.Server
	Log      *slog.Logger
	Catalog  *i18n.Catalog
	Renderer *page.Renderer
	// Static holds the styles and scripts, for pages that become files.
	Static  fs.FS
	Uploads Uploads
	// Relay sends what is published at hubs.
	Relay *relay.Relay
	// Webhooks delivers to addresses that are told of changes.
	Webhooks *webhook.Webhooks
	// Restore puts a kept backup in the place of the data, once the request is answered; nil
	// where that cannot be.
	Restore func(ctx context.Context, kept director.Kept, by string) error
	// Restored is the last restore since the program began, nil without one.
	Restored *Restored
	refusals refusalLog
	// Streams ends when the server shuts down: live events, simulations and
	// pairings stop.
	Streams context.Context
}

// Restored is a restore and how it ended.
type Restored struct {
	// ID is its own.
	ID   string
	From director.Kept
	By   string
	At   time.Time
	// Aside are the new names of the files that were there.
	Aside []string
	// LostAccess is why the logins are those of the backup, nil if they stayed.
	LostAccess error
	// LostList is why the list of who was forgotten is that of the backup, nil if it stayed.
	LostList error
	// Forgotten is how many people who had been forgotten were in the backup, and are forgotten
	// again; LostForgotten is why some are not, nil if all are.
	Forgotten     int
	LostForgotten error
	// Err is why the data are as they were, nil if the backup was restored.
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

// IsClosed reports whether a channel is closed. Nothing may be sent on it.
func IsClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
