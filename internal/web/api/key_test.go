package api

import (
	"net/http"
	"net/url"
	"testing"

	"tourney/internal/fault"
)

func TestTakeKey(t *testing.T) {
	for _, tt := range []struct{ header, once, want, key string }{
		{"", "", "", ""}, {"", "a", "a", ""}, {"a", "", "a", ""}, {"a", "a", "a", ""}, {`"a"`, "", "a", ""}, {`"a"`, "a", "a", ""}, {`""`, "a", "a", ""},
		{"a", "b", "b", "api.differ"}, {`"a"`, `"a"`, `"a"`, "api.differ"},
	} {
		sent := url.Values{"once": {tt.once}}
		err := takeKey(&http.Request{Header: http.Header{"Idempotency-Key": {tt.header}}}, sent)
		if tt.key == "" && err != nil || tt.key != "" && !fault.Is(err, tt.key) || sent.Get("once") != tt.want {
			t.Errorf("%+v is %q, %v", tt, sent.Get("once"), err)
		}
	}
}
