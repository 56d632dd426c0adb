package pairing

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/tournament"
)

// A history maps pairs to the rounds of their meetings, counted from the rounds of a tournament and nothing else.
type history map[[2]tournament.PlayerID][]int

func historyOf(tn *tournament.Tournament, n int) history {
	h := history{}
	for _, r := range tn.Rounds[:n-1] {
		for _, g := range r.Games {
			if !g.Decided().ByDefault() || !tn.Settings.Pairing.PlayedOnly {
				pair := [2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)}
				h[pair] = append(h[pair], r.Number)
			}
		}
	}
	return h
}

// repeat returns the Repeats of a game in round n.
func (h history) repeat(n int, a, b tournament.PlayerID) (r Repeats) {
	for _, q := range h[[2]tournament.PlayerID{min(a, b), max(a, b)}] {
		r.Meetings, r.Last = r.Meetings+1, q
	}
	if r.Last > 0 && r.Last == n-1 {
		r.RoundBefore = 1
	}
	return r
}

// spread is the difference of the numbers of meetings of all pairs, after some more games.
func (h history) spread(players []tournament.PlayerID, more [][2]tournament.PlayerID) int {
	least, most := 1<<30, 0
	for i, a := range players {
		for _, b := range players[:i] {
			pair := [2]tournament.PlayerID{min(a, b), max(a, b)}
			count := len(h[pair])
			if slices.Contains(more, pair) {
				count++
			}
			least, most = min(least, count), max(most, count)
		}
	}
	return most - least
}

// A possibleRound is one way to pair a round: with a bye for a player with the fewest byes.
type possibleRound struct {
	pairs   [][2]tournament.PlayerID
	repeats Repeats
}

// possibleRounds returns all ways to pair a round whose bye is for a player with the fewest byes.
func possibleRounds(tn *tournament.Tournament, n int) (list []possibleRound) {
	h := historyOf(tn, n)
	var ids []tournament.PlayerID
	byes, fewest := map[tournament.PlayerID]int{}, 1<<30
	for i := range tn.Players {
		if id := tn.Players[i].ID; tn.Players[i].Plays(n) {
			ids = append(ids, id)
			for _, r := range tn.Rounds[:n-1] {
				if r.HasBye(id) {
					byes[id]++
				}
			}
			fewest = min(fewest, byes[id])
		}
	}
	var free []tournament.PlayerID
	for _, id := range ids {
		if len(ids)%2 == 1 && byes[id] == fewest {
			free = append(free, id)
		}
	}
	if len(ids)%2 == 0 {
		free = []tournament.PlayerID{0}
	}
	for _, bye := range free {
		var rest []int
		for _, id := range ids {
			if id != bye {
				rest = append(rest, int(id))
			}
		}
		everyMatching(rest, nil, func(m [][2]int) {
			var p possibleRound
			for _, pair := range m {
				a, b := tournament.PlayerID(pair[0]), tournament.PlayerID(pair[1])
				p.pairs = append(p.pairs, [2]tournament.PlayerID{min(a, b), max(a, b)})
				p.repeats = p.repeats.plus(h.repeat(n, a, b))
			}
			list = append(list, p)
		})
	}
	return list
}

// season returns a tournament of a number of players over 30 rounds.
func season(t failer, preset string, players int) *tournament.Tournament {
	s := settings(t, preset)
	s.Rounds = 30
	return event(t, s, ranks(players)...)
}

// club returns a tournament of four players whose rounds had these games; each pair is of digits, the higher places
// first.
func club(t failer, preset string, rounds int, games ...string) *tournament.Tournament {
	s := settings(t, preset)
	s.Rounds = rounds
	tn := event(t, s, ranks(4)...)
	for i, text := range games {
		var list []tournament.Game
		for _, pair := range strings.Fields(text) {
			list = append(list, met(tournament.PlayerID(pair[1]-'0'), tournament.PlayerID(pair[0]-'0')))
		}
		play(t, tn, i+1, list, nil, slices.Repeat([]tournament.Result{whiteWon}, len(list))...)
	}
	return tn
}

