package director

import (
	"testing"

	"tourney/internal/beyond/publication"
	"tourney/internal/tournament"
)

// byLink is the actor of reports through the link on a slip.
var byLink = Actor{Name: tournament.ByLink}

// The log names the player of a report, and an undo works as for any entry.
func TestReportIsLoggedAndUndone(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	e := tournament.Entry{Mode: tournament.Reported, Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}
	_, err := d.On(byLink, "cup").Enter(ctx, e)
	wantFault(t, err, "report.results")
	tn := state(t, d)
	settings := tn.Settings
	settings.PlayerResults = true
	must(t, d.On(anna, "cup").SetUp(ctx, tn.Info, settings))
	done, err := d.On(byLink, "cup").Enter(ctx, e)
	must(t, err)
	now := done.Now
	if now != *game(t, d, 1) || now.Result != e.Result || now.EnteredBy != byLink.Name {
		t.Errorf("reported: %+v", now)
	}
	reported := state(t, d).Version
	_, err = d.On(byLink, "cup").Enter(ctx, e)
	must(t, err)
	if got := state(t, d).Version; got != reported {
		t.Errorf("the same report again makes version %d of %d", got, reported)
	}
	e.Result.Outcome = tournament.WhiteWins
	_, err = d.On(byLink, "cup").Enter(ctx, e)
	must(t, err)
	log, _, err := d.Log(ctx, "cup", 0, LogFilter{})
	must(t, err)
	if log[0].Action != "result.contest" || log[1].Action != "result.report" || log[0].By != byLink.Name || log[1].By != byLink.Name {
		t.Errorf("the log says %s by %s after %s by %s", log[0].Action, log[0].By, log[1].Action, log[1].By)
	}
	must(t, d.On(anna, "cup").Undo(ctx, log[0].Version))
	must(t, d.On(anna, "cup").Undo(ctx, log[1].Version))
	if g := game(t, d, 1); g.Result.Known() || g.Dispute.Open() {
		t.Errorf("taken back: %+v", g)
	}
}

// The link on a slip is invalid while its round is a draft, here and for a hub. A report from a hub has the name of no
// player of another game.
func TestReportNeedsItsGame(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	tn := state(t, d)
	settings := tn.Settings
	settings.PlayerResults = true
	must(t, d.On(anna, "cup").SetUp(ctx, tn.Info, settings))
	g, other := game(t, d, 1), game(t, d, 2)
	token, err := d.GameToken(ctx, state(t, d), g)
	must(t, err)
	report := publication.Report{
		Game: g.ID, By: other.Black, Link: publication.LinkHash(token), Key: "a", Seen: g.Revision, Result: tournament.Result{Outcome: tournament.BlackWins},
	}
	wantFault(t, TakeReport(ctx, d, "cup", report), "report.token")
	report.By, report.Key = g.Black, "b"
	must(t, d.On(anna, "cup").Because("a test").Round(1).Unpublish(ctx))
	wantFault(t, TakeReport(ctx, d, "cup", report), "report.token")
	_, err = d.GameOf(ctx, state(t, d), token)
	wantFault(t, err, "report.token")
	must(t, d.On(anna, "cup").Round(1).Publish(ctx))
	_, err = d.GameOf(ctx, state(t, d), token)
	must(t, err)
	report.Key = "c"
	must(t, TakeReport(ctx, d, "cup", report))
	if now := game(t, d, 1); now.Result != report.Result || now.EnteredBy != tournament.ByPlayer(g.Black) {
		t.Errorf("reported: %+v", now)
	}
}
