package public

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A teamListPage is the teams with their members.
type teamListPage struct {
	page.Base
	Count string
	Teams []page.TeamDeskView
}

func showTeamList(v *Visit) (string, any, error) {
	t := v.Tournament
	if !page.OfTeams(t) {
		return "", nil, fault.New(fault.NotFound, "team.none")
	}
	view := teamListPage{
		Base: v.Base(v.Lang.T("frame.teams"), "/teams"), Count: v.Lang.T("team.page.count", len(t.Settings.Teams.Teams)),
	}
	for i := range t.Settings.Teams.Teams {
		team := page.NewTeamDeskView(v.Lang, t, &t.Settings.Teams.Teams[i])
		team.Home, team.Notes = team.Address, nil
		view.Teams = append(view.Teams, team)
	}
	i18n.Sort(v.Lang, view.Teams, func(v page.TeamDeskView) string { return v.Name })
	return "teams", view, nil
}

// A teamPage is one team's tournament: its matches and its members.
type teamPage struct {
	page.Base
	Team     page.PlayerView
	Place    string // "" before the first result
	Matches  []teamMatch
	Criteria []criterionValue
	Members  []teamMember
	Rounds   []int
}

// A teamMatch is one round of a team.
type teamMatch struct {
	Round   int
	Address string
	Match   *page.MatchView // from the team's own side; may be nil
	Text    string          // instead of a match
}

// A teamMember is a member's results, round by round.
type teamMember struct {
	page.MemberView
	Played, Points string
	Cells          []cellView
}

func showTeam(v *Visit) (string, any, error) {
	t := v.Tournament
	id, err := strconv.Atoi(v.Params["team"])
	if err != nil {
		return "", nil, fault.New(fault.NotFound, "fault.page")
	}
	team := t.Team(tournament.PlayerID(id))
	if team == nil {
		return "", nil, fault.New(fault.NotFound, "team.missing", id)
	}
	view := teamPage{Base: v.Base(team.Name, "/teams"), Team: page.NewTeamView(t, team.ID)}
	for n := 1; n <= t.Current(); n++ {
		view.Rounds = append(view.Rounds, n)
		view.Matches = append(view.Matches, v.teamMatch(team, n))
	}
	atDesk := page.NewTeamDeskView(v.Lang, t, team)
	for _, m := range slices.Concat(atDesk.Members, atDesk.Reserve) {
		view.Members = append(view.Members, v.newTeamMember(m))
	}
	n := v.After
	if n > 0 {
		standings := v.Teams(n)
		row := standings.Row(team.ID)
		view.Place = v.placeText(standings, row)
		for i, c := range page.Criteria(v.Lang, standings.Criteria) {
			view.Criteria = append(view.Criteria, criterionValue{CriterionView: c, Value: v.scoreText(standings, row, i)})
		}
	}
	return "team", view, nil
}

func (v *Visit) teamMatch(team *tournament.Team, n int) teamMatch {
	t := v.Tournament
	out := teamMatch{Round: n, Address: v.To("/round/" + strconv.Itoa(n))}
	matches, byes := t.Matches(n)
	for k := range matches {
		m := page.NewMatchView(v.Lang, t, t.Round(n), &matches[k])
		m.Number = k + 1
		switch team.ID {
		case m.A.ID:
			out.Match = &m
		case m.B.ID:
			m = m.Swapped()
			out.Match = &m
		}
	}
	switch {
	case out.Match != nil:
	case slices.Contains(byes, team.ID):
		out.Text = v.Lang.T("standings.cell.bye")
	default:
		out.Text = v.Lang.T("standings.cell.absent")
	}
	return out
}

func (v *Visit) newTeamMember(m page.MemberView) teamMember {
	t := v.Tournament
	out := teamMember{MemberView: m}
	played, sum := 0, tournament.Score(0)
	for n := 1; n <= t.Current(); n++ {
		cell := cellView{Name: "–", Words: v.Lang.T("standings.cell.round", n, v.Lang.T("standings.cell.absent"))}
		board, _ := t.Board(n, m.ID)
		g := t.Round(n).Game(m.ID)
		switch {
		case g != nil:
			c := v.Standings(n).Row(m.ID).Cells[n-1]
			cell = v.cell(n, c)
			if g.Decided().Known() {
				played++
				sum += pointsOf(g, m.ID)
			}
		case board > 0:
			cell = cellView{
				Name: strconv.Itoa(board), Sign: "+", Words: v.Lang.T("standings.cell.round", n, v.Lang.T("team.free", board)),
				Won: true,
			}
			sum += 2
		}
		out.Cells = append(out.Cells, cell)
	}
	out.Played, out.Points = strconv.Itoa(played), page.FormatHalves(sum)
	return out
}

