package exchange

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

func TestCutXMLNamesThePlace(t *testing.T) {
	data := readTestdata(t, "testdata", "opengotha.xml")
	whole := len(bytes.TrimSpace(data))
	for cut := whole - 1; cut > 100; cut -= 7 {
		_, _, err := Read(data[:cut])
		f, ok := fault.As(err)
		if !ok || f.Key != "xml.cut" && f.Key != "xml.broken" {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		lines := 1 + bytes.Count(data[:cut], []byte("\n"))
		if f.Args[0] != lines {
			t.Fatalf("cut at %d: reported line %v, the file ends in line %d", cut, f.Args[0], lines)
		}
	}
}

func TestHostileXMLIsRefused(t *testing.T) {
	const root = `<Tournament fullVersionNumber="3.51.02">`
	for _, tt := range []struct{ name, text, key string }{
		{"entities", `<!DOCTYPE Tournament [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + root + `<x y="&b;"/></Tournament>`, "xml.doctype"},
		{"parameter entity", `<!DOCTYPE Tournament SYSTEM "a.dtd" [<!entity % a SYSTEM "b.dtd"> %a;]>` + root + `</Tournament>`, "xml.doctype"},
		{"late document type", root + `<!DOCTYPE Tournament></Tournament>`, "xml.broken"},
		{"other directive", `<!ELEMENT Tournament ANY>` + root + `</Tournament>`, "xml.broken"},
		{"entity of a file", `<!DOCTYPE Tournament SYSTEM "tournament.dtd">` + root + `<Player name="&a;"/></Tournament>`, "xml.broken"},
		{"undeclared entity", root + `<Player name="&lol;"/></Tournament>`, "xml.broken"},
		{"depth", root + strings.Repeat("<a>", 100_000), "xml.large"},
		{"elements", root + strings.Repeat("<a/>", mostElements+1) + "</Tournament>", "xml.large"},
		{"wrong end", root + "<Players></Tournament></Players>", "xml.broken"},
		{"second root", root + "</Tournament><Tournament/>", "xml.broken"},
		{"unknown encoding", `<?xml version="1.0" encoding="moon"?>` + root + "</Tournament>", "xml.broken"},
		{"long name", root + `<Player rank="1K" firstName="A" name="` + strings.Repeat("x", 10_000) + `"/></Tournament>`, "import.long"},
		{"nameless", root + `<Player rank="1K"/></Tournament>`, "opengotha.player.nameless"},
		{"size", root + strings.Repeat(" ", MostBytes), "file.large"},
		{"another format", "<svg/>", "file.xml"},
		{"web page", "<!DOCTYPE html><html><body>Sign in</body></html>", "file.html"},
		{"only a comment", "<!-- hello -->", "xml.cut"},
	} {
		_, _, err := Read([]byte(tt.text))
		if !fault.Is(err, tt.key) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.key)
		}
	}
}

// Old files name their document type, which says nothing that is needed.
func TestDocumentTypesAreIgnored(t *testing.T) {
	const root = `<Tournament dataVersion="201"><Player name="Aho" firstName="Aino" rank="1K"/></Tournament>`
	for _, doctype := range []string{
		`<!DOCTYPE Tournament SYSTEM "tournament.dtd">`, `<!DOCTYPE Tournament PUBLIC "-//A//B" "http://example.org/tournament.dtd">`,
		"<!DOCTYPE Tournament>", "<!DOCTYPE Tournament [\n<!ELEMENT Tournament ANY>\n]>",
	} {
		tn, _, err := Read([]byte(`<?xml version="1.0"?>` + "\n" + doctype + "\n" + root))
		if err != nil || tn.Players[0].Name() != "Aho Aino" {
			t.Errorf("%s: %v", doctype, err)
		}
	}
}

func TestXMLComesInManyEncodings(t *testing.T) {
	text := `<Tournament dataVersion="201"><Player name="Åkesson" firstName="Bo" rank="1K"/></Tournament>`
	utf16 := []byte{0xff, 0xfe}
	for _, r := range `<?xml version="1.0" encoding="UTF-16"?>` + text {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	latin := []byte(`<?xml version="1.0" encoding="ISO-8859-1"?>` + strings.ReplaceAll(text, "Å", "\xc5"))
	for name, data := range map[string][]byte{
		"UTF-8": []byte(text), "byte-order mark and blanks": []byte("\ufeff \n" + text), "UTF-16": utf16, "Latin-1": latin,
	} {
		tn, _, err := Read(data)
		if err != nil || tn.Players[0].Family != "Åkesson" {
			t.Errorf("%s: %+v, %v", name, tn, err)
		}
	}
}

func FuzzReadOpenGotha(f *testing.F) {
	f.Add(readTestdata(f, "testdata", "opengotha.xml"))
	f.Add([]byte(`<!DOCTYPE Tournament SYSTEM "a.dtd" [<!ELEMENT a ANY>]><Tournament><Player name="A" firstName="B" rank="1K"/></Tournament>`))
	f.Add([]byte(`<Tournament><Game roundNumber="1" tableNumber="1" blackPlayer="AB" whitePlayer="AB"/><Player name="A" firstName="B"/></Tournament>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn, _, err := readOpenGotha(data)
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		soundState(t, tn)
		out, _ := written(t, tn)
		again, notes, err := readOpenGotha(out)
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, out)
		}
		// What was mended at the first reading is in order now.
		for _, n := range notes {
			if !slices.Contains([]string{"opengotha.teams", "opengotha.foreign.large", "opengotha.round.empty"}, n.Key) {
				t.Fatalf("written with %v\n%s", n, out)
			}
		}
		for i := range tn.Players {
			tn.Players[i].Given = again.Players[i].Given // two of one name are told apart
		}
		tn.Settings.Foreign, again.Settings.Foreign = nil, nil
		if diff := cmp.Diff(tn, again, ratingsEqual(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-read +written):\n%s\n%s", diff, out)
		}
	})
}

// soundState fails unless the tournament's own rules accept it.
func soundState(t *testing.T, tn *tournament.Tournament) {
	t.Helper()
	again, err := tournament.New(tn.Info, tn.Settings)
	if err != nil {
		t.Fatalf("settings: %v", err)
	}
	for _, p := range tn.Players {
		if _, err := again.AddPlayer(p, true); err != nil {
			t.Fatalf("player %+v: %v", p, err)
		}
	}
	again.Players = tn.Players
	for i := range tn.Rounds {
		r := &tn.Rounds[i]
		if err := again.SetDraft(r.Number, r.Games, r.Byes, r.Drawn); err != nil {
			t.Fatalf("round %d: %v", r.Number, err)
		}
		again.Rounds[i].Published = r.Published
	}
}
