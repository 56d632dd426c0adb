package desk

import (
	"testing"

	"tourney/internal/tournament"
)

func TestShortResultsReadBack(t *testing.T) {
	for _, text := range []string{
		"B+", "W+R", "B+3.5", "W+12", "B+T", "W+F", "B+I", "Jigo", "Jigo+F", "Void", "BothLose", "BothLose+F", "BothWin", "BothWin+F",
		"NotPlayed", "NotPlayed+F", "?", "B+R/unrated", "Jigo/unrated",
	} {
		t.Run(text, func(t *testing.T) {
			want, err := tournament.ParseResult(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, words := range []lineWords{{Black: []string{"b"}, White: []string{"w"}, Most: 361}, {Black: []string{"č", "c"}, White: []string{"w"}, Asked: []string{"b"}, Most: 361}} {
				line, err := parseLine("7 "+words.formatShort(want), words)
				if err != nil || line.Table != 7 || line.Result != want {
					t.Errorf("%s is written %q and read as %v, %v", text, words.formatShort(want), line.Result, err)
				}
			}
		})
	}
}
