package backup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/store"
)

// LatestSound returns the sound automatic backup with the latest last change, the report on it, and whether there is
// one. others are further folders than the default one, "" for none. It ignores uploaded files, which may be of other
// data, and backups of a newer program. Backups from before the last restore come after later ones, because their data may be unwanted; the states that
// a restore replaced come last.
func LatestSound(ctx context.Context, path string, others ...string) (sound copies.Copy, holds store.Report, found bool) {
	var list []copies.Copy
	for _, folder := range append([]string{copies.Folder(path)}, others...) {
		if folder == "" {
			continue
		}
		listed, _ := copies.List(folder, path) // this list is only advice
		list = append(list, listed...)
	}
	changed := map[string]time.Time{}
	list = slices.DeleteFunc(list, func(c copies.Copy) bool {
		if c.Reason == copies.Uploaded {
			return true
		}
		r, err := store.Glance(ctx, c.Path)
		changed[c.Path] = r.Changed
		return err != nil || r.Schema > store.Schema()
	})
	restored := lastRestore(path, list)
	worth := func(c copies.Copy) int {
		switch {
		case c.Reason == copies.BeforeRestore:
			return 0
		case c.At.Before(restored):
			return 1
		}
		return 2
	}
	// For equal last changes the latest file stays first.
	slices.SortStableFunc(list, func(a, b copies.Copy) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), changed[b.Path].Compare(changed[a.Path]))
	})
	const tries = 5
	tried := map[string]bool{} // the same file may be in two folders
	for _, c := range list {
		if state := fmt.Sprint(c.Name(), c.Size); tried[state] || len(tried) == tries {
			continue
		} else {
			tried[state] = true
		}
		if report, err := store.Verify(ctx, c.Path); err == nil && len(report.Findings) == 0 {
			return c, report, true
		}
	}
	return sound, holds, false
}

// lastRestore returns the time of the last restore, zero without one: by a server, after a backup, or at the command
// line, which sets the data aside.
func lastRestore(path string, list []copies.Copy) (at time.Time) {
	for _, c := range list {
		if c.Reason == copies.BeforeRestore && c.At.After(at) {
			at = c.At
		}
	}
	for _, name := range database.Beside(path, ".aside-") {
		if set := database.SetAsideAt(name); set.After(at) {
			at = set
		}
	}
	return at
}
