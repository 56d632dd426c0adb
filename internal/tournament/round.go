package tournament

import (
	"slices"
	"time"

	"tourney/internal/handicap"
)

// A Game is one pairing of a round and what became of it.
type Game struct {
	// ID names the game within the tournament for ever; Table is its place in
	// the hall, unique in its round.
	ID    int
	Round int
	Table int
	Black PlayerID
	White PlayerID
	// Handicap is the number that lists write: 0 even, 1 Black moves first
	// without normal komi, n ≥ 2 stones. Komi is what White receives.
	Handicap int
	Komi     handicap.Komi
	// ByHand marks colours or terms that the director set himself; re-pairing
	// the rest and corrected ranks leave them alone.
	ByHand bool
	// Locked keeps the pairing through a re-pairing of the rest of the draft.
	Locked bool
	// ColoursOpen marks colours that the players choose at the board.
	ColoursOpen bool
	Result      Result
	// Revision counts the changes of the game; who enters a result says which
	// one he saw.
	Revision int
	// EnteredBy and EnteredAt say who entered the result, and when.
	EnteredBy string
	EnteredAt time.Time
	// Desk tells from which desk it came, whatever that is called: it is never
	// shown. "" is none or not known.
	Desk string
	// Corrected is when the result was changed after a later round had been
	// published; zero if it never was.
	Corrected time.Time
	// Dispute is an entry that contradicts the result and waits for a decision.
	Dispute Dispute
	// GoesOn is who goes on by the director's decision where a knockout's game
	// has no winner; that of a match of teams stands at its first board.
	GoesOn PlayerID
	// Record names the text of the game record by its hash (HashRecord), "" for
	// none. It counts in no Revision: a record is no entry of a result.
	Record string
	// Dead are the dead stones that people have decided on, which only a
	// record can have: points as records write them with blanks between, one
	// for each chain. "-" says that none are dead, "" leaves it to the marks in
	// the record.
	Dead string
	// Accepted says who has looked at what the record contradicts and left it.
	Accepted Acceptance
}

// A Dispute is another result that somebody tried to enter; zero when there is
// none.
type Dispute struct {
	Result Result
	By     string
	At     time.Time
	// Desk is as that of a Game.
	Desk string
}

// Open reports whether a decision is still wanted.
func (d Dispute) Open() bool { return d.Result.Known() }

// An Acceptance says that somebody has looked at a record that breaks a rule or
// contradicts its game, and has left record and result as they are; zero when
// nobody has.
type Acceptance struct {
	// Of is the Evidence that was looked at.
	Of string
	By string
	At time.Time
}

// Terms returns the handicap and komi of the game.
func (g *Game) Terms() handicap.Terms { return handicap.Terms{Number: g.Handicap, Komi: g.Komi} }

// Has reports whether the player sits at the game.
func (g *Game) Has(p PlayerID) bool { return g.Black == p || g.White == p }

// Opponent returns the other player, or nobody.
func (g *Game) Opponent(p PlayerID) PlayerID {
	switch p {
	case g.Black:
		return g.White
	case g.White:
		return g.Black
	}
	return 0
}

// A Round is one round from its draw on.
type Round struct {
	Number    int
	Published bool
	// Start is when the clocks start; zero when not announced.
	Start time.Time
	// Games are in the order of their tables.
	Games []Game
	// Byes are the players given a bye, in the order of their IDs.
	Byes []PlayerID
	// Drawn tells how the draw was made; zero for rounds paired by hand.
	Drawn Drawn
}

// Drawn is what must be known to make the same draw again.
type Drawn struct {
	// Seed decides what chance decides. Total is the optimum's sum of weights,
	// in decimal. Inputs is a hash of players, history and settings.
	Seed   uint64
	Total  string
	Inputs string
	// MadeFrom names what the draw was made from by its hash, see
	// Tournament.Draws; "" when it was not kept, as by older versions.
	MadeFrom string
	// Bye is the player to whom the draw itself gave the bye, or nobody. All
	// other byes of the round are the director's and outlast a new draw.
	Bye PlayerID
	// Program is the version of tourney that made the draw.
	Program string
}

// A State says how far a round has come.
type State int8

// A draft is seen by directors only; a published round is complete once every
// result is known.
const (
	Draft State = iota
	Published
	Complete
)

var stateNames = []string{"draft", "published", "complete"}

// String returns draft, published or complete.
func (s State) String() string { return stateNames[s] }

// State returns how far the round has come.
func (r *Round) State() State {
	switch {
	case !r.Published:
		return Draft
	case r.Missing() > 0:
		return Published
	default:
		return Complete
	}
}

// Missing counts the games without a result.
func (r *Round) Missing() int {
	return len(r.Games) - len(r.Finished())
}

// Finished returns the tables whose game has a result.
func (r *Round) Finished() []int {
	var tables []int
	for i := range r.Games {
		if r.Games[i].Result.Known() {
			tables = append(tables, r.Games[i].Table)
		}
	}
	return tables
}

// Game returns the game of a player, or nil.
func (r *Round) Game(p PlayerID) *Game {
	for i := range r.Games {
		if r.Games[i].Has(p) {
			return &r.Games[i]
		}
	}
	return nil
}

// NoShows returns the players of the round who were paired and did not come, in
// the order of their tables.
func (r *Round) NoShows() []PlayerID {
	var list []PlayerID
	for i := range r.Games {
		g := &r.Games[i]
		if g.Result.Manner != ByForfeit {
			continue
		}
		black, white := g.Result.Points()
		if black == 0 {
			list = append(list, g.Black)
		}
		if white == 0 {
			list = append(list, g.White)
		}
	}
	return list
}

// At returns the game at a table, or nil.
func (r *Round) At(table int) *Game {
	for i := range r.Games {
		if r.Games[i].Table == table {
			return &r.Games[i]
		}
	}
	return nil
}

// HasBye reports whether the player was given a bye.
func (r *Round) HasBye(p PlayerID) bool { return slices.Contains(r.Byes, p) }
