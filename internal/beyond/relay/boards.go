package relay

import (
	"context"
	"maps"
	"slices"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/fault"
	"tourney/internal/rules/live"
)

// shown records which steps of live games the hub has.
type shown struct {
	// steps counts the published steps at the hub, by LiveGame.ID.
	steps map[int]int
	// sent is the time of the last request, began the time at which steps was last cleared.
	sent, began time.Time
	// rests is the end of the pause after a failed request; zero after a successful one.
	rests time.Time
}

// wait returns the time until the next check without changes.
func (s *shown) wait() time.Duration {
	if s.rests.IsZero() {
		return lookAgain
	}
	return min(lookAgain, max(time.Until(s.rests), 0))
}

// boardsAgain is the interval for sending all steps: a hub may have lost some, as after a restore.
const boardsAgain = time.Minute

// keepShown sends the public steps of live games to the hub. A failure delays only further steps: it is stored as
// trouble and retried later. keepShown returns an error only if the hub misses the state with these games.
func (w *worker) keepShown(ctx context.Context, p publishing.Publication, s *director.Snapshot) error {
	if time.Now().Before(w.shown.rests) {
		return nil
	}
	err := w.show(ctx, p, s)
	if ctx.Err() != nil || fault.Is(err, "relay.none") || fault.Is(err, "relay.overtaken") {
		return err
	}
	w.shown.rests = time.Time{}
	if err != nil {
		w.shown.rests = time.Now().Add(max(patienceFor(err), longestPause))
	}
	w.note(&w.trouble.Boards, err)
	return nil
}

// show sends the hub its missing public steps of live games. The hub has the state p.
func (w *worker) show(ctx context.Context, p publishing.Publication, s *director.Snapshot) error {
	if s.Tournament.Info.Hidden {
		w.shown = shown{}
		return nil
	}
	games, err := w.relay.director.LiveGames().Public(ctx, s)
	if err != nil {
		return err
	}
	if time.Since(w.shown.began) >= boardsAgain {
		w.shown.steps, w.shown.began = nil, time.Now()
	}
	for _, some := range w.lacking(s, games) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(w.shown.sent.Add(boardsPause))):
		}
		w.shown.sent = time.Now()
		if err := w.sendBoards(ctx, p, some); err != nil {
			return err
		}
	}
	return nil
}

// lacking returns all published steps of the games with steps missing at the hub, in batches of up to live.MostSteps.
// It removes games that are not public from w.shown.
func (w *worker) lacking(s *director.Snapshot, games map[int]director.LiveGame) (all []map[int][]live.Step) {
	was, room := w.shown.steps, 0
	w.shown.steps = map[int]int{}
	for _, game := range slices.Sorted(maps.Keys(games)) {
		id, steps := s.Tournament.Game(game).Live.ID, games[game].Public.Steps()
		if w.shown.steps[id] = was[id]; was[id] == len(steps) {
			continue
		}
		if room -= len(steps); len(all) == 0 || room < 0 {
			all, room = append(all, map[int][]live.Step{}), live.MostSteps-len(steps)
		}
		all[len(all)-1][id] = steps
	}
	return all
}

// sendBoards sends steps of live games. If the hub has another state than p, the state is sent again.
func (w *worker) sendBoards(ctx context.Context, p publishing.Publication, games map[int][]live.Step) error {
	b := publication.Boards{Stamp: p.Stamp, Sender: w.relay.publishing.Sender(), Games: games}
	answer, err := w.wire.show(ctx, w.origin, b)
	if err == nil && answer.Stamp != p.Stamp {
		err = fault.New(fault.Unavailable, "relay.overtaken", w.wire.name())
	}
	switch {
	case fault.Is(err, "relay.none"), fault.Is(err, "relay.overtaken"):
		w.fresh = false
	case err == nil:
		for id, steps := range games {
			w.shown.steps[id] = len(steps)
		}
	}
	return err
}
