package main

import (
	"bufio"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An unknown name is refused, and the link printed by the running server stays valid.
func TestForgottenPasswordOfNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	h := &harness{t: t, db: filepath.Join(t.TempDir(), "cup.db")}
	p := h.spawn()
	defer p.kill(t)
	var link string
	for lines := bufio.NewScanner(p.out); lines.Scan() && link == ""; {
		link = regexp.MustCompile(`http://127\.0\.0\.1:\d+/setup/\S+`).FindString(lines.Text())
	}
	out := h.command(1, "serve", "--db", h.db, "--addr", "127.0.0.1:1", "--reset-password", "Aino")
	if !strings.Contains(out, "No user is called Aino") || strings.Contains(out, "/setup/") {
		t.Errorf("the command prints %s", out)
	}
	got, err := http.Get(link)
	if err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("%q: %v, %v", link, got, err)
	}
	_ = got.Body.Close()
}

// A link to a new password never starts a second server of a file, whatever the address of the first one.
func TestForgottenPasswordIsNoSecondServer(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	h := &harness{t: t, db: filepath.Join(t.TempDir(), "cup.db")}
	makeDatabase(t, h.db, 1)
	p := h.start()
	defer p.kill(t)
	for _, tt := range []struct{ addr, want string }{
		{strings.TrimPrefix(p.url, "http://"), p.url + "/setup/"},
		{"127.0.0.1:1", "ADDRESS/setup/"},
	} {
		out := h.command(0, "serve", "--db", h.db, "--addr", tt.addr, "--reset-password", "Anna")
		if !strings.Contains(out, tt.want) || strings.Contains(out, "Stop with") {
			t.Errorf("--addr %s prints %s, want %s", tt.addr, out, tt.want)
		}
	}
	if out := h.command(0, "serve", "--db", h.db, "--addr", "127.0.0.1:1", "--base", "https://go.example.org", "--reset-password", "Anna"); !strings.Contains(out, "https://go.example.org/setup/") {
		t.Errorf("with --base it prints %s", out)
	}
}
