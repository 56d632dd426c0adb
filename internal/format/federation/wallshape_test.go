package federation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// gamesOf lists the games of a tournament: the round, the winner or the player of the first line, the other one.
func gamesOf(tn *tournament.Tournament) (games []string) {
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			first, second, sign := g.Black, g.White, "+"
			if won, lost := g.Result.Points(); won < lost {
				first, second = second, first
			} else if won == lost {
				first, second, sign = min(first, second), max(first, second), "="
			}
			games = append(games, fmt.Sprint(r.Number, " ", tn.Player(first).Family, sign, tn.Player(second).Family))
		}
	}
	return games
}

// Whatever the signs between the cells, the titles and the form of tokens and ranks, a list of four players has the same
// players and games.
func TestShapesOfWallLists(t *testing.T) {
	want := []string{"1 Aho+Berg", "1 Cerny+Dvorak", "2 Aho+Cerny", "2 Berg+Dvorak"}
	wantPlayers := []string{"Aho, Aino 3d FI Test", "Berg, Bo 2d SE Lund", "Cerny, Cyril 1k CZ Brno", "Dvorak, Dana 10k CZ Prah"}
	const plain = `Pl Name Rk Co Club NBW R1 R2
1 Aho Aino 3d FI Test 2 2+ 3+
2 Berg Bo 2d SE Lund 1 1- 4+
3 Cerny Cyril 1k CZ Brno 1 4+ 1-
4 Dvorak Dana 10k CZ Prah 0 3- 2-
`
	parted := func(sign string) string { // the name is one cell
		text := strings.NewReplacer("Aho Aino", "Aho_Aino", "Berg Bo", "Berg_Bo", "Cerny Cyril", "Cerny_Cyril", "Dvorak Dana", "Dvorak_Dana").Replace(plain)
		return strings.ReplaceAll(strings.ReplaceAll(text, " ", sign), "_", " ")
	}
	tokens := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(plain) }
	for name, text := range map[string]string{
		"semicolons": parted(";"), "bars": parted(" | "), "commas": parted(","), "tabs": parted("\t"),
		"quotes":              `"` + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(parted(`","`)), "\n", "\"\n\""), `ho Aino`, `ho, Aino`) + "\"\n",
		"a table of Markdown": "| " + strings.ReplaceAll(strings.Replace(strings.TrimSpace(parted(" | ")), "\n", "\n---:|:---|---|---|---|---|---|---\n", 1), "\n", " |\n| ") + " |\n",
		"signs first":         tokens(" 2+", " +2", " 3+", " +3", " 4+", " +4", " 1-", " -1", " 2-", " -2", " 3-", " -3"),
		"letters first":       tokens(" 2+", " W2", " 3+", " W3", " 4+", " W4", " 1-", " L1", " 2-", " L2", " 3-", " L3"),
		"letters behind":      tokens(" 2+", " 2W", " 3+", " 3W", " 4+", " 4W", " 1-", " 1L", " 2-", " 2L", " 3-", " 3L"),
		"colours in brackets": tokens(" 2+", " 2+(w)", " 1-", " 1-(b)"),
		"ranks in words":      tokens("3d", "3 dan", "2d", "2 Dan", " 1k", " 1. Kyu", "10k", "10 kyu"),
		"ranks in characters": tokens("3d", "3段", "2d", "2段", " 1k", " 1級", "10k", "10级"),
		"a number and a place": "Testila Open 2026 - Standings after round 2\n" + tokens("Pl Name", "Num Pl Name", "R1 R2", "R 1 R 2", "1 Aho", "  1 1 Aho", "2 Berg", "  2 2 Berg",
			"3 Cerny", "  3   Cerny", "4 Dvorak", "  4 4 Dvorak"),
		"signs at places":                     tokens("1 Aho", "*1 Aho", "2 Berg", "(2) Berg", "3 Cerny", "#3 Cerny"),
		"German titles":                       tokens("Pl Name Rk Co Club NBW", "Platz Spielername Spielstärke Staat Heimatverein Siege"),
		"Swedish titles":                      tokens("Pl Name Rk Co Club NBW R1 R2", "Plats Namn Styrka Land Klubb Poäng Rond1 Rond2"),
		"Dutch titles":                        tokens("Pl Name Rk Co Club NBW R1 R2", "Plaats Naam Sterkte Land Vereniging Punten R.1 R.2"),
		"Russian titles":                      tokens("Pl Name Rk Co Club NBW R1 R2", "Место Игрок Разряд Страна Клуб Очки 1 2"),
		"French titles":                       tokens("Pl Name Rk Co Club NBW R1 R2", "Rang Nom Niveau Pays Club Points Ronde1 Ronde2"),
		"unknown titles":                      tokens("Rk Co Club", "Shoe Rk Co Club"),
		"a name in two cells under one title": strings.ReplaceAll(tokens("Pl Name", "Num Plc Name", "1 Aho", "1 1 Aho", "2 Berg", "2 2 Berg", "3 Cerny", "3 2 Cerny", "4 Dvorak", "4 4 Dvorak"), " ", "\t"),
		"other first titles":                  strings.Replace(parted("\t"), "Pl\t", "Foo\t", 1),
		"shared places":                       tokens("2 Berg", "T2 Berg", "3 Cerny", "T2 Cerny"),
		"other dashes and blanks":             tokens("1-", "1−", "2-", "2–", "3-", "3‑", " FI", "\u00a0FI"),
	} {
		t.Run(name, func(t *testing.T) {
			if !IsEGD([]byte(text)) {
				t.Fatalf("not a wall list:\n%s", text)
			}
			tn, findings, err := ReadWall([]byte(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			var players []string
			for _, p := range tn.Players {
				players = append(players, fmt.Sprintf("%s, %s %s %s %s", p.Family, p.Given, p.Rank, p.Country, p.Club))
			}
			if diff := cmp.Diff(wantPlayers, players); diff != "" {
				t.Errorf("players (-want +got):\n%s\n%s", diff, text)
			}
			if diff := cmp.Diff(want, gamesOf(tn)); diff != "" {
				t.Errorf("games (-want +got):\n%s\n%s", diff, text)
			}
			if strings.Contains(tn.Info.Name, "Name") {
				t.Errorf("called %s", tn.Info.Name)
			}
			for _, f := range findings {
				switch f.Key {
				case "resultsheet.settings", "import.nameless":
				default:
					if name == "a number and a place" && f.Key == "resultsheet.heading" || name == "unknown titles" && f.Key == "resultsheet.rest" {
						continue
					}
					t.Errorf("%v\n%s", formattest.Brief(findings), text)
				}
			}
		})
	}
}

// Numbers keep their titles if a title before them is not known.
func TestUnknownTitleShiftsNoNumbers(t *testing.T) {
	tn, findings, err := ReadWall([]byte(`Pl Name Rk Shoe Co Club NBW SOS R1 R2
1 Aho Aino 3d FI Test 2 2 2+ 3+
2 Berg Bo 2d SE Lund 1 2 1- 4+
3 Cerny Cyril 1k CZ Brno 1 2 4+ 1-
4 Dvorak Dana 10k CZ Prah 0 2 3- 2-
`))
	if err != nil || tn.Settings.Criteria[0] != tournament.NBW || tn.Settings.Criteria[1] != tournament.SOSW {
		t.Error(err, tn.Settings.Criteria)
	}
	for _, f := range findings {
		if f.Key == "resultsheet.column" || f.Key == "resultsheet.scores" {
			t.Error(formattest.Brief(findings))
		}
	}
}

// A game that both lines show as won, or both as lost, is reported.
func TestBothLinesShowTheSame(t *testing.T) {
	_, findings, err := ReadWall([]byte("1 Aho Aino 3d 2+ 3-\n2 Berg Bo 2d 1+ 4+\n3 Cerny Cyril 1k 4+ 1-\n4 Dvorak Dana 10k 3- 2-\n"))
	if err != nil {
		t.Fatal(err)
	}
	var both []string
	for _, f := range formattest.Brief(findings) {
		if strings.Contains(f, "resultsheet.both") {
			both = append(both, f)
		}
	}
	if diff := cmp.Diff([]string{"1: resultsheet.both Aho Aino 1 Berg Bo 2+ 1+", "1: resultsheet.both Aho Aino 2 Cerny Cyril 3- 1-"}, both); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A word that begins like a rank is not a rank.
func TestWordsThatAreNoRanks(t *testing.T) {
	for _, line := range []string{"1 Kim 3d Oslo 2 Danmark 2+", "Aho 4 Danish games", "Berg 2 kyushu"} {
		if got := usualShape(line); got != line {
			t.Errorf("%q becomes %q", line, got)
		}
	}
}

// Spans of rounds in a list of players are not read as results.
func TestSpansAreNoResults(t *testing.T) {
	for _, text := range []string{"Name;Rank;Absent\nAho Aino;5k;4+\nBerg Bo;3k;2+\n", "Name;Rank;Club;Absent\nAho Aino;5k;X;4+\nBerg Bo;3k;Y;2-\n"} {
		if IsEGD([]byte(text)) {
			t.Errorf("%q is taken for a wall list", text)
		}
	}
}

// A club or a licence that is also a word for a bye or an absence is not read as a round.
func TestClubsThatAreWordsOfRounds(t *testing.T) {
	tn, _, err := ReadWall([]byte("Pl Name Rk Co Club NBW R1\n1 Aho Aino 3d DE Frei 1 2+\n2 Berg Bo 2d DE Berl 0 1-\n"))
	if err != nil || tn.Players[0].Club != "Frei" || len(gamesOf(tn)) != 1 || tn.Settings.Criteria[0] != tournament.NBW {
		t.Errorf("%v, %+v", err, tn.Players)
	}
	tn, _, err = ReadWall([]byte(";name=x\n;Num Nom Prenom               Niv Licence Club\n   1 AHO Aino                 3D 1234567 75Te      2+b0\n   2 BERG Bo                  2D      wd SE        1-w0\n"))
	if err != nil || len(gamesOf(tn)) != 1 {
		t.Errorf("%v, %v", err, gamesOf(tn))
	}
}

// Byes and absences are read in several languages.
func TestWordsOfRounds(t *testing.T) {
	for word, sign := range map[string]byte{"frei": '+', "Vapaa": '+', "volno": '+', "wolny": '+', "exempté": '+', "vrij": '+', "fehlt": '-', "poissa": '-', "frånvarande": '-'} {
		if r := parseRound(word); r.sign != sign || r.unknown != "" {
			t.Errorf("%s: %+v", word, r)
		}
	}
}

// A licence between rank and club is not read as a score.
func TestLicencesOfTitles(t *testing.T) {
	tn, _, err := ReadWall([]byte("Rang Nom Niveau Licence Club Pts R1\n1 AHO Aino 3D 1234567 75Te 1 2+\n2 BERG Bo 2D 1234568 38Gr 0 1-\n"))
	if err != nil || tn.Players[0].FFG != "1234567" || tn.Players[0].Club != "75Te" || tn.Players[1].Club != "38Gr" {
		t.Errorf("%v, %+v", err, tn.Players)
	}
}

// A player in a comment is reported, also above the first player and without a readable round.
func TestPlayerInAComment(t *testing.T) {
	_, findings, err := ReadWall([]byte(";1 Zero Zoe 1k FI Club 30 2+/b0x\n2 Aho Aino 2k FI Club 28 3+/w0\n3 Berg Bo 3k FI Club 28 2-/b0\n"))
	if err != nil || !slices.Contains(formattest.Brief(findings), "1: resultsheet.line ;1 Zero Zoe 1k FI Club 30 2+/b0x") {
		t.Error(err, formattest.Brief(findings))
	}
}

// Several lists in a file, each with its own numbers, keep their games apart.
func TestSeveralListsInAFile(t *testing.T) {
	const first = "Pl Name Rk NBW R1 R2\n1 Aho Aino 3d 2 2+ 3+\n2 Berg Bo 2d 1 1- 4+\n3 Cerny Cyril 1k 1 4+ 1-\n4 Dvorak Dana 10k 0 3- 2-\n"
	second := strings.NewReplacer("Aho Aino", "Eriksen Eli", "Berg Bo", "Fabre Fred", "Cerny Cyril", "Gal Gita", "Dvorak Dana", "Hora Hugo").Replace(first)
	for _, between := range []string{"", "\nGroup B\n"} {
		tn, findings, err := ReadWall([]byte(first + between + second))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"1 Aho+Berg", "1 Cerny+Dvorak", "1 Eriksen+Fabre", "1 Gal+Hora", "2 Aho+Cerny", "2 Berg+Dvorak", "2 Eriksen+Gal", "2 Fabre+Hora"}, gamesOf(tn)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if told := formattest.Keys(findings); !slices.Contains(told, "resultsheet.lists") || slices.Contains(told, "resultsheet.mirror") {
			t.Error(formattest.Brief(findings))
		}
	}
	tn, _, err := ReadWall([]byte(strings.Replace(first, "3 Cerny", "-- page 2 --\nPl Name Rk NBW R1 R2\n3 Cerny", 1))) // a page of the same list
	if err != nil || len(gamesOf(tn)) != 4 {
		t.Error(err, gamesOf(tn))
	}
}

// Values of the header that cannot be read are reported.
func TestUnreadableHeader(t *testing.T) {
	_, findings, err := ReadWall([]byte("; CL[Q]\n; EV[Odd]\n; TM[sixty]\n; CM[by hand]\n; TC[XYZ]\n1 Aho A 3d FI X 2+/w0\n2 Berg B 2d FI X 1-/b0\n"))
	if err != nil {
		t.Fatal(err)
	}
	told := formattest.Brief(findings)
	for _, want := range []string{"1: import.value CL Q", "3: import.value TM sixty", "4: resultsheet.rest by hand", "5: import.value TC XYZ"} {
		if !slices.Contains(told, want) {
			t.Errorf("no %s: %v", want, told)
		}
	}
}

// Titles make a list recognisable although a line of it cannot be read.
func TestOneLineWithoutARank(t *testing.T) {
	text := []byte("Pl Name Rk Co Club NBW R1 R2\n1 Aho Aino 3d FI Test 2 2+ 3+\n2 Berg Bo ? SE Lund 1 1- 4+\n3 Cerny Cyril 1p CZ Brno 1 4+ 1-\n4 Dvorak Dana 35k CZ Prah 0 3- 2-\n")
	if !IsEGD(text) {
		t.Fatal("not a wall list")
	}
	tn, findings, err := ReadWall(text)
	if told := fmt.Sprint(formattest.Brief(findings)); err != nil || len(tn.Players) != 4 || !strings.Contains(told, "3: import.rank Berg Bo ?") || !strings.Contains(told, "5: import.rank Dvorak Dana 35k") {
		t.Error(err, told)
	}
}

// A table of a country with another alphabet is read in its encoding.
func TestTablesComeInTheirEncodings(t *testing.T) {
	text, err := charmap.Windows1250.NewEncoder().String("Pořadí;Jméno;Třída;Země;Klub;Body;1;2\r\n1;Ahoř Áďa;3d;CZ;Brno;2;2+;3+\r\n2;Bergová Běla;2d;CZ;Praha;1;1-;4+\r\n3;Čapek Cyril;1d;CZ;Plzeň;1;4+;1-\r\n4;Ďuriš Dan;1k;SK;Žilina;0;3-;2-\r\n")
	if err != nil {
		t.Fatal(err)
	}
	tn, findings, err := ReadWall([]byte(text))
	if err != nil || tn.Players[0].Family != "Ahoř" || tn.Players[2].Family != "Čapek" || tn.Players[0].Country != "CZ" || !slices.Contains(formattest.Brief(findings), "0: resultsheet.encoding Windows-1250") {
		t.Errorf("%v, %+v %v", err, tn.Players, formattest.Brief(findings))
	}
}
