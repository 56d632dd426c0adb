package tournament

import (
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
)

// An Actor is a person at a desk. The log and the results show the name. Entries belong to the desk by its identity,
// which is never shown; without a desk, to the name.
type Actor struct{ Name, Desk string }

// Entered reports whether this actor made an entry with that name and desk.
func (a Actor) Entered(by, desk string) bool {
	return desk == a.Desk && (desk != "" || by == a.Name)
}

// ByLink is the author of messages through the link on a game's slip by an unnamed player of the two. Pages show a word
// for it.
const ByLink = "@players"

// ByRecorder is the author of the steps of a live game.
const ByRecorder = "@recorder"

// ByPlayer is the author of messages through the link by that player of the game. Pages show the name of the player.
func ByPlayer(id PlayerID) string { return ByLink + ":" + strconv.Itoa(int(id)) }

// ByPlayerOn is ByPlayer for a player on the device of another one; without a device it is ByPlayer.
func ByPlayerOn(id, owner PlayerID) string {
	if owner == 0 || owner == id {
		return ByPlayer(id)
	}
	return ByPlayer(id) + onDevice + strconv.Itoa(int(owner))
}

// onDevice separates the player and the owner of the device in a name of ByPlayerOn.
const onDevice = "@"

// DeviceOf returns the owner of the device in a name of ByPlayerOn, 0 for any other name.
func DeviceOf(name string) PlayerID {
	_, reported := Reporter(name)
	_, owner, _ := strings.Cut(strings.TrimPrefix(name, ByLink), onDevice)
	n, err := strconv.Atoi(owner)
	if !reported || err != nil {
		return 0
	}
	return PlayerID(n)
}

// OnTablet is the owner of the tablet at the door, for ByPlayerOn: the person at it has said to be that player.
const OnTablet PlayerID = -1

// IsOnTablet reports whether a name is of ByPlayerOn for the tablet at the door.
func IsOnTablet(name string) bool { return DeviceOf(name) == OnTablet }

// Reporter reports whether a name is ByLink or one of ByPlayer or ByPlayerOn; id is the
// player, or 0.
func Reporter(name string) (id PlayerID, ok bool) {
	number, ok := strings.CutPrefix(name, ByLink)
	if !ok || number == "" {
		return 0, ok
	}
	number, device, _ := strings.Cut(strings.TrimPrefix(number, ":"), onDevice)
	n, err := strconv.Atoi(number)
	owner, _ := strconv.Atoi(device)
	if err != nil || name != ByPlayerOn(PlayerID(n), PlayerID(owner)) {
		return 0, false
	}
	return PlayerID(n), true
}

// author returns the name of the author of a result, or of the player who reported it.
func (t *Tournament) author(name string) string {
	if id, _ := Reporter(name); id != 0 {
		return t.NameOf(id)
	}
	return name
}

// An EntryMode is the way of an entry. It decides the effect of an entry that contradicts another, see
// Tournament.Enter.
type EntryMode int

const (
	// AsSeen is for the game as it was seen. Once the game has changed, only
	// its present result is accepted.
	AsSeen EntryMode = iota
	// Chosen was made with a button beside the game.
	Chosen
	// Typed was made without seeing the game.
	Typed
	// Reported is by a player of the game; both share one link.
	Reported
	// Confirming is a player's agreement with the result on their page; it ignores the entry's own Result.
	Confirming
)

// An Entry is one result from a desk or from the players.
type Entry struct {
	Round, Table int
	// Game is the ID of the game that the person saw; 0 if the entry names only the table.
	Game int
	// Seen is the revision of the game that the person saw.
	Seen   int
	Result Result
	Mode   EntryMode
	// By is the name of the person, Desk the identity of their desk.
	By, Desk string
	At       time.Time
}

// An Effect is the effect of an entry.
type Effect int

const (
	// Unchanged: the result or the open dispute already contains the entry.
	Unchanged Effect = iota
	// Recorded: the entry is now the result.
	Recorded
	// Contested: the entry is stored beside the result until the dispute is decided.
	Contested
	// Confirmed: the entry agrees with the report of another person.
	Confirmed
)

// Entered is the effect of an entry, and its game before and after.
type Entered struct {
	Effect   Effect
	Was, Now Game
}

