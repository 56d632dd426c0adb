package pairing

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func sentenceTexts(list []Sentence) string {
	var lines []string
	for _, s := range list {
		lines = append(lines, fmt.Sprint(s.Key, " ", s.Args))
	}
	return strings.Join(lines, "; ")
}

func TestPlayersGetReasons(t *testing.T) {
	s := settings(t, "swiss")
	s.Pairing.Colour = 0
	tn := event(t, s, ranks(4)...)
	take(t, tn, 1, stronger) // 1–3, 2–4
	take(t, tn, 2, stronger) // 1–2, 3–4
	d := draw(t, tn, 3)      // 1–4, 2–3
	for _, p := range d.Games {
		e := d.Explain(p.Game.Table)
		for id, said := range map[tournament.PlayerID][]Sentence{p.Game.Black: e.Black, p.Game.White: e.White} {
			want := map[tournament.PlayerID]string{
				1: "explain.player.alone [A03 2 0]; explain.not.met [1 A01 2]",
				2: "explain.player.equal [A02 1]",
				3: "explain.player.equal [A01 1]",
				4: "explain.player.alone [A00 0 2]; explain.not.met [1 A01 1]",
			}[id]
			if got := sentenceTexts(said); got != want {
				t.Errorf("player %d is told %s, want %s", id, got, want)
			}
		}
		for _, r := range e.Reasons {
			if r.Criterion == "duplicate" && r.Key != "explain.duplicate.full" {
				t.Errorf("table %d: %+v", p.Game.Table, r)
			}
		}
	}
	if d.Explain(99) != nil {
		t.Error("table 99 is explained")
	}
	odd := event(t, s, ranks(6)...)
	take(t, odd, 1, stronger)
	d = draw(t, odd, 2) // three with a win, three without: 1 and 2 or 3 meet, and the third meets a player who lost
	keys := map[string]int{}
	for _, p := range d.Games {
		e := d.Explain(p.Game.Table)
		keys[e.Black[0].Key]++
		keys[e.White[0].Key]++
	}
	if want := map[string]int{"explain.player.equal": 4, "explain.player.odd": 2}; !cmp.Equal(keys, want) {
		t.Errorf("players are told %v, want %v", keys, want)
	}
}

// No explanation names a player with a score further away as an equally good
// opponent, though the criteria may have it so: strong players are exempt from
// clubs and countries against any opponent.
func TestNobodyFurtherAwayIsHeldOut(t *testing.T) {
	var field []rank.Rank
	for _, index := range []int{2, 1, 1, 0, -12, -19} {
		field = append(field, rank.FromIndex(index))
	}
	tn := event(t, settings(t, "egf"), field...)
	d := draw(t, tn, 1)
	e := d.Explain(3)
	if !e.Game.Has(5) || !e.Game.Has(6) {
		t.Fatalf("the weakest do not meet: %+v", e.Game)
	}
	for _, said := range [][]Sentence{e.Black, e.White} {
		if got := sentenceTexts(said); strings.Contains(got, "explain.not") {
			t.Errorf("they are told %s", got)
		}
	}
}

// Every game of every kind of draw has an explanation, and the sentence of a
// criterion agrees with its share.
func TestEverythingIsExplained(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 9)
		for n := 1; n <= 3; n++ {
			d, err := Make(context.Background(), tn, n, Options{})
			if err != nil {
				return
			}
			for _, p := range d.Games {
				e := d.Explain(p.Game.Table)
				if len(e.Reasons) == 0 || len(e.Black) == 0 || len(e.White) == 0 {
					t.Fatalf("table %d: %+v", p.Game.Table, e)
				}
				for _, r := range e.Reasons {
					if strings.HasSuffix(r.Key, ".full") && r.Percent != 100 || r.Percent < 0 || r.Percent > 100 {
						t.Fatalf("table %d: %+v", p.Game.Table, r)
					}
				}
			}
			for _, id := range d.Byes {
				if said, ok := d.ExplainBye(id); !ok || !strings.HasPrefix(said.Key, "explain.bye.") || said.Key == "explain.bye.hand" {
					t.Fatalf("bye: %+v", said)
				}
			}
			playRandomly(t, tn, d)
		}
	})
}

