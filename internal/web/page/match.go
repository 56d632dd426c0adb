package page

import (
	"slices"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A MatchView is a match of two teams, board by board (partial "match").
type MatchView struct {
	// Number counts the matches of the round from 1.
	Number int
	A, B   PlayerView // the teams
	Score  ScoreView
	Boards []BoardView
}

// A ScoreView is the score of a match.
type ScoreView struct {
	A, B string
	// Open counts the boards without a result; AWon or BWon is set if all have one and a team has won.
	Open       int
	Known      bool // at least one board has a result
	AWon, BWon bool
}

// A BoardView is one board of a match, the player of team A first.
type BoardView struct {
	Board int
	// Game is nil on a free board, where a player has no opponent.
	Game *GameView
	// A and B are the players. On a free board one is empty.
	A, B PlayerView
	// ABlack is set if the player of A has Black; APoints and BPoints are the
	// points of the board, "" without a result.
	ABlack           bool
	APoints, BPoints string
	AWon, BWon       bool
}

// MatchViews returns the matches of a round.
func MatchViews(lang *i18n.Language, t *tournament.Tournament, r *tournament.Round) (views []MatchView) {
	matches, _ := t.Matches(r.Number)
	for k := range matches {
		v := NewMatchView(lang, t, r, &matches[k])
		v.Number = k + 1
		views = append(views, v)
	}
	return views
}

// OtherGameViews returns the games of a round that belong to no match.
func OtherGameViews(lang *i18n.Language, t *tournament.Tournament, r *tournament.Round) (others []GameView) {
	matches, _ := t.Matches(r.Number)
	of := map[int]bool{}
	for _, m := range matches {
		for _, g := range m.Games {
			of[g.ID] = true
		}
	}
	for i := range r.Games {
		if g := &r.Games[i]; !of[g.ID] {
			others = append(others, NewGameView(lang, t, g))
		}
	}
	return others
}

// NewMatchView returns the view of match m of round r, without its number.
func NewMatchView(
	lang *i18n.Language, t *tournament.Tournament, r *tournament.Round, m *tournament.Match,
) MatchView {
	v := MatchView{A: NewTeamView(t, m.A), B: NewTeamView(t, m.B), Score: newScoreView(t, m)}
	for k, g := range m.Games {
		game := NewGameView(lang, t, g)
		forBlack, forWhite := g.Decided().Points()
		b := BoardView{
			Board: k + 1, Game: &game, A: game.Black, B: game.White, ABlack: true,
			APoints: points(g.Decided(), forBlack), BPoints: points(g.Decided(), forWhite),
			AWon: game.Result.Black, BWon: game.Result.White,
		}
		if team := t.TeamOf(g.Black); team.ID != m.A {
			b.swap()
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

// Swapped returns the match from the side of the other team.
func (m MatchView) Swapped() MatchView {
	m.A, m.B = m.B, m.A
	s := &m.Score
	s.A, s.B, s.AWon, s.BWon = s.B, s.A, s.BWon, s.AWon
	m.Boards = slices.Clone(m.Boards)
	for i := range m.Boards {
		m.Boards[i].swap()
	}
	return m
}

// swap exchanges the two teams.
func (b *BoardView) swap() {
	b.A, b.B, b.ABlack, b.AWon, b.BWon, b.APoints, b.BPoints = b.B, b.A, !b.ABlack, b.BWon, b.AWon, b.BPoints, b.APoints
}

func newScoreView(t *tournament.Tournament, m *tournament.Match) ScoreView {
	a, b, open := m.Score(t)
	result := m.Result(t).Outcome
	return ScoreView{
		A: FormatHalves(a), B: FormatHalves(b), Open: open, Known: open < len(m.Games) || m.FreeA+m.FreeB > 0,
		AWon: result == tournament.BlackWins, BWon: result == tournament.WhiteWins,
	}
}

// points formats the points of a board, "" without a result.
func points(r tournament.Result, s tournament.Score) string {
	if !r.Known() {
		return ""
	}
	return FormatHalves(s)
}

// FormatHalves formats half points as scores of matches: 2½, ½, 0.
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

// A MatchBoard is one board of a match.
type MatchBoard struct {
	Board int
	Match *MatchView
}

// MatchBoards returns the board and match of every game, by the number of the game.
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