// Enter decides between entries, and changes the game accordingly. A choice beside the game corrects at once, but
// contests a result that the person has not seen. A typed entry was made without seeing the result: it overrules only
// entries of the same desk and vaguer reports of the players. A report overrules only an unconfirmed report of the same
// player. An entry that agrees with another person's report confirms it.
//
// It returns the faults of Record; "game.changed" only for an entry AsSeen. Faults for a desk: "desk.changed" if the
// game has changed and has nothing to contest, "desk.question" for a third typed result during a dispute, and
// "desk.clear.theirs" if typing would clear another desk's result. Faults for players: "report.asked" for a third
// result, "report.changed" if the game has changed since and has no result or was to be confirmed, "report.results"
// without the permission of the settings, and "report.nothing" for an unknown result.
func (t *Tournament) Enter(e Entry) (Entered, error) {
	g, err := t.at(e.Round, e.Table)
	if err != nil {
		return Entered{}, err
	}
	if e.Game != 0 && e.Game != g.ID {
		return Entered{}, fault.New(fault.Conflict, "game.moved", e.Table)
	}
	was := *g
	var effect Effect
	switch e.Mode {
	case Chosen:
		effect, err = t.enterChosen(g, e)
	case Typed:
		effect, err = t.enterTyped(g, e)
	case Reported:
		effect, err = t.enterReported(g, e)
	case Confirming:
		effect, err = t.enterConfirming(g, e)
	default:
		effect, err = t.enterSeen(e)
	}
	return Entered{effect, was, *g}, err
}

// enterSeen records an entry for the game at the revision that the person saw.
func (t *Tournament) enterSeen(e Entry) (Effect, error) {
	was, now, err := t.Record(e)
	switch {
	case err != nil:
		return Unchanged, err
	case was == now:
		return t.Game(now.ID).confirm(e.By), nil
	}
	return Recorded, nil
}

// enterChosen records an entry, or contests a newer result.
func (t *Tournament) enterChosen(g *Game, e Entry) (Effect, error) {
	effect, err := t.enterSeen(e)
	if fault.Is(err, "game.changed") {
		return t.contest(g, e)
	}
	return effect, err
}

// enterTyped never overrules an entry of another desk: a different result
// contests it. An open dispute is closed only when both desks agree.
func (t *Tournament) enterTyped(g *Game, e Entry) (Effect, error) {
	by := Actor{e.By, e.Desk}
	mine, same := by.Entered(g.EnteredBy, g.Desk), g.Result == e.Result
	if _, reported := Reporter(g.EnteredBy); reported {
		// A slip often has fewer details than the report, or more.
		mine, same = e.Result.Refines(g.Result), same || g.Result.Refines(e.Result)
	}
	switch {
	case g.Dispute.Open():
		agreed := mine && e.Result == g.Dispute.Result || same && by.Entered(g.Dispute.By, g.Dispute.Desk)
		switch {
		case agreed:
			return t.enterChosen(g, e)
		case same || e.Result == g.Dispute.Result:
			return Unchanged, nil // already part of the dispute
		}
		return Unchanged, fault.New(fault.Conflict, "desk.question", g.Table)
	case same && g.Result != e.Result: // the result has more details
		return g.confirm(e.By), nil
	case mine || same || !g.Result.Known():
		return t.enterChosen(g, e)
	case !e.Result.Known():
		return Unchanged, fault.New(fault.Conflict, "desk.clear.theirs", g.Table, g.EnteredBy, g.Result, g.EnteredAt)
	}
	return t.contest(g, e)
}

// enterReported contests a different result, unless the report only has fewer details. It leaves an open dispute to the
// desk.
func (t *Tournament) enterReported(g *Game, e Entry) (Effect, error) {
	e.Result.Unrated = g.Result.Unrated
	stands := g.Result
	player, reported := Reporter(g.EnteredBy)
	own := player != 0 && e.By == g.EnteredBy && g.ConfirmedBy == ""
	switch {
	case !t.Settings.PlayersDecide():
		return Unchanged, fault.New(fault.Denied, "report.results")
	case !e.Result.Known():
		return Unchanged, fault.New(fault.Invalid, "report.nothing")
	case stands == e.Result || stands.Refines(e.Result):
		return g.confirm(e.By), nil
	case g.Dispute.Result == e.Result:
		return Unchanged, nil
	case g.Dispute.Open():
		return Unchanged, fault.New(fault.Conflict, "report.asked", e.Table)
	case !stands.Known() && e.Seen != g.Revision:
		return Unchanged, fault.New(fault.Conflict, "report.changed", e.Table)
	case !stands.Known() || own || e.Result.Refines(stands) && reported:
		e.Seen = g.Revision
		return t.enterSeen(e)
	}
	return t.contest(g, e)
}