// A bar is full exactly where the sentence beside it names no fault.
func TestBarsAgreeWithWords(t *testing.T) {
	s := settings(t, "egf")
	s.Pairing.ExemptFrom, s.Pairing.CountryGap, s.Pairing.Colour, s.Pairing.First = rank.Dan(9), 0, 1000, tournament.SplitSlip
	reason := func(c int, change func(o *objective, a, b *entrant)) Reason {
		tn := event(t, s, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1)
		o := newObjective(tn, 1, 1, nil)
		change(o, &o.field[0], &o.field[2])
		said, ok := o.criterionReason(c, o.shares(0, 2, o.weigh(0, 2))[c], 0, 2)
		if !ok {
			t.Fatalf("no sentence about criterion %d", c)
		}
		return newReason(o.shares(0, 2, o.weigh(0, 2))[c], said)
	}
	colours := func(x, y int) func(o *objective, a, b *entrant) {
		return func(_ *objective, a, b *entrant) { a.record.Colours, b.record.Colours = x, y }
	}
	for _, tt := range []struct {
		name      string
		criterion int
		change    func(o *objective, a, b *entrant)
		key       string
		full      bool
	}{
		{"strangers", geography, func(*objective, *entrant, *entrant) {}, "explain.geo.clubs", true},
		{"one club", geography, func(_ *objective, a, b *entrant) { a.club = b.club }, "explain.geo.club", false},
		{"clubs of a group", geography, func(_ *objective, a, b *entrant) { a.clubGroups, b.clubGroups = []int{0}, []int{0} }, "explain.geo.near", false},
		{"no colour to even out", colour, colours(0, 1), "explain.colour.even", true},
		{"one in need", colour, colours(0, 2), "explain.colour.part", true},
		{"both in need of one", colour, colours(1, 2), "explain.colour.none", false},
		{"opposite needs", colour, colours(-1, 2), "explain.colour.full", true},
		{"middle of an odd group", seeding, func(*objective, *entrant, *entrant) {}, "explain.seeding.full", true},
		{"neighbours", seeding, func(_ *objective, a, b *entrant) { b.position = a.position + 1 }, "explain.seeding", false},
	} {
		if got := reason(tt.criterion, tt.change); got.Key != tt.key || (got.Percent == 100) != tt.full {
			t.Errorf("%s: %s with %d %%, want %s, full: %t", tt.name, got.Key, got.Percent, tt.key, tt.full)
		}
	}
}

// The cost of a pair is the best total less the best with that pair; trying all
// pairings finds the same.
func TestCostEqualsTrying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 8)
		var s Session
		for n := 1; n <= 3; n++ {
			d, err := s.Make(context.Background(), tn, n, Options{})
			if err != nil {
				return
			}
			if err := d.Draft(tn, "test"); err != nil {
				t.Fatal(err)
			}
			o := d.objective
			var rest []int
			for i, idle := range o.idle(d) {
				if !idle {
					rest = append(rest, i)
				}
			}
			i, j := rapid.SampledFrom(rest).Draw(t, "i"), rapid.SampledFrom(rest).Draw(t, "j")
			if i == j {
				return
			}
			other, err := s.Instead(context.Background(), tn, n, o.field[i].player.ID, o.field[j].player.ID)
			if err != nil {
				t.Fatal(err)
			}
			var least Repeats
			var best *big.Int
			everyMatching(rest, nil, func(m [][2]int) {
				again, sum, has := o.met.amongPairs(m), new(big.Int), false
				for _, p := range m {
					has = has || p == [2]int{min(i, j), max(i, j)}
					sum.Add(sum, big.NewInt(o.weigh(p[0], p[1]).total()))
				}
				if c := again.Compare(least); has && (best == nil || c < 0 || c == 0 && sum.Cmp(best) > 0) {
					least, best = again, sum
				}
			})
			want := best.Sub(d.Total, best)
			if more := least.minus(d.Repeats); other.More != more || d.Repeats.plus(more) != other.Draw.Repeats {
				t.Fatalf("round %d: %d and %d repeat %+v more, want %+v", n, i, j, other.More, more)
			}
			if other.Cost.Cmp(want) != 0 || want.Sub(d.Total, other.Draw.Total).Cmp(other.Cost) != 0 {
				t.Fatalf("round %d: %d and %d cost %v and give %v, want %v", n, i, j, other.Cost, other.Draw.Total, want)
			}
			checkAlternative(t, d, other, o.field[i].player.ID, o.field[j].player.ID)
			playRandomly(t, tn, d)
		}
	})
}

