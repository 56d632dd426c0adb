package pairing

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// finale is a Swiss of three rounds, then a knockout of the best, the others
// playing by the parameter others.
func finale(t failer, others tournament.Others, qualify, rounds int) tournament.Settings {
	s := of(t, tournament.Swiss, rounds)
	s.Stages = []tournament.Stage{{
		From: 4, System: tournament.Knockout, Qualify: qualify, Others: others, Format: tournament.Format{ThirdPlace: true},
	}}
	s.Criteria = []tournament.Criterion{tournament.StageReached, tournament.NBW, tournament.SOSW}
	return s
}

// games counts the games of each player of a round.
func games(r *tournament.Round) map[tournament.PlayerID]int {
	played := map[tournament.PlayerID]int{}
	for _, g := range r.Games {
		played[g.Black]++
		played[g.White]++
	}
	return played
}

func TestOthersPlayOnBesideTheKnockout(t *testing.T) {
	tn := event(t, finale(t, tournament.PlayOn, 4, 5), ranks(11)...)
	for n := 1; n <= 3; n++ {
		take(t, tn, n, stronger)
	}
	d := take(t, tn, 4, stronger)
	if len(d.Games) != 5 || len(d.Byes) != 1 || len(d.Seeds) != 4 {
		t.Fatalf("%d games, byes %v, seeds %v", len(d.Games), d.Byes, d.Seeds)
	}
	for i, p := range d.Games {
		finalists := slices.Contains(d.Seeds, p.Game.Black) && slices.Contains(d.Seeds, p.Game.White)
		if p.Game.Table != i+1 || finalists != (i < 2) || p.valued == finalists {
			t.Errorf("table %d: %+v", i+1, p)
		}
	}
	if d.Total.Sign() == 0 || d.Best.Cmp(d.Total) != 0 || d.Chosen != d.Byes[0] {
		t.Errorf("total %v, best %v, chosen %v", d.Total, d.Best, d.Chosen)
	}
	if got := Checks(tn, 4); slices.ContainsFunc(got, func(c Check) bool { return c.Grave }) {
		t.Errorf("complaints:\n%s", listed(got))
	}
	if e := d.Explain(3); len(e.Reasons) == 0 || e.Black[0].Key == "explain.player.plan" {
		t.Errorf("a game beside the final is explained by %+v", e)
	}
	take(t, tn, 5, stronger)
	rows := results.After(tn, 5).Rows
	for i, want := range []string{"6", "5", "4.5", "4", "1", "1", "1", "1", "1", "1", "1"} {
		if got := rows[i].Text(0); got != want {
			t.Errorf("place %d came as far as %s, want %s", i+1, got, want)
		}
	}
	for i, r := range rows {
		for n := 4; n <= 5; n++ {
			idle := r.Cells[n-1].Kind != results.Game && r.Cells[n-1].Kind != results.Bye
			if idle {
				t.Errorf("place %d does nothing in round %d: %+v", i+1, n, r.Cells)
			}
		}
	}
}

// A player out of the knockout has a game among the others in the next round,
// which does not change the stage they reached.
func TestLosersJoinTheOthers(t *testing.T) {
	tn := event(t, finale(t, tournament.PlayOnWithLosers, 8, 7), ranks(16)...)
	for n := 1; n <= 3; n++ {
		take(t, tn, n, stronger)
	}
	var before []int
	for n := 4; n <= 7; n++ {
		d := take(t, tn, n, stronger)
		planned := 0
		for _, p := range d.Games {
			if !p.valued {
				planned++
			}
		}
		before = append(before, planned)
		if n < 7 && len(d.Games) != 8 {
			t.Errorf("round %d has %d games", n, len(d.Games))
		}
		if got := Checks(tn, n); slices.ContainsFunc(got, func(c Check) bool { return c.Grave }) {
			t.Errorf("round %d:\n%s", n, listed(got))
		}
	}
	if !slices.Equal(before, []int{4, 2, 2, 0}) {
		t.Errorf("games of the knockout %v", before)
	}
	var far []string
	for _, r := range results.After(tn, 7).Rows[:9] {
		far = append(far, r.Text(0))
	}
	if want := []string{"8", "6", "5.5", "5", "4", "4", "4", "4", "1"}; !slices.Equal(far, want) {
		t.Errorf("reached %v, want %v", far, want)
	}
	if g := tn.Round(7).Game(results.After(tn, 7).Rows[0].Player); g != nil {
		t.Errorf("the winner plays on: %+v", g)
	}
}

