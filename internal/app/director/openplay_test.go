package director

import (
	"context"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/pairing/evening"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

// openClub returns a director of open play with n players at the evening, whose clock shows *now.
func openClub(t *testing.T, n int) (d *Director, ids []tournament.PlayerID, now *time.Time) {
	t.Helper()
	databasetest.Parallel(t)
	now = new(time.Date(2026, 3, 3, 18, 0, 0, 0, time.UTC))
	s := databasetest.Open(t, store.OpenScratch)
	d = New(s, func() time.Time { return *now })
	t.Cleanup(func() {
		if err := s.Verify(context.Background()); err != nil {
			t.Error(err)
		}
	})
	for _, p := range season(t, d, "club", n).Players {
		ids = append(ids, p.ID)
	}
	return d, ids, now
}

// won ends a running game.
func won(t *testing.T, d *Director, id int) {
	t.Helper()
	g := state(t, d).Game(id)
	must(t, enter(d, anna, g.Round, g.Table, g.Revision, tournament.BlackWins))
}

// A repeated request begins one game, and both requests return it.
func TestBeginOnce(t *testing.T) {
	d, ids, _ := openClub(t, 4)
	ed := d.On(anna, "cup")
	first, err := ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "key")
	must(t, err)
	again, err := ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "key")
	must(t, err)
	if first.ID == 0 || again.ID != first.ID || len(state(t, d).Running()) != 1 {
		t.Errorf("games %d and %d, %d are running", first.ID, again.ID, len(state(t, d).Running()))
	}
	if first.White != ids[0] || first.Began.IsZero() {
		t.Errorf("the game of a stronger player with White is %+v", first)
	}
	entries := whole(t, d)
	if e := entries[len(entries)-1]; e.Action != "open.begin" || len(e.Args) != 3 {
		t.Errorf("the log has %s %v", e.Action, e.Args)
	}
	_, err = ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[2]}, "other")
	wantFault(t, err, "open.playing")
	_, err = ed.Begin(t.Context(), Pairing{A: ids[2], B: ids[3], Table: first.Table}, "other")
	wantFault(t, err, "open.table")
}

// A game against a rule of the evening begins only if the players insist.
func TestBeginAgainstARule(t *testing.T) {
	for _, tt := range []struct {
		name  string
		open  tournament.OpenPlay
		games int // before
		want  string
	}{
		{"first rematch", tournament.OpenPlay{Rematch: tournament.RematchOnce}, 1, ""},
		{"second rematch", tournament.OpenPlay{Rematch: tournament.RematchOnce}, 2, "open.against.rematch"},
		{"no rematch", tournament.OpenPlay{Rematch: tournament.RematchNever}, 1, "open.against.rematch"},
		{"any rematch", tournament.OpenPlay{Rematch: tournament.RematchAtOnce}, 3, ""},
		{"too far apart", tournament.OpenPlay{Widest: 1}, 0, "open.against.far"},
		{"near enough", tournament.OpenPlay{Widest: 2}, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, ids, now := openClub(t, 3) // two ranks between the first and the last
			tn := state(t, d)
			tn.Settings.Open = tt.open
			ed := d.On(anna, "cup")
			must(t, ed.SetUp(t.Context(), tn.Info, tn.Settings))
			p := Pairing{A: ids[0], B: ids[2]}
			for range tt.games {
				g, err := ed.Begin(t.Context(), Pairing{A: p.A, B: p.B, Against: true}, "")
				must(t, err)
				*now = now.Add(30 * time.Minute)
				won(t, d, g.ID)
			}
			verdict, err := latest(t, d).JudgeGame(t.Context(), *now, p.A, p.B)
			must(t, err)
			if got := len(verdict.Against) > 0; got != (tt.want != "") {
				t.Errorf("the verdict before the game is %+v", verdict)
			}
			_, err = ed.Begin(t.Context(), p, "")
			if tt.want == "" {
				must(t, err)
				return
			}
			wantFault(t, err, tt.want)
			p.Against = true
			_, err = ed.Begin(t.Context(), p, "")
			must(t, err)
		})
	}
}

