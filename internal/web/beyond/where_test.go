package beyond_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/testkit/webspacetest"
)

// strangers is a server that is neither a hub nor a web space. It counts its requests.
func strangers(t *testing.T, status int) (address string, requests *[]string) {
	t.Helper()
	requests = new([]string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*requests = append(*requests, r.Method+" "+r.URL.Path+" "+strings.TrimSpace(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer")))
		w.Header().Set("Location", "https://www.example.org/")
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s.URL, requests
}

// The page reads the kind of a typed place, and shows the fields that this kind needs.
func TestPlacesAreRead(t *testing.T) {
	s, hub, dav := newSite(t), newSite(t), webspacetest.DAV(t)
	s.Cup()
	desk := s.Desk("")
	site, _ := strangers(t, http.StatusNotFound)
	moved, _ := strangers(t, http.StatusFound)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for _, tt := range []struct{ where, reads, fields string }{
		{"", "another tourney server", ""},
		{hub.HTTP.URL, "This is a tourney server", "token"},
		{hub.HTTP.URL + "/t/cup", "This is a tourney server", "token"},
		{dav.Address, "This is web space (WebDAV)", "login secret language public"},
		{"sftp://anna@www.example.org/cup", "This is web space (SFTP)", "login secret key language public"},
		{"/srv/www/cup", "This is a folder of this computer", "language public"},
		{`C:\web\cup`, "This is a folder of this computer", "language public"},
		{site, "is neither a tourney server nor WebDAV", ""},
		{moved, "is neither a tourney server nor WebDAV", ""},
		{gone.URL, "does not answer", ""},
		{"cup", "Begin with https://", ""},
		{"ftp://www.example.org/cup", "Begin with https://", ""},
	} {
		page := s.Page(desk.Send("/publish", url.Values{"do": {"ask"}, "where": {tt.where}}), http.StatusOK)
		var fields []string
		page.Find("#where input, #where select, #where textarea").Not("[type=hidden], #typed").Each(func(_ int, e *goquery.Selection) {
			fields = append(fields, e.AttrOr("name", ""))
		})
		if got := strings.Join(fields, " "); got != tt.fields || !strings.Contains(sitetest.Text(page, "#reading"), tt.reads) {
			t.Errorf("%q has the fields %q and reads %q", tt.where, got, sitetest.Text(page, "#reading"))
		}
		if page.Find("#where button[value=hub]").Length() != page.Find("#reading:contains('neither'), #reading:contains('answer')").Length() {
			t.Errorf("%q offers a choice %d times", tt.where, page.Find("#where button[value=hub]").Length())
		}
	}
	for where, says := range map[string]string{
		"http://www.example.org":                                "has to begin with https://",
		strings.Replace(hub.HTTP.URL, "http://", "https://", 1): "answers without encryption",
	} {
		page := s.Page(desk.Send("/publish", url.Values{"do": {"ask"}, "where": {where}}), http.StatusUnprocessableEntity)
		if said := sitetest.Text(page, "#where [role=alert]"); !strings.Contains(said, says) {
			t.Errorf("%q is answered %q, want %q", where, said, says)
		}
	}
	long := "https://www.example.org/" + strings.Repeat("a", 1000)
	if got := desk.Send("/publish", url.Values{"do": {"ask"}, "where": {long}}); got.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a long address answers %d", got.StatusCode)
	}
	asked := s.Page(desk.Send("/publish", url.Values{"do": {"ask"}, "where": {"sftp://anna:geheim@www.example.org/cup"}}), http.StatusOK)
	if html, _ := asked.Find("#where").Html(); strings.Contains(html, "geheim") || asked.Find("#login").AttrOr("value", "") != "anna" {
		t.Errorf("with a password in the address the page shows %s", html)
	}
}

// The page requests the kind of a server only for a sent form, without credentials and redirects. It requests the kind
// of a changed address before it sends anything there.
func TestPlacesAreAskedOnce(t *testing.T) {
	s := newSite(t)
	s.Cup()
	desk := s.Desk("")
	site, requests := strangers(t, http.StatusFound)
	reading := s.Page(desk.Send("/publish", url.Values{"where": {site}}), http.StatusOK)
	if said := sitetest.Words(reading.Selection); len(*requests) > 0 || !strings.HasPrefix(said, "This is a server Continue asks it for its kind. Continue") {
		t.Errorf("a typed address reads %q after %q", said, *requests)
	}
	s.Page(desk.Send("/publish", url.Values{"do": {"ask"}, "where": {site}}), http.StatusOK)
	for _, r := range *requests {
		if !strings.HasSuffix(r, " ") {
			t.Errorf("%q has credentials", r)
		}
	}
	if len(*requests) != 2 {
		t.Errorf("the requests are %q", *requests)
	}
	page := s.Page(desk.Send("/publish", url.Values{"do": {"begin"}, "kind": {"hub"}, "asked": {"https://other.example"}, "where": {site}, "token": {"secret"}}), http.StatusOK)
	if said := sitetest.Text(page, "#reading"); !strings.Contains(said, "neither") || len(*requests) != 4 {
		t.Errorf("a changed address reads %q after %q", said, *requests)
	}
}

// Stop asks what happens to the pages. A failed removal changes nothing.
func TestPagesGoOnStop(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	at := webspacetest.DAV(t)
	s := keptAsFiles(t, webForm(at.Address, webspacetest.Secret), at.Disk)
	s.holds()
	desk := s.publishedSite.desk
	page := s.Page(s.Get("/desk/spring-cup/publish?stop=dav"), http.StatusOK)
	if page.Find(".stop button[value=remove]").Length() != 1 || page.Find(".stop button[value=stop]").Length() != 1 {
		t.Errorf("the page asks %q", sitetest.Text(page, ".stop"))
	}
	at.Cut.Store(0)
	if got := desk.Send("/publish", url.Values{"do": {"remove"}}); got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(s.Body(got), "so nothing was removed") {
		t.Errorf("without a connection the answer is %d", got.StatusCode)
	}
	at.Cut.Store(-1)
	s.holds()
	s.SeeOther(desk.Send("/publish", url.Values{"do": {"remove"}}))
	if left := heldAt(t, at.Disk); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
	if said := s.statusText(); said != "" {
		t.Errorf("the desk says %q", said)
	}
}

// The page hides the tournament and shows it again.
func TestHiddenOnPublish(t *testing.T) {
	s := newSite(t)
	s.Cup()
	desk := s.Desk("")
	s.SeeOther(desk.Send("/publish/shown", url.Values{"hidden": {"yes"}}))
	page := s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK)
	if said := sitetest.Text(page, "#stateline"); !s.State("spring-cup").Info.Hidden || !strings.HasPrefix(said, "Only you see this tournament.") || page.Find(".main").Length() != 1 {
		t.Errorf("the page says %q", said)
	}
	s.SeeOther(desk.Send("/publish/shown", url.Values{}))
	if said := sitetest.Text(s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK), "#stateline"); said != "Round 2 is public here." {
		t.Errorf("the page says %q", said)
	}
}

