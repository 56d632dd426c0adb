package tournament

import (
	"cmp"
	"slices"
	"strconv"
)

// Teamless returns the players who are in no team and have not withdrawn, the
// strongest first.
func (t *Tournament) Teamless() []PlayerID {
	var ids []PlayerID
	for i := range t.Players {
		if p := &t.Players[i]; p.Status != Withdrawn && t.TeamOf(p.ID) == nil {
			ids = append(ids, p.ID)
		}
	}
	t.ByRank(ids)
	return ids
}

// ByRank puts players in order, the strongest first and who is nobody last.
func (t *Tournament) ByRank(ids []PlayerID) {
	nobody := &Player{}
	slices.SortFunc(ids, func(a, b PlayerID) int {
		return strongest(cmp.Or(t.Player(a), nobody), cmp.Or(t.Player(b), nobody))
	})
}

// strongest orders players by rank, rating and name.
func strongest(a, b *Player) int {
	return cmp.Or(
		cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Rating.Points(), a.Rating.Points()),
		cmp.Compare(a.Key(), b.Key()), cmp.Compare(a.ID, b.ID),
	)
}

// ClubTeams proposes a team for every club with enough players in no team to
// fill a match, in the order of the clubs' names: all players of the club, the
// strongest first. A club with enough for several has several, numbered, the
// first the strongest; players left over are substitutes of the last. Names that
// teams have already are left out.
func (t *Tournament) ClubTeams() []Team {
	boards := t.Settings.Teams.Boards
	if boards == 0 {
		return nil
	}
	clubs := map[string][]PlayerID{}
	var names []string
	for _, id := range t.Teamless() {
		club := t.Player(id).Club
		key := Fold(club)
		if key == "" {
			continue
		}
		if clubs[key] == nil {
			names = append(names, club)
		}
		clubs[key] = append(clubs[key], id)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(Fold(a), Fold(b)) })
	var teams []Team
	for _, name := range names {
		players := clubs[Fold(name)]
		many := len(players) / boards
		for k := range many {
			team := Team{Name: name, Members: players[k*boards : (k+1)*boards]}
			if many > 1 {
				team.Name += " " + strconv.Itoa(k+1)
			}
			if k == many-1 {
				team.Members = players[k*boards:]
			}
			if !t.hasTeam(team.Name) {
				teams = append(teams, team)
			}
		}
	}
	return teams
}

func (t *Tournament) hasTeam(name string) bool {
	return slices.ContainsFunc(t.Settings.Teams.Teams, func(team Team) bool { return Fold(team.Name) == Fold(name) })
}

// Misplaced returns the first player of an order of boards who is followed by a
// stronger one, with that one, or nobody: teams that hide their strongest at the
// last board are not what the order of boards is for.
func (t *Tournament) Misplaced(order []PlayerID) (upper, lower PlayerID) {
	for i := range order {
		for _, id := range order[i+1:] {
			if a, b := t.Player(order[i]), t.Player(id); a != nil && b != nil && b.Rank > a.Rank {
				return a.ID, b.ID
			}
		}
	}
	return 0, 0
}
