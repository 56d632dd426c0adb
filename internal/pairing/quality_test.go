package pairing

import (
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// The quality of any draw is a percentage, and names a criterion unless nothing is lost.
func TestQualityIsAPercentage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 9)
		d, err := Make(t.Context(), tn, 1, Options{})
		if err != nil {
			return
		}
		q, ok := d.Quality()
		if q.Percent < 0 || q.Percent > 100 || q.Percent < 100 && ok && q.Weakest == "" || q.Percent == 100 && q.Weakest != "" {
			t.Errorf("the quality of %d games is %+v, %v", len(d.Games), q, ok)
		}
	})
}

// qualityOf returns the quality of a draft of round n.
func qualityOf(t *testing.T, tn *tournament.Tournament, n int, games ...tournament.Game) Quality {
	t.Helper()
	if err := tn.SetDraft(n, games, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	d, err := Evaluate(tn, n)
	if err != nil {
		t.Fatal(err)
	}
	q, ok := d.Quality()
	if !ok {
		t.Fatal("the draw has no quality")
	}
	return q
}

// Two who have neither a club nor a country in common lose nothing by where they come from.
func TestQualityOfStrangers(t *testing.T) {
	s := settings(t, "egf")
	s.Floor, s.Bar, s.Pairing.ExemptFrom = rank.Kyu20, rank.Dan4, rank.Dan4
	tn := event(t, s, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1)
	quality := func(clubs ...string) Quality {
		for i := range tn.Players {
			tn.Players[i].Club, tn.Players[i].Country = clubs[i], ""
		}
		return qualityOf(t, tn, 1, tournament.Game{Table: 1, Black: 1, White: 2}, tournament.Game{Table: 2, Black: 3, White: 4})
	}
	strangers, home := quality("Oulu", "Turku", "", ""), quality("Oulu", "Oulu", "Turku", "Turku")
	if strangers.Weakest == "geo" || strangers.Percent <= home.Percent || home.Weakest != "geo" {
		t.Errorf("strangers have the quality %+v, members of one club %+v", strangers, home)
	}
}

// A first round folded by seeds is all that can be asked for; a game across score groups
// costs something, and one that repeats another costs as much as the whole game is worth.
func TestQuality(t *testing.T) {
	whiteWins := tournament.Result{Outcome: tournament.WhiteWins}
	s := settings(t, "swiss")
	tn := event(t, s, ranks(4)...)
	play(t, tn, 1, []tournament.Game{{Table: 1, Black: 3, White: 1}, {Table: 2, Black: 4, White: 2}}, nil, whiteWins, whiteWins)
	quality := func(games ...tournament.Game) Quality { return qualityOf(t, tn, 2, games...) }
	best := quality(tournament.Game{Table: 1, Black: 1, White: 2}, tournament.Game{Table: 2, Black: 3, White: 4})
	across := quality(tournament.Game{Table: 1, Black: 1, White: 4}, tournament.Game{Table: 2, Black: 3, White: 2})
	again := quality(tournament.Game{Table: 1, Black: 1, White: 3}, tournament.Game{Table: 2, Black: 2, White: 4})
	t.Log(best, across, again)
	if across.Percent >= best.Percent || across.Weakest == "" {
		t.Errorf("across score groups the quality is %+v, within them %+v", across, best)
	}
	if again.Percent != 0 {
		t.Errorf("two repeated games have the quality %+v", again)
	}
}
