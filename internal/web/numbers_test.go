package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/getkin/kin-openapi/openapi3"

	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/sitetest"
)

// Numbers beyond the length of any list: the limits of 32 bits, of exact integers in a script, and of 64 bits.
var hugeNumbers = []string{"2147483647", "1000000000000000", "1000000000000000000"}

const (
	// patience is far above the duration of any request: a loop to one of hugeNumbers takes longer.
	patience = 20 * time.Second
	// mostAllocated is the number of bytes that one request may allocate: most for the pages of a tournament in all
	// languages.
	mostAllocated = 75 << 20
)

// bounded sends a request and fails the test if the response takes too long, allocates too much, or is a server error.
// It returns the status.
func (s *testSite) bounded(method, path, contentType string, body []byte, header ...string) int {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(s.T.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.HTTP.URL+path, bytes.NewReader(body))
	s.Check(err)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := s.Client.Do(r)
	if err != nil {
		s.T.Fatalf("%s %s with %.200q is not answered: %v", method, path, body, err)
	}
	defer func() { _ = got.Body.Close() }() // was read
	if strings.HasPrefix(got.Header.Get("Content-Type"), "text/event-stream") {
		return got.StatusCode // a stream does not end
	}
	if _, err = io.Copy(io.Discard, got.Body); err != nil {
		s.T.Fatalf("%s %s with %.200q stops: %v", method, path, body, err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > mostAllocated {
		s.T.Errorf("%s %s with %.200q allocates %d MB", method, path, body, n>>20)
	}
	if got.StatusCode >= http.StatusInternalServerError {
		s.T.Errorf("%s %s with %.200q answers %d", method, path, body, got.StatusCode)
	}
	return got.StatusCode
}

const formType = "application/x-www-form-urlencoded"

// TestHugeNumbersInAddresses puts huge numbers into every part of every address with a GET route, and into every query.
func TestHugeNumbersInAddresses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	databasetest.Alone(t) // allocations are counted for the whole program
	s := newSite(t)
	s.Cup()
	s.Login()
	names := queryNames(t)
	if len(names) < 40 {
		t.Fatalf("only %d names of queries were found", len(names))
	}
	parameter := regexp.MustCompile(`:\w+`)
	sent := 0
	for _, r := range s.Server.Router().Routes() {
		if r.Method != http.MethodGet {
			continue
		}
		for _, at := range parameter.FindAllStringIndex(r.Path, -1) {
			for _, n := range hugeNumbers {
				s.bounded(r.Method, example(r.Path[:at[0]]+n+r.Path[at[1]:]), "", nil)
				sent++
			}
		}
		i := 0
		for some := range slices.Chunk(names, 6) { // few at a time, since a refused one hides the others
			query := url.Values{}
			for _, name := range some {
				query.Set(name, hugeNumbers[i%len(hugeNumbers)])
			}
			s.bounded(r.Method, example(r.Path)+"?"+query.Encode(), "", nil)
			i++
			sent++
		}
	}
	for _, name := range names { // the log has the most filters
		for _, n := range hugeNumbers {
			s.bounded(http.MethodGet, "/desk/spring-cup/log?"+url.Values{name: {n}}.Encode(), "", nil)
		}
	}
	t.Logf("%d addresses", sent)
}

// queryNames returns all names of queries in the source of the pages.
func queryNames(t *testing.T) []string {
	t.Helper()
	read := regexp.MustCompile(`Query(?:Array)?(?:\.Get)?\("([\w-]+)"`)
	var names []string
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range read.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// unsent are forms that end the login or the tournament, whose fields are texts.
var unsent = []string{"/logout", "/end/delete", "/end/archive", "/restore", "/another", "/reset", "/account"}

// TestHugeNumbersInForms sends every form of every page unchanged except for one field with a huge number, by each kind
// of its buttons.
func TestHugeNumbersInForms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	databasetest.Alone(t) // allocations are counted for the whole program
	s := newSite(t)
	s.Cup()
	s.Login()
	sent, done := 0, map[string]bool{}
	for _, r := range s.Server.Router().Routes() {
		if r.Method != http.MethodGet || strings.HasPrefix(r.Path, "/api/") {
			continue
		}
		paths := []string{example(r.Path), example(r.Path) + "?all=1"}
		if strings.Contains(r.Path, ":round") {
			paths = nil
			for _, round := range []string{"1", "2", "3"} {
				paths = append(paths, example(strings.Replace(r.Path, ":round", round, 1)))
			}
		}
		for _, path := range paths {
			got := s.Get(path)
			if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") {
				continue
			}
			doc, err := goquery.NewDocumentFromReader(got.Body)
			s.Check(err)
			doc.Find("form[method=post]").Each(func(_ int, form *goquery.Selection) {
				action := form.AttrOr("action", "")
				if slices.ContainsFunc(unsent, func(end string) bool { return strings.Contains(action, end) }) {
					return
				}
				sent += s.sendHuge(action, servedForm(doc, form), done)
			})
		}
	}
	t.Logf("%d forms", sent)
	if sent < 1000 {
		t.Errorf("only %d forms were sent", sent)
	}
}

