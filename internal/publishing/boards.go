package publishing

import (
	"context"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/live"
	"tourney/internal/publication"
	"tourney/internal/store"
)

// ReceiveBoards keeps what everybody may know of live games of a tournament that is published here, and says which
// state of it is kept: if that is not the one that names the games, nothing was kept. Faults: "publication.none",
// "publication.other", "publication.another", and "live.steps" for what no recorder can have entered.
func (p *Publishing) ReceiveBoards(
	ctx context.Context, from From, sent *publication.SentBoards,
) (answer publication.Answer, err error) {
	err = p.store.Tx(ctx, func(tx *store.Tx) error {
		m, found, err := mine(tx, from)
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
		t, err := p.hooks.Current(tx, m.Slug)
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
		p.tell(tx, Received{Slug: m.Slug, Now: t, Live: true, Number: m.Number})
		return store.ReceiveLive(tx, m, games, anew)
	})
	return answer, err
}

// later returns the steps that go on from those that are kept of their games, and the games whose steps were others,
// as before a backup was restored where the tournament is run: all their steps are returned.
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
