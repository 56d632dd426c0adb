package tournament

import (
	"cmp"
	"slices"
	"strconv"
)

// Teamless returns the players without a team who have not withdrawn, the
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

// ByRank sorts players, the strongest first and unknown IDs last.
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

// ClubTeams proposes a team for every club with enough players without a team
// to fill a match, in the order of the clubs' names: all these players, the
// strongest first. A club with enough for several teams gets several, numbered
// from the strongest; the remaining players are substitutes of the last. Names
// of existing teams are left out.
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

// Misplaced returns the first player in an order of boards who sits above a
// stronger one, and that one, or nobody. Teams must not hide their strongest
// player at the last board.
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
