package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// A program is a serving tourney.
type program struct {
	cmd *exec.Cmd
	url string
}

// binary returns a command of the program.
func (h *harness) binary(args ...string) *exec.Cmd {
	path := os.Getenv("TOURNEY_BINARY")
	if path == "" {
		path = os.Args[0]
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", asCommand+"=1")
	return cmd
}

// command runs one command, which must end with an exit code.
func (h *harness) command(code int, args ...string) {
	cmd := h.binary(args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		h.t.Errorf("tourney %s: %v, want exit %d\n%s", strings.Join(args, " "), err, code, out)
	}
}

func (h *harness) start() program {
	p := program{cmd: h.binary("serve", "--db", h.db, "--addr", "127.0.0.1:0")}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	var log bytes.Buffer
	p.cmd.Stderr = &log
	if err := p.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = p.cmd.Process.Kill() }) // it has ended, unless the test failed
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); found != "" && p.url == "" {
			p.url = found
		}
		if strings.HasPrefix(lines.Text(), "Stop with") {
			return p
		}
	}
	_ = p.cmd.Wait() // its output has the reason
	h.t.Fatalf("the program did not start: %s", log.String())
	return p
}

func (h *harness) get(address string) []byte {
	got, err := h.client.Get(address)
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	data, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		h.t.Fatalf("%s answers %d, %v: %.300s", address, got.StatusCode, err, data)
	}
	return data
}

// post returns the status of an answer, 0 without an answer.
func (h *harness) post(address string, form url.Values) int {
	got, err := h.client.PostForm(address, form)
	if err != nil {
		return 0
	}
	defer got.Body.Close()
	return got.StatusCode
}
