package relay

import (
	"context"
	"time"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/publishing"
)

// listen takes what players report at the hub, and hears whether the hub has what was sent, until ctx ends.
func (w *worker) listen(ctx context.Context) {
	var taken []string
	for ctx.Err() == nil {
		p, found, err := w.publication(ctx)
		began := time.Now()
		if err == nil && found && p.Address != "" {
			taken, err = w.take(ctx, p, taken)
			if ctx.Err() == nil {
				w.note(&w.trouble.Hearing, err)
			}
		}
		pause := patienceFor(err)
		if err != nil || len(taken) == 0 && time.Since(began) < longestPause {
			pause = max(pause, longestPause)
		}
		if pause == 0 || err == nil && len(taken) > 0 {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// take tells the hub which reports were taken, waits for others, takes them, and returns their keys. Those
// that the tournament refuses, such as a result of players who were paired anew, are taken too; one that fails
// for another reason comes again.
func (w *worker) take(ctx context.Context, p publishing.Publication, taken []string) ([]string, error) {
	answer, err := w.wire.reports(ctx, w.origin, w.relay.director.Publishing.Sender(), taken)
	if fault.Is(err, "relay.none") || err == nil && answer.Stamp < p.Stamp { // it has lost what it had, as after a restore
		w.again()
	}
	if err != nil {
		return taken, err
	}
	taken = nil
	var failed error
	for _, r := range answer.Reports {
		err := director.TakeReport(ctx, w.relay.director, p.Slug, r)
		if refused(err) {
			w.relay.log.Warn("a report from the hub was refused", "game", r.Game, "why", err)
		} else if err != nil {
			failed = err
			continue
		}
		taken = append(taken, r.Key)
	}
	return taken, failed
}

// refused reports whether a report can never be taken.
func refused(err error) bool {
	f, is := fault.As(err)
	return is && f.Kind != fault.Unavailable && f.Kind != fault.TooMany && f.Kind != fault.Outdated && f.Key != "tournament.changed"
}

// again has the state sent again.
func (w *worker) again() {
	select {
	case w.stale <- struct{}{}:
	default: // once is enough
	}
}
