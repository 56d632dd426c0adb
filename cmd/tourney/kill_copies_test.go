package main

import (
	"maps"
	"slices"

	"tourney/internal/data/copies"
)

// copies returns the backups that the program has made by itself.
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

// checkCopies checks those that a run has made: each has its name only once it is whole,
// and holds a state that the database went through.
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
