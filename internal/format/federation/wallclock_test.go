package federation

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/results/rating"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// A formatted clock is read as the same clock; other text is not a clock.
func TestClockSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 9999).Draw(t, "n")) * rapid.SampledFrom([]time.Duration{time.Second, time.Minute}).Draw(t, "unit")
		})
		c := tournament.Clock{Main: tournament.Span(span.Draw(t, "main")), Overtime: rapid.SampledFrom([]tournament.Overtime{
			tournament.SuddenDeath, tournament.Fischer, tournament.Japanese, tournament.Canadian}).Draw(t, "overtime")}
		switch c.Overtime {
		case tournament.Fischer:
			c.Period = tournament.Span(span.Draw(t, "increment"))
		case tournament.Japanese:
			c.Period, c.Periods = tournament.Span(span.Draw(t, "period")), rapid.IntRange(0, 999).Draw(t, "periods")
		case tournament.Canadian:
			c.Period, c.Stones = tournament.Span(span.Draw(t, "period")), rapid.IntRange(0, 999).Draw(t, "stones")
		}
		if got, ok := clockSaid(clockWords(c)); !ok || got != c {
			t.Fatalf("%q is %+v, want %+v", clockWords(c), got, c)
		}
	})
	for _, words := range []string{"", "Fischer 30 minutes", "Sudden death 30 minutes + 15 seconds", "Japanese 30 minutes + 15 seconds",
		"Canadian 30 minutes + 3 x 15 seconds", "OpenGotha 3.50", "fischer 30 minutes + 15 seconds"} {
		if c, ok := clockSaid(words); ok {
			t.Errorf("%q is taken for %+v", words, c)
		}
	}
}

// The class of a results file is the class that it names, or that its main time allows, not the class of its adjusted
// time without overtime.
func TestClassOfWallLists(t *testing.T) {
	const game = "1 Aho A 2d FI Club 2+/b0\n2 Berg B 1d FI Club 1-/w0\n"
	const french = "1 AHO A 2D Club 2+b0\n2 BERG B 1D Club 1-w0\n"
	got := map[string]rating.Class{}
	want := map[string]rating.Class{
		"; CL[B]\n; TM[80]\n; CM[Fischer 40 minutes + 20 seconds]\n" + game: rating.B,
		"; CL[B]\n; TM[80]\n; CM[40 minutes and byoyomi]\n" + game:          rating.B,
		"; CL[D]\n; TM[80]\n" + game:                                        rating.D,
		"; CL[X]\n; TM[80]\n" + game:                                        rating.Unrated,
		"; CL[?]\n; TM[80]\n" + game:                                        rating.A,
		";time=40+b\n;ta=80\n" + french:                                     rating.B,
		";time=80\n;ta=80\n" + french:                                       rating.A,
	}
	for text := range want {
		tn, _, err := ReadWall([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got[text] = rating.ClassIn(tn.Settings)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A French file that was read is written with the same times.
func TestFrenchTimesComeBack(t *testing.T) {
	for _, times := range []string{"time=30+b\n;ta=60", "time=40+b\n;ta=80", "time=0+b\n;ta=30", "time=59+b\n;ta=60", "time=75\n;ta=75", "time=0\n;ta=0"} {
		text := ";name=260314-testila\n;" + times + "\n;size=19\n1 AHO A 2D Club 2+b0\n2 BERG B 1D Club 1-w0\n"
		tn, _, err := ReadWall([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := formattest.AsFile(t, WriteFFG, tn); !strings.Contains(again, ";"+times+"\n") {
			t.Errorf("%q is written again as\n%s", times, again)
		}
	}
}
