package strength

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// firstEvening is at ten in the evening in Helsinki, two hours before the next day.
var firstEvening = time.Date(2026, 3, 3, 20, 0, 0, 0, time.UTC)

// openClub returns open play with members of these ranks, without a game.
func openClub(ranks ...rank.Rank) *tournament.Tournament {
	tn := &tournament.Tournament{}
	tn.Info.Zone = "Europe/Helsinki"
	tn.Settings.System, tn.Settings.Rounds, tn.Settings.Size = tournament.Open, tournament.MostTurns, 19
	for i, r := range ranks {
		tn.Players = append(tn.Players, tournament.Player{ID: tournament.PlayerID(i + 1), Family: string(rune('A' + i)), Rank: r})
	}
	tn.LastID = len(ranks)
	return tn
}

// addGame adds a game with a result in a new turn.
func addGame(tn *tournament.Tournament, black, white tournament.PlayerID, outcome tournament.Outcome, began time.Time) *tournament.Game {
	n := len(tn.Rounds) + 1
	tn.Rounds = append(tn.Rounds, tournament.Round{Number: n, Published: true, Games: []tournament.Game{{
		ID: tn.NewID(), Round: n, Table: 1, Black: black, White: white, Handicap: 2, Komi: 1,
		Result: tournament.Result{Outcome: outcome}, Began: began, EnteredAt: began.Add(time.Hour),
	}}})
	return &tn.Rounds[n-1].Games[0]
}

