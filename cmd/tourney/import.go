package main

import (
	"fmt"
	"path/filepath"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/app/ratinglists"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
)

// importFile imports a file's tournament or rating list into a database, or a list of players or game records into an
// existing tournament.
func importFile(c *call) error {
	path := c.flags.String("db", "", "the database, "+aDatabase+"; a file that does not exist is created")
	into := c.flags.String("into", "", "add the players of the file to this tournament, named as in its address")
	branch := c.branchFlag()
	round := c.flags.Int("round", 0, "with --into, add the game records of the file (SGF, or a ZIP of them) to the games of this round")
	table := c.flags.Bool("list", false, "the file is a rating list, even if it is a table; those of federations are recognised")
	name := c.flags.String("name", "", "with --list, the table's name; a table of that name is replaced (default: the name of the file)")
	reading := c.readingFlags()
	args, err := c.parse("FILE")
	switch {
	case err != nil:
		return err
	case *path == "":
		return errorWithoutDatabase()
	case *into != "" && *table:
		return misused("command.import.list")
	case *name != "" && !*table:
		return misused("command.import.name")
	case *round != 0 && *into == "":
		return misused("command.import.round")
	case *branch != "first" && *round == 0:
		return misused("command.import.branch")
	case *round != 0:
		other, err := isOther(*branch)
		if err != nil {
			return inUsage(err)
		}
		return c.importRecords(*path, args[0], recordsOf{*into, *round, other})
	case *into != "":
		return c.importPlayers(*path, args[0], *into)
	}
	data, err := readFile(args[0])
	if err != nil {
		return err
	}
	if *table || isRatingList(data) {
		return c.importList(*path, args[0], ratinglists.File{Name: *name, Data: data, Reading: reading()})
	}
	return c.importTournament(*path, args[0], data)
}

// isRatingList reports whether a file is the list of a federation.
func isRatingList(data []byte) bool {
	_, _, err := ratinglist.Read(data)
	return err == nil || fault.Is(err, "ratinglist.empty")
}

// importList stores a rating list of the first organisation, for the whole server. It replaces the list of the same
// federation or name.
func (c *call) importList(database, path string, f ratinglists.File) error {
	read, err := c.ratingList(path, f.Data, f.Reading)
	if err != nil {
		return err // before a database is created
	}
	if read.Table != nil {
		f.Reading = read.Table.Reading
	}
	if path != "-" {
		f.File = filepath.Base(path)
	}
	return c.withDirector(database, func(d *director.Director) error {
		kept, err := d.RatingLists().Common().Keep(c.ctx, desk, f)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.stdout, c.lang.T("import.list", kept.Name, c.lang.T("player.count", kept.Players)))
		return nil
	})
}

func (c *call) importTournament(database, path string, data []byte) error {
	t, err := c.wholeIn(path, data)
	if err != nil {
		return err // before a database is created
	}
	return c.withDirector(database, func(d *director.Director) error {
		slug, err := d.Import(c.ctx, desk, t, director.Founding{})
		if err != nil {
			return err
		}
		games := 0
		for i := range t.Rounds {
			games += len(t.Rounds[i].Games)
		}
		players, rounds := c.lang.T("player.count", len(t.Players)), c.lang.T("file.rounds", len(t.Rounds), t.Settings.Rounds)
		rounds += ", " + c.lang.T("game.page.count", games)
		fmt.Fprintln(c.stdout, c.lang.T("import.tournament", t.Info.Name, players, rounds, "/t/"+slug))
		return nil
	})
}

// withDirector opens a database for one action. It refuses if another computer has taken over, also while no program
// ran here.
func (c *call) withDirector(path string, do func(*director.Director) error) error {
	kept, err := c.database(path)
	if err != nil {
		return err
	}
	defer kept.Close()
	d := director.New(kept, time.Now)
	if err := beyond.look(c.ctx, kept); err != nil {
		return err
	}
	return do(d)
}

// withKept is withDirector for an existing database.
func (c *call) withKept(path string, do func(*director.Director) error) error {
	if err := checkExists(path); err != nil {
		return err
	}
	return c.withDirector(path, do)
}

// desk is the actor in the log for changes by the command line.
var desk = director.Actor{Name: "command line"}

// importPlayers adds the players of a list to a tournament, all or none. It skips registered, cancelled and doubtful
// players, and fails if no player remains.
func (c *call) importPlayers(database, path, slug string) error {
	data, err := readFile(path)
	if err != nil {
		return err
	}
	return c.withDirector(database, func(d *director.Director) error {
		snapshot, err := d.Snapshot(c.ctx, slug)
		if err != nil {
			return err
		}
		sheet, err := format.ReadSheet(data, snapshot.Tournament, roster.Options{})
		if err != nil {
			return c.inFile(path, err)
		}
		c.reportFindings(path, sheet.AllFindings())
		for _, row := range sheet.Updates() {
			row.Excluded = true // a person must see changes of players first
		}
		players, err := sheet.Players()
		if err != nil {
			return c.inFile(path, err)
		}
		if left := len(sheet.Rows) - len(players); left > 0 {
			fmt.Fprintln(c.stdout, c.lang.T("import.left", left))
		}
		name := snapshot.Tournament.Info.Name
		if len(players) == 0 {
			return fault.New(fault.Conflict, "import.nobody", name)
		}
		n, _, err := d.On(desk, slug).ImportSheet(c.ctx, sheet, "")
		if err != nil {
			return err
		}
		fmt.Fprintln(c.stdout, c.lang.T("import.players", n, name))
		return nil
	})
}
