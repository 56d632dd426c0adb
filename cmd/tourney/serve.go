package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"tourney/docs"
	"tourney/internal/app/director"
	"tourney/internal/data/backup"
	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/tool/demo"
	"tourney/internal/web"
	"tourney/internal/web/mail"
	"tourney/internal/web/metrics"
	"tourney/static"
	"tourney/templates"
)

// A server holds the common settings of serve and demo.
type server struct {
	addr, base   string
	tls          *tlsMode
	proxies      web.Proxies
	mail         *mail.Server // nil sends no letters
	dev, verbose bool
	// json writes the log in JSON; metrics is the address of the numbers for Prometheus, "" for none.
	json    bool
	metrics string
	// languages is the folder with more catalogs, "" for none.
	languages string
	// opened is the folder of files that a later start hands over, "" for none.
	opened string
	// releases is the address of the file about the newest version, "" for none.
	releases string
}

// loopback are the addresses of a proxy on this machine.
const loopback = "127.0.0.0/8,::1"

// backupVariable is the environment variable for --backup-to.
const backupVariable = "TOURNEY_BACKUP_TO"

// smtpVariable is the environment variable for --smtp: other users of the machine can read flags, with the password.
const smtpVariable = "TOURNEY_SMTP"

// serverFlags defines the flags of a server with a default address.
func (c *call) serverFlags(addr string) *server {
	s := &server{tls: c.tlsFlags()}
	c.flags.StringVar(&s.addr, "addr", addr, "where to listen, HOST:PORT; without a host on every network, without the flag at the next free port")
	c.flags.StringVar(&s.base, "base", "", "the public address behind a proxy, such as https://go.example.org")
	s.proxies, _ = web.ParseProxies(loopback) // loopback is valid
	c.flags.Func("proxy", "networks of trusted proxies (X-Forwarded-For), such as 192.168.1.5,10.0.0.0/8; without the flag "+loopback,
		func(text string) (err error) {
			s.proxies, err = web.ParseProxies(text)
			return err
		})
	c.flags.Func("smtp", "the mail server, smtp://user:password@host?from=desk@example.org or smtps://…; better in "+smtpVariable,
		func(text string) (err error) {
			s.mail, err = mail.ParseServer(text)
			return err
		})
	c.languageFlag(&s.languages)
	c.flags.BoolVar(&s.json, "log-json", false, "write the log in JSON")
	c.flags.StringVar(&s.metrics, "metrics", "", "where Prometheus reads /metrics, HOST:PORT, such as 127.0.0.1:9090; without the flag nowhere")
	c.flags.BoolVar(&s.dev, "dev", false, "read pages from ./templates and ./static for every request")
	c.flags.BoolVar(&s.verbose, "verbose", false, "log every request, not only what went wrong")
	return s
}

// parseServer parses the flags of a server. It refuses a bad address, and https flags that exclude each other, before
// it creates anything.
func (c *call) parseServer(s *server) error {
	if _, err := c.parse(); err != nil {
		return err
	}
	if _, _, err := hostPort(s.addr); err != nil {
		return misused("command.flag.addr", fault.Clip(s.addr))
	}
	if err := inUsage(s.tls.check(s.base)); err != nil {
		return err
	}
	var from fs.FS = templates.FS
	if s.dev {
		from = os.DirFS("templates")
	}
	return c.readLanguages(from, s.languages)
}

func serve(c *call) error {
	path := c.flags.String("db", "", "the database, "+aDatabase+" (default: "+defaultDatabase()+")")
	second := c.flags.String("backup-to", os.Getenv(backupVariable), "a second folder for backups, such as one on a USB stick; or in "+backupVariable)
	reset := c.flags.String("reset-password", "", "print a link that works once, with which the person of this `NAME` sets a new password")
	opens := c.openingFlags()
	var others follower
	if beyond.serveFlags != nil {
		others = beyond.serveFlags(c)
	}
	s := c.serverFlags(":8080")
	s.releases = releases
	if err := c.parseServer(s); err != nil {
		return err
	}
	if others != nil {
		if done, err := others.serve(s, path, *second); done || err != nil {
			return err
		}
	}
	if err := c.defaults(s, path); err != nil {
		return err
	}
	return c.serveData(s, service{*path, *second, *reset, opens, others})
}

