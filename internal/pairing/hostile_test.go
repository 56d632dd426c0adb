package pairing

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// Settings from a file, with missing players, rounds that do not fit their system and arbitrary teams, lead to faults
// and never to a panic.
func TestAnySettingsAreAnswered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.SampledFrom(tournament.Systems())
		s := of(t, system.Draw(t, "system"), 8)
		tn := event(t, s, ranks(rapid.IntRange(0, 9).Draw(t, "players"))...)
		id := rapid.Custom(func(t *rapid.T) tournament.PlayerID { return tournament.PlayerID(rapid.IntRange(0, 12).Draw(t, "id")) })
		ids := rapid.SliceOfNDistinct(id, 0, 5, rapid.ID[tournament.PlayerID])
		s.Format = tournament.Format{
			Double: rapid.Bool().Draw(t, "double"), ThirdPlace: rapid.Bool().Draw(t, "third"),
			Pools:       rapid.IntRange(0, 3).Draw(t, "pools"),
			Withdrawals: rapid.SampledFrom(tournament.AllWithdrawals()).Draw(t, "withdrawals"),
			Accelerated: rapid.IntRange(0, 9).Draw(t, "accelerated"), Seeds: ids.Draw(t, "seeds"), ByHand: rapid.Bool().Draw(t, "own"),
		}
		if rapid.Bool().Draw(t, "staged") {
			s.Stages = []tournament.Stage{{
				From: rapid.IntRange(2, 4).Draw(t, "from"), System: system.Draw(t, "then"),
				Qualify: rapid.SampledFrom([]int{0, 2, 3, 20}).Draw(t, "qualify"),
				Others:  rapid.SampledFrom([]tournament.Others{tournament.Rest, tournament.Rest, tournament.PlayOn, tournament.PlayOnWithLosers}).Draw(t, "others"), Format: tournament.Format{Seeds: ids.Draw(t, "more seeds")},
			}}
		}
		if rapid.Bool().Draw(t, "teams") {
			s.Teams.Boards = rapid.IntRange(2, 4).Draw(t, "boards")
			s.Teams.Teams = make([]tournament.Team, rapid.IntRange(0, 5).Draw(t, "count"))
			for k := range s.Teams.Teams {
				s.Teams.Teams[k] = tournament.Team{ID: tournament.PlayerID(20 + k), Name: "T"}
			}
			for p := tournament.PlayerID(1); p <= 12; p++ {
				if k := rapid.IntRange(0, 5).Draw(t, "team"); k < len(s.Teams.Teams) {
					s.Teams.Teams[k].Members = append(s.Teams.Teams[k].Members, p)
				}
			}
		}
		s.Constraints = tournament.Constraints{
			StandIns: ids.Draw(t, "ghosts"), Seats: []tournament.Seat{{Player: id.Draw(t, "seat"), Table: 3}}, LocalClub: 40,
			Wishes: []tournament.Wish{{A: id.Draw(t, "a"), B: 13, Kind: tournament.Apart}, {A: id.Draw(t, "b"), B: 14, Kind: tournament.Together}},
		}
		if err := tn.SetSettings(s); err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		var session Session
		for n := 1; n <= 5; n++ {
			for i := range tn.Players {
				p := &tn.Players[i]
				p.Status = rapid.SampledFrom([]tournament.Status{tournament.CheckedIn, tournament.CheckedIn, tournament.CheckedIn, tournament.Withdrawn}).Draw(t, "status")
				p.Rank = rapid.SampledFrom([]rank.Rank{rank.Kyu1, rank.Dan1, p.Rank}).Draw(t, "rank")
			}
			d, err := session.Make(context.Background(), tn, n, Options{})
			if err != nil {
				if _, ok := fault.As(err); !ok {
					t.Fatal(err)
				}
				return
			}
			if err := d.Draft(tn, "test"); err != nil {
				t.Fatalf("round %d cannot be set: %v", n, err)
			}
			for _, p := range d.Games {
				d.Explain(p.Game.Table)
				WhyNot(tn, n, p.Game.Black, tn.Players[0].ID)
			}
			for _, id := range d.Byes {
				if _, ok := d.ExplainBye(id); !ok {
					t.Fatalf("round %d: the bye of %d is not explained", n, id)
				}
			}
			Checks(tn, n)
			if _, err := session.EvaluateWithBest(context.Background(), tn, n); err != nil {
				t.Fatal(err)
			}
			if v, err := Verify(context.Background(), tn, n, nil); err != nil || !v.Reproduced() {
				t.Fatalf("round %d cannot be made again: %+v, %v", n, v, err)
			}
			if len(tn.Players) > 0 {
				if _, err := Opponents(tn, n, tn.Players[0].ID); err != nil && len(s.Constraints.StandIns) == 0 && s.Teams.Boards == 0 {
					t.Fatal(err)
				}
			}
			results.After(tn, n)
			results.Teams(tn, n)
			if len(d.Games) == 0 {
				return
			}
			if err := tn.Publish(n); err != nil {
				t.Fatal(err)
			}
			for i := range tn.Round(n).Games {
				g := &tn.Round(n).Games[i]
				result := rapid.SampledFrom([]tournament.Result{blackWon, whiteWon, blackWon, whiteWon, {Outcome: tournament.BothLose}}).Draw(t, "result")
				if _, _, err := tn.Record(tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: result}); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// Whatever handicap and weights the settings take, every round can be drawn and set.
func TestAnySettingsTakenCanBeDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := of(t, rapid.SampledFrom(tournament.Systems()).Draw(t, "system"), 4)
		komi := func(name string) handicap.Komi { return handicap.Komi(rapid.IntRange(-800, 800).Draw(t, name)) }
		h := &s.Handicap
		*h = handicap.Policy{
			Basis: rapid.SampledFrom([]handicap.Basis{handicap.ByRank, handicap.ByMMS}).Draw(t, "basis"), Correction: rapid.IntRange(-1, 9).Draw(t, "correction"),
			Ceiling: rapid.IntRange(0, 40).Draw(t, "ceiling"), EvenKomi: komi("even"), HandicapKomi: komi("handicap"),
			Threshold: rapid.SampledFrom([]rank.Rank{rank.None, rank.Dan1, rank.Kyu20, rank.Dan(9)}).Draw(t, "threshold"),
		}
		if rapid.Bool().Draw(t, "a table") {
			h.Table = rapid.SampledFrom(handicap.Systems()).Draw(t, "of").Policy.Table
		}
		for i := range rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, "steps") {
			h.Steps = append(h.Steps, handicap.Terms{Number: min(i, 9), Komi: komi("step")})
		}
		weight := rapid.SampledFrom([]int64{0, 1, 1_000_000, tournament.MostWeight})
		p := &s.Pairing
		for _, w := range []*int64{&p.Duplicate, &p.Random, &p.Colour, &p.Category, &p.Score, &p.MovedUpDown, &p.Seeding, &p.MinimumHandicap, &p.Geography} {
			*w = weight.Draw(t, "weight")
		}
		var list []rank.Rank
		for range rapid.IntRange(2, 9).Draw(t, "players") {
			list = append(list, rank.Rank(rapid.IntRange(int(rank.Kyu30), int(rank.Dan(9))).Draw(t, "rank")))
		}
		tn := event(t, of(t, tournament.Swiss, 4), list...)
		if tn.SetSettings(s) != nil || s.CheckDrawable(0) != nil {
			return
		}
		for n := 1; n <= 4; n++ {
			d, err := Make(context.Background(), tn, n, Options{})
			if fault.Is(err, "system.finished") || fault.Is(err, "system.complete") || fault.Is(err, "system.undecided") || tn.IsOpen() && fault.Is(err, "open.rounds") {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Draft(tn, "test"); err != nil {
				t.Fatalf("round %d cannot be set: %v", n, err)
			}
			if len(d.Games) == 0 {
				return
			}
			if err := tn.Publish(n); err != nil {
				t.Fatal(err)
			}
			for i := range tn.Round(n).Games {
				if _, _, err := tn.Record(tournament.Entry{Round: n, Table: tn.Round(n).Games[i].Table, Result: whiteWon}); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
