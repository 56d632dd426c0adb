package federation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

const (
	egdExample = `; CL[B]
; EV[Testila Open 2026]
; PC[FI,Testila]
; DT[2026-03-14,2026-03-14]
; HA[h1]
; KM[6.5]
; TM[60]
; CM[Fischer 30 minutes + 15 seconds]
;
; Pl Name                            Rk Co Club   MMS   SOS   NBW
   1 Aho Aino                        2d FI Test    33    89     3      2+/b0    3+/w0    5+/w2 |90000001
   2 Berg Bo                         1d SE Lund    30    92     0      1-/w0    5-/w1    4-/w0 |90000002
   3 Cerny Cyril                     1k CZ Brno    30    89     1      5+/b0    1-/b0    6-/w3 |90000003
   4 Eriksen Eli                     3k NO Oslo    30    84     3      6+/b0    0+       2+/b0 |90000004
   5 Dvorak Dana                     2k CZ Prah    29    93     1      3-/w0    2+/b1    1-/b2
   6 Fabre Fred                      4k FR 75Te    27    86     1      4-/w0    0=       3+/b3 |90000006
`
	// The name of the program is our own.
	ffgExample = `;name=260314-testila
;date=14/03/2026
;vill=Testila
;comm=Testila Open 2026
;prog=tourney
;time=30+b
;ta=60
;size=19
;komi=6.5
;Num Nom Prenom               Niv Licence Club
   1 AHO Aino                  2D         FI      2+b0    3+w0    5+w2
   2 BERG Bo                   1D         SE      1-w0    5-w1    4-w0
   3 CERNÝ Cyril               1K         CZ      5+b0    1-b0    6-w3
   4 ERIKSEN Eli               3K         NO      6+b0    0+      2+b0
   5 DVORÁK Dana               2K         CZ      3-w0    2+b1    1-b2
   6 FABRE Fred                4K 9000006 75Te    4-w0    0=      3+b3
`
	agaExample = `TOURNEY Testila Open 2026, Testila
        start=3/14/2026
        finish=3/14/2026
        location='Testila'
        rules=AGA

PLAYERS
90001 Aho, Aino 2d
90002 Berg, Bo 1d
90003 Cerny, Cyril 1k
90004 Eriksen, Eli 3k
90005 Dvorak, Dana 2k
90006 Fabre, Fred 4k

GAMES 1
90002 90001 b 0 7
90005 90003 b 0 7
90006 90004 b 0 7

GAMES 2
90001 90003 w 0 7
90002 90005 b 0 0

GAMES 3
90001 90005 w 2 0
90002 90004 b 0 7
90003 90006 b 3 0

END
`
)

// recognisers, readers and writers are the formats of the federations by their
// names.
var (
	recognisers = map[string]func([]byte) bool{"egd": IsEGD, "ffg": IsFFG, "aga": IsAGA}
	readers     = map[string]formattest.Reader{"egd": ReadWall, "ffg": ReadWall, "aga": ReadAGA}
	writers     = map[string]formattest.Writer{"egd": WriteEGD, "ffg": WriteFFG, "aga": WriteAGA}
)

func TestFederationFiles(t *testing.T) {
	tn := formattest.SixPlayers(t)
	for _, tt := range []struct{ format, want string }{
		{"egd", egdExample},
		{"ffg", strings.NewReplacer("Ý", "\xdd", "Á", "\xc1").Replace(ffgExample)},
		{"aga", agaExample},
	} {
		t.Run(tt.format, func(t *testing.T) {
			got, findings := formattest.AsFile(t, writers[tt.format], tn)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.format, diff)
			}
			if len(findings) > 0 {
				t.Errorf("%s: findings %v", tt.format, formattest.Brief(findings))
			}
		})
	}
}

// The class is the director's setting, or else the class by clock and board. The reduction of handicaps is in the
// header and at the end of the file's name; .h9 means no handicaps, .h0 the opposite, and a file with the wrong one
// would be rated wrongly.
func TestReductionOfHandicaps(t *testing.T) {
	for _, tt := range []struct {
		ceiling, correction int
		want                string
	}{{0, 0, "h9"}, {0, 1, "h9"}, {9, 0, "h0"}, {9, 1, "h1"}, {9, 3, "h3"}, {9, -1, "h0"}, {4, 2, "h2"}, {9, 12, "h9"}} {
		t.Run(fmt.Sprintf("at most %d, %d less", tt.ceiling, tt.correction), func(t *testing.T) {
			tn := formattest.SixPlayers(t)
			tn.Settings.Handicap.Ceiling, tn.Settings.Handicap.Correction = tt.ceiling, tt.correction
			text, _ := formattest.AsFile(t, WriteEGD, tn)
			if name := Extension(tn); !strings.Contains(text, "; HA["+tt.want+"]\n") || name != "."+tt.want {
				t.Errorf("at most %d, %d less: %s with\n%.90s\nwant %s", tt.ceiling, tt.correction, name, text, tt.want)
			}
		})
	}
}

