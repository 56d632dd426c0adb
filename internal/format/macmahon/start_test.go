package macmahon

import (
	"slices"
	"strings"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// The starting score of a player depends on the bar, the super bar and scores entered by hand.
// The cases give the scores of a 4d, a 1d and a 5k, of which the first two are in the super bar.
func TestStartingScores(t *testing.T) {
	const bars = `<UpperMacMahonBar>true</UpperMacMahonBar><UpperMacMahonBarLevel>2d</UpperMacMahonBarLevel>`
	const byHand = `<UseMacMahonStartScoresManually>true</UseMacMahonStartScoresManually>`
	for _, tt := range []struct {
		name, settings string
		own            [3]string // in each participant
		want, told     []string
	}{
		{"super bar", bars + `<UseMacMahonSuperBar>true</UseMacMahonSuperBar>`, [3]string{}, []string{"32", "32", "25"}, nil},
		{"no switch", bars, [3]string{}, []string{"32", "32", "25"}, nil},
		{"switched off", bars + `<UseMacMahonSuperBar>false</UseMacMahonSuperBar>`, [3]string{}, []string{"31", "30", "25"}, nil},
		{"without a bar, above the others", `<UpperMacMahonBar>false</UpperMacMahonBar><UseMacMahonSuperBar>true</UseMacMahonSuperBar>`, [3]string{}, []string{"26", "26", "25"}, nil},
		{"with an adjustment", bars, [3]string{
			`<ScoreAdjustment>true</ScoreAdjustment><ScoreAdjustmentValue>-8</ScoreAdjustmentValue>`, "",
			`<ScoreAdjustment>true</ScoreAdjustment><ScoreAdjustmentValue>-8</ScoreAdjustmentValue>`,
		}, []string{"32", "32", "23"}, nil},
		{"by hand", bars + byHand, [3]string{`<StartScores>8</StartScores>`, `<StartScores>7</StartScores>`, `<StartScores>0</StartScores>`},
			[]string{"8", "7", "0"}, nil},
		{"by hand, not all of them", bars + byHand, [3]string{`<StartScores>8</StartScores>`, `<StartScores>7.5</StartScores>`, ""},
			[]string{"8", "30", "25"}, []string{"import.value StartScores 7.5", "import.value StartScores "}},
		{"none", bars + `<UseMacMahonStartScores>false</UseMacMahonStartScores>`, [3]string{}, []string{"0", "0", "0"}, nil},
		{"a bar by the number of players", `<UpperMacMahonBarByAmount>true</UpperMacMahonBarByAmount><UseMacMahonSuperBar>false</UseMacMahonSuperBar>`,
			[3]string{}, []string{"33", "30", "25"}, []string{"macmahon.start UpperMacMahonBarByAmount"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := `<Tournament typeversion="4"><Name>Start</Name><Kind>0</Kind>` + tt.settings
			for i, level := range []string{"4d", "1d", "5k"} {
				member := []string{"true", "true", "false"}[i]
				text += `<IndividualParticipant><Id>` + level + `</Id><SuperBarMember>` + member + `</SuperBarMember>` + tt.own[i] +
					`<GoPlayer><Surname>` + level + `</Surname><GoLevel>` + level + `</GoLevel></GoPlayer></IndividualParticipant>`
			}
			tn, findings, err := Read([]byte(text + `</Tournament>`))
			if err != nil {
				t.Fatal(err)
			}
			var told, got []string
			for _, f := range formattest.Brief(findings) {
				told = append(told, strings.TrimPrefix(f, "1: "))
			}
			standings := results.After(tn, 0)
			for i := range tn.Players {
				got = append(got, standings.Row(tn.Players[i].ID).MMS.String())
			}
			if !slices.Equal(got, tt.want) || !slices.Equal(told, tt.told) {
				t.Errorf("starts %q, want %q; findings %q, want %q", got, tt.want, told, tt.told)
			}
			again, findings, err := Read([]byte(written(t, tn)))
			if err != nil || len(findings) > 0 && tt.told == nil {
				t.Fatal(err, formattest.Brief(findings))
			}
			for i := range tn.Players {
				if is := results.After(again, 0).Row(again.Players[i].ID).MMS.String(); is != tt.want[i] {
					t.Errorf("%s starts at %s after a round trip, want %s", again.Players[i].Name(), is, tt.want[i])
				}
			}
		})
	}
}

// A file with games of which none can be read is refused.
func TestNoGameCanBeRead(t *testing.T) {
	_, findings, err := Read([]byte(`<Tournament typeversion="4"><Name>Lost</Name>
<IndividualParticipant><Id>1</Id><GoPlayer><Surname>Aho</Surname><GoLevel>1d</GoLevel></GoPlayer></IndividualParticipant>
<TournamentRound><RoundNumber>1</RoundNumber><Pairing><Black>1</Black><White>2</White><Result>1-0</Result></Pairing></TournamentRound></Tournament>`))
	if !fault.Is(err, "import.games.none") || !slices.Contains(formattest.Keys(findings), "import.game.player") {
		t.Errorf("%v, findings %v", err, formattest.Brief(findings))
	}
}

func written(t *testing.T, tn *tournament.Tournament) string {
	text, _ := formattest.AsFile(t, Write, tn)
	return text
}
