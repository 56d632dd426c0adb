package tournament

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
)

// MostTurns is the greatest number of turns of open play.
const MostTurns = 900

// An OpenPlay configures the system Open: players come and go, and two who wait begin a game at once. A tournament of
// this system is one evening or the evenings of a season. A game belongs to a turn, which takes the place of a round:
// the one after the last turn of both players and of the table, and after all turns of earlier evenings. So a turn, like
// a round, has a player and a table at most once.
type OpenPlay struct {
	// Rematch is the rule for a second game of two players on one evening, "" for Once.
	Rematch Rematch `json:"rematch,omitzero"`
	// Promise is the longest wait in minutes that the club promises, 0 for DefaultPromise.
	Promise int `json:"promise,omitzero"`
	// Widest is the greatest difference of ranks in a proposed game, 0 for no limit.
	Widest int `json:"widest,omitzero"`
	// Points names the rules by which games give points, a set of package scoring; "" counts wins.
	Points string `json:"points,omitzero"`
	// Ladder is the ladder of the season.
	Ladder Ladder `json:"ladder,omitzero"`
}

// A Rematch is a rule for a second game of two players on one evening.
type Rematch string

// The rules.
const (
	RematchAtOnce Rematch = "at-once" // any number of rematches, the first directly after the game
	RematchOnce   Rematch = "once"    // one rematch an evening
	RematchNever  Rematch = "never"
)

// Rematches lists the rules, the default first.
func Rematches() []Rematch { return []Rematch{RematchOnce, RematchAtOnce, RematchNever} }

// Message returns the message that names the rule.
func (r Rematch) Message() (key string, args []any) { return "open.rematch." + string(r), nil }

// Bounds on open play. A promise is in minutes, a difference in ranks.
const (
	DefaultPromise            = 20
	LeastPromise, MostPromise = 1, 240
	mostWidest                = 40
	longestEvening            = 16 * time.Hour
	mostEvenings              = 400
)

// Rule returns the rule for rematches.
func (o OpenPlay) Rule() Rematch { return cmp.Or(o.Rematch, RematchOnce) }

// LongestWait returns the promised longest wait.
func (o OpenPlay) LongestWait() time.Duration {
	return time.Duration(cmp.Or(o.Promise, DefaultPromise)) * time.Minute
}

func (o OpenPlay) check() error {
	switch {
	case !slices.Contains(Rematches(), o.Rule()):
		return fault.New(fault.Invalid, "open.rematch", fault.Clip(string(o.Rematch)))
	case o.Promise != 0 && (o.Promise < LeastPromise || o.Promise > MostPromise):
		return fault.New(fault.Invalid, "open.promise", o.Promise, LeastPromise, MostPromise)
	case o.Widest < 0 || o.Widest > mostWidest:
		return fault.New(fault.Invalid, "open.widest", o.Widest, mostWidest)
	}
	return cmp.Or(o.Ladder.check(), checkLength("points", o.Points, longestName))
}

// checkOpen refuses open play beside rounds: as one of several stages, or with teams.
func (s *Settings) checkOpen() error {
	if s.System == Open && (len(s.Stages) > 0 || s.Teams.Boards > 0) ||
		slices.ContainsFunc(s.Stages, func(stage Stage) bool { return stage.System == Open }) {
		return fault.New(fault.Invalid, "open.alone")
	}
	return s.Open.check()
}

// IsOpen reports whether the tournament is of the system Open.
func (t *Tournament) IsOpen() bool { return t.Settings.System == Open }

// An Evening is one evening of open play, from the first arrival on.
type Evening struct {
	ID int `json:"id"`
	// First is its first turn. Its last one is before the first turn of the next evening.
	First int       `json:"first"`
	Began time.Time `json:"began"`
	// Ended is zero while the evening lasts.
	Ended time.Time `json:"ended,omitzero"`
	// Present are the players who came, in the order of their IDs.
	Present []PlayerID `json:"present,omitempty"`
}

// Evening returns the evening of today, nil between evenings.
func (t *Tournament) Evening() *Evening {
	if e := t.LastEvening(); e != nil && e.Ended.IsZero() {
		return e
	}
	return nil
}

// LastEvening returns the evening of today or the latest one, nil before the first.
func (t *Tournament) LastEvening() *Evening {
	if n := len(t.Day.Evenings); n > 0 {
		return &t.Day.Evenings[n-1]
	}
	return nil
}

// EveningNumbered returns the evening of that ID, or nil.
func (t *Tournament) EveningNumbered(id int) *Evening {
	return find(t.Day.Evenings, func(e *Evening) bool { return e.ID == id })
}

