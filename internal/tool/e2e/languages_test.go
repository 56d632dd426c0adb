package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"tourney/internal/i18n"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/web"
	"tourney/templates"
)

// marked returns all languages, and one whose messages begin with their keys in brackets.
func (w *world) marked() *i18n.Catalog {
	w.t.Helper()
	english, err := templates.FS.ReadFile("lang/en.json")
	w.check(err)
	messages := map[string]any{}
	w.check(json.Unmarshal(english, &messages))
	for key, m := range messages {
		switch m := m.(type) {
		case string:
			messages[key] = "⟦" + key + "⟧" + m
		case map[string]any:
			for form, text := range m {
				m[form] = "⟦" + key + "⟧" + text.(string)
			}
		}
	}
	messages["language.name"], messages["language.decimal"] = "Esperanto", "."
	data, err := json.Marshal(messages)
	w.check(err)
	catalog, err := sitetest.Catalog().With(fstest.MapFS{"eo.json": {Data: data}})
	w.check(err)
	return catalog
}

// wrongForms are forms that players fill in wrongly, by the address.
var wrongForms = []struct {
	path string
	form url.Values
}{
	{"/t/" + webtest.SignUps + "/sign-up", url.Values{}},
	{"/t/" + webtest.SignUps + "/sign-up", url.Values{"family": {"Aho"}, "given": {"Eino"}, "rank": {"strong"}, "mail": {"eino"}, "born": {"7"}, "country": {"Nowhere"}}},
	{"/t/" + webtest.SignUps + "/me/{place}/ask", url.Values{"kind": {"skip"}, "round": {"99"}}},
	{"/t/" + webtest.SignUps + "/me/{place}/ask", url.Values{"kind": {"rank"}, "rank": {"strong"}}},
	{"/t/" + webtest.SignUps + "/me/nobody/ask", url.Values{}},
	{"/t/" + webtest.Running + "/report/{slip}", url.Values{}},
	{"/t/" + webtest.Running + "/report/{slip}", url.Values{"text": {"not a record"}}},
	{"/t/" + webtest.Running + "/report/{slip}/play", url.Values{"moves": {"dd"}, "at": {"Z99"}}},
	{"/t/" + webtest.Running + "/report/{slip}/result", url.Values{}},
	{"/t/" + webtest.Running + "/report/{slip}/result", url.Values{"winner": {"black"}, "margin": {"many"}}},
	{"/t/" + webtest.Running + "/report/{slip}/settle", url.Values{}},
	{"/t/" + webtest.Running + "/report/{slip}/komi", url.Values{"komi": {"much"}}},
	{"/t/" + webtest.Running + "/report/{counted slip}/thought", url.Values{}},
	{"/t/" + webtest.Running + "/report/{counted slip}/on/play", url.Values{}},
	{"/t/" + webtest.Running + "/report/{slip}/confirm", url.Values{}},
	{"/t/" + webtest.Running + "/report/nobody", url.Values{}},
}

// The first set of a language has every message on the pages for players and visitors: German and French readers find no
// English there. Other messages that such a page shows are missing in templates/lang/first.txt.
func TestFirstSetOnEveryPage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	w, kept := makeWorld(t, filepath.Join(t.TempDir(), "world.db"))
	defer kept.Close()
	config := sitetest.Quiet()
	config.Catalog = w.marked()
	handler, err := web.New(w.director, config)
	w.check(err)
	defer handler.Close()
	served := httptest.NewServer(handler)
	defer served.Close()
	first, err := i18n.ReadFirstSet(templates.FS)
	w.check(err)
	jar, err := cookiejar.New(nil)
	w.check(err)
	stranger, desk := &http.Client{}, &http.Client{Jar: jar}
	pins, err := cookiejar.New(nil)
	w.check(err)
	tablet := &http.Client{Jar: pins}
	w.sends(tablet, "en", http.MethodPost, served.URL+w.address("/t/"+webtest.Running+"/tablet/pin/{tablet}"), nil)
	w.sends(desk, "en", http.MethodPost, served.URL+"/login", url.Values{"name": {worldUser}, "password": {worldPassword}})

	mark := regexp.MustCompile(`⟦([a-zA-Z0-9.-]+)⟧`)
	seen := map[string]bool{}
	look := func(path, page string) {
		for _, m := range mark.FindAllStringSubmatch(page, -1) {
			if _, is := first.Has(m[1]); !is && !seen[m[1]] {
				t.Errorf("%s shows %s, which is not in the first set", path, m[1])
			}
			seen[m[1]] = true
		}
	}
	pages := 0
	for _, path := range append(webtest.Pages, "/desk/"+webtest.Running+"/print/slips/3", "/t/"+webtest.Running+"/report/{counted slip}/on", "/t/"+webtest.SignUps+"/me/{reserve}") {
		client := stranger
		switch {
		case strings.HasPrefix(path, "/desk/") && strings.Contains(path, "/print/slips"):
			client = desk
		case strings.HasSuffix(path, "/tablet"):
			client = tablet
		case path != "/" && path != "/nothing/here" && !strings.HasPrefix(path, "/t/") && !strings.HasPrefix(path, "/person/") && !strings.HasPrefix(path, "/handbook"):
			continue
		}
		pages++
		at := served.URL + w.address(path)
		page := w.sends(client, "eo", http.MethodGet, at, nil)
		if client == desk { // the menu around the paper is the desk's
			_, page, _ = strings.Cut(page, "<main")
			page, _, _ = strings.Cut(page, "</main>")
		}
		look(path, page)
		for _, code := range []string{"de", "fr"} {
			if page := w.sends(client, code, http.MethodGet, at, nil); !strings.Contains(page, `<html lang="`+code+`"`) {
				t.Errorf("%s is not in %s: %.200s", path, code, page)
			}
		}
	}
	for _, f := range wrongForms {
		look(f.path, w.sends(stranger, "eo", http.MethodPost, served.URL+w.address(f.path), f.form))
	}
	words, shown := first.Words(), 0
	for _, word := range words {
		for key := range seen {
			if key == word || strings.HasPrefix(key, word+".") {
				shown++
				break
			}
		}
	}
	t.Logf("%d pages show %d messages, of %d of the %d words", pages, len(seen), shown, len(words))
	if pages < 60 || len(seen) < 400 || shown < len(words)/2 {
		t.Error("the pages show too little")
	}
}

// sends requests a page in a language, and returns its text.
func (w *world) sends(client *http.Client, language, method, address string, form url.Values) string {
	w.t.Helper()
	request, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	w.check(err)
	request.Header.Set("Accept-Language", language)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	w.check(err)
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	w.check(err)
	if answer.StatusCode >= 500 {
		w.t.Errorf("%s answers %s", address, answer.Status)
	}
	return string(page)
}
