// Package demo makes a tournament for newcomers to look at: invented people, five
// rounds, the third under way.
package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tourney/internal/exchange/native"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Indexes of special entrants.
const (
	latecomer = 18 // Rantanen joined for round 2
	leaver    = 28 // Nowicki left after round 1
)

// Tournament returns the Helsinki Handicap Open in its third round at the time
// now: 14 of 20 results in, one forfeit, one jigo, one bye, one late entry, one
// withdrawal, one disputed result, three game records of which one has an
// illegal ko.
func Tournament(ctx context.Context, now time.Time) (tournament.Whole, error) {
	settings, err := tournament.PresetNamed("finnish")
	if err != nil {
		return tournament.Whole{}, err
	}
	settings.Prizes = prizes()
	now = now.UTC().Truncate(time.Minute)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	t, err := tournament.New(tournament.Info{
		Slug: "helsinki-handicap-open", Name: "Helsinki Handicap Open", ShortName: "Helsinki", Place: "Helsinki", Country: "FI",
		Director: "Aino Virtanen", Begin: today, End: today.AddDate(0, 0, 1), Zone: "Europe/Helsinki",
	}, settings)
	if err != nil {
		return tournament.Whole{}, err
	}
	var late tournament.Player
	for i, p := range players() {
		if i == latecomer {
			late = p
			continue
		}
		if _, err := t.AddPlayer(p, tournament.RefuseNamesakes); err != nil {
			return tournament.Whole{}, err
		}
	}
	b := builder{ctx: ctx, t: tournament.Whole{Tournament: t}, clock: now.Add(-5 * time.Hour)}
	b.round(1, 20)
	if b.err == nil {
		_, b.err = t.AddPlayer(late, tournament.RefuseNamesakes)
	}
	b.step(func() error { return t.SetStatus(b.playerNamed(entrants[leaver].family), tournament.Withdrawn) })
	b.round(2, 20)
	b.round(3, 14)
	b.step(b.dispute)
	b.step(b.records)
	b.step(b.wishes)
	return b.t, b.err
}

// prizes returns prizes of all kinds.
func prizes() tournament.Prizes {
	const euro = 100
	return tournament.Prizes{Currency: "€", List: []tournament.Prize{
		{Name: "Main prize", Places: 3, Money: []tournament.Money{150 * euro, 100 * euro, 50 * euro}},
		{Name: "Best kyu player", Strongest: rank.Kyu1, Weakest: rank.Kyu(9), Places: 1, Money: []tournament.Money{40 * euro}},
		{Name: "Best beginner", Strongest: rank.Kyu(10), Places: 1, Money: []tournament.Money{30 * euro}},
		{Name: "Best junior", Tag: "junior", Places: 1},
		{Name: "Every game won", Wins: 3, AllRounds: true},
	}}
}

// A builder plays rounds and keeps the first error.
type builder struct {
	ctx   context.Context
	t     tournament.Whole
	clock time.Time
	err   error
}

func (b *builder) step(do func() error) {
	if b.err == nil {
		b.err = do()
	}
}

func (b *builder) playerNamed(family string) tournament.PlayerID {
	for i := range b.t.Players {
		if b.t.Players[i].Family == family {
			return b.t.Players[i].ID
		}
	}
	return 0
}

// wishes adds wishes for later draws: three players travel in one car, two want to
// meet, and the last tables are for the children.
func (b *builder) wishes() error {
	car := []tournament.PlayerID{b.playerNamed("Ek"), b.playerNamed("Ojala"), b.playerNamed("Peltola")}
	if err := b.t.KeepApart(car, 4); err != nil {
		return err
	}
	if err := b.t.BringTogether(b.playerNamed("Mäki"), b.playerNamed("Horáková"), 0); err != nil {
		return err
	}
	return b.t.Block([]tournament.TableRange{{From: 21, To: 24}})
}

// round draws and publishes a round and enters the results of some tables.
func (b *builder) round(n, tables int) {
	b.step(func() error {
		draw, err := pairing.Make(b.ctx, b.t.Tournament, n, pairing.Options{Seed: 1})
		if err != nil {
			return fmt.Errorf("draw round %d: %w", n, err)
		}
		from := pairing.MadeFrom(b.t.Tournament, n)
		if err := b.t.SetDraft(n, draw.Drafted(), draw.Byes, draw.Drawn("demo")); err != nil {
			return err
		}
		if err := native.KeepDraw(&b.t, n, from); err != nil {
			return err
		}
		if err := b.t.Publish(n); err != nil {
			return err
		}
		b.clock = b.clock.Add(15 * time.Minute)
		return b.t.SetStart(n, b.clock)
	})
	for i := range tables {
		b.step(func() error { return b.finish(n, i) })
	}
	b.clock = b.clock.Add(20 * time.Minute)
}

// finish enters the result of the game that ends as the i-th of its round. The
// stronger side wins more often, by realistic margins.
func (b *builder) finish(n, i int) error {
	r := b.t.Round(n)
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
	case n == 3 && g.Komi == 0 && !b.jigo():
		result = tournament.Result{Outcome: tournament.Jigo}
	}
	b.clock = b.clock.Add(time.Duration(1+i%4) * time.Minute)
	desk := []string{"Desk 1", "Desk 2"}[i%2]
	_, _, err := b.t.Record(tournament.Entry{Round: n, Table: table, Seen: g.Revision, Result: result, By: desk, At: b.clock})
	return err
}

// jigo reports whether the third round has its tied game yet.
func (b *builder) jigo() bool {
	return slices.ContainsFunc(b.t.Round(3).Games, func(g tournament.Game) bool { return g.Result.Outcome == tournament.Jigo })
}

// dispute enters another result at the second desk for the first game that the
// first desk entered in round 3.
func (b *builder) dispute() error {
	for _, g := range b.t.Round(3).Games {
		other := g.Result.Swapped()
		if g.EnteredBy == "Desk 1" && other != g.Result {
			_, err := b.t.Enter(tournament.Entry{
				Mode: tournament.Typed, Round: 3, Table: g.Table, Seen: g.Revision, Result: other, By: "Desk 2", At: b.clock.Add(time.Minute),
			})
			return err
		}
	}
	return fmt.Errorf("no game of round 3 to dispute")
}
