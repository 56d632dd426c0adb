package main

import (
	"fmt"
	"time"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/store"
)

// importFile puts the tournament in a file into a database, or the players of
// a list into a tournament that is there already.
func importFile(c *call) error {
	path := c.flags.String("db", "", "the database file; it is made when there is none")
	into := c.flags.String("into", "", "add the players of the file to this tournament, named as in its address")
	args, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	if *path == "" {
		return c.misused("--db names the database file")
	}
	data, err := readFile(args[0])
	if err != nil {
		return err
	}
	if *into != "" {
		return c.withDirector(*path, func(d *director.Director) error { return c.importPlayers(d, args[0], data, *into) })
	}
	t, notes, err := exchange.Read(data)
	if err != nil {
		return c.inFile(args[0], err) // and no database is made for it
	}
	c.note(args[0], notes)
	return c.withDirector(*path, func(d *director.Director) error {
		slug, err := d.Import(c.ctx, desk, t, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s: %d players, %d rounds, as /t/%s\n", t.Info.Name, len(t.Players), len(t.Rounds), slug)
		return nil
	})
}

// withDirector opens a database for one action.
func (c *call) withDirector(path string, do func(*director.Director) error) error {
	kept, err := store.Open(c.ctx, path)
	if err != nil {
		return err
	}
	defer kept.Close()
	return do(director.New(kept, time.Now))
}

// desk is who the log names for what the command line does.
var desk = director.Actor{Name: "command line"}

// importPlayers adds the players of a list, all or none.
func (c *call) importPlayers(d *director.Director, path string, data []byte, slug string) error {
	snapshot, err := d.Snapshot(c.ctx, slug)
	if err != nil {
		return err
	}
	sheet, err := exchange.ReadSheet(data, snapshot.Tournament, exchange.Options{})
	if err != nil {
		return c.inFile(path, err)
	}
	c.note(path, sheet.Notes)
	for _, row := range sheet.Rows {
		c.note(fmt.Sprintf("%s:%d", path, row.Number), row.Notes)
	}
	players, err := sheet.Players()
	if err != nil {
		return c.inFile(path, err)
	}
	n, err := d.ImportPlayers(c.ctx, desk, slug, players, "")
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%d players added to %s\n", n, snapshot.Tournament.Info.Name)
	return nil
}
