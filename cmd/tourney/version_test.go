package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	licences "tourney"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"version", "--version", "pair --version"} {
		t.Run(args, func(t *testing.T) {
			code, out, errs := line(t, strings.Fields(args)...)
			lines := regexp.MustCompile(`^tourney \S+\n(revision [0-9a-f]+ of \S+Z(, modified)?\n)?go1\S* \w+/\w+\nSQLite 3\.\S+\n$`)
			if code != 0 || !lines.MatchString(out) || errs != "" {
				t.Errorf("tourney %s: exit %d, %s\n%s", args, code, errs, out)
			}
		})
	}
	if code, _, errs := line(t, "version", "now"); code != 2 || !strings.Contains(errs, "usage: tourney version") {
		t.Errorf("an argument: exit %d, %s", code, errs)
	}
}

func TestVersionInJSON(t *testing.T) {
	t.Parallel()
	for _, texts := range []bool{false, true} {
		t.Run(fmt.Sprint("texts ", texts), func(t *testing.T) {
			args := []string{"version", "--json"}
			if texts {
				args = append(args, "--licences")
			}
			code, out, errs := line(t, args...)
			var b build
			if err := json.Unmarshal([]byte(out), &b); err != nil || code != 0 || errs != "" {
				t.Fatalf("%v: exit %d, %v, %s", args, code, err, errs)
			}
			if b.Version != version || b.Go != runtime.Version() || b.OS != runtime.GOOS || !strings.HasPrefix(b.SQLite, "3.") {
				t.Errorf("%v: %.300s", args, out)
			}
			if (b.Licence == licences.License) != texts || (b.Notice == licences.Notice) != texts {
				t.Errorf("%v: %d characters of licence, %d of notice", args, len(b.Licence), len(b.Notice))
			}
		})
	}
}

func TestVersionLicences(t *testing.T) {
	t.Parallel()
	code, out, errs := line(t, "version", "--licences")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, %s", code, errs)
	}
	for _, want := range []string{"Apache License", "github.com/gin-gonic/gin v", "Lucide icons", "Go standard library"} {
		if !strings.Contains(out, want) {
			t.Errorf("the licences do not have %q", want)
		}
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		build build
		want  string
	}{
		{build{}, ""},
		{build{Revision: "4ef2877", Time: "2026-11-22T10:51:19Z"}, "revision 4ef2877 of 2026-11-22T10:51:19Z\n"},
		{build{Revision: "4ef2877", Time: "2026-11-22T10:51:19Z", Modified: true}, "revision 4ef2877 of 2026-11-22T10:51:19Z, modified\n"},
	} {
		t.Run(fmt.Sprintf("%q", tt.want), func(t *testing.T) {
			if got := tt.build.origin(); got != tt.want {
				t.Errorf("%+v: %q, want %q", tt.build, got, tt.want)
			}
		})
	}
}
