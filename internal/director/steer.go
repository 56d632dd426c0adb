package director

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"tourney/internal/store"
	"tourney/internal/tournament"
)

// KeepApart keeps players from being drawn against each other, every two of
// them, up to and including round until, or in all rounds when it is 0.
func (d *Director) KeepApart(ctx context.Context, by Actor, slug string, players []tournament.PlayerID, until int) error {
	action := "steer.apart"
	if len(players) > 2 {
		action = "steer.group"
	}
	return d.wish(ctx, by, slug, action, players, until,
		func(t *tournament.Tournament) error { return t.KeepApart(players, until) })
}

// BringTogether lets two players be drawn against each other as long as it
// costs no repeated game, up to and including round until, or in all rounds
// when it is 0.
func (d *Director) BringTogether(ctx context.Context, by Actor, slug string, a, b tournament.PlayerID, until int) error {
	return d.wish(ctx, by, slug, "steer.together", []tournament.PlayerID{a, b}, until,
		func(t *tournament.Tournament) error { return t.BringTogether(a, b, until) })
}

// wish takes up a wish. The log names two players one by one and more of them
// in one list, and then the last round if there is one.
func (d *Director) wish(
	ctx context.Context, by Actor, slug, action string, players []tournament.PlayerID, until int,
	do func(t *tournament.Tournament) error,
) error {
	if until > 0 {
		action += ".until"
	}
	return d.steer(ctx, by, slug, action, func(t *tournament.Tournament) ([]any, error) {
		args := namesOf(t, players)
		if until > 0 {
			args = append(args, until)
		}
		return args, do(t)
	})
}

// Lift takes back the wishes of a kind about any two of the players.
func (d *Director) Lift(ctx context.Context, by Actor, slug string, players []tournament.PlayerID, kind tournament.WishKind) error {
	action := "steer.lift." + string(kind)
	if len(players) > 2 {
		action = "steer.lift.group"
	}
	return d.steer(ctx, by, slug, action, func(t *tournament.Tournament) ([]any, error) {
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
func (d *Director) Seat(ctx context.Context, by Actor, slug string, p tournament.PlayerID, table int) error {
	return d.steer(ctx, by, slug, oneOf(table != 0, "steer.seat", "steer.unseat"), func(t *tournament.Tournament) ([]any, error) {
		if table == 0 {
			return []any{t.NameOf(p), t.Settings.Steering.Table(p)}, t.Seat(p, 0)
		}
		return []any{t.NameOf(p), table}, t.Seat(p, table)
	})
}

// Block lets nobody be seated at more tables.
func (d *Director) Block(ctx context.Context, by Actor, slug string, tables []tournament.TableRange) error {
	return d.steer(ctx, by, slug, "steer.block", func(t *tournament.Tournament) ([]any, error) {
		return []any{written(tables)}, t.Block(tables)
	})
}

// Unblock gives a run of blocked tables back.
func (d *Director) Unblock(ctx context.Context, by Actor, slug string, tables tournament.TableRange) error {
	return d.steer(ctx, by, slug, "steer.unblock", func(t *tournament.Tournament) ([]any, error) {
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

// FillIn makes a player a helper who plays when the number is odd, or a player
// like all others again.
func (d *Director) FillIn(ctx context.Context, by Actor, slug string, p tournament.PlayerID, fills bool) error {
	return d.steer(ctx, by, slug, oneOf(fills, "steer.ghost", "steer.unghost"), func(t *tournament.Tournament) ([]any, error) {
		return []any{t.NameOf(p)}, t.FillIn(p, fills)
	})
}

var familyActions = map[tournament.FamilyRule]string{
	tournament.FamilyAvoided: "steer.family.avoid",
	tournament.FamilyApart:   "steer.family.apart",
}

// SetFamilyRule says what a shared family name means to the draw.
func (d *Director) SetFamilyRule(ctx context.Context, by Actor, slug string, rule tournament.FamilyRule) error {
	action := cmp.Or(familyActions[rule], "steer.family.free")
	return d.steer(ctx, by, slug, action, func(t *tournament.Tournament) ([]any, error) { return nil, t.SetFamilyRule(rule) })
}

// SetLocalClub says from how many percent of the field on a club is the local
// one; 0 switches the rule off.
func (d *Director) SetLocalClub(ctx context.Context, by Actor, slug string, percent int) error {
	return d.steerNumber(ctx, by, slug, "steer.local", percent, (*tournament.Tournament).SetLocalClub)
}

// SetRoom says how many games find a table in the hall; 0 when that does not
// matter.
func (d *Director) SetRoom(ctx context.Context, by Actor, slug string, tables int) error {
	return d.steerNumber(ctx, by, slug, "steer.room", tables, (*tournament.Tournament).SetRoom)
}

// steerNumber sets a number that is asked of the draw; 0 is off.
func (d *Director) steerNumber(
	ctx context.Context, by Actor, slug, action string, n int, set func(t *tournament.Tournament, n int) error,
) error {
	return d.steer(ctx, by, slug, oneOf(n != 0, action, action+".off"), func(t *tournament.Tournament) ([]any, error) {
		if n == 0 {
			return nil, set(t, 0)
		}
		return []any{n}, set(t, n)
	})
}

// steer changes what is asked of the draw; do returns what the log says.
func (d *Director) steer(
	ctx context.Context, by Actor, slug, action string, do func(t *tournament.Tournament) (args []any, err error),
) error {
	_, err := d.change(ctx, slug, store.Entry{By: by.Name, Action: action}, func(t *tournament.Tournament, e *store.Entry) (err error) {
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
