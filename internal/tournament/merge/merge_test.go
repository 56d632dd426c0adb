package merge

import (
	"slices"
	"testing"
	"time"
)

type rounds uint64

func (r rounds) Has(n int) bool { return r&(1<<n) != 0 }

type inner struct {
	Points, Byes int
	At           time.Time
}

type value struct {
	Name         string
	Black, White int
	Away         rounds
	Inner        inner
	List         []int
}

var seats = OnePart{"Black", "White"}

func TestBack(t *testing.T) {
	at := time.Unix(1, 0)
	for name, c := range map[string]struct {
		is, was, now, want value
		refused            bool
	}{
		"nothing else changed":      {is: value{Name: "b"}, was: value{Name: "a"}, now: value{Name: "b"}, want: value{Name: "a"}},
		"another field changed":     {is: value{Name: "b", Black: 3}, was: value{Name: "a"}, now: value{Name: "b"}, want: value{Name: "a", Black: 3}},
		"the same changed":          {is: value{Name: "c"}, was: value{Name: "a"}, now: value{Name: "b"}, refused: true},
		"it is as it was":           {is: value{Name: "a"}, was: value{Name: "a"}, now: value{Name: "b"}, refused: true},
		"deep inside":               {is: value{Inner: inner{Points: 2, Byes: 7}}, was: value{Inner: inner{Points: 1}}, now: value{Inner: inner{Points: 2}}, want: value{Inner: inner{Points: 1, Byes: 7}}},
		"a time is one part":        {is: value{Inner: inner{At: at}}, was: value{}, now: value{Inner: inner{At: at}}, want: value{}},
		"a round of its own":        {is: value{Away: 0b110}, was: value{}, now: value{Away: 0b010}, want: value{Away: 0b100}},
		"the same round":            {is: value{Away: 0b100}, was: value{}, now: value{Away: 0b010}, refused: true},
		"one of two together":       {is: value{Black: 2, White: 9}, was: value{Black: 1, White: 8}, now: value{Black: 2, White: 8}, refused: true},
		"both together":             {is: value{Black: 2, White: 8}, was: value{Black: 1, White: 8}, now: value{Black: 2, White: 8}, want: value{Black: 1, White: 8}},
		"a list is one part":        {is: value{List: []int{1, 2, 3}}, was: value{}, now: value{List: []int{1, 2}}, refused: true},
		"a list that has not moved": {is: value{List: []int{1, 2}, Name: "x"}, was: value{}, now: value{List: []int{1, 2}}, want: value{Name: "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			is := c.is
			if ok := Back(&is, &c.was, &c.now, seats); ok == c.refused {
				t.Fatalf("taken back: %v", ok)
			}
			if c.refused {
				c.want = c.is
			}
			if !equal(is, c.want) {
				t.Errorf("%+v, want %+v", is, c.want)
			}
		})
	}
}

func equal(a, b value) bool { return len(Touched(&a, &b)) == 0 }

func TestRewind(t *testing.T) {
	is := value{Name: "c", Black: 5, Away: 0b111}
	Rewind(&is, &value{Name: "a", Away: 0b001}, &value{Name: "b", Away: 0b011})
	if want := (value{Name: "a", Black: 5, Away: 0b101}); !equal(is, want) {
		t.Errorf("%+v, want %+v", is, want)
	}
}

func TestTouched(t *testing.T) {
	got := Touched(&value{Name: "a", White: 1}, &value{Name: "b", White: 2, Inner: inner{Byes: 3}}, seats)
	if want := []string{".Name", ".Black", ".Inner.Byes"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBackList(t *testing.T) {
	for name, c := range map[string]struct{ is, was, now, want []int }{
		"one came":            {[]int{1, 2, 3}, []int{1}, []int{1, 2}, []int{1, 3}},
		"one went":            {[]int{1, 3}, []int{1, 2}, []int{1}, []int{1, 3, 2}},
		"nothing since":       {[]int{2, 1}, []int{1, 2}, []int{2, 1}, []int{1, 2}},
		"what came went away": {[]int{1}, []int{1}, []int{1, 2}, nil},
	} {
		is := slices.Clone(c.is)
		if ok := BackList(&is, c.was, c.now); ok != (c.want != nil) || ok && !slices.Equal(is, c.want) {
			t.Errorf("%s: %v, %v; want %v", name, is, ok, c.want)
		}
	}
}
