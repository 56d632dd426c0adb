package main

import (
	"context"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tourney/docs"
)

// commandsOf returns the command lines in a chapter of the handbook, without the name of the program.
func commandsOf(t *testing.T, chapter string) (lines []string) {
	t.Helper()
	text, err := fs.ReadFile(docs.FS, chapter)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?m)^tourney (.+)$|`tourney ([^`]+)`").FindAllStringSubmatch(string(text), -1) {
		lines = append(lines, m[1]+m[2])
	}
	return lines
}

// Each command in the English handbook runs, with files and names in the place of its words in capitals. The other
// languages have the same commands.
func TestHandbookCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Chdir(t.TempDir())
	for _, variable := range []string{"HOME", "XDG_CONFIG_HOME", "APPDATA"} {
		t.Setenv(variable, t.TempDir())
	}
	runs := func(args ...string) string {
		t.Helper()
		if args[0] == "serve" || args[0] == "demo" {
			args = append(args, "--addr", "127.0.0.1:0")
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		out, errs := &stopAt{text: "Stop with", stop: stop}, &strings.Builder{}
		if code := run(ctx, args, out, errs); code != 0 {
			t.Fatalf("tourney %s: exit %d, %s", strings.Join(args, " "), code, errs)
		}
		return out.String()
	}
	token := first(t, "/setup/(.+)", runs("serve"))
	choosePassword(t, defaultDatabase(), token, "the first one")
	runs("convert", write(t, "cup.csv", "Name;Rank\nAho Aino;5k\nBerg Bo;3k\n"), "my-tournament.xml", "--to", "opengotha")
	runs("import", "my-tournament.xml", "--db", "FILE")
	runs("backup", "BACKUP", "--db", "FILE")
	words := map[string]string{"NAME": "Anna", "DB": "FILE", "postgres://tourney@HOST/tourney": "second.db"}

	chapters, err := fs.Glob(docs.FS, "handbook/en/*.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, chapter := range chapters {
		lines := commandsOf(t, chapter)
		seen += len(lines)
		for _, l := range lines {
			var args []string
			for _, m := range regexp.MustCompile(`"([^"]*)"|(\S+)`).FindAllStringSubmatch(l, -1) {
				word := m[1] + m[2]
				if value, is := words[word]; is {
					word = value
				}
				args = append(args, word)
			}
			runs(args...)
		}
		translations, err := fs.Glob(docs.FS, "handbook/*/"+path.Base(chapter))
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range translations {
			if got := commandsOf(t, other); !slices.Equal(got, lines) {
				t.Errorf("%s has the commands %q, the English chapter %q", other, got, lines)
			}
		}
	}
	if _, err := os.Stat("OUT"); err != nil || seen < 10 {
		t.Errorf("%d commands, %v", seen, err)
	}
}
