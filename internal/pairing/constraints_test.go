package pairing

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// meets reports whether two players meet in a draw.
func meets(d *Draw, a, b tournament.PlayerID) bool {
	return slices.ContainsFunc(d.Games, func(p Pairing) bool { return p.Game.Has(a) && p.Game.Has(b) })
}

// Players kept apart never meet; where that leaves no way to pair all, there is
// a fault; and a draw is the best of the allowed ones.
func TestWishesAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := invented(t, 8)
		count := len(tn.Players)
		constraints := tournament.Constraints{Family: rapid.SampledFrom([]tournament.FamilyRule{tournament.FamilyFree, tournament.FamilyAvoided}).Draw(t, "family")}
		for range rapid.IntRange(0, 20).Draw(t, "wishes") {
			a, b := rapid.IntRange(0, count-1).Draw(t, "a"), rapid.IntRange(0, count-1).Draw(t, "b")
			if a == b {
				continue
			}
			constraints.Wishes = append(constraints.Wishes, tournament.Wish{
				A: tn.Players[a].ID, B: tn.Players[b].ID,
				Kind:  rapid.SampledFrom([]tournament.WishKind{tournament.Apart, tournament.Apart, tournament.Together}).Draw(t, "kind"),
				Until: rapid.IntRange(0, 3).Draw(t, "until"),
			})
		}
		if err := tn.SetConstraints(constraints); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 3; n++ {
			o := newObjective(tn, n, 7, nil)
			if len(o.field) < 2 {
				return
			}
			d, err := Make(context.Background(), tn, n, Options{Seed: 7})
			possible := len(o.field)%2 == 0 && canPair(o)
			for _, bye := range o.byeCandidates(fixture{}) {
				possible = possible || len(o.field)%2 == 1 && canPair(o, bye)
			}
			if f, ok := fault.As(err); err != nil && (possible || !ok || !strings.HasPrefix(f.Key, "constraint.")) {
				t.Fatalf("round %d: possible %v, and %v", n, possible, err)
			}
			if err != nil {
				return
			}
			if !possible {
				t.Fatalf("round %d is drawn against the wishes", n)
			}
			for _, w := range constraints.Wishes {
				if w.Kind == tournament.Apart && w.Holds(n) && meets(d, w.A, w.B) {
					t.Fatalf("round %d: %d meets %d", n, w.A, w.B)
				}
			}
			var out []int
			for _, id := range d.Byes {
				out = append(out, o.index[id])
			}
			if best := bestAllowed(o, out...); d.Total.Cmp(best) != 0 {
				t.Fatalf("round %d: total %v, by trying %v", n, d.Total, best)
			}
			if other := reversed(tn); drawText(tn, d) != drawText(other, draw(t, other, n)) {
				t.Fatalf("round %d depends on the order of registration", n)
			}
			playRandomly(t, tn, d)
		}
	})
}

// allowed calls f for every pairing of the others that keeps apart the pairs it
// must.
func allowed(o *objective, out []int, f func([][2]int)) {
	var rest []int
	for i := range o.field {
		if !slices.Contains(out, i) {
			rest = append(rest, i)
		}
	}
	everyMatching(rest, nil, func(m [][2]int) {
		if !slices.ContainsFunc(m, func(p [2]int) bool { return o.apart.has(p[0], p[1]) }) {
			f(m)
		}
	})
}

func canPair(o *objective, out ...int) bool {
	can := false
	allowed(o, out, func([][2]int) { can = true })
	return can
}

// bestAllowed returns the greatest total with the least repeats.
func bestAllowed(o *objective, out ...int) (total *big.Int) {
	var least Repeats
	allowed(o, out, func(m [][2]int) {
		again, sum := o.met.amongPairs(m), new(big.Int)
		for _, p := range m {
			sum.Add(sum, big.NewInt(o.weigh(p[0], p[1]).total()))
		}
		if c := again.Compare(least); total == nil || c < 0 || c == 0 && sum.Cmp(total) > 0 {
			least, total = again, sum
		}
	})
	return total
}

