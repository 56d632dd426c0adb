package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tourney/internal/data/database"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// tournament reads a tournament from a file. It prints the findings of the reader to stderr, with their rows.
func (c *call) tournament(path string) (*tournament.Tournament, error) {
	t, err := c.whole(path)
	return t.Tournament, err
}

// whole is tournament with the file's texts.
func (c *call) whole(path string) (tournament.Whole, error) {
	data, err := readFile(path)
	if err != nil {
		return tournament.Whole{}, err
	}
	return c.wholeIn(path, data)
}

// wholeIn is whole for the content of a file.
func (c *call) wholeIn(path string, data []byte) (tournament.Whole, error) {
	t, findings, err := format.Read(data)
	c.reportFindings(path, findings)
	if err != nil {
		return t, c.inFile(path, err)
	}
	return t, nil
}

// open opens a file, or standard input for "-".
func open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fault.New(fault.Invalid, "file.folder", path)
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.Wrap(err, fault.NotFound, "file.missing", path)
	case errors.Is(err, fs.ErrPermission):
		return nil, fault.Wrap(err, fault.Denied, "file.denied", path)
	case err != nil:
		return nil, err
	}
	return f, nil
}

// readFile reads a file, or standard input for "-", up to file.MostBytes and one byte more.
func readFile(path string) ([]byte, error) {
	in, err := open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, file.MostBytes+1))
}

// writeFile writes a file completely or leaves it unchanged: it writes a new file beside it, then renames it.
func writeFile(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fault.New(fault.Invalid, "file.folder", path)
	case err == nil && !info.Mode().IsRegular(): // such as a device
		err = os.WriteFile(path, data, 0o644) // #nosec G306 -- a file that a person asked for, to pass on
	default:
		mode := fs.FileMode(0o644)
		if err == nil {
			mode = info.Mode().Perm()
		}
		err = replaceFile(path, data, mode)
	}
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "file.unwritten", path)
	}
	return nil
}

func replaceFile(path string, data []byte, mode fs.FileMode) (err error) {
	beside := fmt.Sprintf("%s.%d.part", path, os.Getpid())
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(beside))
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(beside, path)
}

// database opens a data file. copies are further folders with its backups, for the message about a damaged file.
func (c *call) database(path string, copies ...string) (*store.Store, error) {
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	kept, err := beyond.succeed(c.ctx, path)
	if kept == nil && err == nil {
		kept, err = store.Open(c.ctx, path)
	}
	if err != nil {
		return nil, c.withSound(err, path, copies)
	}
	for _, name := range kept.SetAside() {
		fmt.Fprintln(c.stderr, c.lang.T("database.foreign", name))
	}
	return kept, nil
}

// checkAddress returns "database.server" for the address of a server other than PostgreSQL.
func checkAddress(path string) error {
	if scheme, _, isURL := strings.Cut(path, "://"); isURL && !database.IsServer(path) {
		return misused("database.server", fault.Clip(scheme)) // the rest may hold a password
	}
	return nil
}

// inFile returns a fault with the file's name before it.
func (c *call) inFile(path string, err error) error {
	path = database.Shown(path)
	if f, ok := fault.As(err); ok {
		return fmt.Errorf("%s: %s", path, c.lang.T(f.Key, f.Args...))
	}
	return fmt.Errorf("%s: %w", path, err)
}

// mostFindings is the number of findings printed about one file.
const mostFindings = 20

// reportFindings prints the reader's findings, the worst first, with their places in the form of compilers.
func (c *call) reportFindings(path string, findings []file.Finding) {
	for _, n := range file.Gravest(findings, mostFindings) {
		place := path
		if n.Line > 0 {
			place += fmt.Sprintf(":%d", n.Line)
			if n.Column > 0 {
				place += fmt.Sprintf(":%d", n.Column)
			}
		}
		fmt.Fprintf(c.stderr, "%s: %s\n", place, c.lang.T(n.Key, n.Args...))
	}
}
