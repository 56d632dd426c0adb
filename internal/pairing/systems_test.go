package pairing

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/pairing/bracket"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// of returns settings of a system in so many rounds.
func of(t failer, system tournament.System, rounds int) tournament.Settings {
	s := settings(t, "swiss")
	s.System, s.Rounds, s.Pairing = system, rounds, tournament.DefaultPairing(system)
	s.Criteria = tournament.DefaultCriteria(system)
	return s
}

// A player added after the first round does not change the plan, even where a file stores neither seeds nor the absence.
// The other players keep their table.
func TestLatecomersChangeNoTable(t *testing.T) {
	tn := event(t, of(t, tournament.RoundRobin, 5), ranks(6)...)
	for n := 1; n <= 5; n++ {
		if n == 2 {
			tn.Player(add(t, tn, tournament.CheckedIn)).Absent = 0
		}
		d := take(t, tn, n, stronger)
		tn.Settings.Format.Seeds = nil
		if len(d.Games) != 3 || d.Repeats != (Repeats{}) || len(d.Byes) > 0 {
			t.Errorf("round %d: %s", n, drawText(tn, d))
		}
		for _, g := range d.Drafted() {
			for q := 1; q < n; q++ {
				if before := tn.Round(q).Game(g.Black); before != nil && before.Has(g.White) {
					t.Errorf("round %d: players %d and %d meet again", n, g.Black, g.White)
				}
			}
		}
	}
}

// The tables as they are published for 4, 6 and 8 players.
func TestBergerTables(t *testing.T) {
	for size, want := range map[int][]string{
		4: {"1-4 2-3", "4-3 1-2", "2-4 3-1"},
		6: {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"},
		8: {
			"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
			"8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
		},
	} {
		t.Run(fmt.Sprint(size, " players"), func(t *testing.T) {
			for round, line := range want {
				var games []string
				for _, p := range bracket.Berger(size, round+1) {
					games = append(games, fmt.Sprintf("%d-%d", p[0], p[1]))
				}
				if got := strings.Join(games, " "); got != line {
					t.Errorf("%d players, round %d: %s, want %s", size, round+1, got, line)
				}
			}
		})
	}
}

// take makes the draw of round n the draft, publishes it and enters the results of outcome.
func take(t failer, tn *tournament.Tournament, n int, outcome func(g *tournament.Game) tournament.Result) *Draw {
	d := draw(t, tn, n)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(n); err != nil {
		t.Fatal(err)
	}
	for i := range tn.Round(n).Games {
		g := &tn.Round(n).Games[i]
		if _, _, err := tn.Record(tournament.Entry{Round: n, Table: g.Table, Result: outcome(g)}); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// stronger lets the player of the smaller number win.
func stronger(g *tournament.Game) tournament.Result {
	if g.Black < g.White {
		return blackWon
	}
	return whiteWon
}

// anyone lets chance decide.
func anyone(t *rapid.T) func(*tournament.Game) tournament.Result {
	return func(*tournament.Game) tournament.Result {
		return rapid.SampledFrom([]tournament.Result{blackWon, whiteWon}).Draw(t, "result")
	}
}

func TestRoundRobinMeetsEverybody(t *testing.T) {
	for players := 2; players <= 13; players++ {
		for _, times := range []int{1, 2} {
			size := players + players%2
			s := of(t, tournament.RoundRobin, times*(size-1))
			s.Format.Double = times == 2
			s.Handicap.Ceiling = 0
			tn := event(t, s, ranks(players)...)
			met, colours, byes := map[[2]tournament.PlayerID]int{}, map[tournament.PlayerID]int{}, map[tournament.PlayerID]int{}
			for n := 1; n <= s.Rounds; n++ {
				if other := reversed(tn); drawText(tn, draw(t, tn, n)) != drawText(other, draw(t, other, n)) {
					t.Fatalf("%d players, round %d depends on the order of registration", players, n)
				}
				d := take(t, tn, n, stronger)
				for _, g := range d.Drafted() {
					met[[2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)}]++
					colours[g.Black]--
					colours[g.White]++
				}
				for _, id := range d.Byes {
					byes[id]++
				}
				if found := Checks(tn, n); len(found) > 0 && found[0].Key != "check.bye.given" {
					t.Fatalf("%d players, round %d is found fault with:\n%s", players, n, listed(found))
				}
			}
			for a := range players {
				for b := a + 1; b < players; b++ {
					if got := met[[2]tournament.PlayerID{tn.Players[a].ID, tn.Players[b].ID}]; got != times {
						t.Errorf("%d players: %d and %d meet %d times", players, a, b, got)
					}
				}
				id := tn.Players[a].ID
				if c := colours[id]; times == 1 && (c < -1 || c > 1) || times == 2 && c != 0 {
					t.Errorf("%d players: colours of %d are out of balance by %d", players, a, c)
				}
				if want := times * (players % 2); byes[id] != want {
					t.Errorf("%d players: %d byes for %d", players, byes[id], a)
				}
			}
			tn.Settings.Rounds++
			if _, err := Make(context.Background(), tn, s.Rounds+1, Options{}); !fault.Is(err, "system.complete") {
				t.Errorf("%d players, one round more: %v", players, err)
			}
		}
	}
}

// A changed rank or a late entry does not change a plan that has begun, and a player who leaves leaves byes.
func TestPlansStandOnceDrawn(t *testing.T) {
	tn := event(t, of(t, tournament.RoundRobin, 5), ranks(6)...)
	take(t, tn, 1, stronger)
	tn.Players[5].Rank = rank.Dan(9)
	if _, err := tn.AddPlayer(tournament.Player{Family: "Late", Rank: rank.Dan(8), Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
		t.Fatal(err)
	}
	take(t, tn, 2, stronger)
	if err := tn.SetStatus(tn.Players[0].ID, tournament.Withdrawn); err != nil {
		t.Fatal(err)
	}
	seen := map[[2]tournament.PlayerID]bool{}
	for n := 3; n <= 5; n++ {
		if d := take(t, tn, n, stronger); len(d.Games) != 2 || len(d.Byes) != 1 {
			t.Errorf("round %d: %d games, byes %v", n, len(d.Games), d.Byes)
		}
	}
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			pair := [2]tournament.PlayerID{min(g.Black, g.White), max(g.Black, g.White)}
			if seen[pair] {
				t.Errorf("%v meet twice", pair)
			}
			seen[pair] = true
		}
	}
}

// Until the first round is published seeds follow the players present; the
// director's own order stands, and latecomers are last.
func TestSeedsOfADraft(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 4), ranks(4)...)
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	late, err := tn.AddPlayer(tournament.Player{Family: "Late", Rank: rank.Dan(9), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	if d := draw(t, tn, 1); !slices.Equal(d.Seeds, []tournament.PlayerID{late, 1, 2, 3, 4}) {
		t.Errorf("seeds %v", d.Seeds)
	}
	if err := tn.OrderSeeds(1, []tournament.PlayerID{4, 3, 2, 1}); err != nil {
		t.Fatal(err)
	}
	d := draw(t, tn, 1)
	if !slices.Equal(d.Seeds, []tournament.PlayerID{4, 3, 2, 1, late}) {
		t.Errorf("own seeds %v", d.Seeds)
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	if err := tn.OrderSeeds(1, nil); !fault.Is(err, "seeds.stand") {
		t.Errorf("new seeds for a published round: %v", err)
	}
	if err := tn.OrderSeeds(1, []tournament.PlayerID{4, 4}); err == nil {
		t.Error("a seed twice")
	}
}

func TestSeedOrder(t *testing.T) {
	if got := fmt.Sprint(bracket.SeedOrder(3)); got != "[1 8 5 4 3 6 7 2]" {
		t.Errorf("eight places: %s", got)
	}
}

// defeats counts the lost games of each player.
func defeats(tn *tournament.Tournament) map[tournament.PlayerID]int {
	lost := map[tournament.PlayerID]int{}
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			if g.Result == blackWon {
				lost[g.White]++
			} else {
				lost[g.Black]++
			}
		}
	}
	return lost
}

