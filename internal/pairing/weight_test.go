package pairing

import (
	"fmt"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// slowLot draws the lot letter by letter, as OpenGotha describes it.
func slowLot(a, b string, most int64) int64 {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := range x {
		if i == len(y) || x[i] > y[i] {
			x, y = y, x
			break
		}
		if x[i] < y[i] {
			break
		}
	}
	sum := int64(0)
	for i, unit := range append(append([]uint16{}, x...), y...) {
		sum += int64(unit) * int64(i+1)
	}
	return sum * 1234567 % (most + 1)
}

func TestLotEqualsSlowLot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		most := rapid.SampledFrom([]int64{1, 1_000_000, 1_000_000_000}).Draw(t, "most")
		p, q := nameOf(&tournament.Player{Family: a}), nameOf(&tournament.Player{Given: b})
		got := lot(p, q, most)
		if want := slowLot(a, b, most); got != want || lot(q, p, most) != want {
			t.Fatalf("%q and %q: %d and %d, want %d", a, b, got, lot(q, p, most), want)
		}
	})
	// A, then B twice: 65 + 2·66, times 1,234,567.
	if got := lot(nameOf(&tournament.Player{Family: "B"}), nameOf(&tournament.Player{Family: "A"}), 1_000_000_000); got != 197*1_234_567 {
		t.Errorf("A and B draw %d", got)
	}
}

// share returns the value of one criterion for the players of these numbers.
func share(o *objective, c int, a, b tournament.PlayerID) int64 {
	return o.weigh(o.index[a], o.index[b])[c]
}

func TestCategories(t *testing.T) {
	s := settings(t, "swiss")
	s.System, s.Pairing = tournament.SwissCategories, tournament.DefaultPairing(tournament.SwissCategories)
	s.Pairing.UpperFrom, s.Pairing.LowerFrom = tournament.Top, tournament.Top
	s.Categories = []rank.Rank{rank.Dan1, rank.Kyu(5)}
	tn := event(t, s, rank.Dan(3), rank.Dan1, rank.Kyu1, rank.Kyu(5), rank.Kyu(6), rank.Kyu(9))
	o := newObjective(tn, 1, 0, nil)
	for _, tt := range []struct {
		name string
		c    int
		a, b tournament.PlayerID
		want int64
	}{
		{"one category", category, 1, 2, 20_000_000_000_000},
		{"neighbours", category, 2, 3, 15_555_555_555_555},      // (1-1/3)(1+1/6) = 7/9
		{"far apart", category, 1, 6, 8_888_888_888_888},        // (1-2/3)(1+2/6) = 4/9
		{"score in one category", score, 3, 4, 100_000_000_000}, // equal
		{"score across", score, 2, 3, 0},
		// Both are the first of two: 10^7·(2-1-0)/2 each, and two steps of 2·10^7.
		{"draw-up to the neighbours", movedUpDown, 1, 3, 50_000_000 / 16},
		{"draw-up two categories", movedUpDown, 1, 5, 617_283}, // 50,000,000 by 3 four times
		{"draw-up in one category", movedUpDown, 1, 2, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := share(o, tt.c, tt.a, tt.b); got != tt.want {
				t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
			}
		})
	}
	if o.groups != 3 {
		t.Errorf("%d groups, want 3", o.groups)
	}
}

