package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"text/tabwriter"
	"time"

	"tourney/internal/data/backup"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tool/load"
)

// passwordVariable is the environment variable for the password of load: other users of the machine can read flags.
const passwordVariable = "TOURNEY_PASSWORD"

// loadHelp follows the flags.
const loadHelp = `
Without --url a new server is started on a temporary database. With --url the
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
(the standings after a change), desk (what an open desk loads after it), event (from a
change until a listener receives it), cached page and bare page (the standings without a pause, and the same bytes from a
handler that does nothing else), bare insert (a row, until it is on the disk). "/s" is a
second: for page, unchanged, follow and event from the first to the last, for the others
while any is under way.

JSON: {"rounds", "entries", "broken", "unheard", "firstFailure",
  "cost" of the server's processor in milliseconds a result,
  "lost": ["where, and what"],
  "lines": [{"kind", "count", "failed", "rate" a second,
             "p50", "p90", "p99", "most" in milliseconds}]}
`

// playLoad plays tournaments against a server.
func playLoad(c *call) error {
	access, plan := load.Access{}, load.Plan{Pauses: c.patience.load}
	c.flags.StringVar(&access.URL, "url", "", "the `URL` of a server at this machine, such as http://127.0.0.1:8080; without it a new one is started")
	c.flags.StringVar(&access.Metrics, "metrics", "", "the `URL` of its metrics, such as http://127.0.0.1:9090/metrics, with --url: its processor time a result is measured")
	c.flags.StringVar(&access.Name, "name", "", "the `NAME` of the person there who plays the director and the desks, with --url")
	c.flags.IntVar(&plan.Tournaments, "tournaments", 1, "tournaments that are played at once")
	c.flags.IntVar(&plan.Players, "players", 400, "players of each tournament")
	c.flags.IntVar(&plan.Desks, "desks", 10, "desks that enter results, in all tournaments together; each waits for the answer before it goes on, and has its page open")
	c.flags.Float64Var(&plan.Rate, "rate", 5, "results a second, of all desks together; 0 is without a pause")
	c.flags.IntVar(&plan.Phones, "phones", 1000, "phones that look at public pages, each most at its own player's")
	c.flags.DurationVar(&plan.Pause, "pause", 10*time.Second, "the `TIME` between two pages of a phone, half as much to half as much again")
	c.flags.IntVar(&plan.Followers, "followers", 0, "open pages that load the standings whenever something changes")
	c.flags.IntVar(&plan.Listeners, "listeners", 100, "open pages that only listen")
	c.flags.DurationVar(&plan.Lasting, "for", time.Minute, "how long results are entered: a `TIME` such as 30s or 5m")
	c.flags.IntVar(&plan.Entries, "entries", load.MostEntries, "the most results that are entered; after them it ends, also before the time of --for")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	c.more = loadHelp
	if _, err := c.parse(); err != nil {
		return err
	}
	if access.URL != "" && access.Name == "" {
		return misused("command.load.name", passwordVariable)
	}
	if err := plan.Check(); err != nil {
		return inUsage(err)
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
	case fault.Is(err, "load.url"), fault.Is(err, "load.loopback"):
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

// serveLoad starts a server on a new database in a folder, in another process, and sets its addresses and login.
func (c *call) serveLoad(folder string, access *load.Access) (stop func(), err error) {
	path := filepath.Join(folder, "load.db")
	access.Name = "load"
	if access.Password, err = c.foundLoad(path, access.Name); err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	metrics := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, err
	}
	serves := exec.Command(program, "serve", "--db", path, "--addr", "127.0.0.1:0", "--metrics", metrics) // #nosec G204 -- this program
	var said bytes.Buffer
	serves.Stderr = &said
	out, err := serves.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := serves.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = serves.Process.Kill() // its database is deleted
		_ = serves.Wait()
	}
	for lines := bufio.NewScanner(out); access.URL == "" && lines.Scan(); {
		access.URL = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text())
	}
	if access.URL == "" {
		stop()
		return nil, fmt.Errorf("the server of the load has not started: %s", said.String())
	}
	access.Metrics = "http://" + metrics + "/metrics"
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return stop, nil
}

// foundLoad makes a database with one director, and returns the password.
func (c *call) foundLoad(path, name string) (password string, err error) {
	kept, err := store.Open(c.ctx, path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	d := c.direct(kept, backup.Config{Log: c.newLog(&server{})})
	token, _, err := d.Access().SetupToken(c.ctx)
	if err != nil {
		return "", err
	}
	return token, d.Access().SetPassword(c.ctx, token, name, token)
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
	if r.Cost > 0 {
		fmt.Fprintf(c.stdout, "\nprocessor time of the server: %.1f ms a result, with all that it caused\n", r.Cost)
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