// A served is a form of a page: all fields, those fields that may hold a number, and the values of its buttons.
type served struct {
	fields  url.Values
	typed   []string
	buttons []url.Values
}

// servedForm returns a form of a page.
func servedForm(doc *goquery.Document, form *goquery.Selection) served {
	controls := form.Find("input, select, textarea, button")
	if id, ok := form.Attr("id"); ok {
		controls = controls.AddSelection(doc.Find("[form='" + id + "']"))
	}
	f := served{fields: url.Values{}}
	controls.Each(func(_ int, e *goquery.Selection) {
		name, kind := e.AttrOr("name", ""), e.AttrOr("type", "text")
		_, checked := e.Attr("checked")
		switch tag := goquery.NodeName(e); {
		case name == "":
		case tag == "button":
			f.buttons = append(f.buttons, url.Values{name: {e.AttrOr("value", "")}})
		case tag == "select":
			chosen := e.Find("option[selected]")
			if chosen.Length() == 0 {
				chosen = e.Find("option").First()
			}
			f.fields.Set(name, chosen.AttrOr("value", chosen.Text()))
			f.typed = append(f.typed, name)
		case tag == "textarea":
			f.fields.Set(name, e.Text())
			f.typed = append(f.typed, name)
		case kind == "file" || (kind == "checkbox" || kind == "radio") && !checked:
		default:
			f.fields.Add(name, e.AttrOr("value", ""))
			if name != "once" && name != "seen" && name != "slug" { // a new slug would move the tournament
				f.typed = append(f.typed, name)
			}
		}
	})
	if len(f.buttons) == 0 {
		f.buttons = []url.Values{nil}
	}
	does := map[string]bool{} // "list criteria up 2" and "list criteria up 3" do the same
	f.buttons = slices.DeleteFunc(f.buttons, func(button url.Values) bool {
		kind, _, _ := strings.Cut(button.Encode(), "+")
		was := does[kind]
		does[kind] = true
		return was
	})
	slices.Sort(f.typed)
	f.typed = slices.Compact(f.typed)
	return f
}

// digits are the parts in which forms of one kind differ.
var digits = regexp.MustCompile(`[0-9]+`)

