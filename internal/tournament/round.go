package tournament

import (
	"slices"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rules/gamerecord"
)

// A Game is one pairing of a round and its result.
type Game struct {
	// ID identifies the game within the tournament permanently; Table is its place in the hall, unique in its round.
	ID    int      `json:"id" draw:"yes"`
	Round int      `json:"round,omitzero" draw:"yes"`
	Table int      `json:"table" draw:"yes"`
	Black PlayerID `json:"black" draw:"yes"`
	White PlayerID `json:"white" draw:"yes"`
	// Handicap is the number in lists: 0 even, 1 Black moves first without
	// normal komi, n ≥ 2 stones. Komi is White's.
	Handicap int           `json:"handicap,omitzero" draw:"yes"`
	Komi     handicap.Komi `json:"komi" draw:"yes"`
	// ByHand marks colours or terms set by the director; re-pairing and
	// corrected ranks do not change them.
	ByHand bool `json:"byHand,omitzero"`
	// Locked keeps the pairing when the rest of the draft is paired again.
	Locked bool `json:"locked,omitzero" draw:"yes"`
	// ColoursOpen marks colours that the players choose at the board.
	ColoursOpen bool   `json:"coloursOpen,omitzero" draw:"yes"`
	Result      Result `json:"result,omitzero" draw:"yes"`
	// Advancing is the player or team that the director advances after a knockout game without a winner; in a match of
	// teams the first board holds it.
	Advancing PlayerID `json:"goesOn,omitzero" draw:"yes"`
	// Began is the begin of a game of open play.
	Began time.Time `json:"began,omitzero"`
	// Revision counts the changes of the game; an entry of a result names the revision on its page.
	Revision int `json:"revision,omitzero"`
	// EnteredBy and EnteredAt are the author and the time of the result. In open play a correction keeps the time, the end
	// of the game.
	EnteredBy string    `json:"enteredBy,omitzero"`
	EnteredAt time.Time `json:"enteredAt,omitzero"`
	// Desk is the identity of the desk that entered the result; never shown. "" means none or unknown.
	Desk string `json:"desk,omitzero"`
	// ConfirmedBy is the name of the opponent, or of the desk, who confirmed a
	// result that a player reported; "" for none. It does not count in Revision.
	ConfirmedBy string `json:"confirmedBy,omitzero"`
	// Corrected is the time of a correction after a later round was published;
	// zero without one.
	Corrected time.Time `json:"corrected,omitzero"`
	// Dispute is an entry that contradicts the result until a decision.
	Dispute Dispute `json:"dispute,omitzero"`
	// Record is the hash of the game record (gamerecord.Hash), "" for none. Revision does not count it, because a
	// record is not an entry of a result.
	Record string `json:"record,omitzero"`
	// Dead holds the dead stones decided by people; it needs a record. It has one point for each chain, as in records,
	// separated by blanks. "-" means no dead stones, "" means the marks in the record.
	Dead string `json:"dead,omitzero"`
	// Settling is the progress of the players' agreement on the end.
	Settling Settling `json:"settling,omitzero"`
	// Choosing is the progress of the players' choice of komi and colours.
	Choosing handicap.Choosing `json:"choosing,omitzero"`
	// Live is set from the start of a live recording on.
	Live LiveGame `json:"live,omitzero"`
	// Pencil holds the referee's marks in the count of the record.
	Pencil gamerecord.Pencil `json:"pencil,omitzero"`
	// Accepted is the acceptance of the contradictions in the record.
	Accepted Acceptance `json:"accepted,omitzero"`
}

// A Settling is the progress of the players' agreement on the end of a game without the desk (package settle). The zero
// Settling has no proposal.
type Settling struct {
	// By is the player who proposes the end: the stones in Dead, as in Game, or no result.
	By       PlayerID `json:"by,omitzero"`
	Dead     string   `json:"dead,omitzero"`
	NoResult bool     `json:"noResult,omitzero"`
	// Against is the player who disagrees with the proposal; Referee is the player who calls the referee.
	Against PlayerID `json:"against,omitzero"`
	Referee PlayerID `json:"referee,omitzero"`
}

// A Dispute is a second, different result; zero without one.
type Dispute struct {
	Result Result    `json:"result"`
	By     string    `json:"by,omitzero"`
	At     time.Time `json:"at,omitzero"`
	// Desk is as in Game.
	Desk string `json:"desk,omitzero"`
}

// Open reports whether a decision is needed.
func (d Dispute) Open() bool { return d.Result.Known() }

// An Acceptance is a decision to keep a record and the result despite a broken rule or a contradiction; zero without
// one.
type Acceptance struct {
	// Of is the Evidence that was accepted.
	Of string    `json:"of"`
	By string    `json:"by,omitzero"`
	At time.Time `json:"at,omitzero"`
}

