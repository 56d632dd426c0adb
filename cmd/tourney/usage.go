package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/spelling"
)

// A wrongUsage is an error of the command line alone, independent of files and servers: exit code 2.
type wrongUsage struct{ error }

func (e wrongUsage) Unwrap() error { return e.error }

// misused returns an error of the command line: a message with its values.
func misused(key string, args ...any) error {
	return wrongUsage{fault.New(fault.Invalid, key, args...)}
}

// inUsage marks an error in the value of a flag or a word as an error of the command line. It returns nil for nil.
func inUsage(err error) error {
	if err == nil {
		return nil
	}
	return wrongUsage{err}
}

// errorWithoutDatabase returns the error of a command that needs --db.
func errorWithoutDatabase() error { return misused("command.flag.db", aDatabase) }

// parse parses the flags, which may be before, between and after the words, and returns the words; "--" ends the flags.
// names are the words in the usage: "[OUT]" is optional, "FILE…" stands for one or more.
func (c *call) parse(names ...string) ([]string, error) {
	var words []string
	for rest := c.args; len(rest) > 0; {
		word := rest[0]
		rest = rest[1:]
		switch {
		case word == "--":
			words, rest = append(words, rest...), nil
		case len(word) < 2 || word[0] != '-':
			words = append(words, word)
		default:
			taken, err := c.set(strings.TrimLeft(word, "-"), rest)
			if err != nil {
				return nil, err
			}
			rest = rest[taken:]
		}
	}
	for i, name := range names {
		if len(words) <= i && !strings.HasPrefix(name, "[") {
			return nil, misused("command.word.missing", strings.TrimSuffix(name, "…"))
		}
	}
	if most := len(names); len(words) > most && (most == 0 || !strings.Contains(names[most-1], "…")) {
		return nil, misused("command.word.many", fault.Clip(words[most]))
	}
	return words, nil
}

// set sets a flag, "size=9" or "size" with its value in the next word, and returns the number of used words.
func (c *call) set(typed string, next []string) (taken int, err error) {
	name, value, has := strings.Cut(typed, "=")
	if name == "help" || name == "h" {
		c.printUsage()
		return 0, flag.ErrHelp
	}
	f := c.flags.Lookup(name)
	if f == nil {
		return 0, c.unknownFlag(name)
	}
	switch {
	case has:
	case isYes(f):
		value = "true"
	case len(next) == 0:
		return 0, misused("command.flag.missing", "--"+name)
	default:
		value, taken = next[0], 1
	}
	if err := c.flags.Set(name, value); err != nil {
		return 0, c.refused(f, value, err)
	}
	return taken, nil
}

// isYes reports whether a flag needs no value.
func isYes(f *flag.Flag) bool {
	v, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && v.IsBoolFlag()
}

func (c *call) unknownFlag(name string) error {
	var names []string
	c.flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := spelling.Closest(name, names); near != "" {
		return misused("command.flag.unknown.near", "--"+fault.Clip(name), "--"+near)
	}
	return misused("command.flag.unknown", "--"+fault.Clip(name))
}

// refused returns the error about a flag's invalid value.
func (c *call) refused(f *flag.Flag, value string, err error) error {
	if _, ok := fault.As(err); ok {
		return inUsage(err)
	}
	key := "command.flag.value"
	if v, ok := f.Value.(flag.Getter); ok {
		switch v.Get().(type) {
		case bool:
			key = "command.flag.yes"
		case int, uint64:
			key = "command.flag.whole"
		case float64:
			key = "command.flag.number"
		case time.Duration:
			key = "command.flag.time"
		}
	}
	return misused(key, "--"+f.Name, fault.Clip(value))
}

// exit prints an error and returns its exit code.
func (c *call) exit(err error) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errFailed):
		return 1
	}
	if f, ok := fault.As(err); ok {
		fmt.Fprintln(c.stderr, "tourney:", c.lang.T(f.Key, f.Args...))
	} else {
		fmt.Fprintln(c.stderr, "tourney:", err)
	}
	var wrong wrongUsage
	if !errors.As(err, &wrong) {
		return 1
	}
	// The list of flags would scroll the error away.
	fmt.Fprintf(c.stderr, "%s\n\n%s\n", c.lang.T("command.usage", c.of.name, c.of.args), c.lang.T("command.usage.flags", c.of.name))
	return 2
}

// printUsage prints the help of a command.
func (c *call) printUsage() {
	fmt.Fprintf(c.usage, "%s\n\n%s.\n", c.lang.T("command.usage", c.of.name, c.of.args), c.of.summary)
	printFlags(c.usage, c.flags)
	fmt.Fprint(c.usage, c.more)
}

// printFlags prints all flags with their descriptions and default values.
func printFlags(w io.Writer, flags *flag.FlagSet) {
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		if value != "" {
			value = " " + value
		}
		switch f.DefValue {
		case "", "0", "false", "0s":
		default:
			text += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "  --%s%s\n      %s\n", f.Name, value, text)
	})
}
