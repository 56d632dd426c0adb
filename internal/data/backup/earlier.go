package backup

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tourney/internal/data/copies"
	"tourney/internal/data/database"
	"tourney/internal/data/durable"
)

// Earlier returns up to eight files beside a database with possible earlier states, the latest first: backups, files
// set aside, copies by older programs before a migration, and downloaded backups with their usual names.
func Earlier(path string) []string {
	const most = 8
	base := filepath.Base(path)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // this list is only advice
	}
	found := map[string]time.Time{}
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		info, err := e.Info()
		download, _ := filepath.Match("tourney-*.db", e.Name())
		if err != nil || e.Name() == base || !download && !strings.HasPrefix(e.Name(), base+".") || !database.IsDatabase(name) {
			continue
		}
		found[name] = info.ModTime()
	}
	listed, _ := copies.List(copies.Folder(path), path) // only advice, as above
	for _, c := range listed[:min(len(listed), most)] {
		found[c.Path] = c.At
	}
	names := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(found[b].Compare(found[a]), strings.Compare(b, a))
	})
	return names[:min(len(names), most)]
}

// LostLogs returns the write-ahead logs beside a database that were set aside without a database.
func LostLogs(path string) []string {
	return slices.DeleteFunc(database.Beside(path, ".aside-"), func(name string) bool {
		database, isLog := strings.CutSuffix(name, database.WALSuffix)
		return !isLog || durable.Size(name) == 0 || durable.Exists(database)
	})
}
