package web

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/role"
)

// What a client is made with. They are no dependencies of ours: the tools fetch them.
const (
	clientMaker   = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
	clientRuntime = "github.com/oapi-codegen/runtime v1.9.0"
)

// A workshop is a directory outside the project in which commands run.
type workshop struct {
	*testSite
	dir string
}

// command runs a command and returns what it prints.
func (w workshop) command(name string, args ...string) (string, error) {
	w.t.Helper()
	command := exec.CommandContext(w.t.Context(), name, args...)
	command.Dir = w.dir
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false", "GOBIN="+w.dir)
	out, err := command.CombinedOutput()
	return string(out), err
}

// fetch runs a command that needs the network. Without one it skips the test, unless in CI.
func (w workshop) fetch(name string, args ...string) {
	w.t.Helper()
	switch out, err := w.command(name, args...); {
	case err == nil:
	case os.Getenv("CI") != "":
		w.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	default:
		w.t.Skipf("NOT TRIED: no client was generated from openapi.json, since %s cannot be fetched (%v)", clientMaker, err)
	}
}

// must runs a command that is to succeed, and returns what it prints.
func (w workshop) must(name string, args ...string) string {
	w.t.Helper()
	out, err := w.command(name, args...)
	if err != nil {
		w.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return out
}

// A program reads standings, enters a result and hears of it by a client that a common tool generates from the
// description, without a line changed by hand.
func TestGeneratedClient(t *testing.T) {
	if testing.Short() {
		t.Skip("fetches and compiles a generator")
	}
	w := workshop{newSite(t), t.TempDir()}
	w.cup()
	p := w.program(role.ResultsToken)
	version := w.state("spring-cup").Version
	main, err := os.ReadFile("testdata/client/main.go")
	w.check(err)
	for name, text := range map[string]string{
		"go.mod": "module program\n\ngo 1.24\n\nrequire " + clientRuntime + "\n", "main.go": string(main), "openapi.json": w.body(w.get("/api/v1/openapi.json")),
	} {
		w.check(os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600))
	}
	w.check(os.Mkdir(filepath.Join(w.dir, "tourney"), 0o700))
	w.fetch("go", "install", clientMaker)
	w.must("./oapi-codegen", "-generate", "types,client", "-package", "tourney", "-o", "tourney/client.go", "openapi.json")
	w.fetch("go", "mod", "tidy")
	w.must("go", "build", "-o", "client", ".")
	got := w.must("./client", w.http.URL, p.secret)
	want := "1. player 7, 6+!b: + at table 4 against player 8\n" +
		"1. player 1, 5+/b: + at table 1 against player 2\n" +
		fmt.Sprintf("table 2: B+R, then \"%d\"\n", version+1) +
		fmt.Sprintf("tournament.version: Turnauksella on nyt versio %d, ei %d. Lue se uudelleen, ennen kuin muutat sitä.\n", version+1, version) +
		fmt.Sprintf("version %d: result B+R of game %d\n", version+1, w.game(2, 2).ID)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the client prints (-want +got):\n%s", diff)
	}
	w.result(2, 2, "B+R")
}
