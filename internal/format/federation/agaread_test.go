package federation

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/native"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// TestAGAComesBack checks that a file for the American federation has the same bytes after it has been read and
// written.
func TestAGAComesBack(t *testing.T) {
	for _, text := range []string{agaExample, strings.ReplaceAll(agaExample, "\n", "\r\n")} {
		if !IsAGA([]byte(text)) {
			t.Fatal("not taken for results of the AGA")
		}
		tn, findings, err := ReadAGA([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"0: resultsheet.settings"}, formattest.Brief(findings)); diff != "" {
			t.Error(diff)
		}
		six := formattest.SixPlayers(t)
		want := slices.DeleteFunc(whoMet(six), func(s string) bool { return strings.Contains(s, " bye ") })
		if diff := cmp.Diff(want, whoMet(tn)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if i := tn.Info; i.Name != "Testila Open 2026" || i.Place != "Testila" || !i.Begin.Equal(six.Info.Begin.Time) || tn.Settings.Rules != "aga" || tn.Settings.Rounds != 3 {
			t.Errorf("%+v %+v", i, tn.Settings)
		}
		again, _ := formattest.AsFile(t, WriteAGA, tn)
		games := func(s string) string { return s[strings.Index(s, "\nGAMES 1"):] }
		if diff := cmp.Diff(games(agaExample), games(again)); diff != "" {
			t.Errorf("games (-want +got):\n%s", diff)
		}
	}
}

func TestReadsAGA(t *testing.T) {
	const file = `TOURNEY Rose City Open
	start=2026-05-09
	finish=2026-05-10
	rules=Japanese
	sponsor
PLAYERS
1  Aho  3.2
2  van der Berg, Bo   -4.7
3  Cerny, Cyril 1K
3  Cerny, Twice 1k
4  Strange, Sam x9
5  Weak, Will 31k
GAMES 1
1 2 W 4 0
3 7 b 0 6
GAMES 2
3 1 ? 0 7
2 5 b 0 -5
nonsense
END
6 Late, Lea 5k
`
	tn, findings, err := ReadAGA([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"5: resultsheet.line sponsor", "19: resultsheet.line nonsense", "21: resultsheet.line 6 Late, Lea 5k", "0: resultsheet.settings",
		"10: import.id.twice Cerny Twice 3 Cerny Cyril", "11: import.rank Strange Sam x9  30k", "12: import.rank Weak Will 31k 30k",
		"15: import.game.player 1 2",
	}, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		`Aho,  3d   checked-in "" //1`, `van der Berg, Bo 4k   checked-in "" //2`, `Cerny, Cyril 1k   checked-in "" -1 //3`,
		`Cerny, Twice 1k   checked-in "" -1 -2 //`, `Strange, Sam x9 30k   checked-in "" -1 -2 //4`, `Weak, Will 30k   checked-in "" -1 //5`,
		"1.1 2-1 h4 k0 W+", "2.1 1-3 h0 k6.5 ?", "2.2 6-2 h0 k-5 B+",
	}, formattest.Listed(tn)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if tn.Settings.Rules != "japanese" || tn.Info.Begin.Day() != 9 || tn.Info.End.Day() != 10 {
		t.Errorf("%+v %s", tn.Info, tn.Settings.Rules)
	}
}

// agaGames formats the games by names, in the order of rounds and tables.
func agaGames(tn *tournament.Tournament) []string {
	var out []string
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			out = append(out, fmt.Sprintf("%d %s-%s %s %d/%s", r.Number, tn.Player(g.White).Family, tn.Player(g.Black).Family, g.Result, g.Handicap, g.Komi))
		}
	}
	return out
}

