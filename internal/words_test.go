package internal

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A mark is a phrase that makes a sentence hard to read for a stranger, and its cure.
type mark struct {
	phrase  *regexp.Regexp
	instead string
}

// marks are the phrases of a private dialect. Every sentence has a noun as subject and a noun as object.
var marks = []mark{
	{regexp.MustCompile(`\b[Ww]ho(ever)? (has|have|is|was|had|does|may|wants|sends|asks|reads|loses|waits|fails|comes|goes|starts|stands|follows)\b`),
		"a noun for the person or the program: the client, the caller, the player"},
	{regexp.MustCompile(`\b[Ww]hat (is|was|are|were|has|had|it|they|came|comes|others?|another|there) \w+`),
		"a noun for the thing: the state, the response, the rows"},
	{regexp.MustCompile(`\b([Tt]hose (who|that|of|with)|[Tt]hat of|[Oo]nes? (that|who|of them))\b`), "the noun again"},
	{regexp.MustCompile(`\b(is|are|was|were|be) (looked|waited|asked|listened|told|tried|spoken|gone|begun)\b`),
		"the part of the program and its verb: the worker polls, waits, retries"},
	{regexp.MustCompile(`\b([Nn]obody|[Ss]omebody|[Ee]verybody|[Aa]nybody)\b`), "the role: no player, a reader, all desks"},
	{regexp.MustCompile(`\b(is|are|was|were) (none|nobody|no \w+)\b`), "is not a …, does not exist, is empty"},
	{regexp.MustCompile(`\b(once|where|while|if) there (is|are|was|were) (one|none|no|some)\b`), "the condition itself"},
	{regexp.MustCompile(`\b(anew|meanwhile|any more|no longer|by (itself|themselves)|of (its|their) own)\b`), "again, since, automatically; or nothing"},
	{regexp.MustCompile(`, for (that|it|this|they|there|he|she)\b`), "because"},
	{regexp.MustCompile(`\b(lacks?|lacked|bears?|came to|goes with|go on|goes on|gone on|made up for|taken in|given up|put in)\b`),
		"a plain verb: misses, continues, resumes, retries"},
	{regexp.MustCompile(`\b(hears?|heard|knows?|wishes|tells?|says?) (of|that|whether|it|them|so|what)\b`), "receives, stores, returns, renders, reports"},
}

// mostMarks is the number of marked lines of prose today. They are quotations, names in the code and phrases that are
// the best English; the number only falls.
const mostMarks = 19

// TestPlainWords counts the marked lines in the comments, the documents and the English messages.
func TestPlainWords(t *testing.T) {
	var found []string
	look := func(place, line string) {
		for _, m := range marks {
			if phrase := m.phrase.FindString(line); phrase != "" {
				found = append(found, place+": “"+phrase+"”: write "+m.instead)
				return
			}
		}
	}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && path != ".."):
			return filepath.SkipDir
		case filepath.Base(path) == "words_test.go":
			return nil
		}
		prose := proseOf(path)
		if prose == nil {
			return nil
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if line, is := prose(strings.TrimSpace(line)); is {
				look(path, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > mostMarks {
		t.Errorf("%d lines have a mark, want at most %d:\n%s", len(found), mostMarks, strings.Join(found, "\n"))
	}
	if _, err := os.Stat("beyond"); err == nil && len(found) < mostMarks { // a copy without package beyond has fewer
		t.Errorf("only %d lines have a mark: lower mostMarks", len(found))
	}
}

// proseOf returns the function that finds the prose in a line of a file, nil for a file without prose.
func proseOf(path string) func(line string) (string, bool) {
	switch {
	case strings.HasSuffix(path, ".go"):
		return func(line string) (string, bool) {
			return strings.CutPrefix(line, "//")
		}
	case strings.HasSuffix(path, ".md"):
		return func(line string) (string, bool) {
			return line, !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "```")
		}
	case strings.HasSuffix(filepath.ToSlash(path), "lang/en.json"):
		return func(line string) (string, bool) {
			_, message, is := strings.Cut(line, `": `)
			return message, is && json.Valid([]byte(strings.TrimSuffix(message, ",")))
		}
	}
	return nil
}

// subject is the form of a commit's subject: the package, a verb, and the changed thing.
var subject = regexp.MustCompile(`^[\w./, -]+: (Add|Fix|Move|Remove|Rename|Speed up|Test|Document|Require|Refuse|Replace|Split|Join) \S`)

// TestCommitSubjects reads the subjects of the commits since this rule exists.
func TestCommitSubjects(t *testing.T) {
	log, err := exec.Command("git", "log", "--no-merges", "--since=2026-11-30T04:20:00Z", "--format=%s").Output()
	if err != nil {
		t.Skip("no history of git here:", err)
	}
	for line := range bytes.Lines(log) {
		text := strings.TrimSpace(string(line))
		if !subject.MatchString(text) || slices.ContainsFunc(marks, func(m mark) bool { return m.phrase.MatchString(text) }) {
			t.Errorf("%q: want a subject such as “pairing: Fix fixed games in the matching”", text)
		}
		if n := len([]rune(text)); n > 65 {
			t.Errorf("%q has %d characters, want at most 65", text, n)
		}
	}
}
