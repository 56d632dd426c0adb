package tournament

import (
	"cmp"
	"reflect"
	"slices"

	"tourney/internal/fault"
)

// A Change is one thing that differs between two states of a tournament. The
// fields that are set say what kind of thing it is; Was is nil for something
// new, Now for something gone.
type Change struct {
	Info *Before[Info] `json:"info,omitzero"`
	// Settings compares the settings without the teams.
	Settings *Before[Settings] `json:"settings,omitzero"`
	Team     *Before[Team]     `json:"team,omitzero"`
	Player   *Before[Player]   `json:"player,omitzero"`
	// Round compares a round without its games.
	Round *Before[Round] `json:"round,omitzero"`
	Game  *Before[Game]  `json:"game,omitzero"`
}

// InRound returns the number of the round that the change is in, 0 for none.
func (c Change) InRound() int {
	switch {
	case c.Round != nil:
		return c.Round.Thing().Number
	case c.Game != nil:
		return c.Game.Thing().Round
	}
	return 0
}

// Thing returns what is changed, as it is now or as it was.
func (b *Before[T]) Thing() *T {
	if b.Now != nil {
		return b.Now
	}
	return b.Was
}

// A Before is a thing before and after a change.
type Before[T any] struct {
	Was *T `json:"was,omitzero"`
	Now *T `json:"now,omitzero"`
}

// Diff lists what has changed from one state to another, settings first, then
// teams, players, rounds and games in the order of their numbers.
func Diff(was, now *Tournament) []Change {
	var out []Change
	if was.Info != now.Info {
		out = append(out, Change{Info: &Before[Info]{&was.Info, &now.Info}})
	}
	if before, after := was.Settings.withTeams(nil), now.Settings.withTeams(nil); !reflect.DeepEqual(before, after) {
		out = append(out, Change{Settings: &Before[Settings]{&before, &after}})
	}
	for _, b := range compare(was.Settings.Teams.Teams, now.Settings.Teams.Teams, func(team *Team) int { return int(team.ID) }) {
		out = append(out, Change{Team: &b})
	}
	for _, b := range compare(was.Players, now.Players, func(p *Player) int { return int(p.ID) }) {
		out = append(out, Change{Player: &b})
	}
	for _, b := range compare(bareRounds(was), bareRounds(now), func(r *Round) int { return r.Number }) {
		out = append(out, Change{Round: &b})
	}
	for _, b := range compare(allGames(was), allGames(now), func(g *Game) int { return g.ID }) {
		out = append(out, Change{Game: &b})
	}
	return out
}

// compare matches things by their key and returns those that differ, in the
// order of the keys.
func compare[T any](was, now []T, key func(*T) int) []Before[T] {
	byKey := func(list []T) {
		slices.SortFunc(list, func(a, b T) int { return cmp.Compare(key(&a), key(&b)) })
	}
	was, now = slices.Clone(was), slices.Clone(now)
	byKey(was)
	byKey(now)
	var out []Before[T]
	i, j := 0, 0
	for i < len(was) || j < len(now) {
		switch {
		case j == len(now) || i < len(was) && key(&was[i]) < key(&now[j]):
			out = append(out, Before[T]{Was: &was[i]})
			i++
		case i == len(was) || key(&now[j]) < key(&was[i]):
			out = append(out, Before[T]{Now: &now[j]})
			j++
		default:
			if !reflect.DeepEqual(was[i], now[j]) {
				out = append(out, Before[T]{&was[i], &now[j]})
			}
			i++
			j++
		}
	}
	return out
}

func bareRounds(t *Tournament) []Round {
	rounds := slices.Clone(t.Rounds)
	for i := range rounds {
		rounds[i].Games = nil
		if len(rounds[i].Byes) == 0 {
			rounds[i].Byes = nil
		}
	}
	return rounds
}

func allGames(t *Tournament) []Game {
	var games []Game
	for i := range t.Rounds {
		games = append(games, t.Rounds[i].Games...)
	}
	return games
}

