package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// entrants returns a tournament of n invented players, checked in.
func entrants(t interface{ Fatal(...any) }, players int) *Tournament {
	s, err := PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := New(Info{Slug: "invented-cup", Name: "Invented Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range players {
		if _, err := tn.AddPlayer(Player{Family: fmt.Sprintf("P%02d", i), Rank: rank.Kyu(1 + i%9), Status: CheckedIn}, RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

func TestConstraintsAreChecked(t *testing.T) {
	tn := entrants(t, 4)
	for _, tt := range []struct {
		s   Constraints
		key string
	}{
		{Constraints{Wishes: []Wish{{A: 1, B: 1, Kind: Apart}}}, "constraint.wish.self"},
		{Constraints{Wishes: []Wish{{A: 1, B: 2}}}, "constraint.wish.kind"},
		{Constraints{Wishes: []Wish{{A: 1, B: 2, Kind: Apart, Until: 61}}}, "constraint.wish.until"},
		{Constraints{Wishes: []Wish{{A: 1, B: 77, Kind: Apart}}}, "player.missing"},
		{Constraints{Wishes: make([]Wish, 2001)}, "constraint.wishes.many"},
		{Constraints{Seats: []Seat{{Player: 1}}}, "game.table.range"},
		{Constraints{Seats: []Seat{{Player: 9, Table: 1}}}, "player.missing"},
		{Constraints{Blocked: []TableRange{{From: 3, To: 2}}}, "constraint.blocked"},
		{Constraints{StandIns: make([]PlayerID, 501)}, "constraint.tables.many"},
		{Constraints{StandIns: []PlayerID{9}}, "player.missing"},
		{Constraints{Family: "often"}, "constraint.family"},
		{Constraints{LocalClub: 101}, "constraint.localclub"},
	} {
		t.Run(tt.key, func(t *testing.T) {
			before := tn.Clone()
			if err := tn.SetConstraints(tt.s); !fault.Is(err, tt.key) {
				t.Errorf("%+v: %v, want fault %s", tt.s, err, tt.key)
			}
			if len(before.Diff(tn)) != 0 {
				t.Errorf("%s has changed the tournament", tt.key)
			}
		})
	}
}

func TestStageErrorsNameTheStage(t *testing.T) {
	tn := entrants(t, 4)
	for number := 2; number <= 4; number++ {
		s := tn.Settings
		s.Rounds, s.Stages = 9, []Stage{{From: 3, System: Swiss}, {From: 5, System: Swiss}, {From: 7, System: Swiss}}
		s.Stages[number-2].Qualify = 1
		var at *StageError
		if err := tn.SetSettings(s); !errors.As(err, &at) || at.Number != number || !fault.Is(err, "system.stage.qualify") {
			t.Errorf("stage %d: %v", number, err)
		}
	}
}

func TestSystemsAreChecked(t *testing.T) {
	tn := entrants(t, 4)
	for key, change := range map[string]func(s *Settings){
		"settings.system":      func(s *Settings) { s.Stages = []Stage{{From: 3, System: "draughts"}} },
		"system.stage.from":    func(s *Settings) { s.Stages = []Stage{{From: 3, System: Swiss}, {From: 3, System: Knockout}} },
		"system.stage.qualify": func(s *Settings) { s.Stages = []Stage{{From: 3, System: Swiss, Qualify: 1}} },
		"system.stage.others": func(s *Settings) {
			s.Stages = []Stage{{From: 3, System: Knockout, Others: "swim"}}
		},
		"system.stage.beside": func(s *Settings) { s.Stages = []Stage{{From: 3, System: Swiss, Others: PlayOn}} },
		"system.stage.before": func(s *Settings) {
			s.System, s.Stages = RoundRobin, []Stage{{From: 3, System: Knockout, Others: PlayOn}}
		},
		"system.pools": func(s *Settings) {
			s.Stages = []Stage{{From: 3, System: RoundRobin, Format: Format{Pools: MostPools + 1}}}
		},
		"system.accelerated":         func(s *Settings) { s.Format.Accelerated = -1 },
		"criterion.tiebreak.unknown": func(s *Settings) { s.Teams.TieBreaks = []TieBreak{"dice"} },
		"criterion.tiebreak.twice":   func(s *Settings) { s.Teams.TieBreaks = []TieBreak{TieUpper, TieUpper} },
		"criterion.tiebreak.after":   func(s *Settings) { s.Teams.TieBreaks = []TieBreak{TieLot, TieUpper} },
		"team.boards":                func(s *Settings) { s.Teams.Boards = 11 },
		"team.number": func(s *Settings) {
			s.Teams = TeamPlay{Boards: 2, Teams: []Team{{ID: 1, Members: []PlayerID{2}}, {ID: 3, Members: []PlayerID{2}}}}
		},
		"team.members": func(s *Settings) {
			s.Teams = TeamPlay{Boards: 2, Teams: []Team{{ID: 1, Members: make([]PlayerID, 31)}}}
		},
		"system.seeds.twice": func(s *Settings) {
			s.Stages = []Stage{{From: 2, System: Knockout, Format: Format{Seeds: []PlayerID{2, 2}}}}
		},
		"team.criterion":          func(s *Settings) { s.PairingCriteria = []Criterion{TeamPoints} },
		"settings.criterion":      func(s *Settings) { s.PairingCriteria = []Criterion{"LUCK"} },
		"settings.criteria":       func(s *Settings) { s.Criteria = nil },
		"settings.criteria.twice": func(s *Settings) { s.PairingCriteria = []Criterion{MMS, MMS} },
	} {
		t.Run(key, func(t *testing.T) {
			s := tn.Settings
			change(&s)
			if err := tn.SetSettings(s); !fault.Is(err, key) {
				t.Errorf("%v, want fault %s", err, key)
			}
		})
	}
	s := tn.Settings
	s.Stages = []Stage{{From: 3, System: Swiss}, {From: 5, System: Knockout, Qualify: 2}}
	if err := tn.SetSettings(s); err != nil {
		t.Fatal(err)
	}
	var systems []System
	for n := 1; n <= 5; n++ {
		systems = append(systems, tn.Settings.Stage(n).System)
	}
	if !slices.Equal(systems, []System{McMahon, McMahon, Swiss, Swiss, Knockout}) {
		t.Errorf("stages %v", systems)
	}
}

// The others continue with the last earlier system whose pairings are an optimum.
func TestBeside(t *testing.T) {
	s := entrants(t, 4).Settings
	s.Stages = []Stage{
		{From: 3, System: RoundRobin, Qualify: 6, Others: PlayOn}, {From: 4, System: Knockout, Qualify: 2, Others: PlayOnWithLosers},
		{From: 5, System: Knockout, Qualify: 2},
	}
	for n, want := range map[int]System{1: "", 2: "", 3: McMahon, 4: McMahon, 5: ""} {
		beside, ok := s.SideStage(n)
		if beside.System != want || ok != (want != "") {
			t.Errorf("round %d: %q, %v, want %q", n, beside.System, ok, want)
		}
	}
	for from, want := range map[int]int{1: 2, 3: 1, 5: 1} {
		if got := s.Length(s.Stage(from)); got != want {
			t.Errorf("the stage from round %d has %d rounds, want %d", from, got, want)
		}
	}
}

func TestEverySystemHasSettings(t *testing.T) {
	tn := entrants(t, 4)
	for _, boards := range []int{0, 3} {
		for _, system := range Systems() {
			s := tn.Settings
			s.Teams.Boards = boards
			s = s.WithSystem(system)
			err := tn.SetSettings(s)
			if system == Open && boards > 0 {
				if !fault.Is(err, "open.alone") {
					t.Errorf("open play with teams: %v", err)
				}
				continue
			}
			if err != nil || tn.Settings.System != system || tn.Settings.Rounds != map[bool]int{true: MostTurns, false: 5}[system == Open] {
				t.Errorf("%s with %d boards: %d rounds, %v", system, boards, tn.Settings.Rounds, err)
			}
		}
	}
}

func TestTeamsAreChecked(t *testing.T) {
	tn := entrants(t, 6)
	if _, err := tn.SetTeam(Team{Name: "Owls"}); !fault.Is(err, "team.none") {
		t.Errorf("a team without boards: %v", err)
	}
	tn.Settings.Teams.Boards = 2
	owls, err := tn.SetTeam(Team{Name: " Owls ", Members: []PlayerID{1, 2, 3}, Lineups: []Lineup{{Round: 2, Players: []PlayerID{3, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		team Team
		key  string
	}{
		{"no name", Team{}, "team.name"}, {"the same name", Team{Name: "OWLS"}, "team.twin"}, {"an unknown team", Team{ID: 99, Name: "X"}, "team.missing"},
		{"a member of another team", Team{Name: "Hawks", Members: []PlayerID{3}}, "team.member.twice"},
		{"a member twice", Team{Name: "Hawks", Members: []PlayerID{4, 4}}, "team.member.twice"},
		{"an unknown player", Team{Name: "Hawks", Members: []PlayerID{99}}, "player.missing"},
		{"a line-up with a guest", Team{Name: "Hawks", Members: []PlayerID{4}, Lineups: []Lineup{{Round: 1, Players: []PlayerID{5}}}}, "team.lineup"},
		{"no round", Team{Name: "Hawks", Lineups: []Lineup{{Round: 0}}}, "team.lineup.round"},
		{"too many members", Team{Name: "Hawks", Members: make([]PlayerID, 31)}, "team.members"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tn.SetTeam(tt.team); !fault.Is(err, tt.key) {
				t.Errorf("%+v: %v, want fault %s", tt.team, err, tt.key)
			}
		})
	}
	team := tn.Team(owls)
	if team.Name != "Owls" || tn.TeamOf(2).ID != owls || tn.TeamOf(5) != nil {
		t.Errorf("%+v", team)
	}
	for round, want := range [][]PlayerID{{1, 2}, {3, 1}} {
		if got := tn.Lineup(team, round+1); !slices.Equal(got, want) {
			t.Errorf("round %d: %v sit down, want %v", round+1, got, want)
		}
	}
	if err := tn.RemovePlayer(1); err != nil {
		t.Fatal(err)
	}
	if team := tn.Team(owls); !slices.Equal(team.Members, []PlayerID{2, 3}) || !slices.Equal(team.Lineups[0].Players, []PlayerID{3}) {
		t.Errorf("after a member has gone: %+v", team)
	}
	if err := tn.RemoveTeam(owls); err != nil || tn.Team(owls) != nil {
		t.Errorf("the team stays: %v", err)
	}
	if err := tn.RemoveTeam(owls); !fault.Is(err, "team.missing") {
		t.Errorf("a team twice removed: %v", err)
	}
}

// Every constraint survives JSON, and its undo is exact.
func TestUndoOfConstraintsIsLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := entrants(t, 8)
		tn.Settings.Teams.Boards = 2
		step := func() error {
			player := rapid.Custom(func(t *rapid.T) PlayerID {
				return tn.Players[rapid.IntRange(0, len(tn.Players)-1).Draw(t, "player")].ID
			})
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				return tn.SetConstraints(Constraints{
					Wishes:  []Wish{{A: player.Draw(t, "a"), B: player.Draw(t, "b"), Kind: Apart, Until: rapid.IntRange(0, 3).Draw(t, "until")}},
					Seats:   []Seat{{Player: player.Draw(t, "c"), Table: 7}},
					Blocked: []TableRange{}, StandIns: []PlayerID{player.Draw(t, "ghost")},
				})
			case 1:
				_, err := tn.SetTeam(Team{Name: rapid.StringMatching(`[A-Z]{1,3}`).Draw(t, "team"), Members: []PlayerID{player.Draw(t, "d"), player.Draw(t, "e")}})
				return err
			case 2:
				return tn.OrderSeeds(1, []PlayerID{player.Draw(t, "f")})
			case 3:
				return tn.RemovePlayer(player.Draw(t, "g"))
			}
			if teams := tn.Settings.Teams.Teams; len(teams) > 0 {
				return tn.RemoveTeam(teams[0].ID)
			}
			return nil
		}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			was := tn.Clone()
			if err := step(); err != nil {
				if len(was.Diff(tn)) != 0 {
					t.Fatalf("%v, and yet %+v", err, was.Diff(tn))
				}
				continue
			}
			text, err := json.Marshal(was.Diff(tn))
			if err != nil {
				t.Fatal(err)
			}
			var changes []Change
			if err := json.Unmarshal(text, &changes); err != nil {
				t.Fatal(err)
			}
			back := tn.Clone()
			if err := back.Undo(changes); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			back.LastID = was.LastID
			if !reflect.DeepEqual(back.Settings, was.Settings) || !reflect.DeepEqual(back.Players, was.Players) {
				t.Fatalf("%+v\nis not\n%+v", back, was)
			}
		}
	})
}
