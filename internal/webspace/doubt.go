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

// unsure stands for the sum of a file that may be damaged.
const unsure = ""

// doubt has those files written again that do not look as this package has left them, if there may be any. It asks for
// the lists of the folders, and for no file. After a doubt that a cut has interrupted only what is lost is added to it, not
// other sizes and times: at a server that says wrong ones it would begin from the start again.
func (b *bringing) doubt(ctx context.Context) error {
	again := slices.Contains(slices.Collect(maps.Values(b.is.Files)), unsure)
	if !b.site.Doubts && !b.site.Claims {
		return nil
	}
	files := map[string][]string{".": nil} // which has the marker
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
				b.is.Files[name] = unsure // it is still one of ours
			}
		}
	}
	return nil
}

// isEmptied reports whether a file is empty that should not be.
func (b *bringing) isEmptied(name string, is entry) bool {
	return is.size == 0 && b.is.Files[name] != sum(nil)
}

// differs reports whether a file is certainly not as it was when the marker was written, the last of all.
func (b *bringing) differs(name string, is entry, written time.Time) bool {
	if !written.IsZero() && is.changed.After(written) {
		return true
	}
	if b.is.Files[name] != b.want[name] || is.size < 0 {
		return false // it is written or removed anyway, or nobody knows
	}
	info, err := fs.Stat(b.site.Files, name)
	return err == nil && info.Size() != is.size
}
