package opengotha

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/xmltree"
	"tourney/internal/tournament"
)

// A foundTeam is a team of a file: its name, and the players on its boards by round. Round 0 stands for all rounds
// without an order.
type foundTeam struct {
	name   string
	boards map[int][]tournament.PlayerID
}

// teams reads the teams if they play: every game of the file is then one board of a match. Teams beside a tournament of
// single players are kept unchanged.
func (g *reader) teams() error {
	teams := g.teamsInFile()
	if len(teams) < 2 || !g.matches(teams) {
		return nil
	}
	before := *g.T
	s := &g.T.Settings
	s.Teams.Boards = g.boards(teams)
	s.Criteria = append(g.teamCriteria(), s.Criteria...)
	for _, team := range teams {
		if _, err := g.T.SetTeam(team.team()); err != nil {
			*g.T = before // kept, as those of other tournaments are
			return nil
		}
	}
	return nil
}

// teamsInFile returns the teams of the file; nil if a member is unknown, sits twice, or is in two teams.
func (g *reader) teamsInFile() []foundTeam {
	elements := g.root.All("Team")
	slices.SortStableFunc(elements, byNumber("teamNumber"))
	var teams []foundTeam
	in := map[tournament.PlayerID]int{}
	for i, e := range elements {
		team := foundTeam{name: strings.Join(strings.Fields(e.Value("teamName")), " "), boards: map[int][]tournament.PlayerID{}}
		seats := e.All("Board")
		slices.SortStableFunc(seats, byNumber("boardNumber"))
		for _, seat := range seats {
			id, round := g.find(seat.Value("player")), number(seat, "roundNumber")
			other, elsewhere := in[id]
			if id == 0 || elsewhere && other != i || slices.Contains(team.boards[round], id) {
				return nil
			}
			in[id] = i
			team.boards[round] = append(team.boards[round], id)
		}
		teams = append(teams, team)
	}
	return teams
}

// matches reports whether all games are of two teams, of which each has one
// opponent in a round.
func (g *reader) matches(teams []foundTeam) bool {
	of := map[tournament.PlayerID]int{}
	for i, team := range teams {
		for _, order := range team.boards {
			for _, id := range order {
				of[id] = i + 1
			}
		}
	}
	opponent := map[[2]int]int{} // of a team in a round
	for _, e := range g.root.All("Game") {
		n := number(e, "roundNumber")
		black, white := of[g.find(e.Value("blackPlayer"))], of[g.find(e.Value("whitePlayer"))]
		if black == 0 || white == 0 || black == white {
			return false
		}
		for _, pair := range [][2]int{{black, white}, {white, black}} {
			at := [2]int{n, pair[0]}
			if other, met := opponent[at]; met && other != pair[1] {
				return false
			}
			opponent[at] = pair[1]
		}
	}
	return true
}

// boards returns the number of boards of a match: from the file, else the largest number of boards of a team.
func (g *reader) boards(teams []foundTeam) int {
	size := number(g.root.First("TeamGeneralParameterSet"), "teamSize")
	if size == 0 {
		for _, team := range teams {
			for _, order := range team.boards {
				size = max(size, len(order))
			}
		}
	}
	return min(max(size, 2), tournament.MostBoards)
}

func (g *reader) teamCriteria() []tournament.Criterion {
	var criteria []tournament.Criterion
	for _, e := range g.root.First("TeamPlacementParameterSet").All("PlacementCriterion") {
		c := tournament.Criterion(e.Value("name"))
		switch {
		case c == "NULL" || c == "":
		case !c.OfTeams():
			g.warn(e, "opengotha.criterion.unknown", fault.Clip(string(c)))
		case !slices.Contains(criteria, c):
			criteria = append(criteria, c)
		}
	}
	if len(criteria) == 0 {
		criteria = tournament.DefaultTeamCriteria(tournament.Swiss, tournament.MostBoards)
	}
	return criteria
}

// team makes the team: its members in the order of the boards, and line-ups for rounds with another order.
func (t foundTeam) team() tournament.Team {
	team := tournament.Team{Name: t.name}
	rounds := slices.Sorted(maps.Keys(t.boards))
	for i, n := range rounds {
		order := t.boards[n]
		for _, id := range order {
			if !slices.Contains(team.Members, id) {
				team.Members = append(team.Members, id)
			}
		}
		if i > 0 && !slices.Equal(order, t.boards[rounds[0]]) {
			team.Lineups = append(team.Lineups, tournament.Lineup{Round: n, Players: order})
		}
	}
	return team
}

// teams writes the teams of the tournament, or of an imported file.
func (g *writer) teams(root *xmltree.Element) {
	if g.t.Settings.Teams.Boards == 0 {
		g.foreign(root, "Teams", nil)
		return
	}
	list := root.Add(xmltree.New("Teams"))
	for i := range g.t.Settings.Teams.Teams {
		team := &g.t.Settings.Teams.Teams[i]
		e := list.Add(xmltree.New("Team", "teamName", team.Name, "teamNumber", strconv.Itoa(i+1)))
		g.seats(e, team, 0, team.Members)
		for _, l := range team.Lineups {
			g.seats(e, team, l.Round, l.Players)
		}
	}
}

// seats writes the players on the boards of a team in a round; OpenGotha has ten boards.
func (g *writer) seats(e *xmltree.Element, team *tournament.Team, round int, players []tournament.PlayerID) {
	if len(players) > tournament.MostBoards {
		g.lost("opengotha.lost.members", team.Name, len(players)-tournament.MostBoards)
		players = players[:tournament.MostBoards]
	}
	for i, id := range players {
		e.Add(xmltree.New("Board", "boardNumber", strconv.Itoa(i+1), "player", g.keys[id], "roundNumber", strconv.Itoa(round)))
	}
}

// teamSettings writes the number of boards of a match and the criteria of teams.
func (g *writer) teamSettings(root *xmltree.Element) {
	boards := g.t.Settings.Teams.Boards
	if boards == 0 {
		g.foreign(root, "TeamTournamentParameterSet", nil)
		return
	}
	set := root.Add(xmltree.New("TeamTournamentParameterSet"))
	set.Add(xmltree.New("TeamGeneralParameterSet", "teamSize", strconv.Itoa(boards)))
	single := func(c tournament.Criterion) bool { return !c.OfTeams() }
	ours := slices.DeleteFunc(slices.Clone(g.t.Settings.Criteria), single)
	g.criteria(set.Add(xmltree.New("TeamPlacementParameterSet")), ours, tournament.TeamCriteria())
}
