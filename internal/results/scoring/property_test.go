package scoring

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A scene is a table's input.
type scene struct {
	rules   Rules
	players []Player
	games   []Game
}

func drawAwards(t *rapid.T, label string) []Award {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Award {
		a := Award{
			On:     rapid.SampledFrom([]Event{Win, Win, Loss, Jigo, Played, Streak, Excess, Bonus}).Draw(t, "on"),
			Points: Points(25 * rapid.IntRange(-8, 16).Draw(t, "points")),
		}
		if a.On != Bonus {
			a.Against = rapid.SampledFrom([]Opponent{"", "", "", Stronger, Weaker, Dan, Kyu}).Draw(t, "against")
		}
		switch a.On {
		case Streak:
			a.Length = rapid.IntRange(2, 3).Draw(t, "length")
		case Excess, Bonus:
		default:
			a.Meeting = rapid.SampledFrom([]Meeting{"", "", First, Again}).Draw(t, "meeting")
		}
		return a
	}), 0, 4).Draw(t, label)
}

func drawRules(t *rapid.T) Rules {
	small := func(label string, most int) int { return max(rapid.IntRange(-2, most).Draw(t, label), 0) }
	r := Rules{
		Rated: rapid.Bool().Draw(t, "rated"), Awards: drawAwards(t, "awards"), JigoContinues: rapid.Bool().Draw(t, "continues"),
		Unscored: rapid.IntRange(0, 9).Draw(t, "unscored") == 0,
		Limits: Limits{
			First: small("first", 12), Opponent: small("opponent", 3), Day: small("day", 4),
			OpponentPoints: Points(50 * small("opponent points", 8)), DayPoints: Points(50 * small("day points", 12)),
			SeasonPoints: Points(50 * small("season points", 20)), BestGames: small("best games", 4),
		},
	}
	if r.Limits.BestGames == 0 {
		r.Limits.BestDays = small("best days", 2)
	}
	for range small("moves", 2) {
		r.Moves = append(r.Moves, Move{Wins: small("wins", 3), Losses: small("losses", 3)})
	}
	if r.Ladder.Reach = small("reach", 3); r.Ladder.Reach > 0 {
		r.Ladder.Shift = rapid.SampledFrom([]Shift{Stay, Swap, Insert}).Draw(t, "shift")
		r.Ladder.Protection, r.Ladder.Idle = small("protection", 8), small("idle", 5)
		r.Ladder.Leave = r.Ladder.Idle > 0 && rapid.Bool().Draw(t, "leave")
	}
	for range small("prizes", 2) {
		m := Measure{Kind: rapid.SampledFrom([]Kind{Sum, Rise, Fall, Steady, Ranks, Run, Opponents}).Draw(t, "kind")}
		if m.Kind == Sum {
			m.Awards = append(drawAwards(t, "measure"), Award{On: Win, Points: Point})
		}
		r.Prizes = append(r.Prizes, Prize{Name: "a prize", Measure: m})
		r.Ties = append(r.Ties, m)
	}
	return r
}

func drawScene(t *rapid.T) scene {
	s := scene{rules: drawRules(t)}
	start := time.Date(2026, 1, 6, 18, 0, 0, 0, time.UTC)
	n := rapid.IntRange(2, 5).Draw(t, "players")
	for id := 1; id <= n; id++ {
		p := Player{ID: id, Bonuses: rapid.IntRange(0, 2).Draw(t, "bonuses"), Team: rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "team")}
		p.Rank = rapid.SampledFrom([]rank.Rank{rank.None, rank.Kyu(12), rank.Kyu(2), rank.Kyu1, rank.Dan1, rank.Dan(2)}).Draw(t, "rank")
		if rapid.Bool().Draw(t, "has a rating") {
			p.Before = rank.Points(rapid.IntRange(0, 2400).Draw(t, "before"))
			p.After = rank.Points(p.Before.Points() + rapid.IntRange(-20, 20).Draw(t, "change"))
		}
		if rapid.IntRange(0, 3).Draw(t, "joins later") == 0 {
			p.Joined = start.AddDate(0, 0, rapid.IntRange(0, 12).Draw(t, "joined"))
		}
		s.players = append(s.players, p)
	}
	gap := rapid.IntRange(0, 6).Draw(t, "days between days")
	for id := range rapid.IntRange(0, 14).Draw(t, "games") {
		g := Game{ID: id + 1, Day: rapid.IntRange(1, 3).Draw(t, "day"), At: start.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "hour")) * time.Hour)}
		g.At = g.At.AddDate(0, 0, gap*g.Day)
		g.Black, g.White = rapid.IntRange(1, n).Draw(t, "black"), rapid.IntRange(1, n+1).Draw(t, "white")
		g.Terms = handicap.Terms{Number: rapid.IntRange(0, 3).Draw(t, "stones")}
		g.Result = tournament.Result{Unrated: rapid.IntRange(0, 4).Draw(t, "unrated") == 0}
		g.Result.Outcome = rapid.SampledFrom([]tournament.Outcome{
			tournament.BlackWins, tournament.BlackWins, tournament.WhiteWins, tournament.WhiteWins, tournament.Jigo, tournament.NoResult,
			tournament.BothWin, tournament.BothLose, tournament.Unknown, tournament.NotPlayed,
		}).Draw(t, "outcome")
		if rapid.IntRange(0, 9).Draw(t, "forfeit") == 0 {
			g.Result.Manner = tournament.ByForfeit
		}
		s.games = append(s.games, g)
	}
	return s
}

