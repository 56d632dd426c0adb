// Package demo makes tournaments for newcomers to look at, of invented people: one of five rounds with the third in
// progress, a finished one, and one open for sign-ups; each with a realistic log.
package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Indexes of special entrants.
const (
	latecomer = 18 // Rantanen joined for round 2
	leaver    = 28 // Nowicki left after round 1
)

// The actors of the tournament: one person at two desks.
var (
	aino     = director.Actor{Name: "Aino"}
	firstly  = director.Actor{Name: "Desk 1", Desk: "demo-desk-1"}
	secondly = director.Actor{Name: "Desk 2", Desk: "demo-desk-2"}
)

// Play plays three tournaments in an empty store: the first ended three weeks before now, the second begins two weeks
// after, and the third is the Helsinki Handicap Open until its third round, whose slug it returns. Every step goes
// through the director, with a realistic time.
func Play(ctx context.Context, s *store.Store, now time.Time) (slug string, err error) {
	now = now.UTC().Truncate(time.Minute)
	b := &builder{ctx: ctx}
	b.director = director.New(s, func() time.Time { return b.clock })
	b.playFinished(now.AddDate(0, 0, -21))
	b.playSignUp(now)
	b.playHelsinki(now)
	return b.slug, b.err
}

// playHelsinki plays until the third of five rounds: 14 of 20 results in, one more in dispute, one forfeit, one jigo,
// one bye, one late entry, one withdrawal, and three game records, one with an illegal ko. One game is on the live
// boards, the dead stones of another are not confirmed yet, and a player has a request for the desk.
func (b *builder) playHelsinki(now time.Time) {
	b.clock = now.Add(-4*time.Hour - 25*time.Minute)
	b.step(0, b.found("finnish", tournament.Info{
		Slug: "helsinki-handicap-open", Name: "Helsinki Handicap Open", ShortName: "Helsinki", Place: "Helsinki",
		Begin: tournament.DateOf(dayOf(now)), End: tournament.DateOf(dayOf(now).AddDate(0, 0, 1)),
	}, func(s *tournament.Settings) {
		s.PlayersSettle = true
		s.Live = tournament.LiveBoards{On: true, Moves: 3}
	}))
	b.step(2*time.Minute, func() error { return b.enter(slices.Delete(players(), latecomer, latecomer+1)) })
	b.step(3*time.Minute, func() error { return b.by(aino).SetPrizes(b.ctx, prizes()) })
	b.step(20*time.Minute, func() error { _, err := b.by(firstly).CheckInAll(b.ctx); return err })
	b.clock = now.Add(-3*time.Hour - 44*time.Minute)
	b.round(1, 20, nil)
	b.step(2*time.Minute, func() error {
		_, err := b.by(firstly).AddPlayer(b.ctx, players()[latecomer], tournament.RefuseNamesakes, "")
		return err
	})
	b.step(time.Minute, func() error {
		return b.by(aino).SetStatus(b.ctx, b.playerNamed(entrants[leaver].family), tournament.Withdrawn)
	})
	b.round(2, 20, nil)
	b.round(3, 15, b.followLive)
	b.step(time.Minute, b.dispute)
	b.step(time.Minute, b.records)
	b.step(time.Minute, b.proposeDead)
	b.wishes()
	b.step(time.Minute, func() error {
		_, err := b.by(firstly).Requests().Add(b.ctx, tournament.Request{
			Kind: tournament.AskSkip, Player: b.playerNamed("Laitinen"), Round: 5, Note: "My train leaves at five.",
		}, "")
		return err
	})
}

// prizes returns prizes of all kinds.
func prizes() tournament.Prizes {
	const euro = 100
	return tournament.Prizes{Currency: "€", List: []tournament.Prize{
		{Name: "Main prize", Places: 3, Money: []tournament.Money{150 * euro, 100 * euro, 50 * euro}},
		{Name: "Best kyu player", Strongest: rank.Kyu1, Weakest: rank.Kyu(9), Places: 1, Money: []tournament.Money{40 * euro}},
		{Name: "Best beginner", Strongest: rank.Kyu(10), Places: 1, Money: []tournament.Money{30 * euro}},
		{Name: "Best junior", Tag: "junior", Places: 1},
		{Name: "Five wins", Wins: 5, AllRounds: true},
	}}
}

// A builder takes the steps of the day and keeps the first error.
type builder struct {
	ctx      context.Context
	director *director.Director
	slug     string
	clock    time.Time
	err      error
}

// step runs one step of the day after a delay.
func (b *builder) step(after time.Duration, do func() error) {
	b.clock = b.clock.Add(after)
	if b.err == nil {
		b.err = do()
	}
}

func (b *builder) by(who director.Actor) *director.Editor { return b.director.On(who, b.slug) }

