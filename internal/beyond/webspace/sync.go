package webspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"tourney/internal/fault"
)

// A Site is the wanted content of a place.
type Site struct {
	// Origin identifies the publication; Sync writes only to an empty folder or to one of the same origin.
	Origin string
	// Sender is the installation that writes. It replaces the files of another installation only if it Claims the
	// place; the other one then stops.
	Sender string
	Claims bool
	// Doubts is set where files may be missing or damaged although the marker lists them, as after a power cut at the
	// place: files with another size, or newer than the marker, are sent again. Claims implies Doubts.
	Doubts bool
	// Files are the files, nil to remove all.
	Files fs.FS
	// Progress is called with the number of written files, and of all files; it may be nil.
	Progress func(written, all int)
}

// Marker is the file that lists the files of a folder that this package has written.
const Marker = "tourney-pages.json"

// format identifies the format of the marker.
const format = "tourney pages 1"

// A marker is the content of the file Marker.
type marker struct {
	Format string `json:"format"`
	Origin string `json:"origin"`
	// Sender is the installation that wrote the folder last.
	Sender string `json:"sender"`
	// Files are the SHA-256 of the present files, unsure for files to write again.
	Files map[string]string `json:"files"`
	// Sending are the files that are being written: they may be missing or incomplete.
	Sending []string `json:"sending,omitempty"`
}

const (
	// batch is the number of files between two states of the marker: after a broken connection at most one batch is
	// sent again.
	batch = 64
	// concurrency is the number of concurrent writes.
	concurrency = 4
	// patience is the timeout of a response, in addition to the time for the bytes on a connection of slowest bytes a
	// second.
	patience = 15 * time.Second
	slowest  = 16 << 10
	// mostMarker limits a marker, in bytes.
	mostMarker = 16 << 20
)

// A space is an open place. It is safe for concurrent use. File names are as in fs.FS.
type space interface {
	// read returns the content of a file, nil for a missing one.
	read(ctx context.Context, name string) ([]byte, error)
	// list returns the entries of a folder by name, nil for a missing folder; "." is the folder of the place.
	list(ctx context.Context, folder string) (map[string]entry, error)
	// makeFolder creates a folder, unless it exists: "webspace.missing" without the parent of the place.
	makeFolder(ctx context.Context, name string) error
	// exists reports whether a file or folder of that name exists.
	exists(ctx context.Context, name string) (bool, error)
	// put writes a file. Readers find either the former content or the complete new one.
	put(ctx context.Context, f file) error
	// remove removes a file, if it exists.
	remove(ctx context.Context, name string) error
	close()
}

// An entry is a file or folder in a list.
type entry struct {
	isFolder bool
	// size is -1, and changed zero, if the list does not contain them.
	size    int64
	changed time.Time
}

// A file is a file to write.
type file struct {
	name string
	data []byte
	// part is the name of a temporary file for it.
	part string
	// fresh is set for a new file without a link to it yet, which can be written in place: "webspace.foreign" if the
	// file exists.
	fresh bool
}

// part returns the name of a temporary file.
func part(n int) string { return fmt.Sprintf("tourney-pages.%d.part", n) }

// isPart reports whether a file is a temporary one, left after a broken connection.
func isPart(name string) bool {
	return strings.HasPrefix(name, "tourney-pages.") && strings.HasSuffix(name, ".part")
}

// open opens a place, and returns the key of its server as in Place.HostKey, "" without one.
func open(ctx context.Context, p Place) (space, string, error) {
	switch {
	case p.IsFolder():
		return newFolder(p.Address), "", nil
	case p.IsSFTP():
		return openSFTP(ctx, p)
	}
	is, err := newDAV(p)
	return is, "", err
}

// Sync writes the files of a site to a place, and removes others that it has written. It returns the host key of the
// server, also after a later error, "" without one. Its faults have keys that begin with "webspace.".
func Sync(ctx context.Context, p Place, s Site) (hostKey string, err error) {
	want, err := sums(s.Files)
	if err != nil {
		return "", err
	}
	at, hostKey, err := open(ctx, p)
	if err != nil {
		return hostKey, err
	}
	defer at.close()
	b := &syncer{space: at, place: p, site: s, want: want}
	return hostKey, b.run(ctx)
}