// pointsOf returns a player's points of a game.
func pointsOf(g *tournament.Game, id tournament.PlayerID) tournament.Score {
	forBlack, forWhite := g.Decided().Points()
	if g.Black == id {
		return forBlack
	}
	return forWhite
}

// teamRows returns the lines of the standings of teams after round n.
func (v *Visit) teamRows(n int) []standingsRow {
	list := ranking{Standings: v.Teams(n)}
	if n > 1 && v.Tournament.Round(n).Missing() == 0 {
		list.before = v.Teams(n - 1)
	}
	rows := make([]standingsRow, len(list.Rows))
	for i := range list.Rows {
		id := list.Rows[i].Player
		rows[i] = v.standingsRow(list, i, func(round int, c results.Cell) cellView { return v.teamCell(round, id, c) })
		rows[i].Why = rows[i].Player.Address
		rows[i].Step = i > 0 && list.Rows[i].Scores[0] != list.Rows[i-1].Scores[0]
	}
	return rows
}

// teamCell returns one round of a team: its opponents, and the boards that it won.
func (v *Visit) teamCell(round int, id tournament.PlayerID, c results.Cell) cellView {
	if c.Kind != results.Game {
		name := v.Lang.T(page.CellKeys[c.Kind])
		return cellView{Name: name, Brief: "–", Words: v.Lang.T("standings.cell.round", round, name), Sign: strings.Trim(signText(c), "−"), Won: c.Sign == '+'}
	}
	m := v.matchOf(round, id)
	return cellView{
		Name: m.B.Name, Brief: m.B.Name, Opponent: c.Opponent, Sign: signText(c) + "\u00a0" + m.Score.A + "–" + m.Score.B,
		Won: m.Score.AWon, Lost: c.Sign == '-',
		Words:   v.Lang.T("team.cell", round, m.A.Name, m.Score.A, m.Score.B, m.B.Name),
		Address: v.To("/round/" + strconv.Itoa(round) + "#m" + strconv.Itoa(m.Number)),
	}
}

// matchOf returns the match of a team in a round, from the team's side. The team must have one.
func (v *Visit) matchOf(round int, id tournament.PlayerID) page.MatchView {
	return *v.teamMatch(v.Tournament.Team(id), round).Match
}

// A boardStanding is a player's result on their boards.
type boardStanding struct {
	Board  int // the most frequent one, the upper of two
	Place  int // at that board, from 1
	Shared bool
	Player page.PlayerView
	Games  int
	Points string
	score  tournament.Score
}

// boardStandings ranks the players board by board, by points and then by fewer
// games. Boards without an opponent count as won.
func boardStandings(lang *i18n.Language, t *tournament.Tournament, n int) []boardStanding {
	var list []boardStanding
	for i := range t.Players {
		id := t.Players[i].ID
		if t.TeamOf(id) == nil {
			continue
		}
		if s, ok := newBoardStanding(t, id, n); ok {
			list = append(list, s)
		}
	}
	i18n.Sort(lang, list, func(s boardStanding) string { return s.Player.Name })
	slices.SortStableFunc(list, func(a, b boardStanding) int {
		return cmp.Or(cmp.Compare(a.Board, b.Board), cmp.Compare(b.score, a.score), cmp.Compare(a.Games, b.Games))
	})
	for i := range list {
		s := &list[i]
		s.Place = 1
		if i > 0 && list[i-1].Board == s.Board {
			s.Place = list[i-1].Place + 1
		}
	}
	for i := range list { // equals share the place
		if p := &list[max(i-1, 0)]; i > 0 && p.Board == list[i].Board && p.score == list[i].score && p.Games == list[i].Games {
			list[i].Place, list[i].Shared, p.Shared = p.Place, true, true
		}
	}
	return list
}

// PlaceText returns the place as text.
func (s boardStanding) PlaceText() string { return results.PlaceText(s.Place, s.Shared) }

func newBoardStanding(t *tournament.Tournament, id tournament.PlayerID, n int) (boardStanding, bool) {
	s := boardStanding{Player: page.NewPlayerView(t, id)}
	at := make([]int, tournament.MostBoards+1)
	for round := 1; round <= n; round++ {
		board, _ := t.Board(round, id)
		if board == 0 {
			continue
		}
		at[board]++
		g := t.Round(round).Game(id)
		if g == nil {
			s.score += 2
			continue
		}
		if !g.Decided().Known() {
			continue
		}
		s.Games++
		s.score += pointsOf(g, id)
	}
	for board, times := range at {
		if times > at[s.Board] {
			s.Board = board
		}
	}
	s.Points = page.FormatHalves(s.score)
	return s, s.Board > 0
}
