package role

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table into docs/security.md")

func TestNamesRoundTrip(t *testing.T) {
	for _, r := range All() {
		if got, ok := Parse(r.String()); !ok || got != r || r.String() == "" {
			t.Errorf("%d is called %q, which is %d, %v", r, r, got, ok)
		}
	}
	for _, a := range Actions() {
		if got, ok := ActionNamed(a.String()); !ok || got != a || a.Does() == "" {
			t.Errorf("%d is called %q, which is %d, %v", a, a, got, ok)
		}
	}
	if _, ok := Parse(""); ok || Role(0).String() != "" || Role(100).String() != "" || Action(100).String() != "" || Action(-1).Does() != "" {
		t.Error("no role has a name")
	}
	if _, ok := ActionNamed("fly"); ok {
		t.Error("an action that nobody has written")
	}
}

// Greater roles have all rights of smaller ones, except a captain with one right.
func TestRolesGrow(t *testing.T) {
	ladder := []Role{Person, Desk, Director, Owner}
	for _, a := range Actions() {
		for i := 1; i < len(ladder); i++ {
			if Of(ladder[i-1]).May(a) && !Of(ladder[i]).May(a) {
				t.Errorf("%s may %s, %s not", ladder[i-1], a, ladder[i])
			}
		}
		if Of(Reader).May(a) && !Of(Director).May(a) {
			t.Errorf("a reader may %s, a director not", a)
		}
		if a != See && a != OwnLink && (Of(Anyone).May(a) || Of(LinkHolder).May(a)) {
			t.Errorf("anyone may %s", a)
		}
		for i, scope := range Scopes {
			switch may := Of(scope).May(a); {
			case may && !Of(Director).May(a):
				t.Errorf("a token to %s may %s, a director not", scope, a)
			case may && slices.Contains([]Action{Enter, Staff, Manage, Operate}, a):
				t.Errorf("a token to %s may %s", scope, a)
			case i > 0 && !may && Of(Scopes[i-1]).May(a):
				t.Errorf("a token to %s may %s, one to %s not", Scopes[i-1], a, scope)
			}
		}
		if Set(0).May(a) || Of(0).May(a) {
			t.Errorf("nobody may %s", a)
		}
	}
	if Of(Owner).May(0) || Of(Owner).May(100) {
		t.Error("somebody may what is no action")
	}
}

func TestSets(t *testing.T) {
	s := Of(Reader, Captain, 0)
	if !s.Has(Reader) || !s.Has(Captain) || s.Has(Desk) || s.Has(0) || s.Has(100) || s.String() != "reader, captain" {
		t.Errorf("the set is %s", s)
	}
	if !s.May(Lineup) || !s.May(Files) || s.May(Results) {
		t.Error("a set may what its roles may")
	}
}

// TestSecurityShowsTheTable holds the table of the documentation.
func TestSecurityShowsTheTable(t *testing.T) {
	const path, begin, end = "../../docs/security.md", "<!-- roles -->\n", "<!-- end of roles -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	was, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", path)
	}
	want := markdown()
	if *update {
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != want {
		t.Errorf("%s has another table; run go test ./internal/role -update", path)
	}
}

// markdown is the table of roles and rights.
func markdown() string {
	columns := []Role{Anyone, Reader, Captain, Desk, Director, Owner, Operator, ReadToken, ResultsToken, PublishToken, WholeToken, StandbyToken, Tablet, Host}
	var b strings.Builder
	b.WriteString("| |")
	for _, r := range columns {
		b.WriteString(" " + r.String() + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, a := range Actions() {
		b.WriteString("| " + a.Does() + " |")
		for _, r := range columns {
			mark := ""
			if Of(r).May(a) {
				mark = "×"
			}
			b.WriteString(" " + mark + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
