package results

import (
	"slices"

	"tourney/internal/tournament"
)

// A Record holds the data about a player's rounds for the next draw.
type Record struct {
	Player tournament.PlayerID
	// Start is the starting McMahon score, Main the score used by pairing.
	Start, NBW, MMS, Main tournament.Score
	// Scores are the values of the tournament's criteria for pairing, or of the criteria of the standings if it has
	// none for pairing. Criteria among equals do not decide pairing and count 0.
	Scores []Value
	// MovedUp and MovedDown count the games against a player of a higher and
	// of a lower score group.
	MovedUp, MovedDown int
	// Colours is the number of even games as White minus the number as Black.
	Colours int
	// Byes counts the byes given.
	Byes int
	// Games are the player's games in the order of the rounds, without games by default if these count as not played.
	Games []*tournament.Game
}

// Before returns the records of all players before round n, in the order of the tournament's list.
func Before(t *tournament.Tournament, n int) []Record {
	h := newHistory(t, n-1)
	s := Settings(t, n)
	list := s.PairingCriteria
	if len(list) == 0 {
		list = s.Criteria
	}
	columns := h.columns(list)
	main := h.mainScores(s, n)
	records := make([]Record, len(t.Players))
	for i := range records {
		r := &records[i]
		*r = Record{
			Player: t.Players[i].ID, Start: h.start[i], NBW: h.wins[i][h.rounds], MMS: h.mms[i][h.rounds],
			Main: main[i][h.rounds], Scores: columns[i],
		}
		for q := range h.records[i] {
			d := &h.records[i][q]
			r.count(s, d)
			if d.game != nil {
				r.countMove(Group(s, main[i][q]), Group(s, main[d.opponent][q]))
			}
		}
	}
	return records
}

// Settings returns the settings for a round, with the system and the format of its stage.
func Settings(t *tournament.Tournament, round int) tournament.Settings {
	s := t.Settings
	stage := s.Stage(round)
	s.System, s.Format = stage.System, stage.Format
	return s
}

// mainScores returns the scores used by pairing, before round 1, 2, … n.
func (h *history) mainScores(s tournament.Settings, n int) [][]tournament.Score {
	switch MainScore(s) {
	case tournament.MMS:
		return h.accelerated(s, h.mms, n)
	case tournament.CPS:
		return h.cupScores()
	}
	return h.accelerated(s, h.wins, n)
}

// cupScores returns the cup scores: each round doubles the score and adds its
// points.
func (h *history) cupScores() [][]tournament.Score {
	scores := table[tournament.Score](len(h.records), h.rounds+1)
	for i := range scores {
		for q := range h.rounds {
			scores[i][q+1] = 2*scores[i][q] + h.wins[i][q+1] - h.wins[i][q]
		}
	}
	return scores
}

// defaultAccelerated is the number of accelerated rounds without a number in the settings.
const defaultAccelerated = 2

// accelerated adds a point to the scores of the upper half for the first rounds of an accelerated stage.
func (h *history) accelerated(s tournament.Settings, scores [][]tournament.Score, n int) [][]tournament.Score {
	if s.System != tournament.AcceleratedSwiss {
		return scores
	}
	rounds := s.Format.Accelerated
	if rounds == 0 {
		rounds = defaultAccelerated
	}
	from := h.t.Settings.Stage(n).From
	out := table[tournament.Score](len(scores), h.rounds+1)
	for i := range scores {
		copy(out[i], scores[i])
	}
	for _, id := range h.upperHalf(from) {
		for q := from - 1; q < from-1+rounds && q <= h.rounds; q++ {
			out[h.index[id]][q] += 2
		}
	}
	return out
}

// upperHalf returns the upper half of an accelerated stage that begins with round from. Its size is rounded up to an
// even number, so that both halves can be paired. It does not change after the first round: players who leave are not
// replaced, and latecomers belong to it if they rank above its last player (FIDE, Baku acceleration).
func (h *history) upperHalf(from int) []tournament.PlayerID {
	var all, began []*tournament.Player
	first := h.t.Round(from)
	for i := range h.t.Players {
		p := &h.t.Players[i]
		if h.t.StandIn(p.ID) {
			continue
		}
		all = append(all, p)
		sat := first != nil && (first.Game(p.ID) != nil || first.HasBye(p.ID))
		if sat || (first == nil || !first.Published) && p.Plays(from) {
			began = append(began, p)
		}
	}
	if len(began) == 0 {
		return nil
	}
	slices.SortFunc(began, tournament.ByStrength)
	last := began[min((len(began)+3)/4*2, len(began))-1]
	var upper []tournament.PlayerID
	for _, p := range all {
		if tournament.ByStrength(p, last) <= 0 {
			upper = append(upper, p.ID)
		}
	}
	return upper
}

// count counts the bye, game and colours of one round.
func (r *Record) count(s tournament.Settings, d *roundRecord) {
	if d.kind == Bye {
		r.Byes++
	}
	if d.standIn != nil && !d.standIn.Decided().ByDefault() {
		r.countColour(d.standIn, d.black)
	}
	if d.game != nil && (!s.Pairing.PlayedOnly || !d.byDefault()) {
		r.Games = append(r.Games, d.game)
		r.countColour(d.game, d.black)
	}
}

// countMove counts a game between players of two score groups.
func (r *Record) countMove(own, other int) {
	switch {
	case own < other:
		r.MovedUp++
	case own > other:
		r.MovedDown++
	}
}

// countColour counts the colour of a game, unless it had a handicap.
func (r *Record) countColour(g *tournament.Game, black bool) {
	switch {
	case g.Handicap > 0:
	case black:
		r.Colours--
	default:
		r.Colours++
	}
}
