package tournament

import (
	"cmp"
	"reflect"
	"slices"

	"tourney/internal/fault"
)

// A Change is one difference between two states of a tournament. Exactly one
// field is set. Old is nil for something new, New for something removed.
type Change struct {
	Info *Edit[Info] `json:"info,omitzero"`
	// Settings leaves the teams out; they have changes of their own.
	Settings *Edit[Settings] `json:"settings,omitzero"`
	Team     *Edit[Team]     `json:"team,omitzero"`
	Player   *Edit[Player]   `json:"player,omitzero"`
	// Round leaves the games out.
	Round *Edit[Round] `json:"round,omitzero"`
	Game  *Edit[Game]  `json:"game,omitzero"`
	// The rest are elements of the day.
	Request      *Edit[Request]      `json:"request,omitzero"`
	Incident     *Edit[Incident]     `json:"incident,omitzero"`
	Announcement *Edit[Announcement] `json:"announcement,omitzero"`
	Final        *Edit[FinalList]    `json:"final,omitzero"`
	Sending      *Edit[Sending]      `json:"sending,omitzero"`
	Picture      *Edit[Picture]      `json:"picture,omitzero"`
}

// InRound returns the number of the round that the change belongs to, 0 for
// none.
func (c Change) InRound() int {
	switch {
	case c.Round != nil:
		return c.Round.Value().Number
	case c.Game != nil:
		return c.Game.Value().Round
	}
	return 0
}

// Value returns the new value, or the old one of something removed.
func (b *Edit[T]) Value() *T {
	if b.New != nil {
		return b.New
	}
	return b.Old
}

// An Edit is a value before and after a change.
type Edit[T any] struct {
	Old *T `json:"was,omitzero"`
	New *T `json:"now,omitzero"`
}

