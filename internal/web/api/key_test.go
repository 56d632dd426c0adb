package api

import (
	"net/http"
	"net/url"
	"testing"

	"tourney/internal/fault"
)

func TestTakeKey(t *testing.T) {
	header := func(key string) []string { return []string{key} }
	for _, tt := range []struct {
		header          []string
		once, want, key string
	}{
		{nil, "", "", ""}, {nil, "a", "a", ""}, {header("a"), "", "a", ""}, {header("a"), "a", "a", ""},
		{header(`"a"`), "", "a", ""}, {header(`"a"`), "a", "a", ""},
		{header("a"), "b", "b", "api.differ"}, {header(`"a"`), `"a"`, `"a"`, "api.differ"},
		{header(""), "", "", "api.key.empty"}, {header(`""`), "a", "a", "api.key.empty"},
	} {
		sent := url.Values{"once": {tt.once}}
		err := copyKey(&http.Request{Header: http.Header{"Idempotency-Key": tt.header}}, sent)
		if tt.key == "" && err != nil || tt.key != "" && !fault.Is(err, tt.key) || sent.Get("once") != tt.want {
			t.Errorf("%+v is %q, %v", tt, sent.Get("once"), err)
		}
	}
}
