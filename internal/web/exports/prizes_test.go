package exports

import "testing"

func TestParseMoney(t *testing.T) {
	for text, want := range map[string]int{"100": 10000, "33.5": 3350, "33,05": 3305, ".5": 50, "0": 0} {
		t.Run(text, func(t *testing.T) {
			if got, err := parseMoney(text); err != nil || int(got) != want {
				t.Errorf("parseMoney(%q) = %d, %v; want %d", text, got, err, want)
			}
		})
	}
	for _, text := range []string{"-5", "1.234", "1e5", "€5", "99999999999999999999"} {
		t.Run(text, func(t *testing.T) {
			if got, err := parseMoney(text); err == nil {
				t.Errorf("parseMoney(%q) = %d", text, got)
			}
		})
	}
}
