package macmahon

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

func TestReads(t *testing.T) {
	tn, findings, err := Read(formattest.ReadTestdata(t, "testdata", "macmahon.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"13: import.value HalfScoreGroupsRoundDown maybe",
		"25: import.criterion ScoreX",
		"34: import.country Berg Børge Norway",
		"34: import.rank Berg Børge strong 3k",
		"39: import.value NotPlayingInRound x",
		"42: import.id.twice Fabre 12 Berg Børge",
		"58: import.game.player 3 5",
		"59: import.result 3 6 2-1",
		"49: import.present Eriksen Eli 1",
		"59: import.twice Aho Aino 3",
	}, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		`Aho, Aino 2d 2190 FI checked-in "Test" +1 90000001//`,
		`Berg, Børge 3k 1830  checked-in "" -2 //`,
		`Eriksen, Eli 3k  NO checked-in "" -2 //`,
		`Fabre,  4k   checked-in "" //`,
		"1.1 2-1 h3 k0 B+", "1 bye 3", "2.1 1-2 h0 k6.5 Jigo", "3.4 1-3 h0 k6.5 W+F",
	}, formattest.Listed(tn)); diff != "" {
		t.Errorf("tournament (-want +got):\n%s", diff)
	}
	s := tn.Settings
	want := handicap.Policy{Basis: handicap.ByMMS, Correction: 1, Ceiling: 9, Threshold: rank.Dan(2), EvenKomi: 13}
	if diff := cmp.Diff(want, s.Handicap); diff != "" {
		t.Errorf("handicap (-want +got):\n%s", diff)
	}
	if s.System != tournament.McMahon || s.Floor != rank.Kyu30 || s.Bar != rank.Dan1 || !s.Scoring.PlainSOS || s.Rounds != 3 {
		t.Errorf("settings %+v", s)
	}
	if diff := cmp.Diff([]tournament.Criterion{tournament.MMS, tournament.SOSM}, s.Criteria); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"macmahon/PrintFooter": "Welcome"}, s.Foreign); diff != "" {
		t.Error(diff)
	}
	if tn.Info.Name != "Testila Open" || tn.Players[0].Notes != "vegetarian" {
		t.Errorf("named %q, notes %q", tn.Info.Name, tn.Players[0].Notes)
	}
}

