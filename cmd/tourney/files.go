package main

import (
	"fmt"
	"io"
	"os"

	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// tournament reads a whole tournament from a file and tells on stderr what was
// understood otherwise than written.
func (c *call) tournament(path string) (*tournament.Tournament, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	t, notes, err := exchange.Read(data)
	if err != nil {
		return nil, c.inFile(path, err)
	}
	c.note(path, notes)
	return t, nil
}

// readFile reads a file, or standard input for "-", up to the size that
// exchange takes.
func readFile(path string) ([]byte, error) {
	in := os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, exchange.MostBytes+1))
	if err != nil {
		return nil, err
	}
	return data, nil
}

// inFile puts the file's name before a fault.
func (c *call) inFile(path string, err error) error {
	if f, ok := fault.As(err); ok {
		return fmt.Errorf("%s: %s", path, c.say.T(f.Key, f.Args...))
	}
	return fmt.Errorf("%s: %w", path, err)
}

// note tells what a person should look over.
func (c *call) note(path string, notes []exchange.Note) {
	for _, n := range notes {
		fmt.Fprintf(c.stderr, "%s: %s\n", path, c.say.T(n.Key, n.Args...))
	}
}