// playOut plays a system to its end and returns how many rounds it took.
func playOut(t failer, tn *tournament.Tournament, outcome func(*tournament.Game) tournament.Result) int {
	for n := 1; n <= tn.Settings.Rounds; n++ {
		if n > 1 {
			if _, err := Make(context.Background(), tn, n, Options{}); err != nil {
				if !fault.Is(err, "system.finished") {
					t.Fatal(err)
				}
				return n - 1
			}
		}
		take(t, tn, n, outcome)
		for _, c := range Checks(tn, n) {
			if c.Subject == "presence" || c.Subject == "rematch" {
				t.Fatalf("round %d: %s", n, listed([]Check{c}))
			}
		}
	}
	t.Fatal("it does not end")
	return 0
}

func TestKnockoutFindsAWinner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(2, 20).Draw(t, "players")
		s := of(t, tournament.Knockout, 12)
		s.Format.ThirdPlace = rapid.Bool().Draw(t, "third")
		tn := event(t, s, ranks(players)...)
		rounds := playOut(t, tn, anyone(t))
		want := 1
		for 1<<want < players {
			want++
		}
		if rounds != want {
			t.Fatalf("%d players take %d rounds, want %d", players, rounds, want)
		}
		if byes := len(tn.Round(1).Byes); byes != 1<<want-players {
			t.Fatalf("%d players: %d byes", players, byes)
		}
		for _, id := range tn.Round(1).Byes {
			if int(id) > 1<<want-players {
				t.Fatalf("%d players: seed %d has a bye", players, id)
			}
		}
		lost := defeats(tn)
		unbeaten := 0
		for _, p := range tn.Players {
			if lost[p.ID] == 0 {
				unbeaten++
			}
		}
		rows := results.After(tn, rounds).Rows
		if unbeaten != 1 || lost[rows[0].Player] != 0 || rows[1].Place != 2 {
			t.Fatalf("%d unbeaten, %+v", unbeaten, rows[:2])
		}
		if s.Format.ThirdPlace && players > 3 && rows[2].Place != rows[3].Place-1 {
			t.Fatalf("places %d and %d after a game for the third", rows[2].Place, rows[3].Place)
		}
	})
}

func TestKnockoutKeepsTheSeedsApart(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 5), ranks(16)...)
	playOut(t, tn, stronger)
	for n, want := range []int{8, 4, 2, 1} {
		for _, g := range tn.Round(n + 1).Games {
			if better := min(g.Black, g.White); int(better) > want || int(better+max(g.Black, g.White)) != 2*want+1 {
				t.Errorf("round %d: %d meets %d", n+1, g.Black, g.White)
			}
		}
	}
}