// If all pairs have met, the draw pairs players with the fewest meetings, and of these the players whose meeting is
// longest ago. The cases of four players are public reports and reviews retold.
func TestFewestMeetingsThenLongestAgo(t *testing.T) {
	for _, tt := range []struct {
		name, preset string
		games        []string
		want         string // pairs of the next round
		repeats      Repeats
	}{
		{"two pairs have met once only", "swiss", []string{"13 24", "14 23", "12 34", "12 34", "13 24"}, "14 23", Repeats{2, 0, 4}},
		{"the same at full handicap", "finnish", []string{"12 34", "13 24", "23 14", "12 34", "13 24"}, "14 23", Repeats{2, 0, 6}},
		{"those of the longest ago", "swiss", []string{"12 34", "13 24", "14 23", "12 34"}, "13 24", Repeats{2, 0, 4}},
		{"all once: the first round comes back", "egf", []string{"12 34", "13 24", "14 23"}, "12 34", Repeats{2, 0, 2}},
		{"fewest goes before longest ago", "reduced", []string{"12 34", "12 34", "13 24", "14 23", "14 23"}, "13 24", Repeats{2, 0, 6}},
		{"not the games of the round before, though their sum is older", "swiss", []string{"12", "13 24", "14 23", "34"}, "13 24", Repeats{2, 0, 4}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := club(t, tt.preset, 12, tt.games...)
			n := len(tt.games) + 1
			d := draw(t, tn, n)
			for _, pair := range strings.Fields(tt.want) {
				if !meets(d, tournament.PlayerID(pair[0]-'0'), tournament.PlayerID(pair[1]-'0')) {
					t.Errorf("round %d: %s do not meet: %s", n, pair, drawText(tn, d))
				}
			}
			if d.Repeats != tt.repeats || !d.IsBest() {
				t.Errorf("round %d repeats %+v, want %+v", n, d.Repeats, tt.repeats)
			}
		})
	}
}

// No sentence for a rematch gives an earlier meeting as the reason against another opponent. Director and players read
// how often two have met, and when last.
func TestRematchesAreExplained(t *testing.T) {
	tn := club(t, "finnish", 12, "12 34", "13 24", "23 14", "12 34", "13 24")
	d := draw(t, tn, 6)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Games {
		e := d.Explain(p.Game.Table)
		for _, said := range [][]Sentence{e.Black, e.White} {
			if got := sentenceTexts(said[:2]); !strings.HasSuffix(got, " 1 3]; explain.player.fewest []") || strings.Contains(sentenceTexts(said), "explain.not.met") {
				t.Errorf("table %d: %s", p.Game.Table, sentenceTexts(said))
			}
		}
		if r := e.Reasons[0]; r.Key != "explain.duplicate.none" || fmt.Sprint(r.Args) != "[1 3]" {
			t.Errorf("table %d: %+v", p.Game.Table, r)
		}
	}
	if got := listed(Checks(tn, 6)); !strings.Contains(got, "constraint.check.allmet [2] [] []") || strings.Contains(got, "times") {
		t.Errorf("checks: %s", got)
	}
	redraft(t, tn)(Swap(tn, 6, d.Games[0].Game.Black, d.Games[1].Game.Black))
	if got := listed(Checks(tn, 6)); !strings.Contains(got, "check.rematch.times [2 2] [1 2]") {
		t.Errorf("checks after a swap: %s", got)
	}
	worse, err := EvaluateWithBest(t.Context(), tn, 6)
	if err != nil || worse.IsBest() || worse.Compare(d) >= 0 || worse.BestRepeats != d.Repeats {
		t.Errorf("after a swap %+v, best %+v, %v", worse.Repeats, worse.BestRepeats, err)
	}
}

// The check about a field where all have met does not count a game with a stand-in as a rematch.
func TestStandInsHaveNotMetEverybody(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(3)...)
	play(t, tn, 1, []tournament.Game{met(1, 2)}, []tournament.PlayerID{3}, whiteWon)
	play(t, tn, 2, []tournament.Game{met(2, 3)}, []tournament.PlayerID{1}, whiteWon)
	play(t, tn, 3, []tournament.Game{met(1, 3)}, []tournament.PlayerID{2}, whiteWon)
	if err := tn.AddStandIn(add(t, tn, tournament.CheckedIn)); err != nil {
		t.Fatal(err)
	}
	if err := draw(t, tn, 4).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 4)); strings.Contains(got, "allmet") || !strings.Contains(got, "check.rematch.again [1]") {
		t.Errorf("checks: %s", got)
	}
}

