package director

import (
	"strings"
	"testing"

	"tourney/internal/tournament"
)

// The desk needs a reason for a correction of an earlier round and for a change of a published round, and the log
// stores it. Players need no reason.
func TestReasonsAreAsked(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	for table := 1; table <= 4; table++ {
		must(t, enter(d, anna, 1, table, 0, tournament.BlackWins))
	}
	g := state(t, d).Round(1).At(1)
	must(t, enter(d, anna, 1, 1, g.Revision, tournament.WhiteWins)) // of the current round
	must(t, d.On(anna, "cup").Round(2).Pair(ctx, 1))
	must(t, d.On(anna, "cup").Round(2).Publish(ctx))

	g = state(t, d).Round(1).At(1)
	wantFault(t, enter(d, anna, 1, 1, g.Revision, tournament.BlackWins), "reason.needed")
	wantFault(t, d.On(anna, "cup").Round(2).SwapColours(ctx, 1), "reason.needed")
	wantFault(t, d.On(anna, "cup").Because("  ").Round(2).SwapColours(ctx, 1), "reason.needed")
	wantFault(t, d.On(anna, "cup").Because(strings.Repeat("x", LongestReason+1)).Round(2).SwapColours(ctx, 1), "field.long")
	must(t, d.On(anna, "cup").Because(" wrong  colour ").Round(2).SwapColours(ctx, 1))
	swap := last(t, d)
	if swap.Reason != "wrong colour" {
		t.Errorf("the log has the reason %q", swap.Reason)
	}
	wantFault(t, d.On(anna, "cup").Undo(ctx, swap.Version), "reason.needed")
	must(t, d.On(anna, "cup").Because("it was right").Undo(ctx, swap.Version))

	report := func(by string) error {
		g := state(t, d).Round(1).At(2)
		_, err := d.On(Actor{Name: by}, "cup").Enter(ctx, tournament.Entry{
			Round: 1, Table: 2, Seen: g.Revision, Result: tournament.Result{Outcome: tournament.WhiteWins},
		})
		return err
	}
	wantFault(t, report("Bert"), "reason.needed")
	must(t, report(tournament.ByLink))
}

// A reason can be added later, once, by the author or by another person with their name.
func TestReasonsComeLater(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	playing(t, d, 8)
	must(t, enter(d, anna, 1, 1, 0, tournament.BlackWins))
	first := last(t, d).Version
	must(t, enter(d, anna, 1, 2, 0, tournament.BlackWins))
	wantFault(t, d.On(anna, "cup").Log().Explain(ctx, first), "reason.empty")
	wantFault(t, d.On(anna, "cup").Because("x").Log().Explain(ctx, 999), "log.missing")
	must(t, d.On(bert, "cup").Because("slip").Log().Explain(ctx, first))
	wantFault(t, d.On(anna, "cup").Because("slip").Log().Explain(ctx, first), "reason.given")
	e, err := d.On(anna, "cup").Because("the board said so").Log().ExplainLast(ctx)
	must(t, err)
	_, err = d.On(bert, "cup").Because("x").Log().ExplainLast(ctx)
	wantFault(t, err, "undo.nothing")
	log := whole(t, d)
	if got := log[first-1].Reason; got != "slip ("+bert.Name+")" {
		t.Errorf("somebody else's reason is %q", got)
	}
	if got := log[e.Version-1].Reason; e.Version != first+1 || got != "the board said so" {
		t.Errorf("the last entry, %d, has the reason %q", e.Version, got)
	}
}

// last returns the latest entry of the log.
func last(t *testing.T, d *Director) LogEntry {
	t.Helper()
	log := whole(t, d)
	return log[len(log)-1]
}
