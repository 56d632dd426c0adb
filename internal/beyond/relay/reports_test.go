package relay

import (
	"fmt"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// The link on a slip is invalid while its round is a draft, here and for a hub. A report from a hub has the name of no
// player of another game.
func TestReportNeedsItsGame(t *testing.T) {
	d, ctx := published(t), t.Context()
	desk := d.On(anna, "cup")
	for i := range 8 {
		_, err := desk.AddPlayer(ctx, tournament.Player{
			Family: fmt.Sprint("Player", i), Given: "X", Rank: rank.Kyu(1), Status: tournament.CheckedIn,
		}, tournament.RefuseNamesakes, "")
		check(t, err)
	}
	check(t, desk.Round(1).Pair(ctx, 1))
	check(t, desk.Round(1).Publish(ctx))
	state := func() *tournament.Tournament {
		s, err := d.Snapshot(ctx, "cup")
		check(t, err)
		return s.Tournament
	}
	wantFault := func(err error, key string) {
		t.Helper()
		if !fault.Is(err, key) {
			t.Errorf("%v, want %s", err, key)
		}
	}
	settings := state().Settings
	settings.PlayerResults = true
	check(t, desk.SetUp(ctx, state().Info, settings))
	g, other := state().Round(1).At(1), state().Round(1).At(2)
	token, err := d.GameToken(ctx, state(), g)
	check(t, err)
	report := publication.Report{
		Game: g.ID, By: other.Black, Link: director.LinkHash(token), Key: "a", Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins},
	}
	wantFault(takeReport(ctx, d.Director, "cup", report), "report.token")
	report.By, report.Key = g.Black, "b"
	check(t, desk.Because("a test").Round(1).Unpublish(ctx))
	wantFault(takeReport(ctx, d.Director, "cup", report), "report.token")
	_, err = d.GameOf(ctx, state(), token)
	wantFault(err, "report.token")
	check(t, desk.Round(1).Publish(ctx))
	_, err = d.GameOf(ctx, state(), token)
	check(t, err)
	report.Key = "c"
	check(t, takeReport(ctx, d.Director, "cup", report))
	if now := state().Round(1).At(1); now.Result != report.Result || now.EnteredBy != tournament.ByPlayer(g.Black) {
		t.Errorf("reported: %+v", now)
	}
}
