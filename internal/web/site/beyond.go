package site

import (
	"context"
	"net/http"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// Beyond is what pages need of the connections with other computers: hubs, web spaces, standby computers. Package
// web/beyond has them; a site without it has Alone.
type Beyond interface {
	// CheckSender returns the reason for refusing a request of a program, before its token is checked.
	CheckSender(r *http.Request) error
	// Warning returns a warning for the operator, nil without one.
	Warning(lang *i18n.Language) *page.Banner
	// Seconds returns the computers that follow the data.
	Seconds(ctx context.Context) (Seconds, error)
	// WebhookCount returns the number of webhooks of an organisation.
	WebhookCount(ctx context.Context, organisation int) (int, error)
	// Published reports whether a tournament is published elsewhere, and returns the address of its pages at a hub, ""
	// without any.
	Published(ctx context.Context, slug string) (address string, is bool, err error)
	// ReceivedAt returns the time at which the stored state of a received tournament was sent.
	ReceivedAt(ctx context.Context, origin string) (time.Time, error)
	// Report stores a player's report on a game of a received tournament, for the computer where that is run.
	Report(ctx context.Context, slug string, r director.PlayerReport) error
	// PushKey returns the key with which browsers register for messages, "" if the site sends none.
	PushKey(ctx context.Context) (string, error)
	// LastReport returns the last of these reports on a game, for the holder of a link with the given hash.
	LastReport(ctx context.Context, t *tournament.Tournament, g *tournament.Game, link string) (director.LastReport, error)
}

// Seconds are the computers that follow the data, to take over when this one fails.
type Seconds struct {
	// Cannot is the reason if none can follow, else nil.
	Cannot error
	List   []Second
	// Unnotified is the address of the computer that has not confirmed the take-over by this one, "" for none.
	Unnotified string
}

// A Second is a computer that follows the data, or did.
type Second struct {
	ID, Name  string
	Addresses []string
	// Follows is set while each change waits for it. Behind is the time since which it misses changes, zero if unknown.
	Follows bool
	Behind  time.Time
}

// Standalone is a Beyond without connections.
type Standalone struct{}

// CheckSender refuses nothing.
func (Standalone) CheckSender(*http.Request) error { return nil }

// Warning returns nil.
func (Standalone) Warning(*i18n.Language) *page.Banner { return nil }

// Seconds returns none.
func (Standalone) Seconds(context.Context) (all Seconds, err error) { return all, nil }

// WebhookCount returns 0.
func (Standalone) WebhookCount(context.Context, int) (int, error) { return 0, nil }

// Published returns false.
func (Standalone) Published(context.Context, string) (string, bool, error) { return "", false, nil }

// ReceivedAt returns no time.
func (Standalone) ReceivedAt(context.Context, string) (t time.Time, err error) { return t, nil }

// Report refuses the report: it would reach no other computer.
func (Standalone) Report(_ context.Context, slug string, _ director.PlayerReport) error {
	return fault.New(fault.Conflict, "tournament.elsewhere", slug)
}

// PushKey returns "".
func (Standalone) PushKey(context.Context) (string, error) { return "", nil }

// LastReport returns none.
func (Standalone) LastReport(context.Context, *tournament.Tournament, *tournament.Game, string) (r director.LastReport, err error) {
	return r, nil
}