// TestReadsSample reads a file with other wrapper elements.
func TestReadsSample(t *testing.T) {
	tn, findings, err := Read(golden.ReadSample(t, "opengotha", "macmahon39", "sample-tournament.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"import.present"}, formattest.Keys(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	s := tn.Settings
	if len(tn.Players) != 4 || s.Rounds != 3 || s.Floor != rank.Kyu20 || s.Bar != rank.Dan1 || s.Handicap.Ceiling != 0 ||
		tn.Players[2].StartCorrection != 1 || !tn.Players[3].Absent.Has(2) || tn.Players[0].EGD != "12345678" {
		t.Errorf("settings %+v, players %+v", s, tn.Players)
	}
	want := []string{"1.1 2-1 h0 k6.5 B+", "1.2 4-3 h0 k6.5 W+", "2.1 1-2 h0 k6.5 W+", "2 bye 3"}
	if diff := cmp.Diff(want, formattest.Listed(tn)[4:]); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}

// TestRoundTrip checks that a tournament read from a file is the same after it is written and read again. So is the
// part of another tournament that the format can hold.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"own", "six players"} {
		tn := formattest.SixPlayers(t)
		if name == "own" {
			var err error
			if tn, _, err = Read(formattest.ReadTestdata(t, "testdata", "macmahon.xml")); err != nil {
				t.Fatal(err)
			}
		}
		text, _ := formattest.AsFile(t, Write, tn)
		again, findings, err := Read([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if len(findings) > 0 {
			t.Errorf("%s: findings %v", name, formattest.Brief(findings))
		}
		if name == "own" {
			tn.Players[0].Notes = "" // stays with the director
			if diff := cmp.Diff(tn, again, formattest.RatingsEqual(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			continue
		}
		if diff := cmp.Diff(tn.Rounds, again.Rounds, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(tournament.Game{}, "ID")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(tn.Settings.Handicap, again.Settings.Handicap); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTellsWhatItLoses(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Rounds[2].Published = false
	tn.Rounds[0].Games[0].Result = tournament.Result{Outcome: tournament.NoResult}
	tn.Rounds[0].Games[1].Komi = 11
	tn.Rounds[0].Games[2].Result.Manner = tournament.ByTime
	tn.Info.Director, tn.Settings.Scoring.MMSBye = "Dana", 1
	tn.Settings.Handicap.EvenKomi, tn.Settings.Tie = 15, tournament.TieBlackWins
	tn.Settings.Criteria = append(tn.Settings.Criteria, tournament.EXT, tournament.DC)
	tn.Rounds[1].Games[0].Result.Unrated = true
	_, findings := formattest.AsFile(t, Write, tn)
	want := []string{"0: macmahon.lost.rules", "0: export.lost.setting country", "0: export.lost.setting zone",
		"0: export.lost.setting rules", "0: export.lost.setting director", "0: export.lost.setting tie",
		"0: export.lost.setting even-komi", "0: export.lost.setting mms-bye", "0: macmahon.lost.criterion EXT, DC",
		"0: export.lost.rating 2.1", "0: macmahon.lost.draft 1", "0: macmahon.lost.komi 1",
		"0: macmahon.lost.manner 1", "0: macmahon.lost.player 6", "0: macmahon.lost.void 1"}
	if diff := cmp.Diff(want, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestRefuses(t *testing.T) {
	whole := string(formattest.ReadTestdata(t, "testdata", "macmahon.xml"))
	for _, tt := range []struct{ name, text, key string }{
		{"cut", whole[:len(whole)-40], "file.xml.cut"},
		{"entity", `<?xml version="1.0"?><!DOCTYPE Tournament [<!ENTITY a "aaaa">]><Tournament typeversion="6"><Name>&a;</Name></Tournament>`, "file.xml.doctype"},
		{"deep", `<Tournament typeversion="6">` + strings.Repeat("<a>", 100), "file.xml.large"},
		{"nameless player", `<Tournament typeversion="6"><P><GoPlayer/></P></Tournament>`, "import.player.nameless"},
		{"long name", `<Tournament typeversion="6"><P><GoPlayer><Surname>` + strings.Repeat("a ", 200) + `</Surname></GoPlayer></P></Tournament>`, "field.long"},
		{"long title", `<Tournament typeversion="6"><Name>` + strings.Repeat("a", 9000) + `</Name></Tournament>`, "field.long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(formattest.ReadTestdata(f, "testdata", "macmahon.xml"))
	f.Add([]byte(`<Tournament typeversion="6"><Kind>3</Kind><P><Id>1</Id><GoPlayer><Surname>A</Surname></GoPlayer></P><R><Pairing><Black>1</Black><PairingWithBye>true</PairingWithBye></Pairing></R></Tournament>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn := formattest.ReadsSafely(t, data, Read, native.Write, native.Read)
		if tn == nil {
			return
		}
		text, _ := formattest.AsFile(t, Write, tn)
		if _, _, err := Read([]byte(text)); err != nil {
			t.Fatalf("written, but not read: %v\n%s", err, text)
		}
	})
}

// TestGamesComeBack checks that every published game that the format can hold comes back.
func TestGamesComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tn := formattest.AnyTournament(rt).Tournament
		var b strings.Builder
		if _, err := Write(&b, tn, nil); err != nil {
			rt.Fatal(err)
		}
		again, _, err := Read([]byte(b.String()))
		if err != nil {
			rt.Fatalf("%v\n%s", err, b.String())
		}
		told := func(tn *tournament.Tournament) []string {
			var out []string
			for n := 1; n <= tn.Current(); n++ {
				for _, g := range tn.Rounds[n-1].Games {
					r := g.Decided().Outcome
					if r == tournament.NoResult || r == tournament.NotPlayed {
						r = tournament.BothLose
					}
					out = append(out, fmt.Sprintf("%d.%d %s-%s h%d %s", n, g.Table, tn.Player(g.Black).Name(), tn.Player(g.White).Name(),
						g.Handicap, tournament.Result{Outcome: r}))
				}
				for _, id := range tn.Rounds[n-1].Byes {
					out = append(out, fmt.Sprintf("%d bye %s", n, tn.Player(id).Name()))
				}
			}
			return out
		}
		if diff := cmp.Diff(told(tn), told(again)); diff != "" {
			rt.Errorf("(-want +got):\n%s\n%s", diff, b.String())
		}
		if len(tn.Players) != len(again.Players) {
			rt.Errorf("%d players become %d", len(tn.Players), len(again.Players))
		}
	})
}
