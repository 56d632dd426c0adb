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

// A Site is what a place is brought to hold.
type Site struct {
	// Origin is the name of what is published; only a folder of the same origin is written to again.
	Origin string
	// Sender is the installation that writes. Where another one has written the files it goes on only if it Claims the
	// place, and the other one stops.
	Sender string
	Claims bool
	// Doubts is set where files may be missing or damaged although the marker names them, as after a power cut at the
	// place: those whose size is another one, or that were changed after the marker, are sent again. Who Claims doubts.
	Doubts bool
	// Files are the files, nil for none.
	Files fs.FS
}

// Marker is the file that says which files of a folder were written by this package.
const Marker = "tourney-pages.json"

// format names the form of the marker.
const format = "tourney pages 1"

// A marker is the content of the file Marker.
type marker struct {
	Format string `json:"format"`
	Origin string `json:"origin"`
	// Sender is the installation that has written it.
	Sender string `json:"sender"`
	// Files are the SHA-256 of the files that are there, unsure for those that are to be written again.
	Files map[string]string `json:"files"`
	// Sending are the files that are being written: they may be there, whole or in part.
	Sending []string `json:"sending,omitempty"`
}

const (
	// batch is how many files are written between two states of the marker: at most so many are sent again
	// after a cut.
	batch = 64
	// abreast is how many files are written at a time.
	abreast = 4
	// patience is how long an answer may take, besides the time that the bytes need on their way on a slow line
	// of slowest bytes a second.
	patience = 15 * time.Second
	slowest  = 16 << 10
	// mostMarker bounds what is read of a marker.
	mostMarker = 16 << 20
)

// A space is an open place. It is safe for concurrent use. Names of files are as in fs.FS.
type space interface {
	// read returns the content of a file, nil if there is none.
	read(ctx context.Context, name string) ([]byte, error)
	// list returns what a folder holds by name, nil if there is no such folder; "." is that of the place.
	list(ctx context.Context, folder string) (map[string]entry, error)
	// makeFolder makes a folder, unless there is one: "webspace.missing" without the one above that of the place.
	makeFolder(ctx context.Context, name string) error
	// exists reports whether there is a file or folder of that name.
	exists(ctx context.Context, name string) (bool, error)
	// put writes a file, so that readers find what was there or the whole of what is.
	put(ctx context.Context, f file) error
	// remove removes a file, if there is one.
	remove(ctx context.Context, name string) error
	close()
}

// An entry is what a folder says of something in it.
type entry struct {
	isFolder bool
	// size is -1, and changed zero, where the folder does not say.
	size    int64
	changed time.Time
}

// A file is written by a space.
type file struct {
	name string
	data []byte
	// part is where it may be written first.
	part string
	// fresh is set for a file that is not there and that no page leads to yet, so that it can be written in place:
	// "webspace.foreign" if somebody else has put one there.
	fresh bool
}

// part returns the name of a file that is still being written.
func part(n int) string { return fmt.Sprintf("tourney-pages.%d.part", n) }

// isPart reports whether a file is one that a cut has left.
func isPart(name string) bool {
	return strings.HasPrefix(name, "tourney-pages.") && strings.HasSuffix(name, ".part")
}

// open opens a place, and returns the key of its server as Place.HostKey, "" where there is none.
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

// Bring brings a place to hold the files of a site, and returns the key that its server shows, "" for none; also
// if it fails after that. Its faults say what is wrong with the place, see the keys that begin with "webspace.".
func Bring(ctx context.Context, p Place, s Site) (hostKey string, err error) {
	want, err := sums(s.Files)
	if err != nil {
		return "", err
	}
	at, hostKey, err := open(ctx, p)
	if err != nil {
		return hostKey, err
	}
	defer at.close()
	b := &bringing{space: at, place: p, site: s, want: want}
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

// A bringing is one run of Bring.
type bringing struct {
	space space
	place Place
	site  Site
	want  map[string]string
	// is what the place holds, as its marker says; begun is set if there was no marker and nothing else.
	is    marker
	begun bool
	// before is the installation that has written before, "" for none.
	before string
}

func (b *bringing) run(ctx context.Context) error {
	is, marked, err := b.find(ctx)
	switch {
	case err != nil:
		return err
	case marked && is.Sender != b.site.Sender && !b.site.Claims:
		return fault.New(fault.Conflict, "webspace.another")
	case marked:
		b.before, is.Sender = is.Sender, b.site.Sender
		b.is = is
		if err := b.doubt(ctx); err != nil {
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
		for n := range abreast {
			gone = append(gone, part(n+1))
		}
	}
	for _, names := range steps {
		for names := range slices.Chunk(names, batch) {
			if err := b.send(ctx, names); err != nil {
				return err
			}
			unfinished = true
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

// prepare makes the folder of the place, unless there is one. One that holds anything but parts is refused.
func (b *bringing) prepare(ctx context.Context) error {
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

// find reads the marker, and reports whether there is one.
func (b *bringing) find(ctx context.Context) (is marker, found bool, err error) {
	text, err := b.space.read(ctx, Marker)
	if err == nil && text == nil { // a cut may have come between removing it and putting the next in its place
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

// sane reports whether all names are of files that may be written, whoever has written the marker.
func (m marker) sane() bool {
	for _, name := range slices.Concat(slices.Collect(maps.Keys(m.Files)), m.Sending) {
		if !fs.ValidPath(name) || name == "." || name == Marker || strings.ContainsAny(name, `\:`) {
			return false
		}
	}
	return m.Files != nil
}

// plan returns the files to be written, in steps: those that no page there leads to yet, where readers may begin
// last; those that are there, whose links lead to what is there by then; and the first page. gone are those to be
// removed after that.
func (b *bringing) plan() (steps [][]string, gone []string) {
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

// send writes some files. The marker claims them before, unless somebody else has put one there.
func (b *bringing) send(ctx context.Context, names []string) error {
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

// unclaimed returns "webspace.foreign" if a fresh file is there already.
func (b *bringing) unclaimed(ctx context.Context, name string, fresh bool) error {
	if !fresh {
		return nil
	}
	there, err := b.space.exists(ctx, name)
	if err == nil && there {
		return fault.New(fault.Conflict, "webspace.foreign", b.place.name(), name)
	}
	return err
}

// makeFolders makes the folders of files where no file is for sure.
func (b *bringing) makeFolders(ctx context.Context, names []string) error {
	known := map[string]bool{".": true}
	for name, sum := range b.is.Files {
		if sum != unsure {
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

// mark writes the marker, unless another installation has claimed the place meanwhile: "webspace.another".
func (b *bringing) mark(ctx context.Context, sending []string) error {
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

// each calls do for all names, some at a time, and ends with the first error. Calls at the same time have different slots.
func each(ctx context.Context, names []string, do func(ctx context.Context, slot int, name string) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	due := make(chan string)
	var all sync.WaitGroup
	for slot := range abreast {
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

// unreachable returns the fault of a line that is cut.
func unreachable(p Place, err error) error {
	if f, known := fault.As(err); known {
		return f
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "webspace.unreachable", p.name())
}
