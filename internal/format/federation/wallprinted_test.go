package federation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// standingsOf formats the standings: places, names, scores and rounds.
func standingsOf(tn *tournament.Tournament) (rows []string) {
	s := results.After(tn, tn.Current())
	for i := range s.Rows {
		r := &s.Rows[i]
		row := fmt.Sprint(r.Place, " ", tn.Player(r.Player).Family)
		for k := range r.Scores {
			row += " " + r.Text(k)
		}
		for _, c := range r.Cells {
			row += " " + c.String()
		}
		rows = append(rows, row)
	}
	return rows
}

const fourLines = `1 Aho Aino 3d FI Test 3 3 2+/w0 3+/b0 4+/w0
2 Berg Bo 3d SE Lund 2 4 1-/b0 4+/w0 3+/b0
3 Cerny Cyril 3d CZ Brno 1 5 4+/w0 1-/w0 2-/w0
4 Dvorak Dana 3d CZ Prah 0 6 3-/b0 2-/b0 1-/b0
`

// Whatever the titles of the columns, the numbers show which one has the points, and the list keeps its order.
func TestTitlesOfScores(t *testing.T) {
	rows := []string{"1 Aho 3 3 2+/w 3+/b 4+/w", "2 Berg 2 4 1-/b 4+/w 3+/b", "3 Cerny 1 5 4+/w 1-/w 2-/w", "4 Dvorak 0 6 3-/b 2-/b 1-/b"}
	for titles, want := range map[string][]tournament.Criterion{
		"Pt SOS": {"NBW", "SOSW"}, "Pts SOS": {"NBW", "SOSW"}, "W SOS": {"NBW", "SOSW"}, "Wins SOS": {"NBW", "SOSW"}, "P Sos": {"NBW", "SOSW"},
		"S SOS": {"NBW", "SOSW"}, "Score SOS": {"NBW", "SOSW"}, "Points SOSW": {"NBW", "SOSW"}, "NBW BH": {"NBW", "SOSW"}, "pkt. sos.": {"NBW", "SOSW"},
		"MMS SOS": {"MMS", "SOSM"}, "mms sos": {"MMS", "SOSM"}, "MM S": {"MMS", "SOSM"}, "McM SOS": {"MMS", "SOSM"}, "MacM SOSM": {"MMS", "SOSM"},
		"MMSc SOS": {"MMS", "SOSM"}, "": {"NBW", "SOSW"}, "Pt": {"NBW", "SOSW"},
	} {
		t.Run(titles, func(t *testing.T) {
			if titles == "MM S" { // the second is not a score of the list
				titles = "MM SOS"
			}
			tn, findings, err := ReadWall([]byte("; EV[Points Open]\n; HA[h9]\n; Pl Name Rk Co Club " + titles + "\n" + fourLines))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"0: resultsheet.settings"}, formattest.Brief(findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(rows, standingsOf(tn)); diff != "" || !slices.Equal(tn.Settings.Criteria, want) {
				t.Errorf("by %v, want %v (-want +got):\n%s", tn.Settings.Criteria, want, diff)
			}
			if tn.Frozen() != nil {
				t.Error("the order is kept, though it is the computed one")
			}
		})
	}
}