// Scripts and programs that write results for the federation differ in the titles of the parts, in comments, in the
// form of ranks and in the separation of rounds.
func TestShapesOfAGAFiles(t *testing.T) {
	const two, four = "489 Aho, Aino 4k\n3199 Berg, Bo 4k\n", "1 Aho, Aino 2d\n2 Berg, Bo 1d\n3 Cerny, Cyril 2d\n4 Dvorak, Dana 1k\n"
	even := []string{"1 Aho-Berg B+ 0/7.5"}
	for _, tt := range []struct {
		name, text, title string
		games, told       []string
	}{
		{"games without a number, one pair twice", "TOURNEY Testila Club, Testila, June 15-30, 2004\nstart=6/15/2004\nfinish=6/30/2004\nrules=AGA\nPLAYERS\n 489 Aho, Aino 4k\n" +
			"3199 Berg, Bo     4k\nGAMES\n489 3199 b 0 7\n3199 489 w 0 7\n", "Testila Club, Testila, June 15-30, 2004",
			[]string{"1 Aho-Berg B+ 0/7.5", "2 Berg-Aho W+ 0/7.5"}, []string{"8: resultsheet.spread 1 2"}},
		{"comments", "# written by hand\n// twice\nTOURNEY Comments Open #3 // spring\nPLAYERS # all\n1 Aho, Aino 2d # the winner\n# late\n2 Berg, Bo 1d\n3 Cerny, Cyril 2d\n" +
			"4 Dvorak, Dana 1k\nGAMES 1\n1 2 w 0 7 // Aho, Aino vs Berg, Bo white wins\n3 4 b 2 0 # two stones\nGAMES 2\n1 3 b 0 7\n## the last one\n2 4 w 0 7\nEND\n# over\n",
			"Comments Open #3", []string{"1 Aho-Berg W+ 0/7.5", "1 Cerny-Dvorak B+ 2/0", "2 Aho-Cerny B+ 0/7.5", "2 Berg-Dvorak W+ 0/7.5"}, nil},
		{"all rounds in one section", "TOURNEY One\nPLAYERS\n" + four + "GAMES 1\n1 2 w 0 7\n3 4 b 2 0\n1 3 b 0 7\n2 4 w 0 7\n1 4 w 2 0\n3 2 w 0 7\nEND\n", "One",
			[]string{"1 Aho-Berg W+ 0/7.5", "1 Cerny-Dvorak B+ 2/0", "2 Aho-Cerny B+ 0/7.5", "2 Berg-Dvorak W+ 0/7.5", "3 Aho-Dvorak W+ 2/0", "3 Cerny-Berg W+ 0/7.5"},
			[]string{"7: resultsheet.spread 1 3"}},
		{"numbers of lines in parentheses", "TOURNEY Counted\nPLAYERS (4)\n" + four + "GAMES (2)\nWHITE BLACK WINNER HANDICAP KOMI\n1 2 w 0 7\n3 4 b 0 7\nGAMES (1)\n1 3 b 0 7\n", "Counted",
			[]string{"1 Aho-Berg W+ 0/7.5", "1 Cerny-Dvorak B+ 0/7.5", "2 Aho-Cerny B+ 0/7.5"}, nil},
		{"the order of columns", "TOURNAMENT\n  Testila Spring\nPLAYERS\nID NAME RANK\n" + two + "GAMES (black white winner handi komi)\n3199 489 b 0 7\n", "Testila Spring", even, nil},
		{"titles of columns", "TOURNAMENT Testila\nPLAYERS:\n" + two + "GAMES\nWHITE BLACK WINNER HANDICAP KOMI\n489 3199 B 0 7\n", "Testila", even, nil},
		{"no column of handicaps", "TOURNEY Bare\nPLAYERS\n" + two + "GAMES\n489 3199 B\n3199 489 b 3\n", "Bare", []string{"1 Aho-Berg B+ 0/7.5", "2 Berg-Aho B+ 3/0.5"},
			[]string{"5: resultsheet.spread 1 2", "0: resultsheet.terms 2"}},
		{"keys on one line", "TOURNEY Keys\nstart=10/11/2025 finish = '10/12/2025', location=\"St. John's\"\nPLAYERS\n" + two + "GAMES\n489 3199 b 0 7\n", "Keys", even, nil},
		{"years of two figures, letters before numbers", "Tourney: Letters\nStart=7/13/25\nPLAYERS\nAGA489 Aho, Aino 4k\nUSA03199 Berg, Bo 4k\nGAMES ROUND 1\nusa489 AGA#3199 black 0 7.5\n",
			"Letters", even, nil},
		{"ranks in words, and none", "TOURNEY Ranks\nPLAYERS\n1 Aho, Aino 1 dan\n2 Berg, Bo 5 kyu?\n3 Cerny, Cyril (4K)\n4 Dvorak, Dana\nGAMES\n1 2 w 10 0\n3 4 b 0 -5\n", "Ranks",
			[]string{"1 Aho-Berg W+ 9/0", "1 Cerny-Dvorak B+ 0/-5"}, []string{"6: import.rank Dvorak Dana  30k", "8: import.handicap 1 10"}},
		{"words that are not known", "TOURNEY Words\nsponsor=X\nrules=Ours\nPLAYERS\n1 Aho, Aino 4k Seattle\n2 Berg, Bo 4k CLUB=LUND\nLate ones\n3 Late, Lea 5k\nGAMES\n1 2 w 0 7 good game\n" +
			"2 1 w x 7\nand a tie\n3 1 = 0 y\n", "Words", []string{"1 Aho-Berg W+ 0/7.5", "2 Berg-Aho W+ 0/7.5", "3 Late-Aho Jigo 0/7.5"}, []string{
			"2: resultsheet.line sponsor=X", "7: resultsheet.line Late ones", "12: resultsheet.line and a tie", "3: import.value rules Ours",
			"5: resultsheet.rest Seattle", "10: resultsheet.rest good game", "11: import.value HANDICAP x", "13: import.value KOMI y", "9: resultsheet.spread 1 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !IsAGA([]byte(tt.text)) {
				t.Fatal("not recognised")
			}
			tn, findings, err := ReadAGA([]byte(tt.text))
			if err != nil {
				t.Fatal(err, formattest.Brief(findings))
			}
			if diff := cmp.Diff(tt.games, agaGames(tn)); diff != "" {
				t.Errorf("games (-want +got):\n%s", diff)
			}
			told := slices.DeleteFunc(formattest.Brief(findings), func(s string) bool { return s == "0: resultsheet.settings" })
			if diff := cmp.Diff(tt.told, told, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if tn.Info.Name != tt.title {
				t.Errorf("named %q, want %q", tn.Info.Name, tt.title)
			}
		})
	}
	tn, _, err := ReadAGA([]byte("TOURNEY Keys\nstart=7/13/25 finish = '7/14/2025', location=\"St. John's\"\nPLAYERS\n" + two))
	if err != nil || tn.Info.Place != "St. John's" || tn.Info.Begin.Format(time.DateOnly) != "2025-07-13" || tn.Info.End.Format(time.DateOnly) != "2025-07-14" {
		t.Errorf("%v, %+v", err, tn.Info)
	}
}

