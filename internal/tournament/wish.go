package tournament

import (
	"cmp"
	"slices"

	"tourney/internal/fault"
)

// KeepApart forbids pairing any two of the players, up to and including round until, or in all rounds if it is 0. It
// replaces earlier such wishes about two of them.
func (t *Tournament) KeepApart(players []PlayerID, until int) error {
	if pairs := len(players) * (len(players) - 1) / 2; pairs > mostWishes {
		return fault.New(fault.TooLarge, "constraint.wishes.many", mostWishes)
	}
	s := t.Settings.Constraints
	for i, a := range players {
		for _, b := range players[:i] {
			w := Wish{A: min(a, b), B: max(a, b), Kind: Apart, Until: until}
			if other := s.wish(a, b, Together); other != nil && endsBy(other.Until, until) {
				return fault.New(fault.Conflict, "constraint.wish.wanted", t.NameOf(a), t.NameOf(b))
			}
			s.Wishes = w.addTo(s.Wishes)
		}
	}
	return t.setWishes(s, until, players)
}

// BringTogether requests the pairing of two players, unless it costs a repeated game, up to and including round until,
// or in all rounds if it is 0. The wish ends after their game.
func (t *Tournament) BringTogether(a, b PlayerID, until int) error {
	s := t.Settings.Constraints
	if other := s.wish(a, b, Apart); other != nil && endsBy(until, other.Until) {
		return fault.New(fault.Conflict, "constraint.wish.unwanted", t.NameOf(a), t.NameOf(b))
	}
	for i := range t.Rounds[:t.Current()] {
		if g := t.Rounds[i].Game(a); g != nil && g.Has(b) && a != b {
			return fault.New(fault.Conflict, "constraint.wish.met", t.NameOf(a), t.NameOf(b), i+1)
		}
	}
	s.Wishes = Wish{A: a, B: b, Kind: Together, Until: until}.addTo(s.Wishes)
	return t.setWishes(s, until, []PlayerID{a, b})
}

// setWishes sets wishes about players that hold until a round.
func (t *Tournament) setWishes(s Constraints, until int, players []PlayerID) error {
	for i, id := range players {
		if slices.Contains(players[:i], id) {
			return fault.New(fault.Invalid, "constraint.wish.twice", t.NameOf(id))
		}
	}
	switch {
	case len(players) < 2:
		return fault.New(fault.Invalid, "constraint.wish.two")
	case until > 0 && until <= t.Current():
		return fault.New(fault.Conflict, "constraint.wish.past", until)
	}
	return t.SetConstraints(s)
}

// RemoveWishes removes all wishes with a kind between any two of the players.
func (t *Tournament) RemoveWishes(players []PlayerID, kind WishKind) error {
	s := t.Settings.Constraints
	n := len(s.Wishes)
	s.Wishes = without(s.Wishes, func(w Wish) bool {
		return w.Kind == kind && slices.Contains(players, w.A) && slices.Contains(players, w.B)
	})
	if len(s.Wishes) == n {
		return fault.New(fault.NotFound, "constraint.wish.gone")
	}
	return t.SetConstraints(s)
}

// endsBy reports whether a wish until one round ends no later than a wish until another; 0 means no end.
func endsBy(until, other int) bool {
	return other == 0 || until > 0 && until <= other
}

// wish returns the wish of a kind about two players, or nil.
func (s *Constraints) wish(a, b PlayerID, kind WishKind) *Wish {
	return find(s.Wishes, func(w *Wish) bool {
		return w.Kind == kind && (w.A == a && w.B == b || w.A == b && w.B == a)
	})
}

// addTo returns the wishes with w added, in place of an earlier one of its kind
// about the same two.
func (w Wish) addTo(wishes []Wish) []Wish {
	return append(without(wishes, func(o Wish) bool {
		return o.Kind == w.Kind && (o.A == w.A && o.B == w.B || o.A == w.B && o.B == w.A)
	}), w)
}

// Seat gives a player a fixed table, or frees it when table is 0. A blocked
// table cannot be fixed, nor one table for two players.
func (t *Tournament) Seat(p PlayerID, table int) error {
	if t.Player(p) == nil {
		return fault.New(fault.NotFound, "player.missing", int(p))
	}
	s := t.Settings.Constraints
	s.Seats = without(s.Seats, func(seat Seat) bool { return seat.Player == p })
	if table != 0 {
		for _, seat := range s.Seats {
			if seat.Table == table {
				return fault.New(fault.Conflict, "constraint.seat.taken", table, t.NameOf(seat.Player))
			}
		}
		if s.IsBlocked(table) {
			return fault.New(fault.Conflict, "constraint.seat.blocked", table)
		}
		s.Seats = append(s.Seats, Seat{Player: p, Table: table})
	}
	return t.SetConstraints(s)
}

