package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/tournament"
)

// A history is the content of a database.
type history struct {
	entries    []string // a digest of each entry of the log
	names      []string // the name of each entry, as desks name their writes
	undone     map[int]bool
	tournament *tournament.Tournament
	families   map[string]bool
}

// undoable returns the versions that may be undoable.
func (h history) undoable() (versions []int) {
	for i := range h.names {
		if version := i + 1; version > 1 && !h.undone[version] {
			versions = append(versions, version)
		}
	}
	return versions
}

// read reads a copy of a database with its write-ahead log. It checks that the file is sound and that the log produces
// the rows.
func (h *harness) read(path string) (is history) {
	dir := filepath.Join(h.dir, "look")
	if err := os.Mkdir(dir, 0o700); err != nil {
		h.t.Fatal(err)
	}
	defer h.clear("look")
	look := filepath.Join(dir, "look.db")
	h.copy(path, look)
	if _, err := os.Stat(path + "-wal"); err == nil {
		h.copy(path+"-wal", look+"-wal")
	}
	ctx := h.t.Context()
	kept, err := store.Open(ctx, look)
	if err != nil {
		h.t.Fatalf("open %s: %v", path, err)
	}
	defer kept.Close()
	if err := kept.Verify(ctx); err != nil {
		h.t.Fatalf("verify %s: %v", path, err)
	}
	if is.tournament, err = kept.Tournament(ctx, "cup"); err != nil {
		h.t.Fatal(err)
	}
	entries, _, err := kept.Log(ctx, "cup", store.Page{Most: 100_000}, store.Filter{})
	if err != nil {
		h.t.Fatal(err)
	}
	slices.Reverse(entries)
	is.undone, is.families = map[int]bool{}, map[string]bool{}
	for i, e := range entries {
		if e.Version != i+1 {
			h.t.Errorf("entry %d of the log has version %d", i+1, e.Version)
		}
		sum := sha256.Sum256(fmt.Appendln(nil, e.At, e.By, e.Desk, e.Action, e.Args, e.Once, e.Undoes, len(e.Changes)))
		is.entries, is.names = append(is.entries, string(sum[:])), append(is.names, nameOf(e))
		is.undone[e.Undoes] = true
		for _, c := range e.Changes {
			if e.Action == "player.add" {
				if family := c.Player.New.Family; is.families[family] {
					h.t.Errorf("%s was registered twice", family)
				} else {
					is.families[family] = true
				}
			}
		}
	}
	if n := is.tournament.Version; n != len(entries) {
		h.t.Errorf("version %d has %d entries", n, len(entries))
	}
	return is
}

// nameOf returns the desks' name for the write of an entry, "" for entries of others.
func nameOf(e store.LogEntry) string {
	if e.Undoes > 0 {
		return fmt.Sprint("undo ", e.Undoes)
	}
	for _, c := range e.Changes {
		switch {
		case e.Action == "player.add":
			return "player " + c.Player.New.Family
		case e.Action == "tournament.info":
			return "place " + c.Info.New.Place
		case e.Action == "announcement.add":
			return "text " + c.Announcement.New.Text
		case e.Action == "result.contest": // it was undone since the desk loaded it
			return gameName(c.Game.New.ID, c.Game.New.Dispute.Result.String())
		case e.Action == "result.record" || e.Action == "result.correct" || e.Action == "result.stand":
			return gameName(c.Game.New.ID, c.Game.New.Result.String())
		case len(e.Action) > 6 && e.Action[:6] == "round." && c.InRound() > 0:
			return fmt.Sprint(e.Action[6:], " ", c.InRound())
		}
	}
	return ""
}

// check compares the data of the killed program with the writes of the run.
func (h *harness) check() {
	is := h.read(h.db)
	if !begins(is.entries, h.know.entries) {
		h.t.Fatalf("run %d of evening %d: entries of earlier runs are lost or changed", h.runs, h.evening)
	}
	found := map[string]int{}
	for i, name := range is.names[len(h.know.entries):] {
		if name == "" {
			h.t.Errorf("nobody asked for entry %d", len(h.know.entries)+i+1)
		}
		found[name]++
	}
	l := &h.ledger
	for name, times := range l.acknowledged {
		if found[name] < times {
			h.t.Errorf("run %d of evening %d: %q was acknowledged %d times, and is kept %d times", h.runs, h.evening, name, times, found[name])
		}
		h.done.written += times
	}
	for name, times := range found {
		if most := l.acknowledged[name] + l.doubtful[name]; times > most {
			h.t.Errorf("run %d of evening %d: %q is kept %d times, and was sent %d times", h.runs, h.evening, name, times, most)
		}
		h.done.kept += times - l.acknowledged[name]
	}
	for times := range maps.Values(l.doubtful) {
		h.done.doubtful += times
	}
	h.done.refused += l.refused
	if l.backup != nil && !begins(is.entries, l.backup.entries) {
		h.t.Errorf("run %d of evening %d: the backup is of another history", h.runs, h.evening)
	}
	h.know = is
}

func begins(entries, with []string) bool {
	return len(entries) >= len(with) && slices.Equal(entries[:len(with)], with)
}
