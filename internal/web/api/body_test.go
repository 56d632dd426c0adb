package api

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
)

var sample = fields{"family": words, "rating": digits, "namesake": yesNo}

func TestParseBody(t *testing.T) {
	for _, tt := range []struct {
		body string
		want url.Values
		key  string
	}{
		{`{}`, url.Values{}, ""},
		{` {"family": "Łoś \"x\"", "rating": -12, "namesake": true} ` + "\n", url.Values{"family": {`Łoś "x"`}, "rating": {"-12"}, "namesake": {"on"}}, ""},
		{`{"family": null, "rating": null, "namesake": null}`, url.Values{"family": {""}, "rating": {""}, "namesake": {""}}, ""},
		{`{"namesake": false}`, url.Values{"namesake": {""}}, ""},
		{``, nil, "api.json"},
		{`null`, nil, "api.json"},
		{`[]`, nil, "api.json"},
		{`"family"`, nil, "api.json"},
		{`{"family": "A"`, nil, "api.json"},
		{`{"family" "A"}`, nil, "api.json"},
		{`{"family": "A",}`, nil, "api.json"},
		{`{"family": "A"} {}`, nil, "api.json"},
		{`{"family": "A"} x`, nil, "api.json"},
		{`{'family': 1}`, nil, "api.json"},
		{"{\"family\": \"\xff\"}", nil, "api.encoding"},
		{`{"Family": "A"}`, nil, "api.field"}, // case matters
		{`{"": "A"}`, nil, "api.field"},
		{`{"family": "A", "family": "A"}`, nil, "api.twice"},
		{`{"family": 1}`, nil, "api.text"},
		{`{"family": {}}`, nil, "api.text"},
		{`{"family": ["A"]}`, nil, "api.text"},
		{`{"family": true}`, nil, "api.text"},
		{`{"rating": "1"}`, nil, "api.whole"},
		{`{"rating": 1.0}`, nil, "api.whole"},
		{`{"rating": 1e3}`, nil, "api.whole"},
		{`{"rating": 01}`, nil, "api.json"},
		{`{"namesake": "true"}`, nil, "api.flag"},
		{`{"namesake": 1}`, nil, "api.flag"},
		{strings.Repeat(`{"family": `, 20_000), nil, "api.text"},
	} {
		t.Run(tt.body[:min(len(tt.body), 40)], func(t *testing.T) {
			got, err := parseBody([]byte(tt.body), sample)
			if tt.key == "" && err != nil || tt.key != "" && !fault.Is(err, tt.key) {
				t.Errorf("%.80q is %v, want %s", tt.body, err, tt.key)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%.80q:\n%s", tt.body, diff)
			}
		})
	}
}

// A request is refused with a fault, or has known fields with values of their kinds.
func FuzzParseBody(f *testing.F) {
	for _, body := range []string{`{}`, `{"family": "A", "rating": 1, "namesake": true}`, `{"family": null}`, `{"rating": 1e9}`, `[{"family": {"a": []}}]`, "{\"family\": \"\\ud800\"}"} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		sent, err := parseBody(body, sample)
		if _, ok := fault.As(err); err != nil && (!ok || sent != nil) {
			t.Fatalf("%q: %v, %v", body, sent, err)
		}
		for name, values := range sent {
			if _, ok := sample[name]; !ok || len(values) != 1 {
				t.Errorf("%q: %s has %q", body, name, values)
			}
		}
		if n := sent.Get("rating"); strings.Trim(n, "-0123456789") != "" {
			t.Errorf("%q: the rating is %q", body, n)
		}
		if b := sent.Get("namesake"); b != "" && b != "on" {
			t.Errorf("%q: the flag is %q", body, b)
		}
	})
}

// Every permitted field is read, by a field of a form or by its name.
func TestFieldsAreRead(t *testing.T) {
	var names []string
	for _, f := range players {
		names = append(names, f.Name)
	}
	for _, f := range infoFields {
		names = append(names, f.Name)
	}
	names = append(names, "preset", "rounds", "status", "once", "namesake", "reason")
	for _, known := range []fields{newPlayerFields, editedPlayerFields, tournamentFields} {
		for name := range maps.Keys(known) {
			if !slices.Contains(names, name) {
				t.Errorf("nothing reads %s", name)
			}
		}
	}
	for _, f := range players {
		if _, ok := playerFields[f.Name]; !ok {
			t.Errorf("%s cannot be sent", f.Name)
		}
	}
	for _, f := range infoFields {
		if _, ok := tournamentFields[f.Name]; !ok {
			t.Errorf("%s cannot be sent", f.Name)
		}
	}
}
