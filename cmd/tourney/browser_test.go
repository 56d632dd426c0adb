package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// TestDoubleClick starts the program without arguments: the browser shows the link to set a password. A second start
// shows the running one, and a start with a file its import preview; both end at once.
func TestDoubleClick(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the browser of this test is a shell script")
	}
	t.Parallel()
	dir := t.TempDir()
	seen, browser := filepath.Join(dir, "seen"), filepath.Join(dir, "browser")
	if err := os.WriteFile(browser, []byte("#!/bin/sh\necho \"$1\" >> '"+seen+"'\n"), 0o700); err != nil { // #nosec G306 -- a program
		t.Fatal(err)
	}
	start := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		t.Helper()
		cmd, out := exec.Command(os.Args[0], args...), &bytes.Buffer{}
		cmd.Env = append(os.Environ(), asCommand+"=1", "TOURNEY_BROWSER_COMMAND="+browser, "HOME="+dir, "XDG_CONFIG_HOME="+dir)
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, out
	}
	shows := func(n int, path string) string {
		t.Helper()
		for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
			text, _ := os.ReadFile(seen) // missing before the first address
			if lines := strings.Fields(string(text)); len(lines) >= n {
				if !strings.Contains(lines[n-1], path) {
					t.Errorf("the browser shows %s, want %s", lines[n-1], path)
				}
				return lines[n-1]
			}
		}
		t.Fatalf("the browser never shows page %d", n)
		return ""
	}

	first, _ := start()
	defer func() {
		_ = first.Process.Signal(os.Interrupt)
		if err := first.Wait(); err != nil {
			t.Error(err)
		}
	}()
	address, _, _ := strings.Cut(shows(1, "/setup/"), "/setup/")
	for n, args := range [][]string{{}, {cupFile(t, dir)}} {
		again, out := start(args...)
		if err := again.Wait(); err != nil || !strings.Contains(out.String(), address) {
			t.Errorf("a start with %q ends with %v: %s", args, err, out)
		}
		shows(2+n, []string{address + "/desk", address + "/opened/my%20cup.json"}[n])
	}
}

// cupFile writes a tournament into a folder.
func cupFile(t *testing.T, dir string) string {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	cup, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := format.Write(&text, "tourney", tournament.Whole{Tournament: cup}, file.Label(nil).OrKeys()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "my cup.json")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The name of a command is one even if a file has it too.
func TestFilesAreNoCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"cup.xml", "demo", "help"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for arg, want := range map[string]string{"": "--open", "cup.xml": "--open --import cup.xml", "demo": "demo", "help": "help", "missing.xml": "missing.xml"} {
		if got := strings.Join(asOpening(strings.Fields(arg)), " "); got != want {
			t.Errorf("tourney %s means %q, want %q", arg, got, want)
		}
	}
}
