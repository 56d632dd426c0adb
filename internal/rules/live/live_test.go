package live

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rules"
)

var noon = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

// anySteps draws a sequence with a step every few seconds: moves, undos, ends that are undone, and passes that end the
// game until it is resumed.
func anySteps(t *rapid.T) (steps []Step) {
	at := noon
	for i := range rapid.IntRange(0, 30).Draw(t, "steps") {
		at = at.Add(time.Duration(rapid.IntRange(0, 4).Draw(t, "later")) * time.Second)
		s := Step{Number: i + 1, Kind: Move, Player: rules.Black, At: at}
		line := Line(steps)
		switch n := rapid.IntRange(0, 9).Draw(t, "kind"); {
		case n < 3 && len(line) > 0, Ended(line) && line[len(line)-1].Kind == Resign:
			s.Kind, s.Player = Undo, rules.Empty
		case n == 3:
			s.Kind, s.Ends = Resign, true
		case n == 4:
			s.Kind, s.Ends = Pass, true
		}
		steps = append(steps, s)
	}
	return steps
}

// watched is the slow, obvious answer: a spectator looks at the game at each second and notes the new public steps.
func watched(steps []Step, d Delay, now time.Time) (seen []string) {
	type undo struct {
		number int
		due    time.Time
	}
	var undos []undo
	published := map[int]bool{} // by the number of the step
	for at := noon; !at.After(now); at = at.Add(time.Second) {
		for n, s := range steps { // the steps of this second, one after the other
			if s.At.Equal(at) && s.Kind == Undo {
				if last := Line(steps[:n]); published[last[len(last)-1].Number] {
					undos = append(undos, undo{s.Number, at.Add(d.Time)})
				}
			}
			if s.At.After(at) || n+1 < len(steps) && steps[n+1].At.Before(at) {
				continue
			}
			for len(undos) > 0 && !undos[0].due.After(at) {
				seen = append(seen, fmt.Sprint(undos[0].number))
				undos = undos[1:]
			}
			line := Line(steps[:n+1])
			for i, m := range line {
				later := len(line) - 1 - i
				if !published[m.Number] && !m.At.Add(d.Time).After(at) && (later >= d.Moves || Ended(line)) {
					published[m.Number] = true
					seen = append(seen, fmt.Sprint(m.Number))
				}
			}
		}
	}
	return seen
}

func numbers(p Publication) (list []string) {
	for _, s := range p.Shown {
		list = append(list, fmt.Sprint(s.Number))
	}
	return list
}

func anyDelay(t *rapid.T) Delay {
	return Delay{rapid.IntRange(0, 4).Draw(t, "moves"), time.Duration(rapid.IntRange(0, 12).Draw(t, "seconds")) * time.Second}
}

func TestPublishedAsOneWhoWatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps, d := anySteps(t), anyDelay(t)
		for after := range 150 {
			now := noon.Add(time.Duration(after) * time.Second)
			got, want := numbers(Published(steps, d, now)), watched(steps, d, now)
			if !slices.Equal(got, want) {
				t.Fatalf("%v after %s:\n%v\npublished %v, want %v", d, now.Sub(noon), steps, got, want)
			}
		}
	})
}

// Published steps stay, whatever is entered or undone later.
func TestPublishedIsNeverTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps, d := anySteps(t), anyDelay(t)
		var before []Shown
		entered := 0
		for after := range 150 {
			now := noon.Add(time.Duration(after) * time.Second)
			for entered <= len(steps) {
				p := Published(steps[:entered], d, now)
				if len(p.Shown) < len(before) || !slices.Equal(before, p.Shown[:len(before)]) {
					t.Fatalf("%v with %d steps after %s: %v is no longer a beginning of %v", d, entered, now.Sub(noon), before, p.Shown)
				}
				for _, s := range p.Shown {
					if s.Since.Before(s.At.Add(d.Time)) || s.Since.After(now) {
						t.Fatalf("%v: %v is published at %s", d, s, now)
					}
				}
				before = p.Shown
				if entered == len(steps) || steps[entered].At.After(now) {
					break
				}
				entered++
			}
		}
		last := Published(steps, d, noon.Add(time.Hour))
		if line := Line(steps); Ended(line) != last.Over || last.Over && !slices.Equal(line, last.Line()) {
			t.Fatalf("at the end %v is published of %v", last, line)
		}
	})
}

// A viewer with only the published steps gets the same line from them.
func TestPublishedSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps, d := anySteps(t), anyDelay(t)
		for i := range steps {
			if steps[i].Kind == Move {
				steps[i].Point = rules.At(i%9, i/9)
			}
		}
		for after := range 150 {
			p := Published(steps, d, noon.Add(time.Duration(after)*time.Second))
			told := p.Steps()
			if err := CheckSteps(told); err != nil {
				t.Fatalf("%v of %v: %v", told, steps, err)
			}
			if len(told) == 0 {
				continue
			}
			again := Published(told, Delay{}, told[len(told)-1].At)
			if !slices.EqualFunc(told, again.Steps(), Step.Same) || again.Over != Ended(p.Line()) {
				t.Fatalf("%v after %ds:\n%v\nis %v, %v, where %v is published", d, after, steps, again.Steps(), again.Over, told)
			}
			for i, s := range p.Shown {
				if !s.Since.Equal(again.Shown[i].Since) {
					t.Fatalf("step %d was published at %s, or %s", i, s.Since, again.Shown[i].Since)
				}
			}
		}
	})
}