// TestPrintedLists reads lists as programs and people print them.
func TestPrintedLists(t *testing.T) {
	for _, tt := range []struct {
		name, text     string
		rows, findings []string
	}{
		{"a congress without titles, with tabs", "; Testila Go Congress Main\n" + strings.ReplaceAll(`1	Aho Aino	7d	fi	Test	32	3	90	2+/w0	3+/b0	4+/w0
2	Berg Bo	6d	se	Lund	31	2	91	1-/b0	4+/w0	3+/b0
3	Cerny Cyril	6d	cz		30	1	92	4+/w0	1-/w0	2-/w0
4	Dvorak Dana	5d	cz	St. P	29	0	93	3-/b0	2-/b0	1-/b0
5	Eriksen Eli	8k	no	Oslo	13	3	30	6+/w0	7+/b0	8+/w0
6	Fabre Fred	9k	fr	75Te	11	2	32	5-/b0	8+/w0	7+/b0
7	van der Gal Gita	9k	pl	Krak	10	1	33	8+/w0	5-/w0	6-/w0
8	Hora, Hugo	10k	cz	Brno	9	0	34	7-/b0	6-/b0	5-/b0
`, "\n", "\r\n"),
			[]string{"1 Aho 32 3 90 2+/w 3+/b 4+/w", "2 Berg 31 2 91 1-/b 4+/w 3+/b", "3 Cerny 30 1 92 4+/w 1-/w 2-/w", "4 Dvorak 29 0 93 3-/b 2-/b 1-/b",
				"5 Eriksen 13 3 30 6+/w 7+/b 8+/w", "6 Fabre 11 2 32 5-/b 8+/w 7+/b", "7 van der Gal 10 1 33 8+/w 5-/w 6-/w", "8 Hora 9 0 34 7-/b 6-/b 5-/b"},
			[]string{"1: resultsheet.heading Testila Go Congress Main", "0: resultsheet.starts 4 Eriksen Eli, Fabre Fred, van der Gal Git…"}},
		{"sorted by SOS before points", `; EV[X]
; HA[h9]
; Pl Name Rk Co Club MMS Pts SOS
1 Eriksen E 2d FI Club 33 2 63 3+/w0 4+/w0
2 Dvorak D 2d FI Club 33 2 62 4+/b0 5+/b0
3 Fabre F 2d FI Club 32 1 64 1-/b0 6+/b0
4 Aho A 2d FI Club 31 0 66 2-/w0 1-/b0
5 Berg B 2d FI Club 31 0 64 6-/w0 2-/w0
6 Cerny C 1d FI Club 31 1 63 5+/b0 3-/w0
`, []string{"1 Eriksen 33 63 2 3+/w 4+/w", "2 Dvorak 33 62 2 4+/b 5+/b", "3 Fabre 32 64 1 1-/b 6+/b", "4 Aho 31 66 0 2-/w 1-/b", "5 Berg 31 64 0 6-/w 2-/w",
			"6 Cerny 31 63 1 5+/b 3-/w"}, nil},
		{"a printed list of MacMahon", `Testila Open 2026

Pl  Name             Str  Cl    MMS   1    2    3   SOS  Q
 1  Aho, Aino        2d   Test  34   2+   3+   4+   92   277
 2= Berg, Bo         1d   Lund  31   1-   4+   3-   94   274
 2= Cerny, Cyril     1d   Brno  31   4+   1-   2+   94   274
 4  Dvorak, Dana     2d   Prah  29   3-   2-   1-   96   272
`, []string{"1 Aho 34 91 2+ 3+ 4+", "2 Berg 31 94 1- 4+ 3-", "2 Cerny 31 94 4+ 1- 2+", "4 Dvorak 29 96 3- 2- 1-"},
			[]string{"0: resultsheet.column Q", "0: resultsheet.scores SOS 1 4 SOSM", "4: resultsheet.score Aho Aino SOS 92 91", "1: resultsheet.heading Testila Open 2026",
				"0: resultsheet.starts 2 Cerny Cyril, Dvorak Dana"}},
		{"columns in another order, byes in words", "Place\tName\tClub\tLevel\tScore\tR1\tR2\tR3\tSOS\n" +
			"1\tvan der Aho Aino\tTest\t2d\t3\t2+w\t3+b\t4+w\t\n2\tBerg, Bo\tLund\t1d\t1.5\t1-b\t4=\tBYE\t3½\n3\tCerny Cyril\tBrno\t1d\t1\t4+w\t1-w\tabsent\t3,5\n" +
			"4\tDvorak Dana\tPrah\t1k\t½\t3-b\t2=\t1-b\t\n",
			[]string{"1 van der Aho 3 3 2+/w 3+/b 4+/w", "2 Berg 1.5 3.5 1-/b 4= 0+", "3 Cerny 1 3.5 4+/w 1-/w 0-", "4 Dvorak 0.5 5.5 3-/b 2= 1-/b"},
			[]string{"0: import.nameless EGD"}},
		{"scores behind the rounds", `Pl. Name Str   1    2    3    4    5   Pt  SODOS SOS  SOSOS
1 kr 5d 6+ 5+ 2+ 3+ 4+ 5 14 14 64
2 cn 5d 8+ 3+ 1- 5+ 6+ 4 7 12 67
3 jp 6d 4+ 2- 5+ 1- 7+ 3 6 15 60
4 us 4d 3- 8+ 6+ 7+ 1- 3 3 11 64
5 tw 5d 7+ 1- 3- 2- 8+ 2 1 13 63
6 pl 1k 1- 7+ 4- 8+ 2- 2 1 13 59
7 ru 3k 5- 6- 8+ 4- 3- 1 0 10 64
8 sg 1k 2- 4- 7- 6- 5- 0 0 12 59
`, []string{"1 kr 5 14 14 64 6+ 5+ 2+ 3+ 4+", "2 cn 4 7 12 67 8+ 3+ 1- 5+ 6+", "3 jp 3 6 15 60 4+ 2- 5+ 1- 7+", "4 us 3 3 11 64 3- 8+ 6+ 7+ 1-",
			"5 tw 2 1 13 63 7+ 1- 3- 2- 8+", "6 pl 2 1 13 59 1- 7+ 4- 8+ 2-", "7 ru 1 0 10 64 5- 6- 8+ 4- 3-", "8 sg 0 0 12 59 2- 4- 7- 6- 5-"},
			[]string{"0: import.nameless EGD"}},
		{"words in the place of rounds", `; EV[Wild]
; HA[h9]
; Pl Name Rk Co Club NBW
1 Aho Aino 2d FI Test 2 2+/w0 what 4+/w0 retired
2 Berg Bo 1d SE Lund 1 1-/b0 3+/b0 0-
3 Cerny Cyril 1d CZ Brno 0 0- 2-/w0 *
4 Dvorak Dana 1k CZ Brno 0 1-/b0
5 Eriksen Eli 1k NO Oslo
total 5 players
`, []string{"1 Aho 2 2+/w 0- 4+/w", "2 Berg 1 1-/b 3+/b 0-", "3 Cerny 0 0- 2-/w 0-", "3 Dvorak 0 0- 0- 1-/b"},
			[]string{"9: resultsheet.line total 5 players", "7: resultsheet.short Dvorak Dana 1 3 3 3", "8: resultsheet.roundless Eriksen Eli 3",
				"4: resultsheet.round Aho Aino 2 what", "6: resultsheet.round Cerny Cyril 3 *", "0: resultsheet.idle Eriksen Eli", "4: resultsheet.rest retired"}},
		{"a winner who is not the first", `; EV[Play-off]
; HA[h9]
; Pl Name Rk Co Club NBW SOS
1 Berg Bo 3d SE Lund 1 1 2-/b0 3+/w0
2 Aho Aino 3d FI Test 2 1 1+/w0 0+
3 Cerny Cyril 3d CZ Brno 0 1 0- 1-/b0
`, []string{"1 Berg 1 2 2-/b 3+/w", "2 Aho 2 1 1+/w 0+", "3 Cerny 0 1 0- 1-/b"},
			[]string{"0: resultsheet.scores SOS 1 3 SOSW", "4: resultsheet.score Berg Bo SOS 1 2", "0: resultsheet.places 2 3", "4: resultsheet.place Berg Bo 1 2",
				"5: resultsheet.place Aho Aino 2 1"}},
		{"equal players in the order of the file", "; EV[Equal]\n; HA[h9]\n; Pl Name Rk Co Club NBW\n1 Cerny Cyril 1d CZ Brno 1 3+/b0\n2 Aho Aino 1d FI Test 1 4+/w0\n" +
			"3 Berg Bo 1d SE Lund 0 1-/w0\n4 Dvorak Dana 1d CZ Prah 0 2-/b0\n",
			[]string{"1 Cerny 1 3+/b", "2 Aho 1 4+/w", "3 Berg 0 1-/w", "4 Dvorak 0 2-/b"}, []string{"0: resultsheet.order"}},
		{"numbers that are no places", "Nr Name Str 1 2 Pt\n1 Aho 1d 3- 2- 0\n2 Berg 1d 4+ 1+ 2\n3 Cerny 1d 1+ 4- 1\n4 Dvorak 1d 2- 3+ 1\n",
			[]string{"1 Berg 2 3+ 4+", "2 Cerny 1 4+ 3-", "2 Dvorak 1 1- 2+", "4 Aho 0 2- 1-"}, []string{"0: import.nameless EGD", "0: resultsheet.numbers"}},
		{"results that are missing", "; EV[Unfinished]\n; HA[h9]\n; Pl Name Rk Co Club NBW\n1 Aho Aino 1d FI Test 0 2?/w0\n2 Berg Bo 1d SE Lund 0 1?/b0\n3 Cerny Cyril 1d CZ Brno 1 0+\n",
			[]string{"1 Cerny 1 0+", "2 Aho 0 3?/w", "2 Berg 0 2?/b"},
			[]string{"0: resultsheet.places.open 2 3", "4: resultsheet.place Aho Aino 1 2", "6: resultsheet.place Cerny Cyril 3 1"}},
		{"halves of rounds that were agreed off", "; EV[Halves]\n; HA[h9]\n; Pl Name Rk Co Club MMS\n1 Aho Aino 1d FI Test 31.5 2+/w0 0=\n2 Berg Bo 1d SE Lund 31 1-/b0 3+/w0\n" +
			"3 Cerny Cyril 1d CZ Brno 30½ 0= 2-/b0\n4 Dvorak Dana 1d CZ Brno 30= 0- 0=\n",
			[]string{"1 Aho 31.5 2+/w 0=", "2 Berg 31 1-/b 3+/w", "3 Cerny 30.5 0= 2-/b", "3 Dvorak 30.5 0- 0="}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if format := wallFormat([]byte(tt.text)); format != "egd" {
				t.Errorf("taken for %q", format)
			}
			tn, findings, err := ReadWall([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.rows, standingsOf(tn)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			told := slices.DeleteFunc(formattest.Brief(findings), func(s string) bool { return s == "0: resultsheet.settings" })
			if diff := cmp.Diff(tt.findings, told, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			keeps := slices.ContainsFunc(told, func(s string) bool {
				return strings.HasPrefix(s, "0: resultsheet.places ") || strings.HasPrefix(s, "0: resultsheet.order")
			})
			if keeps != (tn.Frozen() != nil) {
				t.Errorf("final standings %v", tn.Frozen())
			}
		})
	}
}

// The winner of the file stays the winner in an exported file. The final standings have the scores of the file.
func TestPlacesAreSentOn(t *testing.T) {
	tn, _, err := ReadWall([]byte("; EV[Play-off]\n; HA[h9]\n; Pl Name Rk Co Club NBW Bonus\n1 Berg Bo 3d SE Lund 1 7 2-/b0\n2 Aho Aino 3d FI Test 1 3 1+/w0\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := &tournament.FinalList{ID: tn.LastID, Criteria: []tournament.Criterion{"NBW"}, Lines: []tournament.FinalLine{
		{Place: 1, Player: 1, Name: "Berg Bo", Scores: []string{"1"}}, {Place: 2, Player: 2, Name: "Aho Aino", Scores: []string{"1"}},
	}}
	if diff := cmp.Diff(want, tn.Frozen()); diff != "" {
		t.Errorf("final standings (-want +got):\n%s", diff)
	}
	for format, want := range map[string][]string{
		"egd": {"   1 Berg Bo ", "2-/b0\n   2 Aho Aino ", "1+/w0"}, "ffg": {"   1 BERG Bo ", "2-b0\n   2 AHO Aino ", "1+w0"},
	} {
		text, _ := formattest.AsFile(t, writers[format], tn)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks %q:\n%s", format, part, text)
			}
		}
	}
}