// A service describes the data of a server: the path, a second folder for backups, the name for --reset-password, what
// the browser opens, and the part about other computers, which may be nil.
type service struct {
	path, second, reset string
	opens               *opening
	others              follower
}

func (c *call) serveData(s *server, of service) error {
	var inUse error
	if !database.IsServer(of.path) { // a server can have several instances
		inUse = store.CheckUnused(c.ctx, of.path, c.patience.held)
	}
	if inUse != nil && of.reset == "" { // the link is for the running server
		if shown, err := c.showRunning(of.opens, of.path); shown || err != nil {
			return err
		}
		return c.inFile(of.path, inUse)
	}
	kept, err := c.database(of.path, elsewhere(of.second, of.path))
	if err != nil {
		return err
	}
	defer kept.Close()
	file, data := kept.Path(), of.path
	if !database.IsServer(data) {
		data = file
	}
	backups := backup.Config{Folder: copies.Folder(file), Second: elsewhere(of.second, file), Log: c.newLog(s)}
	if inUse != nil { // another program makes its backups
		backups.Folder = ""
	}
	d := c.direct(kept, backups)
	token, occasion, err := c.passwordLink(d, kept, of.reset)
	if err != nil && !fault.Is(err, "standby.yielded") { // otherwise its page shows the take-over
		return err
	}
	link := func(url string) { fmt.Fprintf(c.stdout, "\n%s\n            %s/setup/%s\n", occasion, url, token) }
	// With --reset-password a server may keep running.
	known := func(url string) bool { return of.reset != "" && answers(c.ctx, url+"/setup/"+token) }
	if inUse != nil { // one server a file: this one must not become a second
		c.linkTo(s, known, link)
		return nil
	}
	if _, err := d.PersonalData().ForgetAgain(c.ctx, ""); err != nil { // a restore was interrupted
		backups.Log.Error("people who were forgotten are in the data or its file", slog.Any("error", err))
	}
	way, running, err := c.open(s, filepath.Dir(file), known)
	switch {
	case err != nil:
		return err
	case running != "":
		c.greet("command.serve.running", running)
		link(running)
		return nil
	}
	if of.others != nil {
		on, err := of.others.goesOn(kept, s, way)
		if err != nil {
			return c.inFile(data, err)
		}
		if on {
			d = c.direct(kept, backups) // the earlier director has found the other computer's writes
		}
		of.others.lookAround(d, backups.Log)
	}
	open := play{d, c.reopen(data, backups)}.stage
	if of.others != nil && token != "" && !database.IsServer(data) {
		open = of.others.second(open, s, way, copyAt{data, of.second})
	}
	page, err := of.opens.hand(data)
	if err != nil {
		return c.inFile(of.opens.file, err)
	}
	if !database.IsServer(data) {
		s.opened = openedFolder(data)
		defer os.Remove(addressFile(data))
		defer os.RemoveAll(openedFolder(data)) // files that nobody imported
	}
	return c.serveAt(way, s, open, func(url string) {
		c.greetPlaces(s, database.Shown(data), backups)
		if token != "" {
			link(url)
		}
		of.opens.begin(c, url, data, cmp.Or(page, "/desk"), token)
	})
}

// elsewhere returns the folder for the backups of a database within a second one, "" for none.
func elsewhere(second, file string) string {
	if second == "" || database.IsServer(file) {
		return ""
	}
	for _, name := range []*string{&second, &file} {
		if whole, err := filepath.Abs(*name); err == nil {
			*name = whole
		}
	}
	computer, _ := os.Hostname() // without a name the path is enough
	return copies.Elsewhere(second, file, computer)
}

// linkTo prints a link to the running server that known recognises, at this machine and the address of the flags or a
// later port. If it finds none, it explains how to complete the link.
func (c *call) linkTo(s *server, known func(url string) bool, link func(url string)) {
	at := s.base
	if at == "" {
		at = findServer(s.addr, known)
	}
	if at == "" {
		fmt.Fprintln(c.stdout, c.lang.T("command.serve.elsewhere"))
		link("ADDRESS")
		return
	}
	c.greet("command.serve.running", at)
	link(at)
}

