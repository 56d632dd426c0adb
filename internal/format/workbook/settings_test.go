package workbook

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
)

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
