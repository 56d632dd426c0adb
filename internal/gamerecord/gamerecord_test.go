package gamerecord

import (
	"fmt"
	"testing"
)

// TestMessage says what was written and what it was taken for.
func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"(;KM[375])":           "sgf.komi.hundredths [375 7.5]",
		"(;RE[白中盘胜])":          "sgf.result.read [白中盘胜 W+R]",
		"(;PB[Aino Laine 5k])": "sgf.name.rank [Aino Laine 5k Aino Laine]",
		"(;RE[nobody knows])":  "sgf.result.bad [nobody knows <nil>]",
	} {
		_, found := Read([]byte(text))
		said := ""
		for _, f := range found {
			key, args := Message(f)
			if said = fmt.Sprint(key, " ", args); said == want {
				break
			}
		}
		if said != want {
			t.Errorf("%s: %s, want %s", text, said, want)
		}
	}
}