func TestWishedGame(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(12)...)
	wish := tournament.Wish{A: 1, B: 12, Kind: tournament.Together}
	if err := tn.SetConstraints(tournament.Constraints{Wishes: []tournament.Wish{wish}}); err != nil {
		t.Fatal(err)
	}
	d := draw(t, tn, 1)
	if !meets(d, 1, 12) {
		t.Error("1 and 12 do not meet")
	}
	play(t, tn, 1, d.Drafted(), nil, blackWon, blackWon, blackWon, blackWon, blackWon, blackWon)
	if meets(draw(t, tn, 2), 1, 12) {
		t.Error("1 and 12 meet again: not having met goes before a wish")
	}
}

// The fault names five players with only three allowed opponents, and these three.
func TestImpossibleWishesNameThePlayers(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(8)...)
	var s tournament.Constraints
	for a := 4; a <= 8; a++ {
		for b := a + 1; b <= 8; b++ {
			s.Wishes = append(s.Wishes, tournament.Wish{A: tournament.PlayerID(a), B: tournament.PlayerID(b), Kind: tournament.Apart})
		}
	}
	if err := tn.SetConstraints(s); err != nil {
		t.Fatal(err)
	}
	_, err := Make(context.Background(), tn, 1, Options{})
	f, ok := fault.As(err)
	if !ok || f.Key != "constraint.few" || fmt.Sprint(f.Args) != "[5 A03, A04, A05, A06, A07 3 A00, A01, A02]" {
		t.Errorf("%v", err)
	}
	for i := range s.Wishes {
		s.Wishes[i].Until = 1
	}
	if err := tn.SetConstraints(s); err != nil {
		t.Fatal(err)
	}
	tn.Rounds = []tournament.Round{{Number: 1, Published: true}}
	if _, err := Make(context.Background(), tn, 2, Options{}); err != nil {
		t.Errorf("not before round 2: %v", err)
	}
}

func TestFamilies(t *testing.T) {
	s := settings(t, "swiss")
	tn := event(t, s, rank.Dan(4), rank.Dan(3), rank.Dan(2), rank.Dan1)
	for i, family := range []string{"Möller", "Aho", "MOLLER", "Berg"} {
		tn.Players[i].Family, tn.Players[i].Given = family, fmt.Sprint(i)
	}
	if !meets(draw(t, tn, 1), 1, 3) {
		t.Fatal("without a rule 1 meets 3")
	}
	for _, rule := range []tournament.FamilyRule{tournament.FamilyAvoided, tournament.FamilyApart} {
		t.Run(string(rule), func(t *testing.T) {
			tn.Settings.Constraints.Family = rule
			if meets(draw(t, tn, 1), 1, 3) {
				t.Errorf("%s: the family meets", rule)
			}
		})
	}
	tn.Players = []tournament.Player{tn.Players[0], tn.Players[2]}
	if _, err := Make(context.Background(), tn, 1, Options{}); !fault.Is(err, "constraint.alone") {
		t.Errorf("nobody but the family: %v", err)
	}
	tn.Settings.Constraints.Family = tournament.FamilyAvoided
	if d := draw(t, tn, 1); !meets(d, 1, 3) {
		t.Error("avoided, the family does not meet though nobody else is there")
	}
}

// Six of ten are of the local club: among them it does not count.
func TestLocalClub(t *testing.T) {
	tn := event(t, settings(t, "egf"), slices.Repeat([]rank.Rank{rank.Kyu(5)}, 10)...)
	for i := range tn.Players {
		tn.Players[i].Country, tn.Players[i].Club = "FI", []string{"Home", "Home", "Home", "Home", "Home", "Home", "Away", "Away", "Far", ""}[i]
	}
	before := newObjective(tn, 1, 0, nil)
	if share(before, geography, 1, 2) != 0 {
		t.Fatal("the club counts nothing")
	}
	tn.Settings.Constraints.LocalClub = 40
	o := newObjective(tn, 1, 0, nil)
	strangers := share(before, geography, 1, 7)
	for _, tt := range []struct {
		name string
		a, b tournament.PlayerID
		want func(int64) bool
	}{
		{"two of the local club", 1, 2, func(v int64) bool { return v == strangers }},
		{"a local and a guest", 1, 7, func(v int64) bool { return v == strangers }},
		{"two guests of one club", 7, 8, func(v int64) bool { return v == 0 }},
		{"two guests of two clubs", 7, 9, func(v int64) bool { return v > 0 && v < strangers }},
		{"two guests, one without a club", 9, 10, func(v int64) bool { return v > 0 && v < strangers }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := share(o, geography, tt.a, tt.b); !tt.want(got) {
				t.Errorf("%s: %d, and %d for strangers", tt.name, got, strangers)
			}
		})
	}
}

