package web

import (
	"slices"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A matchView is what two teams play in a round, board by board (partial
// "match").
type matchView struct {
	// Number counts the matches of the round.
	Number int
	A, B   playerView // the teams
	Score  scoreView
	Boards []boardView
}

// A scoreView is how a match stands.
type scoreView struct {
	A, B string
	// Open counts the boards without a result; AWon and BWon say who has won
	// when there is none.
	Open       int
	Known      bool // at least one board has a result
	AWon, BWon bool
}

// A boardView is one board of a match, the player of team A first.
type boardView struct {
	Board int
	// Game is nil where a player had nobody against him.
	Game *gameView
	// A and B are the players, one of them empty on a free board.
	A, B playerView
	// ABlack says that the player of A has Black; APoints and BPoints are what
	// the board brought, "" without a result.
	ABlack           bool
	APoints, BPoints string
	AWon, BWon       bool
}

// matchViews shows the matches of a round, and the games that are of none.
func matchViews(lang *i18n.Language, t *tournament.Tournament, r *tournament.Round) (views []matchView, others []gameView) {
	matches, _ := t.Matches(r.Number)
	of := map[int]bool{}
	for k := range matches {
		views = append(views, newMatchView(lang, t, r, k+1, &matches[k]))
		for _, g := range matches[k].Games {
			of[g.ID] = true
		}
	}
	for i := range r.Games {
		if g := &r.Games[i]; !of[g.ID] {
			others = append(others, newGameView(lang, t, g))
		}
	}
	return views, others
}

func newMatchView(lang *i18n.Language, t *tournament.Tournament, r *tournament.Round, number int, m *tournament.Match) matchView {
	v := matchView{Number: number, A: newTeamView(t, m.A), B: newTeamView(t, m.B), Score: newScoreView(lang, t, m)}
	for k, g := range m.Games {
		game := newGameView(lang, t, g)
		forBlack, forWhite := g.Result.Points()
		b := boardView{
			Board: k + 1, Game: &game, A: game.Black, B: game.White, ABlack: true,
			APoints: points(g.Result, forBlack), BPoints: points(g.Result, forWhite), AWon: game.Result.Black, BWon: game.Result.White,
		}
		if team := t.TeamOf(g.Black); team.ID != m.A {
			b.A, b.B, b.ABlack = b.B, b.A, false
			b.APoints, b.BPoints, b.AWon, b.BWon = b.BPoints, b.APoints, b.BWon, b.AWon
		}
		v.Boards = append(v.Boards, b)
	}
	for _, id := range r.Byes {
		board, of := t.Board(r.Number, id)
		if board == 0 || of.A != m.A {
			continue
		}
		b := boardView{Board: board, A: newPlayerView(t, id), APoints: "1", BPoints: "0", AWon: true}
		if t.TeamOf(id).ID == m.B {
			b.A, b.B, b.APoints, b.BPoints, b.AWon, b.BWon = b.B, b.A, "0", "1", false, true
		}
		v.Boards = append(v.Boards, b)
	}
	slices.SortStableFunc(v.Boards, func(a, b boardView) int { return a.Board - b.Board })
	return v
}

// points writes what a board brought, "" without a result.
func points(r tournament.Result, s tournament.Score) string {
	if !r.Known() {
		return ""
	}
	return halves(s)
}

// halves writes half points as scores of matches do: 2½, ½, 0.
func halves(s tournament.Score) string {
	text := strconv.Itoa(s.Floor())
	switch {
	case int(s)%2 == 0:
		return text
	case s.Floor() == 0:
		return "½"
	}
	return text + "½"
}

func newScoreView(lang *i18n.Language, t *tournament.Tournament, m *tournament.Match) scoreView {
	a, b, open := m.Score(t)
	result := m.Result(t).Outcome
	return scoreView{
		A: halves(a), B: halves(b), Open: open, Known: open < len(m.Games) || m.FreeA+m.FreeB > 0,
		AWon: result == tournament.BlackWins, BWon: result == tournament.WhiteWins,
	}
}

// newTeamView shows a team as players are shown: its name, and the mean rank of
// its first boards.
func newTeamView(t *tournament.Tournament, id tournament.PlayerID) playerView {
	team := t.Team(id)
	if team == nil {
		return playerView{}
	}
	p := t.AsPlayer(team)
	return playerView{
		ID: id, Name: team.Name, Rank: p.Rank.String(), Country: p.Country,
		Address: "/t/" + t.Info.Slug + "/teams/" + strconv.Itoa(int(id)),
	}
}

// byeViews shows who has a bye in a round: players, or teams with all that they
// seat. Boards without an opponent are part of their matches.
func byeViews(t *tournament.Tournament, r *tournament.Round) []playerView {
	var byes []playerView
	for _, id := range r.Byes {
		if t.TeamOf(id) == nil {
			byes = append(byes, newPlayerView(t, id))
		}
	}
	_, teams := t.Matches(r.Number)
	for _, id := range teams {
		byes = append(byes, newTeamView(t, id))
	}
	return byes
}

// ofTeams reports whether teams play.
func ofTeams(t *tournament.Tournament) bool { return t.Settings.Teams.Boards > 0 }

// boardOf returns the board and the match of every game of a round.
func boardOf(matches []matchView) map[int]seatOfMatch {
	seats := map[int]seatOfMatch{}
	for i := range matches {
		for _, b := range matches[i].Boards {
			if b.Game != nil {
				seats[b.Game.ID] = seatOfMatch{b.Board, &matches[i]}
			}
		}
	}
	return seats
}

// A seatOfMatch is a board of a match.
type seatOfMatch struct {
	Board int
	Match *matchView
}
