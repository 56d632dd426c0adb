package file

import (
	"testing"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"tourney/internal/i18n/charset"
)

func TestRepairMojibake(t *testing.T) {
	for text, want := range map[string]string{
		"MÃ¤kinen": "Mäkinen", "MÃƒÂ¤kinen": "Mäkinen", "DvoÅ™Ã¡k": "Dvořák", "DvoĹ™Ăˇk": "Dvořák", "GÄ…sior Å\u0081ucja": "Gąsior Łucja",
		"Nguyá»…n": "Nguyễn", "Ã–stÃ¥s Ã©": "Östås é", "Oâ€™Neill": "O’Neill", "Ð˜Ð²Ð°Ð½Ð¾Ð²": "Иванов", "РРІР°РЅРѕРІ": "", "å±±ç”°": "山田", "AhoÂ\u00a0Aino": "Aho\u00a0Aino",
		"Mäkinen": "", "Dvořák Jiří": "", "Côte d’Ivoire": "", "São João": "", "Иванов Пётр": "", "Её": "", "山田": "", "Strauß’ Club": "", "Åke": "", "": "", "Aho": "", "“Ä”": "", "30 °C": "", "Aäłł": "", "Gäłłek": "", "5 €": "",
	} {
		meant, repaired := RepairMojibake(text)
		if want == "" {
			want = text
		}
		if meant != want || repaired != (want != text) {
			t.Errorf("RepairMojibake(%q) = %q, %v; want %q", text, meant, repaired, want)
		}
	}
}

// A name that was encoded twice comes back; a name once encoded stays.
func TestNamesAreMended(t *testing.T) {
	// Only small letters inside a name: ÄŁ may be a name, or ģ encoded twice.
	letters := []rune("abcdefgh äöåéèüñãõçßøæłńśźżąęčřšžůýďťňőűğışđþð")
	rapid.Check(t, func(t *rapid.T) {
		name := "A" + rapid.StringOfN(rapid.RuneFrom(letters), 1, 12, -1).Draw(t, "name")
		if got, repaired := RepairMojibake(name); repaired || got != name {
			t.Fatalf("%q became %q", name, got)
		}
		twice := ""
		for _, b := range []byte(name) {
			r := charmap.Windows1252.DecodeByte(b)
			if r == unicode.ReplacementChar {
				r = rune(b)
			}
			twice += string(r)
		}
		if got, _ := RepairMojibake(twice); got != name && !charset.IsASCII(name) {
			t.Fatalf("%q, which was %q, became %q", twice, name, got)
		}
	})
}
