package webspace

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"time"
)

// unverified replaces the sum of a file that may be damaged.
const unverified = ""

// verify marks files as unsure that differ from their last writing, if the site has doubts. It requests the lists of
// the folders, but no file. If a broken connection interrupted an earlier doubt, it adds only missing and empty files:
// with a server that reports wrong sizes or times it would otherwise start again each time.
func (b *syncer) verify(ctx context.Context) error {
	again := slices.Contains(slices.Collect(maps.Values(b.is.Files)), unverified)
	if !b.site.Doubts && !b.site.Claims {
		return nil
	}
	files := map[string][]string{".": nil} // the folder of the marker
	for name := range b.is.Files {
		files[path.Dir(name)] = append(files[path.Dir(name)], name)
	}
	var mu sync.Mutex
	listed := map[string]map[string]entry{}
	err := each(ctx, slices.Sorted(maps.Keys(files)), func(ctx context.Context, _ int, folder string) error {
		there, err := b.space.list(ctx, folder)
		mu.Lock()
		defer mu.Unlock()
		listed[folder] = there
		return err
	})
	if err != nil {
		return err
	}
	written := listed["."][Marker].changed
	for folder, names := range files {
		for _, name := range names {
			is, there := listed[folder][path.Base(name)]
			if !there || is.isFolder || b.isEmptied(name, is) || !again && b.differs(name, is, written) {
				b.is.Files[name] = unverified // it stays in the marker
			}
		}
	}
	return nil
}

// isEmptied reports whether a file is empty against its sum.
func (b *syncer) isEmptied(name string, is entry) bool {
	return is.size == 0 && b.is.Files[name] != sum(nil)
}

// differs reports whether a file has certainly changed since the marker was written. The marker is written last, after
// all files.
func (b *syncer) differs(name string, is entry, written time.Time) bool {
	if !written.IsZero() && is.changed.After(written) {
		return true
	}
	if b.is.Files[name] != b.want[name] || is.size < 0 {
		return false // it is written or removed anyway, or its size is unknown
	}
	info, err := fs.Stat(b.site.Files, name)
	return err == nil && info.Size() != is.size
}