// sendHuge sends a form with a huge number in each field, unless done has that kind, and returns the number of
// requests.
func (s *testSite) sendHuge(action string, f served, done map[string]bool) int {
	sent := 0
	for _, name := range f.typed {
		for i, button := range f.buttons {
			path, _, _ := strings.Cut(action, "?")
			kind := digits.ReplaceAllString(path+" "+name+" "+button.Encode(), "0")
			if done[kind] {
				continue
			}
			done[kind] = true
			numbers := hugeNumbers
			if i > 0 { // each field was sent with all of them by the first button
				numbers = hugeNumbers[i%len(hugeNumbers):][:1]
			}
			for _, n := range numbers {
				form := url.Values{}
				for field, values := range f.fields {
					form[field] = values
				}
				for field, values := range button {
					form[field] = values
				}
				form.Set(name, n)
				s.bounded(http.MethodPost, action, formType, []byte(form.Encode()))
				if strings.HasSuffix(path, "/simulate") { // what still runs would be counted for the next request
					for s.Page(s.Get(path), http.StatusOK).Find("progress").Length() > 0 {
						time.Sleep(20 * time.Millisecond)
					}
				}
				sent++
			}
		}
	}
	return sent
}

// TestHugeNumbersInBodies sends every JSON document of the API's description with a huge number in each of its numbers.
func TestHugeNumbersInBodies(t *testing.T) {
	databasetest.Alone(t) // allocations are counted for the whole program
	s := newSite(t)
	s.Cup()
	s.Login()
	people := s.Director.Access().People()
	secret, err := people.OrganisationAdmin(s.Inviter(store.FirstOrganisation), store.FirstOrganisation).MakeToken(t.Context(), "whole", role.Scopes[len(role.Scopes)-1])
	s.Check(err)
	sent := 0
	for path, item := range sitetest.Description(s.Site).Paths.Map() {
		for method, does := range item.Operations() {
			if does.RequestBody == nil {
				continue
			}
			content := does.RequestBody.Value.Content.Get("application/json")
			if content == nil {
				continue
			}
			for _, n := range hugeNumbers {
				for _, document := range withNumber(content.Schema, json.Number(n), 0) {
					text, err := json.Marshal(document)
					s.Check(err)
					address := example(regexp.MustCompile(`\{(\w+)\}`).ReplaceAllString(path, ":$1"))
					if !strings.HasPrefix(address, "/api/") {
						address = "/api/v1" + address
					}
					s.bounded(method, address, "application/json", text, "Authorization", "Bearer "+secret)
					sent++
				}
			}
		}
	}
	t.Logf("%d documents", sent)
	if sent < 20 {
		t.Errorf("only %d documents were sent", sent)
	}
}

// withNumber returns examples of a schema: in each, one of its numbers is n.
func withNumber(ref *openapi3.SchemaRef, n json.Number, depth int) (all []any) {
	const deepest = 6
	if ref == nil || ref.Value == nil || depth > deepest {
		return nil
	}
	switch of := ref.Value; {
	case of.Type.Is("integer"), of.Type.Is("number"):
		return []any{n}
	case of.Type.Is("array"):
		for _, item := range withNumber(of.Items, n, depth+1) {
			all = append(all, []any{item})
		}
	case len(of.Properties) > 0:
		for name, property := range of.Properties {
			for _, value := range withNumber(property, n, depth+1) {
				document := map[string]any{name: value}
				for _, other := range of.Required {
					if other != name {
						document[other] = plainExample(of.Properties[other], depth+1)
					}
				}
				all = append(all, document)
			}
		}
	default:
		for _, part := range slices.Concat(of.AllOf, of.OneOf, of.AnyOf) {
			all = append(all, withNumber(part, n, depth+1)...)
		}
	}
	return all
}

// plainExample returns a small value of a schema.
func plainExample(ref *openapi3.SchemaRef, depth int) any {
	if ref == nil || ref.Value == nil {
		return nil
	}
	switch of := ref.Value; {
	case of.Example != nil:
		return of.Example
	case len(of.Enum) > 0:
		return of.Enum[0]
	case of.Type.Is("integer"), of.Type.Is("number"):
		return 1
	case of.Type.Is("boolean"):
		return true
	case of.Type.Is("array"):
		return []any{}
	case len(of.Properties) > 0:
		document := map[string]any{}
		for _, name := range of.Required {
			document[name] = plainExample(of.Properties[name], depth+1)
		}
		return document
	}
	return "x"
}
