package tournament

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rank"
)

// attended returns a tournament of four rounds, two of them published, with three places, and a player of every kind.
func attended(t *testing.T) (tn *Tournament, ids map[string]PlayerID) {
	t.Helper()
	s := Presets()[0].Settings
	s.Rounds, s.SignUp.Limit = 4, 7
	tn, err := New(Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	ids = map[string]PlayerID{}
	since := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	add := func(name string, status Status, absent ...int) {
		p := Player{Family: name, Rank: rank.Kyu1, Status: status, Since: since}
		since = since.Add(time.Minute)
		id, err := tn.AddPlayer(p, RefuseNamesakes)
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = id
		for _, n := range absent {
			tn.Player(id).Absent = tn.Player(id).Absent.With(n)
		}
	}
	add("Aho", CheckedIn)
	add("Berg", CheckedIn)
	add("No-show", CheckedIn)
	add("Left", CheckedIn)
	add("Bye", CheckedIn, 2)
	add("Away", CheckedIn, 1, 2, 3, 4)
	add("Late", CheckedIn, 1, 2)
	add("Place", Preliminary)
	add("Cancelled", Withdrawn)
	add("Reserve", Preliminary)
	add("Stand-in", CheckedIn)
	add("Half", CheckedIn, 1, 2, 3, 4)
	tn.Player(ids["Half"]).HalfByes = Rounds(0).With(2)
	if err := tn.AddStandIn(ids["Stand-in"]); err != nil {
		t.Fatal(err)
	}
	return tn, ids
}

// playTwo adds the rounds of attended.
func playTwo(t *testing.T, tn *Tournament, ids map[string]PlayerID) {
	t.Helper()
	win, forfeit := Result{Outcome: BlackWins}, Result{Outcome: BlackWins, Manner: ByForfeit}
	tn.Rounds = []Round{
		{Number: 1, Published: true, Byes: []PlayerID{ids["Bye"]}, Games: []Game{
			{ID: 101, Round: 1, Table: 1, Black: ids["Aho"], White: ids["Left"], Result: win},
			{ID: 102, Round: 1, Table: 2, Black: ids["Berg"], White: ids["No-show"], Result: forfeit},
		}},
		{Number: 2, Published: true, Games: []Game{{ID: 103, Round: 2, Table: 1, Black: ids["Aho"], White: ids["Berg"], Result: win}}},
	}
	tn.LastID = 103
	for _, name := range []string{"No-show", "Left"} {
		tn.Player(ids[name]).Status = Withdrawn
	}
}

// TestParticipation asks about players of every kind before the first round, after two rounds, and at the end.
func TestParticipation(t *testing.T) {
	tn, ids := attended(t)
	tn.Settings.SignUp.Limit = 9
	got := func() map[string]Part {
		parts, who := map[string]Part{}, tn.Participation()
		for name, id := range ids {
			parts[name] = who.Part(id)
			if who.Has(id) != slices.ContainsFunc(tn.Participants(), func(p *Player) bool { return p.ID == id }) {
				t.Errorf("%s: Has and Participants differ", name)
			}
		}
		return parts
	}
	want := map[string]Part{
		"Aho": PartEntrant, "Berg": PartEntrant, "No-show": PartEntrant, "Left": PartEntrant, "Bye": PartEntrant, "Away": PartEntrant,
		"Late": PartEntrant, "Place": PartEntrant, "Cancelled": PartCancelled, "Reserve": PartReserve, "Stand-in": PartStandIn, "Half": PartEntrant,
	}
	if diff := cmp.Diff(want, got()); diff != "" {
		t.Errorf("before the first round (-want +got):\n%s", diff)
	}
	playTwo(t, tn, ids)
	for _, name := range []string{"Aho", "Berg", "No-show", "Left", "Bye", "Half"} {
		want[name] = PartPlayer
	}
	want["Away"], want["Place"], want["Reserve"] = PartMissing, PartMissing, PartMissing // the reserve has the place of a player who left
	if diff := cmp.Diff(want, got()); diff != "" {
		t.Errorf("after two rounds (-want +got):\n%s", diff)
	}
	tn.Settings.Rounds, want["Late"] = 2, PartMissing
	if diff := cmp.Diff(want, got()); diff != "" {
		t.Errorf("at the end (-want +got):\n%s", diff)
	}
	if part := tn.Participation().Part(999); part != PartUnknown || part.Listed() {
		t.Errorf("nobody is %v", part)
	}
}

// An agreed half point does not take a reserve or an expected player into the field.
func TestHalfPointsOfExpectedPlayers(t *testing.T) {
	tn, ids := attended(t)
	playTwo(t, tn, ids)
	for name, want := range map[string]Part{"Place": PartMissing, "Cancelled": PartPlayer, "Reserve": PartReserve, "Late": PartPlayer} {
		p := tn.Player(ids[name])
		p.Absent, p.HalfByes = p.Absent.With(1), p.HalfByes.With(1)
		if part := tn.Participation().Part(p.ID); part != want {
			t.Errorf("%s: part %d, want %d", name, part, want)
		}
	}
}

// A player with a game stays in the field, regardless of their present status.
func TestPlayersStayInTheField(t *testing.T) {
	tn, ids := attended(t)
	playTwo(t, tn, ids)
	for status := range statusNames {
		tn.Player(ids["Aho"]).Status = Status(status)
		if part := tn.Participation().Part(ids["Aho"]); part != PartPlayer {
			t.Errorf("%v: %v", Status(status), part)
		}
	}
}

// Members of a team that never sat down take no part, nor does the team; a team of reserves is not there yet.
func TestTeamsThatNeverSatDown(t *testing.T) {
	s := Presets()[0].Settings
	s.Rounds, s.Teams.Boards, s.SignUp.Limit = 1, 2, 3
	tn, err := New(Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	teams := map[string]PlayerID{}
	for i, name := range []string{"Oulu", "Turku", "Vaasa", "Pori"} {
		status := CheckedIn
		if i > 1 {
			status = Preliminary
		}
		id, err := tn.AddPlayer(Player{Family: name, Rank: rank.Kyu1, Status: status, Since: time.Unix(int64(100+i), 0)}, RefuseNamesakes)
		if err != nil {
			t.Fatal(err)
		}
		tn.LastID++
		team := Team{ID: PlayerID(tn.LastID), Name: name, Members: []PlayerID{id}}
		tn.Settings.Teams.Teams = append(tn.Settings.Teams.Teams, team)
		teams[name] = team.ID
	}
	names := func() (list []string) {
		for _, p := range tn.OfTeams().Participants() {
			list = append(list, p.Family)
		}
		return list
	}
	if got := names(); !slices.Equal(got, []string{"Oulu", "Turku", "Vaasa"}) {
		t.Errorf("before the first round: %v", got)
	}
	a, b := tn.Settings.Teams.Teams[0].Members[0], tn.Settings.Teams.Teams[1].Members[0]
	tn.Rounds = []Round{{Number: 1, Published: true, Games: []Game{{ID: 90, Round: 1, Table: 1, Black: a, White: b}}}}
	if got := names(); !slices.Equal(got, []string{"Oulu", "Turku"}) {
		t.Errorf("after the round: %v", got)
	}
	if got := len(tn.Participants()); got != 2 {
		t.Errorf("%d players take part, want 2", got)
	}
}
