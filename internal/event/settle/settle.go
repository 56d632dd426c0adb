package settle

import (
	"fmt"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// A Kind is the kind of a player's step.
type Kind string

// The steps of players.
const (
	Propose  Kind = "propose"  // these stones are dead
	NoResult Kind = "void"     // the game ends without a result
	Agree    Kind = "agree"    // to what the opponent proposes
	Disagree Kind = "disagree" // with it
	Referee  Kind = "referee"  // should decide
)

// A Step is a player's step to settle a game.
type Step struct {
	Kind Kind
	By   tournament.PlayerID
	On   tournament.PlayerID // the owner of the device, 0 for their own
	Dead []rules.Point       // of Propose: a stone of each dead chain
	// Seen is the Evidence that the player saw.
	Seen string
}

// Evidence identifies the record of a game and the proposal about it.
func Evidence(g *tournament.Game) string {
	return gamerecord.Hash(fmt.Sprintf("%s %d %s %t", g.Record, g.Settling.By, g.Settling.Dead, g.Settling.NoResult))[:16]
}

// Decided reports whether the game is settled or the desk has decided it.
func Decided(g *tournament.Game) bool {
	_, reported := tournament.Reporter(g.EnteredBy)
	return g.Dead != "" || g.Pencil.Sets() || g.Result.Known() && (!reported || g.ConfirmedBy != "")
}

// Take carries out a step of a player, and reports whether both players now agree on the proposal; the caller then
// enters the result. Faults: "game.unknown", "settle.closed" if the tournament does not allow it, "settle.decided",
// "settle.who" for a person outside the game, "settle.changed" if the proposal has changed, "settle.own" for an answer
// to one's own proposal, "settle.void" if the rules have no game without a result, and "record.missing".
func Take(t *tournament.Tournament, id int, s Step) (agreed bool, err error) {
	g := t.Game(id)
	switch {
	case g == nil:
		return false, fault.New(fault.NotFound, "game.unknown", id)
	case !t.Settings.PlayersSettle:
		return false, fault.New(fault.Denied, "settle.closed")
	case g.Record == "":
		return false, fault.New(fault.NotFound, "record.missing", g.Table)
	case Decided(g):
		return false, fault.New(fault.Conflict, "settle.decided")
	case !g.Has(s.By):
		return false, fault.New(fault.Denied, "settle.who")
	}
	now := &g.Settling
	switch s.Kind {
	case Propose:
		*now = tournament.Settling{By: s.By, Dead: tournament.WriteDead(s.Dead), Referee: now.Referee}
	case NoResult:
		if !MayBeVoid(t.Settings.RuleSystem()) {
			return false, fault.New(fault.Denied, "settle.void")
		}
		*now = tournament.Settling{By: s.By, NoResult: true, Referee: now.Referee}
	case Referee:
		now.Referee = s.By
	case Agree, Disagree:
		switch {
		case now.By == 0 || s.Seen != Evidence(g):
			return false, fault.New(fault.Conflict, "settle.changed")
		case now.By == s.By:
			return false, fault.New(fault.Conflict, "settle.own")
		case s.Kind == Agree:
			return true, nil
		}
		now.Against = s.By
	default:
		return false, fault.New(fault.Invalid, "settle.changed")
	}
	return false, nil
}

// MayBeVoid reports whether players may agree that a game ends without a result
// (Finnish rules: a position that repeats).
func MayBeVoid(s rules.System) bool { return s.Repetition == rules.SimpleKoNoResult }

// An Agreement is the end on which both players agreed.
type Agreement struct {
	Result tournament.Result
	// By is the player who agreed last, On the owner of the device, 0 for their own.
	By, On tournament.PlayerID
	At     time.Time
}

// Enter enters the agreed result, as proposed by one player and confirmed by the other. It returns the faults of
// tournament.Record.
func Enter(t *tournament.Tournament, id int, a Agreement) error {
	g := t.Game(id)
	proposed := g.Settling
	if !proposed.NoResult {
		as := *g
		as.Dead = proposed.Dead
		if err := t.DecideDead(id, as.DeadStones()); err != nil {
			return err
		}
	}
	_, _, err := t.Record(tournament.Entry{
		Round: g.Round, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: a.Result, By: tournament.ByPlayer(proposed.By), At: a.At,
	})
	if err != nil {
		return err
	}
	g.ConfirmedBy = tournament.ByPlayerOn(a.By, a.On)
	return nil
}
