package web

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/go-cmp/cmp"

	"tourney/internal/tournament"
)

// description reads the API's description from the server, as a program does.
func description(s *testSite) *openapi3.T {
	s.t.Helper()
	got := s.get("/api/v1/openapi.json")
	if got.StatusCode != http.StatusOK {
		s.t.Fatalf("the description answers %d", got.StatusCode)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(s.body(got)))
	s.check(err)
	s.check(doc.Validate(s.t.Context()))
	return doc
}

// Every address of the API is described, and no other.
func TestAPIIsDescribed(t *testing.T) {
	s := newSite(t)
	doc := description(s)
	var served []string
	for _, route := range s.server.router.Routes() {
		if strings.HasPrefix(route.Path, "/api/") && route.Method != http.MethodHead {
			served = append(served, route.Method+" "+regexp.MustCompile(`:(\w+)`).ReplaceAllString(route.Path, "{$1}"))
		}
	}
	var described []string
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+path)
		}
	}
	slices.Sort(served)
	slices.Sort(described)
	if diff := cmp.Diff(served, described); diff != "" {
		t.Errorf("served (-), described (+):\n%s", diff)
	}
	systems := doc.Components.Schemas["Round"].Value.Properties["system"].Value.Enum
	for _, system := range tournament.Systems() {
		if !slices.Contains(systems, any(string(system))) {
			t.Errorf("the system %s is not described", system)
		}
	}
}

// The answers of the API have exactly the fields of its description.
func TestAPIAnswersAsDescribed(t *testing.T) {
	s, _ := drawn(t)
	s.check(s.director.On(anna, "spring-cup").Round(3).Publish(t.Context()))
	s.playedLeague()
	s.kind("round-robin", 8)
	pools := s.state("open").Settings
	pools.Format.Pools = 2
	s.check(s.director.On(anna, "open").SetUp(t.Context(), s.state("open").Info, pools))
	s.play(1)
	s.client = s.browser()
	router, err := gorillamux.NewRouter(description(s))
	s.check(err)
	for path, status := range map[string]int{
		"":                                   http.StatusOK,
		"/spring-cup":                        http.StatusOK,
		"/spring-cup/standings":              http.StatusOK,
		"/spring-cup/standings?after=0":      http.StatusOK,
		"/spring-cup/standings?after=44":     http.StatusNotFound,
		"/spring-cup/teams":                  http.StatusNotFound,
		"/spring-cup/rounds/1":               http.StatusOK,
		"/spring-cup/rounds/3":               http.StatusOK,
		"/spring-cup/rounds/9":               http.StatusNotFound,
		"/spring-cup/rounds/3/explanations":  http.StatusOK,
		"/spring-cup/rounds/60/explanations": http.StatusNotFound,
		"/league":                            http.StatusOK,
		"/league/teams":                      http.StatusOK,
		"/league/teams?after=1":              http.StatusOK,
		"/league/rounds/1":                   http.StatusOK,
		"/league/standings":                  http.StatusOK,
		"/open/standings":                    http.StatusOK,
		"/open/rounds/1/explanations":        http.StatusOK,
		"/none":                              http.StatusNotFound,
	} {
		path = "/api/v1/tournaments" + path
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		s.check(err)
		route, parameters, err := router.FindRoute(request)
		s.check(err)
		asked := &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route}
		if err := openapi3filter.ValidateRequest(t.Context(), asked); err != nil {
			t.Errorf("%s cannot be asked: %v", path, err)
		}
		got := s.get(path)
		text := s.body(got)
		if got.StatusCode != status {
			t.Errorf("%s answers %d %s", path, got.StatusCode, text)
		}
		err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: asked, Status: got.StatusCode, Header: got.Header, Body: io.NopCloser(bytes.NewBufferString(text)),
			Options: &openapi3filter.Options{IncludeResponseStatus: true},
		})
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A page of another site can read only the API and the events in the browser, and
// without a login.
func TestOtherOriginsRead(t *testing.T) {
	s := newSite(t)
	s.cup()
	s.login()
	const origin = "https://club.example"
	for path, open := range map[string]bool{
		"/api/v1/tournaments":                      true,
		"/api/v1/tournaments/spring-cup":           true,
		"/api/v1/tournaments/spring-cup/standings": true,
		"/api/v1/tournaments/missing":              true,
		"/api/v1/openapi.json":                     true,
		"/t/spring-cup/events":                     true,
		"/t/spring-cup":                            false,
		"/t/spring-cup/report/1-abc":               false,
		"/":                                        false,
		"/login":                                   false,
		"/desk":                                    false,
		"/desk/spring-cup":                         false,
		"/desk/spring-cup/log":                     false,
		"/backup":                                  false,
	} {
		asked := s.do(http.MethodOptions, path, nil, "Origin", origin,
			"Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "if-none-match")
		read := s.do(http.MethodHead, path, nil, "Origin", origin)
		for _, got := range []*http.Response{asked, read} {
			if allowed := got.Header.Get("Access-Control-Allow-Origin"); open != (allowed == "*") || !open && allowed != "" {
				t.Errorf("%s %s lets in %q", got.Request.Method, path, allowed)
			}
			if got.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s lets a login come along", got.Request.Method, path)
			}
		}
		if open && (asked.StatusCode != http.StatusNoContent || asked.Header.Get("Access-Control-Allow-Methods") != "GET, HEAD" ||
			!strings.Contains(asked.Header.Get("Access-Control-Allow-Headers"), "If-None-Match")) {
			t.Errorf("%s answers a preflight with %d, %v", path, asked.StatusCode, asked.Header)
		}
		if !open && asked.StatusCode < http.StatusBadRequest {
			t.Errorf("%s answers a preflight with %d", path, asked.StatusCode)
		}
	}
	if got := s.post("/api/v1/tournaments", nil, "Origin", origin); got.StatusCode < http.StatusBadRequest {
		t.Errorf("a post from another origin answers %d", got.StatusCode)
	}
}
