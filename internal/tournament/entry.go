package tournament

import (
	"time"

	"tourney/internal/fault"
)

// An Actor is who does something. The name stands in the log and beside results;
// whose entry a result is goes by the identity of the desk, which nobody is
// shown. Who is at no desk is known by the name alone.
type Actor struct{ Name, Desk string }

// Entered reports whether an entry with that name and desk is this actor's.
func (a Actor) Entered(by, desk string) bool {
	return desk == a.Desk && (desk != "" || by == a.Name)
}

// ByLink is the name under which the players of a game send what comes by the
// link on their slip, whoever of the two it was. People are shown a word for it.
const ByLink = "@players"

// A Way is how an entry was made. It decides what becomes of one that
// contradicts another, see Tournament.Enter.
type Way int

const (
	// AsSeen is for the game as it was seen: once that has changed, only what
	// stands already is taken.
	AsSeen Way = iota
	// Chosen is by a button beside the game.
	Chosen
	// Typed is without a look at the game.
	Typed
	// Reported is by the players of the game, who share one link.
	Reported
)

// An Entry is one result as it comes from a desk or from the players.
type Entry struct {
	Round, Table int
	// Game is the number of the game that was looked at; 0 when the entry goes by
	// the table alone.
	Game int
	// Seen is the revision of the game that was looked at.
	Seen   int
	Result Result
	Way    Way
	// By is the name of who enters it, Desk tells from which desk.
	By, Desk string
	At       time.Time
	// Reason says why a result is corrected; may be empty.
	Reason string
}

// An Effect is what an entry did.
type Effect int

const (
	// Unchanged says that what stands, or is in question, says as much already.
	Unchanged Effect = iota
	// Recorded says that the entry is the result.
	Recorded
	// Contested says that the entry stands beside the result until it is decided
	// which is right.
	Contested
)

// Entered is what has become of an entry, and its game before and after.
type Entered struct {
	Effect   Effect
	Was, Now Game
}

// Enter decides whose entry wins, and changes the game accordingly. Who looks at
// the game and chooses corrects it at once; what came in unseen is contested, so
// that somebody decides who sees both. Who types looks at nothing, and so
// overrules only what the same desk entered, or what the players reported with
// fewer words; players who report overrule nobody.
//
// Faults: those of Record; "game.changed" only for what is entered AsSeen. From a
// desk, "desk.changed" when the game has changed so that there is nothing to
// contest, "desk.fillQuestion" for a third result typed while two are in question,
// and "desk.clear.theirs" when another desk's result would be cleared by typing.
// From players, "report.asked" for a third result, "report.changed" when the game
// has no result and is another than was seen, "report.results" without
// PlayerResults, and "report.nothing" for an unknown result.
func (t *Tournament) Enter(e Entry) (Entered, error) {
	g, err := t.at(e.Round, e.Table)
	if err != nil {
		return Entered{}, err
	}
	was := *g
	var effect Effect
	switch e.Way {
	case Chosen:
		effect, err = t.enterChosen(g, e)
	case Typed:
		effect, err = t.enterTyped(g, e)
	case Reported:
		effect, err = t.enterReported(g, e)
	default:
		effect, err = t.enterSeen(g, e)
	}
	return Entered{effect, was, *g}, err
}

// enterSeen records an entry for the game as it was seen.
func (t *Tournament) enterSeen(g *Game, e Entry) (Effect, error) {
	was, now, err := t.Record(e)
	if err != nil || was == now {
		return Unchanged, err
	}
	return Recorded, nil
}

// enterChosen records an entry, or contests with it what came in unseen.
func (t *Tournament) enterChosen(g *Game, e Entry) (Effect, error) {
	effect, err := t.enterSeen(g, e)
	if fault.Is(err, "game.changed") {
		return t.contest(g, e)
	}
	return effect, err
}

// enterTyped never lets an entry overrule what another desk has entered: a
// different result contests that one. A question that is open is closed only
// when both desks now say the same.
func (t *Tournament) enterTyped(g *Game, e Entry) (Effect, error) {
	by := Actor{e.By, e.Desk}
	mine, same := by.Entered(g.EnteredBy, g.Desk), g.Result == e.Result
	if g.EnteredBy == ByLink {
		// A slip seldom says as much as they did, or says more.
		mine, same = e.Result.Refines(g.Result), same || g.Result.Refines(e.Result)
	}
	switch {
	case g.Dispute.Open():
		agreed := mine && e.Result == g.Dispute.Result || same && by.Entered(g.Dispute.By, g.Dispute.Desk)
		switch {
		case agreed:
			return t.enterChosen(g, e)
		case same || e.Result == g.Dispute.Result:
			return Unchanged, nil // the question says so already
		}
		return Unchanged, fault.New(fault.Conflict, "desk.question", g.Table)
	case same && g.Result != e.Result:
		return Unchanged, nil // it stands with more words
	case mine || same || !g.Result.Known():
		return t.enterChosen(g, e)
	case !e.Result.Known():
		return Unchanged, fault.New(fault.Conflict, "desk.clear.theirs", g.Table, g.EnteredBy, g.Result, g.EnteredAt)
	}
	return t.contest(g, e)
}

// enterReported contests what stands by another result, unless that only says
// less. A question that is open already is left to the desk.
func (t *Tournament) enterReported(g *Game, e Entry) (Effect, error) {
	e.Result.Unrated = g.Result.Unrated
	stands := g.Result
	switch {
	case !t.Settings.PlayerResults:
		return Unchanged, fault.New(fault.Denied, "report.results")
	case !e.Result.Known():
		return Unchanged, fault.New(fault.Invalid, "report.nothing")
	case stands == e.Result || stands.Refines(e.Result) || g.Dispute.Result == e.Result:
		return Unchanged, nil
	case g.Dispute.Open():
		return Unchanged, fault.New(fault.Conflict, "report.asked", e.Table)
	case !stands.Known() && e.Seen != g.Revision:
		return Unchanged, fault.New(fault.Conflict, "report.changed", e.Table)
	case !stands.Known() || e.Result.Refines(stands) && g.EnteredBy == e.By:
		e.Seen = g.Revision
		return t.enterSeen(g, e)
	}
	if err := t.checkResult(g, e.Result); err != nil {
		return Unchanged, err
	}
	return t.contest(g, e)
}

// contest notes an entry beside the result, which stands until it is decided
// which is right: the next entry that Record takes for the game.
func (t *Tournament) contest(g *Game, e Entry) (Effect, error) {
	switch {
	case e.Game != 0 && e.Game != g.ID:
		return Unchanged, fault.New(fault.Conflict, "game.moved", e.Table)
	case !e.Result.Known() || !g.Result.Known() || e.Result == g.Result:
		// The other has cleared the result, or changed the game itself.
		return Unchanged, fault.New(fault.Conflict, "desk.changed", e.Table)
	}
	g.Dispute = Dispute{Result: e.Result, By: e.By, At: e.At, Desk: e.Desk}
	g.Revision++
	return Contested, nil
}

// Record enters or corrects a result of the game as it was seen, and returns it
// before and after. A correction once a later round is published is marked in
// the game, unless it only says more. An entry that repeats what already stands
// changes nothing, unless it decides a dispute. One that contradicts a newer revision is refused with "game.changed"
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