// Block keeps more tables free. It refuses a player's fixed table, and a range that leaves too few tables for the
// players.
func (t *Tournament) Block(tables []TableRange) error {
	s := t.Settings.Constraints
	s.Blocked = joinRanges(slices.Concat(s.Blocked, tables))
	for _, seat := range s.Seats {
		if s.IsBlocked(seat.Table) {
			return fault.New(fault.Conflict, "constraint.blocked.seat", seat.Table, t.NameOf(seat.Player))
		}
	}
	if err := t.checkRoom(&s); err != nil {
		return err
	}
	return t.SetConstraints(s)
}

// checkRoom refuses blocked tables if too few are left for the players.
func (t *Tournament) checkRoom(s *Constraints) error {
	free := MostPlayers
	for _, r := range s.Blocked {
		if r.From < 1 || r.To < r.From || r.To > MostPlayers {
			return fault.New(fault.Invalid, "constraint.blocked", r.From, r.To, MostPlayers)
		}
		free -= r.To - r.From + 1
	}
	if need := (len(t.Players) + 1) / 2; free < need {
		return fault.New(fault.Invalid, "constraint.blocked.few", free, need)
	}
	return nil
}

// Unblock frees a run of blocked tables.
func (t *Tournament) Unblock(tables TableRange) error {
	s := t.Settings.Constraints
	if !slices.Contains(s.Blocked, tables) {
		return fault.New(fault.NotFound, "constraint.blocked.gone", tables.From, tables.To)
	}
	s.Blocked = without(s.Blocked, func(r TableRange) bool { return r == tables })
	return t.SetConstraints(s)
}

// joinRanges sorts ranges and merges adjacent or overlapping ranges.
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

// AddStandIn makes a player a stand-in, for rounds with an odd number. It is refused after a game or a bye in a
// published round, because its score would change.
func (t *Tournament) AddStandIn(p PlayerID) error {
	player := t.Player(p)
	switch {
	case player == nil:
		return fault.New(fault.NotFound, "player.missing", int(p))
	case t.Settings.Teams.Boards > 0:
		return fault.New(fault.Conflict, "constraint.ghost.teams")
	case player.Status == Withdrawn:
		return fault.New(fault.Conflict, "constraint.ghost.withdrawn", player.Name())
	}
	return t.setStandIns(append(copyOf(t.standInsBut(p)), p))
}

// RemoveStandIn makes a stand-in an ordinary player again, under the condition
// of AddStandIn.
func (t *Tournament) RemoveStandIn(p PlayerID) error {
	if t.Player(p) == nil {
		return fault.New(fault.NotFound, "player.missing", int(p))
	}
	return t.setStandIns(t.standInsBut(p))
}

// standInsBut returns the stand-ins other than p.
func (t *Tournament) standInsBut(p PlayerID) []PlayerID {
	return without(t.Settings.Constraints.StandIns, func(id PlayerID) bool { return id == p })
}

func (t *Tournament) setStandIns(ids []PlayerID) error {
	if err := t.checkStandIns(ids); err != nil {
		return err
	}
	s := t.Settings.Constraints
	s.StandIns = ids
	return t.SetConstraints(s)
}

// checkStandIns refuses a change of stand-ins that would change scores of
// played rounds.
func (t *Tournament) checkStandIns(now []PlayerID) error {
	was := t.Settings.Constraints.StandIns
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
				return fault.New(fault.Conflict, "constraint.ghost.filled", p.Name(), n+1)
			}
			return fault.New(fault.Conflict, "constraint.ghost.played", p.Name(), n+1)
		}
	}
	return nil
}

// SetFamilyRule sets the effect of a shared family name on the draw.
func (t *Tournament) SetFamilyRule(rule FamilyRule) error {
	s := t.Settings.Constraints
	s.Family = rule
	return t.SetConstraints(s)
}

// SetLocalClub sets the percentage of the field from which a club is the local
// one; 0 switches the rule off.
func (t *Tournament) SetLocalClub(percent int) error {
	s := t.Settings.Constraints
	s.LocalClub = percent
	return t.SetConstraints(s)
}

// SetRoom sets the number of games that fit in the hall; 0 for no limit.
func (t *Tournament) SetRoom(tables int) error {
	s := t.Settings.Constraints
	s.Room = tables
	return t.SetConstraints(s)
}
