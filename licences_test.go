package tourney

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write NOTICE anew")

// A component is a module or browser file that is built into the binary.
type component struct{ name, version, text string }

// TestNoticeIsComplete compares NOTICE with the modules linked into the
// binary on each system, the Go library and the vendored browser files.
func TestNoticeIsComplete(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	skipWithoutBeyond(t)
	want := notice(t)
	if *update {
		if err := os.WriteFile("NOTICE", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if Notice != want {
		t.Errorf("NOTICE differs from what is built in, first at %q; write it anew with: go test . -update", firstDifference(Notice, want))
	}
}

// TestVendoredFilesAreNamed finds the versions of NOTICE in the files that are
// vendored under static.
func TestVendoredFilesAreNamed(t *testing.T) {
	for _, c := range browserFiles(t) {
		file := map[string]string{"htmx": "htmx.min.js", "Lucide icons": "icons.svg"}[c.name]
		text, err := os.ReadFile(filepath.Join("static", file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte(c.version)) {
			t.Errorf("static/%s does not say that it is %s %s", file, c.name, c.version)
		}
	}
}

// notice formats the components, grouped by licence text.
func notice(t *testing.T) string {
	t.Helper()
	components := append(modules(t), browserFiles(t)...)
	components = append(components, component{"Go standard library", "", read(t, filepath.Join(goroot(t), "LICENSE"))})
	var texts []string
	names := map[string][]string{}
	for _, c := range components {
		if names[c.text] == nil {
			texts = append(texts, c.text)
		}
		names[c.text] = append(names[c.text], strings.TrimSpace(c.name+" "+c.version))
	}
	var b strings.Builder
	b.WriteString("tourney\n\nThis product is licensed under the Apache License, Version 2.0 (see LICENSE).\n" +
		"It includes the following software, each under the licence that stands below its name.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(names[text], "\n"), text)
	}
	return b.String()
}

// modules returns the modules that ./build links into the binary on any system it
// is released for. A module that go.work replaces is a folder of this repository.
func modules(t *testing.T) []component {
	t.Helper()
	tags := regexp.MustCompile(` -tags (\S+) `).FindStringSubmatch(read(t, "build"))
	if tags == nil {
		t.Fatal("./build names no tags")
	}
	seen := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-tags", tags[1], "-f",
			"{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/tourney")
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", system, err)
		}
		for line := range strings.Lines(string(out)) {
			name, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if name != "" {
				seen[name] = dir
			}
		}
	}
	var all []component
	for name, dir := range seen {
		path, version, _ := strings.Cut(name, " ")
		all = append(all, component{path, version, licenceOf(t, dir)})
	}
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return all
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)`)

// licenceOf returns the texts of all licence files of a module.
func licenceOf(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, e := range entries {
		if !e.IsDir() && licenceFile.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
			texts = append(texts, read(t, filepath.Join(dir, e.Name())))
		}
	}
	if len(texts) == 0 {
		t.Fatalf("%s has no licence: it cannot be built in", dir)
	}
	return strings.Join(texts, "\n\n")
}

// browserFiles are vendored under static; their licences are kept in licences.
func browserFiles(t *testing.T) []component {
	t.Helper()
	return []component{
		{"htmx", "2.0.11", read(t, "licences/htmx.txt")},
		{"Lucide icons", "1.62.0", read(t, "licences/lucide.txt")},
	}
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return b[max(0, i-40):min(len(b), i+40)]
}
