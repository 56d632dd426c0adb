// Command tourney runs tournaments of the board game Go.
//
// Without a subcommand it serves the web application. This package holds flags,
// wiring and exit codes only. Flags may stand before, between and after the arguments; a
// library such as cobra or kong would add 0.5 MB for that.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
	_ "time/tzdata" // tournaments have local times, and Windows has no zone files

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/spelling"
	"tourney/internal/tool/load"
	"tourney/templates"
)

// A command is one subcommand. Its run function defines the flags, parses the arguments and does the work.
type command struct {
	name, args, summary string
	run                 func(*call) error
}

var commands []command

// webFlags are the flags of all commands that run the web application.
const webFlags = "[--addr HOST:PORT] [--base URL] [--proxy NETWORK,…] [--tls | --cert FILE --key FILE | --domain NAME] [--smtp URL] " +
	"[--metrics HOST:PORT] [--lang DIR] [--log-json] [--verbose] [--dev]"

// commands are listed in the order of the help text. They are set here because
// help itself lists them.
func init() {
	commands = []command{
		{"serve", "[--db DB] " + webFlags + " [--backup-to FOLDER] [--reset-password NAME] [--open] [--import FILE]" + beyond.serveArgs, "run the web application (also without a subcommand)", serve},
		{"demo", webFlags + " [--site FILE.zip]", "the same with a temporary database and a sample tournament", demonstrate},
		{"import", "FILE --db DB [--into SLUG [--round N [--branch other]] | --list [--name NAME] [--columns FIELD,… [--from N]]]", "put a tournament, a rating list, a list of players or game records into a database", importFile},
		{"token", "--db DB [--name NAME [--scope SCOPE] [--organisation NAME] | --list | --revoke NUMBER] [--json]", "make, list and revoke the tokens of programs that use the API", tokens},
		{"backup", "OUT --db DB", "copy a database to a new file and verify the copy, also while it is being served", backUp},
		{"copy", "--from DB --to DB", "copy everything from one database to a new one, each " + aDatabase, copyData},
		{"verify", "DB [--json]", "read a whole database, " + aDatabase + ", and check it", verify},
		{"restore", "BACKUP --db DB", "replace a database with a backup; the old one gets a dated name", restore},
		{"pair", "FILE --round N [--seed S] [--weights] [--json] | FILE --round N --why NAME --why NAME | FILE --round N --verify", "pair a round and print the draw, show the cost of another pair, or repeat a draw", pair},
		{"standings", "FILE [--round N] [--teams] [--json]", "print the standings after a round", standings},
		{"convert", "FILE OUT | FILE --to FORMAT [--formulas]", "write a file in another format", convert},
		{"formats", "[--json]", "list the file formats", formats},
		{"check", "FILE.sgf… [--rules NAME] [--branch other] [--json]", "the verdict on game records, move by move", check},
		{"score", "FILE.sgf [--rules NAME] [--dead POINTS] [--prisoners B,W] [--komi K] [--handicap N] [--branch other] [--enforce] [--json]", "count the final position", score},
		{"lookup", "LIST WORDS… [--columns FIELD,… [--from N]] [--json] | WORDS… --db DB", "find players in a rating list, or in all that a database keeps", lookup},
		{"lists", "--db DB [--remove NAME] [--json]", "the rating lists that a database keeps", keptLists},
		{"rate", "FILE [--formula NAME] [--class LETTER] [--json]", "rating changes of a tournament", rate},
		{"simulate", "FILE | --players N [--runs M] [--rounds LIST] [--bar LIST] [--correction LIST] [--system LIST] [--preset NAME] [--seed S] [--spread P] [--json]", "play a tournament many times and compare settings", simulateFor},
		{"load", "[--url URL --name NAME --metrics URL] [--tournaments N] [--players N] [--desks N] [--rate N] [--phones N] [--pause TIME] [--followers N] [--listeners N] [--for TIME] [--entries N] [--json]", "play tournaments against a server and measure how long everybody waits", playLoad},
		{"lang", "export CODE [--all] [--lang DIR] | import FILE.po [--lang DIR]", "write the messages of a language for translators, or read their file and write a catalog", translate},
		{"handicap", "BLACK-RANK WHITE-RANK [--system NAME] [--size N] [--json]", "stones, komi and placement", handicapFor},
		{"version", "[--licences] [--json]", "version and build of the program, and the licences of everything in it", printVersion},
	}
}

// A call is one run of a subcommand.
type call struct {
	ctx    context.Context
	of     command
	flags  *flag.FlagSet
	args   []string // as typed, after the subcommand
	stdout io.Writer
	stderr io.Writer
	// usage receives the help of the command.
	usage io.Writer
	// more is the help text after the flags.
	more string
	// catalog has all languages, lang is the language of the environment.
	catalog *i18n.Catalog
	lang    *i18n.Language
	// patience has the timeouts of the command.
	patience patience
}

