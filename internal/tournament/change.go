package tournament

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"unsafe"

	"tourney/internal/fault"
	"tourney/internal/tournament/merge"
)

// A Change is one difference between two states of a tournament. Exactly one field is set. Old is nil for an added
// element, New for a removed one.
type Change struct {
	Info *Edit[Info] `json:"info,omitzero"`
	// Settings excludes the teams, which have separate changes.
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
	Printing     *Edit[Printing]     `json:"printing,omitzero"`
	Evening      *Edit[Evening]      `json:"evening,omitzero"`
}

// InRound returns the number of the round that the change belongs to, 0 for none.
func (c Change) InRound() int {
	switch {
	case c.Round != nil:
		return c.Round.Value().Number
	case c.Game != nil:
		return c.Game.Value().Round
	}
	return 0
}

// Value returns the new value, or the old value of a removed element.
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

// Diff lists the differences between two states: settings first, then teams, players, rounds, games and the elements of
// the day in the order of their numbers.
func (was *Tournament) Diff(now *Tournament) []Change {
	var out []Change
	if was.Info != now.Info {
		out = append(out, Change{Info: &Edit[Info]{&was.Info, &now.Info}})
	}
	before, after := was.Settings.withTeams(nil), now.Settings.withTeams(nil)
	if !identical(&before, &after) && !reflect.DeepEqual(before, after) {
		out = append(out, Change{Settings: &Edit[Settings]{&before, &after}})
	}
	return slices.Concat(out,
		diffLists(was.Settings.Teams.Teams, now.Settings.Teams.Teams, teamID, func(e *Edit[Team]) Change { return Change{Team: e} }),
		diffLists(was.Players, now.Players, playerID, func(e *Edit[Player]) Change { return Change{Player: e} }),
		diffLists(was.bareRounds(), now.bareRounds(), roundNumber, func(e *Edit[Round]) Change { return Change{Round: e} }),
		diffEach(was.gamesApart(now), now.gamesApart(was), gameID, func(e *Edit[Game]) Change { return Change{Game: e} }),
		diffLists(was.Day.Requests, now.Day.Requests, requestID, func(e *Edit[Request]) Change { return Change{Request: e} }),
		diffLists(was.Day.Incidents, now.Day.Incidents, incidentID, func(e *Edit[Incident]) Change { return Change{Incident: e} }),
		diffLists(was.Day.Announcements, now.Day.Announcements, announcementID, func(e *Edit[Announcement]) Change { return Change{Announcement: e} }),
		diffLists(was.Day.Finals, now.Day.Finals, finalID, func(e *Edit[FinalList]) Change { return Change{Final: e} }),
		diffLists(was.Day.Sendings, now.Day.Sendings, sendingID, func(e *Edit[Sending]) Change { return Change{Sending: e} }),
		diffLists(was.Day.Pictures, now.Day.Pictures, pictureID, func(e *Edit[Picture]) Change { return Change{Picture: e} }),
		diffLists(was.Day.Printings, now.Day.Printings, printingID, func(e *Edit[Printing]) Change { return Change{Printing: e} }),
		diffLists(was.Day.Evenings, now.Day.Evenings, eveningID, func(e *Edit[Evening]) Change { return Change{Evening: e} }),
	)
}

// diffLists returns the changes of a list in the order of its keys.
func diffLists[T any](was, now []T, key func(*T) int, change func(e *Edit[T]) Change) []Change {
	if SharesAll(was, now) {
		return nil
	}
	return diffEach(pointers(was), pointers(now), key, change)
}

