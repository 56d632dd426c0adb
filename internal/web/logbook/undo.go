package logbook

import (
	"slices"
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// explainUndo returns a fault with the obstacle to an undo. chain are the changes to undo, the latest first.
func explainUndo(t *tournament.Tournament, refused refusedEntry, chain []director.LogEntry) error {
	e, err := refused.LogEntry, refused.err
	if !fault.Is(err, "undo.overtaken") {
		return err
	}
	for _, change := range e.Changes {
		n := change.InRound()
		r := t.Round(n)
		switch {
		case r == nil || director.Concerns(e.Action) != director.OfRound:
		case len(t.Rounds) > n:
			return fault.Wrap(err, fault.Conflict, "undo.followed", n, n+1)
		case len(r.Finished()) > 0:
			return fault.Wrap(err, fault.Conflict, "undo.played", n)
		}
	}
	if err := explainPaired(t, refused); err != nil {
		return err
	}
	if len(chain) > 1 {
		return fault.Wrap(err, fault.Conflict, "undo.since", history.Entry{LogEntry: chain[0]})
	}
	return err
}

// explainPaired returns the fault that added players are paired; nil if none is.
func explainPaired(t *tournament.Tournament, refused refusedEntry) (found error) {
	for _, change := range refused.Changes {
		if p := change.Player; p != nil && p.New != nil && p.Old == nil {
			switch n := lastRound(t, p.New.ID); {
			case n == 0:
			case found != nil:
				return fault.Wrap(refused.err, fault.Conflict, "undo.paired.all")
			default:
				found = fault.Wrap(refused.err, fault.Conflict, "undo.paired", p.New.Name(), n)
			}
		}
	}
	return found
}

// lastRound returns the last round with a game or bye of a player, 0 for none.
func lastRound(t *tournament.Tournament, id tournament.PlayerID) int {
	for i := range slices.Backward(t.Rounds) {
		if r := &t.Rounds[i]; r.Game(id) != nil || r.HasBye(id) {
			return r.Number
		}
	}
	return 0
}

// warnUnpaired returns a warning about players restored by an undo after the draw of their round; nil for none.
func warnUnpaired(p *page.Base, t *tournament.Tournament, undo director.LogEntry) *page.Banner {
	r := t.Round(len(t.Rounds))
	if r == nil {
		return nil
	}
	var names []string
	for _, change := range undo.Changes {
		if change.Player == nil || change.Player.New == nil {
			continue
		}
		id := change.Player.New.ID
		if now := t.Player(id); now != nil && now.Plays(r.Number) && r.Game(id) == nil && !r.HasBye(id) {
			names = append(names, now.Name())
		}
	}
	if len(names) == 0 {
		return nil
	}
	i18n.Sort(p.Language, names, func(name string) string { return name })
	return &page.Banner{
		Level: "warning", Text: p.T("log.unpaired", strings.Join(names, " · "), r.Number),
		Action: p.T("draw.title", r.Number), Address: page.DrawPath(t, r.Number) + "#idle",
	}
}
