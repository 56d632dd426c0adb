package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A link to a new password never makes a second server of a file, wherever the first one listens.
func TestForgottenPasswordIsNoSecondServer(t *testing.T) {
	h := &harness{t: t, db: filepath.Join(t.TempDir(), "cup.db")}
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
