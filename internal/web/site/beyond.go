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

// Standalone is a Beyond without connections.
type Standalone struct{}

// CheckSender refuses nothing.
func (Standalone) CheckSender(*http.Request) error { return nil }

// Warning returns nil.
func (Standalone) Warning(*i18n.Language) *page.Banner { return nil }

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