// checkAlternative checks that the two meet, that all others have their old table or one of the changed tables, and
// that no player is left out.
func checkAlternative(t *rapid.T, d *Draw, other *Alternative, a, b tournament.PlayerID) {
	was, seen := map[tournament.PlayerID]tournament.Game{}, map[tournament.PlayerID]int{}
	for _, p := range d.Games {
		was[p.Game.Black], was[p.Game.White] = p.Game, p.Game
	}
	meet := false
	for _, p := range other.Draw.Games {
		g := p.Game
		seen[g.Black]++
		seen[g.White]++
		meet = meet || g.Has(a) && g.Has(b)
		before := was[g.Black]
		if stayed := before.Table == g.Table && before.Has(g.White); !stayed && !slices.Contains(other.Changed, g.Table) {
			t.Fatalf("table %d differs without being named in %v", g.Table, other.Changed)
		}
	}
	if !meet || len(seen) != len(was) || len(other.Draw.Games) != len(d.Games) {
		t.Fatalf("%d and %d do not meet, or somebody is lost: %+v", a, b, other.Draw.Games)
	}
}

// Locked games stay where they are, except the games of the two.
func TestAlternativesKeepLockedGames(t *testing.T) {
	tn := drafted(t, 12)
	r := tn.Round(1)
	a, b := r.Games[0].Black, r.Games[1].White
	free, err := new(Session).Instead(context.Background(), tn, 1, a, b)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(r.Games); i++ {
		if err := tn.Lock(1, r.Games[i].Table); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := new(Session).Instead(context.Background(), tn, 1, a, b)
	if err != nil || kept.Cost.Cmp(free.Cost) < 0 {
		t.Fatalf("locked games make it cheaper: %v, %v", kept, err)
	}
	if want := []int{r.Games[0].Table, r.Games[1].Table}; !slices.Equal(kept.Changed, want) {
		t.Errorf("tables %v change, want %v", kept.Changed, want)
	}
	for _, two := range [][2]tournament.PlayerID{{a, a}, {a, 99}} {
		if _, err := new(Session).Instead(context.Background(), tn, 1, two[0], two[1]); !fault.Is(err, "explain.pair") {
			t.Errorf("%v: %v", two, err)
		}
	}
}

// The reasons that players read do not mention bans.
func TestReasonsHideBans(t *testing.T) {
	s := settings(t, "swiss")
	s.Pairing.Colour = 0
	tn := event(t, s, ranks(4)...)
	take(t, tn, 1, stronger) // 1–3, 2–4
	if err := tn.SetConstraints(tournament.Constraints{Wishes: []tournament.Wish{{A: 1, B: 2, Kind: tournament.Apart}}}); err != nil {
		t.Fatal(err)
	}
	d := draw(t, tn, 2) // 1–4, since 1–2 may not be
	if e := d.Explain(d.Games[0].Game.Table); !e.Game.Has(1) || !e.Game.Has(4) {
		t.Fatalf("the best meets %+v", e.Game)
	}
	for _, said := range d.Explain(d.Games[0].Game.Table).reasonsFor(1) {
		if slices.Contains(said.Args, any("A01")) {
			t.Errorf("1 is told %+v", said)
		}
	}
}

func (e *Explanation) reasonsFor(id tournament.PlayerID) []Sentence {
	if e.Game.Black == id {
		return e.Black
	}
	return e.White
}

// Priced cheaply, a round is the same but for the best that it could be.
func TestEvaluateOmitsOnlyTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 9)
		d, err := Make(context.Background(), tn, 1, Options{})
		if err != nil {
			return
		}
		if err := d.Draft(tn, "test"); err != nil {
			t.Fatal(err)
		}
		weighed, err := EvaluateWithBest(context.Background(), tn, 1)
		if err != nil {
			t.Fatal(err)
		}
		priced, err := Evaluate(tn, 1)
		if err != nil {
			t.Fatal(err)
		}
		if priced.Best != nil || priced.Total.Cmp(weighed.Total) != 0 || priced.Chosen != weighed.Chosen || priced.Inputs != weighed.Inputs {
			t.Fatalf("priced %+v, weighed %+v", priced, weighed)
		}
		for i, p := range priced.Games {
			if !slices.Equal(p.Shares, weighed.Games[i].Shares) || sentenceTexts(priced.Explain(p.Game.Table).Black) != sentenceTexts(weighed.Explain(p.Game.Table).Black) {
				t.Fatalf("table %d differs", p.Game.Table)
			}
		}
	})
	if _, err := Evaluate(drafted(t, 4), 2); !fault.Is(err, "round.missing") {
		t.Errorf("a round not drawn: %v", err)
	}
}

