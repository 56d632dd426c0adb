// Package release checks the files of ./release on any machine with Go:
//
//	./release v1.0.0 && TOURNEY_RELEASE=$PWD/dist go test ./deploy/release -v
//
// TOURNEY_RELEASE_AGAIN is a second folder of the same release, whose files must be equal byte for byte.
package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// The limits of a program and its archive, in MB of 1,000,000 bytes. The aim is 48 and 18.
const mostUnpacked, mostPacked = 56, 21

// A release is a folder with the files of a version.
type release struct{ folder, version string }

// A member is a file of an archive.
type member struct {
	name string
	mode fs.FileMode
	at   time.Time
	data []byte
}

// open returns the folder of the environment. Without one the test is skipped.
func open(t *testing.T) release {
	t.Helper()
	folder := os.Getenv("TOURNEY_RELEASE")
	if folder == "" {
		t.Skip("TOURNEY_RELEASE is the folder of a release")
	}
	demo, err := filepath.Glob(filepath.Join(folder, "tourney-*-demo.zip"))
	if err != nil || len(demo) != 1 {
		t.Fatalf("%s has the demos %v, %v; want one", folder, demo, err)
	}
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(demo[0]), "tourney-"), "-demo.zip")
	return release{folder, version}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// systems are the systems of a release, with the extension of their archives.
var systems = []struct{ system, processor, kind string }{
	{"windows", "amd64", ".zip"}, {"windows", "arm64", ".zip"},
	{"darwin", "amd64", ".tar.gz"}, {"darwin", "arm64", ".tar.gz"},
	{"linux", "amd64", ".tar.gz"}, {"linux", "arm64", ".tar.gz"},
}

// TestArchives checks each archive: one folder with the program, README, LICENSE, NOTICE and CHANGELOG of the sources,
// and a program of this version for its system.
func TestArchives(t *testing.T) {
	r := open(t)
	for _, s := range systems {
		name := fmt.Sprintf("tourney-%s-%s-%s", r.version, strings.Replace(s.system, "darwin", "macos", 1), s.processor)
		t.Run(name, func(t *testing.T) {
			packed := read(t, filepath.Join(r.folder, name+s.kind))
			members := membersOf(t, packed, s.kind)
			program := "tourney"
			if s.system == "windows" {
				program += ".exe"
			}
			var names []string
			for _, m := range members {
				names = append(names, m.name)
				if !m.at.Equal(members[0].at) {
					t.Errorf("%s is of %s, %s of %s", m.name, m.at, members[0].name, members[0].at)
				}
				if base := path.Base(m.name); base != program && !bytes.Equal(m.data, read(t, filepath.Join("../..", base))) {
					t.Errorf("%s is not the file of the sources", base)
				}
			}
			slices.Sort(names)
			var want []string
			for _, file := range []string{"CHANGELOG.md", "LICENSE", "NOTICE", "README.md", program} {
				want = append(want, name+"/"+file)
			}
			if !slices.Equal(names, want) {
				t.Fatalf("the archive has %v, want %v", names, want)
			}
			m := members[slices.IndexFunc(members, func(m member) bool { return path.Base(m.name) == program })]
			if m.mode.Perm() != 0o755 {
				t.Errorf("the program has the mode %s", m.mode)
			}
			checkBuild(t, m.data, r.version, s.system, s.processor)
			switch s.system {
			case "windows":
				checkWindows(t, m.data, r.version)
			case "darwin":
				checkMac(t, m.data, s.processor)
			case "linux":
				checkLinux(t, m.data)
			}
			t.Logf("%.1f MB unpacked, %.1f MB packed", float64(len(m.data))/1e6, float64(len(packed))/1e6)
			if len(m.data) > mostUnpacked*1e6 || len(packed) > mostPacked*1e6 {
				t.Errorf("more than %d MB unpacked or %d MB packed", mostUnpacked, mostPacked)
			}
		})
	}
}

// membersOf unpacks an archive.
func membersOf(t *testing.T, packed []byte, kind string) (all []member) {
	t.Helper()
	if kind == ".zip" {
		archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.File {
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(content)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, member{f.Name, f.Mode(), f.Modified, data})
		}
		return all
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(unzipped); ; {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if head.Uid != 0 || head.Gid != 0 {
			t.Errorf("%s belongs to %d:%d", head.Name, head.Uid, head.Gid)
		}
		if head.Typeflag == tar.TypeDir {
			continue
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, member{strings.TrimPrefix(head.Name, "./"), head.FileInfo().Mode(), head.ModTime, data})
	}
}

