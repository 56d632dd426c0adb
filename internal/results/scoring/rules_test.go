package scoring

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// TestRules compares tables with sums by hand, a rule at a time.
func TestRules(t *testing.T) {
	award := func(awards ...Award) Rules { return Rules{Awards: awards} }
	win := Award{On: Win, Points: Point}
	for name, tt := range map[string]struct {
		ranks string // of A, B, C …
		rules Rules
		games []Game
		want  []string
	}{
		"the zero value": {
			"1d 2k 5k",
			Rules{},
			evening("1 A B A", "1 A B =", "1 B C C"),
			[]string{"1 A 1.5 1-1-0", "2 C 1 1-0-0", "3 B 0.5 0-1-2"},
		},
		"a game, a first meeting": {
			"1d 2k 5k",
			award(win, Award{On: Played, Points: Point / 4}, Award{On: Played, Points: Point / 2, Meeting: First}),
			evening("1 A B A", "2 A B A", "2 A C A"),
			// A: 3 wins + 3 × ¼ + 2 × ½, B: 2 × ¼ + ½, C: ¼ + ½
			[]string{"1 A 4.75 3-0-0", "2 B 1 0-0-2", "3 C 0.75 0-0-1"},
		},
		"a streak of three, and again of three": {
			"1d 2k 5k",
			award(win, Award{On: Streak, Points: 2 * Point, Length: 3}),
			evening("1 A B A", "1 A C A", "1 A B A", "2 A C A", "2 A B A", "2 A C A", "2 A B A", "2 B C B", "2 B C =", "2 B C B", "2 B C B"),
			// A: 7 wins, the third and the sixth with 2 more. B: 3 wins, interrupted by a jigo.
			[]string{"1 A 11 7-0-0", "2 B 3 3-1-4", "3 C 0 0-1-6"},
		},
		"a jigo that continues a streak": {
			"1d 2k 5k",
			Rules{Awards: []Award{win, {On: Streak, Points: 2 * Point, Length: 2}}, JigoContinues: true},
			evening("1 A B A", "1 A B =", "1 A C A"),
			[]string{"1 A 4 2-1-0", "2 B 0 0-1-1", "2 C 0 0-0-1"},
		},
		"stronger and weaker opponents": {
			"1d 2k 5k",
			award(win, Award{On: Win, Points: Point / 2, Against: Stronger}, Award{On: Loss, Points: -Point / 4, Against: Weaker}),
			evening("1 A B B", "1 A C A", "1 C B C"),
			// A 1d, B 2k, C 5k. A: 1 - ¼, B: 1 + ½ - ¼, C: 1 + ½
			[]string{"1 C 1.5 1-0-1", "2 B 1.25 1-0-1", "3 A 0.75 1-0-1"},
		},
		"the first game of two players, the first two of all": {
			"1d 2k 5k",
			Rules{Limits: Limits{Opponent: 1, First: 2}},
			evening("1 A B A", "1 A B B", // the second of A and B
				"1 A C A",
				"2 B C C"), // the third of all
			[]string{"1 A 2 2-0-0", "2 B 0 0-0-1", "2 C 0 0-0-1"},
		},
		"a day of two games for each player": {
			"1d 2k 5k",
			Rules{Limits: Limits{Day: 2}},
			evening("1 A B A", "1 A B A",
				"1 A C A", // the third of A, the first of C
				"1 C B B", // the third of B, the second of C
				"1 A B A", // the third of B, too
				"2 A C A"),
			[]string{"1 A 3 3-0-0", "2 B 0 0-0-2", "2 C 0 0-0-3"},
		},
		"points against an opponent, on a day, in a season": {
			"1d 2k 5k",
			Rules{Awards: []Award{{On: Win, Points: 2 * Point}}, Limits: Limits{OpponentPoints: 3 * Point, DayPoints: 5 * Point, SeasonPoints: 6 * Point}},
			evening("1 A B A", "1 A B A", // 2, then 1 of 2 against B
				"1 A C A", // 2
				"1 A C A", // 0: 5 on the day
				"2 A C A", // 1 of 2 against C
				"2 C B C"),
			// A: 2 + 1 + 2 + 0 + 1 = 6, C: 2
			[]string{"1 A 6 5-0-0", "2 C 2 1-0-3", "3 B 0 0-0-3"},
		},
		"the two best games": {
			"1d 2k 5k",
			Rules{Awards: []Award{{On: Win, Points: 2 * Point}, {On: Loss, Points: Point}, {On: Jigo, Points: Point * 3 / 2}}, Limits: Limits{BestGames: 2}},
			evening("1 A B A", "1 A B B", "1 A C =", "1 C B C"),
			// A: 2 + 1½ of 2, 1, 1½. B: 2 + 1 of 1, 2, 1. C: 2 + 1½.
			[]string{"1 A 3.5 1-1-1", "1 C 3.5 1-1-0", "3 B 3 1-0-2"},
		},
		"the two best evenings": {
			"1d 2k 5k",
			Rules{Limits: Limits{BestDays: 2}},
			evening("1 A B A", "1 A B A", "2 A B A", "3 A B A", "3 A B A", "3 A C A", "4 B C B"),
			// A: 2 + 3 of 2, 1, 3. B: 1 + 0 of 0, 0, 0, 1.
			[]string{"1 A 5 6-0-0", "2 B 1 1-0-5", "3 C 0 0-0-2"},
		},
		"ties by opponents, then by the longest run": {
			"1d 2k 5k -",
			Rules{Ties: []Measure{{Kind: Opponents}, {Kind: Run}}},
			evening("1 A B A", "1 A C A", "1 B C B", "1 B D B", "1 D C D", "1 C D C", "1 D A D"),
			// A, B and D: 2 wins each. A: B, C, D, run 2. B: A, C, D, run 2. D: B, C, A, run 1.
			[]string{"1 A 2 2-0-1", "1 B 2 2-0-1", "3 D 2 2-0-2", "4 C 1 1-0-3"},
		},
		"consecutive ranks of the source's example": {
			"6k 3d 1d 1k 2k 3k",
			Rules{Unscored: true, Prizes: []Prize{{Name: "Straight Shooter", Measure: Measure{Kind: Ranks}}}},
			evening("1 A B A", "1 A C A", "1 A D A", "1 A E A", "1 A F A"), // 3d, 1d, 1k, 2k, 3k
			[]string{"0 A 0 5-0-0", "0 B 0 0-0-1", "0 C 0 0-0-1", "0 D 0 0-0-1", "0 E 0 0-0-1", "0 F 0 0-0-1", "Straight Shooter: A 4"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tt.rules.Check(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, show(Count(tt.rules, roster(tt.ranks), tt.games))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGamesThatDoNotCount has games without a result: by default, without a player, and of the player against himself.
func TestGamesThatDoNotCount(t *testing.T) {
	games := evening("1 A B ?", "1 A A A", "1 A Z A", "1 A B A")
	games[3].Result.Manner = tournament.ByForfeit
	if got := Count(Rules{}, roster("1d 1k"), games); got.Standings[0].Games+got.Standings[1].Games != 0 {
		t.Errorf("%+v", got.Standings)
	}
	games = evening("1 A B A", "1 A B A")
	games[0].Result.Outcome, games[1].Result.Outcome = tournament.BothWin, tournament.BothLose
	got := show(Count(Rules{}, roster("1d 1k"), games))
	if diff := cmp.Diff([]string{"1 A 1 1-0-1", "1 B 1 1-0-1"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestExcess compares points for the excess over the expectation with the EGF's formula.
func TestExcess(t *testing.T) {
	rules := Rules{Awards: []Award{{On: Excess, Points: 10 * Point}}}
	games := evening("1 B A B", "1 B A A", "1 B A =", "2 B A B")
	games[3].Terms = handicap.Terms{Number: 2}
	// A 2100 and B 1900 points: B's expectation is 1/(1 + (1400/1200)^7) = 1/(1 + 2.9417) = 0.25369. The second stone of
	// two makes 150 points: 2050, 1/(1 + (1250/1200)^7) = 1/(1 + 1.33077) = 0.42904.
	// B: 7.46 - 2.54 + 2.46 + 5.71, A the opposite
	want := []string{"1 B 13.09 2-1-1", "2 A -13.09 1-1-2"}
	if diff := cmp.Diff(want, show(Count(rules, roster("1d 2k"), games))); diff != "" {
		t.Error(diff)
	}
}

// TestMoves moves players as the ladder of the Karlsruhe club does: a rung for each game, and one more after three wins or
// losses in a row (info.go361.eu/wiki/Karlsruher_Go-Turnierhandbuch/Karlsgo-Clubleiter).
func TestMoves(t *testing.T) {
	rules := Rules{Moves: []Move{{Wins: 1, Losses: 1}, {Wins: 3, Losses: 3}}}
	games := evening("1 A B A", "1 A B A", "2 A B A", "2 A B =", "2 A B A", "3 A B B", "3 C A A")
	// A: + + (+ +), jigo, +, -, + = 5. B: - - (- -), jigo, -, + = -4. C: -.
	table := Count(rules, roster("3k 25k 28k"), games)
	for i, want := range []struct {
		steps int
		rank  string
	}{{5, "3d"}, {-4, "29k"}, {-1, "29k"}} {
		s := table.Standings[i]
		if s.Steps != want.steps || s.Rank.String() != want.rank {
			t.Errorf("player %d: %d steps to %v, want %d to %s", s.Player, s.Steps, s.Rank, want.steps, want.rank)
		}
	}
	table = Count(Rules{Moves: []Move{{Losses: 2}}}, roster("1d 5k 10k"), games)
	if s := table.Standings[1]; s.Player != 2 || s.Steps != -1 || s.Rank != rank.Kyu(6) {
		t.Errorf("after two losses: %+v", s)
	}
}

// TestLadder moves the players of a ladder of eight.
func TestLadder(t *testing.T) {
	games := evening("1 H C H", "1 C B B", "2 G A G", "2 F A F", "3 A H =", "3 D E D")
	for shift, want := range map[Shift]string{
		Stay: "ABCDEFGH",
		// H and C: ABHDEFGC. C against B is 7 - 1 places: no challenge. B stays over C. G against A: 6 places. F and A:
		// FBHDEAGC.
		Swap: "FBHDEAGC",
		// H over C: ABHCDEFG. B won against C below. G is 7 below A, F 6: no challenges.
		Insert: "ABHCDEFG",
	} {
		rules := Rules{Ladder: Ladder{Reach: 5, Shift: shift}}
		if err := rules.Check(); err != nil {
			t.Fatal(err)
		}
		if got := letters(Count(rules, roster("4d 2d 1d 1k 3k 5k 8k 12k"), games).Ladder); got != want {
			t.Errorf("%s: %s, want %s", shift, got, want)
		}
	}
}

func TestLinesExplainThePoints(t *testing.T) {
	table := Count(Rules{Limits: Limits{BestGames: 1}}, roster("1d 1k"), evening("4 A B =", "5 A B A"))
	want := []Line{{Game: 1, Day: 4, Opponent: 2, Points: Point / 2, Dropped: true}, {Game: 2, Day: 5, Opponent: 2, Points: Point}}
	if diff := cmp.Diff(want, table.Standings[0].Lines); diff != "" {
		t.Error(diff)
	}
}

func TestCheck(t *testing.T) {
	for name, r := range map[string]Rules{
		"an unknown event":      {Awards: []Award{{On: "luck", Points: Point}}},
		"too many points":       {Awards: []Award{{On: Win, Points: 1001 * Point}}},
		"an unknown meeting":    {Awards: []Award{{On: Win, Meeting: "often"}}},
		"an unknown opponent":   {Awards: []Award{{On: Win, Against: "left-handed"}}},
		"a streak of 1":         {Awards: []Award{{On: Streak, Points: Point, Length: 1}}},
		"a streak of nothing":   {Awards: []Award{{On: Streak, Points: Point}}},
		"a win of a length":     {Awards: []Award{{On: Win, Points: Point, Length: 2}}},
		"a first excess":        {Awards: []Award{{On: Excess, Points: Point, Meeting: First}}},
		"a bonus against dan":   {Awards: []Award{{On: Bonus, Points: Point, Against: Dan}}},
		"too many awards":       {Awards: make([]Award, mostRows+1)},
		"a negative limit":      {Limits: Limits{Day: -1}},
		"a huge limit":          {Limits: Limits{First: mostNumber + 1}},
		"a negative cap":        {Limits: Limits{DayPoints: -1}},
		"best games and days":   {Limits: Limits{BestGames: 1, BestDays: 1}},
		"an unknown formula":    {Formula: 99},
		"an unknown shift":      {Ladder: Ladder{Reach: 2, Shift: "shuffle"}},
		"a shift without reach": {Ladder: Ladder{Shift: Swap}},
		"a negative move":       {Moves: []Move{{Wins: -1}}},
		"a tie without awards":  {Ties: []Measure{{}}},
		"an unknown figure":     {Ties: []Measure{{Kind: "beauty"}}},
		"a run with awards":     {Ties: []Measure{{Kind: Run, Awards: usual}}},
		"a prize without name":  {Prizes: []Prize{{Measure: Measure{Kind: Run}}}},
	} {
		if err := r.Check(); !fault.Is(err, "scoring.value") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPointsAsJSON(t *testing.T) {
	for text, want := range map[string]Points{"1": 100, "0.5": 50, "-0.25": -25, "1.33": 133, "0": 0, "1e2": 10000} {
		var p Points
		if err := json.Unmarshal([]byte(text), &p); err != nil || p != want {
			t.Errorf("%s: %d, %v", text, p, err)
		}
	}
	for _, text := range []string{"0.005", "1e9", `"a"`, "{}"} {
		var p Points
		if err := json.Unmarshal([]byte(text), &p); err == nil {
			t.Errorf("%s is %v", text, p)
		}
	}
}
