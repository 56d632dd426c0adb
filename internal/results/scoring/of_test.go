package scoring

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// seasonStart is a Tuesday evening in Helsinki.
var seasonStart = time.Date(2026, 9, 1, 15, 0, 0, 0, time.UTC)

// A played is a game as the test notes it, apart from the tournament.
type played struct {
	evening       int // from 1
	black, white  int
	outcome       tournament.Outcome
	began, number int
}

// playSeason plays evenings of random games, each with some of the members.
func playSeason(t *testing.T, random *rand.Rand, members, evenings int) (*tournament.Tournament, []played, map[int][]int) {
	t.Helper()
	tn := &tournament.Tournament{Info: tournament.Info{Slug: "club", Name: "Club", Zone: "Europe/Helsinki"}}
	tn.Settings.System, tn.Settings.Rounds, tn.Settings.Size = tournament.Open, tournament.MostTurns, 19
	for id := 1; id <= members; id++ {
		p := tournament.Player{ID: tournament.PlayerID(id), Family: fmt.Sprint("Member ", id), Rank: rank.Kyu30 + rank.Rank(random.IntN(32)), Status: tournament.Preliminary}
		if id%3 > 0 {
			p.Rating = p.Rank.Rating()
		}
		tn.Players = append(tn.Players, p)
	}
	tn.LastID = 1000
	var notes []played
	came := map[int][]int{}
	for e := 1; e <= evenings; e++ {
		at := seasonStart.AddDate(0, 0, 7*(e-1))
		for i := range tn.Players {
			if random.IntN(3) > 0 {
				tn.Players[i].Status = tournament.CheckedIn
				came[e] = append(came[e], i+1)
			}
		}
		tn.NoteArrivals(at)
		for n := range 3 * members / 2 {
			at = at.Add(time.Minute)
			waiting := tn.Waiting()
			if len(waiting) < 2 || n > 0 && random.IntN(3) == 0 {
				finish(t, random, tn, at, e, &notes)
				continue
			}
			random.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
			if _, err := tn.Begin(tournament.Pair{Black: waiting[0].ID, White: waiting[1].ID}, at); err != nil {
				t.Fatal(err)
			}
		}
		for len(tn.Running()) > 0 {
			at = at.Add(time.Minute)
			finish(t, random, tn, at, e, &notes)
		}
		if err := tn.EndEvening(at); err != nil && len(came[e]) > 0 {
			t.Fatal(err)
		}
	}
	return tn, notes, came
}

// finish ends a running game.
func finish(t *testing.T, random *rand.Rand, tn *tournament.Tournament, at time.Time, evening int, notes *[]played) {
	t.Helper()
	running := tn.Running()
	if len(running) == 0 {
		return
	}
	g := running[random.IntN(len(running))]
	outcome := []tournament.Outcome{tournament.BlackWins, tournament.WhiteWins, tournament.BlackWins, tournament.WhiteWins, tournament.Jigo, tournament.NoResult}[random.IntN(6)]
	g.Result, g.EnteredAt = tournament.Result{Outcome: outcome}, at
	*notes = append(*notes, played{evening: evening, black: int(g.Black), white: int(g.White), outcome: outcome, began: int(g.Began.Unix()), number: g.ID})
}

// TestSeasonOfTwentyEvenings compares the tables of a season and of each evening with sums over the noted games.
func TestSeasonOfTwentyEvenings(t *testing.T) {
	for seed := range uint64(5) {
		tn, notes, came := playSeason(t, rand.New(rand.NewPCG(seed, 20)), 12, 20)
		if len(tn.Day.Evenings) != 20 || len(notes) < 100 {
			t.Fatalf("%d evenings, %d games", len(tn.Day.Evenings), len(notes))
		}
		slices.SortFunc(notes, func(a, b played) int { return a.began - b.began })
		for _, key := range []string{"", "karlsruhe", "joukkuebonus", "aga-congress"} {
			tn.Settings.Open.Points = key
			for e := range 21 { // 0 is the season
				var of *tournament.Evening
				members := map[int]bool{}
				var games []played
				for n := 1; n <= 20; n++ {
					if e > 0 && n != e {
						continue
					}
					for _, id := range came[n] {
						members[id] = true
					}
				}
				for _, g := range notes {
					if e == 0 || g.evening == e {
						games = append(games, g)
					}
				}
				if e > 0 {
					of = &tn.Day.Evenings[e-1]
				}
				table, err := TableOf(tn, of)
				if err != nil {
					t.Fatal(err)
				}
				if len(table.Standings) != len(members) {
					t.Fatalf("%d rows for %d members", len(table.Standings), len(members))
				}
				want := sums(key, games)
				for _, row := range table.Standings {
					if !members[row.Player] || int(row.Points) != want[row.Player] {
						t.Fatalf("seed %d, rules %q, evening %d: member %d has %v, want %d hundredths", seed, key, e, row.Player, row.Points, want[row.Player])
					}
				}
			}
		}
	}
}