// greetPlaces prints the places of data, backups and letters.
func (c *call) greetPlaces(s *server, file string, backups backup.Config) {
	c.greet("command.serve.data", file)
	c.greet("command.serve.backups", backups.Folder)
	if backups.Second != "" {
		fmt.Fprintf(c.stdout, "            %s\n", backups.Second)
	}
	if s.mail != nil {
		c.greet("command.serve.mail", s.mail.String())
		if s.base == "" {
			fmt.Fprintf(c.stdout, "            %s\n", c.lang.T("message.base"))
		}
	}
}

// defaults sets values without a flag: the mail server of the environment, and the path of the database.
func (c *call) defaults(s *server, path *string) (err error) {
	if text := os.Getenv(smtpVariable); text != "" && s.mail == nil {
		if s.mail, err = mail.ParseServer(text); err != nil {
			return err
		}
	}
	if *path == "" {
		*path = defaultDatabase()
		if err := os.MkdirAll(filepath.Dir(*path), 0o700); err != nil {
			return c.inFile(*path, fault.Wrap(err, fault.Invalid, "database.open"))
		}
	}
	return nil
}

// withSound adds the latest sound backup to the fault of a damaged database or one of a newer program, with its content
// and the command that restores it. Without one, it adds to the former the command for a backup from elsewhere.
func (c *call) withSound(err error, path string, folders []string) error {
	newer := fault.Is(err, "database.newer")
	if !newer && !fault.Is(err, "database.damaged") || database.IsServer(path) {
		return c.inFile(path, err)
	}
	sound, holds, found := backup.LatestSound(c.ctx, path, folders...)
	if newer && !found {
		return c.inFile(path, err)
	}
	if !found {
		return c.inFile(path, fault.Wrap(err, fault.Unavailable, "command.serve.damaged.none", fmt.Sprintf("tourney restore BACKUP --db %q", path)))
	}
	here := c.lang.In(time.Local)
	command := fmt.Sprintf("tourney restore %q --db %q", sound.Path, path)
	key := "command.serve.damaged"
	if newer {
		key = "command.serve.newer"
	}
	return c.inFile(path, fault.Wrap(err, fault.Unavailable, key, here.Date(sound.At.Local()), here.Clock(sound.At), c.summary(holds), command))
}

// direct returns the director of a data file with automatic backups.
func (c *call) direct(kept *store.Store, backups backup.Config) *director.Director {
	if chosen := copies.Chosen(kept.Path()); backups.Second == "" && backups.Folder != "" {
		backups.Second = elsewhere(chosen, kept.Path())
	}
	d := director.New(kept, time.Now)
	d.Backups().Configure(c.ctx, backups)
	return d
}

// tellOvertaken waits for another computer's take-over and prints it.
func (c *call) tellOvertaken(d *director.Director) {
	select {
	case <-d.Yielded():
		fmt.Fprintf(c.stdout, "\n%s\n", c.lang.Error(d.Trouble()))
	case <-c.ctx.Done():
	}
}

// reopen returns the function that opens a database again after a restore.
func (c *call) reopen(data string, backups backup.Config) func(ctx context.Context) (*director.Director, error) {
	return func(ctx context.Context) (*director.Director, error) {
		again, err := store.Open(ctx, data)
		if err != nil {
			return nil, err
		}
		d := c.direct(again, backups)
		go c.tellOvertaken(d)
		return d, nil
	}
}

// passwordLink returns the token of a link to set a password, with a sentence about it: for a person with a forgotten
// password, else at the first start, with a note about files beside the database. Fault: "login.unknown" for an unknown
// person; the link of the first start stays valid.
func (c *call) passwordLink(d *director.Director, kept *store.Store, forgotten string) (token, occasion string, err error) {
	if forgotten != "" {
		token, err = d.Access().ResetToken(c.ctx, forgotten)
		return token, c.lang.T("command.serve.forgotten"), err
	}
	token, needed, err := d.Access().SetupToken(c.ctx)
	if err != nil || !needed {
		return "", "", err
	}
	return token, c.earlierFiles(kept) + c.lang.T("command.serve.first"), nil
}

