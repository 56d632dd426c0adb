package pairing

import (
	"math"
	"math/big"

	"tourney/internal/tournament"
)

// A Quality is how good the games of a draw are.
type Quality struct {
	// Percent is from 0 to 100. It never rises when players change places and the draw gets worse.
	Percent int
	// Weakest is the criterion on which most is lost, "" if nothing is.
	Weakest string
}

// rematchPercent is the greatest Percent of a draw with a rematch.
const rematchPercent = 20

// Quality values the draw by the objective, its Repeats and its Total, without comparing it with other draws. Ideal
// games are between new opponents of one score group, and are all that seeding, handicap, clubs and countries ask for.
// The loss of the Total counts by the number of its digits, because the weights of the criteria differ by powers of
// ten. Chance does not count, and colours are even or will be. ok is false if the criteria value no game, as where the
// system has a plan.
func (d *Draw) Quality() (q Quality, ok bool) {
	o, lost, seen := d.objective, make([]int64, criteria), map[[2]tournament.PlayerID]bool{}
	for i := range d.Games {
		if p := &d.Games[i]; p.valued && !seen[p.sides] { // all games of a match have its value
			seen[p.sides] = true
			p.addLosses(lost, o.idealHome(o.entrant(p.sides[0]).exempt+o.entrant(p.sides[1]).exempt))
		}
	}
	games := len(seen)
	if games == 0 {
		return q, false
	}
	games = max(games, (len(o.field)-len(o.unpairedPlayers(d)))/2) // players without a game are one short
	ideal, game := o.idealTotal(games)
	lacks := ideal.Sub(ideal, d.Total)
	if q.Percent = percentOf(lacks, game, games); d.Repeats.Meetings > 0 {
		q.Percent = rematchPercent * max(0, games-d.Repeats.Meetings) / games
	}
	if q.Percent == 100 {
		return q, true
	}
	worst := geography // where no game loses anything, a player with a bye would have met a stranger
	for c := range lost {
		if lost[c] > lost[worst] {
			worst = c
		}
	}
	q.Weakest = Criteria()[worst]
	return q, true
}

// percentOf returns the quality of some games without a rematch. lacks is the loss of their total, game the value of an
// ideal game.
func percentOf(lacks *big.Int, game int64, games int) int {
	each, _ := new(big.Rat).SetFrac(lacks, big.NewInt(int64(games))).Float64()
	digits := min(1, math.Log1p(max(0, each))/math.Log1p(float64(game)))
	return rematchPercent + int((100-rematchPercent)*(1-digits*digits*digits))
}

// addLosses adds the loss of a game by each criterion; home is the greatest value of its players' clubs and countries.
func (p *Pairing) addLosses(lost []int64, home int64) {
	for c, s := range p.Shares {
		switch {
		case c == random || c == colour:
		case c == geography:
			lost[c] += max(0, home-s.Value)
		default:
			lost[c] += max(0, s.Most-s.Value)
		}
	}
}

// idealHome is the value of two strangers, some of whom are exempt.
func (o *objective) idealHome(exempt int) int64 { return o.geo[2][1][exempt] }

// idealTotal returns the total of so many ideal games, for any receiver of the bye, and the value of one.
func (o *objective) idealTotal(games int) (total *big.Int, game int64) {
	p := &o.s.Pairing
	game = 1 + p.Duplicate + p.Score + p.Seeding + p.MinimumHandicap + o.idealHome(0)
	if len(o.categories) > 1 {
		game += p.Category
	}
	total = new(big.Int).Mul(big.NewInt(game), big.NewInt(int64(games)))
	for i := range o.field {
		total.Add(total, big.NewInt(int64(o.field[i].exempt)*(o.idealHome(2)-o.idealHome(0))/2))
		for j := range i {
			if o.together.has(i, j) {
				total.Add(total, big.NewInt(o.wishValue))
			}
		}
	}
	return total, game
}
