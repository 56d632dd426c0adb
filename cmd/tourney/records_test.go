package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The clear records of an archive are added, the others reported. A second import adds nothing.
func TestImportRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "cup.db")
	results := write(t, "cup.h9", "; EV[Cup]\n; DT[2026-05-09,2026-05-09]\n; HA[h9]\n; KM[6.5]\n"+
		"1 Salo Anna 4d FI Hels 2+/b0\n2 Martin Jean 4d FR 75Te 1-/w0\n3 Berg Nils 1k SE Upps 4+/b0\n4 Mroz Jan 1k PL Wars 3-/w0\n")
	if code, out, errs := line(t, "import", results, "--db", db); code != 0 || !strings.Contains(out, "/t/cup") {
		t.Fatalf("exit %d, %s %s", code, out, errs)
	}
	pile := filepath.Join(dir, "round 1.zip")
	file, err := os.Create(pile)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	for name, text := range map[string]string{
		"salo.sgf": "(;PB[Anna Salo]PW[Jean Martin]RE[B+R];B[pd])", "who.sgf": "(;PB[kettu]PW[susi];B[pd])",
	} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"--into", "cup", "--round", "1"}, 1, []string{
			"salo.sgf: Table 1: Salo Anna – Martin Jean, by: the names", "who.sgf: No player of this tournament has one of these names: kettu – susi.",
			"Added 1 of 2 game records to round 1 of Cup.",
		}},
		{[]string{"--into", "cup", "--round", "1"}, 1, []string{"salo.sgf: Table 1 has this record already.", "Added 0 of 2 game records"}},
		{[]string{"--into", "cup", "--round", "7"}, 1, []string{"7"}},
		{[]string{"--into", "nowhere", "--round", "1"}, 1, []string{"nowhere"}},
		{[]string{"--round", "1"}, 2, []string{"--into"}},
	} {
		code, out, errs := line(t, append([]string{"import", pile, "--db", db}, tt.args...)...)
		if code != tt.code {
			t.Errorf("%q: exit %d, want %d", tt.args, code, tt.code)
		}
		for _, want := range tt.want {
			if !strings.Contains(out+errs, want) {
				t.Errorf("%q: %q is not in %s %s", tt.args, want, out, errs)
			}
		}
	}
	one := write(t, "two.sgf", "(;PB[Nils Berg]PW[Jan Mroz];B[pd])")
	for _, says := range []string{"Added 1 of 1", "Added 0 of 1"} { // a stored record is not a failure
		code, out, errs := line(t, "import", one, "--db", db, "--into", "cup", "--round", "1")
		if code == 0 && strings.Contains(out, says) {
			continue
		}
		t.Errorf("a single record: exit %d, %s %s", code, out, errs)
	}
}
