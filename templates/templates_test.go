package templates

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
	"unicode/utf8"
)

// mostColumns is the most characters of a line; a tab counts as one.
const mostColumns = 120

// block matches the start tag of an element with a separate line. Elements within a line of text, such as a, b, span,
// label and button, may share theirs.
var block = regexp.MustCompile(`<(?:address|article|aside|body|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|` +
	`figure|footer|form|h[1-6]|head|header|html|legend|li|link|main|meta|nav|ol|p|script|section|summary|` +
	`table|tbody|td|tfoot|th|thead|title|tr|ul)[\s>{]`)

// files returns the texts of all templates by their paths.
func files(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.html", "pages/*.html", "partials/*.html"} {
		paths, err := fs.Glob(FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := fs.ReadFile(FS, path)
			if err != nil {
				t.Fatal(err)
			}
			texts[path] = string(text)
		}
	}
	if len(texts) < 50 {
		t.Fatalf("only %d templates found", len(texts))
	}
	return texts
}

// TestLines checks that a change of one word is a change of one short line.
func TestLines(t *testing.T) {
	for path, text := range files(t) {
		for i, line := range strings.Split(text, "\n") {
			at := fmt.Sprintf("templates/%s:%d", path, i+1)
			if n := utf8.RuneCountInString(line); n > mostColumns {
				t.Errorf("%s: %d columns; break it between elements, or between the attributes of one, to %d",
					at, n, mostColumns)
			}
			if line != strings.TrimRight(line, " \t\r") {
				t.Errorf("%s: blanks at the end; remove them", at)
			}
			if found := block.FindAllString(line, -1); len(found) > 1 {
				t.Errorf("%s: %s and %s begin on one line; give each a line, indented by its nesting",
					at, strings.TrimRight(found[0], "> {"), strings.TrimRight(found[1], "> {"))
			}
		}
	}
}

// A define is the beginning of a template, with the comment right above it.
var define = regexp.MustCompile(`(?m)^(?:\{\{/\*((?s:.*?))\*/\}\}\n)?\{\{define "(\w+)"`)

// TestPartialsStateWhatTheyExpect reads the comment above each partial. It must describe "."; in the folder of partials
// it must also name the used fields, since any page with these may call.
func TestPartialsStateWhatTheyExpect(t *testing.T) {
	for file, text := range files(t) {
		trees := map[string]*parse.Tree{}
		tree := parse.New(file)
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(text, "", "", trees); err != nil {
			t.Errorf("templates/%s: %v", file, err)
			continue
		}
		for _, m := range define.FindAllStringSubmatchIndex(text, -1) {
			name, comment := text[m[4]:m[5]], ""
			if m[2] >= 0 {
				comment = text[m[2]:m[3]]
			}
			at := fmt.Sprintf("templates/%s:%d: %q", file, 1+strings.Count(text[:m[4]], "\n"), name)
			switch {
			case name == "layout" || name == "content" || name == "files": // they belong to the page's struct
			case !strings.Contains(comment, `"."`):
				t.Errorf(`%s has no comment right above it that says what "." is; write `+
					`{{/* What it shows. "." has .Name and .Rank. */}}`, at)
			case path.Dir(file) == "partials" && !strings.Contains(comment, `"." is any page`):
				for _, field := range fieldsOf(trees[name].Root) {
					if !regexp.MustCompile(regexp.QuoteMeta(field) + `\b`).MatchString(comment) {
						t.Errorf(`%s reads %s of ".", which the comment above it does not name; add it there`, at, field)
					}
				}
			}
		}
	}
}

// fieldsOf returns the fields that a template reads of its ".", such as ".Name".
func fieldsOf(root parse.Node) []string {
	fields := map[string]bool{}
	var walk func(node parse.Node, own bool)
	branch := func(b *parse.BranchNode, own, inner bool) {
		walk(b.Pipe, own)
		walk(b.List, inner)
		if b.ElseList != nil {
			walk(b.ElseList, own)
		}
	}
	// own is true while "." is the argument of the template.
	walk = func(node parse.Node, own bool) {
		switch n := node.(type) {
		case *parse.ListNode:
			for _, child := range n.Nodes {
				walk(child, own)
			}
		case *parse.ActionNode:
			walk(n.Pipe, own)
		case *parse.TemplateNode:
			if n.Pipe != nil {
				walk(n.Pipe, own)
			}
		case *parse.PipeNode:
			for _, command := range n.Cmds {
				for _, arg := range command.Args {
					walk(arg, own)
				}
			}
		case *parse.ChainNode:
			walk(n.Node, own)
		case *parse.IfNode:
			branch(&n.BranchNode, own, own)
		case *parse.RangeNode:
			branch(&n.BranchNode, own, false)
		case *parse.WithNode:
			branch(&n.BranchNode, own, false)
		case *parse.FieldNode:
			if own {
				fields["."+n.Ident[0]] = true
			}
		case *parse.VariableNode:
			if n.Ident[0] == "$" && len(n.Ident) > 1 {
				fields["."+n.Ident[1]] = true
			}
		}
	}
	walk(root, true)
	return slices.Sorted(maps.Keys(fields))
}

// TestScrollsByKeyboard finds parts that scroll sideways and cannot be reached by keys: some browsers do not focus them
// automatically.
func TestScrollsByKeyboard(t *testing.T) {
	strip := regexp.MustCompile(`<div class="(?:[^"]* )?(?:scroll|consent)"[^>]*>`)
	found := 0
	for path, text := range files(t) {
		for _, tag := range strip.FindAllString(text, -1) {
			found++
			if !strings.Contains(tag, `tabindex="0" role="region" aria-label="`) {
				t.Errorf(`templates/%s: %s has no tabindex="0" role="region" aria-label="…"`, path, tag)
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d parts that scroll are found", found)
	}
}
