package sitetest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/role"
)

// Description reads the API's description from the server, as a program does.
func Description(s *Site) *openapi3.T {
	s.T.Helper()
	got := s.Get("/api/v1/openapi.json")
	if got.StatusCode != http.StatusOK {
		s.T.Fatalf("the description answers %d", got.StatusCode)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(s.Body(got)))
	s.Check(err)
	s.Check(doc.Validate(s.T.Context()))
	for _, schema := range doc.Components.Schemas {
		CloseSchema(schema)
	}
	for _, item := range doc.Paths.Map() {
		for _, does := range item.Operations() {
			for _, answer := range does.Responses.Map() {
				for _, content := range answer.Value.Content {
					CloseSchema(content.Schema)
				}
			}
		}
	}
	return doc
}

// CloseSchema refuses fields that are missing in a schema of a response. The published schema is open, since fields may
// be added; here a forgotten one is an error.
func CloseSchema(schema *openapi3.SchemaRef) {
	if schema == nil || schema.Value == nil {
		return
	}
	of := schema.Value
	if closed := false; len(of.Properties) > 0 {
		of.AdditionalProperties = openapi3.AdditionalProperties{Has: &closed}
	}
	CloseSchema(of.Items)
	for _, field := range of.Properties {
		CloseSchema(field)
	}
}

// A Program uses the API with a token of its name.
type Program struct {
	*Site
	Name, Secret string
	Router       routers.Router
	Tag          string // the ETag of the last response
}

// Program makes a token with a scope, for a program of the scope's name.
func (s *Site) Program(scope role.Role) *Program {
	s.T.Helper()
	name := "Program to " + scope.String()
	secret, err := s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation).MakeToken(s.T.Context(), name, scope)
	s.Check(err)
	router, err := gorillamux.NewRouter(Description(s))
	s.Check(err)
	return &Program{Site: s, Name: name, Secret: secret, Router: router}
}

// Request returns a request with JSON to an address of the API.
func (p *Program) Request(path, body string, header ...string) *http.Request {
	p.T.Helper()
	r, err := http.NewRequestWithContext(p.T.Context(), http.MethodPost, "/api/v1"+path, strings.NewReader(body))
	p.Check(err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+p.Secret)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// Post sends JSON to the server.
func (p *Program) Post(path, body string, header ...string) *http.Response {
	p.T.Helper()
	sent := p.Request(path, body, header...)
	sent.URL.Scheme, sent.URL.Host = "http", strings.TrimPrefix(p.HTTP.URL, "http://")
	got, err := p.Client.Do(sent)
	p.Check(err)
	p.T.Cleanup(func() { _ = got.Body.Close() }) // it was read
	return got
}

// Send sends JSON and returns the status and the response. It checks the response against the description, and an
// accepted request too.
func (p *Program) Send(path, body string, header ...string) (int, string) {
	p.T.Helper()
	got := p.Post(path, body, header...)
	text := p.Body(got)
	p.Tag = got.Header.Get("ETag")
	if made := got.Header.Get("Location"); got.StatusCode == http.StatusCreated && !strings.HasPrefix(made, "/api/v1"+path+"/") {
		p.T.Errorf("%s has made %q", path, made)
	}
	described := p.Request(path, body, header...)
	route, parameters, err := p.Router.FindRoute(described)
	p.Check(err)
	asked := &openapi3filter.RequestValidationInput{Request: described, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true}}
	if got.StatusCode < 300 {
		if err := openapi3filter.ValidateRequest(p.T.Context(), asked); err != nil {
			p.T.Errorf("%s %s was accepted, and is not described: %v", path, body, err)
		}
	}
	err = openapi3filter.ValidateResponse(p.T.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: asked, Status: got.StatusCode, Header: got.Header, Body: io.NopCloser(bytes.NewBufferString(text)), Options: asked.Options,
	})
	if err != nil {
		p.T.Errorf("%s: %v", path, err)
	}
	return got.StatusCode, text
}

// Must sends JSON that must be accepted, and parses the response.
func (p *Program) Must(path, body string, to any) {
	p.T.Helper()
	status, text := p.Send(path, body)
	if status >= 300 {
		p.T.Fatalf("%s %s answers %d %s", path, body, status, text)
	}
	p.Check(json.Unmarshal([]byte(text), to))
}
