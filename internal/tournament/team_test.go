package tournament

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/rank"
)

// clubs returns a tournament of teams with players of these clubs, the first of
// each the strongest.
func clubs(t *testing.T, boards int, names ...string) *Tournament {
	t.Helper()
	s, err := PresetNamed("teams")
	if err != nil {
		t.Fatal(err)
	}
	s.Teams.Boards = boards
	tn, err := New(Info{Slug: "league", Name: "League"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if _, err := tn.AddPlayer(Player{Family: fmt.Sprintf("P%02d", i+1), Rank: rank.Dan(6) - rank.Rank(i), Club: name}, RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

func TestClubTeams(t *testing.T) {
	for _, tt := range []struct {
		boards int
		clubs  string // of the players, the strongest first
		want   string
	}{
		{2, "Oulu Turku Oulu Turku", "Oulu [1 3], Turku [2 4]"},
		{2, "oulu Oulu", "oulu [1 2]"},
		{2, "Oulu Oulu Oulu", "Oulu [1 2 3]"},                           // a substitute
		{2, "Oulu Oulu Oulu Oulu Oulu", "Oulu 1 [1 2], Oulu 2 [3 4 5]"}, // two teams
		{3, "Oulu Oulu Turku Turku Turku - -", "Turku [3 4 5]"},         // too few, and players without a club
		{2, "Espoo Espoo", ""},                                          // a team of that name exists already
	} {
		t.Run(fmt.Sprintf("%d boards, %s", tt.boards, tt.clubs), func(t *testing.T) {
			tn := clubs(t, tt.boards, strings.Fields(strings.ReplaceAll(tt.clubs, "-", " "))...)
			if _, err := tn.SetTeam(Team{Name: "ESPOO"}); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, team := range tn.ClubTeams() {
				got = append(got, fmt.Sprint(team.Name, " ", team.Members))
				if _, err := tn.SetTeam(team); err != nil {
					t.Errorf("%s: %v", tt.clubs, err)
				}
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("%s on %d boards: %s, want %s", tt.clubs, tt.boards, strings.Join(got, ", "), tt.want)
			}
		})
	}
	if tn := clubs(t, 2, "Oulu", "Oulu"); len(tn.ClubTeams()) != 1 {
		t.Error("no team")
	} else if tn.Settings.Teams.Boards = 0; tn.ClubTeams() != nil {
		t.Error("teams in a tournament of single players")
	}
}

func TestMisplaced(t *testing.T) {
	tn := clubs(t, 3, "A", "A", "A")
	for _, tt := range []struct {
		order        []PlayerID
		upper, lower PlayerID
	}{
		{[]PlayerID{1, 2, 3}, 0, 0},
		{[]PlayerID{1, 3, 2}, 3, 2},
		{[]PlayerID{3, 2, 1}, 3, 2},
		{nil, 0, 0},
	} {
		t.Run(fmt.Sprint(tt.order), func(t *testing.T) {
			if upper, lower := tn.Misplaced(tt.order); upper != tt.upper || lower != tt.lower {
				t.Errorf("%v: %d before %d, want %d before %d", tt.order, upper, lower, tt.upper, tt.lower)
			}
		})
	}
}

// A team has separate changes in the log.
func TestUndoOfTeams(t *testing.T) {
	tn := clubs(t, 2, "A", "A", "A", "A")
	step := func(team Team) []Change {
		was := tn.Clone()
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
		return was.Diff(tn)
	}
	first := step(Team{Name: "One", Members: []PlayerID{1, 2}})
	second := step(Team{Name: "Two", Members: []PlayerID{3, 4}})
	if len(first) != 1 || first[0].Team == nil {
		t.Fatalf("entering a team changes %+v", first)
	}
	was := tn.Clone()
	if err := tn.RemovePlayer(4); err != nil {
		t.Fatal(err)
	}
	gone := was.Diff(tn)
	if err := tn.Undo(first); err != nil || len(tn.Settings.Teams.Teams) != 1 {
		t.Errorf("the first team stays: %v", err)
	}
	if err := tn.Undo(second); err == nil {
		t.Error("a team that has lost a player since is taken back")
	}
	if err := tn.Undo(gone); err != nil || len(tn.Settings.Teams.Teams[0].Members) != 2 {
		t.Errorf("the player does not return: %v", err)
	}
	if err := tn.Undo(second); err != nil || tn.Settings.Teams.Teams != nil {
		t.Errorf("the second team stays: %v", err)
	}
	// The addition of a player in a team cannot be undone.
	added := []Change{{Player: &Edit[Player]{New: tn.Player(1)}}}
	step(Team{Name: "One", Members: []PlayerID{1}})
	if err := tn.Undo(added); err == nil {
		t.Error("a team has an unknown member")
	}
}

// A team whose players have all withdrawn keeps its strength: it ranks among the others by it, and orders the seeds.
func TestTeamThatLeftKeepsItsRank(t *testing.T) {
	s := Presets()[0].Settings
	s.Teams.Boards = 2
	tn, err := New(Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	team := Team{Name: "Oulu"}
	for i, r := range []rank.Rank{rank.Dan(3), rank.Dan1, rank.Kyu(9)} {
		id, err := tn.AddPlayer(Player{Family: string(rune('A' + i)), Rank: r, Club: "Oulu", Status: CheckedIn}, RefuseNamesakes)
		if err != nil {
			t.Fatal(err)
		}
		team.Members = append(team.Members, id)
	}
	was := tn.AsPlayer(&team)
	for i := range tn.Players {
		tn.Players[i].Status = Withdrawn
	}
	if now := tn.AsPlayer(&team); now.Rank != rank.Dan(2) || now.Rank != was.Rank || now.Rating != was.Rating || now.Club != "Oulu" || now.Status != Withdrawn {
		t.Errorf("%+v, before the players left %+v", now, was)
	}
}
