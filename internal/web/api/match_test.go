package api

import (
	"net/http"
	"slices"
	"testing"

	"tourney/internal/fault"
)

func TestSeenVersions(t *testing.T) {
	for header, want := range map[string][]int{
		``: nil, `*`: nil, ` * `: nil, `"17"`: {17}, `W/"17"`: {17}, `W/"17-5f1c0e"`: {17}, ` "17-5f-1c" `: {17},
		`"17", "18"`: {17, 18}, `W/"8-foo", "9"`: {8, 9}, `"17-a","18-b"`: {17, 18}, `"17-a,b" , W/"18"`: {17, 18}, `"17",, "18",`: {17, 18},
	} {
		got, err := seenVersions(&http.Request{Header: http.Header{"If-Match": {header}}})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %d, %v, want %d", header, got, err, want)
		}
	}
	for _, header := range []string{
		`17`, `"`, `""`, `"17`, `17"`, `"0"`, `"-17"`, `"seventeen"`, `w/"17"`, `"99999999999999999999"`,
		`"17" "18"`, `"17", 18`, `"17", "x"`, `"17", *`, `*, "17"`, `"17", W/`, `W/W/"17"`,
	} {
		if got, err := seenVersions(&http.Request{Header: http.Header{"If-Match": {header}}}); !fault.Is(err, "api.match") {
			t.Errorf("%s is %d, %v", header, got, err)
		}
	}
	if got, err := seenVersions(&http.Request{Header: http.Header{"If-Match": {`"17"`, `"18"`}}}); err != nil || !slices.Equal(got, []int{17, 18}) {
		t.Errorf("two headers are %d, %v", got, err)
	}
}
