package webspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/testkit/webspacetest"
)

const origin = "cup"

// servers returns a place of each kind, whose folder does not exist yet.
func servers(t *testing.T) map[string]server {
	t.Helper()
	disk := filepath.Join(t.TempDir(), "public")
	keys := &webspacetest.Keys{}
	key := webspacetest.NewKey(t)
	keys.Host.Store(&key)
	all := map[string]server{"folder": {Place{Address: disk}, webspacetest.Server{Address: disk, Disk: disk}}}
	for kind, s := range map[string]webspacetest.Server{"webdav": webspacetest.DAV(t), "sftp": webspacetest.SFTP(t, keys)} {
		all[kind] = server{Place{Address: s.Address, Login: webspacetest.Login, Secret: webspacetest.Secret}, s}
	}
	return all
}

// proxy returns the address of a server that forwards all requests, except for those handled by answered.
func proxy(t *testing.T, address string, answered func(http.ResponseWriter, *http.Request) bool) string {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host})
		r.Out.Header.Set("Destination", strings.Replace(r.In.Header.Get("Destination"), r.In.Host, to.Host, 1))
	}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answered(w, r) {
			pass.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + to.Path
}

// A server is a place, with its test server.
type server struct {
	Place
	is webspacetest.Server
}

// held returns the files of a folder, without the files of this package.
func held(t *testing.T, disk string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(disk, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == Marker {
			return err
		}
		text, err := os.ReadFile(name)
		below, _ := filepath.Rel(disk, name)
		all[filepath.ToSlash(below)] = string(text)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return all
}

// site returns a site of files.
func site(files map[string]string) Site {
	all := fstest.MapFS{}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return Site{Origin: origin, Sender: "hall", Files: all}
}

// pages returns some pages with links to each other.
func pages(n int) map[string]string {
	all := map[string]string{"index.html": fmt.Sprint("round-", n, ".html"), "fi/index.html": "players.html", "players.html": "index.html", "static/app.css": "body {}"}
	for i := range n {
		all[fmt.Sprint("round-", i+1, ".html")] = strings.Repeat("players.html ", 300*n)
	}
	return all
}

// Sync writes the files of a site to each kind of place repeatedly, and sends only the differences.
func TestSync(t *testing.T) {
	for kind, at := range servers(t) {
		t.Run(kind, func(t *testing.T) {
			for _, want := range []map[string]string{pages(2), pages(2), pages(5), pages(1), {}, pages(3)} {
				key, err := Sync(t.Context(), at.Place, site(want))
				if err != nil {
					t.Fatal(err)
				}
				if (key != "") != at.IsSFTP() {
					t.Errorf("the key is %q", key)
				}
				if diff := cmp.Diff(want, held(t, at.is.Disk)); diff != "" {
					t.Fatal(diff)
				}
			}
			same := filepath.Join(at.is.Disk, "players.html")
			was, err := os.Stat(same)
			if err != nil {
				t.Fatal(err)
			}
			want := pages(3)
			want["round-1.html"] = "new"
			if _, err := Sync(t.Context(), at.Place, site(want)); err != nil {
				t.Fatal(err)
			}
			if is, err := os.Stat(same); err != nil || !os.SameFile(was, is) || !is.ModTime().Equal(was.ModTime()) {
				t.Error("a file that is the same was written again")
			}
			if diff := cmp.Diff(want, held(t, at.is.Disk)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file is complete only when the server has synced it to its disk, if the server supports that.
func TestSyncWaitsForTheServersDisk(t *testing.T) {
	at := servers(t)["sftp"]
	for _, waits := range []bool{false, true} {
		at.is.Waits.Store(waits)
		at.is.Unsynced.Store(0)
		for n := range 3 {
			if _, err := Sync(t.Context(), at.Place, site(pages(n))); err != nil {
				t.Fatal(err)
			}
		}
		if n := at.is.Unsynced.Load(); (n == 0) != waits {
			t.Errorf("it waits: %v, but %d files were closed before they were on the disk", waits, n)
		}
	}
}

// In a local folder the names of files and folders are on the disk before the marker lists them.
func TestSyncWaitsForNames(t *testing.T) {
	f := newFolder(filepath.Join(t.TempDir(), "public"))
	defer f.close()
	var before, after []string
	f.syncFolder = func(root *os.Root, name string) error {
		said, err := root.ReadFile(Marker)
		if err == nil && strings.Contains(string(said), `"fi/index.html": "`) {
			after = append(after, name)
		} else {
			before = append(before, name)
		}
		return syncFolder(root, name)
	}
	want := pages(0)
	sums, err := sums(site(want).Files)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&syncer{space: f, site: site(want), want: sums}).run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(before, "static") || !slices.Contains(before, "fi") || !slices.Contains(before, ".") || !slices.Contains(after, ".") {
		t.Errorf("on the disk are the names in %q before the marker says so, and those in %q after it", before, after)
	}
}

// Sync refuses a folder with other files, and changes no other file in its folder.
func TestSyncLeavesOthersAlone(t *testing.T) {
	write := func(t *testing.T, name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for kind, at := range servers(t) {
		t.Run(kind, func(t *testing.T) {
			wants := func(key string, s Site) {
				t.Helper()
				if _, err := Sync(t.Context(), at.Place, s); !fault.Is(err, key) {
					t.Fatalf("%v, want %s", err, key)
				}
			}
			mine := filepath.Join(at.is.Disk, "mine.txt")
			write(t, mine)
			wants("webspace.taken", site(pages(1)))
			if err := os.Remove(mine); err != nil {
				t.Fatal(err)
			}
			if _, err := Sync(t.Context(), at.Place, site(pages(1))); err != nil {
				t.Fatal(err)
			}
			write(t, mine)
			other := site(pages(2))
			other.Origin = "other"
			wants("webspace.other", other)
			write(t, filepath.Join(at.is.Disk, "round-2.html"))
			wants("webspace.foreign", site(pages(2)))
			for _, want := range []map[string]string{pages(1), {}} {
				if _, err := Sync(t.Context(), at.Place, site(want)); err != nil {
					t.Fatal(err)
				}
				want = maps.Clone(want)
				want["mine.txt"], want["round-2.html"] = "mine", "mine"
				if diff := cmp.Diff(want, held(t, at.is.Disk)); diff != "" && len(want) > 2 {
					t.Error(diff)
				}
			}
			for _, bad := range []string{"{", `{"format":"tourney pages 1","origin":"cup","files":{"../mine.txt":""}}`} {
				if err := os.WriteFile(filepath.Join(at.is.Disk, Marker), []byte(bad), 0o600); err != nil {
					t.Fatal(err)
				}
				wants("webspace.marker", site(pages(1)))
			}
		})
	}
}

// An installation replaces the files of another one only if it claims the place. The other one then stops, even in the
// middle of its work.
func TestSyncByTwo(t *testing.T) {
	for kind, at := range servers(t) {
		t.Run(kind, func(t *testing.T) {
			brings := func(sender string, claims bool, want map[string]string) error {
				s := site(want)
				s.Sender, s.Claims = sender, claims
				_, err := Sync(t.Context(), at.Place, s)
				return err
			}
			holds := func(want map[string]string) {
				t.Helper()
				if diff := cmp.Diff(want, held(t, at.is.Disk)); diff != "" {
					t.Fatal(diff)
				}
			}
			is := pages(1)
			for _, tt := range []struct {
				sender  string
				claims  bool
				pages   map[string]string
				refused bool
			}{
				{"hall", true, pages(2), false},
				{"copy", false, pages(3), true},
				{"copy", false, nil, true}, // hidden there
				{"hall", false, pages(1), false},
				{"copy", true, pages(1), false}, // the same pages
				{"hall", false, pages(2), true},
				{"copy", false, pages(3), false},
				{"hall", true, pages(2), false},
			} {
				err := brings(tt.sender, tt.claims, tt.pages)
				if tt.refused != fault.Is(err, "webspace.another") || !tt.refused && err != nil {
					t.Fatalf("%s sends %d files, claims %v: %v", tt.sender, len(tt.pages), tt.claims, err)
				}
				if !tt.refused {
					is = tt.pages
				}
				holds(is)
			}
			is = pages(2)
			is["players.html"], is["index.html"] = "new", "new"
			mine, times := site(is), 0
			mine.Files = reading{mine.Files, func(name string) {
				if name == "players.html" {
					times++
				}
				if times == 2 { // the first call compares the file, the second sends it
					times++
					if err := brings("copy", true, pages(1)); err != nil {
						t.Error(err)
					}
				}
			}}
			if _, err := Sync(t.Context(), at.Place, mine); !fault.Is(err, "webspace.another") {
				t.Errorf("what was claimed meanwhile: %v", err)
			}
			if first := held(t, at.is.Disk)["index.html"]; first != pages(1)["index.html"] {
				t.Errorf("the first page is %q", first)
			}
			if err := brings("copy", false, pages(3)); err != nil {
				t.Errorf("what it has claimed: %v", err)
			}
		})
	}
}

// reading calls told for each file that is read.
type reading struct {
	fs.FS
	told func(name string)
}

func (r reading) ReadFile(name string) ([]byte, error) {
	r.told(name)
	return fs.ReadFile(r.FS, name)
}

// A folder without its parent is not created: its disk may not be mounted.
func TestSyncNeedsAParent(t *testing.T) {
	for kind, at := range servers(t) {
		at.Address += "/deeper/still"
		if _, err := Sync(t.Context(), at.Place, site(pages(1))); !fault.Is(err, "webspace.missing") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// The fault for an impossible folder, below a file, has its path; the system's error is for the log.
func TestSyncBelowAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "cup")} {
		_, err := Sync(t.Context(), Place{Address: path}, site(pages(1)))
		if f, known := fault.As(err); !known || f.Key != "webspace.folder" || len(f.Args) != 1 || f.Args[0] != path {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A server without WebDAV has its own fault, and the fault for a missing folder has its address.
func TestSyncToNoWebDAV(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	host := strings.TrimPrefix(plain.URL, "http://")
	for _, tt := range []struct {
		path, key string
		about     any
	}{
		{"/cup", "webspace.answer", host},
		{"/", "webspace.answer", host},
		{"/our club/cup", "webspace.missing", plain.URL + "/our%20club"},
	} {
		p, err := Web(plain.URL+tt.path, webspacetest.Login)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Sync(t.Context(), p, site(pages(1)))
		if f, known := fault.As(err); !known || f.Key != tt.key || f.Args[0] != tt.about {
			t.Errorf("%s: %v, want %s of %s", tt.path, err, tt.key, tt.about)
		}
	}
}

// A 207 response with failed parts is a failure.
func TestSyncHearsOfParts(t *testing.T) {
	for _, method := range []string{"MOVE", http.MethodDelete} {
		at := servers(t)["webdav"]
		if _, err := Sync(t.Context(), at.Place, site(pages(2))); err != nil {
			t.Fatal(err)
		}
		to := proxy(t, at.Address, func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != method {
				return false
			}
			w.WriteHeader(http.StatusMultiStatus)
			_, _ = fmt.Fprintf(w, `<multistatus xmlns="DAV:"><response><href>%s</href><status>HTTP/1.1 423 Locked</status></response></multistatus>`, r.URL.Path)
			return true
		})
		p := at.Place
		p.Address = to
		if _, err := Sync(t.Context(), p, site(pages(1))); !fault.Is(err, "webspace.answer") {
			t.Errorf("%s: %v", method, err)
		}
		if _, err := Sync(t.Context(), at.Place, site(pages(1))); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(pages(1), held(t, at.is.Disk)); diff != "" {
			t.Errorf("%s: %s", method, diff)
		}
	}
}

// A login page in the place of the marker is not mistaken for a damaged marker, which a person would have to remove.
func TestSyncBehindALoginPage(t *testing.T) {
	at := servers(t)["webdav"]
	p := at.Place
	p.Address = proxy(t, at.Address, func(w http.ResponseWriter, _ *http.Request) bool {
		_, _ = fmt.Fprint(w, "\n<!DOCTYPE html><title>Room number?</title>")
		return true
	})
	if _, err := Sync(t.Context(), p, site(pages(1))); !fault.Is(err, "webspace.answer") {
		t.Error(err)
	}
}

// A user without quota gets the same fault as a full disk.
func TestFolderHasQuota(t *testing.T) {
	for _, why := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		if err := newFolder("/srv/cup").trouble(&fs.PathError{Op: "write", Path: "index.html", Err: why}); !fault.Is(err, "webspace.full") {
			t.Errorf("%v: %v", why, err)
		}
	}
}

// After a connection that breaks at any byte the next call continues.
func TestSyncAfterCuts(t *testing.T) {
	for kind, at := range servers(t) {
		if at.IsFolder() {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			cuts := 0
			for n, step := 1, int64(900); n < 9; n++ {
				want := pages(n%4 + 1)
				for budget := int64(0); ; budget += step {
					at.is.Cut.Store(budget)
					if _, err := Sync(t.Context(), at.Place, site(want)); err == nil {
						break
					} else if !fault.Is(err, "webspace.unreachable") && !fault.Is(err, "webspace.answer") { // 423 until the server detects the broken connection
						t.Fatal(err)
					}
					at.is.Settle()
					cuts++
					step += step / 3
				}
				if diff := cmp.Diff(want, held(t, at.is.Disk)); diff != "" {
					t.Fatal(diff)
				}
			}
			if cuts < 15 {
				t.Errorf("only %d cuts", cuts)
			}
			at.is.Cut.Store(-1)
		})
	}
}

// A refusal by the server is a fault, and the next call continues once its cause ends.
func TestSyncRefused(t *testing.T) {
	for kind, at := range servers(t) {
		if at.IsFolder() {
			continue
		}
		t.Run(kind, func(t *testing.T) {
			wrong := at.Place
			wrong.Secret = "wrong"
			if _, err := Sync(t.Context(), wrong, site(pages(1))); !fault.Is(err, "webspace.login") {
				t.Errorf("a wrong password: %v", err)
			}
			if _, err := Sync(t.Context(), at.Place, site(pages(1))); err != nil {
				t.Fatal(err)
			}
			at.is.Full.Store(true)
			if _, err := Sync(t.Context(), at.Place, site(pages(3))); !fault.Is(err, "webspace.full") && !fault.Is(err, "webspace.refused") {
				t.Errorf("a full disk: %v", err)
			}
			if is := held(t, at.is.Disk)["index.html"]; is != pages(1)["index.html"] {
				t.Errorf("the first page leads to %q", is)
			}
			at.is.Full.Store(false)
			if _, err := Sync(t.Context(), at.Place, site(pages(3))); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(pages(3), held(t, at.is.Disk)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A server with another host key than before gets neither a password nor files.
func TestHostKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	first := webspacetest.NewKey(t)
	second := webspacetest.NewKey(t)
	user, private := webspacetest.NewUserKey(t)
	shown := func(key ssh.Signer) string { return "ssh-ed25519 " + ssh.FingerprintSHA256(key.PublicKey()) }
	keys := &webspacetest.Keys{User: user.PublicKey()}
	keys.Host.Store(&first)
	at := webspacetest.SFTP(t, keys)
	p := Place{Address: at.Address, Login: webspacetest.Login, Secret: webspacetest.Secret}
	known, err := Sync(t.Context(), p, site(pages(1)))
	if err != nil || known != shown(first) {
		t.Fatalf("%q, %v", known, err)
	}
	p.HostKey = known
	keys.Host.Store(&second)
	_, err = Sync(t.Context(), p, site(pages(2)))
	if f, ok := fault.As(err); !ok || f.Key != "webspace.hostkey" || f.Args[2] != shown(second) {
		t.Errorf("another key: %v", err)
	}
	if diff := cmp.Diff(pages(1), held(t, at.Disk)); diff != "" {
		t.Error(diff)
	}
	keys.Host.Store(&first)
	p.Secret = webspacetest.Passphrase
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(private), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p.Key = range []string{private, file} {
		if key, err := Sync(t.Context(), p, site(pages(2))); err != nil || key != known {
			t.Errorf("with a private key: %q, %v", key, err)
		}
	}
	for key, want := range map[string]string{private: "webspace.key.locked", "-----BEGIN PRIVATE KEY-----": "webspace.key", "/no/such/file": "webspace.key.file"} {
		if err := (Place{Key: key, Secret: "wrong"}).CheckKey(); !fault.Is(err, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ address, login, want, user, fault string }{
		{"sftp://anna@Example.org:2022/~/cup/", "", "sftp://example.org:2022/~/cup", "anna", ""},
		{" https://dav.example.org/a/b%20c/../d/ ", "ben", "https://dav.example.org/a/d", "ben", ""},
		{"http://192.168.1.5/dav", "ben", "http://192.168.1.5/dav", "ben", ""},
		{"http://example.org/dav", "ben", "", "", "webspace.plain"},
		{"https://example.org", "", "", "", "webspace.user"},
		{"ftp://example.org", "ben", "", "", "webspace.address"},
		{"example.org/cup", "ben", "", "", "webspace.address"},
		{"", "", "", "", "webspace.address"},
	} {
		p, err := Web(tt.address, tt.login)
		if p.Address != tt.want || p.Login != tt.user || (err != nil || tt.fault != "") && !fault.Is(err, tt.fault) {
			t.Errorf("Web(%q, %q) = %+v, %v", tt.address, tt.login, p, err)
		}
	}
	if _, err := Folder("public/cup"); !fault.Is(err, "webspace.path") {
		t.Error(err)
	}
	if p, err := Folder(t.TempDir() + "/a/../b"); err != nil || !p.IsFolder() || strings.Contains(p.Address, "..") {
		t.Error(p, err)
	}
}

// memory is a place that fails for good after some steps, perhaps in the middle of one; check runs after each step.
type memory struct {
	mu    sync.Mutex
	files map[string]string
	left  int
	check func()
	// oversize is the error of the sizes in its lists.
	oversize int
}

var errCut = errors.New("cut")

// step runs a step completely, or half of it before the failure.
func (m *memory) step(do, half func()) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.check()
	m.left--
	switch {
	case m.left >= 0:
		do()
		return nil
	case m.left == -1:
		half()
	}
	return errCut
}

func (m *memory) read(_ context.Context, name string) (text []byte, err error) {
	return text, m.step(func() {
		if is, there := m.files[name]; there {
			text = []byte(is)
		}
	}, func() {})
}

func (m *memory) list(_ context.Context, folder string) (all map[string]entry, err error) {
	return all, m.step(func() {
		all = map[string]entry{}
		for name, text := range m.files {
			if path.Dir(name) == folder {
				all[path.Base(name)] = entry{size: int64(len(text) + m.oversize)}
			}
		}
	}, func() {})
}

func (m *memory) makeFolder(_ context.Context, name string) error {
	make := func() { m.files[name+"/.folder"] = "" }
	return m.step(make, make)
}

func (m *memory) exists(_ context.Context, name string) (there bool, err error) {
	return there, m.step(func() { _, there = m.files[name] }, func() {})
}

// put writes like a web space: a fresh file in place.
func (m *memory) put(_ context.Context, is file) error {
	half := is.part
	if is.fresh {
		half = is.name
	}
	var missing error
	whole := func() {
		above := path.Dir(is.name)
		if _, there := m.files[above+"/.folder"]; !there && above != "." {
			missing = fmt.Errorf("there is no folder %s", above)
			return
		}
		m.files[is.name] = string(is.data)
		if !is.fresh {
			delete(m.files, is.part)
		}
	}
	err := m.step(whole, func() { m.files[half] = string(is.data[:len(is.data)/2]) })
	return errors.Join(missing, err)
}

func (m *memory) remove(_ context.Context, name string) error {
	remove := func() { delete(m.files, name) }
	return m.step(remove, remove)
}

func (m *memory) close() {}

// pages returns the files of the site.
func (m *memory) pages() map[string]string {
	all := maps.Clone(m.files)
	maps.DeleteFunc(all, func(name, _ string) bool { return name == Marker || strings.HasSuffix(name, ".folder") })
	return all
}

// brokenLinks returns the links to missing files among the pages reachable from the first page.
func brokenLinks(files map[string]string) (broken []string) {
	seen := map[string]bool{"index.html": true}
	for due := []string{"index.html"}; len(due) > 0; due = due[1:] {
		for _, to := range strings.Fields(files[due[0]]) {
			if _, there := files[to]; !there {
				broken = append(broken, due[0]+"→"+to)
			} else if !seen[to] {
				seen[to] = true
				due = append(due, to)
			}
		}
	}
	return broken
}

// After any sequence of changes and broken connections a place has the wanted content, and readers never find a broken
// link.
func TestSyncAnything(t *testing.T) {
	names := []string{"a.html", "b.html", "c.html", "d.html", "fi/index.html", "fi/e.html", "static/f.html"}
	rapid.Check(t, func(rt *rapid.T) {
		at := &memory{files: map[string]string{}}
		at.check = func() {
			if broken := brokenLinks(at.files); at.files["index.html"] != "" && len(broken) > 0 {
				rt.Errorf("readers find %v in %v", broken, at.files)
			}
		}
		for range rapid.IntRange(1, 8).Draw(rt, "changes") {
			there := rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(rt, "pages")
			want := map[string]string{"index.html": strings.Join(there, " ")}
			for _, name := range there {
				want[name] = strings.Join(rapid.SliceOf(rapid.SampledFrom(there)).Draw(rt, "links"), " ")
			}
			s := site(want)
			sums, err := sums(s.Files)
			if err != nil {
				rt.Fatal(err)
			}
			for _, at.left = range []int{rapid.IntRange(0, 20).Draw(rt, "steps"), rapid.IntRange(0, 20).Draw(rt, "steps"), 1 << 20} {
				whole := at.left > 1<<10
				if err := (&syncer{space: at, site: s, want: sums}).run(t.Context()); err != nil && (whole || !errors.Is(err, errCut)) {
					rt.Fatal(err)
				}
			}
			if diff := cmp.Diff(want, at.pages()); diff != "" {
				rt.Fatal(diff)
			}
		}
	})
}
