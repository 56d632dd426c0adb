package draw

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

func TestListed(t *testing.T) {
	english := webtest.Languages(t)[0]
	for want, texts := range map[string][]string{"5": {"5"}, "5 and 6": {"5", "6"}, "2, 5 and 6": {"2", "5", "6"}, "1, 2, 5 and 6": {"1", "2", "5", "6"}} {
		before := strings.Join(texts, " ")
		if got := joinTexts(english, texts); got != want || strings.Join(texts, " ") != before {
			t.Errorf("listed(%s) = %q, leaving %v; want %q", before, got, texts, want)
		}
	}
}

// A third meeting instead of a second makes the draw worse, whatever the total. So does a repeat of a more recent game,
// or of the round before.
func TestChangeOfMeetings(t *testing.T) {
	settings, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	settings.Rounds = 12
	tn, err := tournament.New(tournament.Info{Slug: "club", Name: "Club"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if _, err := tn.AddPlayer(tournament.Player{Family: fmt.Sprint("Player", i), Rank: settings.Floor, Status: tournament.CheckedIn}, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	draft := func(n int, other tournament.PlayerID) { // 1 meets the other
		rest := []tournament.PlayerID{2, 3, 4}
		rest = append(rest[:other-2], rest[other-1:]...)
		games := []tournament.Game{{Table: 1, Black: other, White: 1, Komi: 13}, {Table: 2, Black: rest[1], White: rest[0], Komi: 13}}
		if err := tn.SetDraft(n, games, nil, tournament.Drawn{}); err != nil {
			t.Fatal(err)
		}
	}
	for i, other := range []tournament.PlayerID{2, 3, 4, 2, 3} {
		draft(i+1, other)
		if err := tn.Publish(i + 1); err != nil {
			t.Fatal(err)
		}
		for table := 1; table <= 2; table++ {
			if _, _, err := tn.Record(tournament.Entry{Round: i + 1, Table: table, Result: tournament.Result{Outcome: tournament.WhiteWins}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	english := webtest.Languages(t)[0]
	draws := map[tournament.PlayerID]*pairing.Draw{}
	for _, other := range []tournament.PlayerID{2, 3, 4} {
		draft(6, other)
		if draws[other], err = pairing.Evaluate(tn, 6); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		was, now tournament.PlayerID
		want     string
	}{
		{4, 2, "Worse: 2 more earlier meetings"}, {2, 4, "Better: 2 earlier meetings less"}, {2, 3, "Worse: 2 immediate rematches"},
	} {
		if cost := newChangeCost(english, draws[tt.was], draws[tt.now]); !strings.HasPrefix(cost.Text, tt.want) {
			t.Errorf("from %d to %d: %q, %q", tt.was, tt.now, cost.Text, cost.Beside)
		}
	}
}

// The first sentence about a change names the reason: a better draw with a price names its only reason.
func TestVerdict(t *testing.T) {
	english := webtest.Languages(t)[0]
	for _, tt := range []struct {
		sign                int
		worse, better       []string
		text, beside, brief string
	}{
		{0, nil, nil, "It costs nothing.", "", "It costs nothing."},
		{-1, nil, nil, "It makes the draw worse.", "", "It makes the draw worse."},
		{1, nil, nil, "It makes the draw better.", "", "It makes the draw better."},
		{1, nil, []string{"a"}, "Better: a.", "", "It makes the draw better."},
		{1, []string{"b", "c"}, []string{"a"}, "Better: a.", "But b, c.", "It makes the draw better."},
		{-1, []string{"b", "c"}, []string{"a"}, "Worse: b, c.", "But a.", "b"},
		{0, []string{"b"}, []string{"a"}, "It costs nothing.", "Worse: b. Better: a.", "It costs nothing."},
	} {
		v := &changeCost{}
		v.judge(english, tt.sign, tt.worse, tt.better)
		if v.Text != tt.text || v.Beside != tt.beside || v.brief != tt.brief || v.Gain != (tt.sign > 0) {
			t.Errorf("%d %v %v: %+v", tt.sign, tt.worse, tt.better, *v)
		}
	}
}

// A player who stays at a table with another opponent and the other colour is named by the table.
func TestTurnedColours(t *testing.T) {
	round := func(games ...tournament.Game) *tournament.Round { return &tournament.Round{Games: games} }
	was := round(tournament.Game{Table: 1, Black: 1, White: 2}, tournament.Game{Table: 2, Black: 3, White: 4}, tournament.Game{Table: 3, Black: 5, White: 6})
	now := round(tournament.Game{Table: 1, Black: 2, White: 3}, tournament.Game{Table: 2, Black: 1, White: 4}, tournament.Game{Table: 3, Black: 6, White: 5})
	if got := strings.Join(turnedColours(was, now), " "); got != "1" {
		t.Errorf("colours changed at %q, want 1", got)
	}
}
