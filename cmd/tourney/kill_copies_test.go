package main

import (
	"maps"
	"slices"

	"tourney/internal/data/copies"
)

// copies returns the automatic backups of the program.
func (h *harness) copies() map[string]bool {
	list, err := copies.List(copies.Folder(h.db), h.db)
	if err != nil {
		h.t.Fatal(err)
	}
	found := map[string]bool{}
	for _, c := range list {
		found[c.Path] = true
	}
	return found
}

// checkCopies checks the backups of a run: each gets its name only when it is complete, and holds an earlier state of
// the database.
func (h *harness) checkCopies(before map[string]bool) {
	for _, path := range slices.Sorted(maps.Keys(h.copies())) {
		if before[path] {
			continue
		}
		h.done.copies++
		if is := h.read(path); !begins(h.know.entries, is.entries) {
			h.t.Errorf("run %d of evening %d: %s is of another history", h.runs, h.evening, path)
		}
	}
}