// A change by hand across the final is for the director to judge: no player is missing, the games are not of the plan,
// and a new draw puts all players back unless the game is locked.
func TestChangesAcrossTheFinal(t *testing.T) {
	tn := event(t, finale(t, tournament.PlayOn, 4, 5), ranks(10)...)
	for n := 1; n <= 3; n++ {
		take(t, tn, n, stronger)
	}
	d := draw(t, tn, 4)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	was := drawText(tn, d)
	a, b := d.Games[0].Game.Black, d.Games[3].Game.White
	redraft(t, tn)(Swap(tn, 4, a, b))
	for _, c := range Checks(tn, 4) {
		if c.Subject == "presence" || c.Key == "system.check.plan" && len(c.Tables) != 2 {
			t.Errorf("after the swap: %s %v at %v", c.Key, c.Args, c.Tables)
		}
	}
	if w, err := EvaluateWithBest(context.Background(), tn, 4); err != nil || len(w.Games) != 5 {
		t.Errorf("%+v, %v", w, err)
	} else if e := w.Explain(1); e.Black[0].Key != "explain.player.locked" {
		t.Errorf("the game across is explained by %+v", e)
	}
	if again := drawText(tn, draw(t, tn, 4)); again != was {
		t.Errorf("drawn again it is\n%s\nwas\n%s", again, was)
	}
	if err := tn.Lock(4, tn.Round(4).Game(b).Table); err != nil {
		t.Fatal(err)
	}
	d = draw(t, tn, 4)
	if g := d.Drafted()[0]; !g.Has(b) || len(d.Games) != 4 || len(d.Byes) != 1 {
		t.Errorf("around a locked game: %+v", d.Drafted())
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
}

// Beside any plan all players present have one game or bye, and none of the
// others meet again or have a second bye as long as that can be avoided.
func TestEverybodyPlaysOnceBesideAPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(4, 24).Draw(t, "players")
		first := rapid.SampledFrom([]tournament.System{tournament.Swiss, tournament.McMahon, tournament.AcceleratedSwiss}).Draw(t, "first")
		s := of(t, first, 8)
		last := tournament.Stage{
			From: 3, Qualify: rapid.IntRange(2, 9).Draw(t, "qualify"),
			System: rapid.SampledFrom([]tournament.System{tournament.Knockout, tournament.DoubleElimination, tournament.RoundRobin}).Draw(t, "last"),
			Others: rapid.SampledFrom([]tournament.Others{tournament.PlayOn, tournament.PlayOnWithLosers}).Draw(t, "others"),
		}
		last.Format.ThirdPlace = rapid.Bool().Draw(t, "third place")
		s.Stages = []tournament.Stage{last}
		tn := event(t, s, ranks(players)...)
		for n := 1; n <= 8; n++ {
			absent := tournament.PlayerID(rapid.IntRange(1, players).Draw(t, "absent"))
			tn.Player(absent).Absent = tn.Player(absent).Absent.Put(n, rapid.Bool().Draw(t, "away"))
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			if fault.Is(err, "system.finished") || fault.Is(err, "system.complete") || fault.Is(err, "system.nobody") {
				return
			}
			if err != nil {
				t.Fatalf("round %d: %v", n, err)
			}
			if err := d.Draft(tn, "test"); err != nil {
				t.Fatalf("round %d: %v", n, err)
			}
			checkBeside(t, tn, n)
			if len(d.Games) == 0 {
				return
			}
			if err := tn.Publish(n); err != nil {
				t.Fatal(err)
			}
			for _, g := range tn.Round(n).Games {
				result := rapid.SampledFrom([]tournament.Result{blackWon, whiteWon}).Draw(t, "result")
				if _, _, err := tn.Record(tournament.Entry{Round: n, Table: g.Table, Result: result}); err != nil {
					t.Fatal(err)
				}
			}
			v, err := Verify(context.Background(), tn, n, nil)
			if err != nil || !v.Reproduced() || len(v.Differences) > 0 {
				t.Fatalf("round %d cannot be drawn again: %+v, %v", n, v, err)
			}
		}
	})
}