// The end of an evening checks all players out; the next check-in begins another one.
func TestEveningEnds(t *testing.T) {
	d, ids, now := openClub(t, 3)
	ed := d.On(anna, "cup")
	g, err := ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "")
	must(t, err)
	wantFault(t, ed.EndEvening(t.Context()), "open.running")
	must(t, ed.Cancel(t.Context(), g.ID))
	must(t, ed.Rest(t.Context(), ids[2], true))
	if w := state(t, d).Waiting(); len(w) != 3 {
		t.Errorf("%d players wait", len(w))
	}
	must(t, ed.EndEvening(t.Context()))
	tn := state(t, d)
	if tn.Evening() != nil || len(tn.Waiting()) > 0 || len(tn.LastEvening().Present) != 3 || tn.Player(ids[2]).Resting {
		t.Errorf("after the end: %+v, %d players wait", tn.LastEvening(), len(tn.Waiting()))
	}
	wantFault(t, ed.EndEvening(t.Context()), "open.between")
	_, err = ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "")
	wantFault(t, err, "open.absent")
	end := tn.Version
	*now = now.AddDate(0, 0, 7)
	must(t, ed.SetStatus(t.Context(), ids[1], tournament.CheckedIn))
	if tn = state(t, d); len(tn.Day.Evenings) != 2 || len(tn.Evening().Present) != 1 || !tn.Evening().Began.Equal(*now) {
		t.Errorf("the next evening: %+v", tn.Day.Evenings)
	}
	must(t, ed.Undo(t.Context(), tn.Version))
	must(t, ed.Undo(t.Context(), end))
	if tn = state(t, d); tn.Evening() == nil || len(tn.Waiting()) != 3 || len(tn.Day.Evenings) != 1 {
		t.Errorf("after both undos: %+v, %d players wait", tn.Day.Evenings, len(tn.Waiting()))
	}
}

// The first arrival of another day ends a forgotten evening at its last entry: former players are not there.
func TestForgottenEveningEnds(t *testing.T) {
	d, ids, now := openClub(t, 3)
	ed := d.On(anna, "cup")
	g, err := ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "")
	must(t, err)
	*now = now.Add(40 * time.Minute)
	won(t, d, g.ID)
	last := *now
	*now = now.AddDate(0, 0, 1)
	_, err = ed.AddPlayer(t.Context(), tournament.Player{Family: "New", Rank: 20, Status: tournament.CheckedIn}, tournament.RefuseNamesakes, "")
	must(t, err)
	tn := state(t, d)
	if e := tn.Day.Evenings; len(e) != 2 || !e[0].Ended.Equal(last) || e[1].First != 2 || len(tn.Waiting()) != 1 {
		t.Errorf("evenings %+v, %d players wait", e, len(tn.Waiting()))
	}
}

// The undo of a begin leaves another game that has begun in the same turn.
func TestBeginIsUndone(t *testing.T) {
	d, ids, _ := openClub(t, 4)
	ed := d.On(anna, "cup")
	first, err := ed.Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "")
	must(t, err)
	version := state(t, d).Version
	second, err := ed.Begin(t.Context(), Pairing{A: ids[2], B: ids[3]}, "")
	must(t, err)
	if first.Round != second.Round {
		t.Fatalf("turns %d and %d", first.Round, second.Round)
	}
	must(t, ed.Undo(t.Context(), version))
	tn := state(t, d)
	if g := tn.Running(); len(g) != 1 || g[0].ID != second.ID || len(tn.Waiting()) != 2 {
		t.Errorf("%d games run, %d players wait", len(g), len(tn.Waiting()))
	}
	must(t, ed.Undo(t.Context(), tn.Version-1)) // the second begin
	if tn = state(t, d); len(tn.Running()) > 0 || len(tn.Waiting()) != 4 {
		t.Errorf("%d games run", len(tn.Running()))
	}
	won := whole(t, d)
	if len(won) != tn.Version {
		t.Errorf("%d entries of %d", len(won), tn.Version)
	}
}

// The next games pair the waiting players, and name the expected ends of the running games.
func TestNextGames(t *testing.T) {
	d, ids, now := openClub(t, 4)
	g, err := d.On(anna, "cup").Begin(t.Context(), Pairing{A: ids[0], B: ids[1]}, "")
	must(t, err)
	*now = now.Add(15 * time.Minute)
	next, err := latest(t, d).NextGames(t.Context(), *now)
	must(t, err)
	if len(next.Games) != 1 || next.Games[0].White != ids[2] || next.Games[0].Black != ids[3] || len(next.Games[0].Reasons) == 0 {
		t.Errorf("next games %+v", next.Games)
	}
	if end := next.Ends[g.ID]; len(next.Ends) != 1 || !end.After(*now) {
		t.Errorf("game %d ends at %v", g.ID, end)
	}
	if next.Promise != 20*time.Minute || next.Promise > evening.MostPromise {
		t.Errorf("the promise is %v", next.Promise)
	}
	if _, err = latest(t, d).JudgeGame(t.Context(), *now, ids[0], ids[2]); err == nil {
		t.Error("a game of a playing player is judged")
	}
}