// A token without a handicap has the header's handicap: the difference of the ranks less the reduction, at most 9. The
// colours are unknown and are not written.
func TestHandicapsOfTheHeader(t *testing.T) {
	const text = `; EV[Old Handicap Cup]
; HA[h1]
; KM[5.5]
;Pl Name Rk Co Club Pt SOS
1 Aho Aino     3d FI Test 3 3  2+ 3+ 4+/w
2 Berg Bo      1k SE Lund 2 4  1- 4+ 3+/w0
3 Cerny Cyril  5k CZ Brno 1 5  4+ 1- 2-/b0
4 Dvorak Dana 10k CZ Prah 0 6  3- 2- 1-/b
`
	tn, findings, err := ReadWall([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"0: resultsheet.settings"}, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	games := formattest.Listed(tn)[4:]
	if diff := cmp.Diff([]string{
		"1.1 2-1 h2 k0 W+", "1.2 4-3 h4 k0 W+", "2.1 3-1 h6 k0 W+", "2.2 4-2 h8 k0 W+", "3.1 4-1 h9 k0 W+", "3.2 3-2 h0 k5.5 W+",
	}, games); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	again, findings := formattest.AsFile(t, WriteEGD, tn)
	for _, part := range []string{"2+       3+       4+/w9\n", "1-       4+       3+/w0\n", "4+       1-       2-/b0\n", "3-       2-       1-/b9\n"} {
		if !strings.Contains(again, part) {
			t.Errorf("lacks %q:\n%s", part, again)
		}
	}
	if len(findings) > 0 {
		t.Errorf("findings %v", formattest.Brief(findings))
	}
	tn.Settings.Handicap.Correction = 0 // by which the third game would have handicap 3
	tn.Rounds[0].Games[0].Handicap = 0
	again, findings = formattest.AsFile(t, WriteEGD, tn)
	if !strings.Contains(again, "2+/w0") || !slices.Equal(formattest.Brief(findings), []string{"0: export.lost.colours 1"}) {
		t.Errorf("findings %v\n%s", formattest.Brief(findings), again)
	}
	for header, told := range map[string]string{"; HA[many]\n": "2: import.value HA many", "": "0: resultsheet.nohandicap 5"} {
		_, findings, err := ReadWall([]byte(strings.Replace(text, "; HA[h1]\n", header, 1)))
		if err != nil || !slices.Contains(formattest.Brief(findings), told) {
			t.Errorf("header %q: %v, %v", header, err, formattest.Brief(findings))
		}
	}
}

// A wall list with games of which none is in both lines is refused.
func TestWallListWithoutAGame(t *testing.T) {
	_, findings, err := ReadWall([]byte("; EV[X]\n1 Aho Aino 1d FI Test 7-/w0\n2 Berg Bo 1d SE Lund 8-/w0\n"))
	if !fault.Is(err, "import.games.none") || !slices.Contains(formattest.Keys(findings), "resultsheet.mirror") {
		t.Errorf("%v, %v", err, formattest.Brief(findings))
	}
}
