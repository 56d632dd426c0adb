package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/relay"
	"tourney/internal/beyond/standby"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/web"
	beyondpages "tourney/internal/web/beyond"
)

// tokenVariable is the environment variable for --token: other users of the machine can read flags.
const tokenVariable = "TOURNEY_STANDBY_TOKEN" // #nosec G101 -- a name

func init() {
	beyond = extension{
		commands: []command{webhookCommand}, pages: beyondpages.New, reachable: standby.Reachable,
		serveArgs: " [--standby URL --token TOKEN [--fingerprint PRINT] | --go-on]", serveFlags: serveFlags,
		succeed: standby.Succeed, part: standby.Detach, carry: standby.Carry,
		look: func(ctx context.Context, kept *store.Store) error { return standby.NewLeader(kept).Poll(ctx) },
	}
}

// following is the follower of serve.
type following struct {
	*call
	from standby.Source
	goOn bool
}

// serveFlags defines the flags of a standby computer.
func serveFlags(c *call) follower {
	f := &following{call: c}
	c.flags.StringVar(&f.from.Address, "standby", "", "follow the server at this `URL` with all its data, and take over when it fails")
	c.flags.StringVar(&f.from.Token, "token", "", "the token that goes with --standby; or in "+tokenVariable)
	c.flags.StringVar(&f.from.Fingerprint, "fingerprint", "", "the fingerprint of the certificate at --standby, if that server has signed it itself")
	c.flags.BoolVar(&f.goOn, "go-on", false, "write again to data from which another computer has taken over, as when that one is lost with all that was written there")
	return f
}

func (f *following) serve(s *server, path *string, second string) (done bool, err error) {
	if set := f.flagsSet(); f.from.Address == "" && (set["token"] || set["fingerprint"]) {
		return false, misused("command.flag.standby")
	}
	if f.from.Address == "" {
		return false, nil
	}
	on, err := f.follows(&f.from, path)
	if err != nil || !on {
		return false, err
	}
	return true, f.standBy(s, f.from, copyAt{*path, second})
}

// follows reports whether this computer should follow another one, into a copy at path; it sets an empty path. It
// returns false if this computer has taken over before: the copy is its data then.
func (c *call) follows(from *standby.Source, path *string) (on bool, err error) {
	if from.Address, err = relay.HubAddress(from.Address); err != nil {
		return false, inUsage(err)
	}
	if from.Token, err = relay.Token(cmp.Or(from.Token, os.Getenv(tokenVariable))); err != nil {
		return false, inUsage(err)
	}
	if from.Token == "" {
		return false, misused("command.flag.token")
	}
	*path = cmp.Or(*path, filepath.Join(filepath.Dir(defaultDatabase()), "standby.db"))
	if database.IsServer(*path) {
		return false, misused("standby.server")
	}
	if *path, err = filepath.Abs(*path); err == nil {
		err = os.MkdirAll(filepath.Dir(*path), 0o700) // #nosec G703 -- a flag of this command names it
	}
	if err != nil {
		return false, c.inFile(*path, fault.Wrap(err, fault.Invalid, "database.open"))
	}
	switch {
	case standby.IsDecided(*path):
		return false, nil
	case !durable.Exists(*path) || standby.IsCopy(*path):
		return true, nil
	}
	return c.giveUp(*path)
}

// giveUp sets data aside so that a copy can replace them: data of a computer that another one has relieved, or blank
// data. It returns false if this computer took over and still writes. Other data are refused: "standby.file".
func (c *call) giveUp(path string) (given bool, err error) {
	if err := store.CheckUnused(c.ctx, path, c.patience.held); err != nil {
		return false, c.inFile(path, err)
	}
	kept, err := c.database(path)
	if err != nil {
		return false, err
	}
	r, name := kept.Leadership(), publishing.InstallationOf(c.ctx, kept)
	blank, err := isBlank(c.ctx, kept)
	if err = errors.Join(err, kept.Close()); err != nil {
		return false, c.inFile(path, err)
	}
	text := "standby.aside"
	switch {
	case r.Yielded:
	case r.Holder == name:
		fmt.Fprintf(c.stdout, "%s\n\n", c.lang.T("standby.incharge", fault.Moment(r.At)))
		return false, nil
	case blank:
		text = "standby.aside.blank"
	default:
		return false, c.inFile(path, fault.New(fault.Conflict, "standby.file"))
	}
	aside, err := database.SetAside(path, "", database.WALSuffix, database.IndexSuffix)
	if err == nil {
		fmt.Fprintln(c.stdout, c.lang.T(text, aside[0]))
	}
	return true, err
}

// who returns the description of this computer for its primary or a relieved computer; installation is its ID.
func who(path, installation string, s *server, way entrance) standby.Request {
	name, err := os.Hostname()
	if err != nil {
		name = filepath.Base(path)
	}
	addresses := way.public.addresses()
	if strings.Contains(addresses[0], "//localhost:") { // localhost is useless for another computer
		addresses = addresses[1:]
	}
	if s.base != "" { // it may be the address of the relieved computer
		addresses = append([]string{s.base}, addresses...)
	}
	return standby.Request{ID: installation, Name: name, Addresses: addresses, Schema: store.Schema()}
}

