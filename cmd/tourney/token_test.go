package main

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/databasetest"
)

func TestTokens(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := databasetest.OpenFile(t, store.OpenScratch) // and it stays open, as in a server
	db := s.Path()
	code, secret, errs := line(t, "token", "--db", db, "--name", "Hall screen", "--scope", "results")
	if code != 0 || !strings.HasPrefix(secret, "tourney_") || !strings.Contains(errs, "shown again") {
		t.Fatalf("exit %d, %q, %q", code, secret, errs)
	}
	var made map[string]string
	tourney(t, &made, "token", "--db", db, "--name", "Reader", "--json")
	if !strings.HasPrefix(made["token"], "tourney_") {
		t.Errorf("made %v", made)
	}
	var kept []keptToken
	list := func() {
		t.Helper()
		kept = nil
		tourney(t, &kept, "token", "--db", db, "--list", "--json")
	}
	if list(); len(kept) != 2 || kept[0].Name != "Hall screen" || kept[0].Scope != "results" || kept[1].Scope != role.ReadToken.String() || kept[0].By != desk.Name {
		t.Fatalf("kept %+v", kept)
	}
	if code, text, _ := line(t, "token", "--db", db); code != 0 || !strings.Contains(text, "Hall screen") || strings.Contains(text, strings.TrimSpace(secret)) {
		t.Errorf("exit %d, %q", code, text)
	}
	number := strconv.Itoa(kept[0].Number)
	if code, text, errs := line(t, "token", "--db", db, "--revoke", number); code != 0 || !strings.Contains(text, "Hall screen") {
		t.Errorf("exit %d, %q, %q", code, text, errs)
	}
	access := director.New(s, time.Now).Access().People()
	if log, _, err := access.Log(t.Context(), store.FirstOrganisation, 0); err != nil || log[0].Event != accounts.EventTokenRevoked || log[0].Organisation != store.FirstOrganisation {
		t.Errorf("the log of access of the organisation: %+v, %v", log, err)
	}
	if list(); len(kept) != 1 || kept[0].Name != "Reader" {
		t.Errorf("left are %+v", kept)
	}
	for _, tt := range []struct {
		code int
		args []string
	}{
		{1, []string{"token", "--db", db, "--revoke", number}},
		{1, []string{"token", "--db", db, "--name", "X", "--organisation", "Nobody"}},
		{1, []string{"token", "--db", db, "--name", strings.Repeat("x", 99)}},
		{1, []string{"token", "--db", filepath.Join(t.TempDir(), "none.db")}},
		{2, []string{"token"}},
		{2, []string{"token", "--db", db, "--name", "X", "--scope", "owner"}},
		{2, []string{"token", "--db", db, "--name", "X", "--revoke", "1"}},
		{2, []string{"token", "--db", db, "--list", "--revoke", "1"}},
		{2, []string{"token", "--db", db, "--scope", "whole"}},
	} {
		t.Run(called(tt.args...), func(t *testing.T) {
			if code, _, errs := line(t, tt.args...); code != tt.code || errs == "" {
				t.Errorf("exit %d, want %d: %s", code, tt.code, errs)
			}
		})
	}
}
