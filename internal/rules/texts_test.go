package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules/sgf"
)

// The worked examples of the founding texts. Positions and shapes that the text
// describes are set up and played; of the others the numbers are counted.

// sequence plays named moves, Black's with B in front and White's with W, and
// returns the offences of the last one.
func (g *Game) sequence(t testing.TB, moves ...string) (last Offence) {
	t.Helper()
	for _, m := range moves {
		color := Black
		if m[0] == 'W' {
			color = White
		}
		p := Pass
		if m[1:] != " pass" {
			p = at(t, g.Board, m[2:])
		}
		last = g.Play(color, p)
	}
	return last
}

func TestFinnishBoard(t *testing.T) {
	n := 0
	newGame(t, 19, 19).Points(func(Point) { n++ })
	if n != 361 {
		t.Errorf("19×19 has %d points, want 361", n)
	}
}

// Finnish rules: bent four in the corner is dead without being played out.
// Black cannot approach the three white stones; White gives four, plays back
// into the corner and takes the ko. Threats are of no use to Black now, so the
// group is dead.
func TestFinnishBentFour(t *testing.T) {
	stopped := parse(t, `
		....OX...
		....OX...
		....OX...
		....OX...
		....OXX..
		OOO.OX...
		XXOOOOX..
		.XXXXOX..
		OOO.XOX..`)
	before := stopped.String()
	g := stopped.Confirm()
	for _, m := range []struct {
		player Color
		name   string
		want   Offence
	}{
		{White, "A2", 0}, {Black, "D1", 0}, // Black takes four
		{White, "B1", 0}, {Black, "A1", 0},
		{White, "A2", 0}, // takes the ko
		{Black, "J9", 0}, {White, "J8", 0},
		{Black, "A1", KoRetaken},
		{White, "C1", 0}, // takes the group
	} {
		if o := g.Play(m.player, at(t, stopped, m.name)); o != m.want {
			t.Fatalf("%s at %s on %s: offence %b, want %b", m.player, m.name, g.Board, o, m.want)
		}
	}
	dead := g.Dead(stopped)
	if len(dead) != 2 || dead[0] != at(t, stopped, "A3") || dead[1] != at(t, stopped, "A1") {
		t.Errorf("taken in thought: %v", dead)
	}
	if stopped.String() != before {
		t.Error("play in thought changed the position")
	}
}

// Finnish rules: a ko may be retaken in the confirmation phase only after its
// player has passed for that very ko.
func TestFinnishPassForTheKo(t *testing.T) {
	stopped := parse(t, `
		.XO..XO..
		XO.OXO.O.
		.XO..XO..
		.........
		.........`)
	g := stopped.Confirm()
	ko, other := at(t, stopped, "B4"), at(t, stopped, "F4")
	if o := g.Play(Black, at(t, stopped, "C4")); o != 0 {
		t.Fatalf("Black takes the ko: offence %b", o)
	}
	for _, threat := range []string{"A1", "B1"} { // threats do not help
		if o := g.Play(White, at(t, stopped, threat)); o != 0 {
			t.Fatalf("White at %s: offence %b", threat, o)
		}
	}
	if o := g.Play(White, ko); o != KoRetaken {
		t.Errorf("White retakes without a pass: offence %b, want KoRetaken", o)
	}
	if g.PassFor(White, other) {
		t.Error("White passed for a ko that was not taken")
	}
	if o := g.Play(White, ko); o != KoRetaken {
		t.Errorf("White retakes after a pass for another ko: offence %b", o)
	}
	if !g.PassFor(White, ko) {
		t.Error("White cannot pass for the ko")
	}
	if o := g.Play(White, ko); o != 0 {
		t.Errorf("White retakes after passing for the ko: offence %b", o)
	}
	if o := g.Play(Black, at(t, stopped, "C4")); o != KoRetaken {
		t.Errorf("Black retakes in turn: offence %b, want KoRetaken", o)
	}
	alone := parse(t, ".O./OO./...").Confirm()
	if o := alone.Play(Black, At(0, 0)); o != SuicideOfOne {
		t.Errorf("suicide in thought: offence %b", o)
	}
	two := parse(t, ".XO/OO./...").Confirm()
	if o := two.Play(Black, At(0, 0)); o != SuicideOfMany {
		t.Errorf("suicide of two in thought: offence %b", o)
	}
	for _, tt := range []struct {
		name string
		p    Point
		want Offence
	}{{"occupied", ko, Occupied}, {"off the board", At(20, 20), OffBoard}, {"pass", Pass, OffBoard}} {
		t.Run(tt.name, func(t *testing.T) {
			if o := g.Play(Black, tt.p); o != tt.want {
				t.Errorf("Black at %d: offence %b, want %b", tt.p, o, tt.want)
			}
		})
	}
}