// now returns the tournament as it is by now.
func (b *builder) now() *tournament.Tournament {
	s, err := b.director.Snapshot(b.ctx, b.slug)
	if err != nil {
		b.err = err
		return &tournament.Tournament{}
	}
	return s.Tournament
}

// found returns the step that creates a tournament of a preset, with some settings
// changed if edit is not nil.
func (b *builder) found(preset string, info tournament.Info, edit func(s *tournament.Settings)) func() error {
	return func() error {
		settings, err := tournament.PresetNamed(preset)
		if err != nil {
			return err
		}
		if edit != nil {
			edit(&settings)
		}
		info.Country, info.Zone, info.Director = "FI", "Europe/Helsinki", "Aino Virtanen"
		b.slug, err = b.director.Create(b.ctx, aino, director.Creation{Settings: settings, Info: info})
		return err
	}
}

// dayOf returns the date of a time.
func dayOf(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
}

// enter registers some players from a list, at the desk.
func (b *builder) enter(players []tournament.Player) error {
	sheet := roster.Sheet{}
	for _, p := range players {
		p.Status = tournament.Preliminary
		sheet.Rows = append(sheet.Rows, roster.Row{Player: p})
	}
	_, _, err := b.by(aino).ImportSheet(b.ctx, &sheet, "")
	return err
}

func (b *builder) playerNamed(family string) tournament.PlayerID {
	for _, p := range b.now().Players {
		if p.Family == family {
			return p.ID
		}
	}
	return 0
}

// wishes adds wishes for later draws: three players travel in one car, two want to
// meet, and the last tables are for the children.
func (b *builder) wishes() {
	ask := b.by(aino).Constraints()
	b.step(time.Minute, func() error {
		car := []tournament.PlayerID{b.playerNamed("Ek"), b.playerNamed("Ojala"), b.playerNamed("Peltola")}
		return ask.KeepApart(b.ctx, car, 4)
	})
	b.step(time.Minute, func() error {
		return ask.BringTogether(b.ctx, b.playerNamed("Mäki"), b.playerNamed("Horáková"), 0)
	})
	b.step(0, func() error { return ask.Block(b.ctx, []tournament.TableRange{{From: 21, To: 24}}) })
}

// round draws and publishes a round and enters the results of some tables; after each result it calls meanwhile, unless
// that is nil.
func (b *builder) round(n, tables int, meanwhile func() error) {
	r := b.by(aino).Round(n)
	b.step(3*time.Minute, func() error {
		if err := r.Pair(b.ctx, 1); err != nil {
			return fmt.Errorf("draw round %d: %w", n, err)
		}
		return nil
	})
	b.step(2*time.Minute, func() error { return r.Publish(b.ctx) })
	b.step(0, func() error { return r.SetStart(b.ctx, b.clock.Add(10*time.Minute)) })
	b.clock = b.clock.Add(10 * time.Minute)
	for i := range tables {
		b.step(time.Duration(1+i%4)*time.Minute, func() error { return b.finish(n, i) })
		if meanwhile != nil {
			b.step(0, meanwhile)
		}
	}
	b.clock = b.clock.Add(10 * time.Minute)
}

// finish enters the result of the game that ends as the i-th of its round. The
// stronger side wins more often, by realistic margins.
func (b *builder) finish(n, i int) error {
	t := b.now()
	r := t.Round(n)
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
	counted, isCounted := countedResult(t, n, g)
	switch {
	case isCounted:
		result = counted
	case n == 1 && i == 4:
		result.Manner, result.Margin = tournament.ByTime, 0
	case n == 2 && i == 0:
		result.Manner, result.Margin = tournament.ByForfeit, 0
	case n == 3 && g.Komi == 0 && !hasJigo(r):
		result = tournament.Result{Outcome: tournament.Jigo}
	}
	desk := []director.Actor{firstly, secondly}[i%2]
	_, err := b.by(desk).Enter(b.ctx, tournament.Entry{Mode: tournament.Typed, Round: n, Table: table, Seen: g.Revision, Result: result})
	return err
}

// hasJigo reports whether a round has a tied game yet.
func hasJigo(r *tournament.Round) bool {
	return slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Result.Outcome == tournament.Jigo })
}

// dispute enters another result at the second desk for the first game that the
// first desk entered in round 3.
func (b *builder) dispute() error {
	for _, g := range b.now().Round(3).Games {
		other := g.Result.Swapped()
		if g.EnteredBy == firstly.Name && other != g.Result {
			_, err := b.by(secondly).Enter(b.ctx, tournament.Entry{
				Mode: tournament.Typed, Round: 3, Table: g.Table, Seen: g.Revision, Result: other,
			})
			return err
		}
	}
	return fmt.Errorf("no game of round 3 to dispute")
}