// SharesAll reports whether two lists are the same memory.
func SharesAll[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

func teamID(team *Team) int              { return int(team.ID) }
func playerID(p *Player) int             { return int(p.ID) }
func roundNumber(r *Round) int           { return r.Number }
func gameID(g *Game) int                 { return g.ID }
func requestID(r *Request) int           { return r.ID }
func incidentID(i *Incident) int         { return i.ID }
func announcementID(a *Announcement) int { return a.ID }
func finalID(f *FinalList) int           { return f.ID }
func sendingID(s *Sending) int           { return s.ID }
func pictureID(p *Picture) int           { return p.ID }
func printingID(p *Printing) int         { return p.ID }
func eveningID(e *Evening) int           { return e.ID }

// diffEach is diffLists for elements anywhere in memory. It sorts the lists.
func diffEach[T any](was, now []*T, key func(*T) int, change func(e *Edit[T]) Change) (out []Change) {
	byKey := func(a, b *T) int { return cmp.Compare(key(a), key(b)) }
	slices.SortFunc(was, byKey)
	slices.SortFunc(now, byKey)
	i, j := 0, 0
	for i < len(was) || j < len(now) {
		switch {
		case j == len(now) || i < len(was) && key(was[i]) < key(now[j]):
			out = append(out, change(&Edit[T]{Old: new(*was[i])}))
			i++
		case i == len(was) || key(now[j]) < key(was[i]):
			out = append(out, change(&Edit[T]{New: new(*now[j])}))
			j++
		default:
			if !identical(was[i], now[j]) && !reflect.DeepEqual(was[i], now[j]) {
				out = append(out, change(&Edit[T]{new(*was[i]), new(*now[j])}))
			}
			i++
			j++
		}
	}
	return out
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// identical reports whether two values have the same bytes. An element that a step copied without a change is
// identical, because it shares all pointers; nearly all elements are. The check is fast. Equal values need not be
// identical.
func identical[T any](a, b *T) bool {
	bytesOf := func(v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) } // #nosec G103 -- only read
	return bytes.Equal(bytesOf(a), bytesOf(b))
}

func (t *Tournament) bareRounds() []Round {
	rounds := slices.Clone(t.Rounds)
	for i := range rounds {
		rounds[i].Games = nil
		if len(rounds[i].Byes) == 0 {
			rounds[i].Byes = nil
		}
	}
	return rounds
}

// gamesApart returns the games of t that another state does not share.
func (t *Tournament) gamesApart(other *Tournament) (games []*Game) {
	for i := range t.Rounds {
		if i >= len(other.Rounds) || !SharesAll(t.Rounds[i].Games, other.Rounds[i].Games) {
			games = append(games, pointers(t.Rounds[i].Games)...)
		}
	}
	return games
}

// Undo reverts these changes and keeps all others. Fault: "undo.overtaken" if a changed part has been changed again, or
// other data depend on it.
func (t *Tournament) Undo(changes []Change) error {
	next, err := t.Undone(changes)
	if err == nil {
		*t = *next
	}
	return err
}

// Undone returns the outcome of Undo and leaves t as it is. Both share the lists that the changes do not touch.
func (t *Tournament) Undone(changes []Change) (*Tournament, error) {
	next := t.cloneFor(changes)
	// Removed rounds must return before their games; added rounds must lose their games first.
	returning := func(c Change) bool { return c.Round != nil && c.Round.New == nil }
	for _, first := range []bool{true, false} {
		for _, c := range slices.Backward(changes) {
			if returning(c) != first {
				continue
			}
			if err := next.undo(c); err != nil {
				return nil, err
			}
		}
	}
	for i := range next.Rounds {
		if games := next.Rounds[i].Games; !slices.IsSortedFunc(games, byTable) {
			next.Rounds[i].Games = slices.SortedFunc(slices.Values(games), byTable)
		}
	}
	if err := cmp.Or(next.checkAfter(t), next.checkRuns(t)); err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "undo.overtaken")
	}
	return next, nil
}

func byTable(a, b Game) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.ID, b.ID)) }

