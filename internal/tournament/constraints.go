package tournament

import (
	"slices"
	"strconv"

	"tourney/internal/fault"
)

// Constraints are the director's conditions on every draw besides the criteria. Entries of removed players have no
// effect.
type Constraints struct {
	// Wishes concern two players each.
	Wishes []Wish `json:"wishes,omitempty"`
	// Seats are the fixed tables of players.
	Seats []Seat `json:"seats,omitempty"`
	// Blocked are table numbers used only by hand.
	Blocked []TableRange `json:"blocked,omitempty"`
	// StandIns play only when the number of players is odd, in place of the
	// bye. They are in no list, and their games are not rated. Their opponent
	// scores the result of the game and otherwise as with a bye.
	StandIns []PlayerID `json:"ghosts,omitempty"`
	// Family is the effect of a shared family name.
	Family FamilyRule `json:"family,omitempty"`
	// LocalClub is the percentage of the field from which a club is the local
	// one: its players meet each other as if of different clubs, and two guests
	// of different clubs gain half. A country as numerous is ignored. 0
	// switches the rule off.
	LocalClub int `json:"localClub,omitempty"`
	// Room is the number of games that fit in the hall, 0 for no limit. It
	// changes no draw; a larger round gets a warning.
	Room int `json:"room,omitempty"`
}

// A Wish is for or against a game of two players.
type Wish struct {
	A    PlayerID `json:"a"`
	B    PlayerID `json:"b"`
	Kind WishKind `json:"kind"`
	// Until is the last round of the wish, 0 for all: Apart until 2 is "not
	// before round 3".
	Until int `json:"until,omitempty"`
}

// Holds reports whether the wish applies to a round.
func (w Wish) Holds(round int) bool { return w.Until == 0 || round <= w.Until }

// A WishKind is the content of a wish.
type WishKind string

// The kinds. Players kept apart are never drawn against each other; a wished
// game counts more than scores and less than a first meeting.
const (
	Apart    WishKind = "apart"
	Together WishKind = "together"
)

// A Seat is a player's fixed table.
type Seat struct {
	Player PlayerID `json:"player"`
	Table  int      `json:"table"`
}

// A TableRange is a run of table numbers, both ends included.
type TableRange struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// String formats the range as 13, or 20–25.
func (r TableRange) String() string {
	if r.From == r.To {
		return strconv.Itoa(r.From)
	}
	return strconv.Itoa(r.From) + "–" + strconv.Itoa(r.To)
}

// A FamilyRule is the effect of a shared family name on the draw.
type FamilyRule string

// The rules: no effect, avoided as far as the field allows, or never. Accents
// and case make no difference.
const (
	FamilyFree    FamilyRule = ""
	FamilyAvoided FamilyRule = "avoid"
	FamilyApart   FamilyRule = "apart"
)

// Bounds on the constraints of a tournament.
const (
	mostWishes = 2000
	mostSeats  = 500
)

// check returns a fault that names the first invalid part.
func (s *Constraints) check() error {
	switch {
	case len(s.Wishes) > mostWishes:
		return fault.New(fault.TooLarge, "constraint.wishes.many", mostWishes)
	case len(s.Seats) > mostSeats || len(s.Blocked) > mostSeats || len(s.StandIns) > mostSeats:
		return fault.New(fault.TooLarge, "constraint.tables.many", mostSeats)
	case s.Family != FamilyFree && s.Family != FamilyAvoided && s.Family != FamilyApart:
		return fault.New(fault.Invalid, "constraint.family", fault.Clip(string(s.Family)))
	case s.LocalClub < 0 || s.LocalClub > 100:
		return fault.New(fault.Invalid, "constraint.localclub", s.LocalClub)
	case s.Room < 0 || s.Room > MostPlayers:
		return fault.New(fault.Invalid, "constraint.room", s.Room, MostPlayers)
	}
	for _, w := range s.Wishes {
		switch {
		case w.A == w.B:
			return fault.New(fault.Invalid, "constraint.wish.self")
		case w.Kind != Apart && w.Kind != Together:
			return fault.New(fault.Invalid, "constraint.wish.kind", fault.Clip(string(w.Kind)))
		case w.Until < 0 || w.Until > MaxRounds:
			return fault.New(fault.Invalid, "constraint.wish.until", w.Until, MaxRounds)
		}
	}
	for _, seat := range s.Seats {
		if seat.Table < 1 || seat.Table > MostPlayers {
			return fault.New(fault.Invalid, "game.table.range", seat.Table)
		}
	}
	for _, r := range s.Blocked {
		if r.From < 1 || r.To < r.From || r.To > MostPlayers {
			return fault.New(fault.Invalid, "constraint.blocked", r.From, r.To, MostPlayers)
		}
	}
	return nil
}

