package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"tourney/docs"
	"tourney/internal/data/backup"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tool/load"
	"tourney/internal/web"
	"tourney/static"
	"tourney/templates"
)

// passwordVariable is the environment variable for the password of load: other users of the machine can read flags.
const passwordVariable = "TOURNEY_PASSWORD"

// loadHelp follows the flags.
const loadHelp = `
Without --url a server of its own is started on a temporary database. With --url the
one that runs there at this machine is played against; the person of --name, whose
password is in ` + passwordVariable + `, must be allowed to create tournaments. The
tournaments stay there.

What fails is sent again until it is answered. After the time of --for come about 20
seconds more: what is under way is waited for, ten single changes show whether all
listeners receive each, all results are read again (one that the server said was saved and
does not have is lost, and the exit code is 1), and the least that must be done on the
same machine is measured beside. Stderr says what is being done.

Kinds: import (a tournament is sent), draw and publish (a round), entry (a result, until
it is saved), page and unchanged (what phones load, and what they have already), follow
(the standings after a change), event (from a change until a listener receives it),
cached page and bare page (the standings without a pause, and the same bytes from a
handler that does nothing else), bare insert (a row, until it is on the disk). "/s" is a
second: for page, unchanged, follow and event from the first to the last, for the others
while any is under way.

JSON: {"rounds", "entries", "broken", "unheard", "firstFailure",
  "lost": ["where, and what"],
  "lines": [{"kind", "count", "failed", "rate" a second,
             "p50", "p90", "p99", "most" in milliseconds}]}
`

// playLoad plays tournaments against a server.
func playLoad(c *call) error {
	access, plan := load.Access{}, load.Plan{Pauses: c.patience.load}
	c.flags.StringVar(&access.URL, "url", "", "the `URL` of a server at this machine, such as http://127.0.0.1:8080; without it one of its own is started")
	c.flags.StringVar(&access.Name, "name", "", "the `NAME` of the person there who plays the director and the desks, with --url")
	c.flags.IntVar(&plan.Tournaments, "tournaments", 1, "tournaments that are played at once")
	c.flags.IntVar(&plan.Players, "players", 400, "players of each tournament")
	c.flags.IntVar(&plan.Desks, "desks", 50, "desks that enter results, in all tournaments together; each waits for the answer before it goes on")
	c.flags.Float64Var(&plan.Rate, "rate", 100, "results a second, of all desks together; 0 is without a pause")
	c.flags.IntVar(&plan.Phones, "phones", 100, "phones that look at public pages")
	c.flags.DurationVar(&plan.Pause, "pause", 2*time.Second, "the `TIME` between two pages of a phone, half as much to half as much again")
	c.flags.IntVar(&plan.Followers, "followers", 100, "open pages that load the standings whenever something changes")
	c.flags.IntVar(&plan.Listeners, "listeners", 0, "open pages that only listen")
	c.flags.DurationVar(&plan.Lasting, "for", 20*time.Second, "how long results are entered: a `TIME` such as 30s or 5m")
	c.flags.IntVar(&plan.Entries, "entries", load.MostEntries, "the most results that are entered; after them it ends, also before the time of --for")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	c.more = loadHelp
	if _, err := c.parse(); err != nil {
		return err
	}
	if access.URL != "" && access.Name == "" {
		return misused("command.load.name", passwordVariable)
	}
	plan.Doing = func(key string, args ...any) { fmt.Fprintln(c.stderr, c.lang.T(key, args...)) }
	var err error
	if plan.Folder, err = os.MkdirTemp("", "tourney-load-"); err != nil {
		return err
	}
	defer os.RemoveAll(plan.Folder)
	access.Password = os.Getenv(passwordVariable)
	if access.URL == "" {
		stop, err := c.serveLoad(plan.Folder, &access)
		if err != nil {
			return err
		}
		defer stop()
	}
	report, err := load.Run(c.ctx, access, plan)
	switch {
	case fault.Is(err, "load.bounds"), fault.Is(err, "load.url"), fault.Is(err, "load.loopback"):
		return inUsage(err)
	case err != nil:
		return err
	}
	if *asJSON {
		err = c.encode(report)
	} else {
		err = c.printLoad(report)
	}
	if err == nil && (len(report.Lost) > 0 || report.Missed > 0) {
		return errFailed
	}
	return err
}

// serveLoad starts a server on a new database in a folder, with full durability, and sets its address and login.
func (c *call) serveLoad(folder string, access *load.Access) (stop func(), err error) {
	kept, err := store.Open(c.ctx, filepath.Join(folder, "load.db"))
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, kept.Close())
		}
	}()
	log := c.newLog(&server{})
	d := c.direct(kept, backup.Config{Log: log})
	token, _, err := d.Access().SetupToken(c.ctx)
	if err != nil {
		return nil, err
	}
	access.Name, access.Password = "load", token
	if err := d.Access().SetPassword(c.ctx, token, access.Name, access.Password); err != nil {
		return nil, err
	}
	loopback, err := web.ParseProxies(loopback)
	if err != nil {
		return nil, err
	}
	handler, err := web.New(d, web.Config{Catalog: c.catalog, Templates: templates.FS, Static: static.FS, Docs: docs.FS, Version: version, Extension: beyond.pages, Log: log, Proxies: loopback})
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		handler.Close()
		return nil, err
	}
	access.URL = "http://" + listener.Addr().String()
	answers := newServer(handler, 30*time.Second, log)
	answers.RegisterOnShutdown(handler.CloseStreams)
	go func() { _ = answers.Serve(listener) }()
	return func() {
		last, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err := answers.Shutdown(last)
		handler.Close()
		if err := errors.Join(err, kept.Close()); err != nil {
			log.Warn("the server of the load did not end well", slog.Any("error", err))
		}
	}, nil
}

// printLoad prints the measurements as a table, and the lost results.
func (c *call) printLoad(r *load.Report) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "kind\tcount\tfailed\t/s\tp50 ms\tp90 ms\tp99 ms\tmost ms\t")
	for _, l := range r.Lines {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.1f\t%.2f\t%.2f\t%.2f\t%.2f\t\n", l.Kind, l.Count, l.Failed, l.Rate, l.P50, l.P90, l.P99, l.Most)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\n%d rounds drawn, %d results saved, %d of them lost; %d streams broken off, %d changes not received\n",
		r.Rounds, r.Entries, len(r.Lost), r.Broken, r.Missed)
	for _, l := range r.Lost {
		fmt.Fprintln(c.stdout, "LOST", l)
	}
	if r.First != "" {
		fmt.Fprintln(c.stdout, "first failure:", r.First)
	}
	return nil
}
