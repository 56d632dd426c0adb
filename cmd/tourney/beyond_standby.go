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
		pages: beyondpages.New, reachable: standby.Reachable,
		serveArgs: " [--standby URL --token TOKEN [--fingerprint PRINT] | --go-on]", serveFlags: serveFlags,
		succeed: standby.CompleteTakeOver, part: standby.Detach, carry: standby.Carry,
		look: func(ctx context.Context, kept *store.Store) error { return standby.NewLeader(kept).Poll(ctx) },
	}
}

// following is the follower of serve.
type following struct {
	*call
	from standby.Source
	// key opens the page of the take-over, "" for a new one.
	key  string
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
		if err := f.readFollowed(path); err != nil || f.from.Address == "" {
			return false, err
		}
	}
	on, err := f.follows(&f.from, path)
	if err != nil || !on {
		return false, err
	}
	return true, f.standBy(s, copyAt{*path, second})
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
func (f *following) standBy(s *server, at copyAt) error {
	way, _, err := f.open(s, filepath.Dir(at.path), nil)
	if err != nil {
		return err
	}
	p, err := f.newFollower(s, way, at)
	if err != nil {
		way.close()
		return err
	}
	defer p.close()
	show := func(config web.Config) (stage, error) { return beyondpages.NewStandby(p.watch, config) }
	return f.serveAt(way, s, show, func(url string) {
		f.greetFollowing(p, url)
		f.greetPlaces(s, at.path, p.backups)
		p.run(f.tellFollowing) // the leader needs the open ports
	})
}

// A runningFollower is a follower with its copy.
type runningFollower struct {
	*standby.Follower
	replica   *database.Replica
	watch     beyondpages.Watch
	backups   backup.Config
	ctx       context.Context
	cancel    context.CancelFunc
	following sync.WaitGroup
}

// newFollower returns a follower of f.from with a copy. It follows after run.
func (f *following) newFollower(s *server, way entrance, at copyAt) (*runningFollower, error) {
	path, from := at.path, f.from
	replica, err := database.OpenReplica(path)
	if err != nil {
		return nil, f.inFile(path, err)
	}
	p := &runningFollower{replica: replica, backups: backup.Config{Folder: copies.Folder(path), Second: elsewhere(at.second, path), Log: f.newLog(s)}}
	p.Follower = standby.Follow(replica, from, func() standby.Request { return f.ask(s, way, path) }, f.patience.reachable)
	p.ctx, p.cancel = context.WithCancel(f.ctx)
	p.watch = beyondpages.Watch{State: p.State, Hurry: p.Hurry, From: from.Address, Key: cmp.Or(f.key, rand.Text())}
	p.watch.TakeOver = func(ctx context.Context, anyway bool) (*director.Director, error) {
		kept, err := p.Follower.TakeOver(ctx, standby.TakeOverOptions{Path: path, At: time.Now(), Anyway: anyway})
		if err != nil {
			return nil, err
		}
		if err := forgetFollowed(path); err != nil {
			p.backups.Log.Warn("the next start asks again whether to follow", slog.Any("error", err))
		}
		fmt.Fprintf(f.stdout, "\n%s\n            tourney serve --db %q%s\n", f.lang.T("standby.taken"), path, f.otherFlags())
		d := f.direct(kept, p.backups)
		go f.tellOvertaken(d)
		return d, nil
	}
	p.watch.Reopen = f.reopen(path, p.backups)
	return p, nil
}

// ask returns the description of this computer for the leader.
func (f *following) ask(s *server, way entrance, path string) standby.Request {
	is := who(path, publishing.Installation(path), s, way)
	is.Addresses = nearestFirst(is.Addresses, f.from.Address, s.base)
	return is
}

// run begins to follow.
func (p *runningFollower) run(tell func(standby.State)) {
	p.following.Go(func() { p.Run(p.ctx, tell) })
}

// close ends following and closes the copy, which a take-over may have closed before.
func (p *runningFollower) close() {
	p.cancel()
	p.following.Wait()
	_ = p.replica.Close()
}

// greetFollowing prints the followed computer and the link of the take-over.
func (f *following) greetFollowing(p *runningFollower, url string) {
	f.greet("standby.greet.from", f.from.Address)
	f.greet("standby.greet.take", url+"/take/"+p.watch.Key)
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