// Clubs have one token of four characters, professionals in French files the
// amateur rank that they play as.
func TestClubsAndProfessionalsInFiles(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[0].Club, tn.Players[1].Club, tn.Players[5].Club = "A B Castle", "", "1 2 3 4 5"
	tn.Players[0].Rank = rank.Pro1 + 1
	for format, wants := range map[string][]string{
		"egd": {" 2p FI ABCa ", " SE xxxx ", " FR _123 "},
		"ffg": {"AHO Aino                  7D         FI ", " 9000006 _123 "},
	} {
		t.Run(format, func(t *testing.T) {
			text, _ := formattest.AsFile(t, writers[format], tn)
			for _, want := range wants {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %q:\n%s", format, want, text)
				}
			}
		})
	}
}

// Every score has a blank before it, however large it is.
func TestScoresOfResultsStayApart(t *testing.T) {
	tn := formattest.SixPlayers(t)
	for i := range tn.Players {
		tn.Players[i].StartCorrection = 200 // as after many rounds
	}
	tn.Rounds[1].Games[0].Result.Outcome = tournament.Jigo
	tn.Settings.Criteria = []tournament.Criterion{tournament.MMS, tournament.SOSOSM, tournament.SODOSM, tournament.CUSSM}
	tn.Settings.Rounds = 3
	text, _ := formattest.AsFile(t, WriteEGD, tn)
	standings, lines := results.After(tn, 3), 0
	for _, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, ";") {
			continue
		}
		row := &standings.Rows[lines]
		lines++
		for i := range row.Scores {
			if !slices.Contains(strings.Fields(line), row.Text(i)) {
				t.Errorf("%s is not apart in %q", row.Text(i), line)
			}
		}
	}
	if lines != 6 || !strings.Contains(text, ".5 ") {
		t.Errorf("%d lines\n%s", lines, text)
	}
}

func TestCapitalsOfFrenchFiles(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[0].Family, tn.Players[1].Family = "Straße", "d'Åß"
	text, _ := formattest.AsFile(t, WriteFFG, tn)
	for _, want := range []string{" STRASSE Aino ", " D'\xc5SS Bo "} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}

func TestClassInTheHeader(t *testing.T) {
	for _, tt := range []struct {
		class    string
		size     int
		internet bool
		main     time.Duration
		want     string
	}{
		{"", 19, false, 0, "B"}, {"D", 19, false, 0, "D"}, {"none", 19, false, 0, "X"}, {"A", 13, false, 0, "X"}, {"", 13, false, 0, "X"},
		{"", 19, true, 0, "D"}, {"", 19, true, 15 * time.Minute, "X"}, {"A", 19, true, 0, "A"}, {"", 13, true, 0, "X"},
	} {
		t.Run(fmt.Sprintf("class %q, board %d, internet %v, %v", tt.class, tt.size, tt.internet, tt.main), func(t *testing.T) {
			tn := formattest.SixPlayers(t)
			tn.Settings.Rating.Class, tn.Settings.Size, tn.Settings.Internet = tt.class, tt.size, tt.internet
			if tt.main > 0 {
				tn.Settings.Clock.Main = tournament.Span(tt.main)
			}
			if text, _ := formattest.AsFile(t, WriteEGD, tn); !strings.HasPrefix(text, "; CL["+tt.want+"]\n") {
				t.Errorf("%+v: %.10s", tt, text)
			}
		})
	}
}

// TestUnratedGames checks that a game by default, a ruling and an unfinished game give points without an opponent.
func TestUnratedGames(t *testing.T) {
	for _, tt := range []struct {
		result       string
		black, white string // in the file of the database
	}{
		{"B+F", "0+", "0-"},
		{"BothWin", "0+", "0+"},
		{"BothLose", "0-", "0-"},
		{"NotPlayed", "0-", "0-"},
		{"Void", "0-", "0-"},
		{"?", "0-", "0-"},
		{"W+R/unrated", "0-", "0+"},
		{"W+3.5", "-/b0", "+/w0"},
		{"B+T", "+/b0", "-/w0"},
		{"Jigo+F", "0=", "0="},
	} {
		t.Run(tt.result, func(t *testing.T) {
			tn := formattest.SixPlayers(t)
			r, err := tournament.ParseResult(tt.result)
			if err != nil {
				t.Fatal(err)
			}
			tn.Rounds[0].Games[0].Result = r
			list := wallList(tn)
			cells := map[tournament.PlayerID]string{}
			for _, l := range list {
				c := l.cells[0]
				cells[l.player.ID] = c.egd()
				if c.line == 0 {
					cells[l.player.ID] = "0" + c.egd()
				} else if o := list[c.line-1].cells[0]; o.line == 0 || list[o.line-1].player != l.player {
					t.Errorf("%s: the opponent of %s does not point back", tt.result, l.player.Name())
				}
			}
			if cells[1] != tt.black || cells[2] != tt.white {
				t.Errorf("%s: Black %s, White %s; want %s, %s", tt.result, cells[1], cells[2], tt.black, tt.white)
			}
			for _, format := range []string{"egd", "ffg", "aga"} {
				text, findings := formattest.AsFile(t, writers[format], tn)
				if strings.ContainsAny(text, "?!") {
					t.Errorf("%s: the %s file has a sign of its own:\n%s", tt.result, format, text)
				}
				if normal := cells[1][0] != '0'; normal != (len(findings) == 0) {
					t.Errorf("%s: %s findings %v", tt.result, format, formattest.Brief(findings))
				}
			}
		})
	}
}