// A session returns the same answers as a fresh one.
func TestSessionsAnswerAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 14)
		var s Session
		d, err := s.Make(context.Background(), tn, 1, Options{Seed: 7})
		if err != nil {
			return
		}
		if err := d.Draft(tn, "test"); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			r := tn.Round(1)
			next := copied(r)
			games := next.Games
			switch k := rapid.IntRange(0, len(games)-1).Draw(t, "game"); rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				games[k].Locked = !games[k].Locked
			case 1:
				if other := (k + 1) % len(games); other != k {
					if next, err = Swap(tn, 1, games[k].Black, games[other].White); err != nil {
						t.Fatal(err)
					}
				}
			case 2:
				i := rapid.IntRange(0, len(tn.Players)-1).Draw(t, "player")
				j := (i + 1) % len(tn.Players)
				tn.Settings.Constraints.Wishes = append(slices.Clone(tn.Settings.Constraints.Wishes),
					tournament.Wish{
						A: tn.Players[i].ID, B: tn.Players[j].ID,
						Kind: rapid.SampledFrom([]tournament.WishKind{tournament.Together, tournament.Together, tournament.Apart}).Draw(t, "kind"),
					})
			}
			redraft(t, tn)(next, nil)
			warm, err := s.Make(context.Background(), tn, 1, Options{Seed: 7})
			if err != nil {
				if _, colder := Make(context.Background(), tn, 1, Options{Seed: 7}); colder == nil || colder.Error() != err.Error() {
					t.Fatalf("with memory %v, without %v", err, colder)
				}
				return
			}
			if cold := draw(t, tn, 1); drawText(tn, warm) != drawText(tn, cold) || warm.Best.Cmp(cold.Best) != 0 {
				t.Fatalf("with memory\n%s\nwithout\n%s", drawText(tn, warm), drawText(tn, cold))
			}
			weighed, err := s.EvaluateWithBest(context.Background(), tn, 1)
			if err != nil {
				t.Fatal(err)
			}
			again, err := EvaluateWithBest(context.Background(), tn, 1)
			if err != nil || weighed.Total.Cmp(again.Total) != 0 || (weighed.Best == nil) != (again.Best == nil) ||
				weighed.Best != nil && weighed.Best.Cmp(again.Best) != 0 {
				t.Fatalf("weighs %v of %v, and without memory %v of %v, %v", weighed.Total, weighed.Best, again.Total, again.Best, err)
			}
			if err := warm.Draft(tn, "test"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestVerify(t *testing.T) {
	for _, system := range tournament.Systems() {
		if system == tournament.Open {
			continue
		}
		tn := event(t, of(t, system, 5), ranks(9)...)
		for n := 1; n <= 3; n++ {
			take(t, tn, n, stronger)
		}
		for n := 1; n <= 3; n++ {
			if v, err := Verify(context.Background(), tn, n, nil); err != nil || !v.Reproduced() {
				t.Errorf("%s, round %d: %+v, %v", system, n, v, err)
			}
		}
		g := tn.Round(1).Games[0]
		if err := tn.SwapColours(1, g.Table); err != nil {
			t.Fatal(err)
		}
		if v, err := Verify(context.Background(), tn, 1, nil); err != nil || !v.Reproduced() {
			t.Errorf("%s, colours by hand: %+v, %v", system, v, err)
		}
		tn.Players[8].Rank = 3
		v, err := Verify(context.Background(), tn, 3, nil)
		if err != nil || !v.FromCurrent || v.Reproduced() == system.Weighed() || !v.Reproduced() && v.Failures[0].Key != "explain.verify.now" {
			t.Errorf("%s, a changed rank: %+v, %v", system, v, err)
		}
	}
	tn := drafted(t, 8)
	redraft(t, tn)(Swap(tn, 1, tn.Round(1).Games[0].Black, tn.Round(1).Games[1].Black))
	for _, locked := range []bool{false, true} {
		for i := range tn.Rounds[0].Games {
			tn.Rounds[0].Games[i].Locked = locked
		}
		if v, err := Verify(context.Background(), tn, 1, nil); err != nil || !v.Reproduced() || len(v.Differences) != 2 || v.Differences[1].Key != "explain.verify.pair" {
			t.Errorf("a swap by hand, locked %v: %+v, %v", locked, v, err)
		}
	}
	tn.Rounds[0].Drawn.Total = "1"
	if v, err := Verify(context.Background(), tn, 1, nil); err != nil || v.Reproduced() || v.Failures[0].Key != "explain.verify.total" {
		t.Errorf("another total: %+v, %v", v, err)
	}
	tn.Rounds[0].Drawn = tournament.Drawn{}
	if _, err := Verify(context.Background(), tn, 1, nil); !fault.Is(err, "explain.verify.hand") {
		t.Errorf("paired by hand: %v", err)
	}
}

// A game or a bye that was taken out without another in its place is found.
func TestVerifyMissesNobody(t *testing.T) {
	tn := drafted(t, 9)
	r := tn.Round(1)
	out := []tournament.PlayerID{r.Byes[0], r.Games[1].Black, r.Games[1].White}
	redraft(t, tn)(Unpair(tn, 1, r.Games[1].Table))
	redraft(t, tn)(TakeBye(tn, 1, out[0]))
	v, err := Verify(context.Background(), tn, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want []Sentence
	for _, id := range out {
		want = append(want, Sentence{"explain.verify.missing", []any{tn.Player(id).Name()}})
	}
	if diff := cmp.Diff(want, v.Differences); diff != "" {
		t.Errorf("differences (-want +got):\n%s", diff)
	}
}

func TestOpponents(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(8)...)
	take(t, tn, 1, stronger)
	tn.Settings.Constraints.Wishes = []tournament.Wish{{A: 1, B: 2, Kind: tournament.Apart}}
	if err := tn.SetDraft(2, []tournament.Game{met(3, 4)}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	list, err := Opponents(tn, 2, 1)
	if err != nil || len(list) != 7 {
		t.Fatalf("%d candidates, %v", len(list), err)
	}
	for k, c := range list {
		switch {
		case c.LastMet > 0 != (c.Player == 5), c.Apart != (c.Player == 2), c.Table > 0 != (c.Player == 3 || c.Player == 4),
			c.Table > 0 && k < 5, c.Apart && k != 4, c.Player == 5 && k != 3, !c.Game.Has(1) || !c.Game.Has(c.Player):
			t.Errorf("candidate %d is %+v", k, c)
		}
	}
	if _, err := Opponents(tn, 2, 77); !fault.Is(err, "player.missing") {
		t.Errorf("player 77: %v", err)
	}
}

// Only the players of Among are paired again; a published round keeps its results.
func TestAmong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := drafted(t, rapid.IntRange(5, 14).Draw(t, "players"))
		was := tn.Round(1)
		var some []tournament.PlayerID
		for i := range tn.Players {
			if rapid.Bool().Draw(t, "anew") {
				some = append(some, tn.Players[i].ID)
			}
		}
		if len(some) < 2 {
			return
		}
		published := rapid.Bool().Draw(t, "published")
		if published {
			if err := tn.Publish(1); err != nil {
				t.Fatal(err)
			}
		}
		d, err := Make(context.Background(), tn, 1, Options{Seed: 7, Among: some})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range was.Games {
			touched := slices.ContainsFunc(some, g.Has)
			if !touched && !slices.Contains(d.Drafted(), g) {
				t.Fatalf("%+v has not stayed", g)
			}
		}
		seen := map[tournament.PlayerID]int{}
		for _, g := range d.Drafted() {
			seen[g.Black]++
			seen[g.White]++
		}
		for _, id := range d.Byes {
			seen[id]++
		}
		for _, id := range some {
			if seen[id] != 1 {
				t.Fatalf("%d is there %d times", id, seen[id])
			}
		}
		if published {
			err = tn.Repair(1, d.Drafted(), d.Byes)
		} else {
			err = tn.SetDraft(1, d.Drafted(), d.Byes, d.Drawn("test"))
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	tn := drafted(t, 8)
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	g := tn.Round(1).Games[0]
	if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: g.Table, Result: blackWon}); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(context.Background(), tn, 1, Options{Among: []tournament.PlayerID{g.Black, 3, 5}}); !fault.Is(err, "game.finished") {
		t.Errorf("a finished game: %v", err)
	}
	if _, err := Make(context.Background(), tn, 1, Options{Among: []tournament.PlayerID{77}}); !fault.Is(err, "pairing.alone") {
		t.Errorf("nobody to pair: %v", err)
	}
}
