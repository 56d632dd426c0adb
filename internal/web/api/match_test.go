package api

import (
	"net/http"
	"testing"

	"tourney/internal/fault"
)

func TestSeenVersion(t *testing.T) {
	for header, want := range map[string]int{
		``: 0, `*`: 0, ` * `: 0, `"17"`: 17, `W/"17"`: 17, `W/"17-5f1c0e"`: 17, ` "17-5f-1c" `: 17,
		`17`: -1, `"`: -1, `""`: -1, `"17`: -1, `17"`: -1, `"0"`: -1, `"-17"`: -1, `"seventeen"`: -1, `w/"17"`: -1,
		`"17", "18"`: -1, `"17-a","18-b"`: -1, `"99999999999999999999"`: -1,
	} {
		got, err := seenVersion(&http.Request{Header: http.Header{"If-Match": {header}}})
		if want < 0 && !fault.Is(err, "api.match") || want >= 0 && (err != nil || got != want) {
			t.Errorf("%s is %d, %v, want %d", header, got, err, want)
		}
	}
	if got, err := seenVersion(&http.Request{Header: http.Header{"If-Match": {`"17"`, `"18"`}}}); !fault.Is(err, "api.match") {
		t.Errorf("two headers are %d, %v", got, err)
	}
}
