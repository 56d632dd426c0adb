package director

import (
	"fmt"
	"slices"
	"testing"

	"tourney/internal/event/day"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// league makes a tournament of six teams of four players, the strongest first, with three rounds on three boards.
func league(t *testing.T, d *Director) {
	t.Helper()
	ctx := t.Context()
	settings := preset(t, "teams")
	settings.Rounds, settings.Teams.Boards = 3, 3
	slug, err := d.Create(ctx, anna, Creation{Info: tournament.Info{Slug: "cup", Name: "League"}, Settings: settings})
	must(t, err)
	var teams []tournament.Team
	for k := range 6 {
		team := tournament.Team{Name: fmt.Sprintf("Team %c", 'A'+k)}
		for m := range 4 {
			id, err := d.On(anna, slug).AddPlayer(ctx, tournament.Player{
				Family: fmt.Sprintf("%c%d", 'A'+k, m+1), Rank: rank.Dan(5) - rank.Rank(4*m+k), Club: fmt.Sprintf("Club %c", 'A'+k),
				Status: tournament.CheckedIn,
			}, tournament.RefuseNamesakes, "")
			must(t, err)
			team.Members = append(team.Members, id)
		}
		teams = append(teams, team)
	}
	n, err := d.On(anna, slug).AddTeams(ctx, teams, "")
	must(t, err)
	if n != 6 {
		t.Fatalf("%d teams entered", n)
	}
}

func named(t *testing.T, d *Director, name string) *tournament.Team {
	t.Helper()
	tn := state(t, d)
	for i := range tn.Settings.Teams.Teams {
		if team := &tn.Settings.Teams.Teams[i]; team.Name == name {
			return team
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// play enters results: at every board the stronger player wins.
func play(t *testing.T, d *Director, n int) {
	t.Helper()
	must(t, d.On(anna, "cup").Round(n).Publish(t.Context()))
	tn := state(t, d)
	for _, g := range tn.Round(n).Games {
		outcome := tournament.WhiteWins
		if tn.Player(g.Black).Rank > tn.Player(g.White).Rank {
			outcome = tournament.BlackWins
		}
		must(t, enter(d, anna, n, g.Table, g.Revision, outcome))
	}
}

func TestTeamTournament(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx := t.Context()
	met := map[[2]tournament.PlayerID]bool{}
	for n := 1; n <= 3; n++ {
		must(t, d.On(anna, "cup").Round(n).Pair(ctx, 1))
		tn := state(t, d)
		matches, byes := tn.Matches(n)
		if len(matches) != 3 || len(byes) != 0 || len(tn.Round(n).Byes) != 0 {
			t.Fatalf("round %d: %d matches, byes %v", n, len(matches), tn.Round(n).Byes)
		}
		for _, m := range matches {
			pair := [2]tournament.PlayerID{min(m.A, m.B), max(m.A, m.B)}
			if len(m.Games) != 3 || met[pair] {
				t.Errorf("round %d: match %v on %d boards, met before: %t", n, pair, len(m.Games), met[pair])
			}
			met[pair] = true
			for board, g := range m.Games {
				for _, id := range []tournament.PlayerID{g.Black, g.White} {
					if at, of := tn.Board(n, id); at != board+1 || of.A != m.A || tn.TeamOf(id).Members[board] != id {
						t.Errorf("round %d: player %d sits at board %d, want %d", n, id, at, board+1)
					}
				}
			}
		}
		play(t, d, n)
	}
	snapshot, err := d.Snapshot(ctx, "cup")
	must(t, err)
	var places []string
	for _, row := range snapshot.Teams(3).Rows {
		places = append(places, snapshot.Tournament.Team(row.Player).Name+" "+row.Text(0)+" "+row.Text(1))
	}
	// The upper team wins every board, so A wins all and F none.
	if len(places) != 6 || places[0] != "Team A 6 9" || places[5] != "Team F 0 0" {
		t.Errorf("the teams stand %q", places)
	}
	// Players rank by their own wins, unused substitutes last.
	if top := snapshot.Standings(3).Rows[0]; top.NBW != 6 || snapshot.Tournament.TeamOf(top.Player).Name != "Team A" {
		t.Errorf("the best player is %d with %s", top.Player, top.NBW)
	}
}

// The final standings of a team tournament list teams, and so does the effect of a correction.
func TestFinalStandingsOfTeams(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx, ed := t.Context(), d.On(anna, "cup")
	for n := 1; n <= 3; n++ {
		must(t, ed.Round(n).Pair(ctx, 1))
		play(t, d, n)
	}
	must(t, ed.Day().AnnounceFinal(ctx, ""))
	snapshot, err := d.Snapshot(ctx, "cup")
	must(t, err)
	list, rows := snapshot.Tournament.Frozen(), snapshot.Teams(3).Rows
	if len(list.Lines) != len(rows) || len(list.Lines[0].Scores) != len(list.Criteria) {
		t.Fatalf("%d lines for %d teams, %v for %v", len(list.Lines), len(rows), list.Lines[0].Scores, list.Criteria)
	}
	for i := range rows {
		if l := list.Lines[i]; l.Player != rows[i].Player || l.Name != snapshot.Tournament.Team(rows[i].Player).Name || l.Scores[0] != rows[i].Text(0) {
			t.Errorf("line %d is %+v", i+1, l)
		}
	}
	must(t, ed.Day().Reopen(ctx, "a slip was misread"))
	for _, g := range state(t, d).Round(3).Games[:3] { // a whole match
		outcome := tournament.BlackWins
		if g.Result.Outcome == tournament.BlackWins {
			outcome = tournament.WhiteWins
		}
		must(t, enter(d, anna, 3, g.Table, g.Revision, outcome))
	}
	must(t, ed.Day().AnnounceFinal(ctx, ""))
	finals := state(t, d).Day.Finals
	changes := day.Changes(&finals[0], &finals[1])
	if len(changes) == 0 {
		t.Error("nothing has changed")
	}
	for _, c := range changes {
		if named(t, d, c.Name).ID != c.Player {
			t.Errorf("the change of %s is about %d", c.Name, c.Player)
		}
	}
}

func TestTeamsChange(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx := t.Context()
	a, b := named(t, d, "Team A"), named(t, d, "Team B")
	wantFault(t, d.On(anna, "cup").RemoveTeam(ctx, 999), "team.missing")
	wantFault(t, d.On(anna, "cup").EditTeam(ctx, a.ID, func(team *tournament.Team) { team.Name = "team b" }), "team.twin")
	wantFault(t, d.On(anna, "cup").EditTeam(ctx, a.ID, func(team *tournament.Team) { team.Members = append(team.Members, b.Members[0]) }), "team.member.twice")
	wantFault(t, d.On(anna, "cup").EditTeam(ctx, a.ID, func(team *tournament.Team) { team.Name = " " }), "team.name")
	wantFault(t, d.On(anna, "cup").SetLineup(ctx, a.ID, 1, b.Members), "team.lineup")
	wantFault(t, d.On(anna, "cup").SetLineup(ctx, a.ID, 4, a.Members), "round.range")

	// Each step on a team has its separate undo.
	must(t, d.On(anna, "cup").EditTeam(ctx, a.ID, func(team *tournament.Team) { team.Name = "Aces" }))
	renamed := state(t, d).Version
	must(t, d.On(anna, "cup").RemoveTeam(ctx, b.ID))
	removed := state(t, d).Version
	bees := tournament.Team{Name: "Bees", Members: b.Members[:2]}
	id, err := d.On(anna, "cup").AddTeam(ctx, bees, sent("once", bees))
	must(t, err)
	if again, err := d.On(anna, "cup").AddTeam(ctx, bees, sent("once", bees)); err != nil || again != id {
		t.Errorf("the same request enters %d, %v; want %d again", again, err, id)
	}
	for _, other := range []tournament.Team{{Name: "Wasps", Members: b.Members[:2]}, {Name: "Bees", Members: b.Members[:1]}, {}} {
		_, err := d.On(anna, "cup").AddTeam(ctx, other, sent("once", other))
		wantFault(t, err, "form.reused")
	}
	wantFault(t, d.On(anna, "cup").Undo(ctx, removed), "undo.overtaken") // two of its players are Bees now
	must(t, d.On(anna, "cup").Undo(ctx, renamed))
	if team := state(t, d).Team(a.ID); team.Name != "Team A" {
		t.Errorf("the name is %s again", team.Name)
	}
	must(t, d.On(anna, "cup").RemoveTeam(ctx, id))
	must(t, d.On(anna, "cup").Undo(ctx, removed))
	if got := state(t, d).Team(b.ID); got == nil || !slices.Equal(got.Members, b.Members) {
		t.Errorf("team B came back as %+v", got)
	}
}

// A line-up changes the boards of a drawn round, but no other match; a result stays on its board.
func TestLineupOfADrawnRound(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx := t.Context()
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Pair(ctx, 1))
	a := named(t, d, "Team A")
	before := state(t, d)
	first := before.Round(1).Game(a.Members[0])
	must(t, d.On(anna, "cup").Because("wrong entry").SetLineup(ctx, a.ID, 1, []tournament.PlayerID{a.Members[0], a.Members[3], a.Members[2]}))
	now := state(t, d)
	if g := now.Round(1).Game(a.Members[0]); *g != *first {
		t.Errorf("the first board became %+v", g)
	}
	at, m := now.Board(1, a.Members[3])
	if at != 2 || m.Games[1].Table != first.Table+1 || now.Round(1).Game(a.Members[1]) != nil {
		t.Errorf("the substitute sits at board %d of %+v", at, m)
	}
	for i, g := range before.Round(1).Games {
		if !g.Has(a.Members[1]) && g != now.Round(1).Games[i] {
			t.Errorf("table %d changed too", g.Table)
		}
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Round(1).Publish(ctx))
	must(t, enter(d, anna, 1, m.Games[1].Table, m.Games[1].Revision, tournament.BlackWins))
	wantFault(t, d.On(anna, "cup").Because("wrong entry").SetLineup(ctx, a.ID, 1, nil), "game.finished")
	wantFault(t, d.On(anna, "cup").Because("wrong entry").EditTeam(ctx, a.ID, func(team *tournament.Team) { team.Members = team.Members[:3] }), "team.member.played")
	// The third board can still go to the remaining player.
	must(t, d.On(anna, "cup").Because("wrong entry").SetLineup(ctx, a.ID, 1, []tournament.PlayerID{a.Members[0], a.Members[3], a.Members[1]}))
	if at, _ := state(t, d).Board(1, a.Members[1]); at != 3 {
		t.Errorf("the player sits at board %d", at)
	}
	must(t, d.On(anna, "cup").Because("wrong entry").Undo(ctx, state(t, d).Version))
	if at, _ := state(t, d).Board(1, a.Members[2]); at != 3 {
		t.Errorf("after the undo the player sits at board %d", at)
	}
}

func TestTeamsChangePlaces(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx := t.Context()
	must(t, d.On(anna, "cup").RemoveTeam(ctx, named(t, d, "Team F").ID))
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 1))
	tn := state(t, d)
	matches, byes := tn.Matches(1)
	if len(matches) != 2 || len(byes) != 1 || len(tn.Round(1).Byes) != 3 {
		t.Fatalf("%d matches, byes %v of %v", len(matches), tn.Round(1).Byes, byes)
	}
	rest, a, b := byes[0], matches[0].A, matches[1].B
	check := func(what string, first, second [2]tournament.PlayerID, resting ...tournament.PlayerID) {
		t.Helper()
		matches, byes := state(t, d).Matches(1)
		var found [][2]tournament.PlayerID
		for _, m := range matches {
			found = append(found, [2]tournament.PlayerID{min(m.A, m.B), max(m.A, m.B)})
			for k, g := range m.Games {
				if black := state(t, d).TeamOf(g.Black).ID; (black == m.A) != (k%2 == 0) {
					t.Errorf("%s: board %d has the wrong colours", what, k+1)
				}
			}
		}
		for _, pair := range [][2]tournament.PlayerID{first, second} {
			if pair[0] != 0 && !slices.Contains(found, [2]tournament.PlayerID{min(pair[0], pair[1]), max(pair[0], pair[1])}) {
				t.Errorf("%s: %v do not meet in %v", what, pair, found)
			}
		}
		if !slices.Equal(byes, resting) {
			t.Errorf("%s: byes %v, want %v", what, byes, resting)
		}
	}
	must(t, d.On(anna, "cup").Round(1).Swap(ctx, a, b))
	check("swapped", [2]tournament.PlayerID{b, matches[0].B}, [2]tournament.PlayerID{matches[1].A, a}, rest)
	must(t, d.On(anna, "cup").Round(1).Swap(ctx, a, rest))
	check("bye", [2]tournament.PlayerID{b, matches[0].B}, [2]tournament.PlayerID{matches[1].A, rest}, a)
	must(t, d.On(anna, "cup").Round(1).Unmatch(ctx, b))
	check("taken apart", [2]tournament.PlayerID{}, [2]tournament.PlayerID{matches[1].A, rest}, a)
	wantFault(t, d.On(anna, "cup").Round(1).Unmatch(ctx, b), "team.unmatched")
	wantFault(t, d.On(anna, "cup").Round(1).PairTwo(ctx, b, rest), "player.paired")
	must(t, d.On(anna, "cup").Round(1).PairTwo(ctx, a, b))
	must(t, d.On(anna, "cup").Round(1).GiveBye(ctx, matches[0].B))
	check("paired", [2]tournament.PlayerID{a, b}, [2]tournament.PlayerID{matches[1].A, rest}, matches[0].B)
	must(t, d.On(anna, "cup").Round(1).LockMatch(ctx, rest))
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 9)) // both matches are locked now
	check("drawn anew", [2]tournament.PlayerID{a, b}, [2]tournament.PlayerID{matches[1].A, rest}, matches[0].B)
	must(t, d.On(anna, "cup").Round(1).UnlockMatch(ctx, rest))
	must(t, d.On(anna, "cup").Round(1).GiveBye(ctx, a)) // the bye moves
	check("out of a match", [2]tournament.PlayerID{matches[0].B, b}, [2]tournament.PlayerID{matches[1].A, rest}, a)
	must(t, d.On(anna, "cup").Round(1).GiveBye(ctx, matches[0].B))
	check("and back", [2]tournament.PlayerID{a, b}, [2]tournament.PlayerID{matches[1].A, rest}, matches[0].B)
	must(t, d.On(anna, "cup").Round(1).TakeBye(ctx, matches[0].B))
	must(t, d.On(anna, "cup").Round(1).Publish(ctx))
	g := state(t, d).Round(1).Games[1]
	must(t, enter(d, anna, 1, g.Table, g.Revision, tournament.BlackWins))
	tn = state(t, d)
	wantFault(t, d.On(anna, "cup").Round(1).Unmatch(ctx, tn.TeamOf(g.Black).ID), "game.finished")
	wantFault(t, d.On(anna, "cup").Round(1).Swap(ctx, tn.TeamOf(g.Black).ID, tn.TeamOf(tn.Round(1).Games[4].Black).ID), "game.finished")
	wantFault(t, d.On(anna, "cup").Round(1).GiveBye(ctx, tn.TeamOf(g.Black).ID), "game.finished")
}