// The registration files of the federation's programs have players without a title, with flags and
// remarks behind them.
func TestReadsAGARegistration(t *testing.T) {
	const text = `# this line is a comment.  the following line is a directive:
## TOURNEY Testila Spring 2026
## DATE 2026-03-14 2026-03-15
## HANDICAPS MAX
## ROUNDS 4
USA90001 Aho, Aino     5.0 CLUB=TEST    # 12/31/2026 CA
USA90002 Berg, Bo     -3.2 CLUB=LUND    # 12/31/2026 NY
TMP00003 Cerny, Cyril  4d  BYE 2 4 CLUB=BRNO # new member
USA90004 Dvorak, Dana  12k DROP BYE=99 PAID
`
	if !IsAGA([]byte(text)) || !IsAGA([]byte(strings.ReplaceAll(text, "##", "#"))) {
		t.Fatal("not recognised")
	}
	tn, findings, err := ReadAGA([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"4: resultsheet.line ## HANDICAPS MAX", "0: resultsheet.settings", "9: import.value BYE 99", "9: resultsheet.rest PAID",
	}, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		`Aho, Aino 5d   preliminary "TEST" //90001`, `Berg, Bo 3k   preliminary "LUND" //90002`,
		`Cerny, Cyril 4d   preliminary "BRNO" -2 -4 //`, `Dvorak, Dana 12k   withdrawn "" //90004`,
	}, formattest.Listed(tn)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if i := tn.Info; i.Name != "Testila Spring 2026" || i.Begin.Day() != 14 || i.End.Day() != 15 || tn.Settings.Rounds != 4 || tn.Players[2].Notes != "new member" {
		t.Errorf("%+v, %d rounds, notes %q", i, tn.Settings.Rounds, tn.Players[2].Notes)
	}
}