// Czech text: a stone has four liberties, three at the side, two in the corner.
func TestCzechLiberties(t *testing.T) {
	for name, want := range map[string]int{"E5": 4, "A5": 3, "E9": 3, "A1": 2, "J9": 2} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, 9, 9)
			g.sequence(t, "B "+name)
			p, enemies := at(t, g.Board, name), 0
			for _, n := range neighbours(p) {
				if g.Has(n) {
					enemies++
					g.Play(White, n)
					if taken := g.Stone(p) == Empty; taken != (enemies == want) {
						t.Errorf("stone at %s is gone: %v after %d enemy stones", name, taken, enemies)
					}
				}
			}
		})
	}
}

// Czech text: several stones are taken at once; diagonals do not matter.
func TestCzechCaptures(t *testing.T) {
	for _, tt := range []struct {
		position, move string
		captured       int
	}{
		{".XXXX./XOOOOX/.XXX../....../......", "B E3", 4},
		{".OO../OXXO./OXO../.O.../.....", "W A1", 0}, // elsewhere
		{".OO../OXXO./OX.O./.OO../.....", "W C3", 3},
		{"XX.../OO.../..X../...../.....", "W C5", 2}, // the stone on the diagonal does not help
	} {
		t.Run(tt.move+" "+tt.position, func(t *testing.T) {
			g := gameFrom(t, tt.position)
			if o := g.sequence(t, tt.move); o != 0 {
				t.Errorf("%s on %s: offence %b", tt.move, tt.position, o)
			}
			if b, w := g.captured[0], g.captured[1]; b+w != tt.captured {
				t.Errorf("%s on %s: %d stones taken, want %d", tt.move, tt.position, b+w, tt.captured)
			}
		})
	}
}

// Czech text and leaflet: suicide is forbidden, unless the stone captures.
func TestSuicide(t *testing.T) {
	for _, tt := range []struct {
		position, move string
		want           Offence
	}{
		{".O.../O..../...../...../.....", "B A5", SuicideOfOne},
		{".XO../OO.../...../...../.....", "B A5", SuicideOfMany},
		{".XO../O..../...../...../.....", "B A5", 0},             // one liberty is left
		{".OX../OX.../X..../...../.....", "B A5", 0},             // takes two
		{".OXO./OXXO./OOO../...../.....", "B A5", 0},             // takes the stone beside it
		{"XO.../.XO../XO.../O..../.....", "W A4", 0},             // the leaflet's B: takes two
		{"OX.../.OX../OX.../X..../.....", "W A4", SuicideOfMany}, // fills the last liberty
		{".OO../OXXO./O.XO./OOO../.....", "B B3", SuicideOfMany},
	} {
		t.Run(tt.move+" "+tt.position, func(t *testing.T) {
			g := gameFrom(t, tt.position)
			if got := g.sequence(t, tt.move); got&(SuicideOfOne|SuicideOfMany) != tt.want {
				t.Errorf("%s on %s: offence %b, want %b", tt.move, tt.position, got, tt.want)
			}
		})
	}
	japanese, newZealand := system(t, "japanese"), system(t, "new-zealand")
	for _, tt := range []struct {
		name                 string
		offence              Offence
		japanese, newZealand bool
	}{{"one stone", SuicideOfOne, false, false}, {"several stones", SuicideOfMany, false, true}} {
		t.Run(tt.name, func(t *testing.T) {
			if japanese.Forbids(tt.offence) == 0 != tt.japanese || newZealand.Forbids(tt.offence) == 0 != tt.newZealand {
				t.Errorf("offence %b: legal in Finland %v, in New Zealand %v", tt.offence, japanese.Forbids(tt.offence) == 0, newZealand.Forbids(tt.offence) == 0)
			}
		})
	}
}

