package scoring

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
)

// Points are hundredths of a point, so that no float decides a place.
type Points int

// Point is one point.
const Point Points = 100

// most bounds the points of an award and of a limit, mostNumber the numbers of games, days and places, mostDays the days of
// a ladder, mostRows the rows of a list, longestName the bytes of a name.
const (
	most        = 1000 * Point
	mostNumber  = 10_000
	mostDays    = 366
	mostRows    = 50
	longestName = 100
)

// String writes the points with their decimals, such as 1, 0.5 or -0.25.
func (p Points) String() string {
	return strconv.FormatFloat(float64(p)/float64(Point), 'f', -1, 64)
}

// MarshalJSON writes a number of points, such as 0.5.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON parses a number with at most two decimals, or returns a fault "scoring.value".
func (p *Points) UnmarshalJSON(text []byte) error {
	var number json.Number
	if err := json.Unmarshal(text, &number); err != nil {
		return err
	}
	value, err := strconv.ParseFloat(number.String(), 64)
	hundredths := math.Round(value * float64(Point))
	if err != nil || math.Abs(value) > mostNumber || math.Abs(value*float64(Point)-hundredths) > 1e-6 {
		return invalid(number.String())
	}
	*p = Points(hundredths)
	return nil
}

func invalid(what string) error { return fault.New(fault.Invalid, "scoring.value", fault.Clip(what)) }

// An Event is a kind of success for which an award gives points.
type Event string

// The events of one game, then the bonus, which is not for a game.
const (
	Win  Event = "win"
	Loss Event = "loss"
	Jigo Event = "jigo"
	// Played is every counted game.
	Played Event = "game"
	// Streak is the win that completes Award.Length wins without interruption, and each further such number.
	Streak Event = "streak"
	// Excess multiplies the points by the result, 1, ½ or 0, less its expectation by the ratings and the handicap.
	Excess Event = "excess"
	// Bonus is a success outside the games; Player.Bonuses counts them.
	Bonus Event = "bonus"
)

// A Meeting restricts an award by earlier games of the two players.
type Meeting string

// First is the first event of its kind against this opponent, Again a later one. With Played, First is a first meeting.
const (
	First Meeting = "first"
	Again Meeting = "again"
)

// An Opponent restricts an award by the opponent's rank. A rank not stated never matches.
type Opponent string

// The opponents: of a stronger or weaker rank than the player's, or of a dan or kyu rank.
const (
	Stronger Opponent = "stronger"
	Weaker   Opponent = "weaker"
	Dan      Opponent = "dan"
	Kyu      Opponent = "kyu"
)

// An Award gives points for an event.
type Award struct {
	On     Event  `json:"on"`
	Points Points `json:"points"`
	// Meeting and Against restrict the events of games; empty, they do not.
	Meeting Meeting  `json:"meeting,omitzero"`
	Against Opponent `json:"against,omitzero"`
	// Length is the number of wins of a Streak, 2 or more.
	Length int `json:"length,omitzero"`
}

// A Kind is a figure of a player.
type Kind string

const (
	// Sum is the sum of the awards.
	Sum Kind = ""
	// Rise, Fall and Steady compare the ratings before and after: the greatest rise, the greatest fall, the smallest change.
	Rise   Kind = "rise"
	Fall   Kind = "fall"
	Steady Kind = "steady"
	// Ranks is the number of consecutive ranks among the defeated opponents.
	Ranks Kind = "ranks"
	// Run is the longest run of wins.
	Run Kind = "run"
	// Opponents is the number of different opponents.
	Opponents Kind = "opponents"
)

// A Measure is a figure by which players are compared, the greater first. It includes all counted games; Limits of points
// and of best games do not apply to it.
type Measure struct {
	Kind   Kind    `json:"kind,omitzero"`
	Awards []Award `json:"awards,omitempty"` // for Sum
}

// A Prize goes to the players with the greatest measure; equal players share it.
type Prize struct {
	Name string `json:"name"`
	Measure
	// Weakest and Strongest bound the ranks of the players; an empty rank sets no bound. Players without a rank are the weakest.
	Weakest   rank.Rank `json:"weakest,omitzero"`
	Strongest rank.Rank `json:"strongest,omitzero"`
	// Eldest and Youngest bound the years of birth; 0 sets no bound. A bound excludes players without a year.
	Eldest   int `json:"eldest,omitzero"`
	Youngest int `json:"youngest,omitzero"`
}

// Limits bound the counted games and points; 0 sets no bound. Games count in order of time.
type Limits struct {
	// First is the number of counted games of the whole table, Opponent of two players, Day of a player on a day.
	First    int `json:"first,omitzero"`
	Opponent int `json:"opponent,omitzero"`
	Day      int `json:"day,omitzero"`
	// OpponentPoints bounds a player's points against one opponent, DayPoints on one day, SeasonPoints in total.
	OpponentPoints Points `json:"opponentPoints,omitzero"`
	DayPoints      Points `json:"dayPoints,omitzero"`
	SeasonPoints   Points `json:"seasonPoints,omitzero"`
	// BestGames or BestDays is the number of a player's best games or days in the sum.
	BestGames int `json:"bestGames,omitzero"`
	BestDays  int `json:"bestDays,omitzero"`
}

// A Move changes the rank or McMahon score of a player by one step after runs: up when the wins of a run reach Wins or a
// multiple, down when its losses reach Losses or a multiple. 0 never moves.
type Move struct {
	Wins   int `json:"wins,omitzero"`
	Losses int `json:"losses,omitzero"`
}

// A Shift changes the order of a ladder after a win of the lower player.
type Shift string

