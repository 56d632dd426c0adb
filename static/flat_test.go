package static

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write flat/*.css anew")

// floor lists the oldest browsers that show the pages completely; the package comment names their devices.
var floor = []api.Engine{
	{Name: api.EngineChrome, Version: "109"},
	{Name: api.EngineFirefox, Version: "115"},
	{Name: api.EngineSafari, Version: "15.4"},
}

var (
	pair   = regexp.MustCompile(`light-dark\((\S+), (\S+?)\)([;,])`)
	scheme = regexp.MustCompile(`color-scheme: (light dark|light|dark);`)
)

// toggles has the custom properties of a color-scheme. An empty --light or --dark hides the colour beside it; "initial"
// leaves the colour as the second value of var().
var toggles = map[string]string{
	"light":      "--light: initial; --dark: ;",
	"dark":       "--light: ; --dark: initial;",
	"light dark": "--light: initial; --dark: ; @media screen and (prefers-color-scheme: dark) { --light: ; --dark: initial; }",
}

// flatten returns a stylesheet for the floor: a rule a line, without nesting and light-dark().
func flatten(t *testing.T, source string) string {
	t.Helper()
	source = pair.ReplaceAllString(source, "var(--light, $1) var(--dark, $2)$3")
	source = scheme.ReplaceAllStringFunc(source, func(declared string) string {
		return declared + " " + toggles[scheme.FindStringSubmatch(declared)[1]]
	})
	flat := transform(t, source, api.TransformOptions{Loader: api.LoaderCSS, Engines: floor, MinifyWhitespace: true})
	return regexp.MustCompile(`}+`).ReplaceAllString(flat, "$0\n")
}

// transform returns the output of esbuild for a stylesheet or a script.
func transform(t *testing.T, source string, options api.TransformOptions) string {
	t.Helper()
	options.Charset = api.CharsetUTF8
	result := api.Transform(source, options)
	for _, problem := range append(result.Errors, result.Warnings...) {
		t.Errorf("%s: %+v", problem.Text, problem.Location)
	}
	return string(result.Code)
}

// read returns the text of a file here. Line ends count as \n, because git may check out others.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// names returns the files here that match a pattern.
func names(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) < 5 {
		t.Fatal(found, err)
	}
	return found
}

// TestFlatIsCurrent compares flat/*.css with the stylesheets beside it.
func TestFlatIsCurrent(t *testing.T) {
	for _, source := range names(t, "*.css") {
		path, want := filepath.Join("flat", source), flatten(t, read(t, source))
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if read(t, path) != want {
			t.Errorf("%s is not what %s gives; go test ./static -update writes it", path, source)
		}
	}
	if flat, sources := names(t, "flat/*"), names(t, "*.css"); len(flat) != len(sources) {
		t.Errorf("flat has %d files for %d stylesheets; delete those of none", len(flat), len(sources))
	}
}

// newerStyles matches styles that a browser of the floor drops, together with the rest of their rule or declaration.
// Rules with :has() and @container are left: Firefox 115 or Safari 15 drops them, so each is an addition, or has a
// fallback beside it.
var newerStyles = regexp.MustCompile(`light-dark\(|color-mix\(|&|@(?:layer|scope|starting-style|property)\b|` +
	`\d(?:r?lh|cq[a-z]+|[sld]v[hwib])\b|\b(?:oklch|oklab|round|sin|if)\(`)

// supported matches a group of rules for the browsers that pass its test.
var supported = regexp.MustCompile(`@supports[^{]*\{(?:[^{}]*\{[^{}]*\}\s*)*\}`)

// TestStylesKeepTheFloor finds nesting, and functions and units that a browser of the floor does not support.
func TestStylesKeepTheFloor(t *testing.T) {
	for _, path := range names(t, "flat/*.css") {
		text := supported.ReplaceAllString(read(t, path), "")
		for _, at := range newerStyles.FindAllStringIndex(text, -1) {
			t.Errorf("%s: …%s…: a browser of the floor drops it", path, text[max(0, at[0]-60):min(len(text), at[1]+20)])
		}
		if rule := nested(text); rule != "" {
			t.Errorf("%s: a rule within %q", path, rule)
		}
	}
}

// nested returns the selector of a rule that contains another, or "". Only rules that begin with @ may.
func nested(css string) string {
	var open []string
	for _, part := range regexp.MustCompile(`[^{};]*[{};]`).FindAllString(css, -1) {
		switch part[len(part)-1] {
		case '{':
			if n := len(open); n > 0 && !regexp.MustCompile(`^\s*@`).MatchString(open[n-1]) {
				return open[n-1]
			}
			open = append(open, part)
		case '}':
			open = open[:len(open)-1]
		}
	}
	return ""
}

// newerCalls matches browser functions that the floor does not support. tsc checks the language by "lib" in
// jsconfig.json.
var newerCalls = regexp.MustCompile(`\bAbortSignal\.(?:timeout|any)\b|\.requestSubmit\(|\.aria[A-Z]\w*|\.checkVisibility\(|` +
	`\.showPopover\(|\.canParse\(|\bstartViewTransition\(|\.setHTMLUnsafe\(|\bscheduler\.|\.moveBefore\(`)

// TestScriptsKeepTheFloor finds syntax and calls that a browser of the floor does not support.
func TestScriptsKeepTheFloor(t *testing.T) {
	for _, path := range names(t, "*.js") {
		source := read(t, path)
		current := transform(t, source, api.TransformOptions{Loader: api.LoaderJS, Target: api.ESNext})
		old := transform(t, source, api.TransformOptions{
			Loader: api.LoaderJS, Engines: floor,
			Supported: map[string]bool{"regexp-unicode-property-escapes": true}, // except properties of later Unicode versions
		})
		if old != current {
			t.Errorf("%s has newer syntax than the floor (-old +used):\n%s", path, cmp.Diff(old, current))
		}
		if path == "htmx.min.js" { // it checks before it calls
			continue
		}
		for _, call := range newerCalls.FindAllString(source, -1) {
			t.Errorf("%s: a browser of the floor lacks %s", path, call)
		}
	}
}

// TestNewerIsSeen checks the tests above against newer syntax.
func TestNewerIsSeen(t *testing.T) {
	for css, want := range map[string]string{
		"a{color:red}@media print{b{color:red}}@page{@bottom-left{content:none}}": "",
		"a{color:red;b{color:red}}":     "a{",
		"@media print{a{b{color:red}}}": "a{",
	} {
		if got := nested(css); got != want {
			t.Errorf("%s: %q is nested, want %q", css, got, want)
		}
	}
	for _, css := range []string{"p{min-height:2lh}", "p{font-size:5.4cqw}", "a{color:light-dark(red,blue)}", "&:hover{color:red}"} {
		if !newerStyles.MatchString(css) {
			t.Errorf("%s: not seen", css)
		}
	}
	for _, js := range []string{"fetch(a, { signal: AbortSignal.timeout(9) })", `li.ariaSelected = "true"`, "form?.requestSubmit()"} {
		if !newerCalls.MatchString(js) {
			t.Errorf("%s: not seen", js)
		}
	}
}
