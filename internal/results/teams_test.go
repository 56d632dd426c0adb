package results

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// slowTeams computes every criterion of teams from the games for each call, by the text of its definition, in quarter
// points.
type slowTeams struct {
	t *tournament.Tournament
	n int
}

// A meeting is one round of a team: the quarter points of its boards and of the other team's, the first board first;
// without a match it has no opponent.
type meeting struct {
	opponent     *tournament.Team
	mine, theirs []int
	unknown, bye bool
}

func (s slowTeams) meeting(team *tournament.Team, round int) meeting {
	var m meeting
	r := s.t.Round(round)
	games := slices.Clone(r.Games)
	slices.SortFunc(games, func(a, b tournament.Game) int { return a.Table - b.Table })
	for _, g := range games {
		for _, id := range team.Members {
			if !g.Has(id) {
				continue
			}
			m.opponent = s.t.TeamOf(g.Opponent(id))
			m.mine = append(m.mine, slow(s).gamePoints(id, round))
			m.theirs = append(m.theirs, slow(s).gamePoints(g.Opponent(id), round))
			m.unknown = m.unknown || g.Result.Outcome == tournament.Unknown
		}
	}
	for _, id := range r.Byes {
		switch {
		case slices.Contains(team.Members, id) && m.opponent == nil:
			m.bye = true
			m.mine = append(m.mine, 2*int(s.t.Settings.Scoring.WinsBye))
		case slices.Contains(team.Members, id): // the seat was empty
			m.mine, m.theirs = append(m.mine, 4), append(m.theirs, 0)
		case m.opponent != nil && slices.Contains(m.opponent.Members, id):
			m.mine, m.theirs = append(m.mine, 0), append(m.theirs, 4)
		}
	}
	return m
}

// points are two for a won match and one for a drawn match. A round without a match counts twice its value for a
// player.
func (s slowTeams) points(team *tournament.Team) int {
	points, idle := 0, 0
	for q := 1; q <= s.n; q++ {
		m := s.meeting(team, q)
		mine, theirs := sum(m.mine), sum(m.theirs)
		there := slices.ContainsFunc(team.Members, func(id tournament.PlayerID) bool { return s.t.Player(id).Plays(q) })
		switch {
		case m.bye:
			idle += 2 * int(s.t.Settings.Scoring.WinsBye)
		case m.opponent == nil && !there:
			idle += 2 * int(s.t.Settings.Scoring.WinsAbsent)
		case m.opponent == nil, m.unknown, mine < theirs, mine == 0:
		case mine > theirs:
			points += 8
		default:
			points += 4
		}
	}
	if s.t.Settings.Scoring.RoundDown {
		idle = idle / 4 * 4
	}
	return points + 2*idle
}

func (s slowTeams) value(team *tournament.Team, c tournament.Criterion) int {
	upper := func(n int) int {
		v := 0
		for q := 1; q <= s.n; q++ {
			mine := s.meeting(team, q).mine
			v += sum(mine[:min(n, len(mine))])
		}
		return v
	}
	switch c {
	case tournament.TeamPoints:
		return s.points(team)
	case tournament.SOST:
		v := 0
		for q := 1; q <= s.n; q++ {
			if o := s.meeting(team, q).opponent; o != nil {
				v += s.points(o)
			}
		}
		return v
	case tournament.BoardWins:
		return upper(tournament.MostBoards)
	case tournament.MeanRating:
		total, count := 0, 0
		for _, id := range team.Members[:min(len(team.Members), s.t.Settings.Teams.Boards)] {
			total += 2100 + 100*s.t.Player(id).Rank.Index()
			count++
		}
		whole := total / count
		if 2*(total%count) >= count {
			whole++
		}
		return 4 * whole
	}
	for n := 1; n < tournament.MostBoards; n++ {
		if c == tournament.UpperBoards(n) {
			return upper(n)
		}
	}
	panic("no slow version of " + c)
}

