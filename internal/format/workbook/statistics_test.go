package workbook

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func TestStatistics(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Rounds[0].Games[0].Result.Manner = tournament.ByForfeit
	tn.Rounds[0].Games[1].Result = tournament.Result{Outcome: tournament.Jigo}
	tn.Players[5].Rank = tn.Players[4].Rank
	say := file.Label(nil).OrKeys()
	for name, tt := range map[string]struct {
		list table
		want string
	}{
		"handicaps": {handicapStatistics(tn, say), "[[0 2 1 1] [1 1 0 0] [2 0 0 1] [3 1 0 0]]"},
		"ranks":     {rankStatistics(tn, say), "[[2d 1] [1d 1] [1k 1] [2k 1] [3k 2]]"},
		"countries": {countryStatistics(tn, say), "[[CZ 2] [FI 1] [FR 1] [NO 1] [SE 1]]"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, fmt.Sprint(tt.list.rows)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSettingsSheet(t *testing.T) {
	tn := formattest.SixPlayers(t)
	text := fmt.Sprint(settingsTable(tn, file.Label(nil).OrKeys()).rows)
	for _, want := range []string{"[system mcmahon]", "[bar 1d]", "[rules aga]", "[main 30]", "[overtime fischer]", "[period 15]",
		"[even-komi 6.5]", "[reduction 1]", "[mms-absent 0.5]", "[criteria MMS, SOSM, NBW]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the settings lack %s: %s", want, text)
		}
	}
}

// TestCharts checks that every statistic with numbers has a chart, and no other has one.
func TestCharts(t *testing.T) {
	empty := formattest.SixPlayers(t)
	empty.Rounds, empty.Players = nil, nil
	for _, tt := range []struct {
		tn   *tournament.Tournament
		want int
	}{{formattest.SixPlayers(t), 3}, {empty, 0}} {
		t.Run(fmt.Sprintf("%d players", len(tt.tn.Players)), func(t *testing.T) {
			var b bytes.Buffer
			if err := (Occasion{}).WriteWorkbook(&b, tt.tn, nil); err != nil {
				t.Fatal(err)
			}
			z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err != nil {
				t.Fatal(err)
			}
			charts := 0
			for _, f := range z.File {
				if strings.HasPrefix(f.Name, "xl/charts/chart") {
					charts++
				}
			}
			if charts != tt.want {
				t.Errorf("%d charts, want %d", charts, tt.want)
			}
		})
	}
}