// Czech text and leaflet: a ko may not be retaken at once, but after a move
// elsewhere each; or it is connected.
func TestKo(t *testing.T) {
	const ko = ".XO../XO.O./.XO../...../....."
	for _, tt := range []struct {
		moves                       string
		simpleKo, superko, sameTurn bool // legal
	}{
		{"B C4", true, true, true},
		{"B C4,W B4", false, false, false},
		{"B C4,W E1,B D1,W B4", true, true, true},
		{"B C4,W E1,B B4", true, true, true}, // Black connects
		{"B C4,W pass,B pass,W B4", true, false, false},
		{"B C4,W pass", true, true, true}, // a pass is never a repetition
		{"B C4,W pass,B pass,W pass,B pass", true, true, true},
	} {
		t.Run(tt.moves, func(t *testing.T) {
			g := gameFrom(t, ko)
			last := g.sequence(t, strings.Split(tt.moves, ",")...)
			for _, s := range []struct {
				system string
				want   bool
			}{{"czech", tt.simpleKo}, {"leaflet", tt.superko}, {"aga", tt.sameTurn}} {
				t.Run(s.system, func(t *testing.T) {
					if got := system(t, s.system).Forbids(last) == 0; got != s.want {
						t.Errorf("%s, %s: legal %v, want %v", s.system, tt.moves, got, s.want)
					}
				})
			}
		})
	}
}

const seki = `
	.OOX.X.
	X.OXXXX
	XXXOOOO
	OOOO...
	.......
	.......
	.......`

// Czech text: three white stones in a shared eye; Black starting loses five
// stones, White starting four.
func TestCzechSeki(t *testing.T) {
	for _, tt := range []struct {
		moves            []string
		byBlack, byWhite int
	}{
		{[]string{"B B6", "W A7"}, 0, 5},
		{[]string{"W A7", "B B6"}, 4, 0},
	} {
		t.Run(fmt.Sprint(tt.moves), func(t *testing.T) {
			g := gameFrom(t, seki)
			if o := g.sequence(t, tt.moves...); o != 0 {
				t.Errorf("%v: offence %b", tt.moves, o)
			}
			if b, w := g.captured[0], g.captured[1]; b != tt.byBlack || w != tt.byWhite {
				t.Errorf("%v: %d, %d stones taken, want %d, %d", tt.moves, b, w, tt.byBlack, tt.byWhite)
			}
		})
	}
}

// Leaflet: shared liberties that neither player can fill stay neutral.
func TestLeafletSharedLiberties(t *testing.T) {
	b := parse(t, seki)
	for _, reading := range []Reading{Practical, Literal, Group} {
		got := system(t, "leaflet").Score(Final{Board: b, Reading: reading})
		if got.Neutral != 2 || got.Owner[0][0] != Empty || got.Owner[1][1] != Empty {
			t.Errorf("reading %d: %d neutral points, want the two shared liberties", reading, got.Neutral)
		}
	}
}

// Leaflet: a group with one eye: White plays 1 and 2, Black takes two, White
// plays 1 again and takes the group next.
func TestLeafletOneEye(t *testing.T) {
	g := gameFrom(t, "...XO/XXXXO/OOOOO/.O.O.")
	if o := g.sequence(t, "W B4", "B pass", "W A4", "B C4"); o != 0 {
		t.Fatalf("Black cannot take two: offence %b", o)
	}
	if b := g.captured[0]; b != 2 {
		t.Errorf("Black took %d stones, want 2", b)
	}
	if o := g.sequence(t, "W B4", "B pass", "W A4"); o != 0 {
		t.Errorf("White cannot take the group: offence %b", o)
	}
	if w := g.captured[1]; w != 6 {
		t.Errorf("White took %d stones, want 6", w)
	}
}

// Leaflet: a group with two eyes cannot be taken.
func TestLeafletTwoEyes(t *testing.T) {
	for _, eye := range []string{"W A4", "W C4"} {
		if o := gameFrom(t, ".X.XO/XXXXO/OOOOO/.O.O.").sequence(t, eye); o != SuicideOfOne|PositionRepeated {
			t.Errorf("%s: offence %b, want suicide", eye, o)
		}
	}
}

