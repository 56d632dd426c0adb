package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"tourney/internal/data/database"
	"tourney/internal/data/durable"
	"tourney/internal/fault"
	"tourney/internal/format/file"
)

// An opening is a start by a double click or with a file: the browser then shows the next page. A server has the
// zero opening, which opens nothing.
type opening struct {
	// browser is set if the browser is to be opened, file names a file to import; may be "".
	browser bool
	file    string
}

// openingFlags defines the flags of a start without a command.
func (c *call) openingFlags() *opening {
	o := &opening{}
	c.flags.BoolVar(&o.browser, "open", false, "open the browser at the next page, if there is a screen; set by a start without arguments")
	c.flags.StringVar(&o.file, "import", "", "a tournament `FILE` whose preview is opened; set by “tourney FILE”")
	return o
}

// asOpening returns the arguments of serve for a start without a command: a double click, or a file.
func asOpening(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--open"}
	case len(args) == 1 && !isCommand(args[0]) && isFile(args[0]):
		return []string{"--open", "--import", args[0]}
	}
	return args
}

func isCommand(name string) bool {
	return name == "help" || slices.ContainsFunc(commands, func(c command) bool { return c.name == name })
}

func isFile(path string) bool {
	info, err := os.Stat(path) // #nosec G703 -- a name from the command line
	return err == nil && info.Mode().IsRegular()
}

// openedFolder is the folder beside a database for files that a start hands to the server.
func openedFolder(db string) string { return db + ".opened" }

// addressFile is the file beside a database with the address of the running server.
func addressFile(db string) string { return db + ".address" }

// hand copies the file to import into the folder of the server, and returns the path of its page; "" without a file.
func (o *opening) hand(db string) (page string, err error) {
	if o.file == "" {
		return "", nil
	}
	if database.IsServer(db) {
		return "", misused("command.import.server")
	}
	data, err := os.ReadFile(o.file)
	if err != nil {
		return "", err
	}
	if len(data) > file.MostBytes {
		return "", fault.New(fault.TooLarge, "file.large", len(data)>>20, file.MostBytes>>20)
	}
	if err := os.MkdirAll(openedFolder(db), 0o700); err != nil {
		return "", err
	}
	name := filepath.Base(o.file)
	// #nosec G703 -- a base name, in a folder of the program
	if err := os.WriteFile(filepath.Join(openedFolder(db), name), data, 0o600); err != nil {
		return "", err
	}
	return "/opened/" + url.PathEscape(name), nil
}

// begin stores the address of a server that has started, and opens the browser at a page of it: first of all at the
// link that sets a password.
func (o *opening) begin(c *call, address, db, page, token string) {
	if !database.IsServer(db) {
		if err := durable.Write(addressFile(db), []byte(address)); err != nil {
			fmt.Fprintln(c.stderr, "tourney:", err)
		}
	}
	if !o.browser {
		return
	}
	if token != "" {
		page = "/setup/" + token
	}
	openBrowser(address + page)
}

// runningAt returns the address of the running server of a database, "" if it is unknown.
func (c *call) runningAt(db string) (string, error) {
	text, err := os.ReadFile(addressFile(db))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	address := strings.TrimSpace(string(text))
	if err != nil || !answers(c.ctx, address+"/healthz") {
		return "", err
	}
	return address, nil
}

// showRunning opens the browser at the running server of a database. It returns false if no server answers.
func (c *call) showRunning(o *opening, db string) (shown bool, err error) {
	at, err := c.runningAt(db)
	if err != nil || at == "" {
		return false, err
	}
	page, err := o.hand(db)
	if err != nil {
		return false, c.inFile(o.file, err)
	}
	c.greet("command.serve.running", at)
	if o.browser {
		openBrowser(at + cmp.Or(page, "/desk"))
	}
	return true, nil
}

// openBrowser opens an address in the browser of the person at the screen. Without a screen or a browser it does
// nothing: the address is printed as well.
func openBrowser(address string) {
	program, args := browserCommand(address)
	if program == "" {
		return
	}
	opens := exec.Command(program, args...) // #nosec G204 -- an address of this server
	if opens.Start() == nil {
		go func() { _ = opens.Wait() }()
	}
}

// browserCommand returns the command that opens an address on this system, "" without a screen. TOURNEY_BROWSER_COMMAND
// replaces it, for tests.
func browserCommand(address string) (program string, args []string) {
	if program := os.Getenv("TOURNEY_BROWSER_COMMAND"); program != "" {
		return program, []string{address}
	}
	switch runtime.GOOS {
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case "darwin":
		return "open", []string{address}
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return "", nil
	}
	return "xdg-open", []string{address}
}