// EveningOf returns the evening of a turn, nil for a turn before the first.
func (t *Tournament) EveningOf(turn int) *Evening {
	for i := len(t.Day.Evenings) - 1; i >= 0; i-- {
		if t.Day.Evenings[i].First <= turn {
			return &t.Day.Evenings[i]
		}
	}
	return nil
}

// GamesOf returns the games of an evening in the order of their begin; of all evenings for nil.
func (t *Tournament) GamesOf(e *Evening) []*Game {
	first, last := 1, len(t.Rounds)
	if e != nil {
		first = e.First
		for i := range t.Day.Evenings {
			if next := t.Day.Evenings[i].First; t.Day.Evenings[i].ID > e.ID {
				last = min(last, next-1)
			}
		}
	}
	var list []*Game
	for n := first; n <= last; n++ {
		for i := range t.Rounds[n-1].Games {
			list = append(list, &t.Rounds[n-1].Games[i])
		}
	}
	slices.SortFunc(list, func(a, b *Game) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.ID, b.ID)) })
	return list
}

// Running returns the games in play, in the order of their tables. A disputed game is over.
func (t *Tournament) Running() []*Game {
	var list []*Game
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; !g.Result.Known() {
				list = append(list, g)
			}
		}
	}
	slices.SortFunc(list, func(a, b *Game) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.ID, b.ID)) })
	return list
}

// RunningGame returns the game that a player plays now, or nil.
func (t *Tournament) RunningGame(id PlayerID) *Game {
	for i := range t.Rounds {
		if g := t.Rounds[i].Game(id); g != nil && !g.Result.Known() {
			return g
		}
	}
	return nil
}

// GameAt returns the game that runs at a table, or else the last one there; nil for a table without a game.
func (t *Tournament) GameAt(table int) *Game {
	var last *Game
	for i := range t.Rounds {
		if g := t.Rounds[i].At(table); g != nil {
			if last = g; !g.Result.Known() {
				return g
			}
		}
	}
	return last
}

// A Waiter is a player at the evening without a running game.
type Waiter struct {
	*Player
	// Since is the begin of the wait: the arrival, or the end of the last game.
	Since time.Time
}

// Waiting returns the players at the evening without a running game, the longest wait first. Resting ones are among them.
func (t *Tournament) Waiting() []Waiter {
	since := map[PlayerID]time.Time{}
	busy := map[PlayerID]bool{}
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			g := &t.Rounds[i].Games[j]
			for _, id := range []PlayerID{g.Black, g.White} {
				if !g.Result.Known() {
					busy[id] = true
				} else if g.EnteredAt.After(since[id]) {
					since[id] = g.EnteredAt
				}
			}
		}
	}
	var list []Waiter
	for i := range t.Players {
		p := &t.Players[i]
		if p.Status != CheckedIn || busy[p.ID] {
			continue
		}
		w := Waiter{p, p.Arrived}
		if since[p.ID].After(w.Since) {
			w.Since = since[p.ID]
		}
		list = append(list, w)
	}
	slices.SortStableFunc(list, func(a, b Waiter) int { return a.Since.Compare(b.Since) })
	return list
}

// A Pair is a game that two players agree to, or that the desk chooses for them.
type Pair struct {
	Black, White PlayerID
	// Table is 0 for the lowest free one.
	Table int
	Terms handicap.Terms
	// ColoursOpen marks colours that the players choose at the board.
	ColoursOpen bool
}

// MayBegin returns the fault of a game of two players now: "open.system", "player.missing", "open.self",
// "open.absent" for a player outside the evening, or "open.playing".
func (t *Tournament) MayBegin(first, second PlayerID) error {
	if !t.IsOpen() {
		return fault.New(fault.Conflict, "open.system")
	}
	for _, id := range []PlayerID{first, second} {
		p := t.Player(id)
		if p == nil {
			return fault.New(fault.NotFound, "player.missing", int(id))
		}
		if p.Status != CheckedIn {
			return fault.New(fault.Conflict, "open.absent", p.Name())
		}
		if g := t.RunningGame(id); g != nil {
			return fault.New(fault.Conflict, "open.playing", p.Name(), g.Table)
		}
	}
	if first == second {
		return fault.New(fault.Invalid, "open.self", t.NameOf(first))
	}
	return nil
}

