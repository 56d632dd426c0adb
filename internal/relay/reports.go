package relay

import (
	"context"
	"slices"
	"time"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/publishing"
)

// listen takes what players report at the hub, and hears whether the hub has what was sent, until ctx ends.
func (w *worker) listen(ctx context.Context) {
	var were settled
	var lost bool // the hub was not reached
	for ctx.Err() == nil {
		reached := w.reached() // before the hub is asked
		p, found, err := w.publication(ctx)
		began := time.Now()
		asks := err == nil && found && p.Address != "" && !p.Claim // else the hub has it from another one
		if asks && lost {
			err = w.find(ctx)
		}
		if asks && err == nil {
			were, err = w.take(ctx, p, were)
		}
		if (asks || err == nil) && ctx.Err() == nil { // of a tournament that nobody sees nothing is reported
			w.note(&w.trouble.Hearing, err)
		}
		lost = fault.Is(err, "relay.unreachable")
		pause := patienceFor(err)
		if !asks || err != nil || len(were.taken) == 0 && time.Since(began) < longestPause {
			pause = max(pause, longestPause)
		}
		if pause == 0 || asks && err == nil && len(were.taken) > 0 {
			continue
		}
		select {
		case <-ctx.Done():
		case <-reached:
		case <-time.After(pause):
		}
	}
}

// find asks a hub that was not reached whether it is there again, and notes that: who waits for reports knows only once
// there are some, or none for long.
func (w *worker) find(ctx context.Context) error {
	err := w.wire.check(ctx)
	if err == nil {
		w.note(&w.trouble.Hearing, nil)
	}
	return err
}

// A settled is which reports were taken: the keys of all, and of those among them that the tournament refuses for good,
// such as a result of players who were paired anew, with the key of the message that says why: "0a0b:report.token".
type settled struct{ taken, refused []string }

// take tells the hub which reports were taken, waits for others, takes them, and returns which. One that fails, but is
// not refused for good, comes again.
func (w *worker) take(ctx context.Context, p publishing.Publication, were settled) (settled, error) {
	sender := w.relay.director.Publishing.Sender()
	answer, err := w.wire.reports(ctx, w.origin, sender, were)
	if fault.Is(err, "relay.older") && len(were.refused) > 0 {
		were.refused = nil
		answer, err = w.wire.reports(ctx, w.origin, sender, were)
	}
	lost := fault.Is(err, "relay.none") || err == nil && answer.Stamp < p.Stamp // what it had, as after a restore
	if lost || fault.Is(err, "relay.another") {
		w.again()
	}
	if err != nil {
		return were, err
	}
	if now, found, err := w.publication(ctx); err != nil {
		return were, err
	} else if found { // its address may be another one since the hub was asked
		p.Slug = now.Slug
	}
	were = settled{}
	var failed error
	for _, r := range answer.Reports {
		err := director.TakeReport(ctx, w.relay.director, p.Slug, r)
		if why := refusal(err); why != "" {
			w.relay.log.Warn("a report from the hub was refused", "game", r.Game, "why", err)
			were.refused = append(were.refused, r.Key+":"+why)
		} else if err != nil {
			failed = err
			continue
		}
		were.taken = append(were.taken, r.Key)
	}
	return were, failed
}

// refusal returns the message that says why a report can never be taken, without its values, which may be private; ""
// if it can.
func refusal(err error) string {
	f, is := fault.As(err)
	if !is || f.Kind == fault.Unavailable || f.Kind == fault.TooMany || f.Kind == fault.Outdated || slices.Contains(passing, f.Key) {
		return ""
	}
	return f.Key
}

// passing are faults that another change, made at the same moment, or a computer that took over has brought about: a report
// that waits is taken once all is as it will be.
var passing = []string{"tournament.changed", "tournament.missing", "game.moved", "standby.yielded"}

// again has the state sent again.
func (w *worker) again() {
	select {
	case w.stale <- struct{}{}:
	default: // once is enough
	}
}
