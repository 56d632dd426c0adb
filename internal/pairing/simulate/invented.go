package simulate

import (
	"fmt"
	"math"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// strengths are ratings in an invented field, from the strongest to the
// weakest, with the part of the field that is stronger: a few of 5 and 6 dan, a
// quarter of dan grade, the middle 5 kyu, a tail of beginners.
var strengths = []struct{ part, rating float64 }{
	{0, 2640}, {0.03, 2450}, {0.1, 2290}, {0.25, 2060}, {0.5, 1640}, {0.75, 1130}, {0.92, 480}, {1, 60},
}

// Invented returns a tournament of invented players, the strongest first, with
// the strengths of an open tournament. The same number of players always gives
// the same field. The number must be from 2 to tournament.MostPlayers.
func Invented(players int, s tournament.Settings) (*tournament.Tournament, error) {
	if players < 2 || players > tournament.MostPlayers {
		return nil, fault.New(fault.Invalid, "simulate.players", players, tournament.MostPlayers)
	}
	t, err := tournament.New(tournament.Info{Slug: "invented-field", Name: "Invented field"}, s)
	if err != nil {
		return nil, err
	}
	for i := range players {
		points := int(math.Round(strength((float64(i) + 0.5) / float64(players))))
		p := tournament.Player{
			Family: fmt.Sprintf("Player%04d", i+1), Rating: rank.Points(points),
			Rank: rankOf(points), Status: tournament.CheckedIn,
		}
		if _, err := t.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// rankOf returns the rank of a rating: 2100 is the middle of 1d.
func rankOf(points int) rank.Rank { return rank.FromIndex(int(math.Floor(float64(points-2050) / 100))) }

// strength returns the rating of a player when this part of the field is stronger.
func strength(part float64) float64 {
	for i := 1; ; i++ {
		if from, to := strengths[i-1], strengths[i]; part <= to.part {
			return from.rating + (to.rating-from.rating)*(part-from.part)/(to.part-from.part)
		}
	}
}