func TestUnspellableNamesAreRefused(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[1].Family = "山田"
	for _, format := range []string{"egd", "ffg", "aga"} {
		var b bytes.Buffer
		if _, err := writers[format](&b, tn, nil); !fault.Is(err, "export.name") || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", format, err, b.Len())
		}
	}
	tn = formattest.SixPlayers(t)
	tn.Players[1].AGA = ""
	if _, err := WriteAGA(&bytes.Buffer{}, tn, nil); !fault.Is(err, "export.aga") {
		t.Errorf("aga without a number: %v", err)
	}
}

// A ghost (a stand-in) is in no report, and its opponents have points without an opponent.
func TestGhostsLeaveNoTrace(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Settings.Constraints.StandIns = []tournament.PlayerID{2}
	for _, f := range []struct {
		name  string
		write func(*bytes.Buffer) error
		trace string
	}{
		{"EGD", func(b *bytes.Buffer) error { _, err := WriteEGD(b, tn, nil); return err }, "Berg"},
		{"AGA", func(b *bytes.Buffer) error { _, err := WriteAGA(b, tn, nil); return err }, "90002"},
	} {
		t.Run(f.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := f.write(&b); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(b.String(), f.trace) || strings.Contains(b.String(), "0+/") || strings.Contains(b.String(), "0-/") {
				t.Errorf("%s tells of the ghost:\n%s", f.name, b.String())
			}
		})
	}
	list := wallList(tn)
	if len(list) != 5 {
		t.Fatalf("%d players are reported", len(list))
	}
	for _, l := range list {
		for n, c := range l.cells {
			if g := tn.Rounds[n].Game(l.player.ID); g != nil && g.Has(2) && (c.line != 0 || c.handicap != 0 || c.egd() != "+" && c.egd() != "-") {
				t.Errorf("%s, round %d: %d%s", l.player.Name(), n+1, c.line, c.egd())
			}
		}
	}
}

// Names and clubs that look like a rank, a number or a game are read back unchanged, and hide no rank.
func TestFederationFilesKeepOddNames(t *testing.T) {
	s := formattest.SixPlayers(t).Settings
	s.Rounds = 1
	tn, err := tournament.New(tournament.Info{Slug: "odd", Name: "Odd", Country: "FR", Place: "Testila"}, s)
	if err != nil {
		t.Fatal(err)
	}
	odd := []tournament.Player{
		{Family: "3d", Given: "3d", Club: "3d"}, {Family: "12k", Given: "4p", Club: "12"}, {Family: "7", Given: "8", Club: "5+"},
		{Family: "4-", Given: "5+", Club: "0=0"}, {Family: "Free", Given: "--", Club: "?"}, {Family: "2+/b3", Given: "Nan", Club: "Nan"},
	}
	for i := range odd {
		odd[i].Country, odd[i].Rank, odd[i].Status = "FR", rank.Kyu(2+i), tournament.CheckedIn
		if _, err := tn.AddPlayer(odd[i], tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	won := tournament.Result{Outcome: tournament.BlackWins}
	for _, games := range [][]tournament.Game{nil, {{Black: 1, White: 2, Komi: 13, Result: won}, {Black: 3, White: 4, Komi: 13, Result: won}, {Black: 5, White: 6, Komi: 13, Result: won}}} {
		if games != nil {
			formattest.Play(t, tn, nil, games...)
		}
		for _, format := range []string{"egd", "ffg"} {
			var b bytes.Buffer
			if _, err := writers[format](&b, tn, nil); err != nil {
				t.Fatal(err)
			}
			again, _, err := ReadWall(b.Bytes())
			if err != nil {
				t.Errorf("%s: %v\n%s", format, err, b.String())
				continue
			}
			for _, p := range odd {
				same := func(o tournament.Player) bool {
					return strings.EqualFold(o.Family, p.Family) && o.Given == p.Given && o.Rank == p.Rank && o.Club == p.Club && o.Country == p.Country
				}
				if !slices.ContainsFunc(again.Players, same) {
					t.Errorf("%s: %+v is lost\n%s%+v", format, p, b.String(), again.Players)
				}
			}
			if again.Current() != tn.Current() {
				t.Errorf("%s: %d rounds\n%s", format, again.Current(), b.String())
			}
		}
	}
}
