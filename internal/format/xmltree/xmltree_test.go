package xmltree

import (
	"bytes"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/testkit/formattest"
)

func TestCutXMLNamesThePlace(t *testing.T) {
	data := formattest.ReadTestdata(t, "..", "opengotha", "testdata", "opengotha.xml")
	whole := len(bytes.TrimSpace(data))
	for cut := whole - 1; cut > 100; cut -= 7 {
		_, err := Parse(data[:cut])
		f, ok := fault.As(err)
		if !ok || f.Key != "file.xml.cut" && f.Key != "file.xml.broken" {
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
		{"entities", `<!DOCTYPE Tournament [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + root + `<x y="&b;"/></Tournament>`, "file.xml.doctype"},
		{"parameter entity", `<!DOCTYPE Tournament SYSTEM "a.dtd" [<!entity % a SYSTEM "b.dtd"> %a;]>` + root + `</Tournament>`, "file.xml.doctype"},
		{"late document type", root + `<!DOCTYPE Tournament></Tournament>`, "file.xml.broken"},
		{"other directive", `<!ELEMENT Tournament ANY>` + root + `</Tournament>`, "file.xml.broken"},
		{"entity of a file", `<!DOCTYPE Tournament SYSTEM "tournament.dtd">` + root + `<Player name="&a;"/></Tournament>`, "file.xml.broken"},
		{"undeclared entity", root + `<Player name="&lol;"/></Tournament>`, "file.xml.broken"},
		{"depth", root + strings.Repeat("<a>", 100_000), "file.xml.large"},
		{"elements", root + strings.Repeat("<a/>", mostElements+1) + "</Tournament>", "file.xml.large"},
		{"wrong end", root + "<Players></Tournament></Players>", "file.xml.broken"},
		{"second root", root + "</Tournament><Tournament/>", "file.xml.broken"},
		{"unknown encoding", `<?xml version="1.0" encoding="moon"?>` + root + "</Tournament>", "file.xml.broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.text))
			if !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}

// Old files name their document type, which is not needed.
func TestDocumentTypesAreIgnored(t *testing.T) {
	const root = `<Tournament dataVersion="201"><Player name="Aho" firstName="Aino" rank="1K"/></Tournament>`
	for _, doctype := range []string{
		`<!DOCTYPE Tournament SYSTEM "tournament.dtd">`, `<!DOCTYPE Tournament PUBLIC "-//A//B" "http://example.org/tournament.dtd">`,
		"<!DOCTYPE Tournament>", "<!DOCTYPE Tournament [\n<!ELEMENT Tournament ANY>\n]>",
	} {
		e, err := Parse([]byte(`<?xml version="1.0"?>` + "\n" + doctype + "\n" + root))
		if err != nil || e.First("Player").Value("name") != "Aho" {
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
		t.Run(name, func(t *testing.T) {
			e, err := Parse(data)
			if err != nil || e.First("Player").Value("name") != "Åkesson" {
				t.Errorf("%v, %v", e, err)
			}
		})
	}
}
