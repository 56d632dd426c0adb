package consent

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var first = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		rules Rules
		said  Hiding
		born  int
		first time.Time
		want  Hiding
	}{
		{Rules{}, Unsaid, 2015, first, Full},
		{Rules{}, Anonymous, 0, first, Anonymous},
		{Rules{Minors: Anonymous}, Unsaid, 2015, first, Anonymous},
		{Rules{Minors: Initials}, Unsaid, 2008, first, Initials}, // 17 until their birthday
		{Rules{Minors: Initials}, Unsaid, 2007, first, Full},
		{Rules{Minors: Initials, Age: 16}, Unsaid, 2009, first, Full},
		{Rules{Minors: Initials, Age: 16}, Unsaid, 2010, first, Initials},
		{Rules{Minors: Anonymous}, Full, 2015, first, Full}, // by a guardian
		{Rules{Minors: Anonymous}, Initials, 2015, first, Initials},
		{Rules{Minors: Anonymous}, Unsaid, 0, first, Full},
		{Rules{Minors: Anonymous}, Unsaid, 2015, time.Time{}, Full},
		{Rules{Minors: Full}, Unsaid, 2015, first, Full},
		{Rules{All: Initials}, Unsaid, 0, first, Initials},
		{Rules{All: Initials}, Full, 0, first, Initials},
		{Rules{All: Initials}, Anonymous, 0, first, Anonymous},
		{Rules{All: Initials, Minors: Anonymous}, Unsaid, 2015, first, Anonymous},
		{Rules{All: Full, Minors: Initials}, Unsaid, 2015, first, Initials},
	} {
		if got := tt.rules.Of(tt.said, tt.born, tt.first); got != tt.want {
			t.Errorf("%+v of %q born %d: %q, want %q", tt.rules, tt.said, tt.born, got, tt.want)
		}
	}
}

// Of never returns Unsaid, follows a choice, and never shows more of a younger player.
func TestOfIsDecided(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rules{
			rapid.SampledFrom(Hidings()).Draw(t, "all"), rapid.SampledFrom(Hidings()).Draw(t, "minors"), rapid.IntRange(0, mostAge).Draw(t, "age"),
		}
		said, born := rapid.SampledFrom(Hidings()).Draw(t, "said"), rapid.IntRange(1900, 2026).Draw(t, "born")
		got := r.Of(said, born, first)
		if got == Unsaid || said != Unsaid && got != said.Stricter(r.All) || got.Stricter(r.All) != got {
			t.Fatalf("%+v of %q: %q", r, said, got)
		}
		if younger := r.Of(said, born+1, first); got.Hides() && !younger.Hides() {
			t.Fatalf("%+v hides who is born in %d and not the younger", r, born)
		}
	})
}

func TestWritesWhatItReads(t *testing.T) {
	for _, want := range append(Hidings(), "nobody") {
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Hiding
		if err := json.Unmarshal(text, &got); err != nil || got != want {
			t.Errorf("%q is written %s and read %q, %v", want, text, got, err)
		}
		if err := got.Check(); (err != nil) != (want == "nobody") {
			t.Errorf("%q: %v", got, err)
		}
	}
}

func TestReadsWhatEarlierProgramsWrote(t *testing.T) {
	for text, want := range map[string]Hiding{`true`: Initials, `false`: Unsaid, `"anonymous"`: Anonymous, `""`: Unsaid} {
		var h Hiding
		if err := json.Unmarshal([]byte(text), &h); err != nil || h != want {
			t.Errorf("%s is read as %q, %v", text, h, err)
		}
	}
	for _, text := range []string{`3`, `[]`, `{}`} {
		var h Hiding
		if err := json.Unmarshal([]byte(text), &h); err == nil {
			t.Errorf("%s is read as %q", text, h)
		}
	}
}
