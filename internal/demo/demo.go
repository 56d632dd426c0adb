// Package demo makes the tournament that shows tourney to a newcomer: invented
// people, five rounds, the third under way.
package demo

import (
	"context"
	"fmt"
	"time"

	"tourney/internal/exchange/native"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Positions of people in the list of entrants who have a story.
const (
	latecomer = 18 // Rantanen came for round 2
	leaver    = 28 // Nowicki left after round 1
)

// Tournament returns the Helsinki Handicap Open as it stands in its third
// round at the time now: 14 of 20 results in, one forfeit, one jigo, one bye,
// one late entry, one withdrawal, one disputed result, three game records of
// which one has an illegal ko.
func Tournament(ctx context.Context, now time.Time) (*tournament.Tournament, error) {
	settings, err := tournament.PresetNamed("finnish")
	if err != nil {
		return nil, err
	}
	settings.Prizes = toWin()
	now = now.UTC().Truncate(time.Minute)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	t, err := tournament.New(tournament.Info{
		Slug: "helsinki-handicap-open", Name: "Helsinki Handicap Open", ShortName: "Helsinki", Place: "Helsinki", Country: "FI",
		Director: "Aino Virtanen", Begin: today, End: today.AddDate(0, 0, 1), Zone: "Europe/Helsinki",
	}, settings)
	if err != nil {
		return nil, err
	}
	var late tournament.Player
	for i, p := range players() {
		if i == latecomer {
			late = p
			continue
		}
		if _, err := t.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			return nil, err
		}
	}
	day := story{ctx: ctx, t: t, clock: now.Add(-5 * time.Hour)}
	day.round(1, 20)
	if day.err == nil {
		_, day.err = t.AddPlayer(late, tournament.RefuseNamesakes)
	}
	day.step(func() error { return t.SetStatus(day.playerNamed(entrants[leaver].family), tournament.Withdrawn) })
	day.round(2, 20)
	day.round(3, 14)
	day.step(day.dispute)
	day.step(day.records)
	day.step(day.wishes)
	return t, day.err
}

// toWin is a prize of every kind that there is.
func toWin() tournament.Prizes {
	const euro = 100
	return tournament.Prizes{Currency: "€", List: []tournament.Prize{
		{Name: "Main prize", Places: 3, Money: []tournament.Money{150 * euro, 100 * euro, 50 * euro}},
		{Name: "Best kyu player", Strongest: rank.Kyu1, Weakest: rank.Kyu(9), Places: 1, Money: []tournament.Money{40 * euro}},
		{Name: "Best beginner", Strongest: rank.Kyu(10), Places: 1, Money: []tournament.Money{30 * euro}},
		{Name: "Best junior", Tag: "junior", Places: 1},
		{Name: "Every game won", Wins: 3, AllRounds: true},
	}}
}

// A story plays rounds and remembers the first thing that went wrong.
type story struct {
	ctx   context.Context
	t     *tournament.Tournament
	clock time.Time
	err   error
}

func (s *story) step(do func() error) {
	if s.err == nil {
		s.err = do()
	}
}

// playerNamed returns the player with that family name.
func (s *story) playerNamed(family string) tournament.PlayerID {
	for i := range s.t.Players {
		if s.t.Players[i].Family == family {
			return s.t.Players[i].ID
		}
	}
	return 0
}

// wishes asks something of the draws to come: three came in one car, two want
// to meet, and the last tables are for the children.
func (s *story) wishes() error {
	car := []tournament.PlayerID{s.playerNamed("Ek"), s.playerNamed("Ojala"), s.playerNamed("Peltola")}
	if err := s.t.KeepApart(car, 4); err != nil {
		return err
	}
	if err := s.t.BringTogether(s.playerNamed("Mäki"), s.playerNamed("Horáková"), 0); err != nil {
		return err
	}
	return s.t.Block([]tournament.TableRange{{From: 21, To: 24}})
}

// round draws and publishes a round and enters the results of so many tables.
func (s *story) round(n, tables int) {
	s.step(func() error {
		draw, err := pairing.Make(s.ctx, s.t, n, pairing.Options{Seed: 1})
		if err != nil {
			return fmt.Errorf("draw round %d: %w", n, err)
		}
		from := pairing.MadeFrom(s.t, n)
		if err := s.t.SetDraft(n, draw.Drafted(), draw.Byes, draw.Drawn("demo")); err != nil {
			return err
		}
		if err := native.KeepDraw(s.t, n, from); err != nil {
			return err
		}
		if err := s.t.Publish(n); err != nil {
			return err
		}
		s.clock = s.clock.Add(15 * time.Minute)
		return s.t.SetStart(n, s.clock)
	})
	for i := range tables {
		s.step(func() error { return s.finish(n, i) })
	}
	s.clock = s.clock.Add(20 * time.Minute)
}

// finish enters the result of the game that ends as the i-th of its round. The
// stronger side wins more often, by margins that look like life.
func (s *story) finish(n, i int) error {
	r := s.t.Round(n)
	table := (i*7+3*n)%len(r.Games) + 1
	g := r.At(table)
	chance := int(uint32(table+40*n)*2654435761>>16) % 100 // spreads the small numbers
	result := tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByResignation}
	if chance < 45 {
		result.Outcome = tournament.BlackWins
	}
	if chance%3 == 0 {
		result.Manner, result.Margin = tournament.ByPoints, 2*(chance%14)+3
		if g.Komi.Whole() {
			result.Margin++
		}
	}
	switch {
	case n == 1 && i == 4:
		result.Manner, result.Margin = tournament.ByTime, 0
	case n == 2 && i == 0:
		result.Manner, result.Margin = tournament.ByForfeit, 0
	case n == 3 && g.Komi == 0 && !s.jigo():
		result = tournament.Result{Outcome: tournament.Jigo}
	}
	s.clock = s.clock.Add(time.Duration(1+i%4) * time.Minute)
	desk := []string{"Desk 1", "Desk 2"}[i%2]
	_, _, err := s.t.Record(tournament.Entry{Round: n, Table: table, Seen: g.Revision, Result: result, By: desk, At: s.clock})
	return err
}

// jigo reports whether the third round has its tied game yet.
func (s *story) jigo() bool {
	for _, g := range s.t.Round(3).Games {
		if g.Result.Outcome == tournament.Jigo {
			return true
		}
	}
	return false
}

// dispute lets the second desk contradict the first game that the first desk
// entered in round 3.
func (s *story) dispute() error {
	for _, g := range s.t.Round(3).Games {
		other := g.Result.Swapped()
		if g.EnteredBy == "Desk 1" && other != g.Result {
			_, err := s.t.Enter(tournament.Entry{
				Mode: tournament.Typed, Round: 3, Table: g.Table, Seen: g.Revision, Result: other, By: "Desk 2", At: s.clock.Add(time.Minute),
			})
			return err
		}
	}
	return fmt.Errorf("no game of round 3 to dispute")
}