// Begin begins a game of two players at the evening and returns its ID. Faults: the faults of MayBegin, "open.table" for a
// table with a running game, "game.table.range", "handicap.terms.range", and "open.full" after MostTurns.
func (t *Tournament) Begin(p Pair, at time.Time) (int, error) {
	if err := t.MayBegin(p.Black, p.White); err != nil {
		return 0, err
	}
	t.NoteArrivals(at) // the game belongs to the evening of its players
	g := Game{
		Table: p.Table, Black: p.Black, White: p.White, Handicap: p.Terms.Number, Komi: p.Terms.Komi,
		ColoursOpen: p.ColoursOpen, Began: at,
	}
	running := t.Running()
	switch {
	case g.Handicap < 0 || g.Handicap > handicap.MostStones || !g.Komi.Valid():
		return 0, fault.New(fault.Invalid, "handicap.terms.range", g.Table, g.Handicap, g.Komi)
	case g.Table < 0 || g.Table > MostPlayers:
		return 0, fault.New(fault.Invalid, "game.table.range", g.Table)
	case g.Table > 0 && slices.ContainsFunc(running, func(o *Game) bool { return o.Table == g.Table }):
		return 0, fault.New(fault.Conflict, "open.table", g.Table)
	}
	if g.Table == 0 {
		seats := []Game{g}
		for _, o := range running {
			seats = append(seats, *o)
		}
		t.Settings.Constraints.AssignTables(seats)
		g.Table = seats[0].Table
	}
	g.Round = t.turn(&g)
	if g.Round > MostTurns {
		return 0, fault.New(fault.TooLarge, "open.full", MostTurns)
	}
	if g.Round > len(t.Rounds) {
		t.Rounds = append(t.Rounds, Round{Number: g.Round, Published: true})
	}
	g.ID = t.NewID()
	r := t.Round(g.Round)
	r.Games = append(r.Games, g)
	slices.SortFunc(r.Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
	return g.ID, nil
}

// turn returns the turn of a new game, see OpenPlay.
func (t *Tournament) turn(g *Game) int {
	first := t.firstTurn()
	for n := len(t.Rounds); n >= first; n-- {
		if r := t.Round(n); r.Game(g.Black) != nil || r.Game(g.White) != nil || r.At(g.Table) != nil {
			return n + 1
		}
	}
	return first
}

// firstTurn returns the first turn of the last evening.
func (t *Tournament) firstTurn() int {
	if e := t.LastEvening(); e != nil {
		return e.First
	}
	return 1
}

// AddTurn appends a turn of a file. Faults: "open.rounds" for a draft or a bye, "game.table.range",
// "handicap.terms.range", and the faults of Check for its players and tables.
func (t *Tournament) AddTurn(r Round) error {
	if !t.IsOpen() {
		return fault.New(fault.Conflict, "open.system")
	}
	if !r.Published || len(r.Byes) > 0 {
		return fault.New(fault.Conflict, "open.rounds")
	}
	if len(t.Rounds) >= MostTurns {
		return fault.New(fault.TooLarge, "open.full", MostTurns)
	}
	r.Number, r.Games = len(t.Rounds)+1, slices.Clone(r.Games)
	for i := range r.Games {
		g := &r.Games[i]
		g.Round = r.Number
		switch {
		case g.Handicap < 0 || g.Handicap > handicap.MostStones || !g.Komi.Valid():
			return fault.New(fault.Invalid, "handicap.terms.range", g.Table, g.Handicap, g.Komi)
		case g.Table < 1 || g.Table > MostPlayers:
			return fault.New(fault.Invalid, "game.table.range", g.Table)
		}
	}
	slices.SortFunc(r.Games, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
	t.Rounds = append(t.Rounds, r)
	return t.checkSeats(&r)
}

// checkRunning refuses two running games of a player or at a table.
func (t *Tournament) checkRunning() error {
	if !t.IsOpen() {
		return nil
	}
	seats, tables := map[PlayerID]int{}, map[int]bool{}
	for _, g := range t.Running() {
		for _, id := range []PlayerID{g.Black, g.White} {
			if table := seats[id]; table > 0 {
				return fault.New(fault.Conflict, "open.playing", t.NameOf(id), table)
			}
			seats[id] = g.Table
		}
		if tables[g.Table] {
			return fault.New(fault.Conflict, "open.table", g.Table)
		}
		tables[g.Table] = true
	}
	return nil
}

// mayReopen returns the fault of a finished game that would run again beside another game of a player or at its table.
func (t *Tournament) mayReopen(g *Game) error {
	for _, o := range t.Running() {
		for _, id := range []PlayerID{o.Black, o.White} {
			if g.Has(id) && o.ID != g.ID {
				return fault.New(fault.Conflict, "open.playing", t.NameOf(id), o.Table)
			}
		}
		if o.Table == g.Table && o.ID != g.ID {
			return fault.New(fault.Conflict, "open.table", o.Table)
		}
	}
	return nil
}

// Cancel removes a game of open play that has no result. Faults: "open.system", "game.unknown", "game.finished".
func (t *Tournament) Cancel(id int) error {
	g := t.Game(id)
	switch {
	case !t.IsOpen():
		return fault.New(fault.Conflict, "open.system")
	case g == nil:
		return fault.New(fault.NotFound, "game.unknown", id)
	case g.Result.Known():
		return fault.New(fault.Conflict, "game.finished", g.Table)
	}
	r := t.Round(g.Round)
	r.Games = slices.DeleteFunc(r.Games, func(o Game) bool { return o.ID == id })
	t.trimTurns()
	return nil
}

// trimTurns removes the last turns of the evening without a game. The turns of earlier evenings stay, so that the
// evening keeps its first turn.
func (t *Tournament) trimTurns() {
	for n := len(t.Rounds); n >= t.firstTurn() && len(t.Rounds[n-1].Games) == 0; n-- {
		t.Rounds = t.Rounds[:n-1]
	}
}

// Rest lets a player rest, or wait again from a time on. Faults: "open.system", "player.missing", "open.absent".
func (t *Tournament) Rest(id PlayerID, resting bool, at time.Time) error {
	p := t.Player(id)
	switch {
	case !t.IsOpen():
		return fault.New(fault.Conflict, "open.system")
	case p == nil:
		return fault.New(fault.NotFound, "player.missing", int(id))
	case p.Status != CheckedIn:
		return fault.New(fault.Conflict, "open.absent", p.Name())
	case p.Resting == resting:
		return nil
	}
	p.Resting = resting
	if !resting {
		p.Arrived = at
	}
	return nil
}

// EndEvening ends the evening of today and checks all players out. Faults: "open.between" between evenings, "open.running"
// with the tables of games without a result.
func (t *Tournament) EndEvening(at time.Time) error {
	e := t.Evening()
	if e == nil {
		return fault.New(fault.Conflict, "open.between")
	}
	var tables []int
	for _, g := range t.Running() {
		tables = append(tables, g.Table)
	}
	if len(tables) > 0 {
		return fault.New(fault.Conflict, "open.running", len(tables), tableList(tables))
	}
	for i := range t.Players {
		if p := &t.Players[i]; p.Status == CheckedIn {
			p.Status = Preliminary
		}
	}
	e.Ended = at
	t.NoteArrivals(at)
	return nil
}

// NoteArrivals writes down who came and who left since the last call: it begins an evening with the first arrival, and
// first ends a forgotten one. In other systems than Open it does nothing.
func (t *Tournament) NoteArrivals(at time.Time) {
	if !t.IsOpen() {
		return
	}
	var came []*Player
	tonight := t.Evening()
	for i := range t.Players {
		switch p := &t.Players[i]; {
		case p.Status != CheckedIn:
			p.Arrived, p.Resting = time.Time{}, false
		case p.Arrived.IsZero(), tonight == nil, p.Arrived.Before(tonight.Began): // earlier arrivals come with an undo
			came = append(came, p)
		}
	}
	if len(came) == 0 {
		return
	}
	if e := t.Evening(); e != nil && at.Sub(e.Began) > longestEvening {
		t.forgetEvening(e, at)
	}
	if t.Evening() == nil {
		t.Day.Evenings = append(t.Day.Evenings, Evening{ID: t.NewID(), First: len(t.Rounds) + 1, Began: at})
	}
	e := t.LastEvening()
	present := slices.Clone(e.Present)
	for _, p := range came {
		p.Arrived = at
		if i, found := slices.BinarySearch(present, p.ID); !found {
			present = slices.Insert(present, i, p.ID)
		}
	}
	e.Present = present
}

// forgetEvening ends a forgotten evening, at the time of its last entry. Players who wait since then have left.
func (t *Tournament) forgetEvening(e *Evening, at time.Time) {
	e.Ended = e.Began
	for _, g := range t.GamesOf(e) {
		for _, end := range []time.Time{g.Began, g.EnteredAt} {
			if end.After(e.Ended) && end.Before(at) {
				e.Ended = end
			}
		}
	}
	for i := range t.Players {
		if p := &t.Players[i]; p.Status == CheckedIn && !p.Arrived.IsZero() {
			p.Status, p.Arrived, p.Resting = Preliminary, time.Time{}, false
		}
	}
}

// checkEvenings refuses evenings out of order and players who do not exist.
func (t *Tournament) checkEvenings(c *dayCheck) {
	c.count(len(t.Day.Evenings), mostEvenings)
	first, began := 1, time.Time{}
	for i := range t.Day.Evenings {
		e := &t.Day.Evenings[i]
		last := i == len(t.Day.Evenings)-1
		c.number(e.ID)
		c.known(e.First >= first && e.First <= len(t.Rounds)+1 && !e.Began.Before(began) && (last || !e.Ended.IsZero()), "open.evenings", i+1)
		c.known(slices.IsSorted(e.Present) && len(e.Present) <= MostPlayers, "open.evenings", i+1)
		c.refers(0, e.Present...)
		first, began = e.First, e.Began
	}
}
