package native

import (
	"testing"

	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// A file is written byte for byte as by earlier programs.
func TestGolden(t *testing.T) {
	golden.Check(t, "cup.json.golden", string(written(t, tournament.Whole{Tournament: formattest.Cup(t)})))
	golden.Check(t, "everything.json.golden", string(written(t, formattest.Everything(t))))
}