// sums returns the SHA-256 of all files.
func sums(files fs.FS) (map[string]string, error) {
	all := map[string]string{}
	if files == nil {
		return all, nil
	}
	return all, fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		all[name] = sum(data)
		return err
	})
}

func sum(data []byte) string {
	is := sha256.Sum256(data)
	return hex.EncodeToString(is[:])
}

// A syncer is one call of Sync.
type syncer struct {
	space space
	place Place
	site  Site
	want  map[string]string
	// is is the marker of the place; begun is set for an empty place without a marker.
	is    marker
	begun bool
	// before is the installation that wrote there before, "" if none.
	before string
}

func (b *syncer) run(ctx context.Context) error {
	is, marked, err := b.find(ctx)
	switch {
	case err != nil:
		return err
	case marked && is.Sender != b.site.Sender && !b.site.Claims:
		return fault.New(fault.Conflict, "webspace.another")
	case marked:
		b.before, is.Sender = is.Sender, b.site.Sender
		b.is = is
		if err := b.verify(ctx); err != nil {
			return err
		}
	case !marked && len(b.want) == 0:
		return nil
	default:
		if err := b.prepare(ctx); err != nil {
			return err
		}
		b.begun = true
		b.is = marker{Format: format, Origin: b.site.Origin, Sender: b.site.Sender, Files: map[string]string{}}
	}
	steps, gone := b.plan()
	unfinished := len(b.is.Sending) > 0 || marked && b.before != b.site.Sender
	if unfinished {
		for n := range concurrency {
			gone = append(gone, part(n+1))
		}
	}
	left := len(slices.Concat(steps...))
	b.progress(left)
	for _, names := range steps {
		for names := range slices.Chunk(names, batch) {
			if err := b.send(ctx, names); err != nil {
				return err
			}
			unfinished, left = true, left-len(names)
			b.progress(left)
		}
	}
	if !unfinished && len(gone) == 0 {
		return nil
	}
	if err := each(ctx, gone, func(ctx context.Context, _ int, name string) error { return b.space.remove(ctx, name) }); err != nil {
		return err
	}
	for _, name := range gone {
		delete(b.is.Files, name)
	}
	return b.mark(ctx, nil)
}

// progress reports that a number of files is left to write.
func (b *syncer) progress(left int) {
	if b.site.Progress != nil {
		b.site.Progress(len(b.want)-left, len(b.want))
	}
}

// prepare creates the folder of the place, unless it exists. It refuses a folder with other files than parts.
func (b *syncer) prepare(ctx context.Context) error {
	there, err := b.space.list(ctx, ".")
	if err == nil && there == nil {
		return b.space.makeFolder(ctx, ".")
	}
	for name := range there {
		if !isPart(name) {
			return fault.New(fault.Conflict, "webspace.taken", b.place.name())
		}
	}
	return err
}

// find reads the marker, and reports whether it exists.
func (b *syncer) find(ctx context.Context) (is marker, found bool, err error) {
	text, err := b.space.read(ctx, Marker)
	if err == nil && text == nil { // an interruption between removal and renaming
		if text, err = b.space.read(ctx, part(0)); !json.Valid(text) {
			text = nil
		}
	}
	if err != nil || text == nil {
		return is, false, err
	}
	if json.Unmarshal(text, &is) != nil || is.Format != format || !is.sane() {
		return is, false, fault.New(fault.Conflict, "webspace.marker", b.place.name(), Marker)
	}
	if is.Origin != b.site.Origin {
		return is, false, fault.New(fault.Conflict, "webspace.other", b.place.name())
	}
	return is, true, nil
}

// sane reports whether all names are permitted for files, because anyone may have changed the marker.
func (m marker) sane() bool {
	for _, name := range slices.Concat(slices.Collect(maps.Keys(m.Files)), m.Sending) {
		if !fs.ValidPath(name) || name == "." || name == Marker || strings.ContainsAny(name, `\:`) {
			return false
		}
	}
	return m.Files != nil
}

