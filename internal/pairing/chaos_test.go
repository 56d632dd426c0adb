package pairing

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A chaosKind is a kind of tournament for TestNoTournamentStopsShort.
type chaosKind struct {
	name     string
	settings func(t failer, chance *rand.Rand) tournament.Settings
}

// chaosKinds are all systems, alone, in pools, beside each other and in teams.
func chaosKinds() []chaosKind {
	plain := func(system tournament.System) chaosKind {
		return chaosKind{string(system), func(t failer, chance *rand.Rand) tournament.Settings {
			s := of(t, system, 3+chance.IntN(5))
			s.Format.ThirdPlace, s.Format.Double = chance.IntN(2) == 0, chance.IntN(4) == 0
			return s
		}}
	}
	kinds := []chaosKind{
		plain(tournament.McMahon), plain(tournament.Swiss), plain(tournament.AcceleratedSwiss), plain(tournament.Cup),
		plain(tournament.RoundRobin), plain(tournament.Knockout), plain(tournament.DoubleElimination),
		{"categories", func(t failer, chance *rand.Rand) tournament.Settings { return settings(t, "categories") }},
		{"pools", func(t failer, chance *rand.Rand) tournament.Settings {
			s := of(t, tournament.RoundRobin, 5)
			s.Format.Pools = 2 + chance.IntN(2)
			return s
		}},
	}
	for _, others := range []tournament.Others{tournament.Rest, tournament.PlayOn, tournament.PlayOnWithLosers} {
		kinds = append(kinds, chaosKind{"final, others " + string(others), func(t failer, chance *rand.Rand) tournament.Settings {
			s := of(t, tournament.Swiss, 8)
			systems := []tournament.System{tournament.Knockout, tournament.DoubleElimination, tournament.RoundRobin}
			s.Stages = []tournament.Stage{{
				From: 3 + chance.IntN(3), System: systems[chance.IntN(3)], Qualify: 2 + chance.IntN(7), Others: others,
			}}
			return s
		}})
	}
	for _, system := range []tournament.System{tournament.Swiss, tournament.RoundRobin, tournament.Knockout, tournament.DoubleElimination} {
		kind := plain(system)
		kinds = append(kinds, chaosKind{"teams, " + kind.name, func(t failer, chance *rand.Rand) tournament.Settings {
			s := kind.settings(t, chance)
			s.Teams.Boards = 2 + chance.IntN(9)
			s.Criteria = tournament.DefaultTeamCriteria(s.System, s.Teams.Boards)
			return s
		}})
	}
	return kinds
}

// Every tournament can be played to its last round although players withdraw and
// stay away: in every round each player leaves for good with a chance of 4 % and
// stays away with one of 5 %. TOURNEY_CHAOS is how many tournaments are played.
func TestNoTournamentStopsShort(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	count, err := strconv.Atoi(os.Getenv("TOURNEY_CHAOS"))
	if err != nil {
		count = 320
		if testing.Short() {
			count = 64
		}
	}
	kinds := chaosKinds()
	played, short, games := make([]int, len(kinds)), make([]int, len(kinds)), 0
	for k := range count {
		kind := k % len(kinds)
		c := newChaos(t, kinds[kind], uint64(k))
		played[kind]++
		if err := c.play(); err != nil {
			short[kind]++
			t.Errorf("tournament %d, %s of %d in %d rounds: %v", k, kinds[kind].name, len(c.t.Players), c.t.Settings.Rounds, err)
		}
		games += c.games
	}
	for i, kind := range kinds {
		t.Logf("%-28s %5d tournaments, %d stopped short", kind.name, played[i], short[i])
	}
	t.Logf("%d tournaments, %d games", count, games)
}

// A chaos is one tournament of TestNoTournamentStopsShort.
type chaos struct {
	t      *tournament.Tournament
	chance *rand.Rand
	games  int
}