func TestKnockoutWaitsForWinners(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 3), ranks(8)...)
	d := draw(t, tn, 1)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(context.Background(), tn, 2, Options{}); !fault.Is(err, "system.undecided") {
		t.Errorf("without results: %v", err)
	}
	tn.Settings.Handicap.EvenKomi = 14
	if _, err := Make(context.Background(), tn, 2, Options{}); !fault.Is(err, "system.jigo") {
		t.Errorf("komi 7: %v", err)
	}
}

// Where two have changed places by hand, their opponents have changed theirs in
// the bracket, so that the better seeds stay apart.
func TestKnockoutFollowsTheHand(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 3), ranks(8)...)
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	redraft(t, tn)(Swap(tn, 1, 1, 2))
	if got := listed(Checks(tn, 1)); !strings.Contains(got, "system.check.plan [2]") {
		t.Errorf("checks say\n%s", got)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	for _, g := range tn.Round(1).Games {
		if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: g.Table, Seen: g.Revision, Result: stronger(&g)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range draw(t, tn, 2).Drafted() {
		if g.Has(1) && !g.Has(4) || g.Has(2) && !g.Has(3) {
			t.Errorf("%d meets %d", g.Black, g.White)
		}
	}
}

func TestDoubleEliminationTakesTwoDefeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(2, 18).Draw(t, "players")
		tn := event(t, of(t, tournament.DoubleElimination, 20), ranks(players)...)
		rounds := playOut(t, tn, anyone(t))
		lost := defeats(tn)
		rows := results.After(tn, rounds).Rows
		for i, r := range rows {
			if i == 0 && lost[r.Player] > 1 || i > 0 && lost[r.Player] != 2 {
				t.Fatalf("%d players: place %d has lost %d games", players, r.Place, lost[r.Player])
			}
		}
		if rows[1].Place != 2 {
			t.Fatalf("two winners: %+v", rows[:2])
		}
	})
}

// No check reports a player with a bye by the plan, however often.
func TestByesOfThePlanAreFine(t *testing.T) {
	for _, system := range []tournament.System{tournament.DoubleElimination, tournament.RoundRobin} {
		t.Run(string(system), func(t *testing.T) {
			tn, byes := event(t, of(t, system, 20), ranks(9)...), 0
			for n := 1; n <= 5; n++ {
				byes += len(take(t, tn, n, stronger).Byes)
				if got := listed(Checks(tn, n)); strings.Contains(strings.ReplaceAll(got, "check.bye.given", ""), "bye") {
					t.Errorf("%s, round %d:\n%s", system, n, got)
				}
			}
			if byes < 5 {
				t.Errorf("%s: only %d byes", system, byes)
			}
		})
	}
	tn := event(t, of(t, tournament.RoundRobin, 9), ranks(9)...)
	take(t, tn, 1, stronger)
	d := draw(t, tn, 2)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	r := tn.Round(2)
	first := r.Games[0]
	if err := tn.SetDraft(2, r.Games[1:], append(slices.Clone(r.Byes), first.Black, first.White), r.Drawn); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 2)); !strings.Contains(got, "check.bye.given [3]") {
		t.Errorf("byes by hand beside the plan:\n%s", got)
	}
}

func TestSwissThenKnockoutOfTheTopFour(t *testing.T) {
	s := of(t, tournament.Swiss, 5)
	s.Stages = []tournament.Stage{{From: 4, System: tournament.Knockout, Qualify: 4, Format: tournament.Format{ThirdPlace: true}}}
	s.Criteria = []tournament.Criterion{tournament.StageReached, tournament.NBW, tournament.SOSW}
	tn := event(t, s, ranks(10)...)
	for n := 1; n <= 3; n++ {
		if d := take(t, tn, n, stronger); len(d.Games) != 5 {
			t.Fatalf("round %d has %d games", n, len(d.Games))
		}
	}
	var best []tournament.PlayerID
	for _, r := range results.After(tn, 3).Rows[:4] {
		best = append(best, r.Player)
	}
	d := take(t, tn, 4, stronger)
	if !slices.Equal(d.Seeds, best) || len(d.Games) != 2 || len(d.Byes) != 0 {
		t.Errorf("seeds %v, want %v; %d games", d.Seeds, best, len(d.Games))
	}
	if got := Checks(tn, 4); len(got) != 0 {
		t.Errorf("the others are missed:\n%s", listed(got))
	}
	take(t, tn, 5, stronger)
	rows := results.After(tn, 5).Rows
	for i, want := range []string{"6", "5", "4.5", "4", "1"} {
		if got := rows[i].Text(0); got != want {
			t.Errorf("place %d came as far as %s, want %s", i+1, got, want)
		}
	}
}

func TestCupMeetsByHistory(t *testing.T) {
	tn := event(t, of(t, tournament.Cup, 4), ranks(16)...)
	history := map[tournament.PlayerID]string{}
	for n := 1; n <= 4; n++ {
		d := take(t, tn, n, stronger)
		for _, g := range d.Drafted() {
			if history[g.Black] != history[g.White] {
				t.Errorf("round %d: %s meets %s", n, history[g.Black], history[g.White])
			}
		}
		for _, g := range d.Drafted() {
			history[min(g.Black, g.White)] += "+"
			history[max(g.Black, g.White)] += "-"
		}
	}
	if top := results.After(tn, 4).Rows[0]; top.Player != 1 || top.Text(0) != "15" {
		t.Errorf("the winner is %d with %s", top.Player, top.Text(0))
	}
	tn.Settings.Rounds = 20
	tn.Rounds = slices.Repeat(tn.Rounds, 4)
	if _, err := Make(context.Background(), tn, 14, Options{}); !fault.Is(err, "system.cup.rounds") {
		t.Errorf("round 14: %v", err)
	}
}

