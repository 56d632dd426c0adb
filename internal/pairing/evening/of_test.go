package evening

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// openClub returns open play of n members from 1d down, all at the evening since now.
func openClub(t interface{ Fatal(...any) }, n int, now time.Time) *tournament.Tournament {
	s, err := tournament.PresetNamed("club")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "club", Name: "Club"}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		p := tournament.Player{Family: fmt.Sprintf("P%02d", i), Rank: rank.FromIndex(-i), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	tn.NoteArrivals(now)
	return tn
}

// played begins a game and enters its result after some minutes, none for 0.
func played(t interface{ Fatal(...any) }, tn *tournament.Tournament, black, white tournament.PlayerID, at time.Time, minutes int) {
	id, err := tn.Begin(tournament.Pair{Black: black, White: white}, at)
	if err != nil {
		t.Fatal(err)
	}
	if minutes == 0 {
		return
	}
	g := tn.Game(id)
	e := tournament.Entry{Round: g.Round, Table: g.Table, Result: tournament.Result{Outcome: tournament.BlackWins}, At: at.Add(time.Duration(minutes) * time.Minute)}
	if _, _, err := tn.Record(e); err != nil {
		t.Fatal(err)
	}
}

// Of counts the games of this evening, remembers the meetings of earlier ones between players who are here, and lists
// who waits since when.
func TestOf(t *testing.T) {
	first := tuesday.AddDate(0, 0, -7)
	tn := openClub(t, 5, first)
	played(t, tn, 1, 2, first, 30)
	played(t, tn, 1, 5, first, 30) // 5 does not come again
	if err := tn.EndEvening(first.Add(3 * time.Hour)); err != nil {
		t.Fatal(err)
	}
	for id := range 4 {
		if err := tn.SetStatus(tournament.PlayerID(id+1), tournament.CheckedIn); err != nil {
			t.Fatal(err)
		}
	}
	tn.NoteArrivals(tuesday)
	tn.Settings.Open = tournament.OpenPlay{Rematch: tournament.RematchNever, Promise: 12, Widest: 5}
	minute := func(n int) time.Time { return tuesday.Add(time.Duration(n) * time.Minute) }
	played(t, tn, 2, 1, minute(5), 40)
	played(t, tn, 3, 4, minute(6), 0)
	if err := tn.Rest(1, true, minute(46)); err != nil {
		t.Fatal(err)
	}
	e := Of(tn, minute(50))
	if want := (Rules{Rematch: tournament.RematchNever, Promise: 12 * time.Minute, Widest: 5}); e.Rules != want || !e.Now.Equal(minute(50)) {
		t.Errorf("rules %+v at %v", e.Rules, e.Now)
	}
	people := []Person{
		{ID: 1, Strength: 0, Since: minute(45), Games: 1, Colours: 1, Resting: true}, {ID: 2, Strength: -1, Since: minute(45), Games: 1, Colours: -1},
		{ID: 3, Strength: -2}, {ID: 4, Strength: -3},
	}
	if d := cmp.Diff(people, e.People); d != "" {
		t.Errorf("people (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]Meeting{{A: 1, B: 2, Tonight: 1, Last: minute(5), Black: 2}}, e.Met); d != "" {
		t.Errorf("meetings (-want +got):\n%s", d)
	}
	if len(e.Games) != 1 || e.Games[0].A != 3 || e.Games[0].B != 4 || !e.Games[0].Ends.After(minute(50)) {
		t.Errorf("games %+v", e.Games)
	}
	if e.Length < 10*time.Minute || e.Length > 2*time.Hour {
		t.Errorf("a game takes %v", e.Length)
	}
	if between := Of(openClub(t, 0, tuesday), tuesday); len(between.People)+len(between.Games)+len(between.Met) > 0 {
		t.Errorf("without players: %+v", between)
	}
}

// Every state of open play has a plan, and every begun proposal of it is a game that the players may begin.
func TestEveryStateHasAPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := tuesday
		tn := openClub(t, rapid.IntRange(0, 9).Draw(t, "players"), now)
		for range rapid.IntRange(0, 12).Draw(t, "rounds of proposals") {
			now = now.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "minutes")) * time.Minute)
			plan, err := Next(context.Background(), Of(tn, now))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range plan.Games {
				if _, err := tn.Begin(tournament.Pair{Black: p.Black, White: p.White, Terms: p.Terms}, now); err != nil {
					t.Fatal(err)
				}
			}
			for _, g := range tn.Running() {
				if rapid.Bool().Draw(t, "ends") {
					e := tournament.Entry{Round: g.Round, Table: g.Table, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins}, At: now}
					if _, _, err := tn.Record(e); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}
