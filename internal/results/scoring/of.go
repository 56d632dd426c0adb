package scoring

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// SetNamed returns the rules of a key: of Sets, or the zero Rules for "". Another key is a fault "scoring.unknown".
func SetNamed(key string) (Rules, error) {
	if key == "" {
		return Rules{}, nil
	}
	for _, s := range Sets() {
		if s.Key == key {
			return s.Rules, nil
		}
	}
	return Rules{}, fault.New(fault.Invalid, "scoring.unknown", fault.Clip(key))
}

// LadderOf returns the ladder of open play: of its settings, or else of its set of rules; zero without a ladder.
func LadderOf(o tournament.OpenPlay) Ladder {
	if l := o.Ladder; l.Reach > 0 {
		shift := Swap
		if l.Shift == tournament.LadderInsert {
			shift = Insert
		}
		return Ladder{Reach: l.Reach, Shift: shift, Protection: l.Protection, Idle: l.Idle, Leave: l.Leave && l.Idle > 0}
	}
	rules, err := SetNamed(o.Points)
	if err != nil {
		return Ladder{}
	}
	return rules.Ladder
}

// TableOf returns the table of an evening of open play by the rules of its settings, of all evenings for nil. It has the
// players present. A ladder in the settings does not exclude games from the table. The fault is from SetNamed.
func TableOf(t *tournament.Tournament, e *tournament.Evening) (*Table, error) {
	rules, err := SetNamed(t.Settings.Open.Points)
	if err != nil {
		return nil, err
	}
	return Count(rules, PlayersOf(t, e), GamesOf(t, e)), nil
}

// LadderAt returns the ladder of open play at a time, or nil without a ladder. A player joins with the first evening.
func LadderAt(t *tournament.Tournament, at time.Time) *Rungs {
	rules := LadderOf(t.Settings.Open)
	if rules.Reach == 0 {
		return nil
	}
	return RungsAt(rules, PlayersOf(t, nil), GamesOf(t, nil), at.In(t.Info.Location()))
}

// PlayersOf returns the players of an evening of open play, to any evening for nil. The ratings after it are
// computed from its games, for players with a rating before it.
func PlayersOf(t *tournament.Tournament, e *tournament.Evening) []Player {
	joined := map[tournament.PlayerID]time.Time{}
	for i := range t.Day.Evenings {
		for _, id := range t.Day.Evenings[i].Present {
			if joined[id].IsZero() {
				joined[id] = t.Day.Evenings[i].Began.In(t.Info.Location())
			}
		}
	}
	part := t
	if e != nil {
		part = t.During(e, e)
	}
	after := map[tournament.PlayerID]rank.Rating{}
	for _, c := range rating.Rate(part, rating.OptionsOf(t.Settings)).Players {
		after[c.Player] = rank.Points(int(math.Round(c.After)))
	}
	var players []Player
	for _, id := range t.Came(e) {
		p := t.Player(id)
		if p == nil {
			continue
		}
		row := Player{ID: int(id), Rank: p.Rank, Before: p.Rating, Born: p.Born, Joined: joined[id]}
		if p.Rating.Stated() {
			row.After = after[id]
		}
		players = append(players, row)
	}
	return players
}

// GamesOf returns the finished games of an evening of open play, of all evenings for nil. Day is the number of the evening,
// from 1, and At the begin of the game.
func GamesOf(t *tournament.Tournament, e *tournament.Evening) []Game {
	var games []Game
	for _, g := range t.GamesOf(e) {
		if !g.Decided().Known() {
			continue
		}
		at := g.Began // a correction changes the time of the entry
		if at.IsZero() {
			at = g.EnteredAt
		}
		day := 0
		if of := t.EveningOf(g.Round); of != nil {
			day = 1 + slices.IndexFunc(t.Day.Evenings, func(e tournament.Evening) bool { return e.ID == of.ID })
		}
		games = append(games, Game{
			ID: g.ID, Day: day, At: at.In(t.Info.Location()), Black: int(g.Black), White: int(g.White),
			Terms: handicap.Terms{Number: g.Handicap, Komi: g.Komi}, Result: g.Decided(),
		})
	}
	slices.SortStableFunc(games, func(a, b Game) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	})
	return games
}