// A draft goes out of date with a changed rank.
func TestChangedRankOutdatesDraft(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(4)...)
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	tn.Players[0].Rank = rank.Kyu(9)
	checks := Checks(tn, 1)
	if i := slices.IndexFunc(checks, func(c Check) bool { return c.Key == "check.ranks.changed" }); i < 0 || !checks[i].Grave {
		t.Errorf("a draft that is out of date is published without a question: %v", checks)
	}
}

// A new wish that the draft fulfils already does not make it out of date; a broken wish does.
func TestFulfilledWishIsNoProblem(t *testing.T) {
	for _, tt := range []struct {
		kind    tournament.WishKind
		meet    bool
		changed bool
	}{{tournament.Apart, false, false}, {tournament.Apart, true, true}, {tournament.Together, true, false}, {tournament.Together, false, true}} {
		tn := event(t, of(t, tournament.Swiss, 3), ranks(6)...)
		if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
			t.Fatal(err)
		}
		g, other := tn.Round(1).Games[0], tn.Round(1).Games[1].Black
		if tt.meet {
			other = g.White
		}
		tn.Settings.Constraints.Wishes = []tournament.Wish{{A: min(g.Black, other), B: max(g.Black, other), Kind: tt.kind}}
		if got := strings.Contains(listed(Checks(tn, 1)), "check.ranks.changed"); got != tt.changed {
			t.Errorf("%+v: called out of date: %t", tt, got)
		}
	}
}

// A draft names the games between neighbouring score groups; the published round does not.
func TestGamesAcrossGroupsAreNamed(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(6)...)
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4), met(5, 6)}, nil, blackWon, blackWon, blackWon)
	if err := draw(t, tn, 2).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 2)); !strings.Contains(got, "check.gap.group [1]") {
		t.Errorf("three winners: %s", got)
	}
	tn.Round(2).Published = true
	if got := listed(Checks(tn, 2)); strings.Contains(got, "check.gap.group") {
		t.Errorf("published: %s", got)
	}
}

// A latecomer before the first round of a knockout makes the draft out of date; its bye was not the director's.
func TestByeBeforeALatecomer(t *testing.T) {
	tn := event(t, of(t, tournament.Knockout, 3), ranks(8)...)
	tn.Players[7].Status = tournament.Preliminary
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	tn.Players[7].Status = tournament.CheckedIn
	d, err := Evaluate(tn, 1)
	if err != nil {
		t.Fatal(err)
	}
	if said, ok := d.ExplainBye(tn.Round(1).Byes[0]); !ok || said.Key != "check.ranks.changed" {
		t.Errorf("the bye is explained by %v", said)
	}
}

// A round with results is not drawn again: changes since its draw, and a wish for later rounds, are not reported.
func TestPlayedRoundIsNotOutdated(t *testing.T) {
	tn := event(t, of(t, tournament.Swiss, 3), ranks(6)...)
	d := draw(t, tn, 1)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	r := tn.Round(1)
	r.Published = true
	apart := []tournament.PlayerID{r.Games[0].Black, r.Games[1].Black}
	tn.Settings.Constraints.Wishes = []tournament.Wish{{A: min(apart[0], apart[1]), B: max(apart[0], apart[1]), Kind: tournament.Together}}
	const both = "constraint.check.wish"
	checks := Checks(tn, 1)
	if got := listed(checks); !strings.Contains(got, both) || !strings.Contains(got, "check.ranks.changed") {
		t.Errorf("before the first result: %s", got)
	}
	if slices.ContainsFunc(checks, func(c Check) bool { return c.Key == "check.ranks.changed" && c.Grave }) {
		t.Error("a change after the publication is called grave")
	}
	r.Games[2].Result = tournament.Result{Outcome: tournament.WhiteWins}
	if got := listed(Checks(tn, 1)); strings.Contains(got, both) || strings.Contains(got, "check.ranks.changed") {
		t.Errorf("with a result: %s", got)
	}
}

// The score of a cup encodes wins and losses by round; as a number of points it
// would only confuse.
func TestCupIsExplainedWithoutItsScore(t *testing.T) {
	tn := event(t, of(t, tournament.Cup, 4), ranks(9)...)
	seen := map[string]bool{}
	for n := 1; n <= 4; n++ {
		d := take(t, tn, n, stronger)
		if said, ok := d.ExplainBye(d.Byes[0]); !ok || !slices.Contains([]string{"explain.bye.lowest", "explain.bye.came", "explain.bye.next", "explain.bye.noshow"}, said.Key) || said.Args[0].(tournament.Score) > tournament.Score(2*(n-1)) {
			t.Errorf("round %d: the bye is explained by %+v", n, said)
		}
		for _, p := range d.Games {
			for _, r := range d.Explain(p.Game.Table).Reasons {
				if r.Criterion == "score" {
					seen[r.Key] = true
				}
				if n > 1 && (r.Key == "explain.score.full" || r.Key == "explain.score.part") {
					t.Errorf("round %d, table %d: %+v", n, p.Game.Table, r)
				}
			}
		}
		for _, c := range Checks(tn, n) {
			seen[c.Key] = true
		}
	}
	for _, key := range []string{"explain.score.full", "explain.score.cup", "explain.score.nearcup", "check.gap.cup"} {
		if !seen[key] {
			t.Errorf("nothing is said by %s", key)
		}
	}
	if seen["check.gap.score"] {
		t.Error("a gap is told in points")
	}
}

