package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
)

// A program is a serving tourney.
type program struct {
	cmd *exec.Cmd
	out io.Reader
	log bytes.Buffer
	url string
	// take is the link for a standby's take-over, "" without one.
	take string
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

// command runs one command, which must end with an exit code, and returns its output.
func (h *harness) command(code int, args ...string) string {
	cmd := h.binary(args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		h.t.Errorf("tourney %s: %v, want exit %d\n%s", strings.Join(args, " "), err, code, out)
	}
	return string(out)
}

// spawn starts serving the database, with further flags.
func (h *harness) spawn(flags ...string) *program {
	p := &program{cmd: h.binary(append([]string{"serve", "--db", h.db, "--addr", "127.0.0.1:0"}, flags...)...)}
	var err error
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		h.t.Fatal(err)
	}
	p.cmd.Stderr = &p.log
	if err := p.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	return p
}

// ready waits until the program responds.
func (p *program) ready(t *testing.T) {
	for lines := bufio.NewScanner(p.out); lines.Scan(); {
		if found := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); found != "" && p.url == "" && strings.HasPrefix(lines.Text(), "Open") {
			p.url = found
		}
		if found := regexp.MustCompile(`http://127\.0\.0\.1:\d+/take/\w+`).FindString(lines.Text()); found != "" {
			p.take = found
		}
		if strings.HasPrefix(lines.Text(), "Stop with") {
			return
		}
	}
	_ = p.cmd.Wait() // its output has the reason
	t.Fatalf("the program did not start: %s", p.log.String())
}

func (h *harness) start() *program {
	p := h.spawn()
	p.ready(h.t)
	return p
}

// kill kills the program, which must still run.
func (p *program) kill(t *testing.T) {
	if err := p.cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := p.cmd.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("the program ended with %v: %s", err, p.log.String())
	}
}

// interrupt stops the program as Ctrl+C does.
func (p *program) interrupt(t *testing.T) {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Fatalf("the program ended with %v: %s", err, p.log.String())
	}
}

// login returns a client that is logged in.
func (h *harness) login(p *program, name, password string) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	client := &http.Client{
		Jar: jar, Timeout: 20 * time.Second, Transport: &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	got, err := client.PostForm(p.url+"/login", url.Values{"name": {name}, "password": {password}})
	if err != nil || got.StatusCode != http.StatusSeeOther {
		h.t.Fatalf("login: %v, %v", got, err)
	}
	return client
}

func (h *harness) get(c *http.Client, address string) []byte {
	got, err := c.Get(address)
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

// form returns the values of the largest form of a page.
func (h *harness) form(p *program, path string) url.Values {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(h.get(h.clients[0], p.url+path)))
	if err != nil {
		h.t.Fatal(err)
	}
	most := url.Values{}
	page.Find("form").Each(func(_ int, form *goquery.Selection) {
		sent := url.Values{}
		form.Find("input[name], textarea[name], select[name]").Each(func(_ int, field *goquery.Selection) {
			name, _ := field.Attr("name")
			_, checked := field.Attr("checked")
			switch kind, _ := field.Attr("type"); {
			case goquery.NodeName(field) == "select":
				field = field.Find("option[selected]")
			case goquery.NodeName(field) == "textarea":
				sent.Add(name, field.Text())
				return
			case (kind == "checkbox" || kind == "radio") && !checked:
				return
			}
			if value, ok := field.Attr("value"); ok || goquery.NodeName(field) == "input" {
				sent.Add(name, value)
			}
		})
		if len(sent) > len(most) {
			most = sent
		}
	})
	return most
}
