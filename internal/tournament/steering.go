package tournament

import (
	"slices"
	"strconv"

	"tourney/internal/fault"
)

// Steering is what the director asks of every draw besides the criteria. Names
// of players who have been removed say nothing.
type Steering struct {
	// Wishes are about two players each.
	Wishes []Wish `json:"wishes,omitempty"`
	// Seats are the tables of players who always sit at the same one.
	Seats []Seat `json:"seats,omitempty"`
	// Blocked are table numbers that nobody is seated at unless by hand.
	Blocked []TableRange `json:"blocked,omitempty"`
	// StandIns are helpers who play when the number of players is odd, in the
	// place of the bye. They stand in no list, and their games are not rated;
	// who plays one scores what the game brings and otherwise as with a bye.
	StandIns []PlayerID `json:"ghosts,omitempty"`
	// Family says what a shared family name means.
	Family FamilyRule `json:"family,omitempty"`
	// LocalClub is from how many percent of the field on a club is the local
	// one: its players meet each other as if they were of different clubs, and
	// two guests of different clubs gain half. A country as numerous is left
	// out of account. 0 switches the rule off.
	LocalClub int `json:"localClub,omitempty"`
	// Room is how many games find a table in the hall, 0 when that does not
	// matter. It changes no draw; a round that is larger is pointed out.
	Room int `json:"room,omitempty"`
}

// A Wish is about whether two players meet.
type Wish struct {
	A    PlayerID `json:"a"`
	B    PlayerID `json:"b"`
	Kind WishKind `json:"kind"`
	// Until is the last round for which the wish holds, 0 for all: Apart until
	// 2 is "not before round 3".
	Until int `json:"until,omitempty"`
}

// Holds reports whether the wish holds for a round.
func (w Wish) Holds(round int) bool { return w.Until == 0 || round <= w.Until }

// A WishKind says what is wished of two players.
type WishKind string

// The kinds. Players kept apart are never drawn against each other; a game
// wished for counts more than scores and less than not having met.
const (
	Apart    WishKind = "apart"
	Together WishKind = "together"
)

// A Seat is a player's own table.
type Seat struct {
	Player PlayerID `json:"player"`
	Table  int      `json:"table"`
}

// A TableRange is a run of table numbers, both ends included.
type TableRange struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// String writes the range as 13, or 20–25.
func (r TableRange) String() string {
	if r.From == r.To {
		return strconv.Itoa(r.From)
	}
	return strconv.Itoa(r.From) + "–" + strconv.Itoa(r.To)
}

// A FamilyRule says what a shared family name means to the draw.
type FamilyRule string

// The rules: nothing, avoided as far as the field allows, or never. Accents
// and case make no difference.
const (
	FamilyFree    FamilyRule = ""
	FamilyAvoided FamilyRule = "avoid"
	FamilyApart   FamilyRule = "apart"
)

// Bounds on the steering of one tournament.
const (
	mostWishes = 2000
	mostSeats  = 500
)

// check returns a fault that names the first part that makes no sense.
func (s *Steering) check() error {
	switch {
	case len(s.Wishes) > mostWishes:
		return fault.New(fault.TooLarge, "steer.wishes.many", mostWishes)
	case len(s.Seats) > mostSeats || len(s.Blocked) > mostSeats || len(s.StandIns) > mostSeats:
		return fault.New(fault.TooLarge, "steer.tables.many", mostSeats)
	case s.Family != FamilyFree && s.Family != FamilyAvoided && s.Family != FamilyApart:
		return fault.New(fault.Invalid, "steer.family", fault.Clip(string(s.Family)))
	case s.LocalClub < 0 || s.LocalClub > 100:
		return fault.New(fault.Invalid, "steer.localclub", s.LocalClub)
	case s.Room < 0 || s.Room > MostPlayers:
		return fault.New(fault.Invalid, "steer.room", s.Room, MostPlayers)
	}
	for _, w := range s.Wishes {
		switch {
		case w.A == w.B:
			return fault.New(fault.Invalid, "steer.wish.self")
		case w.Kind != Apart && w.Kind != Together:
			return fault.New(fault.Invalid, "steer.wish.kind", fault.Clip(string(w.Kind)))
		case w.Until < 0 || w.Until > MaxRounds:
			return fault.New(fault.Invalid, "steer.wish.until", w.Until, MaxRounds)
		}
	}
	for _, seat := range s.Seats {
		if seat.Table < 1 || seat.Table > MostPlayers {
			return fault.New(fault.Invalid, "table.range", seat.Table)
		}
	}
	for _, r := range s.Blocked {
		if r.From < 1 || r.To < r.From || r.To > MostPlayers {
			return fault.New(fault.Invalid, "steer.blocked", r.From, r.To, MostPlayers)
		}
	}
	return nil
}

// SetSteering changes what the director asks of the draw. Everybody named must
// be a player or a team of the tournament.
func (t *Tournament) SetSteering(s Steering) error {
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
	s.Wishes, s.Seats, s.Blocked, s.StandIns = own(s.Wishes), own(s.Seats), own(s.Blocked), own(s.StandIns)
	t.Settings.Steering = s
	return nil
}

// own returns a copy of a list, nil for an empty one: so it reads when it has
// been written down.
func own[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}

// StandIn reports whether the player is a helper who fills in when the number is
// odd. Teams have substitutes instead.
func (t *Tournament) StandIn(id PlayerID) bool {
	return t.Settings.Teams.Boards == 0 && slices.Contains(t.Settings.Steering.StandIns, id)
}

// IsBlocked reports whether nobody is to be seated at the table.
func (s *Steering) IsBlocked(table int) bool {
	return slices.ContainsFunc(s.Blocked, func(r TableRange) bool { return table >= r.From && table <= r.To })
}

// Table returns the player's own table, or 0.
func (s *Steering) Table(p PlayerID) int {
	for _, seat := range s.Seats {
		if seat.Player == p {
			return seat.Table
		}
	}
	return 0
}

// AssignTables gives games that have no table one: that of a player who has his own
// if it is free, else the lowest that is neither taken nor blocked nor kept for
// one of the players here.
func (s *Steering) AssignTables(games []Game) {
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

// without returns the steering as it is when a player or team has gone.
func (s Steering) without(id PlayerID) Steering {
	s.Wishes = without(s.Wishes, func(w Wish) bool { return w.A == id || w.B == id })
	s.Seats = without(s.Seats, func(seat Seat) bool { return seat.Player == id })
	s.StandIns = without(s.StandIns, func(g PlayerID) bool { return g == id })
	return s
}

// without returns a list without some of its elements, and the list itself
// when there are none such.
func without[T any](list []T, gone func(T) bool) []T {
	if !slices.ContainsFunc(list, gone) {
		return list
	}
	return own(slices.DeleteFunc(slices.Clone(list), gone))
}