// Files that people and other programs write have signs between the cells, comments, titles and values of many forms.
func TestFurtherShapesOfAGAFiles(t *testing.T) {
	const players = "1 Aho, Aino 2d\n2 Berg, Bo 1d\n3 Cerny, Cyril 2d\n4 Dvorak, Dana 1k\n"
	want := []string{"1 Aho-Berg W+ 2/0", "1 Cerny-Dvorak B+ 0/7.5", "2 Aho-Cerny W+ 0/7.5", "2 Berg-Dvorak B+ 0/7.5"}
	for name, text := range map[string]string{
		"commas": "TOURNEY,Testila\nstart,3/14/2026\nPLAYERS\n1,\"Aho, Aino\",2d\n2,Berg,Bo,1d\n3,\"Cerny, Cyril\",2d\n4,Dvorak,Dana,1k\n" +
			"GAMES,1\n1,2,W,2,0\n3,4,B,0,7\nGAMES,2\n1,3,W,0,7\n2,4,B,0,7\n",
		"semicolons": "TOURNEY Testila\nStart: 3/14/2026\nPLAYERS\n" + strings.ReplaceAll(strings.ReplaceAll(players, ", ", " "), " ", ";") +
			"GAMES 1\n1;2;W;2;0\n3;4;B;0;7\nGAMES 2\n1;3;W;0;7\n2;4;B;0;7\n",
		"colons":                 "TOURNEY: Testila\nPLAYERS (4):\n" + strings.NewReplacer("1 Aho", "1: Aho", "2 Berg", "2: Berg", "3 Cerny", "3: Cerny", "4 Dvorak", "4: Dvorak", " 2d", ": 2d", " 1d", ": 1d", " 1k", ": 1k").Replace(players) + "GAMES (2) ROUND 1:\n1: 2: W: 2: 0\n3: 4: B: 0: 7\nGAMES (2) ROUND 2:\n1: 3: W: 0: 7\n2: 4: B: 0: 7\n",
		"a line above the title": "Results of the winter\nTOURNEY Testila\nPLAYERS\n" + players + "GAMES 1\n1 2 w 2 0\n3 4 b 0 7\nGAMES 2\n1 3 w 0 7\n2 4 b 0 7\n",
		"comments": "; by hand\nTOURNEY Testila\nPLAYERS ; four\n" + strings.ReplaceAll(players, "\n", " ; member\n") +
			"GAMES 1 -- morning\n1 2 w 2 0 -- Aho by 3\n3 4 b 0 7 ; fast\nGAMES 2\n1 3 w 0 7\n2 4 b 0 7\n",
		"days behind the numbers": "TOURNEY Testila\nPLAYERS\n" + players + "GAMES 1 - 17 January\n1 2 w 2 0\n3 4 b 0 7\nGAMES 2 - 18 January\n1 3 w 0 7\n2 4 b 0 7\n",
		"rounds in words":         "TOURNEY Testila\nPLAYERS\n" + players + "Games round one\n1 2 w 2 0\n3 4 b 0 7\nRESULTS ROUND 2\n1 3 w 0 7\n2 4 b 0 7\n",
		"results":                 "TOURNEY Testila\nPLAYERS\n" + players + "ROUND 1 RESULTS\n1 2 W+R 2 0\n3 4 B+3.5 0 7\nROUND 2 RESULTS\n1 3 w+ 0 7\n2 4 b+t 0 7\n",
		"winners by number":       "TOURNEY Testila\nPLAYERS\n" + players + "GAMES 1\n1 2 1 2 0\n3 4 4 0 7\nGAMES 2\n1 3 1 0 7\n2 4 4 0 7\n",
		"handicap in words":       "TOURNEY Testila\nPLAYERS\n" + players + "GAMES 1\n1 2 w H2 0\n3 4 b even 7.5pts\nGAMES 2\n1 3 w 0st 7.5\n2 4 b none 7\n",
	} {
		t.Run(name, func(t *testing.T) {
			if !IsAGA([]byte(text)) {
				t.Fatalf("not taken for results of the AGA:\n%s", text)
			}
			tn, findings, err := ReadAGA([]byte(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			games := strings.Split(regexp.MustCompile(`([WB]\+)[RT\d.]+`).ReplaceAllString(strings.Join(agaGames(tn), "\n"), "$1"), "\n")
			if diff := cmp.Diff(want, games); diff != "" || tn.Info.Name != "Testila" {
				t.Errorf("%s (-want +got):\n%s\n%s", tn.Info.Name, diff, text)
			}
			if p := tn.Players[1]; p.Family != "Berg" && p.Name() != "Berg Bo" || p.Rank.String() != "1d" {
				t.Errorf("%+v", p)
			}
			for _, f := range findings {
				switch {
				case f.Key == "resultsheet.settings", f.Key == "resultsheet.line" && (f.Line == 1 || f.Line == 3), f.Key == "resultsheet.rest": // a longer title
				default:
					t.Errorf("%v\n%s", formattest.Brief(findings), text)
				}
			}
		})
	}
}

// A game of a player against themselves moves no other game to the next round.
func TestGameAgainstOneself(t *testing.T) {
	tn, findings, err := ReadAGA([]byte("TOURNEY X\nPLAYERS\n1 Aho, A 2d\n2 Berg, B 1d\nGAMES 1\n1 1 w 0 7\n1 2 w 0 7\n"))
	if err != nil || len(tn.Rounds) != 1 || len(tn.Rounds[0].Games) != 1 || !slices.Contains(formattest.Brief(findings), "6: import.twice Aho A 1") {
		t.Error(err, agaGames(tn), formattest.Brief(findings))
	}
}

// An unreadable handicap does not become the first one, which has no komi.
func TestUnreadableHandicap(t *testing.T) {
	tn, findings, err := ReadAGA([]byte("TOURNEY X\nPLAYERS\n1 Aho, A 2d\n2 Berg, B 1d\nGAMES 1\n1 2 w two 0\n"))
	if err != nil || tn.Rounds[0].Games[0].Handicap != 0 || !slices.Contains(formattest.Brief(findings), "6: import.value HANDICAP two") {
		t.Error(err, agaGames(tn), formattest.Brief(findings))
	}
}

// IsAGA rejects lists of players and other texts.
func TestTextsThatAreNoAGAFiles(t *testing.T) {
	for _, text := range []string{
		"Round 3", "Players\nAho Aino 2d\nBerg Bo 1d\n", "Tournament;Date\nTestila;2026-03-14\n", "Games of round 1\nAho - Berg\n",
		"Nr Name Rank\n1 Aho, Aino 2d\n2 Berg, Bo 1d\n", "# list\nAho Aino,2d\nBerg Bo,1d\n",
	} {
		if IsAGA([]byte(text)) {
			t.Errorf("%q is taken for one", text)
		}
	}
}

func TestAGARefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, key string }{
		{"nothing but a title", "TOURNEY X\n", "resultsheet.empty"},
		{"no players", "TOURNEY X\nPLAYERS\nGAMES 1\n", "resultsheet.empty"},
		{"games of nobody", "TOURNEY X\nPLAYERS\n1 Aho, Aino 1d\n2 Berg, Bo 1d\nGAMES\n1 7 w 0 7\nAho beats Berg\n", "import.games.none"},
		{"an empty section", "TOURNEY X\nPLAYERS\n1 Aho, Aino 1d\n2 Berg, Bo 1d\nGAMES 1\n", "import.games.none"},
		{"long name", "TOURNEY X\nPLAYERS\n1 " + strings.Repeat("a", 200) + ", B 1d\n", "field.long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := ReadAGA([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

// Whatever words and signs are mixed into a file, each player and each game of it is read, or a finding
// names its line.
func TestNothingVanishesFromAGAFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "players")
		lines := []string{"TOURNEY Mixed", "start=3/14/2026", "PLAYERS"}
		players, games := map[int]string{}, map[int]string{}
		add := func(line string) int {
			line = mixed(t, line)
			lines = append(lines, line)
			return len(lines)
		}
		for i := range n {
			players[add(fmt.Sprintf("%d P%dX, Given %dk", 90001+i, i, 1+i))] = fmt.Sprintf("P%dX", i)
		}
		for s := range rapid.IntRange(1, 3).Draw(t, "sections") {
			lines = append(lines, rapid.SampledFrom([]string{"GAMES", fmt.Sprintf("GAMES %d", s+1), "GAMES (w b winner handi komi)"}).Draw(t, "section"))
			for range rapid.IntRange(1, 5).Draw(t, "games") {
				w := rapid.IntRange(0, n-1).Draw(t, "white")
				b := (w + rapid.IntRange(1, n-1).Draw(t, "black")) % n
				games[add(fmt.Sprintf("%d %d w 0 7", 90001+w, 90001+b))] = fmt.Sprintf("P%dX-P%dX %d", w, b, tournament.WhiteWins)
			}
		}
		tn, findings, err := ReadAGA([]byte(strings.Join(lines, "\n")))
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		bare := func(id tournament.PlayerID) string { return nameInTest.FindString(tn.Player(id).Name()) }
		var names, played []string
		for _, p := range tn.Players {
			names = append(names, bare(p.ID))
		}
		for _, r := range tn.Rounds {
			for _, g := range r.Games {
				played = append(played, fmt.Sprintf("%s-%s %d", bare(g.White), bare(g.Black), g.Result.Outcome))
			}
		}
		checkNoneLost(t, players, names, findings, strings.Join(lines, "\n"))
		checkNoneLost(t, games, played, findings, strings.Join(lines, "\n"))
	})
}