// A patience holds the timeouts of commands. Tests use shorter ones.
type patience struct {
	// held is the timeout of a start for a data file that another program has open.
	held time.Duration
	// reachable is the timeout of a take-over for a response of the primary.
	reachable time.Duration
	// lastReading is how long requests are read after the listeners are closed.
	lastReading time.Duration
	load        load.Pauses
}

func usual() patience {
	return patience{held: store.Held, reachable: beyond.reachable, lastReading: lastReading, load: load.UsualPauses()}
}

// errFailed marks a failed and reported check: exit code 1.
var errFailed = errors.New("failed")

func main() {
	os.Exit(usual().main())
}

// main runs the command line of the process until a signal ends it, and returns the exit code.
func (p patience) main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return p.run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// run runs one command line and returns the exit code: 0 for success, 1 for bad input or a failed check, 2 for wrong
// usage.
func (p patience) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
		args = []string{"help"}
	}
	name, usage := "serve", stderr
	args = asOpening(args)
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	if name == "help" && len(args) == 0 {
		help(stdout)
		return 0
	}
	if name == "help" {
		name, args, usage = args[0], []string{"--help"}, stdout
	}
	if len(args) > 0 && args[0] == "--version" {
		name, args = "version", args[1:]
	}
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		fmt.Fprintln(stderr, "tourney:", err)
		return 1
	}
	lang := catalog.Match(locale(), "").AtDesk()
	for _, c := range commands {
		if c.name != name {
			continue
		}
		call := &call{ctx: ctx, of: c, args: args, stdout: stdout, stderr: stderr, usage: usage, catalog: catalog, lang: lang, patience: p}
		call.flags = flag.NewFlagSet(name, flag.ContinueOnError)
		code := call.exit(c.run(call))
		if code != 0 && ownsWindow() {
			call.holdWindow(os.Stdin)
		}
		return code
	}
	fmt.Fprintln(stderr, "tourney:", unknownCommand(lang, name))
	return 2
}

// holdWindow keeps the window with the message of a failed start open until a line is typed.
func (c *call) holdWindow(typed io.Reader) {
	fmt.Fprintf(c.stderr, "\n%s\n", c.lang.T("command.close"))
	_, _ = bufio.NewReader(typed).ReadString('\n') // the program ends in any case
}

// unknownCommand returns a sentence about an unknown command, with the most similar one.
func unknownCommand(lang *i18n.Language, name string) string {
	names := []string{"help"}
	for _, c := range commands {
		names = append(names, c.name)
	}
	if near := spelling.Closest(name, names); near != "" {
		return lang.T("command.unknown.near", fault.Clip(name), near)
	}
	return lang.T("command.unknown", fault.Clip(name))
}

// flagsSet returns the names of the flags that were set.
func (c *call) flagsSet() map[string]bool {
	set := map[string]bool{}
	c.flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	return set
}

// aDatabase is the help text about the name of a database.
const aDatabase = "a file or postgres://NAME@HOST/DATABASE"

// encode prints a value in JSON on one line.
func (c *call) encode(answer any) error { return json.NewEncoder(c.stdout).Encode(answer) }

// table returns a writer of columns with two blanks between them. It must be flushed.
func (c *call) table(flags uint) *tabwriter.Writer {
	return tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', flags)
}

// headings returns the headings of a table, separated by tabs.
func (c *call) headings(keys ...string) string {
	var texts []string
	for _, key := range keys {
		texts = append(texts, c.lang.T(key))
	}
	return strings.Join(texts, "\t")
}

// texts renders messages.
func texts[M i18n.Message](lang *i18n.Language, list []M) []string {
	texts := []string{} // never null in JSON
	for _, m := range list {
		key, args := m.Message()
		texts = append(texts, lang.T(key, args...))
	}
	return texts
}

// joined formats a list with commas between the names of its elements.
func joined[T any](list []T, name func(T) string) string {
	var names []string
	for _, one := range list {
		names = append(names, name(one))
	}
	return strings.Join(names, ", ")
}

// number formats a number with the decimal sign of the language.
func (c *call) number(n any) string { return c.lang.Decimal(fmt.Sprint(n)) }

// fixed formats a number by a format such as "%.2f" with the decimal sign of the
// language.
func (c *call) fixed(format string, n float64) string {
	text := fmt.Sprintf(format, n)
	if rest, plus := strings.CutPrefix(text, "+"); plus {
		return "+" + c.lang.Decimal(rest)
	}
	return c.lang.Decimal(text)
}

// locale returns the language of the environment, such as "fi" of fi_FI.UTF-8,
// fi.UTF-8 or fi@euro.
func locale() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			if end := strings.IndexAny(v, "_.@-"); end >= 0 {
				v = v[:end]
			}
			return v
		}
	}
	return ""
}

func help(w io.Writer) {
	fmt.Fprint(w, "tourney runs tournaments of the board game Go.\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  tourney %s %s\n      %s\n", c.name, c.args, c.summary)
	}
	fmt.Fprint(w, "\ntourney help COMMAND shows the flags. Exit code 0: fine; 1: the input is bad or a check fails; 2: wrong usage.\n")
}