// Leaflet: Black 25 points of territory; White 22, a prisoner and a dead
// stone; Black wins by 1, in area by 41 to 40.
func TestLeafletScore(t *testing.T) {
	f := Final{Board: parse(t, `
		.........
		.........
		XXXXXXX..
		.....XXXX
		XXXXXOOOO
		OOOOO....
		OOOOOOOOO
		.X.......
		.........`), Captured: [2]int{0, 1}}
	f.Dead = []Point{at(t, f.Board, "B2")}
	got := system(t, "leaflet").Score(f)
	if got.Black.Territory != 25 || got.White.Territory != 22 || got.White.Captured != 1 || got.White.Dead != 1 || got.Outcome().String() != "B+1" {
		t.Errorf("leaflet: %+v", got)
	}
	area := system(t, "tromp-taylor").Score(f)
	if area.Black.Total != 2*41 || area.White.Total != 2*40 || area.Outcome().String() != "B+1" {
		t.Errorf("area: %v to %v, want 41 to 40", area.Black.Total, area.White.Total)
	}
}

// Czech text, counting: both took 1 in play, White takes off 2 dead stones and
// Black 3; after filling Black has 7 and White 3 and komi: White wins by 2.5.
func TestCzechScore(t *testing.T) {
	f := Final{Board: parse(t, `
		.OO..XXXX
		O....XXXX
		XXXXXXXXX
		XXXXXXXXX
		OOOOOOOOO
		OOOOOOOOO
		OOOOOOOOO
		OOOOOOOOO
		X..X...OO`), Captured: [2]int{1, 1}, Komi: 13}
	for _, name := range []string{"B9", "A8", "A1", "D1"} {
		f.Dead = append(f.Dead, at(t, f.Board, name))
	}
	got := system(t, "czech").Score(f)
	if got.Black.Territory != 10 || got.White.Territory != 7 || got.Black.Prisoners() != 4 || got.White.Prisoners() != 3 ||
		got.Black.Total != 28 || got.White.Total != 33 || got.Outcome().String() != "W+2.5" {
		t.Errorf("%+v", got)
	}
	if filled := got.Black.Territory - got.White.Prisoners(); filled != 7 {
		t.Errorf("Black has %d after filling, want 7", filled)
	}
	if filled := got.White.Territory - got.Black.Prisoners(); filled != 3 {
		t.Errorf("White has %d after filling, want 3", filled)
	}
}

// Czech text, territory figure: White has 4 and 4, Black 7 and 3 points.
func TestCzechTerritory(t *testing.T) {
	got := system(t, "czech").Score(Final{Board: parse(t, `
		.......XO
		XXXXXXXXO
		X.X.X.XOO
		XXXXXXXO.
		OOOOOOOO.
		OOOOOOOO.
		OOOOOOOO.
		OOOOOOOOO
		O.O.O.O.O`)})
	if got.Black.Territory != 10 || got.White.Territory != 8 || got.Outcome().String() != "B+2" {
		t.Errorf("%d to %d, want 10 to 8", got.Black.Territory, got.White.Territory)
	}
}

// Czech text: two neutral points count for neither player, filled or not.
func TestCzechNeutralPoints(t *testing.T) {
	const open = "..X.O../..X.O../..XXO../..XOO../..XOO../..XOO../..XOO.."
	before := system(t, "czech").Score(Final{Board: parse(t, open)})
	after := system(t, "czech").Score(Final{Board: parse(t, strings.Replace(strings.Replace(open, "X.O", "XXO", 1), "X.O", "XOO", 1))})
	if before.Neutral != 2 || after.Neutral != 0 || before.Outcome().String() != after.Outcome().String() || before.Black.Territory != 14 {
		t.Errorf("before %d neutral, %s; after %d, %s", before.Neutral, before.Outcome().String(), after.Neutral, after.Outcome().String())
	}
}

