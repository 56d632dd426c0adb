package native

import (
	"testing"

	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

func TestGolden(t *testing.T) {
	golden.Check(t, "cup.json.golden", string(written(t, tournament.Whole{Tournament: formattest.Cup(t)})))
}
