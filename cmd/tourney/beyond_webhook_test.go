package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
)

func TestWebhooks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	s := databasetest.OpenFile(t, store.OpenScratch) // and it stays open, as in a server
	db := s.Path()
	var status atomic.Int32
	status.Store(http.StatusOK)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(int(status.Load())) }))
	defer receiver.Close()
	code, secret, errs := line(t, "webhook", "--db", db, "--url", receiver.URL, "--nearby", "--topics", "results,final")
	if code != 0 || !strings.HasPrefix(secret, "whsec_") || !strings.Contains(errs, "shown again") {
		t.Fatalf("exit %d, %q, %q", code, secret, errs)
	}
	var made map[string]string
	tourney(t, &made, "webhook", "--db", db, "--url", "https://club.example/in", "--json")
	if !strings.HasPrefix(made["secret"], "whsec_") {
		t.Errorf("made %v", made)
	}
	var kept []keptWebhook
	tourney(t, &kept, "webhook", "--db", db, "--list", "--json")
	if len(kept) != 2 || kept[0].Address != receiver.URL || strings.Join(kept[0].Topics, " ") != "results final" || kept[0].By != desk.Name || !kept[0].Here || kept[1].Waiting != 0 {
		t.Fatalf("kept %+v", kept)
	}
	if code, text, _ := line(t, "webhook", "--db", db); code != 0 || !strings.Contains(text, receiver.URL) || strings.Contains(text, strings.TrimSpace(secret)) {
		t.Errorf("exit %d, %q", code, text)
	}
	number := strconv.Itoa(kept[0].Number)
	if code, text, errs := line(t, "webhook", "--db", db, "--test", number); code != 0 || !strings.Contains(text, receiver.URL) {
		t.Errorf("exit %d, %q, %q", code, text, errs)
	}
	status.Store(http.StatusTeapot)
	if code, _, errs := line(t, "webhook", "--db", db, "--test", number); code != 1 || !strings.Contains(errs, "418") {
		t.Errorf("exit %d, %q", code, errs)
	}
	all, err := s.Webhooks().All(t.Context(), store.FirstOrganisation)
	if err != nil {
		t.Fatal(err)
	}
	paused := all[0]
	paused.WebhookTrouble = store.WebhookTrouble{Since: paused.Created, Tries: 1, Why: "webhook.gone", Status: http.StatusGone, Paused: true}
	if err := s.Webhooks().Note(t.Context(), all[0], paused, nil); err != nil {
		t.Fatal(err)
	}
	if code, text, _ := line(t, "webhook", "--db", db); code != 0 || !strings.Contains(text, "(410). tourney stopped trying. To resume: --resume "+number) {
		t.Errorf("a paused one: exit %d, %q", code, text)
	}
	for _, action := range []string{"--resume", "--remove"} {
		if code, text, errs := line(t, "webhook", "--db", db, action, number); code != 0 || !strings.Contains(text, receiver.URL) {
			t.Errorf("%s: exit %d, %q, %q", action, code, text, errs)
		}
	}
	for _, tt := range []struct {
		code int
		args []string
		says string
	}{
		{1, []string{"webhook", "--db", db, "--remove", number}, ""},
		{1, []string{"webhook", "--db", db, "--url", receiver.URL}, "--nearby"},
		{2, []string{"webhook", "--db", db, "--url", "club"}, ""},
		{2, []string{"webhook", "--db", db, "--url", "https://club.example", "--topics", "secrets"}, ""},
		{1, []string{"webhook", "--db", db, "--url", "https://club.example", "--tournament", "none"}, ""},
		{1, []string{"webhook", "--db", db, "--url", "https://club.example", "--organisation", "Nobody"}, ""},
		{1, []string{"webhook", "--db", filepath.Join(t.TempDir(), "none.db")}, ""},
		{2, []string{"webhook"}, ""},
		{2, []string{"webhook", "--db", db, "--url", "https://club.example", "--remove", "1"}, ""},
		{2, []string{"webhook", "--db", db, "--list", "--test", "1"}, ""},
		{2, []string{"webhook", "--db", db, "--nearby"}, ""},
	} {
		t.Run(called(tt.args...), func(t *testing.T) {
			if code, _, errs := line(t, tt.args...); code != tt.code || errs == "" || !strings.Contains(errs, tt.says) {
				t.Errorf("exit %d, want %d: %s", code, tt.code, errs)
			}
		})
	}
}