// TestOrderDoesNotMatter shuffles the lists of players and games.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		want := Count(s.rules, s.players, s.games)
		got := Count(s.rules, rapid.Permutation(s.players).Draw(t, "players"), rapid.Permutation(s.games).Draw(t, "games"))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(rank.Rating{})); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestSimultaneousGames renumbers the games of one time. Without limits of games, ladder, streaks and meetings, the table
// stays.
func TestSimultaneousGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		s.rules.Limits = Limits{SeasonPoints: s.rules.Limits.SeasonPoints}
		s.rules.Ladder, s.rules.Moves, s.rules.Ties, s.rules.Prizes = Ladder{}, nil, nil, nil
		s.rules.Awards = slices.DeleteFunc(s.rules.Awards, func(a Award) bool { return a.On == Streak || a.Meeting != "" })
		want := show(Count(s.rules, s.players, s.games))
		ids := rapid.Permutation(s.games).Draw(t, "numbers")
		for i := range s.games {
			s.games[i].ID, s.games[i].At = ids[i].ID, time.Time{}
		}
		if diff := cmp.Diff(want, show(Count(s.rules, s.players, s.games))); diff != "" {
			t.Fatal(diff)
		}
	})
}

// pointsByPlayer returns the points of each player.
func pointsByPlayer(t *Table) map[int]Points {
	points := map[int]Points{}
	for _, row := range t.Standings {
		points[row.Player] = row.Points
	}
	return points
}

// TestAdditive checks that points without limits are sums: over awards, and over games without streaks and meetings.
func TestAdditive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		s.rules.Limits, s.rules.Unscored, s.rules.Ladder = Limits{}, false, Ladder{}
		s.rules.Awards = append(s.rules.Awards, Award{On: Win, Points: Point})
		whole := pointsByPlayer(Count(s.rules, s.players, s.games))
		sum := map[int]Points{}
		for _, a := range s.rules.Awards {
			rules := s.rules
			rules.Awards = []Award{a}
			for id, points := range pointsByPlayer(Count(rules, s.players, s.games)) {
				sum[id] += points
			}
		}
		if diff := cmp.Diff(whole, sum); diff != "" {
			t.Fatal("over awards:", diff)
		}
		s.rules.Awards = slices.DeleteFunc(s.rules.Awards, func(a Award) bool { return a.On == Streak || a.On == Bonus || a.Meeting != "" })
		whole, sum = pointsByPlayer(Count(s.rules, s.players, s.games)), map[int]Points{}
		for i := range s.games {
			for id, points := range pointsByPlayer(Count(s.rules, s.players, s.games[i:i+1])) {
				sum[id] += points
			}
		}
		if len(s.games) > 0 {
			if diff := cmp.Diff(whole, sum); diff != "" {
				t.Fatal("over games:", diff)
			}
		}
	})
}

// TestLimitsHold checks every limit on the lines of a table.
func TestLimitsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		l := s.rules.Limits
		games := map[int]bool{}
		for _, row := range Count(s.rules, s.players, s.games).Standings {
			type sum struct {
				games  int
				points Points
			}
			opponents, days, kept, keptDays := map[int]sum{}, map[int]sum{}, 0, map[int]bool{}
			for _, line := range row.Lines {
				games[line.Game] = true
				o, d := opponents[line.Opponent], days[line.Day]
				opponents[line.Opponent] = sum{o.games + 1, o.points + line.Points}
				days[line.Day] = sum{d.games + 1, d.points + line.Points}
				if !line.Dropped {
					kept++
					keptDays[line.Day] = true
				}
			}
			for _, o := range opponents {
				if l.Opponent > 0 && o.games > l.Opponent || l.OpponentPoints > 0 && o.points > l.OpponentPoints {
					t.Fatalf("against an opponent %+v", o)
				}
			}
			for _, d := range days {
				if l.Day > 0 && d.games > l.Day || l.DayPoints > 0 && d.points > l.DayPoints {
					t.Fatalf("on a day %+v", d)
				}
			}
			switch {
			case l.SeasonPoints > 0 && row.Points > l.SeasonPoints, l.BestGames > 0 && kept > l.BestGames, l.BestDays > 0 && len(keptDays) > l.BestDays:
				t.Fatalf("%+v beyond %+v", row, l)
			}
		}
		if l.First > 0 && len(games) > l.First {
			t.Fatalf("%d games, at most %d", len(games), l.First)
		}
	})
}

// TestRulesAsJSON checks that rules survive JSON.
func TestRulesAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawRules(t)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Rules
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(got); string(again) != string(text) {
			t.Fatalf("%s became %s", text, again)
		}
	})
}

// FuzzRules parses rules and counts an evening by all that pass Check.
func FuzzRules(f *testing.F) {
	for _, s := range Sets() {
		text, err := json.Marshal(s.Rules)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	players := roster("1d 3k 20k")
	games := evening("1 A B A", "1 A B =", "2 B C C", "2 C A A", "2 B C B*")
	f.Fuzz(func(t *testing.T, text []byte) {
		var r Rules
		if json.Unmarshal(text, &r) != nil || r.Check() != nil {
			return
		}
		if table := Count(r, players, games); len(table.Standings) != 3 {
			t.Errorf("%d rows", len(table.Standings))
		}
	})
}
