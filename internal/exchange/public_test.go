package exchange

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"tourney/internal/consent"
	"tourney/internal/exchange/exchangetest"
	"tourney/internal/tournament"
)

// TestPublicFilesNameNobodyHidden looks for a hidden player in each file that
// everybody reads, and for another one, who is in the standings.
func TestPublicFilesNameNobodyHidden(t *testing.T) {
	tn := exchangetest.Cup(t)
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
	if public != 2 {
		t.Errorf("%d public formats", public)
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
