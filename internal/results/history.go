package results

import (
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// points is a whole point in quarter points.
const points = 4

// A history is the record of every player in the first rounds. Players are indexed as in the tournament's list, rounds
// from 0.
type history struct {
	t       *tournament.Tournament
	rounds  int
	index   map[tournament.PlayerID]int
	records [][]roundRecord
	// start is the starting McMahon score; wins and mms are the scores after
	// 0, 1, … rounds.
	start     []tournament.Score
	wins, mms [][]tournament.Score
	// boards are the half points of a team's boards by round; nil for single players.
	boards [][][]tournament.Score
}

// A roundRecord is a player's game, bye or absence in one round.
type roundRecord struct {
	kind CellKind
	// The fields from game on are set only for a game.
	game     *tournament.Game
	opponent int
	black    bool
	points   tournament.Score
	// standIn is a game against a stand-in: its points and its colour count, otherwise it is a bye.
	standIn *tournament.Game
	// annulled is the annulled game of the round, nil for none.
	annulled *tournament.Game
}

// byDefault reports whether the game was decided without being played.
func (d *roundRecord) byDefault() bool { return d.game.Decided().ByDefault() }

// played reports whether the player sat down and the game has a result.
func (d *roundRecord) played() bool { return d.game != nil && d.game.Decided().Played() }

// won reports whether the player got the win.
func (d *roundRecord) won() bool { return d.game != nil && d.points == 2 }

// idlePoints returns the half points of a round without a game, in wins and in
// McMahon score.
func (d *roundRecord) idlePoints(s *tournament.Scoring) (wins, mms tournament.Score) {
	if d.standIn != nil {
		return 0, 0
	}
	switch d.kind {
	case Bye:
		return s.WinsBye, s.MMSBye
	case HalfBye:
		return 1, 1
	case Absent:
		return s.WinsAbsent, s.MMSAbsent
	}
	return 0, 0
}

// mainPoints returns the half points of the round in the main score.
func (d *roundRecord) mainPoints(s tournament.Settings) tournament.Score {
	wins, mms := d.idlePoints(&s.Scoring)
	if MainScore(s) == tournament.MMS {
		return d.points + mms
	}
	return d.points + wins
}

// MainScore returns the score used by pairing and the wall list: the first of NBW, MMS and CPS among the criteria for
// pairing. Without criteria for pairing it is the McMahon score in a McMahon tournament, CPS in a cup, else the first
// of the three among the criteria of the standings. The default is NBW.
func MainScore(s tournament.Settings) tournament.Criterion {
	list := s.PairingCriteria
	if len(list) == 0 {
		switch s.System {
		case tournament.McMahon:
			return tournament.MMS
		case tournament.Cup:
			return tournament.CPS
		}
		list = s.Criteria
	}
	for _, c := range list {
		switch c {
		case tournament.NBW, tournament.MMS:
			return c
		case tournament.CPS:
			if s.System == tournament.Cup {
				return c
			}
		}
	}
	return tournament.NBW
}

// Group returns the number of the score group of a score: whole points, or half points if HalfGroups is set.
func Group(s tournament.Settings, score tournament.Score) int {
	if s.Pairing.HalfGroups {
		return int(score)
	}
	return score.Floor()
}

// StartScore returns the starting McMahon score of a player: the rank between
// floor and bar, counted from 30 kyu, and the correction.
func StartScore(s tournament.Settings, p *tournament.Player) tournament.Score {
	i := min(max(p.Rank.Index(), s.Floor.Index()), s.Bar.Index())
	return tournament.Score(2 * (i - rank.Kyu30.Index() + p.StartCorrection))
}

// CategoryOf returns the category of a player, 1 for the strongest: the first
// whose lower limit the player reaches.
func CategoryOf(s tournament.Settings, p *tournament.Player) int {
	for i, limit := range s.Categories {
		if p.Rank.Index() >= limit.Index() {
			return i + 1
		}
	}
	return len(s.Categories) + 1
}

// RatingOf returns a player's rating in EGF points; without one, the middle of
// the rank's class.
func RatingOf(p *tournament.Player) int {
	if p.Rating.Stated() {
		return p.Rating.Points()
	}
	return p.Rank.Rating().Points()
}

func newHistory(t *tournament.Tournament, n int) *history {
	n = min(max(n, 0), len(t.Rounds))
	size := len(t.Players)
	h := &history{
		t: t, rounds: n, index: make(map[tournament.PlayerID]int, size),
		records: table[roundRecord](size, n), start: make([]tournament.Score, size),
		wins: table[tournament.Score](size, n+1), mms: table[tournament.Score](size, n+1),
	}
	for i := range t.Players {
		h.index[t.Players[i].ID] = i
		h.start[i] = StartScore(t.Settings, &t.Players[i])
	}
	for q := range n {
		h.readRound(q)
	}
	h.settleWithdrawals()
	for i := range t.Players {
		h.addPoints(i)
	}
	return h
}

// table returns rows of equal length cut from one piece of memory.
func table[T any](rows, length int) [][]T {
	all := make([]T, rows*length)
	out := make([][]T, rows)
	for i := range out {
		out[i] = all[i*length : (i+1)*length : (i+1)*length]
	}
	return out
}

func (h *history) readRound(q int) {
	r := &h.t.Rounds[q]
	for i := range h.t.Players {
		h.records[i][q].kind = idleKind(&h.t.Players[i], r.Number)
	}
	for _, id := range r.Byes {
		h.records[h.index[id]][q].kind = Bye
	}
	for i := range r.Games {
		g := &r.Games[i]
		b, w := h.index[g.Black], h.index[g.White]
		forBlack, forWhite := g.Decided().Points()
		if h.t.StandIn(g.Black) || h.t.StandIn(g.White) {
			h.records[b][q] = roundRecord{kind: Bye, points: forBlack, standIn: g, black: true}
			h.records[w][q] = roundRecord{kind: Bye, points: forWhite, standIn: g}
			continue
		}
		h.records[b][q] = roundRecord{kind: Game, game: g, opponent: w, black: true, points: forBlack}
		h.records[w][q] = roundRecord{kind: Game, game: g, opponent: b, points: forWhite}
	}
}

// idleKind returns the kind of a player's round without a game or bye.
func idleKind(p *tournament.Player, round int) CellKind {
	switch {
	case p.HalfByes.Has(round):
		return HalfBye
	case p.Absent.Has(round):
		return Absent
	case p.Status == tournament.Preliminary:
		return NotEntered
	}
	return NotAssigned
}

// addPoints sums a player's points by round. The points of rounds without a game are summed and rounded before they are
// added (EGF Tournament System Rules).
func (h *history) addPoints(i int) {
	s := &h.t.Settings.Scoring
	var won, idleWins, idleMMS tournament.Score
	h.mms[i][0] = h.start[i]
	for q := range h.records[i] {
		d := &h.records[i][q]
		won += d.points
		wins, mms := d.idlePoints(s)
		idleWins += wins
		idleMMS += mms
		h.wins[i][q+1] = won + rounded(s, idleWins)
		h.mms[i][q+1] = h.start[i] + won + rounded(s, idleMMS)
	}
}

func rounded(s *tournament.Scoring, sum tournament.Score) tournament.Score {
	if s.RoundDown {
		return sum &^ 1
	}
	return sum
}
