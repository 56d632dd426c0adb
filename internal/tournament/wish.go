package tournament

import (
	"cmp"
	"slices"

	"tourney/internal/fault"
)

// KeepApart keeps players from being drawn against each other, every two of
// them, up to and including round until, or in all rounds when it is 0. An
// earlier such wish about two of them is replaced.
func (t *Tournament) KeepApart(players []PlayerID, until int) error {
	if pairs := len(players) * (len(players) - 1) / 2; pairs > mostWishes {
		return fault.New(fault.TooLarge, "steer.wishes.many", mostWishes)
	}
	s := t.Settings.Steering
	for i, a := range players {
		for _, b := range players[:i] {
			w := Wish{A: min(a, b), B: max(a, b), Kind: Apart, Until: until}
			if other := s.wish(a, b, Together); other != nil && overBy(other.Until, until) {
				return fault.New(fault.Conflict, "steer.wish.wanted", t.called(a), t.called(b))
			}
			s.Wishes = w.in(s.Wishes)
		}
	}
	return t.steer(s, until, players)
}

// BringTogether lets two players be drawn against each other, as long as it
// costs no repeated game, up to and including round until, or in all rounds
// when it is 0. It ends when they have met.
func (t *Tournament) BringTogether(a, b PlayerID, until int) error {
	s := t.Settings.Steering
	if other := s.wish(a, b, Apart); other != nil && overBy(until, other.Until) {
		return fault.New(fault.Conflict, "steer.wish.unwanted", t.called(a), t.called(b))
	}
	for i := range t.Rounds[:t.Current()] {
		if g := t.Rounds[i].Game(a); g != nil && g.Has(b) && a != b {
			return fault.New(fault.Conflict, "steer.wish.met", t.called(a), t.called(b), i+1)
		}
	}
	s.Wishes = Wish{A: a, B: b, Kind: Together, Until: until}.in(s.Wishes)
	return t.steer(s, until, []PlayerID{a, b})
}

// steer takes up wishes about players that hold until a round.
func (t *Tournament) steer(s Steering, until int, players []PlayerID) error {
	for i, id := range players {
		if slices.Contains(players[:i], id) {
			return fault.New(fault.Invalid, "steer.wish.twice", t.called(id))
		}
	}
	switch {
	case len(players) < 2:
		return fault.New(fault.Invalid, "steer.wish.two")
	case until > 0 && until <= t.Current():
		return fault.New(fault.Conflict, "steer.wish.past", until)
	}
	return t.SetSteering(s)
}

// Lift takes back the wishes of a kind about any two of the players.
func (t *Tournament) Lift(players []PlayerID, kind WishKind) error {
	s := t.Settings.Steering
	n := len(s.Wishes)
	s.Wishes = without(s.Wishes, func(w Wish) bool {
		return w.Kind == kind && slices.Contains(players, w.A) && slices.Contains(players, w.B)
	})
	if len(s.Wishes) == n {
		return fault.New(fault.NotFound, "steer.wish.gone")
	}
	return t.SetSteering(s)
}

// overBy reports whether a wish until one round is over by the time one until
// another is, as rounds of wishes are counted.
func overBy(until, other int) bool {
	return other == 0 || until > 0 && until <= other
}

// wish returns the wish of a kind about two players, or nil.
func (s *Steering) wish(a, b PlayerID, kind WishKind) *Wish {
	i := slices.IndexFunc(s.Wishes, func(w Wish) bool {
		return w.Kind == kind && (w.A == a && w.B == b || w.A == b && w.B == a)
	})
	if i < 0 {
		return nil
	}
	return &s.Wishes[i]
}

// in returns the wishes with this one in them, in the place of the one of its
// kind about the same two.
func (w Wish) in(wishes []Wish) []Wish {
	return append(without(wishes, func(o Wish) bool {
		return o.Kind == w.Kind && (o.A == w.A && o.B == w.B || o.A == w.B && o.B == w.A)
	}), w)
}

// Seat gives a player his own table, or takes it back when table is 0. A
// blocked table is nobody's, and no table is that of two.
func (t *Tournament) Seat(p PlayerID, table int) error {
	if t.Player(p) == nil {
		return fault.New(fault.NotFound, "player.missing", int(p))
	}
	s := t.Settings.Steering
	s.Seats = without(s.Seats, func(seat Seat) bool { return seat.Player == p })
	if table != 0 {
		for _, seat := range s.Seats {
			if seat.Table == table {
				return fault.New(fault.Conflict, "steer.seat.taken", table, t.called(seat.Player))
			}
		}
		if s.IsBlocked(table) {
			return fault.New(fault.Conflict, "steer.seat.blocked", table)
		}
		s.Seats = append(s.Seats, Seat{Player: p, Table: table})
	}
	return t.SetSteering(s)
}