// In small fields over many rounds the draws repeat as little as any way to pair the round would, byes included. No
// player meets the opponent of the round before. Where one way leaves all pairs with the same number of meetings, or
// one apart, the draw does.
func TestMeetingsAreSpreadOverManyRounds(t *testing.T) {
	for _, preset := range []string{"swiss", "egf", "reduced", "finnish", "accelerated", "categories"} {
		most := 7
		if preset == "swiss" && !testing.Short() {
			most = 12
		}
		for players := 3; players <= most; players++ {
			t.Run(fmt.Sprint(preset, players), func(t *testing.T) {
				tn := season(t, preset, players)
				chance := rand.New(rand.NewPCG(uint64(players), 1))
				for n := 1; n <= tn.Settings.Rounds; n++ {
					d, possible := playOne(t, tn, n, chance)
					if d.Repeats.RoundBefore > 0 {
						t.Errorf("round %d repeats games of the round before: %+v", n, d.Repeats)
					}
					if got := historyOf(tn, n+1).spread(everybody(tn), nil); got > max(1, possible) {
						t.Errorf("round %d: the numbers of meetings differ by %d, possible is %d", n, got, possible)
					}
				}
			})
		}
	}
}

// The same where players stay away now and then: the Repeats of a draw are the least possible.
func TestMeetingsAreFewWherePlayersStayAway(t *testing.T) {
	for players := 3; players <= 8; players++ {
		tn := season(t, "swiss", players)
		chance := rand.New(rand.NewPCG(uint64(players), 2))
		for i := range tn.Players {
			for n := 1; n <= tn.Settings.Rounds; n++ {
				tn.Players[i].Absent = tn.Players[i].Absent.Put(n, i > 1 && chance.IntN(5) == 0)
			}
		}
		for n := 1; n <= tn.Settings.Rounds; n++ {
			playOne(t, tn, n, chance)
		}
	}
}

// playOne draws and plays a round, whose draw must repeat as little as possible, and returns the least spread that any
// way to pair it leaves.
func playOne(t *testing.T, tn *tournament.Tournament, n int, chance *rand.Rand) (d *Draw, spread int) {
	t.Helper()
	ways := possibleRounds(tn, n)
	d = draw(t, tn, n)
	least := slices.MinFunc(ways, func(a, b possibleRound) int { return a.repeats.Compare(b.repeats) }).repeats
	if d.Repeats != least {
		t.Fatalf("%d players, round %d: %+v is repeated, possible is %+v", len(tn.Players), n, d.Repeats, least)
	}
	h := historyOf(tn, n)
	spread = 1 << 30
	for _, way := range ways {
		spread = min(spread, h.spread(everybody(tn), way.pairs))
	}
	var results []tournament.Result
	for range d.Games {
		results = append(results, []tournament.Result{whiteWon, blackWon}[chance.IntN(2)])
	}
	play(t, tn, n, d.Drafted(), d.Byes, results...)
	return d, spread
}

func everybody(tn *tournament.Tournament) (ids []tournament.PlayerID) {
	for i := range tn.Players {
		ids = append(ids, tn.Players[i].ID)
	}
	return ids
}

// The draw of any field up to eight players has, of the ways that repeat least, the greatest total.
func TestLeastRepeatsEqualTrying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 8)
		tn.Settings.Rounds = 14
		if rapid.Bool().Draw(t, "extreme") {
			weight := rapid.SampledFrom([]int64{0, 1, 1000, tournament.MostWeight})
			p := &tn.Settings.Pairing
			for _, w := range []*int64{&p.Duplicate, &p.Random, &p.Colour, &p.Score, &p.MovedUpDown, &p.Seeding, &p.MinimumHandicap, &p.Geography} {
				*w = weight.Draw(t, "weight")
			}
		}
		for n := 1; n <= tn.Settings.Rounds; n++ {
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			if err != nil {
				return
			}
			o, h := d.objective, historyOf(tn, n)
			var rest []int
			idle := o.idle(d)
			for i := range o.field {
				if !idle[i] {
					rest = append(rest, i)
				}
			}
			var best Repeats
			var most *big.Int
			everyMatching(rest, nil, func(m [][2]int) {
				repeats, total := Repeats{}, new(big.Int)
				for _, p := range m {
					if o.s.Pairing.Duplicate > 0 {
						repeats = repeats.plus(h.repeat(n, o.field[p[0]].player.ID, o.field[p[1]].player.ID))
					}
					total.Add(total, big.NewInt(o.weigh(p[0], p[1]).total()))
				}
				if c := repeats.Compare(best); most == nil || c < 0 || c == 0 && total.Cmp(most) > 0 {
					best, most = repeats, total
				}
			})
			if most != nil && (d.Repeats != best || d.Total.Cmp(most) != 0) {
				t.Fatalf("round %d: %+v and %v, by trying %+v and %v", n, d.Repeats, d.Total, best, most)
			}
			playRandomly(t, tn, d)
		}
	})
}
