package macmahon

import (
	"testing"

	"tourney/internal/exchange/exchangetest"
	"tourney/internal/golden"
)

func TestGolden(t *testing.T) {
	text, _ := exchangetest.AsFile(t, Write, exchangetest.Cup(t))
	golden.Check(t, "cup.xml.golden", text)
}
