package director

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/tournament"
)

// A ConstraintEditor changes the constraints on all draws of a tournament.
type ConstraintEditor struct{ ed *Editor }

// Constraints returns the editor of the constraints on all draws.
func (ed *Editor) Constraints() *ConstraintEditor { return &ConstraintEditor{ed} }

// KeepApart forbids pairing any two of the players, up to and including round until, or in all rounds when it is 0.
func (s *ConstraintEditor) KeepApart(ctx context.Context, players []tournament.PlayerID, until int) error {
	action := oneOf(until > 0, "steer.apart.until", "steer.apart")
	if len(players) > 2 {
		action = oneOf(until > 0, "steer.group.until", "steer.group")
	}
	return s.change(ctx, action, func(t *tournament.Tournament) ([]any, error) {
		return constraintArgs(t, players, until), t.KeepApart(players, until)
	})
}

// BringTogether asks that two players be paired, unless that costs a repeated
// game, up to and including round until, or in all rounds when it is 0.
func (s *ConstraintEditor) BringTogether(ctx context.Context, a, b tournament.PlayerID, until int) error {
	return s.change(ctx, oneOf(until > 0, "steer.together.until", "steer.together"), func(t *tournament.Tournament) ([]any, error) {
		return constraintArgs(t, []tournament.PlayerID{a, b}, until), t.BringTogether(a, b, until)
	})
}

// constraintArgs returns the args of a wish in the log: the names of two players, or one list of more, and then the
// last round if the wish has one.
func constraintArgs(t *tournament.Tournament, players []tournament.PlayerID, until int) []any {
	args := namesOf(t, players)
	if until > 0 {
		args = append(args, until)
	}
	return args
}

// RemoveWishes removes all wishes with a kind between any two of the players.
func (s *ConstraintEditor) RemoveWishes(ctx context.Context, players []tournament.PlayerID, kind tournament.WishKind) error {
	action := oneOf(kind == tournament.Together, "steer.lift.together", "steer.lift.apart")
	if len(players) > 2 {
		action = "steer.lift.group"
	}
	return s.change(ctx, action, func(t *tournament.Tournament) ([]any, error) {
		return namesOf(t, players), t.RemoveWishes(players, kind)
	})
}

// namesOf returns the names of two players, or a list of more in one text.
func namesOf(t *tournament.Tournament, players []tournament.PlayerID) []any {
	var names []string
	for _, id := range players {
		names = append(names, t.NameOf(id))
	}
	if len(names) != 2 {
		return []any{strings.Join(names, ", ")}
	}
	return []any{names[0], names[1]}
}

// Seat gives a player a fixed table, or frees it when table is 0.
func (s *ConstraintEditor) Seat(ctx context.Context, p tournament.PlayerID, table int) error {
	return s.change(ctx, oneOf(table != 0, "steer.seat", "steer.unseat"), func(t *tournament.Tournament) ([]any, error) {
		if table == 0 {
			return []any{t.NameOf(p), t.Settings.Constraints.Table(p)}, t.Seat(p, 0)
		}
		return []any{t.NameOf(p), table}, t.Seat(p, table)
	})
}

// Block keeps more tables free.
func (s *ConstraintEditor) Block(ctx context.Context, tables []tournament.TableRange) error {
	return s.change(ctx, "steer.block", func(t *tournament.Tournament) ([]any, error) {
		return []any{rangeList(tables)}, t.Block(tables)
	})
}

// Unblock frees a run of blocked tables.
func (s *ConstraintEditor) Unblock(ctx context.Context, tables tournament.TableRange) error {
	return s.change(ctx, "steer.unblock", func(t *tournament.Tournament) ([]any, error) {
		return []any{tables.String()}, t.Unblock(tables)
	})
}

// rangeList lists the first few ranges.
func rangeList(tables []tournament.TableRange) string {
	const most = 20
	var list []string
	for _, r := range tables[:min(most, len(tables))] {
		list = append(list, r.String())
	}
	if len(tables) > most {
		list = append(list, "… "+strconv.Itoa(len(tables)))
	}
	return strings.Join(list, ", ")
}

// AddStandIn makes a player a stand-in, to play when the number is odd.
func (s *ConstraintEditor) AddStandIn(ctx context.Context, p tournament.PlayerID) error {
	return s.change(ctx, "steer.ghost", func(t *tournament.Tournament) ([]any, error) {
		return []any{t.NameOf(p)}, t.AddStandIn(p)
	})
}

// RemoveStandIn makes a stand-in an ordinary player again.
func (s *ConstraintEditor) RemoveStandIn(ctx context.Context, p tournament.PlayerID) error {
	return s.change(ctx, "steer.unghost", func(t *tournament.Tournament) ([]any, error) {
		return []any{t.NameOf(p)}, t.RemoveStandIn(p)
	})
}

var familyActions = map[tournament.FamilyRule]string{
	tournament.FamilyAvoided: "steer.family.avoid",
	tournament.FamilyApart:   "steer.family.apart",
}

// SetFamilyRule sets the effect of a shared family name on the draw.
func (s *ConstraintEditor) SetFamilyRule(ctx context.Context, rule tournament.FamilyRule) error {
	action := cmp.Or(familyActions[rule], "steer.family.free")
	return s.change(ctx, action, func(t *tournament.Tournament) ([]any, error) { return nil, t.SetFamilyRule(rule) })
}

// SetLocalClub sets the percentage of the field from which a club is the local one; 0 switches the rule off.
func (s *ConstraintEditor) SetLocalClub(ctx context.Context, percent int) error {
	return s.setNumber(ctx, oneOf(percent != 0, "steer.local", "steer.local.off"), percent, (*tournament.Tournament).SetLocalClub)
}

// SetRoom sets the number of games that fit in the hall; 0 for no limit.
func (s *ConstraintEditor) SetRoom(ctx context.Context, tables int) error {
	return s.setNumber(ctx, oneOf(tables != 0, "steer.room", "steer.room.off"), tables, (*tournament.Tournament).SetRoom)
}

// setNumber sets a numeric constraint; 0 is off.
func (s *ConstraintEditor) setNumber(ctx context.Context, action string, n int, set func(t *tournament.Tournament, n int) error) error {
	return s.change(ctx, action, func(t *tournament.Tournament) ([]any, error) {
		if n == 0 {
			return nil, set(t, 0)
		}
		return []any{n}, set(t, n)
	})
}

// change changes the constraints; do returns the args for the log.
func (s *ConstraintEditor) change(ctx context.Context, action string, do func(t *tournament.Tournament) (args []any, err error)) error {
	_, err := s.ed.change(ctx, store.Entry{Action: action}, func(t *tournament.Whole, e *store.Entry) (err error) {
		e.Args, err = do(t.Tournament)
		return err
	})
	return err
}

// oneOf returns one of two actions.
func oneOf(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
