package simulate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
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
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

func simulated(t testing.TB, tn *tournament.Tournament, o Options) *Report {
	reports, err := compareOne(context.Background(), tn, o)
	if err != nil {
		t.Fatal(err)
	}
	return reports[0]
}

// compareOne plays a tournament with the settings that it has.
func compareOne(ctx context.Context, tn *tournament.Tournament, o Options) ([]*Report, error) {
	return Compare(ctx, tn, []Variant{{Settings: tn.Settings}}, o)
}

// With two players and one round the stronger comes first as often as expected
// to win.
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
		t.Run(string(system), func(t *testing.T) {
			tn := invented(t, "egf", 9)
			tn.Settings.System, tn.Settings.Rounds = system, 9
			tn.Settings.Criteria = tournament.DefaultCriteria(system)
			tn.Players[8].Status = tournament.Withdrawn
			tn.Players[7].Status = tournament.Preliminary
			r := simulated(t, tn, Options{Runs: 20, Seed: 1, Spread: 100})
			chances := 0.0
			for name, parts := range map[string][]float64{"gaps": r.Gaps, "handicaps": r.Handicaps, "colours": r.Colours, "firsts": r.Firsts} {
				if sum := added(parts); math.Abs(sum-1) > 1e-9 {
					t.Errorf("%s: %s add up to %v", system, name, sum)
				}
			}
			if math.Abs(1-r.Firsts[0]-r.SharedFirst) > 1e-9 || math.Abs(r.Handicaps[0]-r.Even) > 1e-9 {
				t.Errorf("%s: %+v", system, r)
			}
			for i, w := range r.Winners {
				chances += w.Chance
				if w.Player == 9 || i > 0 && w.Chance > r.Winners[i-1].Chance {
					t.Errorf("%s: winners %+v", system, r.Winners)
				}
			}
			if math.Abs(chances-1) > 1e-9 || r.StrongestPlace < 1 {
				t.Errorf("%s: %+v", system, r)
			}
			rounds := map[tournament.System]int{tournament.Knockout: 3, tournament.RoundRobin: 7}[system]
			if rounds > 0 && (r.Rounds != rounds || r.Repeats != 0) {
				t.Errorf("%s of eight takes %d rounds and %v repeats", system, r.Rounds, r.Repeats)
			}
			if system == tournament.Swiss && r.Repeats == 0 {
				t.Error("nine rounds of eight players without a repeat")
			}
		})
	}
}

func added(parts []float64) float64 {
	sum := 0.0
	for _, p := range parts {
		sum += p
	}
	return sum
}