// Undo takes changes back, and only those: whatever was changed since in other
// things stays. It is refused with "undo.overtaken" when one of the things has
// been changed again.
func (t *Tournament) Undo(changes []Change) error {
	next := t.Clone()
	// Rounds that come back must be there before their games; rounds that go
	// must have lost theirs first.
	returning := func(c Change) bool { return c.Round != nil && c.Round.Now == nil }
	for _, first := range []bool{true, false} {
		for _, c := range slices.Backward(changes) {
			if returning(c) != first {
				continue
			}
			if err := next.undo(c); err != nil {
				return err
			}
		}
	}
	for i := range next.Rounds {
		slices.SortFunc(next.Rounds[i].Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
	}
	if err := next.Check(); err != nil {
		return fault.Wrap(err, fault.Conflict, "undo.overtaken")
	}
	*t = *next
	return nil
}

func (t *Tournament) undo(c Change) error {
	overtaken := fault.New(fault.Conflict, "undo.overtaken")
	if c.Settings != nil && reflect.DeepEqual(c.Settings.Was.Steering, c.Settings.Now.Steering) {
		c.Settings = steeredLike(c.Settings, &t.Settings)
	}
	switch {
	case c.Info != nil:
		if t.Info != *c.Info.Now {
			return overtaken
		}
		t.Info = *c.Info.Was
	case c.Settings != nil && steered(c.Settings):
		return t.undoSteering(&c.Settings.Was.Steering, &c.Settings.Now.Steering)
	case c.Settings != nil:
		if !reflect.DeepEqual(t.Settings.withTeams(nil), c.Settings.Now.withTeams(nil)) {
			return overtaken
		}
		return t.SetSettings(c.Settings.Was.withTeams(t.Settings.Teams.Teams))
	case c.Team != nil:
		teams, ok := restore(t.Settings.Teams.Teams, c.Team, func(team *Team) int { return int(team.ID) })
		if !ok || c.Team.Now != nil && t.checkLeavers(c.Team.Now, c.Team.Was) != nil {
			return overtaken
		}
		t.Settings.Teams.Teams = own(teams)
	case c.Player != nil:
		players, ok := restore(t.Players, c.Player, func(p *Player) int { return int(p.ID) })
		if !ok {
			return overtaken
		}
		t.Players = players
	case c.Round != nil:
		return t.undoRound(c.Round)
	case c.Game != nil:
		return t.undoGame(c.Game)
	}
	return nil
}

// undoRound puts a round back and keeps the games it has now; the changes of
// its games are listed of their own.
func (t *Tournament) undoRound(b *Before[Round]) error {
	var games [][]Game
	for i := range t.Rounds {
		games = append(games, t.Rounds[i].Games)
	}
	rounds, ok := restore(bareRounds(t), b, func(r *Round) int { return r.Number })
	if goes := b.Was == nil; !ok || goes && len(games[b.Now.Number-1]) > 0 {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	for i := range rounds {
		if n := rounds[i].Number; n <= len(games) {
			rounds[i].Games = games[n-1]
		}
	}
	t.Rounds = rounds
	return nil
}

func (t *Tournament) undoGame(b *Before[Game]) error {
	in := b.Thing()
	r := t.Round(in.Round)
	if r == nil && b.Was == nil {
		return nil // its round has gone before it
	}
	if r == nil {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	// A game is as it was then when all but its revision is. The revision only
	// grows, so that a desk that saw the undone entry learns of it.
	i := slices.IndexFunc(r.Games, func(g Game) bool { return g.ID == in.ID })
	if i >= 0 && b.Now != nil {
		b = apart(b, &r.Games[i])
		now := *b.Now
		now.Revision = r.Games[i].Revision
		b = &Before[Game]{b.Was, &now}
		if b.Was != nil {
			back := *b.Was
			back.Revision = now.Revision + 1
			b.Was = &back
		}
	}
	games, ok := restore(r.Games, b, func(g *Game) int { return g.ID })
	if !ok {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	r.Games = games
	return nil
}

// apart leaves out of the undoing of a game what the change did not touch: a
// record may come in after a result, a result after a record, and both may be
// accepted.
func apart(b *Before[Game], is *Game) *Before[Game] {
	if b.Was == nil {
		return b
	}
	was, now := *b.Was, *b.Now
	if was.Record == now.Record && was.Dead == now.Dead {
		was.Record, was.Dead, now.Record, now.Dead = is.Record, is.Dead, is.Record, is.Dead
	}
	if was.Accepted == now.Accepted {
		was.Accepted, now.Accepted = is.Accepted, is.Accepted
	}
	if withRecord(was, now) == now {
		was, now = withRecord(*is, was), withRecord(*is, now)
	}
	return &Before[Game]{&was, &now}
}

// withRecord returns a game with the record of another, and with what people
// have decided on that.
func withRecord(g, of Game) Game {
	g.Record, g.Dead, g.Accepted = of.Record, of.Dead, of.Accepted
	return g
}

// restore puts one thing back as it was, if the list holds it as it is now.
func restore[T any](list []T, b *Before[T], key func(*T) int) ([]T, bool) {
	i := slices.IndexFunc(list, func(x T) bool { return key(&x) == key(b.Thing()) })
	found := i >= 0
	switch {
	case found != (b.Now != nil), found && !reflect.DeepEqual(list[i], *b.Now):
		return nil, false
	case b.Now == nil:
		list = append(slices.Clone(list), *b.Was)
		slices.SortFunc(list, func(x, y T) int { return cmp.Compare(key(&x), key(&y)) })
		return list, true
	case b.Was == nil:
		return slices.Delete(slices.Clone(list), i, i+1), true
	default:
		list = slices.Clone(list)
		list[i] = *b.Was
		return list, true
	}
}