// plan returns the files to write, in steps that never break a link: new files without links to them, then new index
// pages, then changed files, then the first page. gone are the files to remove afterwards.
func (b *syncer) plan() (steps [][]string, gone []string) {
	var fresh, indexes, changed, last []string
	for _, name := range slices.Sorted(maps.Keys(b.want)) {
		was, there := b.is.Files[name]
		switch {
		case there && was == b.want[name] && !slices.Contains(b.is.Sending, name):
		case name == "index.html":
			last = append(last, name)
		case there:
			changed = append(changed, name)
		case path.Base(name) == "index.html":
			indexes = append(indexes, name)
		default:
			fresh = append(fresh, name)
		}
	}
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(b.is.Files)), b.is.Sending) {
		if _, wanted := b.want[name]; !wanted && !slices.Contains(gone, name) {
			gone = append(gone, name)
		}
	}
	return [][]string{fresh, indexes, changed, last}, gone
}

// send lists some files in the marker, and writes them: "webspace.foreign" if a new one exists already.
func (b *syncer) send(ctx context.Context, names []string) error {
	fresh := map[string]bool{}
	for _, name := range names {
		_, there := b.is.Files[name]
		fresh[name] = !there && !slices.Contains(b.is.Sending, name)
	}
	if !b.begun {
		if err := each(ctx, names, func(ctx context.Context, _ int, name string) error { return b.unclaimed(ctx, name, fresh[name]) }); err != nil {
			return err
		}
	}
	claimed := slices.Sorted(slices.Values(slices.Concat(b.is.Sending, names)))
	if err := b.mark(ctx, slices.Compact(claimed)); err != nil {
		return err
	}
	if err := b.makeFolders(ctx, names); err != nil {
		return err
	}
	err := each(ctx, names, func(ctx context.Context, slot int, name string) error {
		data, err := fs.ReadFile(b.site.Files, name)
		if err != nil {
			return err
		}
		return b.space.put(ctx, file{name: name, data: data, part: part(slot), fresh: fresh[name] && path.Base(name) != "index.html"})
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		b.is.Files[name] = b.want[name]
	}
	b.is.Sending = slices.DeleteFunc(b.is.Sending, func(name string) bool { return slices.Contains(names, name) })
	return nil
}

// unclaimed returns "webspace.foreign" if a fresh file exists already.
func (b *syncer) unclaimed(ctx context.Context, name string, fresh bool) error {
	if !fresh {
		return nil
	}
	there, err := b.space.exists(ctx, name)
	if err == nil && there {
		return fault.New(fault.Conflict, "webspace.foreign", b.place.name(), name)
	}
	return err
}

// makeFolders creates the folders of files, except where the marker has a file for sure.
func (b *syncer) makeFolders(ctx context.Context, names []string) error {
	known := map[string]bool{".": true}
	for name, sum := range b.is.Files {
		if sum != unverified {
			known[path.Dir(name)] = true
		}
	}
	for _, name := range names {
		above := ""
		for part := range strings.SplitSeq(path.Dir(name), "/") {
			above = path.Join(above, part)
			if known[above] {
				continue
			}
			if err := b.space.makeFolder(ctx, above); err != nil {
				return err
			}
			known[above] = true
		}
	}
	return nil
}

// mark writes the marker, unless another installation has claimed the place since: "webspace.another".
func (b *syncer) mark(ctx context.Context, sending []string) error {
	is, marked, err := b.find(ctx)
	if err == nil && marked && is.Sender != b.site.Sender && is.Sender != b.before {
		err = fault.New(fault.Conflict, "webspace.another")
	}
	if err != nil {
		return err
	}
	b.is.Sending = sending
	text, err := json.MarshalIndent(b.is, "", " ")
	if err != nil {
		return err
	}
	return b.space.put(ctx, file{name: Marker, data: append(text, '\n'), part: part(0)})
}

// each calls do for all names, abreast at a time, and ends with the first error. Concurrent calls have different slots.
func each(ctx context.Context, names []string, do func(ctx context.Context, slot int, name string) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	due := make(chan string)
	var all sync.WaitGroup
	for slot := range concurrency {
		all.Go(func() {
			for name := range due {
				if err := do(ctx, slot+1, name); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, name := range names {
		select {
		case due <- name:
		case <-ctx.Done():
		}
	}
	close(due)
	all.Wait()
	return context.Cause(ctx)
}

// unreachable returns the fault of a broken connection.
func unreachable(p Place, err error) error {
	if f, known := fault.As(err); known {
		return f
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "webspace.unreachable", p.name())
}
