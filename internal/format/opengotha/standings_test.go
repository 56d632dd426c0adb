package opengotha

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// A comparison is one value of the standings in OpenGotha and in tourney.
type comparison struct {
	file         string
	t            *tournament.Tournament
	after        int
	player       *results.Row
	criterion    tournament.Criterion
	theirs, ours float64
}

// halves returns the player's half points: by round with a game, and in total for rounds without one.
func (c *comparison) halves() (games []tournament.Score, idle tournament.Score) {
	idle = c.player.NBW
	for n := 1; n <= c.after; n++ {
		var score tournament.Score
		for _, g := range c.t.Round(n).Games {
			switch black, white := g.Decided().Points(); c.player.Player {
			case g.Black:
				score = black
			case g.White:
				score = white
			}
		}
		games, idle = append(games, score), idle-score
	}
	return games, idle
}

// A difference is a reason for another value in OpenGotha, and the number of reference values that it explains.
type difference struct {
	what  string
	count int
	is    func(c *comparison) bool
}

// differences are the intended differences from OpenGotha 3.51.
var differences = []difference{
	{"SOS-1 of McMahon scores is nothing before the third round", 2790, func(c *comparison) bool {
		return c.criterion == tournament.SOSM1 && c.after == 2 && c.theirs == 0
	}},
	{"SOSTS takes every opponent's score for 0 where unplayed rounds count half", 3066, func(c *comparison) bool {
		return c.criterion == tournament.SOSTS && c.t.Settings.Scoring.UnplayedHalf && c.theirs == emptySOSTS(c)
	}},
	{"CPS does not double the points of rounds without a game", 2064, func(c *comparison) bool {
		games, score := c.halves()
		for i, points := range games {
			score += points << (c.after - 1 - i)
		}
		return c.criterion == tournament.CPS && c.theirs == float64(score)/2
	}},
	{"CAT counts from 0", 14610, func(c *comparison) bool {
		return c.criterion == tournament.Category && c.theirs == c.ours-1
	}},
	{"DC leaves out two who have met twice with the same winner", 9, func(c *comparison) bool {
		rounds := map[string][]int{"006_2.xml": {2}, "007_2.xml": {7}, "017_2.xml": {5, 6}}
		return c.criterion == tournament.DC && slices.Contains(rounds[c.file], c.after)
	}},
}

// emptySOSTS is a sum over opponents without a score: the handicaps of the player's games, and the starting scores in
// the rounds without one.
func emptySOSTS(c *comparison) float64 {
	sum := 0.0
	for n := 1; n <= c.after; n++ {
		add := float64(results.StartScore(c.t.Settings, c.t.Player(c.player.Player))) / 2
		for _, g := range c.t.Round(n).Games {
			switch c.player.Player {
			case g.Black:
				add = -float64(g.Handicap)
			case g.White:
				add = float64(g.Handicap)
			}
		}
		sum += add
	}
	return sum
}

