package format

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"tourney/internal/format/workbook"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// TestPublicFilesNameNobodyHidden searches each public file for a hidden player, and for a visible one in the
// standings.
func TestPublicFilesNameNobodyHidden(t *testing.T) {
	tn := formattest.Cup(t)
	p := &tn.Players[0]
	p.Family, p.Given, p.Hiding, p.Mail = "Qwertzuiop", "Yxcvb", consent.Initials, "q@example.org"
	other := tn.Players[1].Family
	public := 0
	for _, f := range Formats() {
		if !f.Public || f.Pages {
			continue
		}
		public++
		var b bytes.Buffer
		if _, err := Write(&b, f.Name, tournament.Whole{Tournament: tn}, nil); err != nil {
			t.Fatal(f.Name, err)
		}
		text := unzipped(t, b.Bytes())
		for _, secret := range []string{"Qwertzuiop", "QWERTZUIOP", "Yxcvb", "q@example.org"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s says %q", f.Name, secret)
			}
		}
		if f.Name != "calendar" && (!strings.Contains(text, other) || !strings.Contains(text, "Q.")) {
			t.Errorf("%s does not name the players", f.Name)
		}
	}
	if public < 3 {
		t.Errorf("only %d public formats", public)
	}
}

// The public workbook has nothing of the desk: no log, no reasons, no sheet to enter results, no categories. Prizes by
// years of birth are in it, as on public pages.
func TestPublicWorkbookHasNothingOfTheDesk(t *testing.T) {
	tn := formattest.Cup(t)
	tn.Info.Begin = tournament.DateOf(time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC))
	tn.Rounds[tn.Current()-1].Games[0].Result = tournament.Result{} // to be entered
	p := &tn.Players[1]
	p.Born, p.Tags, p.Notes, p.Contact, p.Mail = 2012, []string{"qzjunior"}, "qznotes", "qzcontact", "qz@example.org"
	p.Fee.Reason = "qzfee"
	tn.Settings.Prizes.List = []tournament.Prize{{Name: "Young", BornFrom: 2010, Places: 1, Money: []tournament.Money{7700}}}
	f, err := Named(PublicWorkbook)
	if err != nil {
		t.Fatal(err)
	}
	for _, formulas := range []bool{false, true} {
		o := workbook.Occasion{Formulas: formulas, Log: []workbook.LogLine{{Version: 1, By: "qzlogin", What: "qzreason"}}}
		var b bytes.Buffer
		if err := f.WriteDated(o, &b, tn, nil); err != nil {
			t.Fatal(err)
		}
		text := unzipped(t, b.Bytes())
		for _, secret := range []string{"qz", "2012", `<sheet name="name"`, ">tags<", `<sheet name="log"`} {
			if strings.Contains(text, secret) {
				t.Errorf("the workbook has %q", secret)
			}
		}
		if !strings.Contains(text, ">Young<") || strings.Contains(text, ">left<") {
			t.Error("nobody gets the prize of the young")
		}
	}
	var desk bytes.Buffer
	if _, err := Write(&desk, "xlsx", tournament.Whole{Tournament: tn}, nil); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{`<sheet name="name"`, ">tags<", "qzjunior"} {
		if !strings.Contains(unzipped(t, desk.Bytes()), word) {
			t.Errorf("the workbook of the desk lacks %q", word)
		}
	}
}

// unzipped returns the texts of a zip file, or the text itself.
func unzipped(t *testing.T, data []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return string(data)
	}
	var all strings.Builder
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, r); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
