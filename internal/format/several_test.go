package format

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/format/federation"
	"tourney/internal/format/file"
	"tourney/internal/format/macmahon"
	"tourney/internal/format/roster"
	"tourney/internal/format/workbook"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// named returns the format of that name.
func named(t testing.TB, name string) Format {
	t.Helper()
	f, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A file for a federation is named so that its name alone shows the format.
func TestNamesOfFederationFiles(t *testing.T) {
	for format, file := range map[string]string{"egd": "testila-open-2026.h1", "ffg": "testila-open-2026.tou", "aga": "testila-open-2026.aga"} {
		t.Run(format, func(t *testing.T) {
			f, err := Named(format)
			if err != nil {
				t.Fatal(err)
			}
			name := f.FileName(formattest.SixPlayers(t))
			if name != file {
				t.Errorf("%s is named %s, want %s", format, name, file)
			}
			if for_, err := ForFile(name); err != nil || for_.Name != format {
				t.Errorf("%s is to be written as %s, %v", name, for_.Name, err)
			}
		})
	}
}

// TestListsAreNoWallLists checks that lists of players are not mistaken for wall lists.
func TestListsAreNoWallLists(t *testing.T) {
	for _, text := range []string{"Aho Aino 2d\nBerg Bo 1d\n", "Aho\tAino\t2d\tFI\t1-3\nBerg\tBo\t1d\tSE\t2-3\n", "Name;Rank\nAho, Aino;5k\n"} {
		if f, err := Recognise([]byte(text)); err != nil || f.Name != "csv" {
			t.Errorf("%q is taken for %s, %v", text, f.Name, err)
		}
	}
}

// Standings as CSV are read as a wall list with all games, or as a list of players for an import of players.
func TestStandingsAsATable(t *testing.T) {
	tn := formattest.SixPlayers(t)
	standings, _ := formattest.AsFile(t, workbook.WriteStandings, tn)
	whole, _, err := Read([]byte(standings))
	if err != nil {
		t.Fatal(err)
	}
	again := whole.Tournament
	games := func(tn *tournament.Tournament) (n int) {
		for _, r := range tn.Rounds {
			n += len(r.Games)
		}
		return n
	}
	const players = 6 // the seventh took no part
	if len(again.Players) != players || games(again) != games(tn) {
		t.Errorf("%d players and %d games, want %d and %d\n%s", len(again.Players), games(again), players, games(tn), standings)
	}
	if l, err := ReadRatingList([]byte(standings), roster.Reading{}); err != nil || l.Table == nil {
		t.Error(err)
	}
	if s, err := ReadSheet([]byte(standings), tn, roster.Options{}); err != nil || len(s.Rows) != players {
		t.Error(err)
	}
}

// Data that only tourney has is reported when a file cannot hold it.
func TestOtherProgramsLackRoom(t *testing.T) {
	tn := formattest.Small(t)
	s := &tn.Settings
	s.PairingCriteria = []tournament.Criterion{tournament.MMS}
	s.Prizes.List = []tournament.Prize{{Name: "Main", Places: 1}}
	s.Rating = tournament.RatingRules{Formula: "egf-2020", Class: "B", Code: "E260314"}
	s.Stages = []tournament.Stage{{From: 4, System: tournament.Knockout}}
	s.Constraints = tournament.Constraints{
		Family: tournament.FamilyApart, Blocked: []tournament.TableRange{{From: 3, To: 4}}, StandIns: []tournament.PlayerID{3},
	}
	s.System = tournament.Swiss
	fields := []string{"pairing-criteria", "prizes", "formula", "class", "stages", "wishes", "tables", "ghosts", "starts"}
	for format, prefix := range map[string]string{"opengotha": "0: opengotha.lost.setting ", "macmahon": "0: export.lost.setting "} {
		t.Run(format, func(t *testing.T) {
			_, findings := formattest.AsFile(t, named(t, format).write, tn)
			said := strings.Join(formattest.Brief(findings), "\n") + "\n"
			want := fields
			if format == "opengotha" {
				want = append([]string{"system"}, fields...)
			}
			for _, field := range want {
				if !strings.Contains(said, prefix+field+"\n") {
					t.Errorf("%s does not tell that %s is lost:\n%s", format, field, said)
				}
			}
		})
	}
	if _, findings := formattest.AsFile(t, macmahon.Write, formattest.TeamMatch(t)); !strings.Contains(fmt.Sprint(formattest.Brief(findings)), "export.lost.setting teams") {
		t.Errorf("the teams are lost in silence: %v", formattest.Brief(findings))
	}
}

// Every format can be written of a tournament of teams.
func TestTeamsAreWrittenEverywhere(t *testing.T) {
	tn := formattest.TeamMatch(t)
	for i := range tn.Players {
		tn.Players[i].AGA = fmt.Sprint(90001 + i)
	}
	for _, f := range Formats() {
		if f.Writes == Nothing || f.Pages {
			continue
		}
		var b bytes.Buffer
		if _, err := Write(&b, f.Name, tournament.Whole{Tournament: tn}, nil); err != nil || b.Len() == 0 {
			t.Errorf("%s: an empty file, %v", f.Name, err)
		}
		f.For.Check(tn)
		f.For.Respellings(tn)
	}
	text, _ := formattest.AsFile(t, federation.WriteEGD, tn)
	if !strings.Contains(text, "Co Club   NBW  SOSW\n") {
		t.Errorf("the wall list has other columns than those of players:\n%s", text)
	}
}

// Every format that is written takes a tournament of teams, or reports why not.
func TestTeamsAreWritten(t *testing.T) {
	tn := formattest.Match(t)
	for _, tt := range []struct{ name, format, want string }{
		{"native", "tourney", `"teams"`},
		{"OpenGotha", "opengotha", "<Game "},
		{"players", "csv", ";Up;"},
		{"standings", "standings-csv", "1;1;Up;1d;FI;;2+ 2;2;2;1;1;"},
		// The games count for the rating one by one; a board without an opponent
		// is a point that does not.
		{"a board with an opponent", "egd", "P1 X                            1d FI xxxx     1      4+/b0"},
		{"a board without an opponent", "egd", "P5 X                            1d FI xxxx     1      0+"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			if _, err := Write(&b, tt.format, tournament.Whole{Tournament: tn}, nil); err != nil || !strings.Contains(b.String(), tt.want) {
				t.Errorf("%s, %v, lacks %q:\n%s", tt.format, err, tt.want, b.String())
			}
		})
	}
}

