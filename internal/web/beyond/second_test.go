package beyond_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/beyond/standby"
	"tourney/internal/fault"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/web/beyond"
)

// The form of a second computer needs the link of the first start, and refuses a line that leads nowhere.
func TestSecondComputer(t *testing.T) {
	s := newSite(t)
	token, _, err := s.Director.Access().SetupToken(t.Context())
	s.Check(err)
	path := "/setup/" + token + "/second"
	s.Page(s.Get(path), http.StatusNotFound) // this server cannot follow
	var asked standby.Source
	s.extension().Follow = func(_ context.Context, from standby.Source) (string, error) {
		if asked = from; from.Token != "tourney_good" {
			return "", fault.New(fault.Unavailable, "standby.refused", "No such token.")
		}
		return "/take/key", nil
	}
	s.Page(s.Get("/setup/other/second"), http.StatusForbidden)
	if link := s.Page(s.Get("/setup/"+token), http.StatusOK).Find(`a[href="` + path + `"]`); link.Length() != 1 {
		t.Error("the first page does not lead to it")
	}
	for line, says := range map[string]string{
		"":                        "address and a token",
		"http://192.168.1.5:8080": "address and a token",
		"http://192.168.1.5:8080 tourney_good abc":            "address and a token",
		"ftp://192.168.1.5 tourney_good":                      "ftp://192.168.1.5",
		"http://8.8.8.8 tourney_good":                         "https://",
		"http://192.168.1.5:8080 tourney_<good>":              "token",
		"http://192.168.1.5:8080 tourney_bad":                 "No such token.",
		"http://192.168.1.5:8080 tourney_good a b c d e f g ": "address and a token",
	} {
		got := s.Post(path, url.Values{"line": {line}})
		doc := s.Page(got, got.StatusCode)
		if wrong := sitetest.Text(doc, "#wrong"); got.StatusCode < 400 || !strings.Contains(wrong, says) || strings.TrimSpace(doc.Find("#line").Text()) != strings.TrimSpace(line) {
			t.Errorf("%q is answered %d: %s", line, got.StatusCode, wrong)
		}
	}
	print := strings.Repeat("aB", 32)
	if to := s.SeeOther(s.Post(path, url.Values{"line": {" https://192.168.1.5:8443\n tourney_good " + print}})); to != "/take/key" {
		t.Errorf("a good line leads to %s", to)
	}
	if asked != (standby.Source{Address: "https://192.168.1.5:8443", Token: "tourney_good", Fingerprint: print}) {
		t.Errorf("it follows %+v", asked)
	}
	s.Login()
	s.Page(s.Get(path), http.StatusForbidden)
}

func FuzzParseSource(f *testing.F) {
	f.Add("http://192.168.1.5:8080 tourney_4f")
	f.Add("https://10.0.0.1 tourney_4f " + strings.Repeat("0", 64))
	f.Fuzz(func(t *testing.T, line string) {
		from, err := beyond.ParseSource(line)
		if _, known := fault.As(err); err != nil && (!known || from != standby.Source{}) {
			t.Errorf("%q is %+v, %v", line, from, err)
		}
		if err != nil {
			return
		}
		if again, err := beyond.ParseSource(from.Address + " " + from.Token + " " + from.Fingerprint); err != nil || again != from {
			t.Errorf("%q is %+v, and again %+v, %v", line, from, again, err)
		}
	})
}