func TestStandInFillsIn(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(8)...)
	if err := tn.SetConstraints(tournament.Constraints{StandIns: []tournament.PlayerID{1}}); err != nil {
		t.Fatal(err)
	}
	met := map[tournament.PlayerID]bool{}
	for n := 1; n <= 3; n++ {
		d := take(t, tn, n, func(g *tournament.Game) tournament.Result {
			if tn.StandIn(g.Black) {
				return whiteWon
			}
			return blackWon
		})
		if len(d.Games) != 4 || len(d.Byes) != 0 {
			t.Fatalf("round %d: %d games, byes %v", n, len(d.Games), d.Byes)
		}
		other := tn.Round(n).Game(1).Opponent(1)
		if met[other] {
			t.Errorf("round %d: %d meets the ghost again", n, other)
		}
		met[other] = true
		s := results.After(tn, n)
		if row := s.Row(1); row == nil || row.Line != 0 || len(row.Cells) != n || len(s.Rows) != 7 {
			t.Fatalf("round %d: the ghost is in the list", n)
		}
		if c := s.Row(other).Cells[n-1]; !c.StandIn || c.String() != "0+" && c.String() != "0-" {
			t.Errorf("round %d: the wall list says %q", n, c)
		}
		if d, err := EvaluateWithBest(context.Background(), tn, n); err != nil || d.Best == nil || d.Total.Cmp(d.Best) != 0 {
			t.Errorf("round %d: weighs %+v, %v", n, d, err)
		}
		for _, c := range Checks(tn, n) {
			if c.Subject != "colours" && (c.Subject != "gap" || slices.Contains(c.Players, 1)) {
				t.Errorf("round %d: %s", n, listed([]Check{c}))
			}
		}
	}
	tn.Players[7].Absent = tn.Players[7].Absent.With(4)
	if d := draw(t, tn, 4); len(d.Games) != 3 || meets(d, 1, tn.Players[1].ID) || len(d.Byes) != 0 {
		t.Errorf("an even number: %+v", d.Games)
	}
}

func TestTables(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(12)...)
	if err := tn.SetConstraints(tournament.Constraints{
		Seats:   []tournament.Seat{{Player: 12, Table: 1}, {Player: 3, Table: 20}},
		Blocked: []tournament.TableRange{{From: 2, To: 3}},
	}); err != nil {
		t.Fatal(err)
	}
	d := draw(t, tn, 1)
	var tables []int
	for _, p := range d.Games {
		tables = append(tables, p.Game.Table)
		if p.Game.Has(12) != (p.Game.Table == 1) || p.Game.Has(3) != (p.Game.Table == 20) {
			t.Errorf("table %d: %d and %d", p.Game.Table, p.Game.Black, p.Game.White)
		}
	}
	if !slices.Equal(tables, []int{1, 4, 5, 6, 7, 20}) {
		t.Errorf("tables %v", tables)
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if got := Checks(tn, 1); len(got) != 0 {
		t.Errorf("found fault with:\n%s", listed(got))
	}
	for room, full := range map[int]bool{0: false, 5: true, 6: false} {
		if err := tn.SetRoom(room); err != nil {
			t.Fatal(err)
		}
		if got := listed(Checks(tn, 1)); strings.Contains(got, "constraint.check.room [6 5]") != full {
			t.Errorf("with %d tables in the hall checks say\n%s", room, got)
		}
	}
	if err := tn.Move(1, 20, 2); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 1)); !strings.Contains(got, "constraint.check.blocked [1] [2]") || !strings.Contains(got, "constraint.check.seat [1] [2]") {
		t.Errorf("checks say\n%s", got)
	}
}

