package site

import (
	"context"
	"net/http"
	"time"

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
	Report(ctx context.Context, slug string, r PlayerReport) error
	// LastReport returns the last of these reports on a game, for the holder of a link with the given hash.
	LastReport(ctx context.Context, t *tournament.Tournament, g *tournament.Game, link string) (LastReport, error)
}

// A PlayerReport is a player's report on a game: a result, the confirmation of the result of revision Seen, or a record.
type PlayerReport struct {
	Game, Seen int
	// Link is the hash of the link that was used, By the player, 0 for the holder of the slip.
	Link     string
	By       tournament.PlayerID
	Result   tournament.Result
	Confirms bool
	Record   string
	At       time.Time
}

// A LastReport is a report and its outcome. Waits is set until it is taken; Refused is the message key of a refusal, ""
// without one. Report is set for the link that was used for it.
type LastReport struct {
	Waits   bool
	Refused string
	Report  PlayerReport
}

// Alone is a Beyond without connections.
type Alone struct{}

// CheckSender refuses nothing.
func (Alone) CheckSender(*http.Request) error { return nil }

// Warning returns nil.
func (Alone) Warning(*i18n.Language) *page.Banner { return nil }

// Published returns false.
func (Alone) Published(context.Context, string) (string, bool, error) { return "", false, nil }

// ReceivedAt returns no time.
func (Alone) ReceivedAt(context.Context, string) (t time.Time, err error) { return t, nil }

// Report stores nothing.
func (Alone) Report(context.Context, string, PlayerReport) error { return nil }

// LastReport returns none.
func (Alone) LastReport(context.Context, *tournament.Tournament, *tournament.Game, string) (r LastReport, err error) {
	return r, nil
}
