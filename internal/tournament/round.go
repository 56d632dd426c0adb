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
	ID    int      `json:"id"`
	Round int      `json:"round"`
	Table int      `json:"table"`
	Black PlayerID `json:"black"`
	White PlayerID `json:"white"`
	// Handicap is the number that lists write: 0 even, 1 Black moves first
	// without normal komi, n ≥ 2 stones. Komi is what White receives.
	Handicap int           `json:"handicap,omitzero"`
	Komi     handicap.Komi `json:"komi"`
	// ByHand marks colours or terms that the director set himself; re-pairing
	// the rest and corrected ranks leave them alone.
	ByHand bool `json:"byHand,omitzero"`
	// Locked keeps the pairing through a re-pairing of the rest of the draft.
	Locked bool `json:"locked,omitzero"`
	// ColoursOpen marks colours that the players choose at the board.
	ColoursOpen bool   `json:"coloursOpen,omitzero"`
	Result      Result `json:"result,omitzero"`
	// Revision counts the changes of the game; who enters a result says which
	// one he saw.
	Revision int `json:"revision,omitzero"`
	// EnteredBy and EnteredAt say who entered the result, and when.
	EnteredBy string    `json:"enteredBy,omitzero"`
	EnteredAt time.Time `json:"enteredAt,omitzero"`
	// Desk tells from which desk it came, whatever that is called: it is never
	// shown. "" is none or not known.
	Desk string `json:"desk,omitzero"`
	// Corrected is when the result was changed after a later round had been
	// published; zero if it never was.
	Corrected time.Time `json:"corrected,omitzero"`
	// Dispute is an entry that contradicts the result and waits for a decision.
	Dispute Dispute `json:"dispute,omitzero"`
	// GoesOn is who goes on by the director's decision where a knockout's game
	// has no winner; that of a match of teams stands at its first board.
	GoesOn PlayerID `json:"goesOn,omitzero"`
	// Record names the text of the game record by its hash (HashRecord), "" for
	// none. It counts in no Revision: a record is no entry of a result.
	Record string `json:"record,omitzero"`
	// Dead are the dead stones that people have decided on, which only a
	// record can have: points as records write them with blanks between, one
	// for each chain. "-" says that none are dead, "" leaves it to the marks in
	// the record.
	Dead string `json:"dead,omitzero"`
	// Accepted says who has looked at what the record contradicts and left it.
	Accepted Acceptance `json:"accepted,omitzero"`
}

// A Dispute is another result that somebody tried to enter; zero when there is
// none.
type Dispute struct {
	Result Result    `json:"result"`
	By     string    `json:"by,omitzero"`
	At     time.Time `json:"at,omitzero"`
	// Desk is as that of a Game.
	Desk string `json:"desk,omitzero"`
}

// Open reports whether a decision is still wanted.
func (d Dispute) Open() bool { return d.Result.Known() }

// An Acceptance says that somebody has looked at a record that breaks a rule or
// contradicts its game, and has left record and result as they are; zero when
// nobody has.
type Acceptance struct {
	// Of is the Evidence that was looked at.
	Of string    `json:"of"`
	By string    `json:"by,omitzero"`
	At time.Time `json:"at,omitzero"`
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
	Number    int  `json:"number"`
	Published bool `json:"published,omitzero"`
	// Start is when the clocks start; zero when not announced.
	Start time.Time `json:"start,omitzero"`
	// Games are in the order of their tables.
	Games []Game `json:"games,omitzero"`
	// Byes are the players given a bye, in the order of their IDs.
	Byes []PlayerID `json:"byes,omitzero"`
	// Drawn tells how the draw was made; zero for rounds paired by hand.
	Drawn Drawn `json:"drawn,omitzero"`
}

// Drawn is what must be known to make the same draw again.
type Drawn struct {
	// Seed decides what chance decides. Total is the optimum's sum of weights,
	// in decimal. Inputs is a hash of players, history and settings.
	Seed   uint64 `json:"seed"`
	Total  string `json:"total,omitzero"`
	Inputs string `json:"inputs,omitzero"`
	// MadeFrom names what the draw was made from by its hash, see
	// Tournament.Draws; "" when it was not kept, as by older versions.
	MadeFrom string `json:"madeFrom,omitzero"`
	// Bye is the player to whom the draw itself gave the bye, or nobody. All
	// other byes of the round are the director's and outlast a new draw.
	Bye PlayerID `json:"bye,omitzero"`
	// Program is the version of tourney that made the draw.
	Program string `json:"program,omitzero"`
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