// SetConstraints replaces the constraints. They may only name players or
// teams of the tournament.
func (t *Tournament) SetConstraints(s Constraints) error {
	if err := s.check(); err != nil {
		return err
	}
	var named []PlayerID
	for _, w := range s.Wishes {
		named = append(named, w.A, w.B)
	}
	for _, seat := range s.Seats {
		named = append(named, seat.Player)
	}
	for _, id := range append(named, s.StandIns...) {
		if t.Player(id) == nil && t.Team(id) == nil {
			return fault.New(fault.NotFound, "player.missing", int(id))
		}
	}
	s.Wishes, s.Seats, s.Blocked, s.StandIns = copyOf(s.Wishes), copyOf(s.Seats), copyOf(s.Blocked), copyOf(s.StandIns)
	t.Settings.Constraints = s
	return nil
}

// copyOf returns a copy of a list, nil for an empty one, as it reads back from
// JSON.
func copyOf[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}

// StandIn reports whether the player is a stand-in. Teams have substitutes
// instead.
func (t *Tournament) StandIn(id PlayerID) bool {
	return t.Settings.Teams.Boards == 0 && slices.Contains(t.Settings.Constraints.StandIns, id)
}

// IsBlocked reports whether the table is blocked.
func (s *Constraints) IsBlocked(table int) bool {
	return slices.ContainsFunc(s.Blocked, func(r TableRange) bool { return table >= r.From && table <= r.To })
}

// Table returns the player's fixed table, or 0.
func (s *Constraints) Table(p PlayerID) int {
	for _, seat := range s.Seats {
		if seat.Player == p {
			return seat.Table
		}
	}
	return 0
}

// AssignTables gives each game without a table the fixed table of a player if
// it is free, else the lowest that is neither taken nor blocked nor fixed for
// one of these players.
func (s *Constraints) AssignTables(games []Game) {
	taken := map[int]bool{}
	for i := range games {
		taken[games[i].Table] = true
	}
	for i := range games {
		g := &games[i]
		for _, table := range []int{s.Table(g.Black), s.Table(g.White)} {
			if g.Table == 0 && table > 0 && !taken[table] {
				g.Table = table
				taken[table] = true
			}
		}
	}
	free := 1
	for i := range games {
		g := &games[i]
		if g.Table > 0 {
			continue
		}
		for taken[free] || s.IsBlocked(free) {
			free++
		}
		g.Table = free
		taken[free] = true
	}
}

// without returns the constraints without a player or team.
func (s Constraints) without(id PlayerID) Constraints {
	s.Wishes = without(s.Wishes, func(w Wish) bool { return w.A == id || w.B == id })
	s.Seats = without(s.Seats, func(seat Seat) bool { return seat.Player == id })
	s.StandIns = without(s.StandIns, func(g PlayerID) bool { return g == id })
	return s
}

// without returns a list without the matching elements. Without a match it returns the list itself.
func without[T any](list []T, gone func(T) bool) []T {
	if !slices.ContainsFunc(list, gone) {
		return list
	}
	return copyOf(slices.DeleteFunc(slices.Clone(list), gone))
}