// Encyclopaedia: komi has been 4, 4.5, 5.5, 6.5 and 7.5.
func TestEncyclopaediaKomi(t *testing.T) {
	want := map[string]string{"4": "W+4", "4.5": "W+4.5", "5.5": "W+5.5", "6.5": "W+6.5", "7.5": "W+7.5"}
	for text, result := range want {
		komi, err := parseHalfPoints(text)
		got := system(t, "japanese").Score(Final{Board: newGame(t, 9, 9).Board, Komi: komi})
		if err != nil || got.Outcome().String() != result {
			t.Errorf("komi %s on the empty board: %s, %v, want %s", text, got.Outcome().String(), err, result)
		}
	}
}

// Encyclopaedia: three kos captured in turn repeat the position after six captures, each legal by simple ko.
func TestEncyclopaediaTripleKo(t *testing.T) {
	const kos = ".XO./XO.O/.XO./.XO./X.XO/.XO./.XO./XO.O/.XO."
	g := gameFrom(t, kos)
	cycle := []string{"B C8", "W B5", "B C2", "W B8", "B C5", "W B2"}
	for i, m := range cycle {
		o := g.sequence(t, m)
		want := Offence(0)
		if i == len(cycle)-1 {
			want = PositionRepeated | SituationRepeated
		}
		if o != want {
			t.Errorf("%s: offence %b, want %b", m, o, want)
		}
	}
	if g.String() != kos {
		t.Errorf("after six captures %s, want the first position", g)
	}
	for name, legal := range map[string]bool{"japanese": true, "czech": true, "chinese": false, "leaflet": false, "aga": false} {
		t.Run(name, func(t *testing.T) {
			if got := system(t, name).Forbids(PositionRepeated|SituationRepeated) == 0; got != legal {
				t.Errorf("%s allows the triple ko: %v, want %v", name, got, legal)
			}
		})
	}
}

// randomFinal plays a random game to its end, passes in between included, and
// returns how many stones each side placed. White passes last.
func randomFinal(t *rapid.T, handicap int) (g *Game, placed [2]int) {
	size := rapid.IntRange(3, 7).Draw(t, "size")
	g, err := NewGame(size, size)
	if err != nil {
		t.Fatal(err)
	}
	for len(g.stones(Black)) < handicap {
		g.Set(At(rapid.IntRange(0, size-1).Draw(t, "column"), rapid.IntRange(0, size-1).Draw(t, "row")), Black)
	}
	placed[0] = handicap
	color := Black
	if handicap > 0 {
		color = White
	}
	aga := system(t, "aga")
	for n := 0; g.Stage(aga) == InPlay; n++ {
		p := At(rapid.IntRange(0, size-1).Draw(t, "column"), rapid.IntRange(0, size-1).Draw(t, "row"))
		trial := g.Clone()
		if n > 6*size*size || g.Stone(p) != Empty || eyeLike(g.Board, p, color) || aga.Forbids(trial.Play(color, p)) != 0 {
			p = Pass
		} else {
			placed[color-1]++
		}
		g.Play(color, p)
		color = color.Opponent()
	}
	return g, placed
}

func (b *Board) stones(c Color) (ps []Point) {
	b.Points(func(p Point) {
		if b.Stone(p) == c {
			ps = append(ps, p)
		}
	})
	return ps
}

// Encyclopaedia and AGA commentary: the two ways of counting differ by the
// stones placed, whatever is dead, as long as they count the same points.
func TestCountingMethodsDifferByStonesPlaced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		handicap := rapid.SampledFrom([]int{0, 0, 2, 3, 4}).Draw(t, "handicap")
		g, placed := randomFinal(t, handicap)
		f := Final{Board: g.Board, Handicap: handicap}
		f.Captured = g.captured
		for _, j := range g.chains() {
			if rapid.IntRange(0, 3).Draw(t, "dead") == 0 {
				f.Dead = append(f.Dead, j.Chain)
			}
		}
		area, territory := *system(t, "tromp-taylor"), *system(t, "tromp-taylor")
		territory.Scoring = Territory
		a, b := area.Score(f), territory.Score(f)
		differ := (a.Black.Total - a.White.Total) - (b.Black.Total - b.White.Total)
		if want := HalfPoints(2 * (placed[0] - placed[1])); differ != want {
			t.Fatalf("%s, dead %v: area %s, territory %s: they differ by %s, want %s", g, f.Dead, a.Outcome().String(), b.Outcome().String(), differ, want)
		}
	})
}

