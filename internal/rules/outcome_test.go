package rules

import (
	"fmt"
	"testing"

	"tourney/internal/rules/sgf"
)

func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		outcome   Outcome
		text, key string
		arg       any
	}{
		{Outcome{sgf.Black, sgf.ByPoints, 7}, "B+3.5", "result.outcome.black", HalfPoints(7)},
		{Outcome{sgf.White, sgf.ByPoints, 0}, "W+0", "result.outcome.white", HalfPoints(0)},
		{Outcome{sgf.White, sgf.ByResignation, 0}, "W+R", "result.outcome.white", "R"},
		{Outcome{sgf.Black, sgf.OnTime, 0}, "B+T", "result.outcome.black", "T"},
		{Outcome{sgf.Black, sgf.ByForfeit, 0}, "B+F", "result.outcome.black", "F"},
		{Outcome{sgf.Black, sgf.Won, 0}, "B+", "result.outcome.black", ""},
		{Outcome{Ending: sgf.Jigo}, "Jigo", "result.outcome.jigo", nil},
		{Outcome{Ending: sgf.NoResult}, "Void", "result.outcome.void", nil},
		{Outcome{}, "", "result.outcome.unknown", nil},
	} {
		t.Run(fmt.Sprintf("%q", tt.text), func(t *testing.T) {
			key, args := tt.outcome.Message()
			var arg any
			if len(args) > 0 {
				arg = args[0]
			}
			if got := tt.outcome.String(); got != tt.text || key != tt.key || arg != tt.arg {
				t.Errorf("%+v is formatted as %q, with message %s %v", tt.outcome, got, key, args)
			}
		})
	}
}
