package tournament

import (
	"cmp"
	"slices"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/spelling"
)

// A Match is the meeting of two teams in a round.
type Match struct {
	// A is the team with Black on the first board, B the other.
	A, B PlayerID
	// Games are in the order of their tables, which is the order of the boards.
	Games []*Game
	// FreeA and FreeB count the players of each team without an opponent, on
	// the boards below; they win.
	FreeA, FreeB int
}

// Boards returns the half points of both teams, board by board.
func (m *Match) Boards(t *Tournament) (a, b []Score) {
	for _, g := range m.Games {
		forBlack, forWhite := g.Decided().Points()
		if team := t.TeamOf(g.Black); team.ID != m.A {
			forBlack, forWhite = forWhite, forBlack
		}
		a, b = append(a, forBlack), append(b, forWhite)
	}
	for range m.FreeA {
		a, b = append(a, 2), append(b, 0)
	}
	for range m.FreeB {
		a, b = append(a, 0), append(b, 2)
	}
	return a, b
}

// Score returns the half points of both teams so far, and the number of boards
// without a result.
func (m *Match) Score(t *Tournament) (a, b Score, open int) {
	boardsA, boardsB := m.Boards(t)
	for i := range boardsA {
		a += boardsA[i]
		b += boardsB[i]
	}
	for _, g := range m.Games {
		if !g.Decided().Known() {
			open++
		}
	}
	return a, b, open
}

// Result returns the result of the match as if it were a game of A as Black
// against B, by the boards won; unknown until every board has a result.
func (m *Match) Result(t *Tournament) Result {
	sumA, sumB, open := m.Score(t)
	switch {
	case open > 0:
		return Result{}
	case sumA > sumB:
		return Result{Outcome: BlackWins}
	case sumA < sumB:
		return Result{Outcome: WhiteWins}
	case sumA == 0:
		return Result{Outcome: BothLose}
	}
	return Result{Outcome: Jigo}
}

// Board returns the board of a player in round n, the first being 1, and the
// match. A player without an opponent sits below the games. board is 0 for a
// player without a match.
func (t *Tournament) Board(n int, id PlayerID) (board int, m Match) {
	matches, _ := t.Matches(n)
	team := t.TeamOf(id)
	i := slices.IndexFunc(matches, func(m Match) bool { return team != nil && (m.A == team.ID || m.B == team.ID) })
	if i < 0 {
		return 0, Match{}
	}
	m = matches[i]
	for k, g := range m.Games {
		if g.Has(id) {
			return k + 1, m
		}
	}
	if k := slices.Index(t.withBye(n, team), id); k >= 0 {
		return len(m.Games) + k + 1, m
	}
	return 0, Match{}
}

// withBye returns the players of a team that have a bye in a round, in the order
// of the boards.
func (t *Tournament) withBye(n int, team *Team) []PlayerID {
	order := slices.Concat(team.Order(n), team.Members)
	var free []PlayerID
	for _, id := range order {
		if t.Round(n).HasBye(id) && !slices.Contains(free, id) {
			free = append(free, id)
		}
	}
	return free
}

// Matches returns the matches of a round, in the order of their first tables, and the teams with a bye. It skips games
// of players without a team, or within one team.
func (t *Tournament) Matches(n int) (matches []Match, byes []PlayerID) {
	r := t.Round(n)
	if r == nil {
		return nil, nil
	}
	at := map[PlayerID]int{} // the match of a team
	for i := range r.Games {
		g := &r.Games[i]
		black, white := t.TeamOf(g.Black), t.TeamOf(g.White)
		if black == nil || white == nil || black.ID == white.ID {
			continue
		}
		k, known := at[black.ID]
		if other, ok := at[white.ID]; ok != known || other != k {
			continue // a player at another team's match
		}
		if !known {
			k = len(matches)
			at[black.ID], at[white.ID] = k, k
			matches = append(matches, Match{A: black.ID, B: white.ID})
		}
		matches[k].Games = append(matches[k].Games, g)
	}
	for _, id := range r.Byes {
		team := t.TeamOf(id)
		if team == nil {
			continue
		}
		k, playing := at[team.ID]
		switch {
		case !playing && !slices.Contains(byes, team.ID):
			byes = append(byes, team.ID)
		case playing && matches[k].A == team.ID:
			matches[k].FreeA++
		case playing:
			matches[k].FreeB++
		}
	}
	slices.Sort(byes)
	return matches, byes
}