// rapidTeams draws a tournament of teams: with jigos, defaults, losses for
// both, byes, boards without an opponent, and games without a result yet.
func rapidTeams(t *rapid.T) *tournament.Tournament {
	tn := six()
	tn.Players, tn.Rounds, tn.Settings.System = nil, nil, tournament.Swiss
	boards, count := rapid.IntRange(2, 4).Draw(t, "boards"), rapid.IntRange(2, 6).Draw(t, "teams")
	tn.Settings.Rounds, tn.Settings.Teams.Boards = 3, boards
	half := rapid.SampledFrom([]tournament.Score{0, 1, 2})
	tn.Settings.Scoring = tournament.Scoring{WinsAbsent: half.Draw(t, "absent"), WinsBye: half.Draw(t, "bye"), RoundDown: rapid.Bool().Draw(t, "down")}
	for i := range count {
		team := tournament.Team{ID: tournament.PlayerID(100 + i), Name: fmt.Sprint("T", i)}
		away := tournament.Rounds(rapid.SampledFrom([]uint64{0, 0, 0, 4}).Draw(t, "away"))
		for range boards {
			id := tournament.PlayerID(len(tn.Players) + 1)
			team.Members = append(team.Members, id)
			tn.Players = append(tn.Players, tournament.Player{
				ID: id, Family: fmt.Sprint("P", id), Rank: rank.FromIndex(rapid.IntRange(-9, 3).Draw(t, "rank")), Status: tournament.CheckedIn, Absent: away,
			})
		}
		tn.Settings.Teams.Teams = append(tn.Settings.Teams.Teams, team)
	}
	tn.LastID = 200
	for n := 1; n <= 3; n++ {
		r := tournament.Round{Number: n, Published: true}
		var there []tournament.Team
		for _, team := range tn.Settings.Teams.Teams {
			if tn.Player(team.Members[0]).Plays(n) {
				there = append(there, team)
			}
		}
		there = rapid.Permutation(there).Draw(t, "order")
		for i := 0; i+1 < len(there); i += 2 {
			a, b := there[i], there[i+1]
			free := rapid.IntRange(0, boards).Draw(t, "free") // from this board on, b has no players
			if free == 0 {
				free = boards
			}
			for k := range boards {
				if k >= free {
					r.Byes = append(r.Byes, a.Members[k])
					continue
				}
				tn.LastID++
				g := tournament.Game{ID: tn.LastID, Round: n, Table: i/2*boards + k + 1, Black: a.Members[k], White: b.Members[k]}
				if k%2 == 1 {
					g.Black, g.White = g.White, g.Black
				}
				g.Result = tournament.Result{
					Outcome: tournament.Outcome(rapid.SampledFrom([]int{1, 2, 1, 2, 1, 2, 0, 3, 4, 5, 6, 7}).Draw(t, "outcome")),
					Manner:  rapid.SampledFrom([]tournament.Manner{0, 0, 0, tournament.ByForfeit}).Draw(t, "manner"),
				}
				r.Games = append(r.Games, g)
			}
		}
		if len(there)%2 == 1 {
			r.Byes = append(r.Byes, there[len(there)-1].Members...)
		}
		tn.Rounds = append(tn.Rounds, r)
	}
	return tn
}

func TestTeamCriteriaEqualSlowVersions(t *testing.T) {
	for _, c := range tournament.TeamCriteria() {
		t.Run(string(c), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				tn := rapidTeams(t)
				tn.Settings.Criteria = []tournament.Criterion{c}
				n := rapid.IntRange(0, 3).Draw(t, "after")
				s := Teams(tn, n)
				for _, r := range s.Rows {
					if got, want := int(r.Scores[0]), (slowTeams{tn, n}).value(tn.Team(r.Player), c); got != want {
						t.Fatalf("%s after %d: team %d has %d, want %d", c, n, r.Player, got, want)
					}
				}
			})
		})
	}
}
