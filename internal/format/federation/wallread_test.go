package federation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/native"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// whoMet formats games and byes by names, in no order of tables.
func whoMet(tn *tournament.Tournament) []string {
	name := func(id tournament.PlayerID) string {
		return strings.ToUpper(legible(tn.Player(id).Family, "", spelling.ASCII))
	}
	var out []string
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			out = append(out, fmt.Sprintf("%d %s-%s h%d %s", r.Number, name(g.Black), name(g.White), g.Handicap, g.Result))
		}
		for _, id := range r.Byes {
			out = append(out, fmt.Sprintf("%d bye %s", r.Number, name(id)))
		}
	}
	slices.Sort(out)
	return out
}

// TestWallListsComeBack checks that a file for a rating body has the same games after it has been read; the EGD's file
// the same bytes, the FFG's the same header.
func TestWallListsComeBack(t *testing.T) {
	six := formattest.SixPlayers(t)
	for _, format := range []string{"egd", "ffg"} {
		text, _ := formattest.AsFile(t, writers[format], six)
		if !recognisers[format]([]byte(text)) {
			t.Errorf("%s is not recognised", format)
		}
		tn, findings, err := ReadWall([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whoMet(six), whoMet(tn)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
		if !slices.Contains(formattest.Keys(findings), "resultsheet.settings") {
			t.Errorf("%s: findings %v", format, formattest.Brief(findings))
		}
		again, _ := formattest.AsFile(t, writers[format], tn)
		if format == "ffg" { // without the scores that order the players
			header, _, _ := strings.Cut(text, ";Num")
			if !strings.HasPrefix(again, header) {
				t.Errorf("the header\n%sis written again as\n%s", header, again)
			}
			continue
		}
		if s := tn.Settings; s.Floor != rank.Kyu(4) || s.Bar != rank.Dan1 || s.Rounds != 3 || s.System != tournament.McMahon {
			t.Errorf("settings %+v", s)
		}
		if diff := cmp.Diff(text, again); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
}

func TestReadsWallLists(t *testing.T) {
	for _, tt := range []struct {
		name, text     string
		findings, want []string
	}{
		{"forms of tokens", `
; EV[Old Cup] PC[,Brno]
; DT[2026-05-09,2026-05-10]
; HA[h9]
  1 Aho Aino 2D fi xxxx 3 0= 2+ 3+!b 4=/w0
    Berg   -   1 SE Lund 1 3  1-  0+  3?/b2
    Eriksen Eli_Jan 3p XX Tg. 2 4 4+/w9 1-!w 2?/w2 |90000004
  4 Fabre Fred 20k FR 75Te 0 1 3-/b9 0- 1=/b0
`, []string{"0: resultsheet.settings", "0: resultsheet.column 1", "0: resultsheet.column 2", "0: resultsheet.places.open 2 4",
			"6: resultsheet.place Berg 2 3", "7: resultsheet.place Eriksen Eli Jan 3 2"}, []string{
			`Aho, Aino 2d  FI checked-in "" //`, `Berg,  1k  SE checked-in "Lund" //`, `Eriksen, Eli Jan 3p   checked-in "Tg." 90000004//`,
			`Fabre, Fred 20k  FR checked-in "75Te" -2 //`,
			"1.1 2-1 h0 k7.5 W+", "1.2 4-3 h9 k0 W+", "2.1 1-3 h0 k7.5 B+F", "2 bye 2", "3.1 4-1 h0 k7.5 Jigo", "3.2 2-3 h2 k0 ?",
		}},
		{"tabs", "1.\tAho\tAino\t2d\tFI\tSt. P\t2\t2+\n2.\tBerg\tBo\t1d\tSE\tTg. \t0\t1-\n",
			[]string{"0: import.nameless EGD", "0: resultsheet.settings", "0: resultsheet.column 1"},
			[]string{`Aho, Aino 2d  FI checked-in "St. P" //`, `Berg, Bo 1d  SE checked-in "Tg." //`, "1.1 2-1 h0 k7.5 W+"}},
		{"contradictions", `; EV[X]
1 A A 1d FI X 2+/b0 2+/b0 9+
2 B B 1d FI X 1+/w0 1-/b0 0-
3 C C 1d FI X 1+ 0= 2-
nonsense
4 D D 1d FI X 0+ 0-
`,
			[]string{"5: resultsheet.line nonsense", "6: resultsheet.short D D 2 3 1 2", "0: resultsheet.settings", "2: resultsheet.both A A 1 B B 2+ 1+", "4: resultsheet.mirror C C 1 1",
				"2: resultsheet.contradiction A A 2 B B", "2: resultsheet.mirror A A 3 9", "4: resultsheet.mirror C C 3 2", "0: import.round.empty 3"},
			[]string{
				`A, A 1d  FI checked-in "" //`, `B, B 1d  FI checked-in "" -3 //`, `C, C 1d  FI checked-in "" -2 -3 //`, `D, D 1d  FI checked-in "" -2 -3 //`,
				"1.1 1-2 h0 k7.5 BothWin", "1 bye 3", "1 bye 4", "2.1 1-2 h0 k7.5 B+", "3 bye 1",
			}},
		{"full columns", `;name=260314-testila
   1 GUERRE-GENTON_DE_LA_TOUR PhilippeJ4K 9000006 75Te    2+b0    3+w0
   2 VAN_DER_AHO_AINO_MARIA_2D          FI      1-w0    0-
     XU                       4           FR      0+      1-b0
`, []string{"0: resultsheet.settings", "0: resultsheet.places 2 3", "3: resultsheet.place Van Der Aho Aino Maria 2 3", "4: resultsheet.place Xu 3 2"}, []string{
			`Guerre-Genton De La Tour, PhilippeJ 4k  FR checked-in "75Te" /9000006/`, `Van Der Aho Aino Maria,  2d  FI checked-in "" -2 //`,
			`Xu,  4k  FR checked-in "" //`, "1.1 1-2 h0 k7.5 B+", "1 bye 3", "2.1 3-1 h0 k7.5 W+"}},
		{"lines that cannot be read", `; EV[X]
1 A A 1d FI X 3+/b0
  Whoever has no rank FI 4+/b0
  C C 1d FI X 1-/w0
  D D 1d FI X 2-/w0
6 F F 1d FI X 7+/b0
  G G 1d FI X 6-/w0
8 Nobody has 0+
  I I 1d FI X 10+/b0
  J J 1d FI X 9-/w0
`, []string{"3: resultsheet.line Whoever has no rank FI 4+/b0", "8: resultsheet.line 8 Nobody has 0+", "0: resultsheet.settings", "5: resultsheet.mirror D D 1 2",
			"0: resultsheet.idle D D",
			"0: resultsheet.places 2 6", "4: resultsheet.place C C 2 4", "9: resultsheet.place I I 5 1"}, []string{
			`A, A 1d  FI checked-in "" //`, `C, C 1d  FI checked-in "" //`, `D, D 1d  FI checked-in "" -1 //`, `F, F 1d  FI checked-in "" //`,
			`G, G 1d  FI checked-in "" //`, `I, I 1d  FI checked-in "" //`, `J, J 1d  FI checked-in "" //`,
			"1.1 1-2 h0 k7.5 B+", "1.2 4-5 h0 k7.5 B+", "1.3 6-7 h0 k7.5 B+"}},
		{"shared places", `; EV[X]
1 A A 1d FI X 3+/b0
1 B B 1d FI X 4+/b0
3 C C 1d FI X 1-/w0
3 D D 1d FI X 2-/w0
`, []string{"0: resultsheet.settings"}, []string{
			`A, A 1d  FI checked-in "" //`, `B, B 1d  FI checked-in "" //`, `C, C 1d  FI checked-in "" //`, `D, D 1d  FI checked-in "" //`,
			"1.1 1-3 h0 k7.5 B+", "1.2 2-4 h0 k7.5 B+"}},
		{"French", `;name=260314-testila
;date=14/03/2026
;vill=Testila
;comm=Tournoi
;komi=6.5
   1 VAN_DER_AHO Aino          2D         FI      2+b0
   2 FABRE-L'AIN Fred          4K 9000006 75Te    1-w0
`, []string{"0: resultsheet.settings"}, []string{
			`Van Der Aho, Aino 2d  FI checked-in "" //`, `Fabre-L'Ain, Fred 4k  FR checked-in "75Te" /9000006/`, "1.1 1-2 h0 k6.5 B+"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn, findings, err := ReadWall([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, formattest.Listed(tn)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.findings, formattest.Brief(findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFilesWithoutARoundComeBack checks that a file for a federation written before the first round has the players.
func TestFilesWithoutARoundComeBack(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Rounds = nil
	if err := tn.SetStatus(tn.Players[1].ID, tournament.Withdrawn); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"egd", "ffg", "aga"} {
		text, _ := formattest.AsFile(t, writers[format], tn)
		if !recognisers[format]([]byte(text)) {
			t.Errorf("%s is not recognised\n%s", format, text)
		}
		again, findings, err := readers[format]([]byte(text))
		if err != nil {
			t.Errorf("%s: %v\n%s", format, err, text)
			continue
		}
		if len(again.Players) != 5 || len(again.Rounds) != 0 || again.Players[0].Rank != rank.Dan(2) || again.Info.Name != tn.Info.Name {
			t.Errorf("%s: %d players, %d rounds, %v", format, len(again.Players), len(again.Rounds), formattest.Brief(findings))
		}
		if slices.ContainsFunc(findings, func(n file.Finding) bool { return n.Severity > file.Info }) {
			t.Errorf("%s: %v", format, formattest.Brief(findings))
		}
	}
}

func TestWallListHeader(t *testing.T) {
	text := "; EV[Old Cup] PC[CZ,Brno]\n; DT[2026-05-09,2026-05-10]\n; HA[h2]\n; KM[5.5]\n; TM[75]\n1 A A 1d CZ Brno 2+/b0\n2 B B 2d CZ Brno 1-/w0\n"
	tn, _, err := ReadWall([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	begin, end := tn.Info.Days()
	if i := tn.Info; i.Name != "Old Cup" || i.Place != "Brno" || i.Country != "CZ" || begin.Day() != 9 || end.Day() != 10 {
		t.Errorf("%+v", i)
	}
	if s := tn.Settings; s.Handicap.Correction != 2 || s.Handicap.EvenKomi != 11 || time.Duration(s.Clock.Main).Minutes() != 75 || s.System != tournament.Swiss {
		t.Errorf("%+v", s)
	}
}

// An unreadable day is reported with its line.
func TestDaysHavePlaces(t *testing.T) {
	const player = "1 A A 1d CZ Brno 2+/b0\n2 B B 2d CZ Brno 1-/w0\n"
	for _, tt := range []struct{ name, text, want string }{
		{"EGD", "; EV[Old Cup]\n; DT[2026-05-09,Sunday]\n" + player, "2: import.day Sunday"},
		{"FFG", ";name=Old Cup\n;vill=Brno\n;date=9 mai\n" + player, "3: import.day 9 mai"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn, findings, err := ReadWall([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			days := slices.DeleteFunc(formattest.Brief(findings), func(s string) bool { return !strings.Contains(s, "import.day") })
			if !slices.Equal(days, []string{tt.want}) {
				t.Errorf("%v, want %s; the tournament is of %v", days, tt.want, tn.Info.Begin)
			}
		})
	}
	_, findings, err := ReadAGA([]byte("TOURNEY Rose City Open\n\tstart=5/9/2026\n\tfinish=tomorrow\nPLAYERS\n1 Aho, Aino 3.2\n2 Berg, Bo 2.1\nGAMES 1\n1 2 W 0 7\nEND\n"))
	if err != nil || !slices.Contains(formattest.Brief(findings), "3: import.day tomorrow") {
		t.Errorf("%v, %v", formattest.Brief(findings), err)
	}
}

func TestWallListRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, key string }{
		{"no players", "; EV[X]\n", "resultsheet.empty"},
		{"long name", "; EV[X]\n1 " + strings.Repeat("a", 200) + " B 1d FI X 2+\n2 B B 1d FI X 1-\n", "field.long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := ReadWall([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

func FuzzReadWallList(f *testing.F) {
	f.Add([]byte(egdExample))
	f.Add([]byte(ffgExample))
	f.Add([]byte(";name=x\n   1 AHO_AINO_MARIA12K 9000006 75Te    2+b0\n   2 B 1D FI 1-w0\n"))
	f.Add([]byte("; CL[D]\n1 A A 1d FI X 3+/b0\n  no rank 4+/b0\n  C C 1d FI X 1-/w0\n9 D D 1d FI X\n"))
	f.Add([]byte("; EV[X]\n   1 A A 1d FI X\n   2 B B 3k FI X 12 13\n"))
	f.Add([]byte("1 A A 1d FI X 2+/b0 2+/b0 9+\n2 B B 1 FI X 1+/w0 0- ?\n\xff\xfe"))
	f.Add([]byte("Open\nPlace\tName\tClub\tLevel\tScore\tR1\tR2\tSOS\n1\tAho, Aino\tTest\t2d\t1.5\t2+w\tBYE\t3½\n2-3\tBerg Bo\t\t1d\t1=\t1-\tabsent\t\n"))
	f.Add([]byte("; HA[h1]\n; Pl Name GoR Co Str MMS\n2= van der Berg Bo 1500 SE 1d 31 2+ what\n2= Cerny Cyril 1400 CZ 5k 26 1-/h4 0=\n; 4 Dvorak D 1d 1+\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn := formattest.ReadsSafely(t, data, ReadWall, native.Write, native.Read)
		if tn == nil {
			return
		}
		for _, format := range []string{"egd", "ffg"} {
			var b strings.Builder
			if _, err := writers[format](&b, tn, nil); err != nil {
				if !fault.Is(err, "export.name") {
					t.Fatal(err)
				}
				continue
			}
			if _, _, err := ReadWall([]byte(b.String())); err != nil && !fault.Is(err, "resultsheet.empty") && !fault.Is(err, "field.long") {
				t.Fatalf("written, but not read: %v\n%s", err, b.String())
			}
		}
	})
}

// TestRatedGamesComeBack checks that, whatever happened in a tournament, a file for a rating body has every rated game
// once, from both sides, and nothing else as a game.
func TestRatedGamesComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tn := formattest.AnyTournament(rt).Tournament
		for i := range tn.Players {
			p := &tn.Players[i]
			p.Family, p.Given = fmt.Sprintf("P%d", p.ID), "Player"
		}
		open := map[string]bool{} // even games without known colours
		played := func(tn *tournament.Tournament) (games []string) {
			for n := 1; n <= tn.Current(); n++ {
				for _, g := range tn.Rounds[n-1].Games {
					if !g.Decided().Rated() || tn.StandIn(g.Black) || tn.StandIn(g.White) {
						continue
					}
					black, white, outcome := tn.Player(g.Black).Family, tn.Player(g.White).Family, g.Decided().Outcome
					pair := fmt.Sprint(n, min(black, white), max(black, white))
					if open[pair] = open[pair] || g.ColoursOpen && g.Handicap == 0; open[pair] && black > white {
						black, white = white, black
						if outcome == tournament.BlackWins || outcome == tournament.WhiteWins {
							outcome = tournament.BlackWins + tournament.WhiteWins - outcome
						}
					}
					games = append(games, fmt.Sprintf("%d %s-%s h%d %s", n, black, white, g.Handicap, tournament.Result{Outcome: outcome}))
				}
			}
			slices.Sort(games)
			return games
		}
		want := played(tn)
		for _, format := range []string{"egd", "ffg"} {
			var b strings.Builder
			if _, err := writers[format](&b, tn, nil); err != nil {
				rt.Fatal(err)
			}
			again, findings, err := ReadWall([]byte(b.String()))
			if fault.Is(err, "resultsheet.empty") && len(want) == 0 {
				continue
			}
			if err != nil {
				rt.Fatalf("%s: %v\n%s", format, err, b.String())
			}
			for _, n := range findings {
				if slices.Contains([]string{"resultsheet.line", "resultsheet.round", "resultsheet.mirror", "resultsheet.contradiction", "resultsheet.short"}, n.Key) {
					rt.Errorf("%s: %v\n%s", format, formattest.Brief(findings), b.String())
					break
				}
			}
			got := played(again)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				rt.Errorf("%s (-want +got):\n%s\n%s", format, diff, b.String())
			}
		}
	})
}

// The formats of results are in Latin-9 or UTF-8; letters are never guessed by
// the language of names.
func TestWallListsComeInTheirEncodings(t *testing.T) {
	text := "; EV[Tournoi d'été]\n1 Lefèvre Loïc 2d FR Brst 2+/b0\n2 Œillet Irène 1d FR Nant 1-/w0\n"
	utf16 := []byte{0xff, 0xfe}
	for _, r := range text {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	narrow := func(c *charmap.Charmap) []byte {
		data, err := c.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, data := range map[string][]byte{
		"UTF-8": []byte(text), "byte-order mark": []byte("\ufeff" + text), "UTF-16": utf16,
		"ISO-8859-15": narrow(charmap.ISO8859_15), "Windows-1252": narrow(charmap.Windows1252),
		"carriage returns": []byte(strings.ReplaceAll(text, "\n", "\r\n")),
	} {
		t.Run(name, func(t *testing.T) {
			tn, findings, err := ReadWall(data)
			if err != nil {
				t.Fatal(err)
			}
			if tn.Players[0].Name() != "Lefèvre Loïc" || tn.Players[1].Name() != "Œillet Irène" || tn.Info.Name != "Tournoi d'été" {
				t.Errorf("read as %q, %q and %q", tn.Info.Name, tn.Players[0].Name(), tn.Players[1].Name())
			}
			told := slices.ContainsFunc(findings, func(n file.Finding) bool { return n.Key == "resultsheet.encoding" && n.Args[0] == name })
			if narrow := name == "ISO-8859-15" || name == "Windows-1252"; told != narrow {
				t.Errorf("the encoding is told: %t", told)
			}
		})
	}
}

// Signs for unknown values in a list are read as unknown.
func TestUnknownsComeBackFromWallLists(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Info.Country = ""
	tn.Players[1].Country, tn.Players[1].Club = "", ""
	for _, format := range []string{"egd", "ffg"} {
		text, _ := formattest.AsFile(t, writers[format], tn)
		again, _, err := ReadWall([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", format, err, text)
		}
		p := again.Players[1]
		if again.Info.Country != "" || p.Country != "" || p.Club != "" {
			t.Errorf("%s: the event in %q, %s of %q, %q", format, again.Info.Country, p.Name(), p.Country, p.Club)
		}
	}
}

// A round with more stones than possible is a round all the same.
func TestManyStonesInWallLists(t *testing.T) {
	tn, findings, err := ReadWall([]byte("; EV[X]\n1 Aho A 2d FI Club 2+/w12\n2 Berg B 15k FI Club 1-/b12\n"))
	if err != nil || len(tn.Rounds) != 1 || tn.Rounds[0].Games[0].Handicap != 9 || !slices.Contains(formattest.Brief(findings), "2: import.handicap 1 12") {
		t.Errorf("%v, %v, %+v", err, formattest.Brief(findings), tn)
	}
}

// The database has special codes for some countries, and one for a missing country.
func TestCountriesOfTheDatabase(t *testing.T) {
	for country, written := range map[string]string{"GB": "UK", "": "XX", "FI": "FI"} {
		t.Run("country "+country, func(t *testing.T) {
			tn := formattest.SixPlayers(t)
			tn.Players[0].Country, tn.Info.Country = country, country
			text, _ := formattest.AsFile(t, WriteEGD, tn)
			if !strings.Contains(text, " 2d "+written+" Test ") || !strings.Contains(text, "; PC["+written+",Testila]") {
				t.Errorf("%q is not written %s:\n%s", country, written, text)
			}
			back, _, err := ReadWall([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if back.Players[0].Country != country || back.Info.Country != country {
				t.Errorf("%q comes back as %q, the event's as %q", country, back.Players[0].Country, back.Info.Country)
			}
		})
	}
}

// The class that the database's referee gave stays with a file too.
func TestClassComesBack(t *testing.T) {
	text, _ := formattest.AsFile(t, WriteEGD, formattest.SixPlayers(t)) // of class B by the time
	for header, want := range map[string]string{"CL[B]": "", "CL[A]": "A", "CL[D]": "", "CL[X]": "none", "CL[Z]": "", "": ""} {
		t.Run("header "+header, func(t *testing.T) {
			tn, _, err := ReadWall([]byte(strings.Replace(text, "CL[B]", header, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if tn.Settings.Rating.Class != want || tn.Settings.Internet != (header == "CL[D]") {
				t.Errorf("%q: class %q, want %q; internet %v", header, tn.Settings.Rating.Class, want, tn.Settings.Internet)
			}
			if again, _ := formattest.AsFile(t, WriteEGD, tn); header != "" && header != "CL[Z]" && !strings.Contains(again, "; "+header+"\n") {
				t.Errorf("%q is written as\n%s", header, again[:80])
			}
		})
	}
}

// The code of a tournament, which only the database gives, stays with it.
func TestTournamentCodeComesBack(t *testing.T) {
	text, _ := formattest.AsFile(t, WriteEGD, formattest.SixPlayers(t))
	for code, kept := range map[string]bool{"T260314A": true, "T260314AC": true, "G061014": true, "anything": false, "T260399A": false, "T260314ABC": false} {
		t.Run(code, func(t *testing.T) {
			tn, _, err := ReadWall([]byte("; TC[" + code + "]\n" + text))
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := formattest.AsFile(t, WriteEGD, tn); strings.Contains(again, "; TC["+code+"]\n") != kept {
				t.Errorf("%s:\n%s", code, again)
			}
		})
	}
}

// A player who started elsewhere than at the score of the rank, as in a super group, starts there again; scores that
// ranks do not explain give no start.
func TestStartsComeBack(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[0].StartCorrection, tn.Players[4].StartCorrection = 2, -3
	text, _ := formattest.AsFile(t, WriteEGD, tn)
	again, _, err := ReadWall([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := formattest.AsFile(t, WriteEGD, again); got != text {
		t.Errorf("(-want +got):\n%s", cmp.Diff(text, got))
	}
	strange := strings.NewReplacer("   33 ", "  133 ", "   32 ", "   72 ", "   30 ", "   10 ", "   29 ", "  -29 ").Replace(text)
	again, _, err = ReadWall([]byte(strange))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range again.Players {
		if p.StartCorrection != 0 {
			t.Errorf("%s starts %+d", p.Name(), p.StartCorrection)
		}
	}
}

// French results are written in Western letters only, so nothing is guessed.
func TestFrenchResultsAreWestern(t *testing.T) {
	for name, in := range map[string]encoding.Encoding{
		"UTF-8": unicode.UTF8, "ISO-8859-1": charmap.ISO8859_1, "ISO-8859-15": charmap.ISO8859_15, "Windows-1252": charmap.Windows1252,
	} {
		t.Run(name, func(t *testing.T) {
			for _, text := range []string{
				";name=x\n 1 Laflèche Eugène 2K 1234567 Club 2+b0\n 2 Nuñez Nicolò 3K 1234568 Club 1-w0\n",
				";name=x\n 1 Bešič Žan 2K 1234567 Club 2+b0\n 2 Cœur Loïc 3K 1234568 Club 1-w0\n",
			} {
				if name == "ISO-8859-1" && strings.ContainsAny(text, "šŽœ") {
					continue
				}
				data, err := in.NewEncoder().Bytes([]byte(strings.ReplaceAll(text, "č", "c")))
				if err != nil {
					t.Fatal(err)
				}
				tn, _, err := ReadWall(data)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range tn.Players {
					if !strings.Contains(text, strings.ReplaceAll(p.Family, "Bešic", "Bešič")) || !strings.Contains(text, p.Given) {
						t.Errorf("read %s in\n%s", p.Name(), text)
					}
				}
			}
		})
	}
}
