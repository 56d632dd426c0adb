package simulate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/rating"
	"tourney/internal/tournament"
)

// invented returns invented players from 4d down, some of them of equal rank.
func invented(t testing.TB, preset string, players int) *tournament.Tournament {
	s, err := tournament.PresetNamed(preset)
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "invented-cup", Name: "Invented Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range players {
		p := tournament.Player{Family: fmt.Sprintf("P%02d", i), Rank: rank.FromIndex(3 - i*2/3), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, false); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

func simulated(t testing.TB, tn *tournament.Tournament, o Options) *Report {
	r, err := Run(context.Background(), tn, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Two players and one round: the stronger comes first as often as he may
// expect to win.
func TestOneGameFollowsTheExpectation(t *testing.T) {
	tn := invented(t, "egf", 2)
	tn.Settings.Rounds = 1
	tn.Players[0].Rating, tn.Players[1].Rating = rank.Points(2400), rank.Points(2300)
	const runs = 4000
	r := simulated(t, tn, Options{Runs: runs, Seed: 5})
	want, _ := rating.EGF2021.Expected(2400, 2300, 0)
	if deviation := math.Sqrt(want * (1 - want) / runs); math.Abs(r.StrongestWins-want) > 4*deviation {
		t.Errorf("the stronger wins %.3f, expected %.3f", r.StrongestWins, want)
	}
	if r.Strongest != 1 || r.RankGap != 0 || r.Even != 1 || r.Repeats != 0 || r.Rounds != 1 || r.Imbalance != 1 || r.Open != 1 {
		t.Errorf("%+v", r)
	}
}

func TestReportsAddUp(t *testing.T) {
	for _, system := range []tournament.System{tournament.McMahon, tournament.Swiss, tournament.Knockout, tournament.RoundRobin, tournament.DoubleElimination} {
		tn := invented(t, "egf", 9)
		tn.Settings.System, tn.Settings.Rounds = system, 9
		tn.Settings.Criteria = tournament.DefaultCriteria(system, false)
		tn.Players[8].Status = tournament.Withdrawn
		tn.Players[7].Status = tournament.Preliminary
		r := simulated(t, tn, Options{Runs: 20, Seed: 1, Spread: 100})
		gaps, chances := 0.0, 0.0
		for _, g := range r.Gaps {
			gaps += g
		}
		for i, w := range r.Winners {
			chances += w.Chance
			if w.Player == 9 || i > 0 && w.Chance > r.Winners[i-1].Chance {
				t.Errorf("%s: winners %+v", system, r.Winners)
			}
		}
		if math.Abs(gaps-1) > 1e-9 || math.Abs(chances-1) > 1e-9 || r.StrongestPlace < 1 {
			t.Errorf("%s: %+v", system, r)
		}
		rounds := map[tournament.System]int{tournament.Knockout: 3, tournament.RoundRobin: 7}[system]
		if rounds > 0 && (r.Rounds != rounds || r.Repeats != 0) {
			t.Errorf("%s of eight takes %d rounds and %v repeats", system, r.Rounds, r.Repeats)
		}
		if system == tournament.Swiss && r.Repeats == 0 {
			t.Error("nine rounds of eight players without a repeat")
		}
	}
}

// The same seed gives the same report on any number of processors; another
// seed gives another.
func TestDeterministic(t *testing.T) {
	tn := invented(t, "club", 15)
	before := runtime.GOMAXPROCS(1)
	one := simulated(t, tn, Options{Runs: 12, Seed: 3, Spread: 50})
	runtime.GOMAXPROCS(4)
	four := simulated(t, tn, Options{Runs: 12, Seed: 3, Spread: 50})
	runtime.GOMAXPROCS(before)
	if d := cmp.Diff(one, four); d != "" {
		t.Error(d)
	}
	if cmp.Equal(one, simulated(t, tn, Options{Runs: 12, Seed: 4, Spread: 50})) {
		t.Error("two seeds, one report")
	}
	if len(tn.Rounds) != 0 {
		t.Error("the tournament itself was played")
	}
}

func TestCompare(t *testing.T) {
	tn := invented(t, "egf", 16)
	variants := Variations(tn.Settings, []rank.Rank{rank.Kyu(8), rank.Dan(4)}, nil, []int{3, 5})
	var told []int
	reports, err := Compare(context.Background(), tn, variants, Options{Runs: 30, Seed: 2, Progress: func(done, total int) {
		if total != 120 {
			t.Fatalf("%d in all", total)
		}
		told = append(told, done)
	}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range reports {
		names = append(names, fmt.Sprint(r.Labels))
	}
	if d := cmp.Diff(names, []string{
		"[{simulate.bar [8k]} {simulate.rounds [3]}]", "[{simulate.bar [8k]} {simulate.rounds [5]}]",
		"[{simulate.bar [4d]} {simulate.rounds [3]}]", "[{simulate.bar [4d]} {simulate.rounds [5]}]",
	}); d != "" {
		t.Error(d)
	}
	if reports[0].RankGap <= reports[2].RankGap {
		t.Errorf("a bar of 8k brings a gap of %.2f, one of 4d %.2f", reports[0].RankGap, reports[2].RankGap)
	}
	if len(told) != 120 || told[119] != 120 {
		t.Errorf("progress told %d times, last %d", len(told), told[len(told)-1])
	}
}

func TestRefused(t *testing.T) {
	tn := invented(t, "egf", 6)
	free := tn.Clone()
	free.Settings.System = tournament.Free
	empty := tn.Clone()
	empty.Players = nil
	for _, tt := range []struct {
		tn  *tournament.Tournament
		o   Options
		key string
	}{
		{tn, Options{Runs: -1}, "simulate.runs"}, {tn, Options{Runs: MostRuns + 1}, "simulate.runs"},
		{tn, Options{Spread: math.NaN()}, "simulate.spread"}, {free, Options{}, "simulate.free"}, {empty, Options{}, "pairing.nobody"},
	} {
		if _, err := Run(context.Background(), tt.tn, tt.o); !fault.Is(err, tt.key) {
			t.Errorf("%v, want fault %s", err, tt.key)
		}
	}
	if _, err := Compare(context.Background(), tn, nil, Options{}); !fault.Is(err, "simulate.variants") {
		t.Errorf("nothing to compare: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Run(ctx, tn, Options{Runs: 50, Progress: func(done, _ int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestTeams(t *testing.T) {
	tn := invented(t, "swiss", 12)
	tn.Settings.Teams.Boards, tn.Settings.Rounds = 3, 3
	tn.Settings.Criteria = tournament.DefaultCriteria(tournament.Swiss, true)
	for k := range 4 {
		team := tournament.Team{Name: fmt.Sprint("Team ", k)}
		for m := range 3 {
			team.Members = append(team.Members, tn.Players[3*k+m].ID)
		}
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
	}
	r := simulated(t, tn, Options{Runs: 20, Seed: 1})
	if team := tn.Team(r.Strongest); team == nil || team.Name != "Team 0" || r.StrongestWins < 0.5 || r.Rounds != 3 {
		t.Errorf("%+v", r)
	}
}

// BenchmarkRun plays five rounds of a field of 60 once.
func BenchmarkRun(b *testing.B) {
	tn := invented(b, "egf", 60)
	for b.Loop() {
		simulated(b, tn, Options{Runs: 1, Seed: 1})
	}
}
