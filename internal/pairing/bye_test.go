package pairing

import (
	"slices"
	"testing"

	"tourney/internal/tournament"
)

var notShown = tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByForfeit} // Black did not come

// A player who did not show up gets no bye in the next round, unless all others
// have had one; an expected player ranks directly after the players present.
func TestNoShowsGetTheByeLast(t *testing.T) {
	tn := event(t, settings(t, "swiss"), ranks(5)...)
	play(t, tn, 1, []tournament.Game{met(4, 1), met(2, 3)}, []tournament.PlayerID{5}, notShown, blackWon)
	d := draw(t, tn, 2)
	if !slices.Equal(d.Byes, []tournament.PlayerID{3}) {
		t.Fatalf("the bye goes to %v, want 3, who lost and came", d.Byes)
	}
	if said, _ := d.ExplainBye(3); said.Key != "explain.bye.came" {
		t.Errorf("explained by %s", said.Key)
	}
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if got := listed(Checks(tn, 2)); got != "check.bye.given [1] [] [3]\ncheck.gap.group [1] [2] [4 2]\ncheck.noshow [1] [] [4]" {
		t.Errorf("checks:\n%s", got)
	}
	if err := tn.Expect(4, 2); err != nil {
		t.Fatal(err)
	}
	if d := draw(t, tn, 2); !slices.Equal(d.Byes, []tournament.PlayerID{3}) {
		t.Errorf("who is said to come gets the bye before others: %v", d.Byes)
	}
	if got := listed(Checks(tn, 2)); got != "check.bye.given [1] [] [3]\ncheck.gap.group [1] [2] [4 2]\ncheck.ranks.changed [] [] []" {
		t.Errorf("checks when they are said to come:\n%s", got)
	}
}

// Where no other player could have the bye, the check names its present receiver.
func TestNoShowWithTheOnlyByeLeft(t *testing.T) {
	s := settings(t, "swiss")
	s.Rounds = 4
	tn := event(t, s, ranks(3)...)
	play(t, tn, 1, []tournament.Game{met(1, 2)}, []tournament.PlayerID{3}, blackWon)
	play(t, tn, 2, []tournament.Game{met(1, 3)}, []tournament.PlayerID{2}, notShown)
	d := draw(t, tn, 3)
	if err := d.Draft(tn, "test"); err != nil {
		t.Fatal(err)
	}
	if said, _ := d.ExplainBye(1); !slices.Equal(d.Byes, []tournament.PlayerID{1}) || said.Key != "explain.bye.noshow" {
		t.Errorf("byes %v, explained by %v", d.Byes, said)
	}
	for _, c := range Checks(tn, 3) {
		if c.Subject == "noshow" {
			if c.Key != "check.noshow.bye" || !c.Grave {
				t.Errorf("%+v", c)
			}
			return
		}
	}
	t.Error("the check says that all is well")
}

// A player kept apart from all others has the bye. The sentence gives the reason and names no player.
func TestByeOfTheOnlyOneLeft(t *testing.T) {
	s := settings(t, "egf")
	s.Rounds = 3
	tn := event(t, s, ranks(5)...)
	for other := tournament.PlayerID(2); other <= 5; other++ {
		s.Constraints.Wishes = append(s.Constraints.Wishes, tournament.Wish{A: 1, B: other, Kind: tournament.Apart})
	}
	tn.Settings.Constraints = s.Constraints
	d := draw(t, tn, 1)
	said, ok := d.ExplainBye(1)
	if !ok || said.Key != "explain.bye.only" {
		t.Errorf("byes %v, explained by %+v", d.Byes, said)
	}
}
