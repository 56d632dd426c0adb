package director

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A SteeringEditor changes what is asked of every draw of a tournament besides
// its criteria.
type SteeringEditor struct{ ed *Editor }

// Steering returns the editor of what is asked of every draw.
func (ed *Editor) Steering() *SteeringEditor { return &SteeringEditor{ed} }

// KeepApart keeps players from being drawn against each other, every two of
// them, up to and including round until, or in all rounds when it is 0.
func (s *SteeringEditor) KeepApart(ctx context.Context, players []tournament.PlayerID, until int) error {
	action := oneOf(len(players) > 2, "steer.group", "steer.apart")
	return s.steer(ctx, wishAction(action, until), func(t *tournament.Tournament) ([]any, error) {
		return wishArgs(t, players, until), t.KeepApart(players, until)
	})
}

// BringTogether lets two players be drawn against each other as long as it
// costs no repeated game, up to and including round until, or in all rounds
// when it is 0.
func (s *SteeringEditor) BringTogether(ctx context.Context, a, b tournament.PlayerID, until int) error {
	return s.steer(ctx, wishAction("steer.together", until), func(t *tournament.Tournament) ([]any, error) {
		return wishArgs(t, []tournament.PlayerID{a, b}, until), t.BringTogether(a, b, until)
	})
}

// wishAction is the action of a wish that may hold until a round only.
func wishAction(action string, until int) string {
	return oneOf(until > 0, action+".until", action)
}

// wishArgs are what the log says of a wish: two players one by one and more of
// them in one list, and then the last round if there is one.
func wishArgs(t *tournament.Tournament, players []tournament.PlayerID, until int) []any {
	args := namesOf(t, players)
	if until > 0 {
		args = append(args, until)
	}
	return args
}

// Lift takes back the wishes of a kind about any two of the players.
func (s *SteeringEditor) Lift(ctx context.Context, players []tournament.PlayerID, kind tournament.WishKind) error {
	action := "steer.lift." + string(kind)
	if len(players) > 2 {
		action = "steer.lift.group"
	}
	return s.steer(ctx, action, func(t *tournament.Tournament) ([]any, error) {
		return namesOf(t, players), t.Lift(players, kind)
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

// Seat gives a player his own table, or takes it back when table is 0.
func (s *SteeringEditor) Seat(ctx context.Context, p tournament.PlayerID, table int) error {
	return s.steer(ctx, oneOf(table != 0, "steer.seat", "steer.unseat"), func(t *tournament.Tournament) ([]any, error) {
		if table == 0 {
			return []any{t.NameOf(p), t.Settings.Steering.Table(p)}, t.Seat(p, 0)
		}
		return []any{t.NameOf(p), table}, t.Seat(p, table)
	})
}

// Block lets nobody be seated at more tables.
func (s *SteeringEditor) Block(ctx context.Context, tables []tournament.TableRange) error {
	return s.steer(ctx, "steer.block", func(t *tournament.Tournament) ([]any, error) {
		return []any{written(tables)}, t.Block(tables)
	})
}

// Unblock gives a run of blocked tables back.
func (s *SteeringEditor) Unblock(ctx context.Context, tables tournament.TableRange) error {
	return s.steer(ctx, "steer.unblock", func(t *tournament.Tournament) ([]any, error) {
		return []any{tables.String()}, t.Unblock(tables)
	})
}

// written lists ranges, the first few of them.
func written(tables []tournament.TableRange) string {
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

// AddStandIn makes a player a helper who plays when the number is odd.
func (s *SteeringEditor) AddStandIn(ctx context.Context, p tournament.PlayerID) error {
	return s.steer(ctx, "steer.ghost", func(t *tournament.Tournament) ([]any, error) {
		return []any{t.NameOf(p)}, t.AddStandIn(p)
	})
}

// RemoveStandIn makes a helper a player like all others again.
func (s *SteeringEditor) RemoveStandIn(ctx context.Context, p tournament.PlayerID) error {
	return s.steer(ctx, "steer.unghost", func(t *tournament.Tournament) ([]any, error) {
		return []any{t.NameOf(p)}, t.RemoveStandIn(p)
	})
}

var familyActions = map[tournament.FamilyRule]string{
	tournament.FamilyAvoided: "steer.family.avoid",
	tournament.FamilyApart:   "steer.family.apart",
}

// SetFamilyRule says what a shared family name means to the draw.
func (s *SteeringEditor) SetFamilyRule(ctx context.Context, rule tournament.FamilyRule) error {
	action := cmp.Or(familyActions[rule], "steer.family.free")
	return s.steer(ctx, action, func(t *tournament.Tournament) ([]any, error) { return nil, t.SetFamilyRule(rule) })
}

// SetLocalClub says from how many percent of the field on a club is the local
// one; 0 switches the rule off.
func (s *SteeringEditor) SetLocalClub(ctx context.Context, percent int) error {
	return s.steerNumber(ctx, "steer.local", percent, (*tournament.Tournament).SetLocalClub)
}

// SetRoom says how many games find a table in the hall; 0 when that does not
// matter.
func (s *SteeringEditor) SetRoom(ctx context.Context, tables int) error {
	return s.steerNumber(ctx, "steer.room", tables, (*tournament.Tournament).SetRoom)
}

// steerNumber sets a number that is asked of the draw; 0 is off.
func (s *SteeringEditor) steerNumber(
	ctx context.Context, action string, n int, set func(t *tournament.Tournament, n int) error,
) error {
	return s.steer(ctx, oneOf(n != 0, action, action+".off"), func(t *tournament.Tournament) ([]any, error) {
		if n == 0 {
			return nil, set(t, 0)
		}
		return []any{n}, set(t, n)
	})
}

// steer changes what is asked of the draw; do returns what the log says.
func (s *SteeringEditor) steer(
	ctx context.Context, action string, do func(t *tournament.Tournament) (args []any, err error),
) error {
	_, err := s.ed.change(ctx, store.Entry{Action: action}, func(t *tournament.Tournament, e *store.Entry) (err error) {
		e.Args, err = do(t)
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
