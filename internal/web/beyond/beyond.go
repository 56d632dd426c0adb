// Package beyond has the pages and addresses about other computers: hubs, folders and web spaces, standby computers,
// webhooks, changes for programs. It is an extension of package web, which runs without it.
package beyond

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/push"
	"tourney/internal/beyond/relay"
	"tourney/internal/beyond/sites"
	"tourney/internal/beyond/standby"
	"tourney/internal/beyond/upload"
	"tourney/internal/beyond/webhook"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web"
	"tourney/internal/web/api"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An Extension has the pages, and the senders behind them. It is a web.Extension.
type Extension struct {
	*site.Site
	// Publishing and Sites manage the publication of tournaments at hubs and of pages as files, Standby the followers.
	Publishing *publishing.Publishing
	Sites      *sites.Sites
	Standby    *standby.Leader
	Relay      *relay.Relay
	Uploader   *upload.Uploader
	Webhooks   *webhook.Webhooks
	Pushes     *push.Pushes

	// Follow makes this computer, if its data are blank, follow another one after the response to the request, and
	// returns the path of the page about that; nil if that is impossible. Faults: as standby.Try, and "standby.file".
	Follow func(ctx context.Context, from standby.Source) (path string, err error)

	log     *slog.Logger // the log at the start
	api     *api.Handlers
	changes *changesHandlers
	// states are places for unpacking states from other computers.
	states *site.Queue
}

// New returns the extension of a site.
func New(s *site.Site) web.Extension {
	d := s.Director
	g := &Extension{Site: s, log: s.Log, Publishing: publishing.New(d), Standby: standby.NewLeader(d.Store()), api: api.New(s), states: site.NewQueue(longestState)}
	g.Sites = sites.New(d, g.Publishing.Sender)
	g.Relay = relay.New(d, g.Publishing, g.log)
	g.Uploader = upload.New(d, g.Sites, g.log, pages(s))
	g.Webhooks = webhook.New(d, g.Publishing.Sender, g.log)
	g.Pushes = push.New(d, g.Publishing.Sender, pushConfig(s), g.log)
	g.changes = newChangesHandlers(s)
	return g
}

// Routes returns the addresses with their actions.
func (g *Extension) Routes() []web.RouteGroup {
	const desk, public, programs = "/desk/:slug", "/t/:slug", "/api/v1"
	publish := publishHandlers{g}
	return []web.RouteGroup{
		{Read: role.See, Write: role.See, Prefix: programs, Mount: g.changes.routes},                   // changes for programs
		{Read: role.See, Write: role.See, Mount: secondHandlers{g}.routes},                             // this computer becomes a second one
		{Read: role.Relay, Write: role.Relay, Prefix: programs, Mount: hubHandlers{g}.routes},          // tournaments that run on other computers
		{Read: role.Follow, Write: role.Follow, Prefix: programs, Mount: followHandlers{g}.routes},     // a standby computer
		{Read: role.See, Write: role.See, Prefix: programs, Mount: followHandlers{g}.leadershipRoutes}, // which computer writes to the data
		{Read: role.Operate, Write: role.Operate, Mount: standbyHandlers{g}.routes},                    // standby computers
		{Read: role.OwnLink, Write: role.OwnLink, Prefix: public, Mount: newPushHandlers(g).routes},    // messages to players
		{Read: role.Manage, Write: role.Manage, Mount: webhookHandlers{g}.routes},                      // webhooks of an organisation
		{Read: role.Conclude, Write: role.Operate, Prefix: desk, Mount: publish.routes},                // publishing a tournament elsewhere
		{Read: role.Conclude, Write: role.Arrange, Prefix: desk, Mount: publish.shownRoutes},           // showing and hiding a tournament
		{Read: role.Watch, Write: role.Operate, Prefix: desk, Mount: publish.stateRoutes},              // the progress of publishing
	}
}

// Run sends and receives until ctx ends.
func (g *Extension) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { g.Standby.Run(ctx, g.log) })
	for _, run := range []func(context.Context){g.Relay.Run, g.Uploader.Run, g.Webhooks.Run, g.Pushes.Run} {
		all.Go(func() { run(ctx) })
	}
	all.Wait()
}

// CheckSender returns "publication.own" for a request by this installation: it is published at itself.
func (g *Extension) CheckSender(r *http.Request) error {
	if sender := r.Header.Get(relay.SenderHeader); sender != "" && sender == g.Publishing.Sender() {
		return fault.New(fault.Conflict, "publication.own")
	}
	return nil
}

// Warning warns that a standby computer is behind for a while, or that the old leader has not been notified of the
// take-over.
func (g *Extension) Warning(lang *i18n.Language) *page.Banner {
	b := page.Banner{Level: "warning", Action: lang.T("frame.safety"), Address: "/safety"}
	if name, since := g.Standby.Late(); name != "" {
		b.Text = lang.T("standby.late", name, lang.Since(since, g.Director.Now())+" "+lang.ZoneName(since))
	} else if old := g.Standby.Unnotified(); old != "" {
		b.Text = lang.T("standby.silent", old)
	} else {
		return nil
	}
	return &b
}

// Published reports whether a tournament is published elsewhere, and returns the address of its pages at a hub.
func (g *Extension) Published(ctx context.Context, slug string) (address string, is bool, err error) {
	hub, atHub, err := g.Publishing.Of(ctx, slug)
	if atHub && hub.Address != "" {
		address = hub.Hub + hub.Address
	}
	if err != nil || atHub && !hub.Ended {
		return address, atHub, err
	}
	_, atSite, err := g.Sites.Of(ctx, slug)
	return address, atSite, err
}

// ReceivedAt returns the time at which the stored state of a received tournament was sent.
func (g *Extension) ReceivedAt(ctx context.Context, origin string) (time.Time, error) {
	return g.Publishing.SentAt(ctx, origin)
}

// Report stores a player's report for the computer where the tournament is run.
func (g *Extension) Report(ctx context.Context, slug string, r director.PlayerReport) error {
	return g.Publishing.Report(ctx, slug, r)
}

// LastReport returns the last report on a game of a received tournament for the holder of a link.
func (g *Extension) LastReport(ctx context.Context, t *tournament.Tournament, of *tournament.Game, link string) (director.LastReport, error) {
	return g.Publishing.LastReport(ctx, t, of, link)
}