// mixed returns a line with words and signs in it.
func mixed(t *rapid.T, line string) string {
	fields := strings.Fields(line)
	for range rapid.IntRange(0, 2).Draw(t, "signs") {
		at := rapid.IntRange(0, len(fields)-1).Draw(t, "at")
		sign := rapid.SampledFrom([]string{`"`, "'", ";", ",", "|", "*", "?", "=", "+", "(", ")", "x", "the", "MMS", "GAMES", "w", "b", "1", "bye"}).Draw(t, "sign")
		switch rapid.IntRange(0, 3).Draw(t, "how") {
		case 0:
			fields[at] += strings.Trim(sign, "wb1x")
		case 1:
			fields[at] = strings.Trim(sign, "wb1x") + fields[at]
		default:
			fields = slices.Insert(fields, at, sign)
		}
	}
	return strings.Join(fields, " ")
}

// checkNoneLost checks that each written thing, by its line, is among the read ones or has a finding.
func checkNoneLost(t *rapid.T, written map[int]string, read []string, findings []file.Finding, text string) {
	told := func(line int) bool {
		return slices.ContainsFunc(findings, func(f file.Finding) bool { return f.Line == line && f.Severity > file.Info })
	}
	read = slices.Clone(read)
	for _, line := range slices.Sorted(maps.Keys(written)) {
		if told(line) {
			continue
		}
		i := slices.Index(read, written[line])
		if i < 0 {
			t.Fatalf("line %d, %s, is lost in silence: %v\n%s", line, written[line], formattest.Brief(findings), text)
		}
		read = slices.Delete(read, i, i+1)
	}
}

// nameInTest matches the names of the random players.
var nameInTest = regexp.MustCompile(`P\d+X`)

func FuzzReadAGA(f *testing.F) {
	f.Add([]byte(agaExample))
	f.Add([]byte("## TOURNEY X\n## ROUNDS 4\nUSA1 A, B 5.0 CLUB=X BYE 2,3 # note\nTMP2 C, D 1 dan DROP\n"))
	f.Add([]byte("TOURNAMENT\nX\nstart=1/2/26 finish=x\nPLAYERS (2)\nID NAME RANK\nAGA1 A, B\n2 C, D 4k\nGAMES (b w winner)\n1 2 w\nROUND 2\n2 1 = 99 7.5 x\nEND\ny\n"))
	f.Add([]byte("TOURNEY\nPLAYERS\n1 A 9.9\n2 B, C -40\nGAMES 60\n1 2 w 9 -999\n1 1 b 0 0\nGAMES 99\n"))
	f.Fuzz(func(t *testing.T, data []byte) { formattest.ReadsSafely(t, data, ReadAGA, native.Write, native.Read) })
}
