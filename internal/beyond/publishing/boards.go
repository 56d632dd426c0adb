package publishing

import (
	"context"
	"slices"

	"tourney/internal/app/director"
	"tourney/internal/app/updates"
	"tourney/internal/beyond/publication"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rules/live"
)

// ReceiveBoards stores public steps of live games of a tournament published here, and returns the stored state. If that
// has another stamp, no step was stored. Faults: "publication.none", "publication.other", "publication.another", and
// "live.steps" for impossible steps.
func (p *Publishing) ReceiveBoards(
	ctx context.Context, from From, sent *publication.SentBoards,
) (answer publication.Answer, err error) {
	err = p.store.Tx(ctx, func(tx *store.Tx) error {
		m, found, err := mirrorOf(tx, from)
		switch {
		case err != nil:
			return err
		case !found || m.Deleted:
			return fault.New(fault.NotFound, "publication.none")
		case m.Sender != sent.Sender:
			return fault.New(fault.Conflict, "publication.another")
		}
		answer = publication.Answer{Stamp: m.Stamp, Address: address(m.Slug)}
		if answer.Version, err = tx.Version(m.Slug); err != nil || m.Stamp != sent.Stamp {
			return err
		}
		t, err := p.director.Current(tx, m.Slug)
		if err != nil {
			return err
		}
		games, err := sent.Steps(t)
		if err != nil {
			return err
		}
		kept, err := tx.LiveSteps(m.Slug, t.LiveIDs()...)
		if err != nil {
			return err
		}
		games, anew := later(kept, games)
		if len(games) == 0 {
			return nil
		}
		p.director.Announce(tx, director.Received{Slug: m.Slug, Now: t, Topics: []updates.Topic{updates.LiveBoards}, Number: m.Number})
		return tx.ReceiveLive(m, games, anew)
	})
	return answer, err
}

// later returns the steps that continue the stored ones. A game that differs from the stored one, as after a restore at
// the sender, gets all its steps, and its ID is in the second result.
func later(kept, sent map[int][]live.Step) (more map[int][]live.Step, anew []int) {
	more = map[int][]live.Step{}
	for id, steps := range sent {
		was := kept[id]
		both := min(len(was), len(steps))
		switch {
		case !slices.EqualFunc(was[:both], steps[:both], live.Step.Same):
			more[id], anew = steps, append(anew, id)
		case len(steps) > both:
			more[id] = steps[both:]
		}
	}
	return more, anew
}
