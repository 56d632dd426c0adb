package file

import (
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

func TestDecodeFindsTheEncoding(t *testing.T) {
	const finnish = "Sukunimi;Etunimi;Luokitus\nMäkinen;Päivi;5k\nÖhman;Åke;2d\nTörnqvist;Sören;1k\n"
	const polish = "Nazwisko;Imię;Stopień\nGąsior;Łucja;3k\nŻółkiewski;Józef;1d\nŚwiątek;Michał;12k\n"
	const czech = "Příjmení;Jméno;Třída\nDvořák;Jiří;2k\nŠťastná;Žofie;5k\nNěmec;Zdeněk;1d\n"
	for _, tt := range []struct {
		name, text string
		encoding   encoding.Encoding
		want       string
		guess      bool
	}{
		{"Finnish", finnish, unicode.UTF8, "UTF-8", false},
		{"Finnish", finnish, unicode.UTF8BOM, "UTF-8", false},
		{"Finnish", finnish, charmap.Windows1252, "Windows-1252", true},
		{"Finnish", finnish, charmap.ISO8859_1, "Windows-1252", true}, // the same bytes
		{"Polish", polish, charmap.Windows1250, "Windows-1250", true},
		{"Polish", polish, charmap.ISO8859_2, "ISO-8859-2", true},
		{"Czech", czech, charmap.Windows1250, "Windows-1250", true},
		{"Czech", czech, charmap.ISO8859_2, "ISO-8859-2", true},
		{"Czech", czech, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16", false},
		{"Polish", polish, unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "UTF-16", false},
		{"Polish", polish, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UTF-16", true},
		{"Czech", czech, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "UTF-16", true},
		{"one Czech name", "name;rank\nDvořák;2k\n", charmap.ISO8859_2, "Windows-1250", true}, // ř and á are the same in both
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := tt.encoding.NewEncoder().Bytes([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			text, name, guess := Decode(data)
			if text != tt.text || name != tt.want || guess != tt.guess {
				t.Errorf("%s (guess %v), want %s:\n%s", name, guess, tt.want, text)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("Dvo\xf8\xe1k"))
	f.Add([]byte("\xff\xfeA\x00"))
	f.Add([]byte("\x8d\xb2\x93\xa1;\x91\xbe\x98Y;2k\n"))
	f.Add([]byte("\xc9\xd7\xc1\xce;5k\n\xb1\xe8\xb9\xce\xbc\xf6;3k\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, name, _ := Decode(data); name == "" {
			t.Fatalf("no encoding for %q", data)
		}
	})
}
