package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A translator gets a file, sends it back, and the program shows the new language.
func TestLang(t *testing.T) {
	dir := t.TempDir()
	lang := func(want int, args ...string) (out, errs string) {
		t.Helper()
		var stdout, stderr strings.Builder
		if code := run(t.Context(), append([]string{"lang"}, args...), &stdout, &stderr); code != want {
			t.Fatalf("tourney lang %q: exit %d, %s", args, code, stderr.String())
		}
		return stdout.String(), stderr.String()
	}
	file, _ := lang(0, "export", "nl")
	if strings.Contains(file, "webhook.page") || !strings.Contains(file, "msgctxt \"now.rounds\"\nmsgid \"{0} round\"\nmsgid_plural \"{0} rounds\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n") {
		t.Errorf("the file is %.2000s", file)
	}
	if whole, _ := lang(0, "export", "fi", "--all"); strings.Count(whole, "msgctxt") < 2*strings.Count(file, "msgctxt") {
		t.Error("--all is not all")
	}
	for _, pair := range [][2]string{{"English", "Nederlands"}, {"Now", "Nu"}} {
		before := "msgid \"" + pair[0] + "\"\nmsgstr \"\"\n"
		if !strings.Contains(file, before) {
			t.Fatal("no ", pair[0])
		}
		file = strings.Replace(file, before, "msgid \""+pair[0]+"\"\nmsgstr \""+pair[1]+"\"\n", 1)
	}
	sent := filepath.Join(dir, "sent.po")
	if err := os.WriteFile(sent, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	catalog, said := lang(0, "import", sent)
	if catalog != "{\n \"frame.now\": \"Nu\",\n \"language.name\": \"Nederlands\"\n}\n" || !strings.Contains(said, "nl: messages read: 2, left out: ") {
		t.Errorf("%s\n%s", catalog, said)
	}
	if err := os.WriteFile(filepath.Join(dir, "nl.json"), []byte(catalog), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, _ := lang(0, "export", "nl", "--lang", dir); !strings.Contains(again, "msgstr \"Nederlands\"") {
		t.Error("--lang is not read")
	}
	if _, said := lang(2, "explain", "nl"); !strings.Contains(said, "lang export") {
		t.Error(said)
	}
	lang(1, "import", filepath.Join(dir, "none.po"))
	lang(1, "export", "not a language")

	// A wrong catalog stops a server at its start, with the line.
	if err := os.WriteFile(filepath.Join(dir, "nl.json"), []byte(strings.Replace(catalog, "frame.now", "frame.then", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--db", filepath.Join(dir, "cup.db")}, {"demo"}} {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), append(args, "--lang", dir), &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "nl.json, line 2: the message frame.then does not exist.") {
			t.Errorf("%q: exit %d, %s", args, code, stderr.String())
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "cup.db")); !os.IsNotExist(err) {
		t.Error("the refused start made a database")
	}
}