// In a Swiss of 16 the best meets number 9 first; accelerated they meet number
// 5, and in round 2 winners of the lower half meet losers of the upper.
func TestAcceleratedSwiss(t *testing.T) {
	s := of(t, tournament.AcceleratedSwiss, 5)
	s.Pairing.Colour = 0
	tn := event(t, s, ranks(16)...)
	for n := 1; n <= 3; n++ {
		d := take(t, tn, n, stronger)
		for _, g := range d.Drafted() {
			upper, lower := min(g.Black, g.White), max(g.Black, g.White)
			switch {
			case n == 1 && lower-upper != 4:
				t.Errorf("round 1: %d meets %d", upper, lower)
			case n == 2 && upper <= 4 && lower > 4:
				t.Errorf("round 2: the unbeaten %d meets %d", upper, lower)
			case n == 2 && upper > 4 && upper <= 8 && (lower < 9 || lower > 12):
				t.Errorf("round 2: %d meets %d", upper, lower)
			}
		}
	}
	if got := results.After(tn, 3).Row(1).NBW; got != 6 {
		t.Errorf("the point ahead is counted: %v", got)
	}
}

// TestReasonsAgreeWithTheScores reads the reasons of an accelerated Swiss: a
// score is the one of the standings, and the point ahead is named beside it.
func TestReasonsAgreeWithTheScores(t *testing.T) {
	tn := event(t, of(t, tournament.AcceleratedSwiss, 5), ranks(14)...)
	seen := map[string]int{}
	for n := 1; n <= 3; n++ {
		d, standings := take(t, tn, n, stronger), results.After(tn, n-1)
		shown := func(id tournament.PlayerID) any {
			score := standings.Row(id).NBW
			if n <= 2 && id <= 8 { // half of 14, rounded up to an even number
				return Sentence{"explain.score.ahead", []any{score}}
			}
			return score
		}
		for _, g := range d.Drafted() {
			for _, r := range d.Explain(g.Table).Reasons {
				black, white := shown(g.Black), shown(g.White)
				switch r.Key {
				case "explain.score.full":
					if !reflect.DeepEqual(black, white) || !reflect.DeepEqual(r.Args, []any{black}) {
						t.Errorf("round %d, table %d: both %v, want %v and %v", n, g.Table, r.Args, black, white)
					}
				case "explain.score.part":
					one, other := []any{tn.Player(g.Black).Name(), black, tn.Player(g.White).Name(), white}, []any{tn.Player(g.White).Name(), white, tn.Player(g.Black).Name(), black}
					if !reflect.DeepEqual(r.Args, one) && !reflect.DeepEqual(r.Args, other) {
						t.Errorf("round %d, table %d: %v, want %v", n, g.Table, r.Args, one)
					}
				default:
					continue
				}
				seen[r.Key]++
			}
		}
	}
	if seen["explain.score.full"] == 0 || seen["explain.score.part"] == 0 {
		t.Errorf("only these were told: %v", seen)
	}
}

// Open play has no rounds to draw.
func TestOpenPlayIsNotDrawn(t *testing.T) {
	tn := event(t, of(t, tournament.Open, tournament.MostTurns), ranks(6)...)
	if _, err := Make(context.Background(), tn, 1, Options{}); !fault.Is(err, "open.rounds") {
		t.Errorf("a draw: %v", err)
	}
}

// squads returns a tournament of teams with so many members each, the players
// of the strongest team first.
func squads(t failer, s tournament.Settings, teams, members, boards int) *tournament.Tournament {
	s.Teams.Boards = boards
	s.Criteria = tournament.DefaultTeamCriteria(s.System, s.Teams.Boards)
	tn := event(t, s, ranks(teams*members)...)
	for k := range teams {
		team := tournament.Team{Name: fmt.Sprintf("Team %c", 'A'+k)}
		for m := range members {
			team.Members = append(team.Members, tn.Players[k*members+m].ID)
		}
		if _, err := tn.SetTeam(team); err != nil {
			t.Fatal(err)
		}
	}
	return tn
}

func TestTeamsMeetOnAllBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.SampledFrom([]tournament.System{tournament.Swiss, tournament.McMahon, tournament.RoundRobin}).Draw(t, "system")
		teams, boards := rapid.IntRange(4, 7).Draw(t, "teams"), rapid.IntRange(2, 5).Draw(t, "boards")
		s := of(t, system, 3)
		s.Handicap.Ceiling = 0
		tn := squads(t, s, teams, boards+1, boards)
		met := map[[2]tournament.PlayerID]bool{}
		for n := 1; n <= 3; n++ {
			d := take(t, tn, n, anyone(t))
			if want := teams / 2 * boards; len(d.Games) != want || len(d.Byes) != teams%2*boards {
				t.Fatalf("round %d: %d games, want %d, and %d byes", n, len(d.Games), want, len(d.Byes))
			}
			matches, byes := tn.Matches(n)
			if len(matches) != teams/2 || len(byes) != teams%2 {
				t.Fatalf("round %d: %d matches, byes %v", n, len(matches), byes)
			}
			for _, m := range matches {
				pair := [2]tournament.PlayerID{min(m.A, m.B), max(m.A, m.B)}
				if met[pair] {
					t.Fatalf("round %d: teams %v meet again", n, pair)
				}
				met[pair] = true
				for board, g := range m.Games {
					black := tn.Team(map[bool]tournament.PlayerID{true: m.A, false: m.B}[board%2 == 0])
					if g.Black != black.Members[board] || g.Table != m.Games[0].Table+board {
						t.Fatalf("round %d, board %d at table %d: Black is %d of %+v", n, board+1, g.Table, g.Black, black)
					}
				}
			}
			priced, err := EvaluateWithBest(context.Background(), tn, n)
			if err != nil || priced.Total.Cmp(d.Total) != 0 {
				t.Fatalf("round %d: weighs %v, drawn with %v, %v", n, priced, d.Total, err)
			}
			for _, c := range Checks(tn, n) {
				if c.Grave {
					t.Fatalf("round %d: %s", n, listed([]Check{c}))
				}
			}
		}
	})
}