func newChaos(t failer, kind chaosKind, seed uint64) *chaos {
	c := &chaos{chance: rand.New(rand.NewPCG(seed, 1))}
	s := kind.settings(t, c.chance)
	players := 3 + c.chance.IntN(18)
	if s.Format.Pools > 1 {
		players = max(players, 4*s.Format.Pools)
	}
	boards := s.Teams.Boards
	teams := 2 + c.chance.IntN(10)
	if boards > 0 {
		players = teams * (boards + c.chance.IntN(2))
	}
	c.t = event(t, s, ranks(players)...)
	if boards > 0 {
		members := make([][]tournament.PlayerID, teams)
		for i := range players {
			members[i%teams] = append(members[i%teams], c.t.Players[i].ID)
		}
		for k := range members {
			if _, err := c.t.SetTeam(tournament.Team{Name: fmt.Sprintf("Team %02d", k), Members: members[k]}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if needed, _ := RoundsNeeded(c.t, c.t.Settings.Stage(1)); c.t.Settings.System.Planned() {
		c.t.Settings.Rounds = min(needed, tournament.MaxRounds)
	}
	return c
}

// play plays the rounds, and returns the reason why the tournament stopped short.
func (c *chaos) play() error {
	for n := 1; n <= c.t.Settings.Rounds; n++ {
		c.leave(n)
		d, err := Make(context.Background(), c.t, n, Options{Seed: c.chance.Uint64()})
		if over(err) {
			break
		}
		if err == nil {
			err = d.Draft(c.t, "test")
		}
		if err == nil {
			Checks(c.t, n)
			err = c.t.Publish(n)
		}
		if err == nil {
			err = c.enter(n)
		}
		if err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
		results.After(c.t, n)
		Tree(c.t, n)
	}
	if err := c.t.Check(); err != nil {
		return err
	}
	return c.winner()
}

// winner compares the bracket of the last stage with the standings: its winner has the best StageReached, and no other
// player has the same.
func (c *chaos) winner() error {
	tree, ok := Tree(c.t, c.t.Settings.Rounds)
	if !ok || tree.Winner() == 0 {
		return nil
	}
	t := c.t
	if t.Settings.Teams.Boards > 0 {
		t = t.OfTeams()
	}
	rows := results.By(t, len(t.Rounds), []tournament.Criterion{tournament.StageReached}).Rows
	if rows[0].Player != tree.Winner() || len(rows) > 1 && rows[1].Place == 1 {
		return fmt.Errorf("the bracket is won by %d, the standings say %v", tree.Winner(), rows[:2])
	}
	return nil
}

// over reports whether a plan has nothing left to play.
func over(err error) bool {
	return fault.Is(err, "system.finished") || fault.Is(err, "system.complete") || fault.Is(err, "system.nobody")
}

// leave makes some players absent for good or for a round. Two always stay.
func (c *chaos) leave(n int) {
	there := 0
	for i := range c.t.Players {
		if c.t.Players[i].Status == tournament.CheckedIn {
			there++
		}
	}
	for i := range c.t.Players {
		p := &c.t.Players[i]
		switch x := c.chance.IntN(100); {
		case p.Status != tournament.CheckedIn || there <= 2:
		case x < 4 && n > 1:
			p.Status = tournament.Withdrawn
			there--
		case x < 9 && n > 1:
			p.Absent = p.Absent.With(n)
		}
	}
}

// enter gives the games of a round results, a few of them by forfeit.
func (c *chaos) enter(n int) error {
	for _, g := range c.t.Round(n).Games {
		result := tournament.Result{Outcome: tournament.BlackWins}
		if c.chance.IntN(2) == 0 {
			result.Outcome = tournament.WhiteWins
		}
		if c.chance.IntN(20) == 0 {
			result.Manner = tournament.ByForfeit
		}
		if _, _, err := c.t.Record(tournament.Entry{Round: n, Table: g.Table, Seen: g.Revision, Result: result}); err != nil {
			return err
		}
		c.games++
	}
	return nil
}