// checkBuild checks what Go has stamped into a program.
func checkBuild(t *testing.T, program []byte, version, system, processor string) {
	t.Helper()
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	is := map[string]string{"version": info.Main.Version}
	for _, s := range info.Settings {
		is[s.Key] = s.Value
	}
	for key, want := range map[string]string{
		"version": "v" + version, "GOOS": system, "GOARCH": processor, "CGO_ENABLED": "0", "vcs.modified": "false", "-trimpath": "true",
	} {
		if is[key] != want {
			t.Errorf("the program has %s %q, want %q", key, is[key], want)
		}
	}
}

// checkWindows checks the icon, the manifest and the version that Explorer shows.
func checkWindows(t *testing.T, program []byte, version string) {
	t.Helper()
	file, err := pe.NewFile(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	section := file.Section(".rsrc")
	if section == nil {
		t.Fatal("the program has no resources")
	}
	resources, err := section.Data()
	if err != nil {
		t.Fatal(err)
	}
	const icon, groupIcon, versions, manifest = 3, 14, 16, 24
	kinds := map[uint32]bool{}
	entries := int(binary.LittleEndian.Uint16(resources[12:])) + int(binary.LittleEndian.Uint16(resources[14:]))
	for i := range entries {
		kinds[binary.LittleEndian.Uint32(resources[16+8*i:])] = true
	}
	for _, kind := range []uint32{icon, groupIcon, versions, manifest} {
		if !kinds[kind] {
			t.Errorf("the program has no resource of type %d", kind)
		}
	}
	for _, text := range []string{"tourney, tournaments of the board game Go", version, "OriginalFilename"} {
		var wide []byte
		for _, unit := range utf16.Encode([]rune(text)) {
			wide = binary.LittleEndian.AppendUint16(wide, unit)
		}
		if !bytes.Contains(resources, wide) {
			t.Errorf("the resources have no %q", text)
		}
	}
	if !bytes.Contains(resources, []byte("longPathAware")) {
		t.Error("the manifest has no long paths")
	}
}

// checkMac checks the program's header and, for arm64, its ad-hoc signature: macOS does not start a program whose pages
// differ from their hashes.
func checkMac(t *testing.T, program []byte, processor string) {
	t.Helper()
	file, err := macho.NewFile(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	if file.Type != macho.TypeExec {
		t.Errorf("the program is a %s", file.Type)
	}
	const codeSignature, directory = 0x1d, 0xfade0c02
	for _, load := range file.Loads {
		raw := load.Raw()
		if file.ByteOrder.Uint32(raw) != codeSignature {
			continue
		}
		at, size := file.ByteOrder.Uint32(raw[8:]), file.ByteOrder.Uint32(raw[12:])
		blob := program[at : at+size]
		code := blob[binary.BigEndian.Uint32(blob[16:]):] // the first slot of the signature
		if binary.BigEndian.Uint32(code) != directory {
			t.Fatal("the signature begins with something else than a directory of code")
		}
		checkPages(t, program, code)
		return
	}
	if processor == "arm64" {
		t.Error("the program has no signature")
	}
}

// checkPages checks the hashes of a directory of code.
func checkPages(t *testing.T, program, code []byte) {
	t.Helper()
	number := func(at int) int { return int(binary.BigEndian.Uint32(code[at:])) }
	const adHoc = 0x2
	flags, hashes, count, limit := number(12), number(16), number(28), number(32)
	size := 1 << code[39]
	if flags&adHoc == 0 || code[36] != sha256.Size || count != (limit+size-1)/size {
		t.Fatalf("flags %x, hashes of %d bytes, %d pages of %d for %d bytes", flags, code[36], count, size, limit)
	}
	for i := range count {
		sum := sha256.Sum256(program[i*size : min((i+1)*size, limit)])
		if at := hashes + i*sha256.Size; !bytes.Equal(sum[:], code[at:at+sha256.Size]) {
			t.Fatalf("page %d of %d differs from its hash", i, count)
		}
	}
	t.Logf("signed ad hoc, %d pages", count)
}

// checkLinux checks that the program needs no library.
func checkLinux(t *testing.T, program []byte) {
	t.Helper()
	file, err := elf.NewFile(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	needs, err := file.ImportedLibraries()
	if err == nil && len(needs) > 0 || file.Section(".interp") != nil {
		t.Errorf("the program needs %v", needs)
	}
}

// TestPackages checks the Debian packages: their fields and files, and that the program equals the one in the archive.
func TestPackages(t *testing.T) {
	r := open(t)
	for _, processor := range []string{"amd64", "arm64"} {
		parts := ar(t, read(t, filepath.Join(r.folder, fmt.Sprintf("tourney_%s_%s.deb", r.version, processor))))
		control, files := map[string]string{}, map[string]member{}
		for _, m := range membersOf(t, parts["control.tar.gz"], ".tar.gz") {
			control[m.name] = string(m.data)
		}
		for _, m := range membersOf(t, parts["data.tar.gz"], ".tar.gz") {
			files[m.name] = m
		}
		for _, field := range []string{"Package: tourney", "Version: " + r.version, "Architecture: " + processor, "Maintainer: "} {
			if !strings.Contains("\n"+control["control"], "\n"+field) {
				t.Errorf("%s: no %q in\n%s", processor, field, control["control"])
			}
		}
		for _, script := range []string{"postinst", "prerm", "postrm"} {
			if !strings.HasPrefix(control[script], "#!/bin/sh") {
				t.Errorf("%s: no script %s", processor, script)
			}
		}
		for name, source := range map[string]string{
			"usr/lib/systemd/system/tourney.service": "tourney.service", "usr/share/applications/tourney.desktop": "tourney.desktop",
			"usr/share/doc/tourney/copyright": "../../LICENSE", "usr/share/doc/tourney/NOTICE": "../../NOTICE",
			"usr/share/doc/tourney/CHANGELOG.md": "../../CHANGELOG.md", "usr/share/icons/hicolor/scalable/apps/tourney.svg": "../../static/icon.svg",
		} {
			if !bytes.Equal(files[name].data, read(t, source)) || files[name].mode.Perm() != 0o644 {
				t.Errorf("%s: %s is not the file of the sources, or has the mode %s", processor, name, files[name].mode)
			}
		}
		archive := fmt.Sprintf("tourney-%s-linux-%s", r.version, processor)
		for _, m := range membersOf(t, read(t, filepath.Join(r.folder, archive+".tar.gz")), ".tar.gz") {
			if is := files["usr/bin/tourney"]; m.name == archive+"/tourney" && (!bytes.Equal(is.data, m.data) || is.mode.Perm() != 0o755) {
				t.Errorf("%s: the program differs from the archive's, or has the mode %s", processor, is.mode)
			}
		}
	}
}

// ar unpacks the outer archive of a Debian package.
func ar(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	data, ok := bytes.CutPrefix(data, []byte("!<arch>\n"))
	if !ok {
		t.Fatal("not a package")
	}
	parts := map[string][]byte{}
	for len(data) >= 60 {
		name := strings.TrimRight(string(data[:16]), " /")
		size, err := strconv.Atoi(strings.TrimSpace(string(data[48:58])))
		if err != nil || size > len(data)-60 {
			t.Fatalf("%s: %d bytes, %v", name, size, err)
		}
		parts[name] = data[60 : 60+size]
		data = data[min(len(data), 60+size+size%2):]
	}
	return parts
}

// TestDemoAndSums checks that the demo has a first page, and that SHA256SUMS covers all files.
func TestDemoAndSums(t *testing.T) {
	r := open(t)
	demo := membersOf(t, read(t, filepath.Join(r.folder, "tourney-"+r.version+"-demo.zip")), ".zip")
	if !slices.ContainsFunc(demo, func(m member) bool {
		return path.Base(m.name) == "index.html" && bytes.Contains(m.data, []byte("Helsinki"))
	}) {
		t.Errorf("the demo has %d files, and no first page of the tournament", len(demo))
	}
	sums := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(read(t, filepath.Join(r.folder, "SHA256SUMS")))), "\n") {
		sum, name, _ := strings.Cut(line, "  ")
		sums[name] = sum
	}
	for _, name := range files(t, r.folder) {
		sum := sha256.Sum256(read(t, filepath.Join(r.folder, name)))
		if name != "SHA256SUMS" && sums[name] != hex.EncodeToString(sum[:]) {
			t.Errorf("%s has the sum %x, listed is %q", name, sum, sums[name])
		}
		delete(sums, name)
	}
	if len(sums) > 0 {
		t.Errorf("sums of missing files: %v", sums)
	}
}

// files returns the names of the files in a folder.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestSameAgain compares two folders of the same release.
func TestSameAgain(t *testing.T) {
	r, again := open(t), os.Getenv("TOURNEY_RELEASE_AGAIN")
	if again == "" {
		t.Skip("TOURNEY_RELEASE_AGAIN is a second folder of the same release")
	}
	first, second := files(t, r.folder), files(t, again)
	if !slices.Equal(first, second) {
		t.Errorf("%v are made first, then %v", first, second)
	}
	for _, name := range first {
		if a, b := read(t, filepath.Join(r.folder, name)), read(t, filepath.Join(again, name)); !bytes.Equal(a, b) {
			t.Errorf("%s differs: %d bytes, then %d", name, len(a), len(b))
		}
	}
}

// The version of a release has three numbers: Debian, Windows and Go then agree on its order.
func TestVersion(t *testing.T) {
	if r := open(t); !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(r.version) {
		t.Errorf("the version is %q", r.version)
	}
}