// sums adds up hundredths of points by rules in the words of their sources.
func sums(key string, games []played) map[int]int {
	points, met, beaten, tied := map[int]int{}, map[[2]int]int{}, map[[2]int]bool{}, map[[2]int]bool{}
	all := 0
	for _, g := range games {
		if g.outcome == tournament.NoResult {
			continue
		}
		pair := [2]int{min(g.black, g.white), max(g.black, g.white)}
		met[pair]++
		winner, loser := g.black, g.white
		if g.outcome == tournament.WhiteWins {
			winner, loser = loser, winner
		}
		jigo := g.outcome == tournament.Jigo
		switch key {
		case "": // 1 for a win, half a point for a jigo
			if jigo {
				points[winner] += 50
				points[loser] += 50
			} else {
				points[winner] += 100
			}
		case "joukkuebonus": // two games against a player, 1 for a win
			if met[pair] <= 2 && !jigo {
				points[winner] += 100
			}
		case "aga-congress": // three games against a player, wins less losses
			if met[pair] <= 3 && !jigo {
				points[winner] += 100
				points[loser] -= 100
			}
		case "karlsruhe": // the first 100 games: 3 for a win, 1 for another one against the same player, 2 and 1 for a jigo, 1 for a loss
			if all++; all > 100 {
				continue
			}
			if jigo {
				for _, id := range []int{winner, loser} {
					points[id] += 200
					if tied[pair] {
						points[id] -= 100
					}
				}
				tied[pair] = true
				continue
			}
			points[winner] += 300
			if beaten[[2]int{winner, loser}] {
				points[winner] -= 200
			}
			beaten[[2]int{winner, loser}] = true
			points[loser] += 100
		}
	}
	return points
}

// TestSeasonLadder compares the ladder of a season with a slow one.
func TestSeasonLadder(t *testing.T) {
	tn, notes, _ := playSeason(t, rand.New(rand.NewPCG(9, 20)), 12, 20)
	slices.SortFunc(notes, func(a, b played) int { return a.began - b.began })
	tn.Settings.Open.Ladder = tournament.Ladder{Reach: 3, Shift: tournament.LadderInsert, Protection: 6, Idle: 15}
	slow := newSlowPast(Ladder{Reach: 3, Shift: Insert, Protection: 6, Idle: 15}, PlayersOf(tn, nil))
	var last time.Time
	moves := 0
	for _, g := range notes {
		if g.outcome == tournament.NoResult {
			continue
		}
		last = time.Unix(int64(g.began), 0).In(tn.Info.Location())
		before := slices.Clone(slow.order)
		slow.play(Game{At: last, Black: g.black, White: g.white, Result: tournament.Result{Outcome: g.outcome}})
		if !slices.Equal(before, slow.order) {
			moves++
		}
	}
	if got := LadderAt(tn, last).Order(); !slices.Equal(got, slow.order) {
		t.Errorf("%v, want %v", got, slow.order)
	}
	if moves < 20 {
		t.Errorf("the ladder moved %d times", moves)
	}
}

// TestRulesByName looks up sets of rules.
func TestRulesByName(t *testing.T) {
	for _, s := range Sets() {
		if _, err := SetNamed(s.Key); err != nil {
			t.Error(err)
		}
	}
	if _, err := SetNamed("golf"); !fault.Is(err, "scoring.unknown") {
		t.Errorf("golf: %v", err)
	}
	tn := &tournament.Tournament{}
	tn.Settings.Open.Points = "golf"
	if _, err := TableOf(tn, nil); !fault.Is(err, "scoring.unknown") {
		t.Errorf("a table of golf: %v", err)
	}
	tn.Settings.Open.Points = "brisbane"
	if l := LadderOf(tn.Settings.Open); l.Reach != 5 {
		t.Errorf("the ladder of Brisbane: %+v", l)
	}
	if LadderAt(&tournament.Tournament{}, seasonStart) != nil {
		t.Error("a ladder without settings")
	}
}
