package format

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// Each format takes a season of open play, with few turns and with more than a tournament has rounds. A turn is a round
// of the file. The readers answer each file with a tournament or a fault.
func TestOpenPlayIsWrittenEverywhere(t *testing.T) {
	for _, turns := range []int{3, 70} {
		tn := formattest.Season(t, turns)
		for i := range tn.Players {
			tn.Players[i].AGA = fmt.Sprint(90001 + i)
		}
		for _, f := range Formats() {
			if f.Writes == Nothing || f.Pages {
				continue
			}
			var b bytes.Buffer
			if _, err := Write(&b, f.Name, tournament.Whole{Tournament: tn}, nil); err != nil || b.Len() == 0 {
				t.Fatalf("%d turns, %s: %d bytes, %v", turns, f.Name, b.Len(), err)
			}
			f.For.Check(tn)
			f.For.Respellings(tn)
			if !slices.Contains([]string{"tourney", "opengotha", "macmahon", "egd", "ffg", "aga"}, f.Name) {
				continue
			}
			whole, findings, err := Read(b.Bytes())
			if err != nil {
				t.Fatalf("%d turns, %s: %v", turns, f.Name, err)
			}
			games := 0
			for _, r := range whole.Rounds {
				games += len(r.Games)
			}
			want := turns + 1 // with the running game
			if slices.Contains([]string{"egd", "ffg", "aga"}, f.Name) {
				want = turns
			}
			if cut := want > tournament.MaxRounds && f.Name != "tourney"; cut {
				if games < tournament.MaxRounds-1 || len(findings) == 0 {
					t.Errorf("%d turns, %s: %d games are read, findings %v", turns, f.Name, games, formattest.Brief(findings))
				}
			} else if games != want || len(whole.Rounds) != want {
				t.Errorf("%d turns, %s: %d games in %d rounds are read, want %d", turns, f.Name, games, len(whole.Rounds), want)
			}
		}
	}
}