func japanese(t *testing.T) rules.System {
	t.Helper()
	s, ok := rules.ByName("japanese")
	if !ok {
		t.Fatal("no rules")
	}
	return s
}

// play takes steps such as "E5", "pass", "resign", "undo".
func play(t *testing.T, g *Game, words ...string) (steps []Step, err error) {
	t.Helper()
	for i, w := range words {
		s := Step{Kind: Kind(w), At: noon.Add(time.Duration(i) * time.Second), Once: fmt.Sprint(i)}
		if p, ok := rules.PointNamed(w, g.Size); ok {
			s.Kind, s.Point = Move, p
		}
		if s, err = g.Take(steps, s); err != nil {
			return steps, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

func TestTake(t *testing.T) {
	even := &Game{Size: 9, Rules: japanese(t)}
	chinese, _ := rules.ByName("chinese")
	free := &Game{Size: 9, Handicap: 2, Rules: chinese}
	fixed := &Game{Size: 9, Handicap: 2, Rules: japanese(t)}
	for _, tt := range []struct {
		game  *Game
		moves string
		want  string // the line, or the key of the fault
	}{
		{even, "E5 D4 pass pass", "BE5 WD4 B W!"},
		{even, "E5 undo D4", "BD4"},
		{even, "E5 D4 resign", "BE5 WD4 B!"},
		{even, "E5 resign undo", "BE5"},
		{even, "pass pass undo E5", "B WE5"},
		{fixed, "E5", "WE5"},
		{free, "E5 D4 C3 F6", "BE5 BD4 WC3 BF6"},
		{even, "E5 E5", "live.refused"},
		{even, "D5 E5 E6 F6 F5 G5 E4 F4 A1 D4 B1 C5 C1 D6 D1 pass G9 D5 E5", "live.refused"}, // the ko
		{even, "undo", "live.nothing"},
		{even, "resign E5", "live.finished"},
		{even, "jump", "live.kind"},
		{free, "E5 pass", "live.place"},
		{free, "E5 E5", "live.refused"},
	} {
		steps, err := play(t, tt.game, strings.Fields(tt.moves)...)
		var got []string
		for _, s := range Line(steps) {
			text := s.Player.String()
			if s.Kind == Move {
				text += s.Point.Name(9)
			}
			if s.Ends {
				text += "!"
			}
			got = append(got, text)
		}
		text := strings.Join(got, " ")
		if f, ok := fault.As(err); ok {
			text = f.Key
		}
		if text != tt.want {
			t.Errorf("%s: got %s, want %s", tt.moves, text, tt.want)
		}
	}
}

func TestTakeBounds(t *testing.T) {
	g := &Game{Size: 9, Rules: japanese(t)}
	for _, s := range []Step{
		{Kind: Move, Point: rules.At(9, 0), Once: "a"}, {Kind: Move, Once: "a"}, {Kind: Pass}, {Kind: Pass, Once: strings.Repeat("x", 101)},
	} {
		if _, err := g.Take(nil, s); err == nil {
			t.Errorf("%v is taken", s)
		}
	}
	late := Step{Number: 1, Kind: Pass, Player: rules.Black, At: noon}
	if s, err := g.Take([]Step{late}, Step{Kind: Pass, At: noon.Add(-time.Hour), Once: "a"}); err != nil || !s.At.Equal(noon) {
		t.Errorf("a step before the one before: %v %v", s.At, err)
	}
	full := make([]Step, MostSteps)
	if _, err := g.Take(full, Step{Kind: Undo, Once: "a"}); !fault.Is(err, "live.full") {
		t.Errorf("steps without end: %v", err)
	}
}

func TestRecordKeepsTheClocks(t *testing.T) {
	g := &Game{Size: 9, Handicap: 2, Rules: japanese(t)}
	steps, err := play(t, g, "E5", "F6", "pass", "resign")
	if err != nil {
		t.Fatal(err)
	}
	steps[0].Left, steps[1].Left = Clock{true, 754, 0}, Clock{true, 25, 3}
	want := "(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[W+R]HA[2]AB[gc][cg]\n;W[ee]WL[754]\n;B[fd]BL[25]OB[3]\n;W[])\n"
	if got := g.Record(Line(steps)); got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func FuzzParseClock(f *testing.F) {
	for _, text := range []string{"", "12:34", "1:02:34", "0:25/3", "90:00", "12.34", "99:99", "1:60:00", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseClock(text)
		if err != nil {
			return
		}
		if again, err := ParseClock(c.String()); err != nil || again != c || c.Seconds < 0 || c.Seconds > 100*3600 {
			t.Errorf("%q is %v, which reads as %v %v", text, c, again, err)
		}
	})
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string]Clock{
		"": {}, "12:34": {true, 754, 0}, "1:02:34": {true, 3754, 0}, "0:25/3": {true, 25, 3}, "90:00": {true, 5400, 0}, " 0.07 ": {true, 7, 0},
	} {
		if got, err := ParseClock(text); err != nil || got != want {
			t.Errorf("%q: %v %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"12", "12:60", "1:60:00", "12:3", "-1:00", "12:34/"} {
		if _, err := ParseClock(text); !fault.Is(err, "live.clock") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