func TestChecksOfHopelessFields(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(4)...)
	for i := range tn.Players {
		tn.Players[i].Club = "Oulu"
	}
	for n := 1; n <= 4; n++ {
		take(t, tn, n, stronger)
		got := listed(Checks(tn, n))
		if !strings.Contains(got, "constraint.check.oneclub [Oulu]") || strings.Contains(got, "check.rematch.club") {
			t.Errorf("round %d: checks say\n%s", n, got)
		}
		if all := strings.Contains(got, "constraint.check.allmet [2]"); all != (n == 4) {
			t.Errorf("round %d: checks say\n%s", n, got)
		}
	}
}

// Paired by McMahon score and listed by wins: the list does not decide the
// pairings.
func TestCriteriaForPairingAlone(t *testing.T) {
	s := settings(t, "egf")
	s.Criteria = []tournament.Criterion{tournament.NBW}
	s.PairingCriteria = []tournament.Criterion{tournament.MMS, tournament.SOSM}
	s.System = tournament.Swiss
	tn := event(t, s, ranks(12)...)
	for n := 1; n <= 3; n++ {
		d := take(t, tn, n, stronger)
		o := d.objective
		for _, e := range o.field {
			if e.record.Main != e.record.MMS || len(e.record.Scores) != 2 || int(e.record.Scores[0]) != 2*int(e.record.MMS) {
				t.Fatalf("round %d: paired by %v of %v", n, e.record.Main, e.record.Scores)
			}
		}
	}
	if top := results.After(tn, 3).Rows[0]; len(top.Scores) != 1 || top.Text(0) != "3" {
		t.Errorf("first is %+v", top)
	}
}

func TestHalfGroups(t *testing.T) {
	s := settings(t, "swiss")
	tn := event(t, s, ranks(4)...)
	jigo := tournament.Result{Outcome: tournament.Jigo}
	g := met(2, 3)
	g.Komi = 12
	play(t, tn, 1, []tournament.Game{met(1, 4), g}, nil, blackWon, jigo)
	for half, want := range map[bool]string{false: "1:0 2:1 3:1 4:1", true: "1:0 2:1 3:1 4:2"} {
		tn.Settings.Pairing.HalfGroups = half
		o := newObjective(tn, 2, 0, nil)
		var groups []string
		for id := tournament.PlayerID(1); id <= 4; id++ {
			groups = append(groups, fmt.Sprintf("%d:%d", id, o.field[o.index[id]].group))
		}
		if got := strings.Join(groups, " "); got != want {
			t.Errorf("half groups %v: %s, want %s", half, got, want)
		}
	}
}

// A stand-in does not meet a player kept apart from them: then the bye is a
// real one. Player 8, the weakest, has it in all cases.
func TestStandInIsKeptApart(t *testing.T) {
	apart := func(a tournament.PlayerID) tournament.Constraints {
		return tournament.Constraints{Wishes: []tournament.Wish{{A: a, B: 1, Kind: tournament.Apart}}}
	}
	for _, tt := range []struct {
		name string
		s    tournament.Constraints
		byes int
	}{
		{"nothing against him", tournament.Constraints{}, 0},
		{"kept apart from another", apart(2), 0},
		{"kept apart from the weakest", apart(8), 1},
		{"families avoided", tournament.Constraints{Family: tournament.FamilyAvoided}, 0},
		{"families kept apart", tournament.Constraints{Family: tournament.FamilyApart}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tn := event(t, settings(t, "egf"), ranks(8)...)
			tn.Players[0].Family, tn.Players[7].Family = "Same", "SÁME"
			tt.s.StandIns = []tournament.PlayerID{1}
			if err := tn.SetConstraints(tt.s); err != nil {
				t.Fatal(err)
			}
			if d := draw(t, tn, 1); len(d.Byes) != tt.byes || len(d.Games) != 4-tt.byes {
				t.Errorf("%s: %d games, byes %v", tt.name, len(d.Games), d.Byes)
			}
		})
	}
}