// A copyAt is the path of a standby's copy, and its second folder for backups.
type copyAt struct{ path, second string }

// nearestFirst sorts the addresses of this computer: first the public one, then the address in the common network with
// other. The rest may be in networks without other devices.
func nearestFirst(addresses []string, other, base string) []string {
	to, err := url.Parse(other)
	if err != nil {
		return addresses
	}
	way, err := net.Dial("udp", net.JoinHostPort(to.Hostname(), "9")) // sends nothing
	if err != nil {
		return addresses
	}
	defer way.Close()
	here, _, _ := net.SplitHostPort(way.LocalAddr().String())
	place := func(address string) int {
		at, err := url.Parse(address)
		switch {
		case address == base:
			return 0
		case err == nil && at.Hostname() == here:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(addresses, func(a, b string) int { return place(a) - place(b) })
	return addresses
}

// standBy serves a standby computer until the context ends.
func (c *call) standBy(s *server, from standby.Source, at copyAt) error {
	path := at.path
	replica, err := database.OpenReplica(path)
	if err != nil {
		return c.inFile(path, err)
	}
	defer replica.Close() // again after a take-over
	way, _, err := c.open(s, filepath.Dir(path), nil)
	if err != nil {
		return err
	}
	f := standby.Follow(replica, from, func() standby.Request {
		is := who(path, publishing.Installation(path), s, way)
		is.Addresses = nearestFirst(is.Addresses, from.Address, s.base)
		return is
	}, c.patience.reachable)
	ctx, cancel := context.WithCancel(c.ctx)
	var following sync.WaitGroup
	backups := backup.Config{Folder: copies.Folder(path), Second: elsewhere(at.second, path), Log: c.newLog(s)}
	w := beyondpages.Watch{State: f.State, Hurry: f.Hurry, From: from.Address, Key: rand.Text()}
	w.TakeOver = func(ctx context.Context, anyway bool) (*director.Director, error) {
		kept, err := f.TakeOver(ctx, standby.Taking{Path: path, At: time.Now(), Anyway: anyway})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(c.stdout, "\n%s\n            tourney serve --db %q%s\n", c.lang.T("standby.taken"), path, c.otherFlags())
		d := c.direct(kept, backups)
		go c.tellOvertaken(d)
		return d, nil
	}
	w.Reopen = c.reopen(path, backups)
	show := func(config web.Config) (stage, error) { return beyondpages.NewStandby(w, config) }
	defer func() { cancel(); following.Wait() }()
	return c.serveAt(way, s, show, func(url string) {
		c.greet("standby.greet.from", from.Address)
		c.greet("standby.greet.take", url+"/take/"+w.Key)
		c.greetPlaces(s, path, backups)
		following.Go(func() { f.Run(ctx, c.tellFollowing) }) // who needs the open ports
	})
}

// tellFollowing prints the state of following, with its error.
func (c *call) tellFollowing(is standby.State) {
	text := c.lang.T("standby.console.copies")
	switch {
	case is.Trouble != nil:
		text = c.lang.T("standby.console.fails", is.Trouble)
	case is.HasAll():
		text = c.lang.T("standby.console.follows")
	}
	fmt.Fprintf(c.stdout, "%s  %s\n", c.lang.In(time.Local).Seconds(time.Now()), text)
}

// otherFlags returns the flags for the command after a take-over, so that the next start has the same address. It omits
// flags of a standby, the file and passwords.
func (c *call) otherFlags() (text string) {
	c.flags.Visit(func(f *flag.Flag) {
		if !slices.Contains([]string{"standby", "token", "fingerprint", "db", "smtp"}, f.Name) { // some have passwords
			text += fmt.Sprintf(" --%s=%s", f.Name, f.Value)
		}
	})
	return text
}

// lookAround asks the former standbys whether one has taken over, and prints that, also if it happens later.
func (c *following) lookAround(d *director.Director, log *slog.Logger) {
	if err := standby.NewLeader(d.Store()).Poll(c.ctx); err != nil && !errors.Is(err, context.Canceled) {
		log.Warn("nobody knows whether another computer has taken over", slog.Any("error", err))
	}
	if err := d.Trouble(); fault.Is(err, "standby.yielded") {
		fmt.Fprintf(c.stdout, "%s\n\n", c.lang.Error(err))
		return
	}
	go c.tellOvertaken(d)
}

// goesOn makes data writable again from which another computer has taken over, with --go-on, and prints that.
func (f *following) goesOn(kept *store.Store, s *server, way entrance) (bool, error) {
	if !f.goOn {
		return false, nil
	}
	was := kept.Leadership()
	err := standby.Resume(f.ctx, kept, who(kept.Path(), publishing.InstallationOf(f.ctx, kept), s, way), time.Now())
	switch {
	case fault.Is(err, "standby.needless"): // the next start has the same flags
		fmt.Fprintf(f.stdout, "%s\n\n", f.lang.Error(err))
		return true, nil
	case err == nil:
		fmt.Fprintf(f.stdout, "%s\n\n", f.lang.T("standby.goeson", was.Name))
	}
	return err == nil, err
}
