package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"tourney/internal/tool/load"
)

// A load against a new server saves all entered results, and all listeners receive them.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	t.Parallel()
	args := strings.Fields("load --players 12 --desks 3 --rate 0 --entries 40 --phones 2 --pause 10ms --followers 2 --listeners 3 --tournaments 2 --json")
	var text, said bytes.Buffer
	cmd := newHarness(t).binary(args...)
	cmd.Stdout, cmd.Stderr = &text, &said
	code, out, errs := cmd.Run(), text.String(), said.String()
	var report load.Report
	if err := json.Unmarshal([]byte(out), &report); code != nil || err != nil || strings.Count(errs, "\n") != 6 || !strings.Contains(errs, "Results are entered for 1m0s") {
		t.Fatalf("%v, %v: %s %s", code, err, out, errs)
	}
	if report.Entries < 40 || report.Rounds < 3 || len(report.Lost) > 0 || report.Missed > 0 || report.Broken > 0 || report.First != "" {
		t.Errorf("the report is %+v", report)
	}
	for _, l := range report.Lines {
		if l.Failed > 0 {
			t.Errorf("%d of %s failed", l.Failed, l.Kind)
		}
	}
}

// Every flag is in the usage line.
func TestLoadHelp(t *testing.T) {
	t.Parallel()
	_, help, _ := line(t, "help", "load")
	usage, flags, _ := strings.Cut(help, "\n")
	for _, f := range regexp.MustCompile(`(?m)^  -([a-z]+)`).FindAllStringSubmatch(flags, -1) {
		if !strings.Contains(usage, "--"+f[1]) {
			t.Errorf("--%s is not in %s", f[1], usage)
		}
	}
}

func TestLoadIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Parallel()
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"load --desks 0", 2, "--desks must be from 1 to 1000"},
		{"load --for 1ms", 2, "--for must be from 1s to 24h"},
		{"load --url http://127.0.0.1:1 --name Anna", 1, "tourney: No server answers at http://127.0.0.1:1. Check --url, and whether tourney runs there.\n"},
		{"load --url http://192.0.2.7:8080 --name Anna", 2, "“192.0.2.7:8080” is not this machine"},
		{"load --url here --name Anna", 2, "“here” is not the address of a server"},
		{"load --url http://127.0.0.1:8080", 2, "--url needs --name"},
	} {
		if code, _, errs := line(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit %d, %s", c.args, code, errs)
		}
	}
}