func TestGeography(t *testing.T) {
	s := settings(t, "egf")
	s.Floor, s.Bar = rank.Kyu20, rank.Dan4 // 27 groups in round 1
	s.Pairing.ExemptFrom = rank.Dan4
	s.Pairing.ClubGroups = []tournament.ClubGroup{{Name: "Islands", Clubs: []string{"Öland", "Gotland"}}}
	tn := event(t, s, rank.Dan(5), rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Dan(5))
	for i, p := range []struct{ club, country string }{
		{"Öland", "SE"}, {"Öland", "SE"}, {"oland", "SE"}, {"Gotland", "SE"}, {"Lund", "SE"}, {"Lund", "FI"}, {"", "SE"}, {"", "SE"},
	} {
		tn.Players[i].Club, tn.Players[i].Country = p.club, p.country
	}
	const all = 100_000_000_000
	for _, tt := range []struct {
		name string
		a, b tournament.PlayerID
		want int64
	}{
		{"one club, differently written", 2, 3, 0},
		{"a club group", 3, 4, 3_978_052_126},             // x = (1.5+0.5)/27
		{"two clubs", 3, 5, 8_745_541_838},                // x = (3.6+0.5)/27
		{"club and country", 3, 6, 9_969_821_674},         // x = (3.6+0.5+0.5)/27
		{"one club abroad", 5, 6, 2_932_098_765},          // x = (1+0.5)/27
		{"no club is nobody's club", 7, 2, 8_745_541_838}, // as two clubs
		{"one exempt", 1, 2, all / 2},                     // half of the missing value
		{"two exempt", 1, 8, all},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := share(newObjective(tn, 1, 0, nil), geography, tt.a, tt.b)
			if off := got - tt.want; off < -1 || off > 1 {
				t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
			}
		})
	}

	// Worth more than equal scores, geography still never falls below zero.
	tn.Settings.Pairing.Geography = 20 * all
	o := newObjective(tn, 1, 0, nil)
	if home, away := share(o, geography, 2, 3), share(o, geography, 3, 6); home != 0 || away < 19*9_969_821_674 {
		t.Errorf("at home %d, away %d", home, away)
	}
}

func TestExemptions(t *testing.T) {
	s := settings(t, "egf")
	s.Rounds, s.Bar = 2, rank.Dan(3)
	tn := event(t, s, rank.Dan(3), rank.Dan(2), rank.Dan1, rank.Kyu1)
	play(t, tn, 1, []tournament.Game{met(4, 1), met(3, 2)}, nil, blackWon, whiteWon) // the 1k and the 2d win
	for _, tt := range []struct {
		name   string
		change func(*tournament.Pairing)
		want   [4]int // 3d, 2d, 1d, 1k
	}{
		{"nobody", func(*tournament.Pairing) {}, [4]int{0, 0, 0, 0}},
		{"the bar", func(p *tournament.Pairing) { p.ExemptBar = true }, [4]int{1, 0, 0, 0}},
		{"half the wins", func(p *tournament.Pairing) { p.ExemptHalfWins = true }, [4]int{0, 1, 0, 1}},
		{"rank and wins", func(p *tournament.Pairing) { p.ExemptFrom = rank.Dan(3) }, [4]int{1, 1, 0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &tn.Settings.Pairing
			p.ExemptBar, p.ExemptHalfWins, p.ExemptFrom = false, false, rank.Dan9
			tt.change(p)
			o := newObjective(tn, 2, 0, nil)
			for i, want := range tt.want {
				if got := o.field[o.index[tn.Players[i].ID]].exempt; got != want {
					t.Errorf("%s: %s has %d, want %d", tt.name, tn.Players[i].Rank, got, want)
				}
			}
		})
	}
}

func TestSeedings(t *testing.T) {
	s := settings(t, "swiss")
	tn := event(t, s, rank.Dan(4), rank.Dan(3), rank.Dan(2), rank.Dan1, rank.Kyu1, rank.Kyu(2))
	p := &tn.Settings.Pairing
	p.SwitchAfter, p.Deterministic = 0, true
	value := func(a, b tournament.PlayerID) int64 { return share(newObjective(tn, 1, 0, nil), seeding, a, b) }
	for _, tt := range []struct {
		how  tournament.Seeding
		a, b tournament.PlayerID
		want int64
	}{
		{tournament.SplitFold, 1, 6, 5_000_000}, {tournament.SplitFold, 1, 5, 4_800_000}, {tournament.SplitFold, 1, 2, 1_800_000},
		{tournament.SplitSlip, 1, 4, 5_000_000}, {tournament.SplitSlip, 1, 5, 4_444_445}, {tournament.SplitSlip, 5, 6, 2_777_778},
		{tournament.SplitRandom, 1, 2, 0}, {tournament.SplitRandom, 4, 6, 0},
		{tournament.SplitRandom, 3, 4, 5_000_000 - slowLot("A02", "A03", 1_000_000)},
	} {
		t.Run(fmt.Sprintf("%s %d–%d", tt.how, tt.a, tt.b), func(t *testing.T) {
			p.Second, p.SecondByRating = tt.how, true
			if got := value(tt.a, tt.b); got != tt.want {
				t.Errorf("%s %d–%d: %d, want %d", tt.how, tt.a, tt.b, got, tt.want)
			}
		})
	}
	p.SecondByRating = false // now the names decide, turned round
	for i := range tn.Players {
		tn.Players[i].Family = string(rune('F' - i))
	}
	p.Second = tournament.SplitFold
	if o := newObjective(tn, 1, 0, nil); o.field[0].player.ID != 6 {
		t.Errorf("without rating the first is %d, want 6", o.field[0].player.ID)
	}
}

