package exchange

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// teamMatch is a tournament of four teams of two boards, one of them with a
// substitute and a line-up of its own.
func teamMatch(t testing.TB) *tournament.Tournament {
	t.Helper()
	s, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	s.Teams.Boards = 2
	s.Criteria = []tournament.Criterion{tournament.TeamPoints, tournament.BoardWins, tournament.UpperBoards(1), tournament.NBW, tournament.SOSW}
	tn, err := tournament.New(tournament.Info{Slug: "teams", Name: "Teams"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 9 {
		p := tournament.Player{Family: "P" + string(rune('a'+i)), Given: "X", Rank: rank.Kyu(1 + i), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, false); err != nil {
			t.Fatal(err)
		}
	}
	for i, members := range [][]tournament.PlayerID{{1, 2}, {3, 4, 9}, {5, 6}, {7, 8}} {
		team := tournament.Team{Name: fmt.Sprintf("Team %c", 'A'+i), Members: members}
		if i == 1 {
			team.Lineups = []tournament.Lineup{{Round: 2, Players: []tournament.PlayerID{9, 3}}}
		}
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
	}
	black, white := tournament.Result{Outcome: tournament.BlackWins}, tournament.Result{Outcome: tournament.WhiteWins}
	play(t, tn, nil,
		tournament.Game{Black: 1, White: 3, Komi: 13, Result: black}, tournament.Game{Black: 4, White: 2, Komi: 13, Result: black},
		tournament.Game{Black: 5, White: 7, Komi: 13, Result: white}, tournament.Game{Black: 8, White: 6, Komi: 13, Result: black})
	play(t, tn, nil,
		tournament.Game{Black: 9, White: 7, Komi: 13, Result: black}, tournament.Game{Black: 8, White: 3, Komi: 13, Result: white},
		tournament.Game{Black: 1, White: 5, Komi: 13, Result: black}, tournament.Game{Black: 6, White: 2, Komi: 13, Result: white})
	return tn
}

func TestTeamsGoThroughOpenGotha(t *testing.T) {
	tn := teamMatch(t)
	tn.Settings.Clock.Periods = 1 // OpenGotha knows no others
	out, notes := written(t, tn)
	if len(notes) > 0 {
		t.Errorf("notes %v", brief(notes))
	}
	for _, want := range []string{
		`<Team teamName="Team B" teamNumber="2">`, `<Board boardNumber="1" player="PCX" roundNumber="0"/>`, `<Board boardNumber="1" player="PIX" roundNumber="2"/>`,
		`<TeamGeneralParameterSet teamSize="2"/>`, `<PlacementCriterion name="TEAMP" number="1"/>`, `<PlacementCriterion name="NBW" number="1"/>`,
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the file lacks %s:\n%s", want, out)
		}
	}
	again, notes, err := Read(out)
	if err != nil || len(notes) > 0 {
		t.Fatal(brief(notes), err)
	}
	if diff := cmp.Diff(tn.Settings.Teams, again.Settings.Teams); diff != "" {
		t.Errorf("teams (-was +read):\n%s", diff)
	}
	if diff := cmp.Diff(tn.Settings.Criteria, again.Settings.Criteria); diff != "" {
		t.Errorf("criteria (-was +read):\n%s", diff)
	}
	for n := 1; n <= 2; n++ {
		was, _ := tn.Matches(n)
		now, _ := again.Matches(n)
		if len(was) != 2 || len(now) != 2 || was[0].Result(tn) != now[0].Result(again) || was[1].A != now[1].A {
			t.Errorf("round %d: %+v and %+v", n, was, now)
		}
	}
	if twice, _ := written(t, again); string(twice) != string(out) {
		t.Error("the second file differs from the first")
	}
}

// Teams beside a tournament of single players are kept as they stand, and so
// are those that contradict themselves.
func TestTeamsThatDoNotPlayAreKept(t *testing.T) {
	out, _ := written(t, teamMatch(t))
	for name, change := range map[string][2]string{
		"a game inside a team":     {`blackPlayer="PAX" handicap="0" knownColor="true" result="RESULT_BLACKWINS" roundNumber="1" tableNumber="1" whitePlayer="PCX"`, `blackPlayer="PAX" roundNumber="1" tableNumber="1" whitePlayer="PBX"`},
		"two opponents in a round": {`tableNumber="1" whitePlayer="PCX"`, `tableNumber="1" whitePlayer="PGX"`},
		"somebody unknown":         {`player="PBX" roundNumber="0"`, `player="NOBODY" roundNumber="0"`},
		"somebody in two teams":    {`player="PBX" roundNumber="0"`, `player="PCX" roundNumber="0"`},
		"somebody without a team":  {`<Board boardNumber="1" player="PAX" roundNumber="0"/>`, ``},
		"two teams of one name":    {`teamName="Team B"`, `teamName="Team A"`},
	} {
		file := strings.Replace(string(out), change[0], change[1], 1)
		if file == string(out) {
			t.Fatalf("%s: nothing was changed", name)
		}
		tn, notes, err := Read([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if tn.Settings.Teams.Boards != 0 || !strings.Contains(fmt.Sprint(brief(notes)), "opengotha.teams 4") || tn.Settings.Criteria[0] != tournament.NBW {
			t.Errorf("%s: %+v, notes %v", name, tn.Settings.Teams, brief(notes))
		}
		again, _ := written(t, tn)
		if !strings.Contains(string(again), `teamName="Team D"`) || !strings.Contains(string(again), `teamSize="2"`) {
			t.Errorf("%s: the teams are not kept", name)
		}
	}
}

// What only tourney knows is told when it is left behind.
func TestOtherProgramsLackRoom(t *testing.T) {
	tn := small(t)
	s := &tn.Settings
	s.PairingCriteria = []tournament.Criterion{tournament.MMS}
	s.Prizes.List = []tournament.Prize{{Name: "Main", Places: 1}}
	s.Rating = tournament.RatingRules{Formula: "egf-2020", Class: "B", Code: "E260314"}
	s.Stages = []tournament.Stage{{From: 4, System: tournament.Knockout}}
	s.Steering = tournament.Steering{
		Family: tournament.FamilyApart, Blocked: []tournament.TableRange{{From: 3, To: 4}}, Ghosts: []tournament.PlayerID{3},
	}
	s.System = tournament.Free
	fields := []string{"pairing-criteria", "prizes", "formula", "class", "stages", "wishes", "tables", "ghosts", "starts"}
	for format, prefix := range map[string]string{"opengotha": "0: opengotha.lost.setting ", "macmahon": "0: export.lost.setting "} {
		_, notes := asFile(t, format, tn)
		said := strings.Join(brief(notes), "\n") + "\n"
		want := fields
		if format == "opengotha" {
			want = append([]string{"system"}, fields...)
		}
		for _, field := range want {
			if !strings.Contains(said, prefix+field+"\n") {
				t.Errorf("%s does not tell that %s is lost:\n%s", format, field, said)
			}
		}
	}
	if _, notes := asFile(t, "macmahon", teamMatch(t)); !strings.Contains(fmt.Sprint(brief(notes)), "export.lost.setting teams") {
		t.Errorf("the teams are lost in silence: %v", brief(notes))
	}
}

// Every format can be written of a tournament of teams.
func TestTeamsAreWrittenEverywhere(t *testing.T) {
	tn := teamMatch(t)
	for i := range tn.Players {
		tn.Players[i].AGA = fmt.Sprint(90001 + i)
	}
	for _, f := range Formats() {
		if f.Writes == Nothing {
			continue
		}
		if text, _ := asFile(t, f.Name, tn); text == "" {
			t.Errorf("%s: an empty file", f.Name)
		}
		Check(tn, f.Name)
		Respellings(tn, f.Name)
	}
	text, _ := asFile(t, "egd", tn)
	if !strings.Contains(text, "Co Club   NBW  SOSW\n") {
		t.Errorf("the wall list has other columns than those of players:\n%s", text)
	}
}