// AGA rules: pass stones and White's last pass make area and territory the
// same, in handicap games with N-1 points more for White by area.
func TestPassStonesMakeCountingMethodsEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		handicap := rapid.SampledFrom([]int{0, 0, 2, 3, 4}).Draw(t, "handicap")
		g, _ := randomFinal(t, handicap)
		area := *system(t, "aga")
		territory := area
		territory.Scoring, territory.Compensation = Territory, NoCompensation
		f := Final{Board: g.Board, Handicap: handicap, Komi: 15}
		f.Captured = g.captured
		f.Passes[0], f.Passes[1] = g.PassStones(&area)
		a, b := area.Score(f), territory.Score(f)
		if a.Outcome().String() != b.Outcome().String() {
			t.Fatalf("%s: area %s, territory %s", g, a.Outcome().String(), b.Outcome().String())
		}
	})
}

// However often a ko is taken, one pass for it lifts the ban.
func TestOnePassForEachKo(t *testing.T) {
	b := parse(t, ".XO./XO.O/.XO./....")
	ko, taker := At(1, 1), At(2, 1)
	c := b.Confirm()
	c.bans = []Ban{{White, ko}} // of an earlier fight here
	if o := c.Play(Black, taker); o != 0 {
		t.Fatalf("Black may not take: %b", o)
	}
	if got := c.Bans(); !slices.Equal(got, []Ban{{White, ko}}) {
		t.Errorf("bans %v", got)
	}
	if o := c.Play(White, ko); o != KoRetaken {
		t.Errorf("White retakes at once: %b", o)
	}
	if !c.PassFor(White, ko) || c.Play(White, ko) != 0 {
		t.Error("White may not retake after a pass for this ko")
	}
	// Of two kos a pass lifts the ban of the one named.
	c = parse(t, ".XO..XO./XO.OXO.O/.XO..XO./........").Confirm()
	for _, p := range []Point{taker, At(6, 1)} {
		if o := c.Play(Black, p); o != 0 {
			t.Fatalf("Black may not take at %s: %b", p.Name(4), o)
		}
	}
	if !c.PassFor(White, ko) || c.Play(White, At(5, 1)) != KoRetaken || c.Play(White, ko) != 0 {
		t.Error("a pass for one ko is one for the other")
	}
}

// The leaflet: a game continues after a disagreement, "then the result is the same as if play had not continued". White
// fails to play as often as Black and owes a pass.
func TestContinuationChangesNothing(t *testing.T) {
	wall := "(;SZ[9]KM[6.5];B[di]"
	for row := range 9 {
		if row > 0 {
			wall += ";B[" + At(3, 8-row).SGF() + "]"
		}
		wall += ";W[" + At(4, 8-row).SGF() + "]"
	}
	for _, tt := range []struct{ system, turns, want, found string }{
		{"leaflet", ";B[];W[]", "W+15.5", ""},
		{"leaflet", ";B[];W[];B[bh];W[];B[ch];W[];B[];W[]", "W+15.5", "resumed"},
		{"leaflet", ";B[];W[];B[bh];W[];B[ch];W[];B[]", "W+15.5", "resumed owes"},
		{"leaflet", ";B[];W[];B[bh];W[];B[ch];W[];B[];W[fh];B[];W[]", "W+15.5", "resumed"},
		{"aga,scoring=territory", ";B[];W[]", "W+15.5", ""},
		{"aga,scoring=territory", ";B[bh];W[];B[]", "W+15.5", "owes"},
		{"aga", ";B[bh];W[];B[]", "W+15.5", "owes"},
	} {
		t.Run(tt.system+" "+tt.turns, func(t *testing.T) {
			s, err := Parse(tt.system)
			if err != nil {
				t.Fatal(err)
			}
			games, _ := sgf.Parse([]byte(wall+tt.turns+")"), sgf.Options{})
			v := Check(games.Game(0), s, Options{Dead: []Point{}})
			var found []string
			for _, f := range v.Findings {
				found = append(found, string(f.Rule))
			}
			if got := v.Score.Outcome().String(); got != tt.want || v.Stage != Stopped || strings.Join(found, " ") != tt.found {
				t.Errorf("%s, stage %d, found %q; want %s, found %q", got, v.Stage, found, tt.want, tt.found)
			}
		})
	}
}