// The match is won by the team that wins more boards, whatever the colours; a
// match that is even is a draw, and one board alone decides nothing.
func TestTeamScores(t *testing.T) {
	s := of(t, tournament.RoundRobin, 3)
	s.Handicap.Ceiling = 0
	tn := squads(t, s, 4, 4, 4)
	teams := tn.Settings.Teams.Teams
	boards := map[tournament.PlayerID]int{} // boards that a team wins against the weaker ones
	for i, won := range []int{3, 2, 4, 0} {
		boards[teams[i].ID] = won
	}
	for n := 1; n <= 3; n++ {
		take(t, tn, n, func(g *tournament.Game) tournament.Result {
			upper, lower := tn.TeamOf(g.Black), tn.TeamOf(g.White)
			if upper.ID > lower.ID {
				upper, lower = lower, upper
			}
			winner := lower
			for i, id := range upper.Members {
				if g.Has(id) && i < boards[upper.ID] {
					winner = upper
				}
			}
			if winner.ID == tn.TeamOf(g.Black).ID {
				return blackWon
			}
			return whiteWon
		})
	}
	standings := results.Teams(tn, 3)
	var got []string
	for i := range standings.Rows {
		r := &standings.Rows[i]
		got = append(got, tn.Team(r.Player).Name+" "+strings.Join([]string{r.Text(0), r.Text(1), r.Text(2), r.Text(3), r.Text(4)}, " "))
	}
	want := []string{"Team A 6 9 9 6 3", "Team C 3 7 4 2 1", "Team B 2 5 4 4 2", "Team D 1 3 1 0 0"}
	// A beats all 3–1; B draws with C and D 2–2; C beats D 4–0 and loses 1–3 to A.
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	tn.Round(3).Games[0].Result = tournament.Result{}
	if matches, _ := tn.Matches(3); matches[0].Result(tn).Known() {
		t.Error("a match is decided before its last board")
	}
}

func TestSubstitutesAndShortTeams(t *testing.T) {
	s := of(t, tournament.Swiss, 3)
	tn := squads(t, s, 2, 3, 3)
	reserve, err := tn.AddPlayer(tournament.Player{Family: "Reserve", Rank: rank.Dan1, Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
	if err != nil {
		t.Fatal(err)
	}
	first := tn.Settings.Teams.Teams[0]
	first.Members = append(slices.Clone(first.Members), reserve)
	if _, err := tn.SetTeam(first); err != nil {
		t.Fatal(err)
	}
	for _, id := range []tournament.PlayerID{first.Members[1], tn.Settings.Teams.Teams[1].Members[2]} {
		if err := tn.SetAttendance(id, 1, tournament.Absent); err != nil {
			t.Fatal(err)
		}
	}
	d := take(t, tn, 1, func(*tournament.Game) tournament.Result { return blackWon })
	if len(d.Games) != 2 || !slices.Equal(d.Byes, []tournament.PlayerID{reserve}) {
		t.Errorf("%d games, byes %v, want 2 and the reserve's %d", len(d.Games), d.Byes, reserve)
	}
	matches, byes := tn.Matches(1)
	if len(matches) != 1 || len(byes) != 0 || !matches[0].Result(tn).Known() {
		t.Fatalf("%+v, byes %v", matches, byes)
	}
	// Each team has Black once and wins; the free board decides.
	if top := results.Teams(tn, 1).Rows[0]; top.Player != first.ID || top.Text(0) != "2" || top.Text(1) != "2" {
		t.Errorf("first is %d with %s and %s", top.Player, top.Text(0), top.Text(1))
	}
	if got := listed(Checks(tn, 1)); !strings.Contains(got, "team.check.short [2 Team B 3]") {
		t.Errorf("checks say\n%s", got)
	}
	leaner := first
	leaner.Members = leaner.Members[1:]
	if _, err := tn.SetTeam(leaner); !fault.Is(err, "team.member.played") {
		t.Errorf("who has played leaves the team: %v", err)
	}
}

// The promises of every system: no player is in a round twice, all its players are in it, no pair meets twice unless
// the system allows it, and the order of registration does not count.
func TestConformance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := slices.DeleteFunc(tournament.Systems(), func(s tournament.System) bool { return s == tournament.Open })
		system := rapid.SampledFrom(drawn).Draw(t, "system")
		s := of(t, system, 12)
		s.Format.Double, s.Format.ThirdPlace = rapid.Bool().Draw(t, "double"), rapid.Bool().Draw(t, "third")
		players := rapid.IntRange(2, 12).Draw(t, "players")
		tn := event(t, s, ranks(players)...)
		lost := map[tournament.PlayerID]int{}
		for n := 1; n <= 6; n++ {
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			if fault.Is(err, "system.finished") || fault.Is(err, "system.complete") {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if other := reversed(tn); drawText(tn, d) != drawText(other, draw(t, other, n)) {
				t.Fatalf("%s, round %d depends on the order of registration:\n%s\n%s", system, n, drawText(tn, d), drawText(other, draw(t, other, n)))
			}
			seen := map[tournament.PlayerID]int{}
			for _, p := range d.Games {
				seen[p.Game.Black]++
				seen[p.Game.White]++
			}
			for _, id := range d.Byes {
				seen[id]++
			}
			lives := map[tournament.System]int{tournament.Knockout: 1, tournament.DoubleElimination: 2}[system]
			for _, p := range tn.Players {
				switch times := seen[p.ID]; {
				case times > 1, times == 0 && lives == 0:
					t.Fatalf("%s, round %d: %s is there %d times", system, n, p.Name(), times)
				case times == 1 && lives > 0 && lost[p.ID] >= lives && !s.Format.ThirdPlace:
					t.Fatalf("%s, round %d: %s is out", system, n, p.Name())
				}
			}
			if !system.Eliminates() && len(d.Byes) != players%2 {
				t.Fatalf("%s, round %d: byes %v", system, n, d.Byes)
			}
			take(t, tn, n, anyone(t))
			lost = defeats(tn)
			for _, c := range Checks(tn, n) {
				if c.Grave && c.Subject != "rematch" && c.Key != "check.bye.again" {
					t.Fatalf("%s, round %d: %s", system, n, listed([]Check{c}))
				}
			}
		}
	})
}

