package beyond_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/data/store"
	"tourney/internal/testkit/sitetest"
)

// registration returns the form of a browser at a push service.
func registration(t *testing.T, endpoint string) url.Values {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	text := base64.RawURLEncoding.EncodeToString
	return url.Values{"do": {"on"}, "endpoint": {endpoint}, "key": {text(key.PublicKey().Bytes())}, "auth": {text(make([]byte, 16))}}
}

// A player's page has the key for messages, and its form stores the browser in the language of the page. The personal
// file has the browser; erasing the player deletes it.
func TestMessagesOnThePersonalPage(t *testing.T) {
	s := newSite(t)
	s.Cup()
	tn := s.State("spring-cup")
	player := tn.Players[0].ID
	token, err := s.Director.PlayerToken(t.Context(), tn, player)
	s.Check(err)
	me := "/t/spring-cup/me/" + token
	want, err := s.extension().PushKey(t.Context())
	s.Check(err)
	const keyLength = 87 // of 65 bytes in base64
	if key := s.Page(s.Get(me), http.StatusOK).Find("#notify").AttrOr("data-key", ""); key != want || len(key) != keyLength {
		t.Errorf("the key on the page is %q, want %q", key, want)
	}
	stored := func() []store.PushSubscription {
		t.Helper()
		all, err := store.PushSubscriptions(t.Context(), s.Director.Store(), "spring-cup")
		s.Check(err)
		return all
	}
	post := func(form url.Values, status int) {
		t.Helper()
		if got := s.Post(me+"/push", form); got.StatusCode != status {
			t.Errorf("%s answers %d, want %d: %s", form.Encode(), got.StatusCode, status, s.Body(got))
		}
	}
	post(registration(t, "http://push.example.org/"), http.StatusUnprocessableEntity)
	post(registration(t, "https://127.0.0.1/"), http.StatusUnprocessableEntity)
	if got := s.Post("/t/spring-cup/me/1-0/push", registration(t, "https://push.example.org/a")); got.StatusCode != http.StatusNotFound {
		t.Errorf("a wrong link answers %d", got.StatusCode)
	}
	if all := stored(); len(all) > 0 {
		t.Errorf("after refusals %+v", all)
	}
	for i := range 7 {
		post(registration(t, fmt.Sprint("https://push.example.org/", i)), http.StatusNoContent)
	}
	if all := stored(); len(all) != 5 || all[0].Player != player || all[0].Language != "en" {
		t.Errorf("stored are %+v", all)
	}
	post(url.Values{"do": {"off"}, "endpoint": {"https://push.example.org/6"}}, http.StatusNoContent)
	if all := stored(); len(all) != 4 {
		t.Errorf("then %+v", all)
	}
	if file := s.Body(s.Get(me + "/data.json")); strings.Count(file, "https://push.example.org/") != 4 {
		t.Errorf("the personal file is %s", file)
	}
	s.Check(s.Director.PersonalData().Forget(t.Context(), s.Director.On(sitetest.Anna, "spring-cup"), player, tn.NameOf(player)))
	if all := stored(); len(all) > 0 {
		t.Errorf("after the erasing %+v", all)
	}
	if tries := s.Post(me+"/push", registration(t, "https://push.example.org/a")); tries.StatusCode != http.StatusNotFound {
		t.Errorf("an erased player answers %d", tries.StatusCode)
	}
}

// One link sends a limited number of forms.
func TestMessagesAreLimited(t *testing.T) {
	s := newSite(t)
	s.Cup()
	tn := s.State("spring-cup")
	token, err := s.Director.PlayerToken(t.Context(), tn, tn.Players[0].ID)
	s.Check(err)
	last := 0
	for range 21 {
		last = s.Post("/t/spring-cup/me/"+token+"/push", registration(t, "https://push.example.org/a")).StatusCode
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the last form answers %d", last)
	}
}

// The service worker may serve the pages of every tournament.
func TestServiceWorker(t *testing.T) {
	s := newSite(t)
	got := s.Get("/worker.js")
	if body := s.Body(got); got.StatusCode != http.StatusOK || !strings.Contains(body, "showNotification") ||
		got.Header.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") ||
		!strings.Contains(got.Header.Get("Content-Security-Policy"), "worker-src 'self'") {
		t.Errorf("%d %v %.80q", got.StatusCode, got.Header, body)
	}
}

// The personal page is an app for phones that need one, and only by its own link.
func TestPersonalPageAsAnApp(t *testing.T) {
	s := newSite(t)
	s.Cup()
	token, err := s.Director.PlayerToken(t.Context(), s.State("spring-cup"), s.State("spring-cup").Players[0].ID)
	s.Check(err)
	me := "/t/spring-cup/me/" + token
	at := s.Page(s.Get(me), http.StatusOK).Find("link[rel=manifest]").AttrOr("href", "")
	var app struct {
		Start   string `json:"start_url"`
		Scope   string `json:"scope"`
		Display string `json:"display"`
	}
	got := s.Get(at)
	if err := json.Unmarshal([]byte(s.Body(got)), &app); err != nil || app.Start != me || app.Scope != "/t/spring-cup/" || app.Display != "standalone" {
		t.Errorf("%s answers %d %+v %v", at, got.StatusCode, app, err)
	}
	if got := s.Get("/t/spring-cup/me/1-0/app.webmanifest"); got.StatusCode != http.StatusNotFound {
		t.Errorf("a wrong link answers %d", got.StatusCode)
	}
}
