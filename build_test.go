package tourney

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildStampsTheRevision runs ./build with a go that only prints its arguments. The revision is stamped inside a
// git repository, even if GOFLAGS switches it off; without a repository the build has no stamp.
func TestBuildStampsTheRevision(t *testing.T) {
	for _, tool := range []string{"sh", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs ", tool)
		}
	}
	dir, tools := t.TempDir(), t.TempDir()
	script, err := os.ReadFile("build")
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{filepath.Join(dir, "build"): string(script), filepath.Join(tools, "go"): "#!/bin/sh\necho \"$@\"\n"} {
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"),
			"GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL="+os.DevNull)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	if got := run("sh", "build"); !strings.Contains(got, "-buildvcs=false ") {
		t.Errorf("without git: go %s", got)
	}
	run("git", "init", "--quiet")
	run("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "--allow-empty", "-m", "x")
	if got := run("sh", "build", "-o", "out"); !strings.Contains(got, "-buildvcs=auto ") || !strings.HasSuffix(got, "-o out ./cmd/tourney\n") {
		t.Errorf("in a repository: go %s", got)
	}
}