// demonstrate serves a temporary database with a current tournament, a finished one and one with open sign-up.
func demonstrate(c *call) error {
	// The password is public: listen on this machine only.
	s := c.serverFlags("127.0.0.1:8080")
	site := c.flags.String("site", "", "write the public pages of the sample tournament into this `FILE.zip`, and end")
	if err := c.parseServer(s); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tourney-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "demo.db")
	open := func(ctx context.Context) (*store.Store, *director.Director, error) {
		kept, err := store.OpenScratch(ctx, path)
		if err != nil {
			return nil, nil, err
		}
		return kept, c.direct(kept, backup.Config{Folder: copies.Folder(path), Log: c.newLog(s)}), nil
	}
	kept, d, err := open(c.ctx)
	if err != nil {
		return err
	}
	defer kept.Close()
	now := time.Now()
	if *site != "" {
		now = sourceTime(now)
	}
	slug, err := demo.Play(c.ctx, kept, now)
	if err != nil {
		return err
	}
	if *site != "" {
		return c.writeDemo(*site, d, slug)
	}
	const name, password = "demo", "helsinki-demo"
	token, _, err := d.Access().SetupToken(c.ctx)
	if err != nil {
		return err
	}
	if err := d.Access().SetPassword(c.ctx, token, name, password); err != nil {
		return err
	}
	way, _, err := c.open(s, dir, nil)
	if err != nil {
		return err
	}
	again := func(ctx context.Context) (*director.Director, error) { _, d, err := open(ctx); return d, err }
	return c.serveAt(way, s, play{d, again}.stage, func(url string) {
		c.greet("frame.desk", c.lang.T("command.serve.login", url+"/desk/"+slug, name, password))
		fmt.Fprintln(c.stdout, c.lang.T("command.serve.unkept"))
	})
}

// sourceTime returns the time of the sources in SOURCE_DATE_EPOCH, without it now: equal sources give equal files.
func sourceTime(now time.Time) time.Time {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return now
	}
	return time.Unix(seconds, 0)
}

// writeDemo writes the public pages of a tournament into a file.
func (c *call) writeDemo(path string, d *director.Director, slug string) error {
	snapshot, err := d.Snapshot(c.ctx, slug)
	if err != nil {
		return err
	}
	whole, err := d.Whole(c.ctx, snapshot.Tournament)
	if err != nil {
		return err
	}
	var pages bytes.Buffer
	if err := c.writePages(&pages, whole); err != nil {
		return err
	}
	return writeFile(path, pages.Bytes())
}

// A play is a director, with a function that opens the next one after a restore.
type play struct {
	*director.Director
	reopen func(ctx context.Context) (*director.Director, error)
}

// stage returns the handler of requests for a director.
func (p play) stage(config web.Config) (stage, error) {
	return web.NewSwapper(p.Director, config, p.reopen)
}

// A stage is a handler of requests that has streams and other resources to close.
type stage interface {
	http.Handler
	CloseStreams()
	Close() error
}

// serveAt serves until the context ends. greet prints the lines below the addresses; url is the address for the
// director at this machine.
func (c *call) serveAt(way entrance, s *server, open func(web.Config) (stage, error), greet func(url string)) (err error) {
	defer way.close()
	config := c.config(way, s)
	handler, err := open(config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, handler.Close()) }()
	besides, err := c.besides(way, s, config)
	if err != nil {
		return err
	}
	c.welcome(way, greet)
	answers := newServer(handler, 30*time.Second, config.Log)
	answers.ReadHeaderTimeout = 5 * time.Second
	answers.RegisterOnShutdown(handler.CloseStreams)
	failed := make(chan error, 2+len(besides))
	for _, b := range besides {
		defer b.server.Close()
		go func() { failed <- b.server.Serve(b.at) }()
	}
	way.serve(answers, failed)
	if err := tellStarted(); err != nil {
		config.Log.Warn("systemd is not told that the start is over", "error", err)
	}
	select {
	case err := <-failed:
		return err
	case <-c.ctx.Done():
	}
	way.close()
	time.Sleep(c.patience.lastReading)
	last, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// The listeners are closed. Shutdown reports that if Serve has not returned yet.
	if err := answers.Shutdown(last); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// lastReading is how long the server still reads requests on open connections after the listeners are closed: Shutdown
// would close new connections without a response.
const lastReading = 250 * time.Millisecond

// tellStarted notifies systemd that the server is ready, if it waits for that (Type=notify, sd_notify(3)).
func tellStarted() error {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return nil
	}
	conn, err := net.Dial("unixgram", socket) // #nosec G704 -- systemd names it
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte("READY=1"))
	return errors.Join(err, conn.Close())
}