// TestStandingsAreOpenGothas compares every criterion of every player after every round of 240 tournaments with
// OpenGotha's values.
func TestStandingsAreOpenGothas(t *testing.T) {
	dir := golden.Sample(t, "opengotha-random")
	file, err := os.Open(filepath.Join(dir, "standings.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	differ := make([]int, len(differences))
	values, places, files := 0, 0, 0
	for d := json.NewDecoder(lines); ; files++ {
		var want expected
		if err := d.Decode(&want); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		tn, _, err := Read(formattest.ReadTestdata(t, dir, "tournaments", want.File))
		if err != nil {
			t.Fatalf("%s: %v", want.File, err)
		}
		if !slices.Equal(tn.Settings.Criteria, want.Criteria) {
			t.Fatalf("%s: criteria %v, want %v", want.File, tn.Settings.Criteria, want.Criteria)
		}
		if tn.Settings.Criteria[0] == tournament.Category {
			// The files do not have the limits, for which OpenGotha assumes 1 dan.
			tn.Settings.Categories = []rank.Rank{rank.Dan1}
		}
		for after := 1; after <= len(want.After); after++ {
			compared := want.compare(t, tn, after)
			values += len(compared)
			if explain(t, compared, differ) {
				places += want.comparePlaces(t, tn, after)
			}
		}
	}
	if files != 240 {
		t.Errorf("%d files, want 240", files)
	}
	t.Logf("%d values and %d places compared", values, places)
	for i, d := range differences {
		t.Logf("%5d values: %s", differ[i], d.what)
		if differ[i] != d.count {
			t.Errorf("%s: %d values, want %d", d.what, differ[i], d.count)
		}
	}
}

// explain adds the values that differ to the counts of their reasons, and
// reports whether the places must be the same.
func explain(t *testing.T, compared []comparison, differ []int) (same bool) {
	t.Helper()
	same = true
	for i := range compared {
		c := &compared[i]
		if c.ours == c.theirs {
			continue
		}
		k := slices.IndexFunc(differences, func(d difference) bool { return d.is(c) })
		if k < 0 {
			t.Errorf("%s after %d: %s of %s is %v, want %v", c.file, c.after, c.criterion, c.t.Player(c.player.Player).Name(), c.ours, c.theirs)
			continue
		}
		differ[k]++
		same = same && (c.criterion == tournament.Category || !slices.Contains(c.t.Settings.Criteria, c.criterion))
	}
	return same
}

// expected is a line of the reference data: the standings of one file
// after every round.
type expected struct {
	File     string
	Criteria []tournament.Criterion
	After    [][]struct {
		Name   string
		Place  int
		Values map[tournament.Criterion]float64
	}
}

// compare pairs the values after a round with ours. Criteria among equals are compared only if the tournament has them.
func (g *expected) compare(t *testing.T, tn *tournament.Tournament, after int) []comparison {
	t.Helper()
	standings, all := results.After(tn, after), results.By(tn, after, knownCriteria)
	if len(g.After[after-1]) != len(tn.Players) {
		t.Fatalf("%s after %d: %d players, want %d", g.File, after, len(tn.Players), len(g.After[after-1]))
	}
	var compared []comparison
	for _, want := range g.After[after-1] {
		id := playerNamed(t, tn, want.Name)
		for k, criterion := range knownCriteria {
			row, column := all.Row(id), k
			if i := slices.Index(g.Criteria, criterion); i >= 0 {
				row, column = standings.Row(id), i
			} else if criterion == tournament.DC || criterion == tournament.SDC {
				continue
			}
			ours := float64(row.Scores[column]) / 4
			if criterion == tournament.ByRank {
				ours -= float64(rank.Dan1) // OpenGotha counts it as 0
			}
			theirs, there := want.Values[criterion]
			if !there {
				t.Fatalf("%s lacks %s", g.File, criterion)
			}
			compared = append(compared, comparison{g.File, tn, after, row, criterion, theirs, ours})
		}
	}
	return compared
}

// comparePlaces compares the places after a round and returns how many.
func (g *expected) comparePlaces(t *testing.T, tn *tournament.Tournament, after int) int {
	t.Helper()
	standings := results.After(tn, after)
	var idle []int // places of players who never took part, whom OpenGotha lists
	for _, want := range g.After[after-1] {
		if standings.Row(playerNamed(t, tn, want.Name)).Line == 0 {
			idle = append(idle, want.Place)
		}
	}
	for _, want := range g.After[after-1] {
		place := want.Place
		for _, above := range idle {
			if above < want.Place {
				place--
			}
		}
		if row := standings.Row(playerNamed(t, tn, want.Name)); row.Line > 0 && row.Place != place {
			t.Errorf("%s after %d: %s is at place %d, want %d", g.File, after, want.Name, row.Place, place)
		}
	}
	return len(standings.Rows)
}

func playerNamed(t *testing.T, tn *tournament.Tournament, name string) tournament.PlayerID {
	t.Helper()
	i := slices.IndexFunc(tn.Players, func(p tournament.Player) bool { return p.Name() == name })
	if i < 0 {
		t.Fatalf("no player is called %s", name)
	}
	return tn.Players[i].ID
}
