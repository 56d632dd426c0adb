package federation

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