func TestChanceAndLowHandicap(t *testing.T) {
	s := settings(t, "reduced")
	s.Pairing.Random, s.Pairing.Deterministic = 1_000_000_000, true
	s.Pairing.MinimumHandicap = 1_000_000
	s.Pairing.ExemptBar, s.Pairing.ExemptFrom = false, rank.Dan9
	tn := event(t, s, rank.Dan1, rank.Kyu(2), rank.Kyu(9))
	o := newObjective(tn, 1, 0, nil)
	if got, want := share(o, random, 2, 1), slowLot("A00", "A01", 1_000_000_000); got != want {
		t.Errorf("chance gives %d, want %d", got, want)
	}
	// From the floor 30k to the bar 1d there are 34 groups in round 1.
	if o.groups != 34 {
		t.Fatalf("%d groups, want 34", o.groups)
	}
	x := func(gap int64) int64 { return 1_000_000 * (34 - gap) * (68 + gap) / (34 * 68) }
	if got := share(o, lowHandicap, 1, 2); got != x(2) {
		t.Errorf("two stones apart: %d, want %d", got, x(2))
	}
	if got := share(o, lowHandicap, 1, 3); got != x(9) {
		t.Errorf("nine stones apart: %d, want %d", got, x(9))
	}
}

func TestColoursAreEvenedOut(t *testing.T) {
	for _, tt := range []struct {
		a, b int
		want int64
	}{{1, -1, 100}, {-2, 1, 100}, {0, 2, 50}, {-2, 0, 50}, {0, 1, 0}, {2, 1, 0}, {0, 0, 0}, {-1, -3, 0}} {
		t.Run(fmt.Sprint(tt.a, " against ", tt.b), func(t *testing.T) {
			if got := colourValue(100, tt.a, tt.b); got != tt.want {
				t.Errorf("balances %d and %d: %d, want %d", tt.a, tt.b, got, tt.want)
			}
		})
	}
	tn := event(t, settings(t, "swiss"), ranks(4)...)
	play(t, tn, 1, []tournament.Game{met(1, 2), met(3, 4)}, nil, blackWon, blackWon)
	for _, pair := range [][2]tournament.PlayerID{{1, 4}, {4, 1}, {3, 2}} {
		if g := NewGame(tn, 2, pair[0], pair[1]); g.White != 1 && g.White != 3 {
			t.Errorf("%v: White is %d, who had White", pair, g.White)
		}
	}
	if g := NewGame(tn, 2, 1, 99); g != (tournament.Game{}) {
		t.Errorf("a game with nobody: %+v", g)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := tournament.PlayerID(rapid.IntRange(1, 4).Draw(t, "a")), tournament.PlayerID(rapid.IntRange(1, 4).Draw(t, "b"))
		if NewGame(tn, 2, a, b) != NewGame(tn, 2, b, a) {
			t.Fatalf("%d and %d: %+v and %+v", a, b, NewGame(tn, 2, a, b), NewGame(tn, 2, b, a))
		}
	})
}

func TestRematchTurnsColoursRound(t *testing.T) {
	for _, first := range []tournament.Game{met(1, 2), met(2, 1)} {
		tn := event(t, settings(t, "swiss"), ranks(4)...)
		play(t, tn, 1, []tournament.Game{first, met(3, 4)}, nil, blackWon, blackWon)
		play(t, tn, 2, []tournament.Game{met(first.White, 3), met(4, first.Black)}, nil, blackWon, blackWon)
		if g := NewGame(tn, 3, 1, 2); g.Black != first.White {
			t.Errorf("Black is %d again", g.Black)
		}
	}
}

