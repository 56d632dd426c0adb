package page

import (
	"slices"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A MatchView is what two teams play in a round, board by board (partial
// "match").
type MatchView struct {
	// Number counts the matches of the round.
	Number int
	A, B   PlayerView // the teams
	Score  ScoreView
	Boards []BoardView
}

// A ScoreView is how a match stands.
type ScoreView struct {
	A, B string
	// Open counts the boards without a result; AWon and BWon say who has won
	// when there is none.
	Open       int
	Known      bool // at least one board has a result
	AWon, BWon bool
}

// A BoardView is one board of a match, the player of team A first.
type BoardView struct {
	Board int
	// Game is nil where a player had nobody against him.
	Game *GameView
	// A and B are the players, one of them empty on a free board.
	A, B PlayerView
	// ABlack says that the player of A has Black; APoints and BPoints are what
	// the board brought, "" without a result.
	ABlack           bool
	APoints, BPoints string
	AWon, BWon       bool
}

// MatchViews shows the matches of a round, and the games that are of none.
func MatchViews(lang *i18n.Language, t *tournament.Tournament, r *tournament.Round) (views []MatchView, others []GameView) {
	matches, _ := t.Matches(r.Number)
	of := map[int]bool{}
	for k := range matches {
		views = append(views, NewMatchView(lang, t, r, k+1, &matches[k]))
		for _, g := range matches[k].Games {
			of[g.ID] = true
		}
	}
	for i := range r.Games {
		if g := &r.Games[i]; !of[g.ID] {
			others = append(others, NewGameView(lang, t, g))
		}
	}
	return views, others
}

func NewMatchView(lang *i18n.Language, t *tournament.Tournament, r *tournament.Round, number int, m *tournament.Match) MatchView {
	v := MatchView{Number: number, A: NewTeamView(t, m.A), B: NewTeamView(t, m.B), Score: newScoreView(lang, t, m)}
	for k, g := range m.Games {
		game := NewGameView(lang, t, g)
		forBlack, forWhite := g.Result.Points()
		b := BoardView{
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
		b := BoardView{Board: board, A: NewPlayerView(t, id), APoints: "1", BPoints: "0", AWon: true}
		if t.TeamOf(id).ID == m.B {
			b.A, b.B, b.APoints, b.BPoints, b.AWon, b.BWon = b.B, b.A, "0", "1", false, true
		}
		v.Boards = append(v.Boards, b)
	}
	slices.SortStableFunc(v.Boards, func(a, b BoardView) int { return a.Board - b.Board })
	return v
}

// points writes what a board brought, "" without a result.
func points(r tournament.Result, s tournament.Score) string {
	if !r.Known() {
		return ""
	}
	return FormatHalves(s)
}

// FormatHalves writes half points as scores of matches do: 2½, ½, 0.
func FormatHalves(s tournament.Score) string {
	text := strconv.Itoa(s.Floor())
	switch {
	case int(s)%2 == 0:
		return text
	case s.Floor() == 0:
		return "½"
	}
	return text + "½"
}

func newScoreView(lang *i18n.Language, t *tournament.Tournament, m *tournament.Match) ScoreView {
	a, b, open := m.Score(t)
	result := m.Result(t).Outcome
	return ScoreView{
		A: FormatHalves(a), B: FormatHalves(b), Open: open, Known: open < len(m.Games) || m.FreeA+m.FreeB > 0,
		AWon: result == tournament.BlackWins, BWon: result == tournament.WhiteWins,
	}
}

// NewTeamView shows a team as players are shown: its name, and the mean rank of
// its first boards.
func NewTeamView(t *tournament.Tournament, id tournament.PlayerID) PlayerView {
	team := t.Team(id)
	if team == nil {
		return PlayerView{}
	}
	p := t.AsPlayer(team)
	return PlayerView{
		ID: id, Name: team.Name, Rank: p.Rank.String(), Country: p.Country,
		Address: "/t/" + t.Info.Slug + "/teams/" + strconv.Itoa(int(id)),
	}
}

// ByeViews shows who has a bye in a round: players, or teams with all that they
// seat. Boards without an opponent are part of their matches.
func ByeViews(t *tournament.Tournament, r *tournament.Round) []PlayerView {
	var byes []PlayerView
	for _, id := range r.Byes {
		if t.TeamOf(id) == nil {
			byes = append(byes, NewPlayerView(t, id))
		}
	}
	_, teams := t.Matches(r.Number)
	for _, id := range teams {
		byes = append(byes, NewTeamView(t, id))
	}
	return byes
}

// OfTeams reports whether teams play.
func OfTeams(t *tournament.Tournament) bool { return t.Settings.Teams.Boards > 0 }

// MatchBoards returns the board and the match of every game of a round.
func MatchBoards(matches []MatchView) map[int]MatchBoard {
	seats := map[int]MatchBoard{}
	for i := range matches {
		for _, b := range matches[i].Boards {
			if b.Game != nil {
				seats[b.Game.ID] = MatchBoard{b.Board, &matches[i]}
			}
		}
	}
	return seats
}

// A MatchBoard is a board of a match.
type MatchBoard struct {
	Board int
	Match *MatchView
}