func TestOfTakesGamesWithTheirDays(t *testing.T) {
	tn := openClub(rank.Kyu(5), rank.Kyu(3), rank.Kyu(1), rank.Dan(1))
	tn.Settings.Constraints.StandIns = []tournament.PlayerID{3}
	addGame(tn, 1, 2, tournament.BlackWins, firstEvening)
	addGame(tn, 2, 1, tournament.WhiteWins, firstEvening.Add(3*time.Hour))           // after midnight at the venue
	addGame(tn, 1, 3, tournament.WhiteWins, firstEvening)                            // against a stand-in
	addGame(tn, 1, 2, 0, firstEvening.AddDate(0, 0, 7)).Result = tournament.Result{} // runs
	addGame(tn, 2, 1, tournament.Jigo, time.Time{}).EnteredAt = firstEvening.AddDate(0, 0, 1)
	disputed := addGame(tn, 1, 2, tournament.BlackWins, firstEvening)
	disputed.Dispute = tournament.Dispute{Result: tournament.Result{Outcome: tournament.WhiteWins}, By: "Desk 2", At: firstEvening}
	addGame(tn, 1, 2, tournament.BlackWins, firstEvening).ColoursOpen = true // not for stones
	nigiri := addGame(tn, 1, 2, tournament.WhiteWins, firstEvening)
	nigiri.ColoursOpen, nigiri.Handicap, nigiri.Komi = true, 0, 13
	day := int(time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
	terms := handicap.Terms{Number: 2, Komi: 1}
	games, ranks := Of(tn)
	slices.SortFunc(games, Game.compare)
	want := []Game{
		{Day: day, Black: 1, White: 2, Terms: terms, Size: 19, Result: tournament.Result{Outcome: tournament.BlackWins}},
		{Day: day, Black: 1, White: 2, Terms: terms, Size: 19, Result: tournament.Result{Outcome: tournament.BlackWins}},
		{
			Day: day, Black: 1, White: 2, Terms: handicap.Terms{Komi: 13}, Size: 19, ColoursOpen: true,
			Result: tournament.Result{Outcome: tournament.WhiteWins},
		},
		{Day: day + 1, Black: 2, White: 1, Terms: terms, Size: 19, Result: tournament.Result{Outcome: tournament.WhiteWins}},
		{Day: day + 1, Black: 2, White: 1, Terms: terms, Size: 19, Result: tournament.Result{Outcome: tournament.Jigo}},
	}
	slices.SortFunc(want, Game.compare)
	if !slices.Equal(games, want) {
		t.Errorf("games %+v\nwant %+v", games, want)
	}
	if rows := Estimate(games, ranks).Handicaps(); len(rows) != 1 || rows[0].Handicap != 2 || rows[0].Games != 4 {
		t.Errorf("by handicap: %+v", rows)
	}
	if want := []Declared{{Person: 1, Day: day, Rank: rank.Kyu(5)}, {Person: 2, Day: day, Rank: rank.Kyu(3)}}; !slices.Equal(ranks, want) {
		t.Errorf("ranks %+v, want %+v", ranks, want)
	}
	if got := Date(day); got.Format(time.DateOnly) != "2026-03-03" {
		t.Errorf("the day is %v", got)
	}
}

func TestOfTakesDecisions(t *testing.T) {
	at := func(days int) time.Time { return firstEvening.AddDate(0, 0, days) }
	accepted := func(days int, was, to rank.Rank) tournament.RankDecision {
		return tournament.RankDecision{At: at(days), Was: was, Rank: to}
	}
	off := tournament.RankDecision{At: at(9), Was: rank.Kyu(5), Rank: rank.Kyu(4), PutOff: true}
	for name, tt := range map[string]struct {
		now       rank.Rank
		decisions []tournament.RankDecision
		want      []Declared // days from the first evening
	}{
		"no decision":               {rank.Kyu(6), nil, []Declared{{Rank: rank.Kyu(6)}}},
		"put off":                   {rank.Kyu(5), []tournament.RankDecision{off}, []Declared{{Rank: rank.Kyu(5)}}},
		"accepted":                  {rank.Kyu(5), []tournament.RankDecision{accepted(8, rank.Kyu(6), rank.Kyu(5))}, []Declared{{Rank: rank.Kyu(6)}, {Day: 8, Rank: rank.Kyu(5), Accepted: true}}},
		"edited after the accepted": {rank.Kyu(3), []tournament.RankDecision{accepted(8, rank.Kyu(6), rank.Kyu(5))}, []Declared{{Rank: rank.Kyu(6)}, {Day: 8, Rank: rank.Kyu(3)}}},
		"edited between two": {rank.Kyu(2), []tournament.RankDecision{accepted(8, rank.Kyu(6), rank.Kyu(5)), accepted(15, rank.Kyu(3), rank.Kyu(2))},
			[]Declared{{Rank: rank.Kyu(6)}, {Day: 8, Rank: rank.Kyu(3)}, {Day: 15, Rank: rank.Kyu(2), Accepted: true}}},
		"accepted before a first game": {rank.Kyu(5), []tournament.RankDecision{accepted(-2, rank.Kyu(6), rank.Kyu(5))}, []Declared{{Day: -2, Rank: rank.Kyu(6)}, {Day: -2, Rank: rank.Kyu(5), Accepted: true}}},
	} {
		tn := openClub(tt.now, rank.Kyu(3))
		tn.Players[0].RankDecisions = tt.decisions
		addGame(tn, 1, 2, tournament.BlackWins, firstEvening)
		_, ranks := Of(tn)
		for i := range tt.want {
			tt.want[i].Person = 1
			tt.want[i].Day += DayOf(tn, firstEvening)
		}
		if own := ranks[:len(ranks)-1]; !slices.Equal(own, tt.want) {
			t.Errorf("%s: %+v, want %+v", name, own, tt.want)
		}
	}
}

// A member wins all games against a stronger one: the proposal is due, not after it was put off, and again after four
// more games. An accepted one is not proposed again.
func TestDue(t *testing.T) {
	tn := openClub(rank.Kyu(9), rank.Kyu(5))
	week := func(n int) time.Time { return firstEvening.AddDate(0, 0, 7*n) }
	for n := range 10 {
		addGame(tn, 1, 2, tournament.BlackWins, week(n))
	}
	due := func() []Proposal {
		all := Estimate(Of(tn)).Due(tn, DayOf(tn, week(len(tn.Rounds))))
		return slices.DeleteFunc(all, func(p Proposal) bool { return p.Person != 1 })
	}
	first := due()
	if len(first) != 1 || first[0].Present != rank.Kyu(9) || first[0].Proposed <= rank.Kyu(9) || first[0].First != DayOf(tn, firstEvening) {
		t.Fatalf("proposed %+v", first)
	}
	decide := func(off bool) {
		if err := tn.DecideRank(1, tournament.RankDecision{At: week(len(tn.Rounds)).Add(-time.Hour), Was: rank.Kyu(9), Rank: first[0].Proposed, PutOff: off}); err != nil {
			t.Fatal(err)
		}
	}
	decide(true)
	for n := range 4 {
		if got := due(); len(got) != 0 {
			t.Errorf("put off, and proposed after %d games: %+v", n, got)
		}
		addGame(tn, 1, 2, tournament.BlackWins, week(10+n))
	}
	again := due()
	if len(again) != 1 {
		t.Fatalf("after four games: %+v", again)
	}
	tn.Players[0].Status = tournament.Withdrawn
	if got := due(); len(got) != 0 {
		t.Errorf("proposed for a member who left: %+v", got)
	}
	tn.Players[0].Status = tournament.Preliminary
	first = again
	decide(false)
	if got := due(); len(got) != 0 || tn.Players[0].Rank != again[0].Proposed {
		t.Errorf("rank %v, proposed again: %+v", tn.Players[0].Rank, got)
	}
}

// The order of the games in the tournament does not change the strengths.
func TestOrderOfGamesInTheTournament(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [4]int {
			black := rapid.IntRange(1, 4).Draw(t, "black")
			return [4]int{black, 1 + (black+rapid.IntRange(0, 2).Draw(t, "other"))%4, rapid.IntRange(0, 40).Draw(t, "day"), rapid.IntRange(1, 3).Draw(t, "outcome")}
		}), 1, 12).Draw(t, "games")
		play := func(order []int) *History {
			tn := openClub(rank.Kyu(9), rank.Kyu(5), rank.Dan(1), rank.Kyu(2))
			tn.Players[1].RankDecisions = []tournament.RankDecision{{At: firstEvening.AddDate(0, 0, 12), Was: rank.Kyu(6), Rank: rank.Kyu(5)}}
			outcomes := []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins, tournament.Jigo}
			for _, i := range order {
				s := seats[i]
				addGame(tn, tournament.PlayerID(s[0]), tournament.PlayerID(s[1]), outcomes[s[3]-1], firstEvening.AddDate(0, 0, s[2]))
			}
			return Estimate(Of(tn))
		}
		order := make([]int, len(seats))
		for i := range order {
			order[i] = i
		}
		a, b := play(order), play(rapid.Permutation(order).Draw(t, "order"))
		for _, id := range a.People() {
			x, y := a.At(id, 50_000), b.At(id, 50_000)
			if math.Abs(x.Ranks-y.Ranks) > 1e-7 || math.Abs(x.Deviation-y.Deviation) > 1e-7 {
				t.Fatalf("player %d: %+v and %+v", id, x, y)
			}
		}
	})
}

func TestTogether(t *testing.T) {
	sum := Together([]Evenness{{Handicap: 2, Games: 10, Black: 9, Expected: 5}, {Handicap: 3, Games: 30, Black: 31, Expected: 14}})
	low, high := interval(20, 40)
	if want := (Evenness{Games: 40, Black: 40, Expected: 19, Low: low, High: high}); sum != want {
		t.Errorf("got %+v, want %+v", sum, want)
	}
	if got := Together(nil); got != (Evenness{}) {
		t.Errorf("of nothing: %+v", got)
	}
}
