package tournament

import (
	"cmp"
	"slices"
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/spelling"
)

// TeamPlay replaces single players by teams. A match is played on several boards with alternating colours; the team
// with more wins wins it. A team has a PlayerID, which names it in wishes, among seeds, and in the standings of teams.
type TeamPlay struct {
	// Boards is the number of boards of a match, from 2 to MostBoards; 0 for a
	// tournament of single players.
	Boards int    `json:"boards,omitempty"`
	Teams  []Team `json:"teams,omitempty"`
	// TieBreaks decide a drawn match of a knockout in this order, and after them the director. Empty means the
	// tie-breaks of TieOrder.
	TieBreaks []TieBreak `json:"tieBreaks,omitempty"`
}

// A Team is a club, school or town.
type Team struct {
	ID   PlayerID `json:"id"`
	Name string   `json:"name"`
	// Members are in the order of the boards, substitutes last. The first members present in a round play in it.
	Members []PlayerID `json:"members,omitempty"`
	// Lineups are the rounds with another order.
	Lineups []Lineup `json:"lineups,omitempty"`
}

// A Lineup is the order of a team's boards in one round.
type Lineup struct {
	Round   int        `json:"round"`
	Players []PlayerID `json:"players"`
}

// Bounds on teams.
const (
	MostBoards  = 10
	mostTeams   = 500
	mostMembers = 30
)

func (p *TeamPlay) check() error {
	switch {
	case p.Boards != 0 && (p.Boards < 2 || p.Boards > MostBoards):
		return fault.New(fault.Invalid, "team.boards", p.Boards, MostBoards)
	case len(p.Teams) > mostTeams:
		return fault.New(fault.TooLarge, "team.many", mostTeams)
	}
	if err := p.checkTieBreaks(); err != nil {
		return err
	}
	teams, members := map[PlayerID]bool{}, map[PlayerID]bool{}
	for i := range p.Teams {
		team := &p.Teams[i]
		if len(team.Members) > mostMembers {
			return fault.New(fault.TooLarge, "team.members", mostMembers)
		}
		if team.ID <= 0 || teams[team.ID] {
			return fault.New(fault.Invalid, "team.number")
		}
		teams[team.ID] = true
		for _, id := range team.Members {
			if members[id] {
				return fault.New(fault.Invalid, "team.number")
			}
			members[id] = true
		}
		if err := checkLineups(team); err != nil {
			return err
		}
	}
	return nil
}

// checkTeams checks the teams against the players.
func (t *Tournament) checkTeams() error {
	for i := range t.Settings.Teams.Teams {
		for _, id := range t.Settings.Teams.Teams[i].Members {
			if t.Player(id) == nil {
				return fault.New(fault.NotFound, "player.missing", int(id))
			}
		}
	}
	return t.Settings.Teams.check()
}

// Team returns the team of that ID, or nil.
func (t *Tournament) Team(id PlayerID) *Team {
	return find(t.Settings.Teams.Teams, func(team *Team) bool { return team.ID == id })
}

// TeamOf returns the team of a player, or nil.
func (t *Tournament) TeamOf(id PlayerID) *Team {
	return find(t.Settings.Teams.Teams, func(team *Team) bool { return slices.Contains(team.Members, id) })
}

