package opengotha

import (
	"testing"

	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
)

func TestGolden(t *testing.T) {
	text, _ := formattest.AsFile(t, Write, formattest.Cup(t))
	golden.Check(t, "cup.xml.golden", text)
}