// A round of teams can be valued, explained, verified and queried like one of
// players.
func TestQuestionsAboutTeams(t *testing.T) {
	s := of(t, tournament.Swiss, 4)
	s.Handicap.Ceiling = 0
	tn := squads(t, s, 5, 3, 3)
	for n := 1; n <= 3; n++ {
		d := take(t, tn, n, stronger)
		if v, err := Verify(context.Background(), tn, n, nil); err != nil || !v.Reproduced() {
			t.Errorf("round %d: %+v, %v", n, v, err)
		}
		for _, g := range d.Drafted() {
			e := d.Explain(g.Table)
			if len(e.Reasons) == 0 || !strings.HasPrefix(fmt.Sprint(e.Black[0].Args[0]), "Team ") {
				t.Errorf("round %d, table %d: %+v", n, g.Table, e)
			}
		}
		if said, ok := d.ExplainBye(d.Byes[0]); !ok || said.Key != "explain.bye.team" {
			t.Errorf("round %d: bye %+v", n, said)
		}
		for range d.Weights() {
			t.Fatal("weights of pairs of players")
		}
	}
	var session Session
	m, _ := tn.Matches(3)
	if same, err := session.Instead(context.Background(), tn, 3, m[0].A, m[0].B); err != nil || same.Cost.Sign() != 0 {
		t.Errorf("the match that is drawn: %+v, %v", same, err)
	}
	if other, err := session.Instead(context.Background(), tn, 3, m[0].A, m[1].B); err != nil || other.Cost.Sign() <= 0 {
		t.Errorf("another match: %+v, %v", other, err)
	}
	list, err := Opponents(tn, 4, tn.Team(m[0].A).Members[1])
	if err != nil || len(list) != 4 || tn.Team(list[0].Player) == nil || list[0].LastMet > 0 || list[3].LastMet == 0 {
		t.Errorf("%+v, %v", list, err)
	}
	games := tn.Round(3).Games
	d, err := Make(context.Background(), tn, 4, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	locked := tn.Round(4).Games[4]
	if err := tn.Lock(4, locked.Table); err != nil {
		t.Fatal(err)
	}
	again := draw(t, tn, 4)
	locked.Locked = true
	if !slices.Contains(again.Drafted(), locked) || len(again.Games) != len(games) {
		t.Errorf("the locked board has moved: %+v", again.Drafted())
	}
}

// No sentence takes the team with the bye for a possible opponent, or for a team to be paired in its group.
func TestTeamWithTheByeIsNoOpponent(t *testing.T) {
	tn := squads(t, settings(t, "teams"), 3, 2, 2)
	tn.Settings.Rounds = 8
	for n := 1; n <= 8; n++ {
		d := draw(t, tn, n)
		bye := tn.TeamOf(d.Byes[0]).Name
		if err := d.Draft(tn, "test"); err != nil {
			t.Fatal(err)
		}
		evaluated, err := Evaluate(tn, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []*Draw{d, evaluated} {
			e := of.Explain(1)
			for _, said := range [][]Sentence{e.Black, e.White} {
				got := sentenceTexts(said)
				if strings.Contains(got, bye) || strings.Contains(got, "closed") || strings.Contains(got, "fewest") != (n > 3) {
					t.Errorf("round %d, %s has the bye: %s", n, bye, got)
				}
			}
		}
		take(t, tn, n, stronger)
	}
}

// Pairing two matches again leaves the others alone, results and all.
func TestAmongTeams(t *testing.T) {
	s := of(t, tournament.Swiss, 4)
	tn := squads(t, s, 8, 3, 3)
	if err := draw(t, tn, 1).Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if err := tn.SwapColours(1, 1); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	g := tn.Round(1).At(1)
	if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: 1, Seen: g.Revision, Result: blackWon}); err != nil {
		t.Fatal(err)
	}
	matches, _ := tn.Matches(1)
	some := []tournament.PlayerID{matches[1].A, matches[1].B, tn.Team(matches[2].A).Members[0], matches[2].B}
	d, err := Make(context.Background(), tn, 1, Options{Among: some})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{0, 3} {
		for _, g := range matches[k].Games {
			if !slices.Contains(d.Drafted(), *g) {
				t.Errorf("table %d has not stayed", g.Table)
			}
		}
	}
	if err := tn.Repair(1, d.Drafted(), d.Byes); err != nil {
		t.Fatal(err)
	}
	if again, byes := tn.Matches(1); len(again) != 4 || len(byes) != 0 {
		t.Errorf("%d matches, byes %v", len(again), byes)
	}
	if _, err := Make(context.Background(), tn, 1, Options{Among: []tournament.PlayerID{matches[0].A, matches[1].A}}); !fault.Is(err, "game.finished") {
		t.Errorf("a match under way: %v", err)
	}
}

