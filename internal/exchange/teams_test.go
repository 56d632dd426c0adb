package exchange

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// match returns a tournament of two teams on two boards, of three and two
// players, after a round in which Black won on both boards.
func match(t *testing.T) *tournament.Tournament {
	t.Helper()
	s, err := tournament.PresetNamed("teams")
	if err != nil {
		t.Fatal(err)
	}
	s.Teams.Boards = 3
	tn, err := tournament.New(tournament.Info{Slug: "match", Name: "Match"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		p := tournament.Player{Family: fmt.Sprintf("P%d", i+1), Given: "X", Rank: rank.Dan1, Country: "FI", Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, false); err != nil {
			t.Fatal(err)
		}
	}
	for _, team := range []tournament.Team{{Name: "Up", Members: []tournament.PlayerID{1, 3, 5}}, {Name: "Down", Members: []tournament.PlayerID{2, 4}}} {
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
	}
	games := []tournament.Game{{Table: 1, Black: 1, White: 2, Komi: 13}, {Table: 2, Black: 4, White: 3, Komi: 13}}
	if err := tn.SetDraft(1, games, []tournament.PlayerID{5}, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	for table := 1; table <= 2; table++ {
		if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: table, Result: tournament.Result{Outcome: tournament.BlackWins}}); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

// Every format that is written takes a tournament of teams, or says why not.
func TestTeamsAreWritten(t *testing.T) {
	tn := match(t)
	for _, tt := range []struct{ format, want string }{
		{"tourney", `"teams"`},
		{"opengotha", "<Game "},
		{"csv", ";Up;"},
		{"standings-csv", "1;1;Up;1d;FI;;2+ 2;2;2;2;1;1;"},
		// The games count for the rating one by one; a board without an opponent
		// is a point that does not.
		{"egd", "P1 X                            1d FI xxxx     1      4+/b0"},
		{"egd", "P5 X                            1d FI xxxx     1      0+"},
	} {
		var b bytes.Buffer
		if _, err := Write(&b, tt.format, tn, nil); err != nil || !strings.Contains(b.String(), tt.want) {
			t.Errorf("%s, %v, lacks %q:\n%s", tt.format, err, tt.want, b.String())
		}
	}
	files, err := Site(tn, nil)
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(files, func(f File) bool { return f.Name == "matches.html" }); i < 0 || !bytes.Contains(files[i].Data, []byte("P5 X")) {
		t.Error("the site does not show the matches")
	}
	var b bytes.Buffer
	if _, err := Write(&b, "xlsx", tn, nil); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("matches")
	if err != nil {
		t.Fatal(err, book.GetSheetList())
	}
	want := [][]string{
		{"1", "Up", "2–1", "Down", "1", "1", "P1 X", "P2 X", "B+"},
		{"1", "Up", "2–1", "Down", "2", "2", "P4 X", "P3 X", "B+"},
		{"1", "Up", "2–1", "Down", "3", "", "P5 X", "", "bye"},
	}
	if got := rows[headRow:]; !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("the matches are %q, want %q", got, want)
	}
	if sheets := book.GetSheetList(); sheets[0] != "teamstandings" || !slices.Contains(sheets, "teams") {
		t.Errorf("the worksheets are %q", sheets)
	}
}

func TestTeamsAreRead(t *testing.T) {
	tn := match(t)
	const list = "Name;Rank;Joukkue;Seura\nAho Aino;2k;Up;Oulu\nBerg Bo;3k;New;Oulu\nChan Ci;4k;;Oulu\n"
	s, err := ReadSheet([]byte(list), tn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Teams(); !slices.Equal(got, []string{"Up", "New", ""}) || s.Rows[0].Player.Club != "Oulu" {
		t.Errorf("read the teams %q of %+v", got, s.Rows)
	}
	// Where no teams play, a team is a club, unless there is one.
	tn.Settings.Teams = tournament.TeamPlay{}
	if s, err = ReadSheet([]byte(list), tn, Options{}); err != nil || s.Teams()[0] != "" || s.Rows[0].Player.Club != "Oulu" {
		t.Errorf("read %+v, %v", s.Rows, err)
	}
	if s, err = ReadSheet([]byte("Name;Rank;Team\nAho Aino;2k;Up\n"), tn, Options{}); err != nil || s.Teams()[0] != "" || s.Rows[0].Player.Club != "Up" {
		t.Errorf("read %+v, %v", s.Rows, err)
	}
	// What we write we read.
	tn = match(t)
	var b bytes.Buffer
	if _, err := Write(&b, "csv", tn, nil); err != nil {
		t.Fatal(err)
	}
	tn.Players = nil
	if s, err = ReadSheet(b.Bytes(), tn, Options{}); err != nil || !slices.Equal(s.Teams(), []string{"Up", "Down", "Up", "Down", "Up"}) {
		t.Errorf("read again: %q, %v\n%s", s.Teams(), err, b.String())
	}
}