// Diff lists the differences between two states: settings first, then teams,
// players, rounds, games and the elements of the day in the order of their
// numbers.
func Diff(was, now *Tournament) []Change {
	var out []Change
	if was.Info != now.Info {
		out = append(out, Change{Info: &Edit[Info]{&was.Info, &now.Info}})
	}
	if before, after := was.Settings.withTeams(nil), now.Settings.withTeams(nil); !reflect.DeepEqual(before, after) {
		out = append(out, Change{Settings: &Edit[Settings]{&before, &after}})
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
	return append(out, diffDays(&was.Day, &now.Day)...)
}

func diffDays(was, now *Day) (out []Change) {
	for _, b := range compare(was.Requests, now.Requests, requestID) {
		out = append(out, Change{Request: &b})
	}
	for _, b := range compare(was.Incidents, now.Incidents, incidentID) {
		out = append(out, Change{Incident: &b})
	}
	for _, b := range compare(was.Announcements, now.Announcements, announcementID) {
		out = append(out, Change{Announcement: &b})
	}
	for _, b := range compare(was.Finals, now.Finals, finalID) {
		out = append(out, Change{Final: &b})
	}
	for _, b := range compare(was.Sendings, now.Sendings, sendingID) {
		out = append(out, Change{Sending: &b})
	}
	for _, b := range compare(was.Pictures, now.Pictures, pictureID) {
		out = append(out, Change{Picture: &b})
	}
	return out
}

func requestID(r *Request) int           { return r.ID }
func incidentID(i *Incident) int         { return i.ID }
func announcementID(a *Announcement) int { return a.ID }
func finalID(f *FinalList) int           { return f.ID }
func sendingID(s *Sending) int           { return s.ID }
func pictureID(p *Picture) int           { return p.ID }

// compare returns the elements that differ, in the order of their keys.
func compare[T any](was, now []T, key func(*T) int) []Edit[T] {
	byKey := func(list []T) {
		slices.SortFunc(list, func(a, b T) int { return cmp.Compare(key(&a), key(&b)) })
	}
	was, now = slices.Clone(was), slices.Clone(now)
	byKey(was)
	byKey(now)
	// Most elements are equal, which is quickly seen where the language can.
	comparable := reflect.TypeFor[T]().Comparable()
	var out []Edit[T]
	i, j := 0, 0
	for i < len(was) || j < len(now) {
		switch {
		case j == len(now) || i < len(was) && key(&was[i]) < key(&now[j]):
			out = append(out, Edit[T]{Old: &was[i]})
			i++
		case i == len(was) || key(&now[j]) < key(&was[i]):
			out = append(out, Edit[T]{New: &now[j]})
			j++
		default:
			quickly := comparable && any(was[i]) == any(now[j])
			if !quickly && !reflect.DeepEqual(was[i], now[j]) {
				out = append(out, Edit[T]{&was[i], &now[j]})
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

// Undo reverts these changes and no others. It is refused with "undo.overtaken"
// when one of the things has been changed again.
func (t *Tournament) Undo(changes []Change) error {
	next := t.Clone()
	// Removed rounds must return before their games; new rounds must lose
	// theirs before they go.
	returning := func(c Change) bool { return c.Round != nil && c.Round.New == nil }
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
	if c.Settings != nil && reflect.DeepEqual(c.Settings.Old.Constraints, c.Settings.New.Constraints) {
		c.Settings = keepConstraints(c.Settings, &t.Settings)
	}
	switch {
	case c.Info != nil:
		if t.Info != *c.Info.New {
			return overtaken
		}
		t.Info = *c.Info.Old
	case c.Settings != nil && onlyConstraints(c.Settings): // they come one by one, between other settings
		return t.undoConstraints(&c.Settings.Old.Constraints, &c.Settings.New.Constraints)
	case c.Settings != nil:
		if !reflect.DeepEqual(t.Settings.withTeams(nil), c.Settings.New.withTeams(nil)) {
			return overtaken
		}
		return t.SetSettings(c.Settings.Old.withTeams(t.Settings.Teams.Teams))
	case c.Team != nil:
		teams, ok := restore(t.Settings.Teams.Teams, c.Team, func(team *Team) int { return int(team.ID) })
		if !ok || c.Team.New != nil && t.checkLeavers(c.Team.New, c.Team.Old) != nil {
			return overtaken
		}
		t.Settings.Teams.Teams = copyOf(teams)
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
	case !t.Day.undo(c):
		return overtaken
	}
	return nil
}

// undo reverts a change of an element. It reports false if that has been changed
// again.
func (d *Day) undo(c Change) bool {
	return undoElement(&d.Requests, c.Request, requestID) && undoElement(&d.Incidents, c.Incident, incidentID) &&
		undoElement(&d.Announcements, c.Announcement, announcementID) && undoElement(&d.Finals, c.Final, finalID) &&
		undoElement(&d.Sendings, c.Sending, sendingID) && undoElement(&d.Pictures, c.Picture, pictureID)
}

func undoElement[T any](list *[]T, b *Edit[T], key func(*T) int) bool {
	if b == nil {
		return true
	}
	back, ok := restore(*list, b, key)
	if ok {
		*list = copyOf(back)
	}
	return ok
}

// undoRound reverts a round and keeps its present games, which have changes of
// their own.
func (t *Tournament) undoRound(b *Edit[Round]) error {
	var games [][]Game
	for i := range t.Rounds {
		games = append(games, t.Rounds[i].Games)
	}
	rounds, ok := restore(bareRounds(t), b, func(r *Round) int { return r.Number })
	if goes := b.Old == nil; !ok || goes && len(games[b.New.Number-1]) > 0 {
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

func (t *Tournament) undoGame(b *Edit[Game]) error {
	in := b.Value()
	r := t.Round(in.Round)
	if r == nil && b.Old == nil {
		return nil // its round was removed before it
	}
	if r == nil {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	// The revision does not count in the comparison. It only grows, so that a
	// desk that saw the undone entry notices.
	i := slices.IndexFunc(r.Games, func(g Game) bool { return g.ID == in.ID })
	if i >= 0 && b.New != nil {
		b = onlyTouched(b, &r.Games[i])
		now := *b.New
		now.Revision = r.Games[i].Revision
		b = &Edit[Game]{b.Old, &now}
		if b.Old != nil {
			back := *b.Old
			back.Revision = now.Revision + 1
			b.Old = &back
		}
	}
	games, ok := restore(r.Games, b, func(g *Game) int { return g.ID })
	if !ok {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	r.Games = games
	return nil
}

// onlyTouched leaves out of the undo what the change did not touch: a record
// may come in after a result, a result after a record, both may be accepted and
// the result confirmed.
func onlyTouched(b *Edit[Game], is *Game) *Edit[Game] {
	if b.Old == nil {
		return b
	}
	was, now := *b.Old, *b.New
	if was.Record == now.Record && was.Dead == now.Dead {
		was.Record, was.Dead, now.Record, now.Dead = is.Record, is.Dead, is.Record, is.Dead
	}
	if was.Accepted == now.Accepted {
		was.Accepted, now.Accepted = is.Accepted, is.Accepted
	}
	if was.ConfirmedBy == now.ConfirmedBy { // an undone result takes its confirmation along
		now.ConfirmedBy = is.ConfirmedBy
		if was.Result == now.Result {
			was.ConfirmedBy = is.ConfirmedBy
		}
	}
	if withRecord(was, now) == now {
		was, now = withRecord(*is, was), withRecord(*is, now)
	}
	return &Edit[Game]{&was, &now}
}

// withRecord returns g with the record of another game and the decisions about
// that record.
func withRecord(g, of Game) Game {
	g.Record, g.Dead, g.Accepted = of.Record, of.Dead, of.Accepted
	return g
}

// restore reverts one element. It reports false if the list does not hold the
// new value.
func restore[T any](list []T, b *Edit[T], key func(*T) int) ([]T, bool) {
	i := slices.IndexFunc(list, func(x T) bool { return key(&x) == key(b.Value()) })
	found := i >= 0
	switch {
	case found != (b.New != nil), found && !reflect.DeepEqual(list[i], *b.New):
		return nil, false
	case b.New == nil:
		list = append(slices.Clone(list), *b.Old)
		slices.SortFunc(list, func(x, y T) int { return cmp.Compare(key(&x), key(&y)) })
		return list, true
	case b.Old == nil:
		return slices.Delete(slices.Clone(list), i, i+1), true
	default:
		list = slices.Clone(list)
		list[i] = *b.Old
		return list, true
	}
}

// onlyConstraints reports whether a change of the settings changed only the
// constraints.
func onlyConstraints(b *Edit[Settings]) bool {
	was := *b.Old
	was.Constraints = b.New.Constraints
	return reflect.DeepEqual(was, *b.New)
}

// keepConstraints keeps the present constraints while other settings are undone.
func keepConstraints(b *Edit[Settings], is *Settings) *Edit[Settings] {
	was, now := *b.Old, *b.New
	was.Constraints, now.Constraints = is.Constraints, is.Constraints
	return &Edit[Settings]{&was, &now}
}

// undoConstraints undoes a change of the constraints, and only that.
func (t *Tournament) undoConstraints(was, now *Constraints) error {
	s := t.Settings.Constraints
	back := undoList(&s.Wishes, was.Wishes, now.Wishes) && undoList(&s.Seats, was.Seats, now.Seats) &&
		undoList(&s.Blocked, was.Blocked, now.Blocked) && undoList(&s.StandIns, was.StandIns, now.StandIns) &&
		undoValue(&s.Family, was.Family, now.Family) && undoValue(&s.LocalClub, was.LocalClub, now.LocalClub) &&
		undoValue(&s.Room, was.Room, now.Room)
	if !back {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	if err := t.checkStandIns(s.StandIns); err != nil {
		return err
	}
	return t.SetConstraints(s)
}

// undoValue undoes a change of a value. It reports false if the value has
// changed since.
func undoValue[T comparable](value *T, was, now T) bool {
	switch {
	case was == now:
		return true
	case *value != now:
		return false
	}
	*value = was
	return true
}

// undoList undoes a change of a list. It reports false if an element that the
// change added is missing.
func undoList[T comparable](list *[]T, was, now []T) bool {
	if slices.Equal(*list, now) {
		*list = was
		return true
	}
	next := slices.Clone(*list)
	for _, x := range now {
		if slices.Contains(was, x) {
			continue
		}
		i := slices.Index(next, x)
		if i < 0 {
			return false
		}
		next = slices.Delete(next, i, i+1)
	}
	for _, x := range was {
		if !slices.Contains(now, x) && !slices.Contains(next, x) {
			next = append(next, x)
		}
	}
	*list = next
	return true
}