func TestHandicapTerms(t *testing.T) {
	for _, tt := range []struct {
		preset       string
		white, black rank.Rank
		handicap     int
		komi         string
	}{
		{"finnish", rank.Dan1, rank.Kyu1, 1, "0"},
		{"finnish", rank.Dan(4), rank.Kyu(20), 9, "0"},
		{"finnish", rank.Pro1, rank.Dan(6), 1, "0"},   // 1p counts as 7d
		{"reduced", rank.Dan(3), rank.Kyu(2), 1, "0"}, // both at the bar or below it: 2 steps less one
		{"aga", rank.Dan(3), rank.Kyu(2), 4, "0.5"},
		{"egf", rank.Dan(3), rank.Kyu(9), 0, "6.5"},
	} {
		t.Run(fmt.Sprintf("%s %v–%v", tt.preset, tt.white, tt.black), func(t *testing.T) {
			tn := event(t, settings(t, tt.preset), tt.black, tt.white)
			g := NewGame(tn, 1, 1, 2)
			if g.Handicap != tt.handicap || g.Komi.String() != tt.komi || tt.handicap > 0 && g.White != 2 {
				t.Errorf("%s, %v–%v: %+v, want handicap %d, komi %s", tt.preset, tt.white, tt.black, g, tt.handicap, tt.komi)
			}
		})
	}
}

func TestSuperGroupsAboveOpenGothasScale(t *testing.T) {
	tn := event(t, settings(t, "egf"), ranks(6)...)
	tn.Players[0].StartCorrection, tn.Players[5].StartCorrection = 9, -28
	o := newObjective(tn, 1, 0, nil)
	for i := range o.field {
		if e := &o.field[i]; e.group < 0 || e.group >= o.groups {
			t.Errorf("%s is in group %d of %d", e.player.Name(), e.group, o.groups)
		}
	}
	if total := draw(t, tn, 1).Total; total.Sign() <= 0 {
		t.Errorf("total %v", total)
	}
}

// With compensation off OpenGotha and Pairgoth still add for moves that even out earlier ones, and cap the sum at 2:
// where one of the two was moved that way before and the other the other way, the value is whole.
func TestMovesUpAndDownWithoutCompensation(t *testing.T) {
	type moves struct{ up, down int }
	for _, tt := range []struct {
		upper, lower moves
		off, on      int64 // fifths of the weight
	}{
		{moves{}, moves{}, 2, 2},
		{moves{0, 1}, moves{}, 1, 1},
		{moves{0, 1}, moves{1, 0}, 0, 0},
		{moves{1, 0}, moves{}, 2, 3},
		{moves{1, 0}, moves{0, 1}, 2, 4},
		{moves{1, 0}, moves{1, 0}, 2, 2},
		{moves{2, 1}, moves{}, 2, 2},
		{moves{1, 1}, moves{0, 1}, 2, 2},
	} {
		for _, compensate := range []bool{false, true} {
			s := tournament.Settings{Pairing: tournament.Pairing{MovedUpDown: 500, Compensate: compensate}}
			o := &objective{s: &s}
			upper, lower := &results.Record{MovedUp: tt.upper.up, MovedDown: tt.upper.down}, &results.Record{MovedUp: tt.lower.up, MovedDown: tt.lower.down}
			want := 100 * tt.off
			if compensate {
				want = 100 * tt.on
			}
			if got := o.stepsValue(&entrant{record: upper}, &entrant{record: lower}); got != want {
				t.Errorf("%+v and %+v, compensated %v: %d, want %d", tt.upper, tt.lower, compensate, got, want)
			}
		}
	}
}

// Four players of one rank without compensation; in round 4 Berg meets Aho across groups. Aho was drawn up before and
// is evened out.
func TestEvenedOutWithoutCompensation(t *testing.T) {
	s := settings(t, "swiss")
	s.Pairing.Compensate = false
	tn := event(t, s, rank.Kyu1, rank.Kyu1, rank.Kyu1, rank.Kyu1)
	play(t, tn, 1, []tournament.Game{met(3, 1), met(4, 2)}, nil, whiteWon, whiteWon)
	play(t, tn, 2, []tournament.Game{met(4, 3), met(1, 2)}, nil, blackWon, whiteWon)
	play(t, tn, 3, []tournament.Game{met(2, 4), met(1, 3)}, nil, whiteWon, whiteWon)
	for w := range draw(t, tn, 4).Weights() {
		if w.A+w.B == 3 && w.Shares[movedUpDown] != 40_000_000 { // players 1 and 2
			t.Errorf("the move counts %d, want 40000000", w.Shares[movedUpDown])
		}
	}
}