// Teams that are written are read back.
func TestTeamsComeBackInLists(t *testing.T) {
	tn := formattest.Match(t)
	var b bytes.Buffer
	if _, err := Write(&b, "csv", tournament.Whole{Tournament: tn}, nil); err != nil {
		t.Fatal(err)
	}
	tn.Players = nil
	if s, err := ReadSheet(b.Bytes(), tn, roster.Options{}); err != nil || !slices.Equal(s.Teams(), []string{"Up", "Down", "Up", "Down", "Up"}) {
		t.Errorf("read again: %q, %v\n%s", s.Teams(), err, b.String())
	}
}

// A list of players that we write we read.
func TestPlayersComeBackInLists(t *testing.T) {
	tn := formattest.Small(t)
	tn.Players[0].FFG, tn.Players[1].AGA, tn.Players[1].Born = "7300012", "90001", 2008
	var b bytes.Buffer
	if _, err := Write(&b, "csv", tournament.Whole{Tournament: tn}, nil); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSheet(b.Bytes(), formattest.Club(t), roster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	players, err := s.Players()
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range players {
		i := 0
		for i < len(tn.Players) && tn.Players[i].Family != got.Family {
			i++
		}
		if i == len(tn.Players) {
			t.Errorf("%q comes back under another name", got.Family)
			continue
		}
		want := tn.Players[i]
		want.ID, want.Status = 0, tournament.Preliminary
		if diff := cmp.Diff(want, got, formattest.RatingsEqual()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestOtherMarkupIsRefused(t *testing.T) {
	const root = `<Tournament fullVersionNumber="3.51.02">`
	for _, tt := range []struct{ name, text, key string }{
		{"size", root + strings.Repeat(" ", file.MostBytes), "file.large"},
		{"another format", "<svg/>", "file.xml"},
		{"web page", "<!DOCTYPE html><html><body>Sign in</body></html>", "file.html"},
		{"other JSON", `{"type": "package"}`, "file.json"},
		{"only a comment", "<!-- hello -->", "file.xml.cut"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}

// A file of another kind is refused as a list of players, and its fault names the kind.
func TestOtherKindsAreNoLists(t *testing.T) {
	for _, tt := range []struct {
		name string
		data []byte
		key  string
	}{
		{"empty", nil, "file.empty"},
		{"blanks", []byte(" \n\t\n"), "file.empty"},
		{"renamed PDF", []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), "file.pdf"},
		{"old Excel", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....W\x00o\x00r\x00k\x00b\x00o\x00o\x00k\x00"), "file.xls"},
		{"password", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"), "file.locked"},
		{"picture", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00"), "file.binary"},
		{"bomb", formattest.Bomb(t, 60<<20, false), "file.bomb"},
		{"cut workbook", formattest.Workbook(t, []any{"Name"})[:2000], "file.zip"},
		{"OpenDocument", formattest.ZipOf(t, "content.xml", "<x/>"), "file.ods"},
		{"some zip", formattest.ZipOf(t, "a.txt", "hello"), "file.zip"},
		{"60 MB", make([]byte, 60<<20), "file.large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := ReadSheet(tt.data, formattest.Club(t), roster.Options{}); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}

// A file of another tournament is a list of its players; a finding counts the rounds and games that are left out.
func TestPlayersOfATournament(t *testing.T) {
	for dir, tt := range map[string]struct {
		file, player, about string
		players             int
	}{
		"opengotha": {"opengotha.xml", "Aho Aino 2d 2190 FI Test 90000001", "Testila Open 2026 3 6", 5},
		"macmahon":  {"macmahon.xml", "Aho Aino 2d 2190 FI Test 90000001", "Testila Open 3 3", 4},
		"pairgoth":  {"pairgoth.tour", "Aho Aino 2d 2190 FI Test 90000001", "Testila Open 3 4", 4},
	} {
		t.Run(dir, func(t *testing.T) {
			club := formattest.Club(t)
			s, err := ReadSheet(formattest.ReadTestdata(t, dir, "testdata", tt.file), club, roster.Options{})
			if err != nil {
				t.Fatal(err)
			}
			p := s.Rows[0].Player
			if got := fmt.Sprint(p.Name(), " ", p.Rank, " ", p.Rating, " ", p.Country, " ", p.Club, " ", p.EGD); got != tt.player || len(s.Rows) != tt.players {
				t.Errorf("read %d players, the first is %s", len(s.Rows), got)
			}
			f := s.Findings[0]
			if got := fmt.Sprintln(f.Args...); f.Key != "roster.tournament" || strings.TrimSpace(got) != tt.about {
				t.Errorf("the finding is %s %s", f.Key, got)
			}
		})
	}
	for _, data := range []string{`<Tournament><Players/></Tournament>`, "{}"} {
		if s, err := ReadSheet([]byte(data), formattest.Club(t), roster.Options{}); err == nil {
			t.Errorf("%s is read as %d players", data, len(s.Rows))
		}
	}
}

// TestMacroWorkbooks checks that the cells of a workbook with macros are read,
// and that a finding reports the macros as ignored.
func TestMacroWorkbooks(t *testing.T) {
	plain := formattest.Workbook(t, []any{"Family name", "Rank"}, []any{"Aho", "5k"}, []any{"Berg", "2d"})
	from, err := zip.NewReader(bytes.NewReader(plain), int64(len(plain)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range from.File {
		if err := z.Copy(f); err != nil {
			t.Fatal(err)
		}
	}
	w, err := z.Create("xl/vbaProject.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 AutoOpen Shell")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		data []byte
		told bool
	}{{plain, false}, {b.Bytes(), true}} {
		t.Run(fmt.Sprintf("macros %v", tt.told), func(t *testing.T) {
			s, err := ReadSheet(tt.data, formattest.Club(t), roster.Options{})
			if err != nil {
				t.Fatal(err)
			}
			told := false
			for _, n := range s.Findings {
				told = told || n.Key == "roster.macros"
			}
			if players, err := s.Players(); err != nil || len(players) != 2 || players[1].Family != "Berg" || told != tt.told {
				t.Errorf("%d players, %v; told %v, want %v", len(players), err, told, tt.told)
			}
		})
	}
	f, err := Recognise(b.Bytes())
	if err != nil || f.Name != "xlsx" || f.Extensions[1] != ".xlsm" {
		t.Errorf("taken for %s, %v", f.Name, err)
	}
}