// cloneFor returns a copy of t with its own lists of all that the changes touch.
func (t *Tournament) cloneFor(changes []Change) *Tournament {
	c := *t
	c.Rounds = slices.Clone(t.Rounds)
	cloned := map[int]bool{} // rounds whose games are copied
	for _, change := range changes {
		switch {
		case change.Game != nil:
			n := change.Game.Value().Round
			if r := c.Round(n); r != nil && !cloned[n] {
				r.Games, cloned[n] = slices.Clone(r.Games), true
			}
		case change.Round != nil:
			if r := c.Round(change.Round.Value().Number); r != nil {
				r.Byes = slices.Clone(r.Byes)
			}
		default:
			return t.Clone()
		}
	}
	return &c
}

func (t *Tournament) undo(c Change) error {
	done := true
	switch {
	case c.Info != nil:
		done = merge.Back(&t.Info, c.Info.Old, c.Info.New)
	case c.Settings != nil:
		return t.undoSettings(c.Settings)
	case c.Team != nil:
		done = c.Team.New == nil || t.checkLeavers(c.Team.New, c.Team.Old) == nil
		done = done && undoElement(&t.Settings.Teams.Teams, c.Team, teamID)
	case c.Player != nil:
		done = undoElement(&t.Players, c.Player, playerID)
	case c.Round != nil:
		done = t.undoRound(c.Round)
	case c.Game != nil:
		done = t.undoGame(c.Game)
	default:
		done = t.Day.undo(c)
	}
	if !done {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	return nil
}

// undo reverts a change of an element. It returns false if that element has been changed again.
func (d *Day) undo(c Change) bool {
	return undoElement(&d.Requests, c.Request, requestID) && undoElement(&d.Incidents, c.Incident, incidentID) &&
		undoElement(&d.Announcements, c.Announcement, announcementID) && undoElement(&d.Finals, c.Final, finalID) &&
		undoElement(&d.Sendings, c.Sending, sendingID) && undoElement(&d.Pictures, c.Picture, pictureID) &&
		undoElement(&d.Printings, c.Printing, printingID) && d.undoEvening(c.Evening)
}

// undoEvening reverts a change of an evening: players came and go one by one, and an evening with other players stays.
func (d *Day) undoEvening(b *Edit[Evening]) bool {
	i := -1
	if b != nil {
		i = indexFunc(d.Evenings, func(e *Evening) bool { return e.ID == b.Value().ID })
	}
	if i < 0 || b.New == nil {
		return undoElement(&d.Evenings, b, eveningID)
	}
	is := &d.Evenings[i]
	if b.Old == nil {
		return !reflect.DeepEqual(is, b.New) || undoElement(&d.Evenings, b, eveningID)
	}
	if !merge.BackList(&is.Present, b.Old.Present, b.New.Present) {
		return false
	}
	slices.Sort(is.Present)
	edit := Edit[Evening]{new(*b.Old), new(*b.New)}
	edit.Old.Present, edit.New.Present = is.Present, is.Present
	return undoElement(&d.Evenings, &edit, eveningID)
}

func undoElement[T any](list *[]T, b *Edit[T], key func(*T) int, parts ...merge.OnePart) bool {
	if b == nil {
		return true
	}
	back, ok := restore(*list, b, key, parts...)
	if len(back) == 0 {
		back = nil // as it reads back from JSON
	}
	if ok {
		*list = back
	}
	return ok
}

// undoSettings reverts the changed settings. Constraints are reverted one by one.
func (t *Tournament) undoSettings(b *Edit[Settings]) error {
	if !reflect.DeepEqual(b.Old.Constraints, b.New.Constraints) {
		if err := t.undoConstraints(&b.Old.Constraints, &b.New.Constraints); err != nil {
			return err
		}
	}
	teams, is := t.Settings.Teams.Teams, t.Settings.withTeams(nil)
	was, now := b.Old.withTeams(nil), b.New.withTeams(nil)
	was.Constraints, now.Constraints = is.Constraints, is.Constraints
	switch {
	case reflect.DeepEqual(was, now):
		return nil
	case !merge.Back(&is, &was, &now):
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	return t.SetSettings(is.withTeams(teams))
}

// undoRound reverts a round and keeps its present games, which have separate changes.
func (t *Tournament) undoRound(b *Edit[Round]) bool {
	var games [][]Game
	for i := range t.Rounds {
		games = append(games, t.Rounds[i].Games)
	}
	if b.Old == nil && b.New.Number <= len(games) && len(games[b.New.Number-1]) > 0 {
		return t.IsOpen() // other games have the turn
	}
	if b.New == nil && t.IsOpen() && t.Round(b.Old.Number) != nil {
		return true // later games have the turn
	}
	bare := t.bareRounds()
	if i := b.Value().Number - 1; b.Old != nil && b.New != nil && i < len(bare) { // byes come and go one by one
		edit := Edit[Round]{new(*b.Old), new(*b.New)}
		if !merge.BackList(&bare[i].Byes, b.Old.Byes, b.New.Byes) {
			return false
		}
		slices.Sort(bare[i].Byes)
		edit.Old.Byes, edit.New.Byes = bare[i].Byes, bare[i].Byes
		b = &edit
	}
	rounds, ok := restore(bare, b, roundNumber, merge.OnePart{"Drawn"})
	for i := range rounds {
		if n := rounds[i].Number; n <= len(games) {
			rounds[i].Games = games[n-1]
		}
	}
	if ok {
		t.Rounds = rounds
	}
	return ok
}

// gameParts are the parts of a game that an undo reverts as a whole: its result, its seats and terms, its record, its
// acceptance, and its live recording.
var gameParts = []merge.OnePart{
	{"Result", "EnteredBy", "EnteredAt", "Desk", "ConfirmedBy", "Corrected", "Dispute", "Settling", "Advancing"},
	{"Black", "White", "Handicap", "Komi", "ByHand", "ColoursOpen", "Choosing"},
	{"Record", "Dead", "Pencil"}, {"Accepted"}, {"Live"},
}

func (t *Tournament) undoGame(b *Edit[Game]) bool {
	in := b.Value()
	r := t.Round(in.Round)
	if r == nil {
		return b.Old == nil // its round was removed before
	}
	// The comparison ignores the revision. It only grows, so that a desk with the undone entry is refused.
	i := indexFunc(r.Games, func(g *Game) bool { return g.ID == in.ID })
	if i >= 0 && b.New != nil {
		is, edit := &r.Games[i], Edit[Game]{New: new(*b.New)}
		edit.New.Revision = is.Revision
		if b.Old != nil {
			edit.Old = new(*b.Old)
			edit.Old.Revision = is.Revision + 1
			if b.Old.ConfirmedBy == b.New.ConfirmedBy { // an undone result loses its confirmation
				edit.New.ConfirmedBy = is.ConfirmedBy
				if b.Old.Result == b.New.Result {
					edit.Old.ConfirmedBy = is.ConfirmedBy
				}
			}
		}
		b = &edit
	}
	games, ok := restore(r.Games, b, gameID, gameParts...)
	if ok {
		r.Games = games
	}
	return ok
}

// restore reverts one element of a list, in place. It returns false if the list does not hold the outcome of the change.
func restore[T any](list []T, b *Edit[T], key func(*T) int, parts ...merge.OnePart) ([]T, bool) {
	number := key(b.Value())
	i := indexFunc(list, func(x *T) bool { return key(x) == number })
	found := i >= 0
	switch {
	case found != (b.New != nil):
		return nil, false
	case b.New == nil:
		at := indexFunc(list, func(x *T) bool { return key(x) > number })
		if at < 0 {
			at = len(list)
		}
		return slices.Insert(list, at, *b.Old), true
	case b.Old == nil:
		same := reflect.DeepEqual(list[i], *b.New)
		return slices.Delete(list, i, i+1), same
	default:
		return list, merge.Back(&list[i], b.Old, b.New, parts...)
	}
}

// indexFunc is slices.IndexFunc without a copy of each element.
func indexFunc[T any](list []T, is func(*T) bool) int {
	for i := range list {
		if is(&list[i]) {
			return i
		}
	}
	return -1
}

// Rewind reverts all changes since a state, the latest first, regardless of the present values. The outcome is that
// earlier state.
func (t *Tournament) Rewind(changes []Change) {
	for _, c := range slices.Backward(changes) {
		t.rewind(c)
	}
	slices.SortFunc(t.Rounds, func(a, b Round) int { return cmp.Compare(a.Number, b.Number) })
	for i := range t.Rounds {
		slices.SortFunc(t.Rounds[i].Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
	}
}

func (t *Tournament) rewind(c Change) {
	switch {
	case c.Info != nil:
		merge.Rewind(&t.Info, c.Info.Old, c.Info.New)
	case c.Settings != nil:
		teams := t.Settings.Teams.Teams
		merge.Rewind(&t.Settings, c.Settings.Old, c.Settings.New)
		t.Settings.Teams.Teams = teams
	case c.Round != nil:
		n := c.Round.Value().Number
		var games []Game
		if r := t.Round(n); r != nil {
			games = r.Games
		}
		rewindElement(&t.Rounds, c.Round, roundNumber)
		if r := t.Round(n); r != nil {
			r.Games = games
		}
	case c.Game != nil:
		n := c.Game.Value().Round
		if t.Round(n) == nil && c.Game.New == nil { // its round returns later
			t.Rounds = append(t.Rounds, Round{Number: n})
		}
		if r := t.Round(n); r != nil {
			rewindElement(&r.Games, c.Game, gameID)
		}
	}
	rewindElement(&t.Settings.Teams.Teams, c.Team, teamID)
	rewindElement(&t.Players, c.Player, playerID)
	rewindElement(&t.Day.Requests, c.Request, requestID)
	rewindElement(&t.Day.Incidents, c.Incident, incidentID)
	rewindElement(&t.Day.Announcements, c.Announcement, announcementID)
	rewindElement(&t.Day.Finals, c.Final, finalID)
	rewindElement(&t.Day.Sendings, c.Sending, sendingID)
	rewindElement(&t.Day.Pictures, c.Picture, pictureID)
	rewindElement(&t.Day.Printings, c.Printing, printingID)
	rewindElement(&t.Day.Evenings, c.Evening, eveningID)
}

func rewindElement[T any](list *[]T, b *Edit[T], key func(*T) int) {
	if b == nil {
		return
	}
	i := len(*list) - 1 // from the end: an import adds its elements there
	for number := key(b.Value()); i >= 0 && key(&(*list)[i]) != number; {
		i--
	}
	switch {
	case b.Old == nil && i >= 0:
		if *list = slices.Delete(*list, i, i+1); len(*list) == 0 {
			*list = nil
		}
	case b.Old != nil && i < 0:
		at, _ := slices.BinarySearchFunc(*list, key(b.Old), func(x T, number int) int { return cmp.Compare(key(&x), number) })
		*list = slices.Insert(*list, at, *b.Old)
	case b.Old != nil && b.New == nil: // the return of its games created this round
		(*list)[i] = *b.Old
	case b.Old != nil:
		merge.Rewind(&(*list)[i], b.Old, b.New)
	}
}

// undoConstraints undoes a change of the constraints and nothing else.
func (t *Tournament) undoConstraints(was, now *Constraints) error {
	s := t.Settings.Constraints
	back := merge.BackList(&s.Wishes, was.Wishes, now.Wishes) && merge.BackList(&s.Seats, was.Seats, now.Seats) &&
		merge.BackList(&s.Blocked, was.Blocked, now.Blocked) && merge.BackList(&s.StandIns, was.StandIns, now.StandIns) &&
		merge.Back(&s.Family, &was.Family, &now.Family) && merge.Back(&s.LocalClub, &was.LocalClub, &now.LocalClub) &&
		merge.Back(&s.Room, &was.Room, &now.Room)
	if !back {
		return fault.New(fault.Conflict, "undo.overtaken")
	}
	if err := t.checkStandIns(s.StandIns); err != nil {
		return err
	}
	return t.SetConstraints(s)
}
