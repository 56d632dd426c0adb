package spelling

import "testing"

// A search in Cyrillic or Greek finds the spelling in rating lists; other words stay as they were typed.
func TestInLatin(t *testing.T) {
	for typed, want := range map[string]string{
		"Соколова Мария": "Sokolova Mariya", "Αλεξίου ελ": "Alexiou el", "Mäki  мар": "Mäki mar",
		"Novák": "Novák", "李 静": "李 静", "": "", "91000001": "91000001",
	} {
		t.Run("typed "+typed, func(t *testing.T) {
			if got := InLatin(typed); got != want {
				t.Errorf("%q is %q in Latin letters, want %q", typed, got, want)
			}
		})
	}
}

func TestTransliterate(t *testing.T) {
	for _, tt := range []struct{ name, country, ascii, latin1 string }{
		{"Dvořák", "CZ", "Dvorak", "Dvorák"},
		{"Żółć", "PL", "Zolc", "Zólc"},
		{"Törmänen", "FI", "Tormanen", "Törmänen"},
		{"Müller", "DE", "Mueller", "Müller"},
		{"Özdemir", "TR", "Ozdemir", "Özdemir"},
		{"ÄRGER", "AT", "AERGER", "ÄRGER"},
		{"Østergård", "DK", "Oestergaard", "Østergård"},
		{"Åström", "SE", "Astrom", "Åström"},
		{"Groß", "DE", "Gross", "Groß"},
		{"Cœur", "FR", "Coeur", "Coeur"},
		{"O’Neill", "IE", "O'Neill", "O'Neill"},
		{"Журавлёв", "RU", "Zhuravlev", "Zhuravlev"},
		{"ЩУКИНА", "RU", "SHCHUKINA", "SHCHUKINA"},
		{"Андрей", "RU", "Andrey", "Andrey"},
		{"Григорій", "UA", "Hryhoriy", "Hryhoriy"},
		{"Шишић", "RS", "Sisic", "Sisic"},
		{"Παπαδόπουλος", "GR", "Papadopoulos", "Papadopoulos"},
		{"Ευάγγελος", "GR", "Evangelos", "Evangelos"},
		{"Ευστάθιος Μπότσαρης", "GR", "Efstathios Botsaris", "Efstathios Botsaris"},
		{"Ψυχή", "GR", "Psychi", "Psychi"},
		{"Μαΐου", "GR", "Maiou", "Maiou"},
		{"Ｙａｍａ", "JP", "Yama", "Yama"},
		{"Li (李)", "CN", "Li", "Li"}, {"李 静 Li Jing", "CN", "Li Jing", "Li Jing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, a := range map[string]Alphabet{tt.ascii: ASCII, tt.latin1: Latin1} {
				if got, ok := Transliterate(tt.name, tt.country, a); !ok || got != name {
					t.Errorf("%s (%s) is spelled %q, %v; want %q", tt.name, tt.country, got, ok, name)
				}
			}
		})
	}
	for _, name := range []string{"山田", "김민수", "Aho山", "(山)", "山 -", "שלום"} {
		if got, ok := Transliterate(name, "", ASCII); ok {
			t.Errorf("%s is spelled %q", name, got)
		}
	}
}