const (
	// Stay leaves the order to the director.
	Stay Shift = ""
	// Swap exchanges the two players.
	Swap Shift = "swap"
	// Insert moves the winner to the loser's place; the loser and all players between move down by one.
	Insert Shift = "insert"
)

// A Ladder is an order of the players. A game counts if it is a challenge: the lower player is at most Reach places below
// the other player, without protection. Rungs has the steps.
type Ladder struct {
	Reach int   `json:"reach,omitzero"` // 0 without a ladder
	Shift Shift `json:"shift,omitzero"`
	// Protection is the number of days without another challenge of a player, after a challenge of the player or a
	// challenge won by the player; 0 for none.
	Protection int `json:"protection,omitzero"`
	// Idle is the number of days without a game after which a player moves down by one place, and again after each such
	// number; 0 for never. With Leave, the player leaves the ladder instead.
	Idle  int  `json:"idle,omitzero"`
	Leave bool `json:"leave,omitzero"`
}

// Rules are the rules of a table. The zero value gives 1 point for a win and ½ for a jigo.
type Rules struct {
	// Unscored tables count games, wins and losses, without points and places.
	Unscored bool `json:"unscored,omitzero"`
	// Rated excludes games with an unrated result.
	Rated bool `json:"rated,omitzero"`
	// Awards are added up for each game; empty, 1 point for a win and ½ for a jigo.
	Awards []Award `json:"awards,omitempty"`
	// Formula gives the expectations for Excess.
	Formula rating.Formula `json:"formula,omitzero"`
	Limits  Limits         `json:"limits,omitzero"`
	Moves   []Move         `json:"moves,omitempty"`
	// JigoContinues keeps runs of wins and losses through a jigo, which ends them otherwise.
	JigoContinues bool   `json:"jigoContinues,omitzero"`
	Ladder        Ladder `json:"ladder,omitzero"`
	// Ties compare players with equal points; still equal players share a place.
	Ties   []Measure `json:"ties,omitempty"`
	Prizes []Prize   `json:"prizes,omitempty"`
}

// usual are the awards of the zero Rules.
var usual = []Award{{On: Win, Points: Point}, {On: Jigo, Points: Point / 2}}

// Counted returns the awards that give points, none for unscored tables.
func (r Rules) Counted() []Award {
	switch {
	case r.Unscored:
		return nil
	case len(r.Awards) == 0:
		return usual
	}
	return r.Awards
}

// Check returns a fault "scoring.value" with the first value out of bounds, or nil.
func (r Rules) Check() error {
	l := r.Limits
	for _, n := range []int{l.First, l.Opponent, l.Day, l.BestGames, l.BestDays, r.Ladder.Reach} {
		if n < 0 || n > mostNumber {
			return invalid(strconv.Itoa(n))
		}
	}
	for _, p := range []Points{l.OpponentPoints, l.DayPoints, l.SeasonPoints} {
		if p < 0 || p > mostNumber*Point {
			return invalid(p.String())
		}
	}
	switch {
	case l.BestGames > 0 && l.BestDays > 0:
		return invalid("bestDays")
	case !slices.Contains(rating.Formulas(), r.Formula):
		return invalid("formula")
	case !slices.Contains([]Shift{Stay, Swap, Insert}, r.Ladder.Shift) || r.Ladder.Reach == 0 && r.Ladder != (Ladder{}):
		return invalid("shift")
	case r.Ladder.Protection < 0 || r.Ladder.Protection > mostDays:
		return invalid(strconv.Itoa(r.Ladder.Protection))
	case r.Ladder.Idle < 0 || r.Ladder.Idle > mostDays || r.Ladder.Leave && r.Ladder.Idle == 0:
		return invalid("idle")
	case len(r.Moves) > mostRows:
		return invalid("moves")
	case len(r.Ties) > mostRows:
		return invalid("ties")
	case len(r.Prizes) > mostRows:
		return invalid("prizes")
	}
	for _, m := range r.Moves {
		if m.Wins < 0 || m.Losses < 0 || m.Wins > mostNumber || m.Losses > mostNumber {
			return invalid("moves")
		}
	}
	return r.checkMeasures()
}

func (r Rules) checkMeasures() error {
	measures := append([]Measure{{Awards: r.Awards}}, r.Ties...)
	for _, p := range r.Prizes {
		if p.Name == "" || len(p.Name) > longestName || p.Eldest < 0 || p.Youngest < 0 {
			return invalid(p.Name)
		}
		measures = append(measures, p.Measure)
	}
	for i, m := range measures {
		if !slices.Contains([]Kind{Sum, Rise, Fall, Steady, Ranks, Run, Opponents}, m.Kind) {
			return invalid(string(m.Kind))
		}
		if len(m.Awards) > mostRows || i > 0 && (m.Kind == Sum) == (len(m.Awards) == 0) {
			return invalid("awards")
		}
		for _, a := range m.Awards {
			if err := a.check(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a Award) check() error {
	switch {
	case !slices.Contains([]Event{Win, Loss, Jigo, Played, Streak, Excess, Bonus}, a.On):
		return invalid(string(a.On))
	case a.Points < -most || a.Points > most:
		return invalid(a.Points.String())
	case !slices.Contains([]Meeting{"", First, Again}, a.Meeting):
		return invalid(string(a.Meeting))
	case !slices.Contains([]Opponent{"", Stronger, Weaker, Dan, Kyu}, a.Against):
		return invalid(string(a.Against))
	case a.On == Bonus && a.Against != "", a.Meeting != "" && slices.Contains([]Event{Streak, Excess, Bonus}, a.On):
		return invalid(string(a.On))
	case (a.On == Streak) != (a.Length != 0) || a.Length < 0 || a.Length == 1 || a.Length > mostNumber:
		return invalid("length")
	}
	return nil
}