// config returns the configuration of a server's pages.
func (c *call) config(way entrance, s *server) web.Config {
	s.base = cmp.Or(s.tls.base(way.public), s.base)
	config := web.Config{
		Catalog: c.catalog, Templates: templates.FS, Static: static.FS, Docs: docs.FS, Dev: s.dev, Base: s.base, Proxies: s.proxies, Version: version, Releases: s.releases, Mail: s.mail, Encrypted: way.encrypted, Opened: s.opened,
		Log: c.newLog(s), RefusalWait: 2 * time.Second, Extension: beyond.pages,
		// A function, because the network may change or appear later.
		Phones: func() string { return slices.Concat(way.public.addresses()[1:], []string{""})[0] },
	}
	if s.metrics != "" {
		config.Metrics = metrics.New()
	}
	if s.mail != nil && s.base == "" {
		config.Log.Warn("no letters are sent: their links need the public address, --base https://…")
	}
	if s.dev {
		config.Templates, config.Static, config.Docs = os.DirFS("templates"), fs.FS(os.DirFS("static")), os.DirFS("docs")
	}
	return config
}

// welcome prints the addresses of a server.
func (c *call) welcome(way entrance, greet func(url string)) {
	fmt.Fprintf(c.stdout, "tourney %s\n\n", version)
	urls := way.public.addresses()
	c.greet("command.serve.open", urls[0])
	for _, url := range urls[1:] {
		c.greet("command.serve.phones", url)
	}
	if way.encrypted != nil {
		desks := way.desks.addresses()
		for _, url := range desks[min(1, len(desks)-1):] { // this machine needs no encryption
			c.greet("command.serve.tls", url)
		}
		c.greet("command.serve.fingerprint", way.encrypted.Fingerprint)
	}
	greet(urls[0])
	fmt.Fprintf(c.stdout, "\n%s\n", c.lang.T("command.serve.stop"))
}

// A beside is a separate server beside the server of the pages.
type beside struct {
	at     net.Listener
	server *http.Server
}

// besides opens the ports for Prometheus and for redirects to https, if they are configured.
func (c *call) besides(way entrance, s *server, config web.Config) (list []beside, err error) {
	if config.Metrics != nil {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", config.Metrics)
		at, err := net.Listen("tcp", s.metrics)
		if err != nil {
			return nil, fmt.Errorf("--metrics: %w", err)
		}
		list = append(list, beside{at, newServer(mux, 10*time.Second, config.Log)})
	}
	if s.tls.trusted() && !c.flagsSet()["addr"] {
		at, err := net.Listen("tcp", ":80") // #nosec G102 -- a public server
		if err != nil {
			config.Log.Warn("no redirects from http: port 80 is not to be had", slog.Any("error", err))
			return list, nil
		}
		list = append(list, beside{at, newServer(way.public.redirect(), 10*time.Second, config.Log)})
	}
	return list, nil
}

// newServer returns a server with a timeout for reading requests. Errors of a connection, such as an interrupted
// handshake, are warnings of the log.
func newServer(handler http.Handler, read time.Duration, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: handler, ReadTimeout: read, WriteTimeout: 30 * time.Second,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// newLog returns the log in the requested format. Text is for people: it describes an error in words, with its key
// after them.
func (c *call) newLog(s *server) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelWarn}
	if s.verbose {
		options.Level = slog.LevelInfo
	}
	if s.json {
		return slog.New(slog.NewJSONHandler(c.stderr, options))
	}
	options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() != slog.KindAny {
			return a
		}
		if err, ok := a.Value.Any().(error); ok {
			if _, known := fault.As(err); known {
				a.Value = slog.StringValue(c.lang.Error(err) + " (" + err.Error() + ")")
			}
		}
		return a
	}
	return slog.New(slog.NewTextHandler(c.stderr, options))
}

// greet prints one line at the start.
func (c *call) greet(key, value string) {
	const widest = 11 // letters of a label in any language
	fmt.Fprintf(c.stdout, "%-*s %s\n", widest, c.lang.T(key), value)
}

// defaultDatabase returns the path of the database without --db.
func defaultDatabase() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		dir = "."
	}
	return filepath.Join(dir, "tourney", "tourney.db")
}