// The same seed gives the same report on any number of processors; another
// seed gives another.
func TestDeterministic(t *testing.T) {
	tn := invented(t, "egf", 15)
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

func varying(t testing.TB, tn *tournament.Tournament, c Choices) []Variant {
	variants, err := Variations(tn.Settings, c)
	if err != nil {
		t.Fatal(err)
	}
	return variants
}

func TestCompare(t *testing.T) {
	tn := invented(t, "egf", 16)
	variants := varying(t, tn, Choices{Bars: []rank.Rank{rank.Kyu(8), rank.Dan(4)}, Rounds: []int{3, 5}})
	var reported []int
	reports, err := Compare(context.Background(), tn, variants, Options{Runs: 30, Seed: 2, Progress: func(done, total int) {
		if total != 120 {
			t.Fatalf("%d in all", total)
		}
		reported = append(reported, done)
	}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range variants {
		names = append(names, fmt.Sprint(v.Labels))
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
	if len(reported) != 120 || reported[119] != 120 {
		t.Errorf("progress reported %d times, last %d", len(reported), reported[len(reported)-1])
	}
}

func TestRefused(t *testing.T) {
	tn := invented(t, "egf", 6)
	open := tn.Clone()
	open.Settings.System = tournament.Open
	empty := tn.Clone()
	empty.Players = nil
	for _, tt := range []struct {
		name string
		tn   *tournament.Tournament
		o    Options
		key  string
	}{
		{"too few runs", tn, Options{Runs: -1}, "simulate.runs"}, {"too many runs", tn, Options{Runs: MostRuns + 1}, "simulate.runs"},
		{"no number", tn, Options{Spread: math.NaN()}, "simulate.spread"}, {"open play", open, Options{}, "simulate.open"},
		{"no players", empty, Options{}, "pairing.nobody"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := compareOne(context.Background(), tt.tn, tt.o); !fault.Is(err, tt.key) {
				t.Errorf("%v, want fault %s", err, tt.key)
			}
		})
	}
	if _, err := Compare(context.Background(), tn, nil, Options{}); !fault.Is(err, "simulate.variants") {
		t.Errorf("nothing to compare: %v", err)
	}
	for _, tt := range []struct {
		name string
		c    Choices
		key  string
	}{
		{"too many variants", Choices{Rounds: []int{1, 2, 3, 4, 5}, Corrections: []int{0, 1, 2, 3, 4}}, "simulate.variants"},
		{"their number overflows", Choices{Rounds: make([]int, 1<<20), Corrections: make([]int, 1<<20), Bars: make([]rank.Rank, 1<<24)}, "simulate.variants"},
		{"a bar in Swiss", Choices{Systems: []tournament.System{tournament.Swiss}, Bars: []rank.Rank{rank.Dan1}}, "simulate.barless"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Variations(tn.Settings, tt.c); !fault.Is(err, tt.key) {
				t.Errorf("%v, want fault %s", err, tt.key)
			}
		})
	}
	odd := varying(t, tn, Choices{Rounds: []int{2, 99}})
	if _, err := Compare(context.Background(), tn, odd, Options{Progress: func(int, int) { t.Fatal("a game was played") }}); !fault.Is(err, "settings.rounds") {
		t.Errorf("99 rounds: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := compareOne(ctx, tn, Options{Runs: 50, Progress: func(done, _ int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// four makes four teams of the players of a tournament, the strongest first.
func four(t testing.TB, tn *tournament.Tournament, boards int) {
	tn.Settings.Teams.Boards = boards
	tn.Settings.Criteria = tournament.DefaultTeamCriteria(tn.Settings.System, tn.Settings.Teams.Boards)
	for k := range 4 {
		team := tournament.Team{Name: fmt.Sprint("Team ", k)}
		for m := range boards {
			team.Members = append(team.Members, tn.Players[boards*k+m].ID)
		}
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTeams(t *testing.T) {
	tn := invented(t, "swiss", 12)
	tn.Settings.Rounds = 3
	four(t, tn, 3)
	r := simulated(t, tn, Options{Runs: 20, Seed: 1})
	if team := tn.Team(r.Strongest); team == nil || team.Name != "Team 0" || r.StrongestWins < 0.5 || r.Rounds != 3 {
		t.Errorf("%+v", r)
	}
}

// Where the director decides drawn matches of a knockout, a random team advances.
func TestDrawnMatchesGoOn(t *testing.T) {
	tn := invented(t, "knockout", 8)
	for i := range tn.Players {
		tn.Players[i].Rank = rank.Kyu1
	}
	four(t, tn, 2)
	tn.Settings.Rounds, tn.Settings.Teams.TieBreaks = 2, []tournament.TieBreak{tournament.TieDirector}
	r := simulated(t, tn, Options{Runs: 200, Seed: 1})
	if r.Rounds != 2 || r.SharedFirst != 0 || r.StrongestWins < 0.12 || r.StrongestWins > 0.38 {
		t.Errorf("%+v", r)
	}
}

// A cancelled simulation ends in a system by plan too.
func TestCancelledByPlan(t *testing.T) {
	tn := invented(t, "egf", 8)
	tn.Settings = tn.Settings.WithSystem(tournament.RoundRobin)
	ctx, cancel := context.WithCancel(context.Background())
	played := 0
	_, err := compareOne(ctx, tn, Options{Runs: MostRuns, Workers: 1, Progress: func(done, _ int) { played = done; cancel() }})
	if !errors.Is(err, context.Canceled) || played > 2 {
		t.Errorf("%d runs were played: %v", played, err)
	}
}

// A broken invariant is an error and does not end the program.
func TestPanicIsAnError(t *testing.T) {
	if _, err := playOnce(context.Background(), nil, nil, 0); err == nil || !strings.Contains(err.Error(), "simulate: ") {
		t.Errorf("no tournament at all: %v", err)
	}
}

func TestVariations(t *testing.T) {
	tn := invented(t, "egf", 4)
	list := varying(t, tn, Choices{
		Systems: []tournament.System{tournament.McMahon, tournament.Swiss}, Bars: []rank.Rank{rank.Dan1, rank.Dan(3)}, Corrections: []int{0, 2},
	})
	var got []string
	for _, v := range list {
		got = append(got, fmt.Sprintf("%s %v %d, %d", v.Settings.System, v.Settings.Bar, v.Settings.Handicap.Correction, len(v.Labels)))
	}
	if d := cmp.Diff(got, []string{
		"mcmahon 1d 0, 3", "mcmahon 1d 2, 3", "mcmahon 3d 0, 3", "mcmahon 3d 2, 3", "swiss 4d 0, 2", "swiss 4d 2, 2",
	}); d != "" {
		t.Error(d)
	}
	if s := list[4].Settings; s.Criteria[0] == tournament.MMS || s.Rounds != tn.Settings.Rounds {
		t.Errorf("Swiss with %v", s.Criteria)
	}
}

func TestApart(t *testing.T) {
	tn := invented(t, "egf", 4)
	for _, tt := range []struct {
		c           Choices
		shared, own string
	}{
		{Choices{}, "[]", "[[]]"},
		{Choices{Rounds: []int{4}}, "[]", "[[{simulate.rounds [4]}]]"},
		{Choices{Corrections: []int{1}, Rounds: []int{4, 5}}, "[{simulate.correction [1]}]", "[[{simulate.rounds [4]}] [{simulate.rounds [5]}]]"},
		{Choices{Systems: []tournament.System{tournament.McMahon, tournament.Swiss}, Bars: []rank.Rank{rank.Dan1}}, "[]",
			"[[{simulate.system [mcmahon]} {simulate.bar [1d]}] [{simulate.system [swiss]}]]"},
		{Choices{Corrections: []int{1}}, "[]", "[[{simulate.correction [1]}]]"},
		{Choices{Corrections: []int{0, 1}}, "[{simulate.even []}]", "[[{simulate.correction [0]}] [{simulate.correction [1]}]]"},
	} {
		t.Run(fmt.Sprintf("%+v", tt.c), func(t *testing.T) {
			shared, own := SplitLabels(varying(t, tn, tt.c))
			if fmt.Sprint(shared) != tt.shared || fmt.Sprint(own) != tt.own {
				t.Errorf("%+v: %v and %v, want %s and %s", tt.c, shared, own, tt.shared, tt.own)
			}
		})
	}
	if shared, _ := SplitLabels(varying(t, invented(t, "finnish", 4), Choices{Corrections: []int{0, 1}})); len(shared) != 0 {
		t.Errorf("with handicaps they share %v", shared)
	}
}

func TestLists(t *testing.T) {
	bars, err := ParseBars(" 1d, 3 dan;; 1d ")
	if err == nil {
		t.Errorf("“3 dan” is two words, and was read as %v", bars)
	}
	if bars, err = ParseBars(" 1d, 3d;; 1d "); err != nil || fmt.Sprint(bars) != "[1d 3d]" {
		t.Error(bars, err)
	}
	if numbers, err := ParseNumbers("4 5,0"); err != nil || fmt.Sprint(numbers) != "[4 5 0]" {
		t.Error(numbers, err)
	}
	if _, err := ParseNumbers("4 five"); !fault.Is(err, "simulate.number") {
		t.Error(err)
	}
	if systems, err := ParseSystems("Swiss mcmahon"); err != nil || fmt.Sprint(systems) != "[swiss mcmahon]" {
		t.Error(systems, err)
	}
	if _, err := ParseSystems("moon"); !fault.Is(err, "settings.system") {
		t.Error(err)
	}
	if _, err := ParseNumbers(strings.Repeat("1 ", 1000)); err != nil {
		t.Error(err)
	}
}

func TestInvented(t *testing.T) {
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{2, 3, 100, 985} {
		tn, err := Invented(n, s)
		if err != nil || len(tn.Players) != n {
			t.Fatal(n, err)
		}
		again, _ := Invented(n, s)
		if d := cmp.Diff(tn.Players, again.Players, cmp.AllowUnexported(rank.Rating{})); d != "" {
			t.Error(d)
		}
		for i := range tn.Players[1:] {
			if tn.Players[i].Rank < tn.Players[i+1].Rank {
				t.Fatalf("of %d players number %d is weaker than the next", n, i+1)
			}
		}
	}
	for _, n := range []int{-1, 0, 1, tournament.MostPlayers + 1} {
		if _, err := Invented(n, s); !fault.Is(err, "simulate.players") {
			t.Errorf("%d players: %v", n, err)
		}
	}
}

// The margin is right: of many simulations of a game of equals 95 in 100 are that
// near to an even chance.
func TestMargin(t *testing.T) {
	chance, within := rand.New(rand.NewPCG(1, 2)), 0
	for range 2000 {
		r := &Report{Runs: 100}
		wins := 0
		for range r.Runs {
			wins += chance.IntN(2)
		}
		if part := float64(wins) / 100; math.Abs(part-0.5) <= r.Margin(part) {
			within++
		}
	}
	if within < 1860 || within > 1940 {
		t.Errorf("%d of 2000 are within the margin", within)
	}
	if m := (&Report{Runs: 100}).Margin(0); m <= 0 || m > 0.05 {
		t.Errorf("never in 100 runs may be off by %v", m)
	}
}

// BenchmarkRun plays five rounds of the preset for European tournaments once,
// on one processor.
func BenchmarkRun(b *testing.B) {
	for _, players := range []int{60, 100, 300} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			tn := invented(b, "egf", players)
			for b.Loop() {
				simulated(b, tn, Options{Runs: 1, Seed: 1})
			}
		})
	}
}

// BenchmarkHundredRuns plays five rounds of an invented field of 100 a hundred
// times, on all processors.
func BenchmarkHundredRuns(b *testing.B) {
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		b.Fatal(err)
	}
	tn, err := Invented(100, s)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		simulated(b, tn, Options{Runs: 100, Seed: 1})
	}
}

// A final with other games beside it, and a final after pools, are played to
// their ends, each with one winner.
func TestStagesWithOthersAndPools(t *testing.T) {
	final := invented(t, "final", 20)
	final.Settings.Stages[0].Others = tournament.PlayOnWithLosers
	pools := invented(t, "round-robin", 20)
	s := pools.Settings
	s.Rounds, s.Format.Pools = 7, 4
	s.Stages = []tournament.Stage{{From: 5, System: tournament.Knockout, Qualify: 8}}
	s.Criteria = append([]tournament.Criterion{tournament.StageReached}, s.Criteria...)
	if err := pools.SetSettings(s); err != nil {
		t.Fatal(err)
	}
	for name, tn := range map[string]*tournament.Tournament{"final": final, "pools": pools} {
		t.Run(name, func(t *testing.T) {
			r := simulated(t, tn, Options{Runs: 5, Seed: 1})
			if r.Rounds != tn.Settings.Rounds || r.SharedFirst != 0 {
				t.Errorf("%s: %+v", name, r)
			}
		})
	}
}
