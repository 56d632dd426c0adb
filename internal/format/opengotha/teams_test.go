package opengotha

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func TestTeamsComeBack(t *testing.T) {
	tn := formattest.TeamMatch(t)
	tn.Settings.Clock.Periods = 1 // OpenGotha has no others
	out, findings := written(t, tn)
	if len(findings) > 0 {
		t.Errorf("findings %v", formattest.Brief(findings))
	}
	for _, want := range []string{
		`<Team teamName="Team B" teamNumber="2">`, `<Board boardNumber="1" player="PCX" roundNumber="0"/>`, `<Board boardNumber="1" player="PIX" roundNumber="2"/>`,
		`<TeamGeneralParameterSet teamSize="2"/>`, `<PlacementCriterion name="TEAMP" number="1"/>`, `<PlacementCriterion name="NBW" number="1"/>`,
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the file lacks %s:\n%s", want, out)
		}
	}
	again, findings, err := Read(out)
	if err != nil || len(findings) > 0 {
		t.Fatal(formattest.Brief(findings), err)
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

// Teams beside a tournament of single players are kept unchanged, and so are contradictory teams.
func TestTeamsThatDoNotPlayAreKept(t *testing.T) {
	out, _ := written(t, formattest.TeamMatch(t))
	for name, change := range map[string][2]string{
		"a game inside a team":     {`blackPlayer="PAX" handicap="0" knownColor="true" result="RESULT_BLACKWINS" roundNumber="1" tableNumber="1" whitePlayer="PCX"`, `blackPlayer="PAX" roundNumber="1" tableNumber="1" whitePlayer="PBX"`},
		"two opponents in a round": {`tableNumber="1" whitePlayer="PCX"`, `tableNumber="1" whitePlayer="PGX"`},
		"somebody unknown":         {`player="PBX" roundNumber="0"`, `player="NOBODY" roundNumber="0"`},
		"somebody in two teams":    {`player="PBX" roundNumber="0"`, `player="PCX" roundNumber="0"`},
		"somebody without a team":  {`<Board boardNumber="1" player="PAX" roundNumber="0"/>`, ``},
		"two teams of one name":    {`teamName="Team B"`, `teamName="Team A"`},
	} {
		t.Run(name, func(t *testing.T) {
			file := strings.Replace(string(out), change[0], change[1], 1)
			if file == string(out) {
				t.Fatalf("%s: nothing was changed", name)
			}
			tn, findings, err := Read([]byte(file))
			if err != nil {
				t.Fatal(err)
			}
			if tn.Settings.Teams.Boards != 0 || !strings.Contains(fmt.Sprint(formattest.Brief(findings)), "opengotha.teams 4") || tn.Settings.Criteria[0] != tournament.NBW {
				t.Errorf("%+v, findings %v", tn.Settings.Teams, formattest.Brief(findings))
			}
			again, _ := written(t, tn)
			if !strings.Contains(string(again), `teamName="Team D"`) || !strings.Contains(string(again), `teamSize="2"`) {
				t.Errorf("%s: the teams are not kept", name)
			}
		})
	}
}
