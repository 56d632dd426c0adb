package tournament

import (
	"time"

	"tourney/internal/fault"
)

// An Entry is one result as it comes from a desk.
type Entry struct {
	Round, Table int
	// Game is the number of the game that the desk was looking at; 0 when it
	// went by the table alone.
	Game int
	// Seen is the revision of the game that the desk was looking at.
	Seen   int
	Result Result
	// By is the name of who enters it, Desk tells from which desk.
	By, Desk string
	At       time.Time
	// Reason says why a result is corrected; may be empty.
	Reason string
}

// Record enters or corrects a result and returns the game before and after. A
// correction once a later round is published is marked in the game, unless it
// only says more. An entry that repeats what already stands changes nothing, unless it decides a
// dispute. One that contradicts a newer revision is refused with "game.changed"
// and what the other entered; "game.moved" says that another game has come to
// the table.
func (t *Tournament) Record(e Entry) (was, now Game, err error) {
	r := t.Round(e.Round)
	if r == nil {
		return was, now, fault.New(fault.NotFound, "round.missing", e.Round)
	}
	g := r.At(e.Table)
	switch {
	case g == nil:
		return was, now, fault.New(fault.NotFound, "game.missing", e.Round, e.Table)
	case !r.Published:
		return was, now, fault.New(fault.Conflict, "round.draft", e.Round)
	case e.Game != 0 && e.Game != g.ID:
		return was, now, fault.New(fault.Conflict, "game.moved", e.Table)
	case g.Result == e.Result && (!g.Dispute.Open() || g.Revision != e.Seen):
		return *g, *g, nil
	case g.Revision != e.Seen:
		return was, now, fault.New(fault.Conflict, "game.changed", e.Table, g.Result, g.EnteredBy, g.EnteredAt)
	}
	if err := t.checkResult(g, e.Result); err != nil {
		return was, now, err
	}
	if err := bound("reason", e.Reason, longestText); err != nil {
		return was, now, err
	}
	was = *g
	if e.Round < t.Current() && (g.Result.Known() || !g.Corrected.IsZero()) && g.Result != e.Result && !e.Result.Refines(g.Result) {
		g.Corrected = e.At
	}
	g.Result, g.EnteredBy, g.Desk, g.EnteredAt = e.Result, e.By, e.Desk, e.At
	g.Dispute = Dispute{}
	g.Revision++
	return was, *g, nil
}

// Contest notes an entry that Record refused, so that whoever decides sees
// both. The result stands until then; the next entry that Record takes for the
// game is the decision.
func (t *Tournament) Contest(e Entry) error {
	g, err := t.at(e.Round, e.Table)
	switch {
	case err != nil:
		return err
	case e.Game != 0 && e.Game != g.ID:
		return fault.New(fault.Conflict, "game.moved", e.Table)
	case !e.Result.Known() || !g.Result.Known() || e.Result == g.Result:
		return fault.New(fault.Invalid, "result.uncontested", e.Table)
	}
	g.Dispute = Dispute{Result: e.Result, By: e.By, At: e.At, Desk: e.Desk}
	g.Revision++
	return nil
}

// Report enters a result in the name of the two players, who share one link and
// so overrule nothing. What stands is contested by another result, unless that
// only says less; a question that is open already is left to the desk with
// "report.asked". A game that has changed since it was seen and has no result
// is refused with "report.changed". Other faults: "report.results" without
// PlayerResults, "report.nothing" for an unknown result, and those of Record.
func (t *Tournament) Report(e Entry) (was, now Game, err error) {
	g, err := t.at(e.Round, e.Table)
	if err != nil {
		return was, now, err
	}
	e.Result.Unrated = g.Result.Unrated
	stands := g.Result
	switch {
	case !t.Settings.PlayerResults:
		return was, now, fault.New(fault.Denied, "report.results")
	case !e.Result.Known():
		return was, now, fault.New(fault.Invalid, "report.nothing")
	case stands == e.Result || stands.Refines(e.Result) || g.Dispute.Result == e.Result:
		return *g, *g, nil
	case g.Dispute.Open():
		return was, now, fault.New(fault.Conflict, "report.asked", e.Table)
	case !stands.Known() && e.Seen != g.Revision:
		return was, now, fault.New(fault.Conflict, "report.changed", e.Table)
	case !stands.Known() || e.Result.Refines(stands) && g.EnteredBy == e.By:
		e.Seen = g.Revision
		return t.Record(e)
	}
	if err := t.checkResult(g, e.Result); err != nil {
		return was, now, err
	}
	was = *g
	err = t.Contest(e)
	return was, *g, err
}

// checkResult refuses a result that cannot be written down, as a jigo with a
// margin, or that the rules of the tournament cannot give.
func (t *Tournament) checkResult(g *Game, r Result) error {
	if back, err := ParseResult(r.String()); err != nil || back != r {
		return fault.New(fault.Invalid, "result.invalid", r.String())
	}
	if r.Outcome == Jigo && r.Manner == Unspecified {
		switch {
		case !g.Komi.Whole():
			return fault.New(fault.Invalid, "result.jigo.komi", g.Table, g.Komi.String())
		case t.Settings.Tie == TieWhiteWins:
			return fault.New(fault.Invalid, "result.jigo.white", g.Table)
		case t.Settings.Tie == TieBlackWins:
			return fault.New(fault.Invalid, "result.jigo.black", g.Table)
		}
	}
	return nil
}
