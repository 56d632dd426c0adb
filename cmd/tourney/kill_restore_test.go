package main

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tourney/internal/data/store"
)

// restore restores the latest backup in one of the usual ways, or tries to restore a bad file.
func (h *harness) restore() {
	switch h.rng.IntN(8) {
	case 0, 1: // beside the log of the killed program
		h.command(0, "restore", h.backup.path, "--db", h.db)
	case 2:
		h.closeDatabase()
		h.command(0, "restore", h.backup.path, "--db", h.db)
	case 3: // by hand, beside that log
		h.copy(h.backup.path, h.db)
	case 4:
		h.closeDatabase()
		h.copy(h.backup.path, h.db)
	case 5:
		if !h.cutRestoreShort() {
			return
		}
	case 6:
		h.refuseRestore(h.damaged(), "damaged")
		return
	default:
		h.refuseRestore(h.foreign(), "foreign")
		return
	}
	h.done.restores++
	h.know, h.again = h.backup.history, nil
	h.ledger = ledger{}
	h.check()
	h.clear(".aside-")
}

// closeDatabase merges the log into the file, and deletes it, as an orderly end does.
func (h *harness) closeDatabase() {
	kept, err := store.Open(h.t.Context(), h.db)
	if err == nil {
		err = kept.Close()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := os.Stat(h.db + "-wal"); err == nil {
		h.t.Error("a closed database has a log")
	}
}

// cutRestoreShort kills the command at any moment and reports whether it had restored the backup. If not, the database
// is unchanged, or whole under the name of the file set aside; then it restores the backup.
func (h *harness) cutRestoreShort() (restored bool) {
	cmd := h.binary("restore", h.backup.path, "--db", h.db)
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.pause(200)
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
	h.done.cutShort++
	if _, err := os.Stat(h.db); err == nil {
		is := h.read(h.db)
		switch {
		case slices.Equal(is.entries, h.know.entries):
			h.clear(".part-")
			return slices.Equal(is.entries, h.backup.entries)
		case !slices.Equal(is.entries, h.backup.entries):
			h.t.Error("after a restore that was cut short, the database is neither as it was nor the backup")
		}
		h.clear(".part-")
		return true
	}
	aside, err := filepath.Glob(h.db + ".aside-*")
	aside = slices.DeleteFunc(aside, func(name string) bool { return strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm") })
	if err != nil || len(aside) != 1 {
		h.t.Fatalf("after a restore that was cut short there is no database, and %v, %v", aside, err)
	}
	// The log may still have the old name.
	for _, suffix := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(h.db + suffix); err == nil {
			h.copy(h.db+suffix, aside[0]+suffix)
		}
	}
	if is := h.read(aside[0]); !slices.Equal(is.entries, h.know.entries) {
		h.t.Error("what was set aside is not as it was")
	}
	h.clear(".part-")
	h.command(0, "restore", h.backup.path, "--db", h.db)
	return true
}

// refuseRestore tries a restore that must be refused with a message and change nothing.
func (h *harness) refuseRestore(path, why string) {
	if why == "open" { // the program continues to write
		if out := h.command(1, "restore", path, "--db", h.db); !strings.Contains(out, "open") {
			h.t.Errorf("refused with %q", out)
		}
		h.done.refusals++
		return
	}
	was := h.content()
	if out := h.command(1, "restore", path, "--db", h.db); len(out) < 20 || strings.Contains(out, "panic") {
		h.t.Errorf("%s: refused with %q", why, out)
	}
	if is := h.content(); !bytes.Equal(is, was) {
		h.t.Errorf("a refused restore of %s has changed files", why)
	}
	h.done.refusals++
}

// content returns a digest of all files in the folder, with their names, except the folder of automatic backups.
func (h *harness) content() []byte {
	sum := sha256.New()
	files, err := os.ReadDir(h.dir)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(h.dir, f.Name()))
		if err != nil {
			h.t.Fatal(err)
		}
		sum.Write([]byte(f.Name()))
		sum.Write(content)
	}
	return sum.Sum(nil)
}

// damaged returns the name of a truncated backup, or of one with an overwritten page.
func (h *harness) damaged() string {
	const page = 4096
	content, err := os.ReadFile(h.backup.path)
	if err != nil {
		h.t.Fatal(err)
	}
	var trees []int // the pages of tables and indexes (sqlite.org/fileformat2.html)
	for at := page; at < len(content); at += page {
		if slices.Contains([]byte{2, 5, 10, 13}, content[at]) {
			trees = append(trees, at)
		}
	}
	if h.rng.IntN(3) == 0 {
		content = content[:1+h.rng.IntN(len(content)-1)]
	} else {
		at := trees[h.rng.IntN(len(trees))]
		clear(content[at : at+page])
	}
	return h.file("damaged.db", content)
}

// foreign returns the name of a file that is not a database of tourney.
func (h *harness) foreign() string {
	switch h.rng.IntN(4) {
	case 0:
		return h.file("notes.db", []byte("Round 1: table 3 is by the window, the light is bad there.\n"))
	case 1:
		return h.file("empty.db", nil)
	case 2:
		noise := make([]byte, 1+h.rng.IntN(10_000))
		for i := range noise {
			noise[i] = byte(h.rng.Uint32())
		}
		return h.file("noise.db", noise)
	}
	path := filepath.Join(h.dir, "songs.db")
	h.clear("songs.db")
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec("create table songs (title text); insert into songs values ('one')")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return path
}

func (h *harness) file(name string, content []byte) string {
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}