// checkBeside compares a draft with the players of the round.
func checkBeside(t *rapid.T, tn *tournament.Tournament, n int) {
	r := tn.Round(n)
	played := games(r)
	for _, id := range r.Byes {
		played[id]++
	}
	sp, split := splitOf(tn, n)
	var idle []tournament.PlayerID
	byes := 0
	for i := range tn.Players {
		p := &tn.Players[i]
		switch plays := p.Plays(n); {
		case played[p.ID] > 1, played[p.ID] == 1 && !plays:
			t.Fatalf("round %d: %s sits %d times", n, p.Family, played[p.ID])
		case played[p.ID] == 0 && plays && !(split && sp.in(p.ID)):
			idle = append(idle, p.ID)
		}
		if split && !sp.in(p.ID) && r.HasBye(p.ID) {
			byes++
		}
	}
	if len(idle) > 0 || byes > 1 {
		t.Fatalf("round %d: nothing for %v, %d byes beside the plan", n, idle, byes)
	}
	tables := map[int]bool{}
	for _, g := range r.Games {
		if tables[g.Table] || g.Table > len(r.Games) {
			t.Fatalf("round %d: table %d", n, g.Table)
		}
		tables[g.Table] = true
		if split && sp.in(g.Black) != sp.in(g.White) {
			t.Fatalf("round %d: %d of the plan meets %d", n, g.Black, g.White)
		}
	}
	d, err := EvaluateWithBest(context.Background(), tn, n)
	if err != nil || d.Total.String() != r.Drawn.Total || len(d.Games) != len(r.Games) || d.Inputs != r.Drawn.Inputs {
		t.Fatalf("round %d weighs %v, drawn %s, %v", n, d.Total, r.Drawn.Total, err)
	}
	for _, c := range Checks(tn, n) {
		if c.Grave && c.Subject == "presence" && c.Key != "check.presence.rounds" {
			t.Fatalf("round %d: %s %v", n, c.Key, c.Args)
		}
	}
}

// Teams play on beside a final as players do.
func TestTeamsPlayOnBesideAFinal(t *testing.T) {
	s := finale(t, tournament.PlayOnWithLosers, 4, 5)
	s.Handicap.Ceiling = 0
	s.Criteria = []tournament.Criterion{tournament.StageReached, tournament.TeamPoints, tournament.BoardWins}
	tn := squads(t, s, 7, 2, 2)
	for n := 1; n <= 5; n++ {
		d := take(t, tn, n, stronger)
		if len(d.Games) != 6 || len(d.Byes) != 2 {
			t.Fatalf("round %d: %d games, byes %v", n, len(d.Games), d.Byes)
		}
		planned := 0
		for _, p := range d.Games {
			if e := d.Explain(p.Game.Table); len(e.Plan) > 0 {
				planned++
			} else if len(e.Reasons) == 0 {
				t.Errorf("round %d, table %d is not explained: %+v", n, p.Game.Table, e)
			}
		}
		if want := map[int]int{4: 4, 5: 4}[n]; planned != want {
			t.Errorf("round %d: %d boards by plan, want %d", n, planned, want)
		}
		w, err := EvaluateWithBest(context.Background(), tn, n)
		if err != nil || w.Total.Cmp(d.Total) != 0 || len(w.Games) != 6 {
			t.Errorf("round %d weighs %v, drawn %v, %v", n, w.Total, d.Total, err)
		}
		if v, err := Verify(context.Background(), tn, n, nil); err != nil || !v.Reproduced() || len(v.Differences) > 0 {
			t.Errorf("round %d: %+v, %v", n, v, err)
		}
		for _, c := range Checks(tn, n) {
			if c.Grave {
				t.Errorf("round %d: %s", n, listed([]Check{c}))
			}
		}
	}
}