// Of several stand-ins the draw chooses the nearest in strength of those not met yet. Player 9, the weakest, is to have
// the bye.
func TestNearestStandInFillsIn(t *testing.T) {
	helpers := func(list ...tournament.PlayerID) *tournament.Tournament {
		tn := event(t, settings(t, "egf"), ranks(9)...)
		if err := tn.SetConstraints(tournament.Constraints{StandIns: list}); err != nil {
			t.Fatal(err)
		}
		return tn
	}
	for _, list := range [][]tournament.PlayerID{{1, 4}, {4, 1}} {
		tn := helpers(list...)
		if d := draw(t, tn, 1); !meets(d, 9, 4) {
			t.Errorf("helpers %v: %+v", list, d.Games)
		}
	}
	tn := helpers(1, 4)
	play(t, tn, 1, []tournament.Game{met(2, 3), met(5, 6), met(7, 8), met(9, 4)}, nil, blackWon, blackWon, blackWon, whiteWon)
	o := newObjective(tn, 2, 1, nil)
	if got := o.standInFor(fixture{}, 9); got != 1 {
		t.Errorf("9 has met 4, and %d fills in again", got)
	}
	if got := o.standInFor(fixture{standIns: []tournament.Game{met(1, 8)}}, 9); got != 4 {
		t.Errorf("1 is taken, and %d fills in", got)
	}
}

// A stand-in with a bye is not part of the field: all other players are drawn.
func TestByeOfAStandInKeepsNobodyOut(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(5)...)
	if err := tn.SetConstraints(tournament.Constraints{StandIns: []tournament.PlayerID{5}}); err != nil {
		t.Fatal(err)
	}
	if err := tn.SetDraft(1, nil, []tournament.PlayerID{5}, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	var players []tournament.PlayerID
	d := draw(t, tn, 1)
	for _, p := range d.Games {
		players = append(players, p.Game.Black, p.Game.White)
	}
	slices.Sort(players)
	if !slices.Equal(players, []tournament.PlayerID{1, 2, 3, 4}) || !slices.Equal(d.Byes, []tournament.PlayerID{5}) {
		t.Errorf("games of %v, byes %v", players, d.Byes)
	}
}

func TestMissedWishIsNoted(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(8)...)
	if err := tn.BringTogether(1, 8, 0); err != nil {
		t.Fatal(err)
	}
	noted := func() bool {
		return slices.ContainsFunc(Checks(tn, 1), func(c Check) bool { return c.Key == "constraint.check.wish" })
	}
	d := draw(t, tn, 1)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if noted() {
		t.Error("a wish that is fulfilled is noted as missed")
	}
	redraft(t, tn)(Swap(tn, 1, 8, tn.Round(1).Games[3].Black))
	if !noted() {
		t.Error("a wish that a change by hand has broken is not noted")
	}
	if err := tn.KeepApart([]tournament.PlayerID{1, 8}, 1); err != nil {
		t.Fatal(err)
	}
	if noted() {
		t.Error("a wish is noted as missed while the two are kept apart")
	}
}

func TestLocalNamesTheClub(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(8)...)
	for i := range tn.Players {
		p := &tn.Players[i]
		p.Country = []string{"FI", "CZ"}[i%2]
		if i < 4 {
			p.Club = []string{"Hel", "hel"}[i%2]
		}
	}
	for _, tt := range []struct {
		percent       int
		club, country string
	}{{0, "", ""}, {40, "Hel", "FI"}, {50, "Hel", "FI"}, {51, "", ""}} {
		t.Run(fmt.Sprint(tt.percent, " percent"), func(t *testing.T) {
			if err := tn.SetLocalClub(tt.percent); err != nil {
				t.Fatal(err)
			}
			club, country := Local(tn, 1)
			if spelling.Fold(club) != spelling.Fold(tt.club) || tt.country == "" && country != "" || tt.country != "" && country == "" {
				t.Errorf("%d %%: %q, %q, want %q, %q", tt.percent, club, country, tt.club, tt.country)
			}
		})
	}
}
