// Package replay checks whether a log leads to a tournament as it is stored.
//
//	mismatch, found := replay.FindMismatch(t, changes)
package replay

import (
	"cmp"
	"fmt"

	"tourney/internal/tournament"
)

// FindMismatch replays the changes of a log and returns the first stored fact that differs from them, if any. It leaves
// out data that migrations may rewrite, such as settings.
func FindMismatch(t *tournament.Tournament, changes []tournament.Change) (first Thing, found bool) {
	logged, stored := facts{}, facts{}
	logged.apply(changes)
	stored.apply((&tournament.Tournament{}).Diff(t))
	for _, pair := range [][2]facts{{logged, stored}, {stored, logged}} {
		for name, fact := range pair[0] {
			if pair[1][name] != fact && (!found || name.before(first)) {
				first, found = name, true
			}
		}
	}
	return first, found
}

// A Thing is the subject of a fact, such as game 17.
type Thing struct {
	kind   string
	number int
}

func (a Thing) before(b Thing) bool {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.number, b.number)) < 0
}

// Message returns the message that names the thing.
func (a Thing) Message() (key string, args []any) {
	return "database.verify.thing." + a.kind, []any{a.number}
}

// facts are the essential data: the players, and the games with their results.
type facts map[Thing]string

func (f facts) apply(changes []tournament.Change) {
	for _, c := range changes {
		setFact(f, c.Player, func(p *tournament.Player) (Thing, string) {
			return Thing{"player", int(p.ID)}, fmt.Sprintln(p.Family, p.Given, p.Rank, p.Status)
		})
		setFact(f, c.Round, func(r *tournament.Round) (Thing, string) {
			return Thing{"round", r.Number}, fmt.Sprintln(r.Published, r.Byes)
		})
		setFact(f, c.Game, func(g *tournament.Game) (Thing, string) {
			return Thing{"game", g.ID}, fmt.Sprintln(g.Round, g.Table, g.Black, g.White, g.Handicap, g.Komi, g.Result, g.Record)
		})
	}
}

func setFact[T any](f facts, b *tournament.Edit[T], fact func(*T) (Thing, string)) {
	if b == nil {
		return
	}
	name, text := fact(b.Value())
	if f[name] = text; b.New == nil {
		delete(f, name)
	}
}