// Try now sends to a failed place with its stored settings.
func TestPlaceIsTriedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	disk := filepath.Join(t.TempDir(), "stick")
	s := keptAsFiles(t, url.Values{"do": {"begin"}, "kind": {"folder"}, "where": {filepath.Join(disk, "cup")}, "language": {"fi"}}, filepath.Join(disk, "cup"))
	s.says("does not exist")
	if said := sitetest.Text(s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK), "#stateline"); !strings.HasPrefix(said, "The hall sees everything. The folder "+disk+" does not exist.") {
		t.Errorf("the page says %q", said)
	}
	s.Check(os.Mkdir(disk, 0o700))
	s.SeeOther(s.publishedSite.desk.Send("/publish", url.Values{"do": {"again"}, "of": {"folder"}}))
	s.says("up to date")
	page := s.Page(s.Get("/desk/spring-cup/publish"), http.StatusOK)
	if got := s.Get(page.Find("#places").AttrOr("hx-get", "")); got.StatusCode != http.StatusNoContent {
		t.Errorf("an unchanged state answers %d", got.StatusCode)
	}
	if is, _, err := s.extension().Sites.Of(t.Context(), "spring-cup"); err != nil || is.Language != "fi" {
		t.Errorf("the site is %+v, %v", is, err)
	}
}

// The button beside the code copies the element before it, which is the address and not the warning about it.
func TestAddressIsCopied(t *testing.T) {
	s := newSite(t)
	s.Cup()
	doc := s.Desk("").Look("/publish")
	if got := doc.Find(".public [data-copied]").Prev().Text(); got != s.HTTP.URL+"/t/spring-cup" {
		t.Errorf("the button copies %q", got)
	}
}
