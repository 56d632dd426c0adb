// Package evening finds the next games of an open evening: play from one hour to another without rounds.
//
// Next proposes games for the players who wait, each with its terms, its reasons and sometimes a better game for a
// short wait. Judge describes one game that two players chose for themselves.
//
//	plan, err := evening.Next(ctx, &evening.Evening{Now: now, People: people, Games: games, Rules: rules, …})
//	plan.Games[0].Black, plan.Games[0].Terms, plan.Games[0].Reasons
//
// The choice is one matching of all present players, waiting or playing, see "An evening of open play" in
// docs/pairing.md. The same Evening gives the same Plan, whatever the order of its lists.
package evening

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// Bounds of an Evening.
const (
	// MostPeople is the greatest number of players present.
	MostPeople = 500
	// MostMeetings is the greatest number of known pairs of opponents.
	MostMeetings = MostPeople * (MostPeople - 1) / 2
	// LeastPromise and MostPromise bound the promised wait.
	LeastPromise, MostPromise = time.Minute, 4 * time.Hour
)

// ErrInput is the error of an Evening outside its bounds or with contradictions.
var ErrInput = errors.New("evening: invalid input")

// An Evening is the state of an open evening at one moment.
type Evening struct {
	Now time.Time
	// People are the players present, waiting and playing; a player of one of the Games is playing.
	People []Person
	// Games are the running games.
	Games []Game
	// Met holds a row for each pair that met before. The running games count without such a row.
	Met []Meeting
	// Handicap determines stones and komi from the players' Strength.
	Handicap handicap.Policy
	Rules    Rules
	// Length is the expected length of a new game, from one minute to a day; see Lengths.
	Length time.Duration
}

// A Person is a player present.
type Person struct {
	ID tournament.PlayerID
	// Strength is the rank's index, 0 for 1d, from -100 to 100.
	Strength int
	// Since is the begin of the wait. It has no meaning for players of running games.
	Since time.Time
	// Games is the number of games finished tonight, Colours the number of even games as White less those as Black.
	Games, Colours int
	// Leaves is the time by which the player's last game must end; zero for a player who stays.
	Leaves time.Time
	// Resting players receive no game.
	Resting bool
}

// A Game is a running game.
type Game struct {
	Table int
	A, B  tournament.PlayerID
	// Ends is the expected end; see Lengths.End. An end in the past counts as a minute from now.
	Ends time.Time
}

// A Meeting is the history of two players.
type Meeting struct {
	A, B tournament.PlayerID
	// Tonight is the number of their finished games of this evening.
	Tonight int
	// Last is the time of their last game on any evening, and Black its Black; 0 if unknown.
	Last  time.Time
	Black tournament.PlayerID
}

// Rules are the club's rules of the evening.
type Rules struct {
	Rematch tournament.Rematch
	// Promise is the longest wait that the club promises.
	Promise time.Duration
	// Widest is the greatest difference of strengths in a game; 0 sets no limit.
	Widest int
}

// most returns the number of games that two players may have in one evening.
func (r Rules) most() int {
	switch r.Rematch {
	case tournament.RematchNever:
		return 1
	case tournament.RematchOnce:
		return 2
	}
	return 1 << 30
}

// check returns ErrInput with the first fault of an evening.
func (e *Evening) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{ErrInput}, args...)...)
	}
	if len(e.People) > MostPeople || len(e.Games) > MostPeople/2 || len(e.Met) > MostMeetings {
		return bad("%d players, %d games, %d meetings", len(e.People), len(e.Games), len(e.Met))
	}
	if e.Length < time.Minute || e.Length > 24*time.Hour {
		return bad("length %v", e.Length)
	}
	r := e.Rules
	if r.Promise < LeastPromise || r.Promise > MostPromise || r.Widest < 0 ||
		!slices.Contains(tournament.Rematches(), r.Rematch) {
		return bad("rules %v", r)
	}
	if err := e.Handicap.Check(); err != nil {
		return bad("handicap: %v", err)
	}
	present := map[tournament.PlayerID]bool{}
	for _, p := range e.People {
		if p.ID == 0 || present[p.ID] || p.Strength < -100 || p.Strength > 100 || p.Games < 0 {
			return bad("player %+v", p)
		}
		present[p.ID] = true
	}
	for _, g := range e.Games {
		if !present[g.A] || !present[g.B] || g.A == g.B {
			return bad("game %+v of players absent or in two games", g)
		}
		delete(present, g.A)
		delete(present, g.B)
	}
	for _, m := range e.Met {
		if m.A == m.B || m.Tonight < 0 {
			return bad("meeting %+v", m)
		}
	}
	return nil
}