// After a Swiss the best four play a round robin; the others rest.
func TestSwissThenRoundRobin(t *testing.T) {
	s := of(t, tournament.Swiss, 6)
	s.Stages = []tournament.Stage{{From: 4, System: tournament.RoundRobin, Qualify: 4}}
	s.Criteria = []tournament.Criterion{tournament.StageReached, tournament.NBW, tournament.SOSW}
	tn := event(t, s, ranks(9)...)
	for n := 1; n <= 6; n++ {
		take(t, tn, n, stronger)
		for _, c := range Checks(tn, n) {
			if c.Grave {
				t.Errorf("round %d: %s", n, listed([]Check{c}))
			}
		}
	}
	finals := map[tournament.PlayerID]int{}
	for n := 4; n <= 6; n++ {
		for _, g := range tn.Round(n).Games {
			finals[g.Black]++
			finals[g.White]++
		}
	}
	rows := results.After(tn, 6).Rows
	for i, r := range rows {
		if want := map[bool]int{true: 3}[i < 4]; finals[r.Player] != want {
			t.Errorf("place %d has %d games in the final, want %d", r.Place, finals[r.Player], want)
		}
	}
}

// A session distinguishes the field of a final from the field with a player added by the director.
func TestSessionSeesWhoIsLetIn(t *testing.T) {
	s := of(t, tournament.Swiss, 5)
	s.Stages = []tournament.Stage{{From: 2, System: tournament.Swiss, Qualify: 4}}
	tn := event(t, s, ranks(8)...)
	take(t, tn, 1, stronger)
	var session Session
	d, err := session.Make(context.Background(), tn, 2, Options{})
	if err != nil || len(d.Games) != 2 {
		t.Fatalf("%+v, %v", d, err)
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	out := slices.DeleteFunc([]tournament.PlayerID{1, 2, 3, 4, 5, 6, 7, 8}, func(id tournament.PlayerID) bool { return slices.Contains(d.Seeds, id) })
	redraft(t, tn)(Swap(tn, 2, d.Games[0].Game.Black, out[0]))
	warm, err := session.EvaluateWithBest(context.Background(), tn, 2)
	if err != nil {
		t.Fatal(err)
	}
	cold, err := EvaluateWithBest(context.Background(), tn, 2)
	if err != nil || warm.Total.Cmp(cold.Total) != 0 {
		t.Errorf("with memory %v, without %v, %v", warm.Total, cold.Total, err)
	}
}

// Teams with as many points qualify by their boards, as in their standings, and after pools likewise.
func TestTeamsQualifyByTheirBoards(t *testing.T) {
	for _, pools := range []int{1, 2} {
		t.Run(fmt.Sprint(pools, " pools"), func(t *testing.T) {
			s := of(t, tournament.RoundRobin, 4)
			s.Handicap.Ceiling = 0
			s.Format.Pools = pools
			s.Stages = []tournament.Stage{{From: 4, System: tournament.Knockout, Qualify: 4}}
			tn := squads(t, s, 8, 3, 3)
			s = tn.Settings
			s.Criteria = []tournament.Criterion{tournament.TeamPoints, tournament.BoardWins}
			if err := tn.SetSettings(s); err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= 3; n++ {
				take(t, tn, n, func(g *tournament.Game) tournament.Result {
					// Mostly the later of two teams wins, every second of them on all boards.
					winner, loser := tn.TeamOf(g.Black), tn.TeamOf(g.White)
					if (winner.ID < loser.ID) != ((winner.ID+loser.ID)%4 == 0) {
						winner, loser = loser, winner
					}
					if board, _ := tn.Board(n, g.Black); board == 3 && winner.ID%2 == 1 {
						winner = loser
					}
					if winner.ID == tn.TeamOf(g.Black).ID {
						return blackWon
					}
					return whiteWon
				})
			}
			standings := results.Teams(tn, 3)
			var want []tournament.PlayerID
			if pools == 1 {
				for _, row := range standings.Rows[:4] {
					want = append(want, row.Player)
				}
			} else {
				for _, pool := range Pools(tn, 3) {
					for _, row := range results.Among(tn, 1, 3, pool).Rows[:2] {
						want = append(want, row.Player)
					}
				}
			}
			blind := results.After(tn.OfTeams(), 3)
			if slices.EqualFunc(standings.Rows, blind.Rows, func(a, b results.Row) bool { return a.Player == b.Player }) {
				t.Fatal("the boards decide nothing here")
			}
			got := Seeds(tn, 4)
			if pools > 1 {
				slices.Sort(got)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d pools: %v qualify, %v stand first", pools, got, want)
			}
			if d := draw(t, tn, 4); !slices.Equal(d.Seeds, Seeds(tn, 4)) {
				t.Errorf("%d pools: drawn with the seeds %v", pools, d.Seeds)
			}
		})
	}
}
