package results

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// TestGoldenStandings shows the worked example with several orders of tie-breaks, and the wall list.
func TestGoldenStandings(t *testing.T) {
	for _, tt := range []struct {
		name     string
		criteria []tournament.Criterion
	}{
		{"mcmahon", []tournament.Criterion{tournament.MMS, tournament.SOSM, tournament.SOSOSM}},
		{"swiss", []tournament.Criterion{tournament.NBW, tournament.SOSW, tournament.SODOSW, tournament.CUSSW}},
		{"trimmed", []tournament.Criterion{tournament.MMS, tournament.SOSM1, tournament.SOSM2, tournament.EXT, tournament.EXR}},
		{"direct", []tournament.Criterion{tournament.MMS, tournament.DC, tournament.SDC, tournament.DCEGF, tournament.ByRank}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := six()
			tn.Settings.Criteria = tt.criteria
			var text strings.Builder
			for n := range len(tn.Rounds) + 1 {
				text.WriteString(shown(tn, After(tn, n)) + "\n")
			}
			golden.Check(t, "standings-"+tt.name+".golden", text.String())
		})
	}
}

// shown formats standings as a list.
func shown(tn *tournament.Tournament, s *Standings) string {
	var text strings.Builder
	fmt.Fprintf(&text, "after round %d\n%2s  %-10s", s.After, "", "")
	for _, c := range s.Criteria {
		fmt.Fprintf(&text, " %7s", c)
	}
	text.WriteString("\n")
	for i, row := range s.Rows {
		fmt.Fprintf(&text, "%2d  %-10s", row.Place, tn.NameOf(row.Player))
		for c := range s.Criteria {
			fmt.Fprintf(&text, " %7s", s.Rows[i].Text(c))
		}
		for _, c := range row.Cells {
			fmt.Fprintf(&text, "  %6s", c)
		}
		text.WriteString("\n")
	}
	return text.String()
}