// Entrants returns the tournament of the drawn players: t itself, or OfTeams for teams.
func (t *Tournament) Entrants() *Tournament {
	if t.Settings.Teams.Boards > 0 {
		return t.OfTeams()
	}
	return t
}

// OfTeams returns the tournament of the teams: a team is a player of the mean
// rank and rating of its first boards, a match an even game at the table of its
// number. t is not changed.
func (t *Tournament) OfTeams() *Tournament {
	v := &Tournament{Info: t.Info, Settings: t.Settings, LastID: t.LastID, Version: t.Version}
	s := &v.Settings
	s.Teams = TeamPlay{}
	s.Constraints.Seats, s.Constraints.Blocked, s.Constraints.StandIns = nil, nil, nil
	s.Handicap = handicap.Policy{Basis: handicap.ByRank, EvenKomi: t.Settings.Handicap.At(0).Komi}
	s.SignUp.Limit = 0 // of players
	who := t.Participation()
	for i := range t.Settings.Teams.Teams {
		team := &t.Settings.Teams.Teams[i]
		p := t.AsPlayer(team)
		if p.Status == Preliminary && !slices.ContainsFunc(team.Members, who.Has) { // all are reserves
			p.Status = Withdrawn
		}
		v.Players = append(v.Players, p)
	}
	slices.SortFunc(v.Players, func(a, b Player) int { return cmp.Compare(a.ID, b.ID) })
	for i := range t.Rounds {
		r := &t.Rounds[i]
		virtual := Round{Number: r.Number, Published: r.Published, Start: r.Start, Drawn: r.Drawn}
		if team := t.TeamOf(r.Drawn.Bye); team != nil {
			virtual.Drawn.Bye = team.ID
		}
		matches, byes := t.Matches(r.Number)
		virtual.Byes = byes
		for k := range matches {
			m := &matches[k]
			g := *m.Games[0]
			g.Black, g.White, g.Handicap, g.Table, g.Result = m.A, m.B, 0, k+1, m.Result(t)
			g.Locked = slices.ContainsFunc(m.Games, func(g *Game) bool { return g.Locked })
			g.ByHand, g.Advancing, g.Dispute = false, 0, Dispute{}
			if result := g.Result.Outcome; t.Settings.Stage(r.Number).System.Eliminates() && (result == Jigo || result == BothLose) {
				g.Advancing, _ = t.Advancing(r.Number, m)
			}
			virtual.Games = append(virtual.Games, g)
		}
		v.Rounds = append(v.Rounds, virtual)
	}
	return v
}

// AsPlayer returns a team as a player of the tournament of teams: with the mean
// rank and rating of its first boards, and the club and country common to all
// members. A team without players left keeps the values of its withdrawn players.
func (t *Tournament) AsPlayer(team *Team) Player {
	p := Player{ID: team.ID, Family: team.Name, Status: Withdrawn, Rank: rank.Kyu30}
	var first, left []*Player
	for _, id := range team.Members {
		m := t.Player(id)
		if m == nil {
			continue
		}
		if m.Status == CheckedIn || m.Status == Preliminary && p.Status == Withdrawn {
			p.Status = m.Status
		}
		switch boards := t.Settings.Teams.Boards; {
		case m.Status == Withdrawn && len(left) < boards:
			left = append(left, m)
		case m.Status != Withdrawn && len(first) < boards:
			first = append(first, m)
		}
	}
	if len(first) == 0 {
		first = left
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		if len(t.Lineup(team, n)) == 0 {
			p.Absent = p.Absent.With(n)
		}
	}
	if len(first) == 0 {
		return p
	}
	ranks, ratings := 0, 0
	p.Club, p.Country = first[0].Club, first[0].Country
	for _, m := range first {
		ranks, ratings = ranks+m.Rank.Index(), ratings+m.rating()
		if !spelling.Equal(m.Club, p.Club) {
			p.Club = ""
		}
		if m.Country != p.Country {
			p.Country = ""
		}
	}
	p.Rank, p.Rating = rank.FromIndex(mean(ranks, len(first))), rank.Points(mean(ratings, len(first)))
	return p
}

// mean rounds to the nearest, halves up.
func mean(sum, n int) int {
	twice := 2*sum + n
	q := twice / (2 * n)
	if twice%(2*n) < 0 {
		q--
	}
	return q
}
