package native

import (
	"testing"

	"tourney/internal/exchange/exchangetest"
	"tourney/internal/golden"
	"tourney/internal/tournament"
)

func TestGolden(t *testing.T) {
	golden.Check(t, "cup.json.golden", string(written(t, tournament.Whole{Tournament: exchangetest.Cup(t)})))
}
