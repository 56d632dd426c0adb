// Package reason decides which changes need a stated reason.
//
// The rule in one sentence: a change of the result of an earlier round, of the pairing of a published round, or, by
// anything but results, of the standings after it needs a reason. Needed implements that rule, and no other place does:
//
//	if err := reason.Needed(was, now); err != nil && why == "" {
//		return err
//	}
package reason

import (
	"slices"

	"tourney/internal/fault"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A subject is the published fact that a change touches. It is a message about the round.
type subject struct {
	key   string
	round int
}

// Message returns the message that names the subject.
func (s subject) Message() (key string, args []any) { return s.key, []any{s.round} }

// Needed returns "reason.needed" if a change from was to now needs a reason, else nil. The fault names the subject:
//
//   - a result of a round before the last published one. To enter a missing one, to decide
//     between two, or to add how a game was won does not count as a change.
//   - games and byes of a published round: the players, the table, the colours, handicap
//     and komi; also that the round is published. The choices of players at the board do
//     not count.
//   - the scores of players, or of teams, after the last published round, when ranks,
//     settings or other inputs of them have changed. A score that is the same afterwards
//     does not count as a change.
//
// Open play has no published rounds: games begin and are cancelled without a reason. A changed
// result of an earlier evening needs one.
//
// It computes the standings of both states if they may differ.
func Needed(was, now *tournament.Tournament) error {
	last, scored := was.Current(), false
	if last == 0 {
		return nil
	}
	open := was.IsOpen()
	for _, c := range was.Diff(now) {
		n := c.InRound()
		switch {
		case c.Settings != nil, c.Player != nil, c.Team != nil:
			scored = true
		case open && c.Game != nil && c.Game.Old != nil && c.Game.New != nil && ofEarlierEvening(was, n) &&
			(changesResult(c.Game) || changesPairing(was, c.Game)):
			return needed("reason.evening", n)
		case open:
		case n == 0 || n > last:
		case c.Round != nil && changesRound(c.Round), c.Game != nil && changesPairing(was, c.Game):
			return needed("reason.pairing", n)
		case c.Game != nil && n < last && changesResult(c.Game):
			return needed("reason.result", n)
		}
	}
	if scored && !sameScores(was, now, last) {
		if open {
			return needed("reason.season", last)
		}
		return needed("reason.standings", last)
	}
	return nil
}

// ofEarlierEvening reports whether a turn of open play was before the latest evening.
func ofEarlierEvening(t *tournament.Tournament, turn int) bool {
	e := t.LastEvening()
	return e != nil && turn < e.First
}

func needed(key string, round int) error {
	return fault.New(fault.Invalid, "reason.needed", subject{key, round})
}

func changesRound(c *tournament.Edit[tournament.Round]) bool {
	return c.New == nil || !c.New.Published || !slices.Equal(c.Old.Byes, c.New.Byes)
}

func changesPairing(was *tournament.Tournament, c *tournament.Edit[tournament.Game]) bool {
	if c.Old == nil || c.New == nil {
		return true
	}
	old, is := c.Old, c.New
	switch {
	case old.Table != is.Table, !old.Has(is.Black), !old.Has(is.White):
		return true
	case was.ChoosesKomi(old) && old.Handicap == is.Handicap, old.ColoursOpen && old.Terms() == is.Terms():
		return false
	}
	return old.Black != is.Black || old.Terms() != is.Terms()
}

func changesResult(c *tournament.Edit[tournament.Game]) bool {
	old, is := c.Old.Decided(), c.New.Result
	decides := c.Old.Advancing != 0 && c.Old.Advancing != c.New.Advancing
	return decides || old.Known() && old != is && !is.Refines(old)
}

// sameScores reports whether all players, and all teams, in both states have the same scores after a round. Criteria
// that compare equal players do not count if the standings gain or lose a player.
func sameScores(was, now *tournament.Tournament, round int) bool {
	if !same(results.After(was, round), results.After(now, round)) {
		return false
	}
	teams := was.Settings.Teams.Boards > 0 && now.Settings.Teams.Boards > 0
	return !teams || same(results.Teams(was, round), results.Teams(now, round))
}

func same(was, now *results.Standings) bool {
	if !slices.Equal(was.Criteria, now.Criteria) {
		return false
	}
	others := len(was.Rows) != len(now.Rows) // added or removed players may be equal to others
	for i := range was.Rows {
		old := &was.Rows[i]
		is := now.Row(old.Player)
		for k, c := range was.Criteria {
			facts, _ := c.Facts()
			if is != nil && old.Scores[k] != is.Scores[k] && !(others && facts.AmongEquals) {
				return false
			}
		}
	}
	return true
}