// Short teams, empty ones and absent players.
func TestTeamsInTrouble(t *testing.T) {
	d := fresh(t)
	league(t, d)
	ctx := t.Context()
	a, b := named(t, d, "Team A"), named(t, d, "Team B")
	// Two of four are absent, one has withdrawn: one plays.
	must(t, d.On(anna, "cup").SetAttendance(ctx, a.Members[0], 1, tournament.Absent))
	must(t, d.On(anna, "cup").SetAttendance(ctx, a.Members[1], 1, tournament.Absent))
	must(t, d.On(anna, "cup").SetStatus(ctx, a.Members[3], tournament.Withdrawn))
	must(t, d.On(anna, "cup").Round(1).Pair(ctx, 1))
	tn := state(t, d)
	at, m := tn.Board(1, a.Members[2])
	sumA, sumB, open := m.Score(tn)
	if at != 1 || len(m.Games) != 1 || m.FreeA+m.FreeB != 2 || open != 1 || sumA+sumB != 4 {
		t.Errorf("a short team: board %d of %+v", at, m)
	}
	if !slices.ContainsFunc(pairing.Checks(tn, 1), func(c pairing.Check) bool { return c.Key == "team.check.short" }) {
		t.Error("no warning that the team is short")
	}
	must(t, d.On(anna, "cup").Round(1).Drop(ctx))
	must(t, d.On(anna, "cup").EditTeam(ctx, b.ID, func(team *tournament.Team) { team.Members = nil }))
	wantFault(t, d.On(anna, "cup").Round(1).Pair(ctx, 1), "team.empty")
	s := state(t, d).Settings
	s.Teams.Boards = 11
	wantFault(t, d.On(anna, "cup").SetUp(ctx, state(t, d).Info, s), "team.boards")
}