// find returns the first element that matches, or nil.
func find[T any](list []T, is func(*T) bool) *T {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// SetTeam adds a team, or replaces the team with its ID, and returns the ID. A player is in one team at most; a player
// with a game for a team must stay in it.
func (t *Tournament) SetTeam(team Team) (PlayerID, error) {
	if err := checkLength("name", team.Name, longestText); err != nil {
		return 0, err
	}
	team.Name = Tidy(team.Name)
	old := t.Team(team.ID)
	switch {
	case t.Settings.Teams.Boards == 0:
		return 0, fault.New(fault.Conflict, "team.none")
	case team.ID != 0 && old == nil:
		return 0, fault.New(fault.NotFound, "team.missing", int(team.ID))
	case old == nil && len(t.Settings.Teams.Teams) >= mostTeams:
		return 0, fault.New(fault.TooLarge, "team.many", mostTeams)
	case team.Name == "":
		return 0, fault.New(fault.Invalid, "team.name")
	case len(team.Members) > mostMembers:
		return 0, fault.New(fault.TooLarge, "team.members", mostMembers)
	}
	if err := cmp.Or(t.checkMembers(&team), t.checkLeavers(old, &team), checkLineups(&team)); err != nil {
		return 0, err
	}
	team.Members, team.Lineups = copyOf(team.Members), copyOf(team.Lineups)
	teams := slices.Clone(t.Settings.Teams.Teams)
	if old == nil {
		t.LastID++
		team.ID = PlayerID(t.LastID)
		teams = append(teams, team)
	} else {
		teams[slices.IndexFunc(teams, func(o Team) bool { return o.ID == team.ID })] = team
	}
	t.Settings.Teams.Teams = teams
	return team.ID, nil
}

func (t *Tournament) checkMembers(team *Team) error {
	for i, id := range team.Members {
		p, other := t.Player(id), t.TeamOf(id)
		switch {
		case p == nil:
			return fault.New(fault.NotFound, "player.missing", int(id))
		case other != nil && other.ID != team.ID, slices.Contains(team.Members[:i], id):
			return fault.New(fault.Conflict, "team.member.twice", p.Name())
		}
	}
	for i := range t.Settings.Teams.Teams {
		if o := &t.Settings.Teams.Teams[i]; o.ID != team.ID && spelling.Equal(o.Name, team.Name) {
			return fault.New(fault.Conflict, "team.twin", team.Name)
		}
	}
	return nil
}

func checkLineups(team *Team) error {
	for i, l := range team.Lineups {
		if l.Round < 1 || l.Round > MaxRounds || slices.ContainsFunc(team.Lineups[:i], func(o Lineup) bool { return o.Round == l.Round }) {
			return fault.New(fault.Invalid, "team.lineup.round", l.Round)
		}
		for j, id := range l.Players {
			if !slices.Contains(team.Members, id) || slices.Contains(l.Players[:j], id) {
				return fault.New(fault.Invalid, "team.lineup", team.Name, l.Round)
			}
		}
	}
	return nil
}

// checkLeavers refuses to drop a member with a game or a bye.
func (t *Tournament) checkLeavers(old, now *Team) error {
	if old == nil {
		return nil
	}
	for _, id := range old.Members {
		if now != nil && slices.Contains(now.Members, id) {
			continue
		}
		for i := range t.Rounds {
			if r := &t.Rounds[i]; r.Game(id) != nil || r.HasBye(id) {
				return fault.New(fault.Conflict, "team.member.played", t.NameOf(id), r.Number)
			}
		}
	}
	return nil
}

// RemoveTeam removes a team that has not played. Its players stay.
func (t *Tournament) RemoveTeam(id PlayerID) error {
	old := t.Team(id)
	if old == nil {
		return fault.New(fault.NotFound, "team.missing", int(id))
	}
	if err := t.checkLeavers(old, nil); err != nil {
		return err
	}
	t.Settings = t.Settings.without(id)
	t.Settings.Teams.Teams = without(t.Settings.Teams.Teams, func(team Team) bool { return team.ID == id })
	return nil
}

// without returns the settings without a player or team.
func (s Settings) without(id PlayerID) Settings {
	gone := func(p PlayerID) bool { return p == id }
	s.Constraints = s.Constraints.without(id)
	s.Format.Seeds = without(s.Format.Seeds, gone)
	s.Stages = slices.Clone(s.Stages)
	for i := range s.Stages {
		s.Stages[i].Format.Seeds = without(s.Stages[i].Format.Seeds, gone)
	}
	s.Teams.Teams = slices.Clone(s.Teams.Teams)
	for i := range s.Teams.Teams {
		team := &s.Teams.Teams[i]
		team.Members = without(team.Members, gone)
		team.Lineups = slices.Clone(team.Lineups)
		for j := range team.Lineups {
			team.Lineups[j].Players = without(team.Lineups[j].Players, gone)
		}
	}
	return s
}

// withTeams returns the settings with other teams.
func (s Settings) withTeams(teams []Team) Settings {
	s.Teams.Teams = teams
	return s
}

// Lineup returns the present players of a team in a round, the first board first, in the order of Order.
func (t *Tournament) Lineup(team *Team, round int) []PlayerID {
	var seated []PlayerID
	for _, id := range team.Order(round) {
		if p := t.Player(id); p != nil && p.Plays(round) && len(seated) < t.Settings.Teams.Boards {
			seated = append(seated, id)
		}
	}
	return seated
}

// Order returns the order of a team in a round: its line-up, or else its
// members.
func (team *Team) Order(round int) []PlayerID {
	for _, l := range team.Lineups {
		if l.Round == round {
			return l.Players
		}
	}
	return team.Members
}

// SetLineup sets a team's order in one round; an empty one restores the order
// of its members.
func (team *Team) SetLineup(round int, players []PlayerID) {
	team.Lineups = without(team.Lineups, func(l Lineup) bool { return l.Round == round })
	if len(players) > 0 {
		team.Lineups = append(slices.Clone(team.Lineups), Lineup{Round: round, Players: copyOf(players)})
	}
}

// Teamless returns the players without a team except withdrawn ones, the strongest first.
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

// ClubTeams proposes a team for every club with enough teamless players to fill a match, in the order of the clubs'
// names: all these players, the strongest first. A club with enough players for several teams gets several, numbered
// from the strongest; the remaining players are substitutes of the last. Names of existing teams are skipped.
func (t *Tournament) ClubTeams() []Team {
	boards := t.Settings.Teams.Boards
	if boards == 0 {
		return nil
	}
	clubs := map[string][]PlayerID{}
	var names []string
	for _, id := range t.Teamless() {
		club := t.Player(id).Club
		key := spelling.Fold(club)
		if key == "" {
			continue
		}
		if clubs[key] == nil {
			names = append(names, club)
		}
		clubs[key] = append(clubs[key], id)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(spelling.Fold(a), spelling.Fold(b)) })
	var teams []Team
	for _, name := range names {
		players := clubs[spelling.Fold(name)]
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
	return slices.ContainsFunc(t.Settings.Teams.Teams, func(team Team) bool { return spelling.Equal(team.Name, name) })
}

// Misplaced returns the first player in an order of boards who sits above a stronger player, and that player, or 0.
// Teams must not hide their strongest player at the last board.
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
