package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/accounts"
	"tourney/internal/role"
	"tourney/internal/tournament"
)

// An owner adds a webhook, sees what it has got and why not, has it tried again and removes it.
func TestWebhooksOfAnOrganisation(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	var status, taken atomic.Int32
	described := description(s).Components.Schemas["Delivery"].Value
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var sent any
		err := json.NewDecoder(r.Body).Decode(&sent)
		if err = errors.Join(err, described.VisitJSON(sent)); err != nil {
			t.Error(err)
		}
		if status.Load() == http.StatusOK {
			taken.Add(1)
		}
		w.WriteHeader(int(status.Load()))
	}))
	defer receiver.Close()
	const path = "/people/1/webhooks"
	if got := s.page(s.get("/people"), http.StatusOK).Find(`a[href="` + path + `"]`).Length(); got != 1 {
		t.Errorf("the page of people has %d links to it", got)
	}
	if got := text(s.page(s.get(path), http.StatusOK), ".empty"); got != "No webhooks yet." {
		t.Errorf("at first %q", got)
	}
	refused := s.page(s.post(path, url.Values{"do": {"add"}, "address": {receiver.URL}, "topic": {"results"}}), http.StatusForbidden)
	if got := text(refused, ".banner.error"); !strings.Contains(got, "private network") || refused.Find(`[name=address]`).AttrOr("value", "") != receiver.URL || refused.Find("[name=topic][checked]").Length() != 1 {
		t.Errorf("a private address is answered %q", got)
	}
	status.Store(http.StatusInternalServerError)
	added := s.page(s.post(path, url.Values{"do": {"add"}, "address": {receiver.URL}, "nearby": {"1"}, "topic": {"results", "pairings"}}), http.StatusOK)
	if secret := text(added, ".banner code"); !strings.HasPrefix(secret, "whsec_") {
		t.Errorf("the secret is %q", secret)
	}
	row := func() *goquery.Selection { return s.page(s.get(path), http.StatusOK).Find("tbody tr") }
	is := row()
	if got := words(is); !strings.Contains(got, "all tournaments · results, rounds and pairings") || !strings.Contains(got, "Nothing has happened yet.") || strings.Contains(got, "whsec_") {
		t.Errorf("the list says %q", got)
	}
	id := is.Find("[name=webhook]").AttrOr("value", "")
	if is.Find("details button[value=remove]").Length() != 1 {
		t.Error("it is removed without a question")
	}
	if got := s.page(s.post(path, url.Values{"do": {"test"}, "webhook": {id}}), http.StatusServiceUnavailable); !strings.Contains(text(got, ".banner.error"), "answers with the status 500") {
		t.Errorf("the test is answered %q", text(got, "main"))
	}
	g := s.game(2, 2)
	_, err := s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.check(err)
	until := func(what string) string {
		t.Helper()
		for range 1000 {
			if got := words(row()); strings.Contains(got, what) {
				return got
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("the list says %q, never %q", words(row()), what)
		return ""
	}
	if got := until("1 not delivered since"); !strings.Contains(got, "answers with the status 500. Next try") {
		t.Errorf("the list says %q", got)
	}
	status.Store(http.StatusOK)
	s.seeOther(s.post(path, url.Values{"do": {"resume"}, "webhook": {id}}))
	until("All delivered, last")
	if taken.Load() != 1 {
		t.Errorf("taken are %d", taken.Load())
	}
	if got := text(s.page(s.post(path, url.Values{"do": {"test"}, "webhook": {id}}), http.StatusOK), ".notice"); !strings.HasSuffix(got, "has taken the test.") {
		t.Errorf("the test is answered %q", got)
	}
	status.Store(http.StatusGone)
	_, err = s.director.On(anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Seen: s.game(2, 2).Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	s.check(err)
	until("It isn't tried any more. To go on, press “Try now”.")
	s.page(s.post(path, url.Values{"do": {"burn"}, "webhook": {id}}), http.StatusUnprocessableEntity)
	s.seeOther(s.post(path, url.Values{"do": {"remove"}, "webhook": {id}}))
	s.page(s.post(path, url.Values{"do": {"remove"}, "webhook": {id}}), http.StatusNotFound)
	log := text(s.page(s.get("/people/1/log"), http.StatusOK), "tbody")
	for _, want := range []string{"added a webhook", "resumed a webhook", "removed a webhook"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log of access lacks %q: %s", want, log)
		}
	}
}

// The owner of another organisation adds nothing in the server's own network, and sees no others' webhooks.
func TestWebhooksOfAnotherOrganisation(t *testing.T) {
	s := newSite(t)
	s.login()
	s.page(s.post("/people/1/webhooks", url.Values{"do": {"add"}, "address": {"https://club.example/in"}}), http.StatusOK)
	id := s.page(s.get("/people/1/webhooks"), http.StatusOK).Find("[name=webhook]").AttrOr("value", "")
	other, err := s.director.Access().People().Office(s.inviter(1), 0).Found(t.Context(), "Salo Go Club")
	s.check(err)
	s.client = s.person("Olga", accounts.Invitation{Organisation: other, Role: role.Owner})
	path := "/people/" + strconv.Itoa(other) + "/webhooks"
	if doc := s.page(s.get(path), http.StatusOK); doc.Find("[name=nearby]").Length() > 0 || doc.Find("tbody tr").Length() > 0 {
		t.Errorf("she sees %q", text(doc, "main"))
	}
	s.page(s.post(path, url.Values{"do": {"add"}, "address": {"https://127.0.0.1/"}, "nearby": {"1"}}), http.StatusForbidden)
	for _, do := range []string{"remove", "resume", "test"} {
		s.page(s.post(path, url.Values{"do": {do}, "webhook": {id}}), http.StatusNotFound)
	}
	if got := s.get("/people/1/webhooks").StatusCode; got != http.StatusForbidden {
		t.Errorf("the webhooks of another organisation answer %d", got)
	}
}
