package relay

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/fault"
	"tourney/internal/testkit/remotetest"
	"tourney/internal/tournament"
)

func TestHubAddress(t *testing.T) {
	for text, want := range map[string]string{
		"https://Go.Example.org/":               "https://go.example.org",
		" go.example.org ":                      "https://go.example.org",
		"https://go.example.org/people?x=1#top": "https://go.example.org",
		"https://go.example.org:8443":           "https://go.example.org:8443",
		"https://go.example.org:443/":           "https://go.example.org",
		"http://127.0.0.1:8080":                 "http://127.0.0.1:8080",
		"http://192.168.1.5:8080":               "http://192.168.1.5:8080",
		"http://[::1]:8080":                     "http://[::1]:8080",
		"http://laptop.local:8080":              "http://laptop.local:8080",
		"http://localhost":                      "http://localhost",
	} {
		if got, err := HubAddress(text); got != want || err != nil {
			t.Errorf("%q is %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                            "relay.address",
		"https://":                    "relay.address",
		"ftp://go.example.org":        "relay.address",
		"https://anna:pw@example.org": "relay.address",
		"http://go.example.org":       "relay.plain",
		"http://8.8.8.8":              "relay.plain",
		"https://%zz":                 "relay.address",
	} {
		if got, err := HubAddress(text); !fault.Is(err, want) {
			t.Errorf("%q is %q, %v, want %s", text, got, err, want)
		}
	}
}

func TestToken(t *testing.T) {
	for text, want := range map[string]string{"": "", " tourney_a-B\n9 ": "tourney_a-B9"} {
		if got, err := Token(text); got != want || err != nil {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"a\x00b", "ä", strings.Repeat("a", 101), "Bearer: x"} {
		if got, err := Token(text); !fault.Is(err, "relay.token.wrong") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

// Each response of a hub becomes a fault for the desk.
func TestAnswers(t *testing.T) {
	var status int
	var body string
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" || r.Header.Get(SenderHeader) != "sender" || r.URL.Path != "/api/v1/publications/origin" {
			t.Errorf("%s %s", r.URL, r.Header)
		}
		w.Header().Set("Location", "https://elsewhere.example/")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	defer hub.Close()
	w := newClient(hub.URL, "secret", "sender")
	defer w.close()
	state := publication.State{Stamp: 3, Whole: tournament.Whole{Tournament: &tournament.Tournament{}}}
	for _, c := range []struct {
		status int
		body   string
		want   string
	}{
		{http.StatusOK, `{"stamp":"3","version":7,"address":"/t/cup"}`, ""},
		{http.StatusOK, `<html>`, "relay.answer"},
		{http.StatusOK, ``, "relay.answer"},
		{http.StatusFound, ``, "relay.moved"},
		{http.StatusConflict, `{"error":"?","code":"publication.another"}`, "relay.another"},
		{http.StatusNotFound, `{"error":"?","code":"publication.none"}`, "relay.none"},
		{http.StatusNotFound, `{"error":"?","code":"fault.page"}`, "relay.older"},
		{http.StatusMethodNotAllowed, `{"error":"?","code":"api.method"}`, "relay.older"},
		{http.StatusUnprocessableEntity, `{"error":"?","code":"api.field"}`, "relay.older"},
		{http.StatusUnprocessableEntity, `{"error":"?","code":"api.parameter"}`, "relay.older"},
		{http.StatusNotFound, `<html>not here`, "relay.answer"},
		{http.StatusBadGateway, `bad gateway`, "relay.unreachable"},
		{http.StatusUnauthorized, `{"error":"?","code":"people.token"}`, "relay.token"},
		{http.StatusForbidden, `{"error":"?","code":"api.scope"}`, "relay.token"},
		{http.StatusConflict, `{"error":"?","code":"publication.deleted"}`, "relay.deleted"},
		{http.StatusConflict, `{"error":"?","code":"publication.own"}`, "relay.own"},
		{http.StatusServiceUnavailable, `{"error":"The disk is full.","code":"database.full"}`, "relay.refused"},
	} {
		status, body = c.status, c.body
		answer, err := w.put(t.Context(), "origin", state, func(string) bool { return false })
		switch {
		case c.want == "" && (err != nil || answer.Stamp != 3 || answer.Version != 7 || answer.Address != "/t/cup"):
			t.Errorf("%d %s is %+v, %v", c.status, c.body, answer, err)
		case c.want != "" && !fault.Is(err, c.want):
			t.Errorf("%d %s is %v, want %s", c.status, c.body, err, c.want)
		}
	}
	status, body = http.StatusNoContent, ""
	if err := w.withdraw(t.Context(), "origin", publishing.Withdrawal{}); err != nil {
		t.Error(err)
	}
	hub.Close()
	if err := w.withdraw(t.Context(), "origin", publishing.Withdrawal{}); !fault.Is(err, "relay.unreachable") {
		t.Errorf("without a line: %v", err)
	}
}

// A hub that sends no response does not delay the next attempt.
func TestSilentHub(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newClient("http://192.168.1.5", "secret", "sender")
		remotetest.Serve(t, w.client, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
		began := time.Now()
		err := w.withdraw(t.Context(), "origin", publishing.Withdrawal{})
		if took := time.Since(began); !fault.Is(err, "relay.unreachable") || took < longestWithdrawal || took > longestWithdrawal+2*patience {
			t.Errorf("after %v: %v", took, err)
		}
	})
}
