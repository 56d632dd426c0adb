package federation

import (
	"testing"

	"golang.org/x/text/encoding/charmap"

	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
)

// The French file is in ISO 8859-1, its golden file in UTF-8.
func TestGolden(t *testing.T) {
	for format, name := range map[string]string{"egd": "cup.h1", "ffg": "cup.tou", "aga": "cup.aga"} {
		t.Run(format, func(t *testing.T) {
			text, _ := formattest.AsFile(t, writers[format], formattest.Cup(t))
			if format == "ffg" {
				var err error
				if text, err = charmap.ISO8859_1.NewDecoder().String(text); err != nil {
					t.Fatal(err)
				}
			}
			golden.Check(t, name+".golden", text)
		})
	}
}
