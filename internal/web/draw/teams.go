package draw

import (
	"cmp"
	"slices"

	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A matchHead is the heading above the boards of a match.
type matchHead struct {
	page.MatchView
	Page *roundPage
	// Locked is set when a new draw keeps all boards, Fixed when a board has a
	// result, so that the teams stay.
	Locked, Fixed bool
	sides         [2]teamSide
}

// A teamSide is a team's side of the heading above a match.
type teamSide struct {
	sideView
	// Lineup is the address of the team's line-up.
	Lineup string
}

// Sides returns the two sides.
func (m *matchHead) Sides() [2]teamSide { return m.sides }

// groupByMatch sorts the rows of the page by match, with a heading for each, and
// lists teams instead of players among those without a game.
func (d *details) groupByMatch() {
	t, p := d.snapshot.Tournament, d.page
	matches, resting := t.Matches(d.r.Number)
	at := map[int][2]int{} // match and board of a game; games outside a match come last
	for i := range p.Rows {
		at[p.Rows[i].ID] = [2]int{len(matches), p.Rows[i].Table}
	}
	busy := slices.Clone(resting)
	for k := range matches {
		m := &matches[k]
		busy = append(busy, m.A, m.B)
		for board, g := range m.Games {
			at[g.ID] = [2]int{k, board}
		}
	}
	slices.SortStableFunc(p.Rows, func(a, b gameRow) int {
		x, y := at[a.ID], at[b.ID]
		return cmp.Or(x[0]-y[0], x[1]-y[1])
	})
	for i := range p.Rows {
		k := at[p.Rows[i].ID]
		if k[0] == len(matches) {
			break
		}
		m := &matches[k[0]]
		white := t.TeamOf(p.Rows[i].White.ID)
		p.Rows[i].Turned = white != nil && white.ID == m.A
		if k[1] == 0 {
			p.Rows[i].Match = d.match(k[0]+1, m)
			p.Rows[i+len(m.Games)-1].Free = p.Rows[i].Match.free()
		}
	}
	p.Byes, p.Idle = nil, nil
	for _, id := range resting {
		p.Byes = append(p.Byes, d.seatedTeam(id))
	}
	for i := range t.Settings.Teams.Teams {
		if team := &t.Settings.Teams.Teams[i]; !slices.Contains(busy, team.ID) && len(t.Lineup(team, d.r.Number)) > 0 {
			v := d.seatedTeam(team.ID)
			v.Why = p.T(idleReason(t, d.r.Number, team.ID))
			p.Idle = append(p.Idle, v)
		}
	}
	for i := range t.Players { // players outside all teams
		if id := t.Players[i].ID; t.TeamOf(id) == nil && d.r.HasBye(id) {
			p.Byes = append(p.Byes, d.seated(id))
		}
	}
}

func (d *details) match(number int, m *tournament.Match) *matchHead {
	t, p := d.snapshot.Tournament, d.page
	v := &matchHead{
		MatchView: page.NewMatchView(p.Language, t, d.r, m), Page: p,
		Locked: !slices.ContainsFunc(m.Games, func(g *tournament.Game) bool { return !g.Locked }),
		Fixed:  p.Final != "" || slices.ContainsFunc(m.Games, func(g *tournament.Game) bool { return g.Result.Known() }),
	}
	v.Number = number
	v.sides = [2]teamSide{d.teamSide(v.A, "black", v.Fixed), d.teamSide(v.B, "white", v.Fixed)}
	return v
}

func (d *details) teamSide(team page.PlayerView, colour string, fixed bool) teamSide {
	return teamSide{
		sideView{PlayerView: team, Page: d.page, Colour: colour, Score: d.teamScore(team.ID), Fixed: fixed},
		page.LineupPath(d.snapshot.Tournament, team.ID, d.r.Number),
	}
}

// free returns the boards of a match whose player has no opponent.
func (m *matchHead) free() []page.BoardView {
	return slices.DeleteFunc(slices.Clone(m.Boards), func(b page.BoardView) bool { return b.Game != nil })
}

// teamScore returns a team's score before the round, by the first criterion.
func (d *details) teamScore(id tournament.PlayerID) string {
	row := d.snapshot.Teams(d.r.Number - 1).Row(id)
	if row == nil {
		return ""
	}
	return d.page.Decimal(row.Text(0))
}

func (d *details) seatedTeam(id tournament.PlayerID) seatedView {
	view := page.NewTeamView(d.snapshot.Tournament, id)
	return seatedView{PlayerView: view, Score: d.teamScore(id), Candidates: d.page.candidatesPath(id), Bye: d.r.HasBye(id)}
}