// Terms returns the handicap and komi of the game.
func (g *Game) Terms() handicap.Terms { return handicap.Terms{Number: g.Handicap, Komi: g.Komi} }

// Has reports whether the player sits at the game.
func (g *Game) Has(p PlayerID) bool { return g.Black == p || g.White == p }

// Decided returns the result, unknown during a dispute. Standings, draws, files and all other users of results call it;
// Result is for the entry and settling of results.
func (g *Game) Decided() Result {
	if g.Dispute.Open() {
		return Result{}
	}
	return g.Result
}

// Opponent returns the other player, or 0.
func (g *Game) Opponent(p PlayerID) PlayerID {
	switch p {
	case g.Black:
		return g.White
	case g.White:
		return g.Black
	}
	return 0
}

// A Round is one round, from its draw on.
type Round struct {
	Number    int  `json:"number,omitzero" draw:"yes"`
	Published bool `json:"published,omitzero" draw:"yes"`
	// Start is when the clocks start; zero before the announcement.
	Start time.Time `json:"start,omitzero"`
	// Games are in the order of their tables.
	Games []Game `json:"games,omitzero" draw:"yes"`
	// Byes are the players with a bye, in the order of their IDs.
	Byes []PlayerID `json:"byes,omitempty" draw:"yes"`
	// Drawn is the origin of the draw; zero for rounds paired by hand.
	Drawn Drawn `json:"drawn,omitzero" draw:"yes"`
}

// Drawn holds the data to repeat a draw.
type Drawn struct {
	// Seed is the seed of all random choices. Total is the optimum's sum of
	// weights, in decimal. Inputs is a hash of players, history and settings.
	Seed   uint64 `json:"seed,string" draw:"yes"`
	Total  string `json:"total,omitzero"`
	Inputs string `json:"inputs,omitzero"`
	// MadeFrom is the hash of the draw's input, see Whole.Draws; "" for a draw by an old version, which did not store
	// it.
	MadeFrom string `json:"madeFrom,omitzero"`
	// Bye is the player with the bye from the draw itself, or 0. All other byes of the round are the director's and
	// survive a new draw.
	Bye PlayerID `json:"bye,omitzero"`
	// Program is the version of tourney that made the draw.
	Program string `json:"program,omitzero"`
}

// Values of Drawn.Inputs that stand for a hash.
const (
	// WithheldInputs stands for a hash that is not public.
	WithheldInputs = "-"
	// ForgottenInputs replaces the hash of deleted inputs that contained an erased name.
	ForgottenInputs = "forgotten"
)

// IsRepeatable reports whether the hash of the inputs is public, so that others can repeat the draw.
func (d Drawn) IsRepeatable() bool {
	return d.Inputs != "" && d.Inputs != WithheldInputs && d.Inputs != ForgottenInputs
}

// A State is the progress of a round.
type State int8

// Only directors see a draft; a published round is complete when every result is known.
const (
	Draft State = iota
	Published
	Complete
)

var stateNames = []string{"draft", "published", "complete"}

// String returns draft, published or complete.
func (s State) String() string { return stateNames[s] }

// State returns the progress of the round.
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

// Missing counts the games without a known result, see Game.Decided.
func (r *Round) Missing() int {
	missing := 0
	for i := range r.Games {
		if !r.Games[i].Decided().Known() {
			missing++
		}
	}
	return missing
}

// Disputed counts the games whose result is in dispute.
func (r *Round) Disputed() int {
	disputed := 0
	for i := range r.Games {
		if r.Games[i].Dispute.Open() {
			disputed++
		}
	}
	return disputed
}

// AskingReferee returns the number of games whose players ask for the referee.
func (r *Round) AskingReferee() int {
	asking := 0
	for i := range r.Games {
		if r.Games[i].Settling.Referee != 0 {
			asking++
		}
	}
	return asking
}

// Finished returns the tables of the games with a result, even a disputed one.
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
	return find(r.Games, func(g *Game) bool { return g.Has(p) })
}

// NoShows returns the paired players who did not appear, in the order of their tables.
func (r *Round) NoShows() []PlayerID {
	var list []PlayerID
	for i := range r.Games {
		g := &r.Games[i]
		if g.Decided().Manner != ByForfeit {
			continue
		}
		black, white := g.Decided().Points()
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
	return find(r.Games, func(g *Game) bool { return g.Table == table })
}

// HasBye reports whether the player has a bye.
func (r *Round) HasBye(p PlayerID) bool { return slices.Contains(r.Byes, p) }
