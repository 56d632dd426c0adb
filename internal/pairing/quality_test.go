package pairing

import (
	"context"
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

// Two players without a common club or country lose nothing by geography.
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

// A first round folded by seeds has full quality; a game across score groups has less, and a repeated game costs as
// much as the whole game is worth.
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

// Whichever players change places, the quality does not rise when the draw gets worse, nor fall when it gets better:
// with the best draw known or not, between games, with a bye, and where rematches cannot be avoided.
func TestQualityFollowsTheObjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 9)
		tn.Settings.Rounds = 12
		n := rapid.IntRange(1, 9).Draw(t, "round")
		for r := 1; r <= n; r++ {
			d, err := Make(context.Background(), tn, r, Options{Seed: 7})
			if err != nil {
				return
			}
			if r < n {
				playRandomly(t, tn, d)
			} else if err := d.Draft(tn, "test"); err != nil {
				t.Fatal(err)
			}
		}
		evaluate := rapid.SampledFrom([]func() (*Draw, error){
			func() (*Draw, error) { return Evaluate(tn, n) },
			func() (*Draw, error) { return EvaluateWithBest(context.Background(), tn, n) },
		}).Draw(t, "how")
		was, err := evaluate()
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			ids := playersIn(tn.Round(n))
			a, b := rapid.SampledFrom(ids).Draw(t, "a"), rapid.SampledFrom(ids).Draw(t, "b")
			next, err := Swap(tn, n, a, b)
			if err != nil {
				continue
			}
			redraft(t, tn)(next, nil)
			now, err := evaluate()
			if err != nil {
				t.Fatal(err)
			}
			before, ok := was.Quality()
			after, okNow := now.Quality()
			if c := now.Compare(was); ok != okNow || c*(after.Percent-before.Percent) < 0 {
				t.Fatalf("the quality goes from %+v to %+v, the total from %v to %v, the repeats from %+v to %+v", before, after, was.Total, now.Total, was.Repeats, now.Repeats)
			}
			was = now
		}
	})
}
