package beyond_test

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

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// An owner adds a webhook, sees its deliveries and failures, retries and removes it.
func TestWebhooksOfAnOrganisation(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Login()
	var status, taken atomic.Int32
	described := sitetest.Description(s.Site).Components.Schemas["Delivery"].Value
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
	if got := s.Page(s.Get("/people/1/programs"), http.StatusOK).Find(`a[href="` + path + `"]`).Length(); got != 1 {
		t.Errorf("the page of people has %d links to it", got)
	}
	if got := sitetest.Text(s.Page(s.Get(path), http.StatusOK), ".empty"); got != "No addresses yet." {
		t.Errorf("at first %q", got)
	}
	refused := s.Page(s.Post(path, url.Values{"do": {"add"}, "address": {receiver.URL}, "topic": {"results"}}), http.StatusForbidden)
	if got := sitetest.Text(refused, ".banner.error"); !strings.Contains(got, "private network") || refused.Find(`[name=address]`).AttrOr("value", "") != receiver.URL || refused.Find("[name=topic][checked]").Length() != 1 {
		t.Errorf("a private address is answered %q", got)
	}
	status.Store(http.StatusInternalServerError)
	added := s.Page(s.Post(path, url.Values{"do": {"add"}, "address": {receiver.URL}, "nearby": {"1"}, "topic": {"results", "pairings"}}), http.StatusOK)
	if secret := sitetest.Text(added, ".banner code"); !strings.HasPrefix(secret, "whsec_") {
		t.Errorf("the secret is %q", secret)
	}
	row := func() *goquery.Selection { return s.Page(s.Get(path), http.StatusOK).Find("tbody tr") }
	is := row()
	if got := sitetest.Words(is); !strings.Contains(got, "all tournaments · results, rounds and pairings") || !strings.Contains(got, "Nothing has happened yet.") || strings.Contains(got, "whsec_") {
		t.Errorf("the list says %q", got)
	}
	id := is.Find("[name=webhook]").AttrOr("value", "")
	if is.Find("details button[value=remove]").Length() != 1 {
		t.Error("it is removed without a question")
	}
	if got := s.Page(s.Post(path, url.Values{"do": {"test"}, "webhook": {id}}), http.StatusServiceUnavailable); !strings.Contains(sitetest.Text(got, ".banner.error"), "answers with the status 500") {
		t.Errorf("the test is answered %q", sitetest.Text(got, "main"))
	}
	g := s.Game(2, 2)
	_, err := s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins}})
	s.Check(err)
	until := func(what string) string {
		t.Helper()
		for range 1000 {
			if got := sitetest.Words(row()); strings.Contains(got, what) {
				return got
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("the list says %q, never %q", sitetest.Words(row()), what)
		return ""
	}
	if got := until("1 not delivered since"); !strings.Contains(got, "answers with the status 500. Next try") {
		t.Errorf("the list says %q", got)
	}
	status.Store(http.StatusOK)
	s.SeeOther(s.Post(path, url.Values{"do": {"resume"}, "webhook": {id}}))
	until("All delivered, last")
	if taken.Load() != 1 {
		t.Errorf("taken are %d", taken.Load())
	}
	if got := sitetest.Text(s.Page(s.Post(path, url.Values{"do": {"test"}, "webhook": {id}}), http.StatusOK), ".notice"); !strings.HasSuffix(got, "has accepted the test.") {
		t.Errorf("the test is answered %q", got)
	}
	status.Store(http.StatusGone)
	_, err = s.Director.On(sitetest.Anna, "spring-cup").Enter(t.Context(), tournament.Entry{Round: 2, Table: 2, Seen: s.Game(2, 2).Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}})
	s.Check(err)
	until("tourney stopped trying. To resume, press “Try now”.")
	s.Page(s.Post(path, url.Values{"do": {"burn"}, "webhook": {id}}), http.StatusUnprocessableEntity)
	s.SeeOther(s.Post(path, url.Values{"do": {"remove"}, "webhook": {id}}))
	s.Page(s.Post(path, url.Values{"do": {"remove"}, "webhook": {id}}), http.StatusNotFound)
	log := sitetest.Text(s.Page(s.Get("/people/1/log"), http.StatusOK), "tbody")
	for _, want := range []string{"added a webhook", "resumed a webhook", "removed a webhook"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log of access lacks %q: %s", want, log)
		}
	}
}

// The owner of another organisation cannot add an address in the server's own network, nor see others' webhooks.
func TestWebhooksOfAnotherOrganisation(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Page(s.Post("/people/1/webhooks", url.Values{"do": {"add"}, "address": {"https://club.example/in"}}), http.StatusOK)
	id := s.Page(s.Get("/people/1/webhooks"), http.StatusOK).Find("[name=webhook]").AttrOr("value", "")
	other, err := s.Director.Access().People().OrganisationAdmin(s.Inviter(1), 0).AddOrganisation(t.Context(), "Salo Go Club")
	s.Check(err)
	s.Client = s.Person("Olga", accounts.Invitation{Organisation: other, Role: role.Owner})
	path := "/people/" + strconv.Itoa(other) + "/webhooks"
	if doc := s.Page(s.Get(path), http.StatusOK); doc.Find("[name=nearby]").Length() > 0 || doc.Find("tbody tr").Length() > 0 {
		t.Errorf("she sees %q", sitetest.Text(doc, "main"))
	}
	s.Page(s.Post(path, url.Values{"do": {"add"}, "address": {"https://127.0.0.1/"}, "nearby": {"1"}}), http.StatusForbidden)
	for _, do := range []string{"remove", "resume", "test"} {
		s.Page(s.Post(path, url.Values{"do": {do}, "webhook": {id}}), http.StatusNotFound)
	}
	if got := s.Get("/people/1/webhooks").StatusCode; got != http.StatusForbidden {
		t.Errorf("the webhooks of another organisation answer %d", got)
	}
}