// enterConfirming confirms the result at the revision that the player saw.
func (t *Tournament) enterConfirming(g *Game, e Entry) (Effect, error) {
	switch {
	case !t.Settings.PlayersDecide():
		return Unchanged, fault.New(fault.Denied, "report.results")
	case e.Seen != g.Revision || !g.Result.Known():
		return Unchanged, fault.New(fault.Conflict, "report.changed", e.Table)
	}
	return g.confirm(e.By), nil
}

// confirm records agreement with the report of another person. A player cannot confirm a report of ByLink, because it
// may be their own.
func (g *Game) confirm(by string) Effect {
	first, reported := Reporter(g.EnteredBy)
	second, player := Reporter(by)
	same := by == g.EnteredBy || player && (first == second || by == ByLink || g.EnteredBy == ByLink)
	if !reported || g.ConfirmedBy != "" || g.Dispute.Open() || by == "" || same {
		return Unchanged
	}
	g.ConfirmedBy = by
	return Confirmed
}

// contest opens a dispute beside the result. The next entry that Record accepts
// for the game decides it.
func (t *Tournament) contest(g *Game, e Entry) (Effect, error) {
	if !e.Result.Known() || !g.Result.Known() || e.Result == g.Result {
		// The other desk cleared the result, or changed the game itself.
		return Unchanged, fault.New(fault.Conflict, "desk.changed", e.Table)
	}
	if err := t.checkResult(g, e.Result); err != nil {
		return Unchanged, err
	}
	g.Dispute = Dispute{Result: e.Result, By: e.By, At: e.At, Desk: e.Desk}
	g.Revision++
	return Contested, nil
}

// Record enters or corrects a result for the game as seen, and returns the game before and after. A correction after
// the publication of a later round is marked in the game, unless it only adds details. An entry equal to the result
// changes nothing, unless it decides a dispute. An entry that contradicts a newer revision is refused with
// "game.changed" and the newer result. "game.moved" means another game at the table.
func (t *Tournament) Record(e Entry) (was, now Game, err error) {
	g, err := t.at(e.Round, e.Table)
	switch {
	case err != nil:
		return was, now, err
	case !t.Round(e.Round).Published:
		return was, now, fault.New(fault.Conflict, "round.draft", e.Round)
	case e.Game != 0 && e.Game != g.ID:
		return was, now, fault.New(fault.Conflict, "game.moved", e.Table)
	case g.Result == e.Result && (!g.Dispute.Open() || g.Revision != e.Seen):
		return *g, *g, nil
	case g.Revision != e.Seen && !g.Result.Known():
		return was, now, fault.New(fault.Conflict, "desk.changed", e.Table)
	case g.Revision != e.Seen:
		return was, now, fault.New(fault.Conflict, "game.changed", e.Table, g.Result, t.author(g.EnteredBy), g.EnteredAt)
	}
	if err := t.checkResult(g, e.Result); err != nil {
		return was, now, err
	}
	if t.IsOpen() {
		if g.Result.Known() && !e.Result.Known() {
			if err := t.mayReopen(g); err != nil {
				return was, now, err
			}
		}
		if g.Result.Known() && e.Result.Known() {
			e.At = g.EnteredAt // a correction leaves the end of the game, from which its players wait
		}
	}
	was = *g
	if e.Round < t.Current() && !t.IsOpen() && (g.Result.Known() || !g.Corrected.IsZero()) && g.Result != e.Result && !e.Result.Refines(g.Result) {
		g.Corrected = e.At
	}
	g.Result, g.EnteredBy, g.Desk, g.EnteredAt, g.ConfirmedBy = e.Result, e.By, e.Desk, e.At, ""
	g.Dispute, g.Settling = Dispute{}, Settling{}
	g.Revision++
	return was, *g, nil
}

// MayBeJigo reports whether a game may end in a jigo: its komi has no half point, and a
// tied score is a jigo.
func (t *Tournament) MayBeJigo(g *Game) bool { return g.Komi.Whole() && t.Settings.Tie == TieIsJigo }

// checkResult refuses a result without a text form, such as a jigo with a margin, or impossible by the tournament's
// rules.
func (t *Tournament) checkResult(g *Game, r Result) error {
	if back, err := ParseResult(r.String()); err != nil || back != r {
		return fault.New(fault.Invalid, "result.invalid", r.String())
	}
	if r.Outcome == Jigo && r.Manner == Unspecified {
		switch {
		case !g.Komi.Whole():
			return fault.New(fault.Invalid, "result.jigo.komi", g.Table, g.Komi)
		case t.Settings.Tie == TieWhiteWins:
			return fault.New(fault.Invalid, "result.jigo.white", g.Table)
		case t.Settings.Tie == TieBlackWins:
			return fault.New(fault.Invalid, "result.jigo.black", g.Table)
		}
	}
	return nil
}
