package store

import (
	"testing"

	library "modernc.org/sqlite/lib"

	"tourney/internal/data/database"
)

// A keptCopy is a copy of a file, updated by its changed pages.
type keptCopy struct {
	*testing.T
	of    *faultyStore
	mark  database.Mark
	pages map[uint32]database.PageHash
}

func (c *keptCopy) take(set database.PageSet) {
	for i, n := range set.Numbers {
		c.pages[n] = hashOf(set, i)
	}
	c.mark = set.Mark
}

func hashOf(set database.PageSet, i int) database.PageHash {
	return database.HashPage(set.Data[i*set.Size : (i+1)*set.Size])
}

// follow applies the changed pages, and checks that no page is missing then.
func (c *keptCopy) follow() {
	c.Helper()
	const most = 1 << 30
	set, known, err := c.of.file.Pages().Since(c.Context(), c.mark, most)
	if err == nil && known {
		c.take(set)
	}
	all, failed := c.of.file.Pages().Differing(c.Context(), nil, most)
	if err != nil || failed != nil {
		c.Fatal(err, failed)
	}
	if !known { // the follower would compare all pages
		c.take(all)
	}
	for i, n := range all.Numbers {
		if c.pages[n] != hashOf(all, i) {
			c.Errorf("page %d is missing, of %v", n, all.Mark)
		}
	}
}

// A commit that fails leaves pages behind the end of the log, where the next commits write: all of their pages reach
// the copy.
func TestFollowedFileAfterAFailedCommit(t *testing.T) {
	f := newFaultyStore(t)
	c := &keptCopy{t, f, database.Mark{}, map[uint32]database.PageHash{}}
	write := func() {
		t.Helper()
		if err := f.write(); err != nil {
			t.Fatal(err)
		}
		c.follow()
	}
	small := func() {
		t.Helper()
		if err := f.Tx(t.Context(), func(tx *Tx) error { return tx.SetSecret("a", "b") }); err != nil {
			t.Fatal(err)
		}
		c.follow()
	}
	write()
	for range 3 {
		f.disk.reset(func(_ int, o operation) int32 {
			if o.kind == "sync" && o.file == database.WALSuffix {
				return library.SQLITE_IOERR_FSYNC
			}
			return 0
		})
		if err := f.write(); err == nil {
			t.Fatal("the commit has not failed")
		}
		f.disk.reset(nil)
		c.follow()
		small()
		small()
	}
	write()
}
