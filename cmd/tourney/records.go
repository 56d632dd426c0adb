package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/recordmatch"
	"tourney/internal/rules/gamerecord"
)

// recordsOf names the round that receives game records. other is set to take the other branch of an ambiguous record.
type recordsOf struct {
	slug  string
	round int
	other bool
}

// importRecords adds the clear game records of a file to the games of a round, and prints each one's game or the reason
// against it. It fails if a record is left out, except stored ones.
func (c *call) importRecords(database, path string, to recordsOf) error {
	data, err := readFile(path)
	if err != nil {
		return err
	}
	files, err := recordmatch.Collect([]recordmatch.File{{Name: filepath.Base(path), Data: data}})
	if err != nil {
		return c.inFile(path, err)
	}
	for i := range files {
		if other, ok := gamerecord.OtherBranch(files[i].Data); ok && to.other {
			files[i].Data = other
		}
	}
	return c.withKept(database, func(d *director.Director) error {
		snapshot, err := d.Snapshot(c.ctx, to.slug)
		if err != nil {
			return err
		}
		t := snapshot.Tournament
		matches, err := recordmatch.Assign(t, to.round, files)
		if err != nil {
			return err
		}
		var list []director.Attachment
		kept := 0 // stored before
		for i := range matches {
			m := &matches[i]
			if !m.Clear {
				c.printLeft(m)
				if fault.Is(m.Refused, "records.kept") {
					kept++
				}
				continue
			}
			g := m.Games[0].Game
			list = append(list, director.Attachment{Game: g.ID, Data: m.Data})
			goes := c.lang.T("records.goes", g.Table, t.NameOf(g.Black), t.NameOf(g.White))
			why := c.lang.T("records.because", strings.Join(texts(c.lang, m.Games[0].Reasons), ", "))
			fmt.Fprintln(c.stdout, c.lang.T("records.report.line", m.Name, goes+", "+why))
		}
		if len(list) > 0 {
			if err := d.On(desk, to.slug).Round(to.round).AttachRecords(c.ctx, list); err != nil {
				return err
			}
		}
		fmt.Fprintln(c.stdout, c.lang.T("import.records", len(list), len(matches), to.round, t.Info.Name))
		if len(list)+kept < len(matches) {
			return errFailed
		}
		return nil
	})
}

// printLeft prints the reason for leaving a record out.
func (c *call) printLeft(m *recordmatch.Match) {
	why := texts(c.lang, m.Doubts)
	if m.Refused != nil {
		why = []string{c.lang.Error(m.Refused)}
	}
	fmt.Fprintln(c.stdout, c.lang.T("records.report.line", m.Name, strings.Join(why, " ")))
}