// Block lets nobody be seated at more tables. Somebody's own table is refused,
// and so is leaving too few for the players.
func (t *Tournament) Block(tables []TableRange) error {
	s := t.Settings.Steering
	s.Blocked = joinRanges(slices.Concat(s.Blocked, tables))
	for _, seat := range s.Seats {
		if s.IsBlocked(seat.Table) {
			return fault.New(fault.Conflict, "steer.blocked.seat", seat.Table, t.called(seat.Player))
		}
	}
	if err := t.checkRoom(&s); err != nil {
		return err
	}
	return t.SetSteering(s)
}

// checkRoom refuses blocked tables that leave too few for the players.
func (t *Tournament) checkRoom(s *Steering) error {
	free := MostPlayers
	for _, r := range s.Blocked {
		if r.From < 1 || r.To < r.From || r.To > MostPlayers {
			return fault.New(fault.Invalid, "steer.blocked", r.From, r.To, MostPlayers)
		}
		free -= r.To - r.From + 1
	}
	if need := (len(t.Players) + 1) / 2; free < need {
		return fault.New(fault.Invalid, "steer.blocked.few", free, need)
	}
	return nil
}

// Unblock gives a run of blocked tables back.
func (t *Tournament) Unblock(tables TableRange) error {
	s := t.Settings.Steering
	if !slices.Contains(s.Blocked, tables) {
		return fault.New(fault.NotFound, "steer.blocked.gone", tables.From, tables.To)
	}
	s.Blocked = without(s.Blocked, func(r TableRange) bool { return r == tables })
	return t.SetSteering(s)
}

// joinRanges puts ranges in order and those that touch together.
func joinRanges(ranges []TableRange) []TableRange {
	slices.SortFunc(ranges, func(a, b TableRange) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	var out []TableRange
	for _, r := range ranges {
		if last := len(out) - 1; last >= 0 && r.From <= out[last].To+1 && r.To >= r.From {
			out[last].To = max(out[last].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}

// AddStandIn makes a player a helper who plays when the number is odd. That is
// refused once they have a game or a bye in a published round, since it would
// count otherwise all of a sudden.
func (t *Tournament) AddStandIn(p PlayerID) error {
	player := t.Player(p)
	switch {
	case player == nil:
		return fault.New(fault.NotFound, "player.missing", int(p))
	case t.Settings.Teams.Boards > 0:
		return fault.New(fault.Conflict, "steer.ghost.teams")
	case player.Status == Withdrawn:
		return fault.New(fault.Conflict, "steer.ghost.withdrawn", player.Name())
	}
	return t.setStandIns(append(own(t.standInsBut(p)), p))
}

// RemoveStandIn makes a helper a player like all others again, as long as
// AddStandIn would be taken.
func (t *Tournament) RemoveStandIn(p PlayerID) error {
	if t.Player(p) == nil {
		return fault.New(fault.NotFound, "player.missing", int(p))
	}
	return t.setStandIns(t.standInsBut(p))
}

// standInsBut returns the helpers other than p.
func (t *Tournament) standInsBut(p PlayerID) []PlayerID {
	return without(t.Settings.Steering.StandIns, func(id PlayerID) bool { return id == p })
}

func (t *Tournament) setStandIns(helpers []PlayerID) error {
	if err := t.checkStandIns(helpers); err != nil {
		return err
	}
	s := t.Settings.Steering
	s.StandIns = helpers
	return t.SetSteering(s)
}

// checkStandIns refuses other helpers than those there are where rounds that
// have been played would count otherwise.
func (t *Tournament) checkStandIns(now []PlayerID) error {
	was := t.Settings.Steering.StandIns
	for i := range t.Players {
		p := &t.Players[i]
		before, after := slices.Contains(was, p.ID), slices.Contains(now, p.ID)
		if before == after {
			continue
		}
		for n := range t.Rounds[:t.Current()] {
			if r := &t.Rounds[n]; r.Game(p.ID) == nil && !r.HasBye(p.ID) {
				continue
			}
			if before {
				return fault.New(fault.Conflict, "steer.ghost.filled", p.Name(), n+1)
			}
			return fault.New(fault.Conflict, "steer.ghost.played", p.Name(), n+1)
		}
	}
	return nil
}

// SetFamilyRule says what a shared family name means to the draw.
func (t *Tournament) SetFamilyRule(rule FamilyRule) error {
	s := t.Settings.Steering
	s.Family = rule
	return t.SetSteering(s)
}

// SetLocalClub says from how many percent of the field on a club is the local
// one; 0 switches the rule off.
func (t *Tournament) SetLocalClub(percent int) error {
	s := t.Settings.Steering
	s.LocalClub = percent
	return t.SetSteering(s)
}

// SetRoom says how many games find a table in the hall; 0 when that does not
// matter.
func (t *Tournament) SetRoom(tables int) error {
	s := t.Settings.Steering
	s.Room = tables
	return t.SetSteering(s)
}

// called returns the name of a player or team.
func (t *Tournament) called(id PlayerID) string {
	if p := t.Player(id); p != nil {
		return p.Name()
	}
	if team := t.Team(id); team != nil {
		return team.Name
	}
	return ""
}
